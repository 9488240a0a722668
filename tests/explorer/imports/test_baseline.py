"""The speed-up from two logs: one with a draft, and one of the same prompts or loads without it."""

from pathlib import Path

import pytest

from explorer.imports.baseline import BOTH, with_baseline
from explorer.imports.counts import Pool, pooled
from explorer.imports.opening import opened
from explorer.imports.report import report
from explorer.imports.times import Given
from tests.explorer.cli.test_cli import call

MADE = Path(__file__).parent / "made"
TASK = "0.09.500.000 I slot print_timing: id  0 | task {} |"
LLAMA = "".join(
    f"{TASK.format(name)} new prompt, n_ctx_slot = 16384, task.n_tokens = {prompt}\n"
    f"{TASK.format(name)}        eval time =   {ms:.2f} ms /   {tokens} tokens\n"
    for name, prompt, tokens, ms in ((0, 40, 556, 11_100), (1, 2200, 332, 8_275), (2, 9100, 143, 5_680))
)
SERVER = "INFO 11-20 12:00:00 [loggers.py:257] Engine 000: Avg generation throughput: {} tokens/s, Running: {} reqs\n"
VLLM = "".join(SERVER.format(*row) for row in (("24.0", 1), ("25.0", 1), ("60.0", 3), ("150.0", 8), ("9.0", 2)))


def pool(name: str) -> Pool:
    """The pool of a made log."""
    return pooled(opened(MADE / name), name)


def log(tmp_path: Path, text: str) -> Path:
    """A log without a draft."""
    path = tmp_path / "without.log"
    path.write_text(text, encoding="utf-8")
    return path


def test_llama_cpp_by_hand(tmp_path: Path) -> None:
    """555 + 331 + 142 tokens in 25.055 s are 41.0 per second, and 57.6 with the draft: ×1.40. With the shortest prompt,
    it is 81.4 · 11.1 / 555 = 1.63.
    """
    given = with_baseline(log(tmp_path, LLAMA), "without.log", pool("llama.log"), Given())
    answer = report([(MADE / "llama.log", "x")], given).parts[0].answers[2]
    assert (
        answer.verdict == "After 40, 2,200 and 9,100 prompt tokens, yes: ×1.63, ×1.44 and ×1.08. All together: ×1.40."
    )
    assert answer.sentences[0] == (
        "The engine writes 57.6 tokens per second with the draft (slowest and fastest request: 26.9, 81.4), and "
        "without.log has 41.0 without it."
    )
    # (14,380 + 17,860 · 1.403) / 32,240 with the time of the prompts
    assert answer.sentences[1].startswith(
        "With the prompts (44.6% of the time), the speed-up of whole requests is ×1.22,"
    )
    slow = LLAMA.replace("8275.00 ms", "5760.00 ms").replace("5680.00 ms", "5000.00 ms")
    given = with_baseline(log(tmp_path, slow), "without.log", pool("llama.log"), Given())
    # 57.5 · 5.76 / 331 = 1.00 and 26.9 · 5 / 142 = 0.95. 1,028 tokens in 21.86 s are 47.0 per second: 57.6 / 47.0
    assert report([(MADE / "llama.log", "x")], given).parts[0].answers[2].verdict == (
        "After 40 prompt tokens, yes: ×1.63. After 2,200 prompt tokens, no gain: ×1.00. After 9,100 prompt tokens, no: "
        "×0.95. All together: ×1.22."
    )


def test_vllm_by_hand(tmp_path: Path) -> None:
    """The fastest log windows have 25, 60 and 150 tokens per second, so 46.2 / 25 = 1.85 for the slowest with a draft.
    A load that only one log has is not compared.
    """
    given = with_baseline(log(tmp_path, VLLM), "without.log", pool("vllm.log"), Given())
    assert given.loads == ((1, 25.0), (3, 60.0), (8, 150.0))
    answer = report([(MADE / "vllm.log", "x")], given).parts[0].answers[2]
    assert answer.verdict == (
        "Yes: ×1.86 (at least ×1.85) with 1 running request, ×1.77 (at least ×1.70) with 3 and ×1.20 (at least ×1.17) "
        "with 8."
    )
    assert "and without.log has 25.0, 60.0 and 150.0 without it." in answer.sentences[0]


def test_the_command_reads_both_logs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A person types two file names and no number."""
    baseline = log(tmp_path, LLAMA)
    code, out, _ = call(capsys, "import", MADE / "llama.log", "--baseline", baseline)
    assert (code, "After 40, 2,200 and 9,100 prompt tokens, yes: ×1.63, ×1.44 and ×1.08." in " ".join(out.split())) == (
        0,
        True,
    )
    code, _, err = call(capsys, "import", MADE / "llama.log", MADE / "vllm.log", "--baseline", baseline)
    assert (code, err) == (
        2,
        "explorer: A log without a draft (`--baseline`) is about one file. Import each file with its own log.\n",
    )


@pytest.mark.parametrize(
    ("name", "text", "given", "words"),
    [
        (
            "llama.log",
            LLAMA.replace("= 9100", "= 9000"),
            Given(),
            "because their numbers of prompt tokens or of slots",
        ),
        ("llama.log", LLAMA.replace("id  0 | task 1", "id  1 | task 1"), Given(), "or of slots differ or are missing"),
        ("llama.log", VLLM, Given(), "cannot be matched"),
        ("vllm.log", LLAMA, Given(), "has no vLLM log window with 1, 3 and 8 running requests."),
        ("vllm.log", SERVER.format("9.0", 2), Given(), "has no vLLM log window with 1, 3 and 8 running requests."),
        ("vllm.log", f"{VLLM}SpecDecoding metrics: x\n", Given(), "without.log is from a run with a draft."),
        ("llama.log", f"{LLAMA}draft acceptance = 0.5\n", Given(), "without.log is from a run with a draft."),
        ("sglang.jsonl", LLAMA, Given(), "Only logs of vLLM and llama.cpp can be matched."),
        ("llama.log", LLAMA, Given(per_second=40), BOTH),
        ("vllm.log", VLLM, Given(loads=((1, 40.0),)), BOTH),
    ],
)
def test_logs_that_cannot_be_compared_are_refused(
    name: str, text: str, given: Given, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A speed-up of other prompts or other loads would be a number about nothing."""
    with pytest.raises(ValueError, match="^") as error:
        with_baseline(log(tmp_path, text), "without.log", pool(name), given)
    assert words in str(error.value)
