"""Whether the draft is worth it: computed from counts, or measured against a run without a draft."""

import re
from pathlib import Path

import pytest

from decoders.errors import BadInput
from explorer.imports.baseline import BOTH, with_baseline
from explorer.imports.loads import asked
from explorer.imports.report import report
from explorer.imports.times import Given, speeds_by_load
from explorer.ui.tabs.imports import given as fields
from tests.explorer.cli.test_cli import call
from tests.explorer.imports.files import (
    FILES,
    FIXTURES,
    MADE,
    NOTHING,
    changed,
    histogram,
    part,
    pool,
    response,
    seen,
    whole,
    worth,
)

COMPUTED = "Computed, not measured: the speed-up is "
HEAD, MODEL = "with a head (2% to 10%)", "with a small model (5% to 37.5%)"
LOADS = Given(loads=((1, 30.0), (8, 150.0)))
TASK = "0.09.500.000 I slot print_timing: id  0 | task {} |"
LLAMA = "".join(
    f"{TASK.format(name)} new prompt, n_ctx_slot = 16384, task.n_tokens = {prompt}\n"
    f"{TASK.format(name)}        eval time =   {ms:.2f} ms /   {tokens} tokens\n"
    for name, prompt, tokens, ms in ((0, 40, 556, 11_100), (1, 2200, 332, 8_275), (2, 9100, 143, 5_680))
)
SERVER = "INFO 11-20 12:00:00 [loggers.py:257] Engine 000: Avg generation throughput: {} tokens/s, Running: {} reqs\n"
VLLM = "".join(SERVER.format(*row) for row in (("24.0", 1), ("25.0", 1), ("60.0", 3), ("150.0", 8), ("9.0", 2)))


@pytest.mark.parametrize(("name", "given", "verdict"), [
    # 2.5227, 2.7583 and 2.3667 tokens in 31, 48 and 88 ms: 2.3667 / 2.125 · 31 / 88 = 0.39, and 2.3667 / 1.06 = 2.23
    ("made/llama.log", NOTHING,
     "Probably yes after 40 prompt tokens, but unknown after 2,200 and 9,100 prompt tokens. Computed, not measured: at "
     "costs of 2% to 37.5% of a target pass, the speed-up is ×1.19 to ×2.38 after 40 prompt tokens and ×0.39 to ×2.23 "
     "after 9,100."),
    ("made/llama.log", Given(cost=0.0625),  # 2.5227 and 2.3667 / 1.1875
     "Probably yes after 40 and 2,200 prompt tokens, but unknown after 9,100 prompt tokens. Computed, not measured: at "
     "a cost of 6.25% of a target pass, the speed-up is ×2.12 after 40 prompt tokens and ×0.70 to ×1.99 after 9,100."),
    # 2.325 / 2.125 = 1.09 and / 1.06 = 2.19; 2.0033 / 2.125 · 50 / 88.89 = 0.53 and / 1.06 = 1.89
    ("made/vllm.log", NOTHING,
     "Probably yes with 1 running request, but unknown with 3 and 8 running requests. Computed, not measured: at costs "
     "of 2% to 37.5% of a target pass, the speed-up is ×1.09 to ×2.19 with 1 running request and ×0.53 to ×1.89 with "
     "8."),
    ("made/vllm.log", Given(kind="eagle"),
     "Probably yes with 1 and 3 running requests, but unknown with 8 running requests. Computed, not measured: with "
     "EAGLE (2% to 10%), the speed-up is ×1.79 to ×2.19 with 1 running request and ×0.87 to ×1.89 with 8."),
    ("made/vllm.log", Given(40, 4),
     "Probably yes with 1 and 3 running requests, but unknown with 8 running requests. Computed, not measured: at a "
     "cost of 10% of a target pass, the speed-up is ×1.79 with 1 running request and ×0.87 to ×1.54 with 8."),
    ("made/vllm.log", Given(cost=0.375),
     "Probably yes with 1 running request, but probably no with 3 and 8 running requests. Computed, not measured: at a "
     "cost of 37.5% of a target pass, the speed-up is ×1.09 with 1 running request and ×0.53 to ×0.94 with 8."),
    ("made/sglang.jsonl", NOTHING,
     f"Probably yes. {COMPUTED}×1.93 to ×2.51 {HEAD} and ×1.08 to ×2.26 {MODEL}. It pays off up to a cost of 589 "
     "accepted / 1,380 proposed = 42.7% of a target pass per draft token (95% interval: 38.0% to 47.3%)."),
    ("made/sglang.jsonl", Given(cost=0.1),
     "Probably yes. Computed, not measured: the speed-up is ×1.93 (95% interval: ×1.80 to ×2.07) at a cost of 10% of a "
     "target pass. It pays off up to a cost of 589 accepted / 1,380 proposed"),
    ("vllm-metrics.txt", Given(10, 9), f"Probably no. {COMPUTED}×0.76 (95% interval: ×0.73 to ×0.78) at a cost of 90%"),
    ("vllm-metrics.txt", Given(10, 4), f"Probably yes. {COMPUTED}×1.27 (95% interval: ×1.23 to ×1.32) at a cost of 40"),
    ("vllm-summary.jsonl", Given(10, 497), f"Probably no. {COMPUTED}×0.01"),
    ("llama.log", NOTHING, f"Probably yes. {COMPUTED}×2.38 (95% interval: ×2.17 to ×2.58) at a cost of 7.61% of a"),
    ("sglang-dspark.json", NOTHING, f"Too few passes to say. {COMPUTED}×2.00 (95% interval: ×0.80 to ×3.20) at a cost"),
    # 2.06 / 1.06 = 1.94, and 2.06 / 2.125 = 0.97
    ("vllm.log", NOTHING,
     f"Probably yes with a head, but it depends on the cost with a small model. {COMPUTED}×1.58 to ×1.94 {HEAD} and "
     f"×0.97 to ×1.79 {MODEL}. It pays off up to a cost of 236 accepted / 669 proposed = 35.3%"),
    # 2.70 and 2.625 tokens per pass, with 3 draft tokens at 10% each
    ("sglang.log", Given(10, 1),
     "Probably yes. Computed, not measured: at a cost of 10% of a target pass, the speed-up is ×2.08 with 1 running "
     "request and ×2.02 with 2."),
    ("sglang.log", NOTHING,
     "Not known yet. It pays off up to a cost of 2.63 − 1 = 162.5% of a target pass for the whole draft with 2 running "
     "requests."),
    ("sglang-metrics.txt", Given(cost=0.1), f"Probably yes. {COMPUTED}×1.71 at a cost of 10%"),  # 2.9 / 1.7
    ("mlx.jsonl", NOTHING, "The speed-up is at most ×4.49."),  # 4.484, rounded up
    ("llama-timings.json", NOTHING, "This file cannot say, because it does not count passes."),
    # Measured: 1,028 tokens in 17.86 s are 57.6 per second, 46.5 / 40, 54.0 / 40, 40.9 / 30, 40.9 / 50, 106.1 / 80
    ("made/llama.log", Given(per_second=60), "No: ×0.96 for one request at a time."),
    ("made/vllm.log", Given(per_second=40), "Probably yes: ×1.16 (lower bound ×1.16) with 1 running request."),
    ("sglang.log", Given(per_second=40), "Probably yes: ×1.35 (lower bound ×1.35) with 1 running request."),
    ("vllm.log", Given(per_second=30), "Probably yes: ×1.36 (lower bound ×1.28) with 1 running request."),
    ("vllm.log", Given(25), "Too few passes to say: ×1.02 (lower bound ×0.96) with 1 running request."),
    ("vllm.log", Given(per_second=50), "Probably no: ×0.82 (upper bound ×0.87) with 1 running request."),
    ("made/vllm.log", LOADS,
     "Probably yes: ×1.55 (lower bound ×1.54) with 1 running request and ×1.20 (lower bound ×1.17) with 8."),
    ("made/vllm.log", Given(loads=((1, 30.0), (8, 400.0))),
     "Probably yes: ×1.55 (lower bound ×1.54) with 1 running request. Probably no: ×0.45 (upper bound ×0.46) with 8 "
     "running requests."),
    ("made/vllm.log", Given(loads=((8, 176.8),)), "Too few passes to say: ×1.02 (lower bound ×0.99) with 8"),
    ("made/vllm.log", Given(loads=((8, 180.0),)), "No gain: ×1.00 (lower bound ×0.97) with 8 running requests."),
    # 260 tokens in 2867.65 ms are 90.7 per second, and · 26.22 ms and 20 ms = 2.38 and 1.81
    ("llama.log", Given(26.22), "Yes: ×2.38 for one request at a time."),
    ("llama.log", Given(20), "Yes: ×1.81 for one request at a time."),
    ("llama.log", Given(per_second=20), "This file cannot say, because the speed without a draft contradicts its"),
    # 132 passes and 286 accepted draft tokens in 902 ms are 463.4 tokens per second
    ("aiperf.jsonl", Given(per_second=100), "Yes: at least ×4.63 for these requests together."),
    ("aiperf.jsonl", Given(per_second=600), "This file cannot say: at least ×0.77 for these requests together."),
])  # fmt: skip
def test_verdicts_by_hand(name: str, given: Given, verdict: str) -> None:
    """With E tokens per pass and γ draft tokens of cost c, the speed-up is E / (1 + γ · c). made/vllm.log: 2.325, 2.122
    and 2.0033 tokens with 1, 3 and 8 running requests: 2.325 / 1.3 and / 1.06, / 2.125 and / 1.15. made/sglang.jsonl:
    2.7072 / 1.4. vllm-metrics.txt: 2.8 / 3.7 and 2.8 / 2.2. llama.log: 260 / 89 / (1 + 3 · 0.0761).

    Bounds of several log windows are the slowest and the fastest: 46.2 / 30 = 1.54. For a single one, they are
    one-sided: t of 899 degrees of freedom is 1.647, so 2.0033 − 1.647 · √(1.04 / 900) = 1.947, and 1.02 · 1.947 /
    2.0033 = 0.99.
    """
    assert worth(name, given).said.startswith(verdict)


@pytest.mark.parametrize(("name", "rows", "rests"), [
    # 2.325, 2.122 and 2.0033 tokens; rounds of 50, 60 and 88.89 ms
    ("made/vllm.log",
     (("1", "×1.79 to ×2.19", "×1.09 to ×2.02", "46.5"), ("3", "×1.36 to ×2.00", "×0.83 to ×1.85", "106.1"),
      ("8", "×0.87 to ×1.89", "×0.53 to ×1.74", "180.3")),
     "Based on 2.33, 2.12 and 2.00 tokens per target pass / (1 + 3 × cost). Lower ends are also divided by the ratio "
     "of the rounds: 1.00, 1.20 and 1.78."),
    # 220, 120 and 60 passes with 335, 211 and 82 accepted draft tokens in 6.82, 5.76 and 5.28 s
    ("made/llama.log",
     (("40", "×1.94 to ×2.38", "×1.19 to ×2.19", "81.4"), ("2,200", "×1.37 to ×2.60", "×0.84 to ×2.40", "57.5"),
      ("9,100", "×0.64 to ×2.23", "×0.39 to ×2.06", "26.9")),
     "Based on 2.52, 2.76 and 2.37 tokens per target pass / (1 + 3 × cost). Lower ends are also divided by the ratio "
     "of the rounds: 1.00, 1.55 and 2.84."),
])  # fmt: skip
def test_each_load_and_each_prompt_has_a_row(name: str, rows: tuple[tuple[str, ...], ...], rests: str) -> None:
    """A reader can compute each speed-up again. The target alone must not reach the speed in the last column."""
    found = worth(name)
    assert found.table is not None
    assert (found.table.rows, found.rests) == (rows, rests)


ALONE = "It is worth it if the target alone is slower than"
WHOLE = "With the prompts (44.6% of the time), whole requests have {}, if prompts take equally long without a draft."
TOTALS = "In total, the server writes 46.5 and 180.3 tokens per second with the draft, and you gave 30.0 and 150.0"


@pytest.mark.parametrize(("name", "given", "words"), [
    ("made/llama.log", Given(per_second=40), "Rounds take longer after longer prompts, so speed-ups there are"),
    ("made/llama.log", NOTHING, "Rounds take up to 2.84 times as long after longer prompts. Lower ends assume that "
     "passes without a draft do not, upper ends that they do. All times of decoding are whole multiples of 20 ms, so a "
     "round is only known to ± 0.08 ms."),  # 3 · 10 / 400
    ("made/vllm.log", NOTHING, "Rounds take up to 1.78 times as long with more running requests. Lower ends"),
    # (14,380 + 17,860 · 1.44) / 32,240
    ("made/llama.log", Given(per_second=40), WHOLE.format("×1.24")),
    ("made/llama.log", NOTHING,
     "To measure it, run the same prompts without a draft, one after another, and give the log: `python -m explorer "
     "import FILE --baseline without.log`."),
    ("made/vllm.log", LOADS, TOTALS),
    ("vllm.log", NOTHING, f"{ALONE} 40.9 tokens per second in total with 1 running request."),
    # (88.89 · 0.19 / 8 − 1) / 3 = 37.0%, and 1.5822 / 1.37 = 1.155
    ("made/vllm.log", Given(loads=((8, 190.0),)), "With 8 running requests, 1 draft token would give ×1.15"),
    ("made/vllm.log", Given(loads=((1, 30.0), (3, 20.0))),  # 3 · 2.122 / 106.1
     "With 3 running requests, 20.0 tokens per second without a draft mean 150 ms per token, which is longer than a "
     "round (60 ms). Check this speed."),
    ("made/sglang.jsonl", NOTHING,
     "The times in this file were probably not measured: all 6 lie exactly on 200 ms + 21 ms per pass. So no speed in "
     "this file is used."),
    ("llama.log", NOTHING,
     f"{ALONE} 90.7 tokens per second per request (slowest and fastest request: 20.0, 98.9). Rounds took 29.5 ms to "
     "150 ms, so the answer only holds for this mix of requests."),
    ("llama.log", NOTHING, "The file has the time of target passes over whole drafts."),
    ("llama.log", Given(per_second=20),
     "`--target-per-second` 20 means 50 ms per token, which is longer than a whole round (32.22 ms)."),
    ("aiperf.jsonl", NOTHING,
     f"{ALONE} 463.4 tokens per second per request, a lower limit of the speed with the draft (slowest and fastest"),
    ("aiperf.jsonl", Given(per_second=100), "These times include prompts and waits."),
    ("vllm-metrics.txt", NOTHING, "Run the same prompts with and without a draft, and compare the speeds. Or add"),
    ("vllm-metrics.txt", Given(kind="eagle"), "This is wrong for mixtures of experts, busy servers and long contexts."),
    ("llama-timings.json", NOTHING, "The speed-up is at most ×4.44"),  # 665 / 150 = 4.433, rounded up
])  # fmt: skip
def test_what_decides_is_on_the_first_screen(name: str, given: Given, words: str) -> None:
    """The speed that the target alone must not reach, how to measure it, and what is doubtful."""
    assert words in seen(worth(name, given))


@pytest.mark.parametrize(("name", "given", "words"), [
    # (14,380 + 17,860 · gain) / 32,240. A round takes 44.65 ms on average, and 31 ms after the shortest prompt: 1.977 ·
    # 31 / 44.65 to 2.425, 1.209 · 31 / 44.65 to 2.235, and 2.164 · 31 / 44.65 to 2.164
    ("made/llama.log", NOTHING, WHOLE.format(f"×1.21 to ×1.79 {HEAD} and ×0.91 to ×1.68 {MODEL}")),
    ("made/llama.log", Given(cost=0.0625), WHOLE.format("×1.28 to ×1.64")),
    ("made/llama.log", NOTHING,
     "Or give the number of this run as `--target-per-second N`. N is all tokens but the first of each answer, divided "
     "by all seconds of “eval time”."),
    ("made/vllm.log", NOTHING,
     "Or give the number of this run as `--target-per-second 1:A,3:B,8:C`. A, B and C are “Avg generation throughput” "
     "of its log."),
    ("sglang.log", Given(draft_length=3), "Speed-ups have no interval, because the file has only averages."),
    ("sglang.log", NOTHING, "about 2.65 tokens per target pass (possible: 2.45 to 2.80, from the lowest to"),
])  # fmt: skip
def test_reasons_by_hand(name: str, given: Given, words: str) -> None:
    """How the numbers are computed, and what they are based on."""
    assert words in whole(worth(name, given))


def test_times_that_were_not_measured_give_no_speed() -> None:
    """All 6 end-to-end times lie on 200 ms + 21 ms per pass, so 128.9 tokens per second are not a real speed, and the
    report asks for no number that it could not use.
    """
    for given in (NOTHING, Given(cost=0.1), Given(per_second=50)):
        found = part("made/sglang.jsonl", given)
        assert "128.9" not in f"{found.answers} {found.sections}"
        assert "--target-per-second N" not in whole(found.answers[2])
        assert not any(section.title == "Times" for section in found.sections)


def test_a_log_without_one_running_request_does_not_speak_of_it(tmp_path: Path) -> None:
    """The log windows with 8 and 3 running requests write 2.0033 and 2.122 tokens per pass; 106.1 / 80 = 1.33."""
    path = tmp_path / "x.log"
    path.write_text("\n".join((MADE / "vllm.log").read_text(encoding="utf-8").splitlines()[4:]), encoding="utf-8")
    given = worth(path, Given(40, 4))
    assert given.said == (  # 2.122 / 1.3, and 2.0033 / 1.3 · 60 / 88.89
        "Probably yes. Computed, not measured: at a cost of 10% of a target pass, the speed-up is ×1.63 with 3 running "
        "requests and ×1.04 to ×1.54 with 8."
    )
    assert "one request" not in f"{worth(path)} {given}"
    measured = worth(path, Given(per_second=80)).verdict
    assert measured == "Probably yes: ×1.33 (lower bound ×1.28) with 3 running requests."


def test_a_context_that_does_not_explain_the_time_is_not_blamed(tmp_path: Path) -> None:
    """A slower round after a shorter prompt has another cause."""
    path = changed(tmp_path, "made/llama.log", ("n_tokens = 2200", "n_tokens = 22"))
    assert "Rounds took 31 ms to 88 ms, so the answer only holds for this mix of requests." in whole(worth(path))


@pytest.mark.parametrize(("line", "name"), [
    ("speculative_config=SpeculativeConfig(method='eagle3', model='x', num_spec_tokens=3)", "EAGLE-3"),
    ("speculative_config=SpeculativeConfig(method='deepseek_mtp', num_spec_tokens=3)", "MTP"),
])  # fmt: skip
def test_the_kind_that_the_engine_names_is_used(line: str, name: str, tmp_path: Path) -> None:
    """A log that names EAGLE-3 needs no advice about “a head”, nor about small models."""
    path = changed(tmp_path, "made/vllm.log", ("(APIServer pid=812) INFO 11-20 12:00:00 [l", f"{line}\n12:00:00 [l"))
    answers = part(path).answers
    said = " ".join(map(whole, answers))
    assert f"2% to 10% with {name}" in said
    assert f"with {name} (2% to 10%), the speed-up is ×1.79 to ×2.19 with 1 running request" in answers[2].numbers
    assert not [word for word in ("small model", "a head", "--draft-kind") if word in said]


def test_sglang_calls_mtp_eagle_too(tmp_path: Path) -> None:
    """“EAGLE” in SGLang's options may be MTP."""
    line = "server_args=ServerArgs(speculative_algorithm='EAGLE', speculative_num_steps=3)\n"
    path = tmp_path / "x.log"
    path.write_text(line + (FIXTURES / "sglang.log").read_text(encoding="utf-8"), encoding="utf-8")
    assert "with EAGLE or MTP (2% to 10%), the speed-up is" in worth(path, Given(draft_length=3)).numbers


@pytest.mark.parametrize(
    ("buckets", "words"),
    [
        ([100], "No: no draft token was accepted."),
        ([20], "Too few passes to say: no draft token was accepted."),
        # 2 / 150 tokens are 1.3%, less than any typical cost, but the interval reaches above the 2% of a head.
        ([48, 2], f"Too few passes to say with a head, but probably no with a small model. {COMPUTED}×0.80 to ×0.98 "),
        # 20 / 30,000 are 0.07%, at most 0.1%.
        ([9980, 20], f"Probably no. {COMPUTED}×0.77 to ×0.95 {HEAD} and ×0.47 to ×0.87 {MODEL}. It pays off up to a "),
    ],
)  # fmt: skip
def test_a_draft_that_is_hardly_ever_accepted_is_not_worth_it(buckets: list[int], words: str, tmp_path: Path) -> None:
    """With 3 draft tokens and E tokens per pass, the speed-ups are E / (1 + 3 · cost)."""
    assert worth(response(tmp_path, histogram(buckets, 3))).said.startswith(words)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("given", [NOTHING, Given(cost=0.1), Given(kind="model")])
def test_the_speed_ups_of_the_headline_are_those_of_the_table(path: Path, given: Given) -> None:
    """The headline, the table of lengths and the break-even agree, and each range rises."""
    found = part(path, given)
    said = " ".join(map(whole, found.answers))
    for low, high in re.findall(r"×(\d+\.\d+) to ×(\d+\.\d+)", said):
        assert float(low) <= float(high)
    answer, run = found.answers[2], found.facts.run
    yours = [row for section in found.sections for table in section.tables for row in table.rows if "yours" in row[0]]
    if run is None or not run.measured or not yours or "omputed" not in answer.numbers:
        return
    if found.facts.longer and found.facts.pool.loads:  # the table has the upper ends
        for upper in re.findall(r"×[\d.]+ to (×[\d.]+)", answer.numbers):
            assert any(cell.endswith(upper) for row in yours for cell in row), upper
        return
    if any(longer > 1 for longer in found.facts.longer.values()):
        return  # the headline has single requests
    numbers = re.sub(r" \(95%[^)]*\)", "", answer.numbers)
    for gain in re.findall(r"×[\d.]+(?: to ×[\d.]+)?(?= with a| at a cost)", numbers):
        assert any(gain in row for row in yours), gain


def without(tmp_path: Path, text: str) -> tuple[Path, str]:
    """A log without a draft."""
    path = tmp_path / "without.log"
    path.write_text(text, encoding="utf-8")
    return path, path.name


def test_a_baseline_of_llama_cpp_by_hand(tmp_path: Path) -> None:
    """555 + 331 + 142 tokens in 25.055 s are 41.0 per second, and 57.6 with the draft: ×1.40. With the shortest prompt,
    it is 81.4 · 11.1 / 555 = 1.63. With 5.76 and 5 s, it is 57.5 · 5.76 / 331 = 1.00 and 26.9 · 5 / 142 = 0.95.
    """
    answer = report([(MADE / "llama.log", "x")], NOTHING, without(tmp_path, LLAMA)).parts[0].answers[2]
    assert (
        answer.verdict == "After 40, 2,200 and 9,100 prompt tokens, yes: ×1.63, ×1.44 and ×1.08. All together: ×1.40."
    )
    assert (answer.numbers, answer.sentences[0]) == (
        "The engine writes 57.6 tokens per second with the draft (slowest and fastest request: 26.9, 81.4), and "
        "without.log has 41.0 without it.",
        WHOLE.format("×1.22"),  # (14,380 + 17,860 · 1.403) / 32,240
    )
    slow = LLAMA.replace("8275.00 ms", "5760.00 ms").replace("5680.00 ms", "5000.00 ms")
    answer = report([(MADE / "llama.log", "x")], NOTHING, without(tmp_path, slow)).parts[0].answers[2]
    assert answer.verdict == (
        "After 40 prompt tokens, yes: ×1.63. After 2,200 prompt tokens, no gain: ×1.00. After 9,100 prompt tokens, no: "
        "×0.95. All together: ×1.22."
    )


def test_a_baseline_of_vllm_by_hand(tmp_path: Path) -> None:
    """The fastest log windows have 25, 60 and 150 tokens per second, so 46.2 / 25 = 1.85 for the slowest with a draft.
    A load that only one log has is not compared.
    """
    given = with_baseline(*without(tmp_path, VLLM), pool("made/vllm.log"), NOTHING)
    assert given.loads == ((1, 25.0), (3, 60.0), (8, 150.0))
    answer = worth("made/vllm.log", given)
    assert answer.verdict.startswith("Probably yes: ×1.86 (lower bound ×1.85) with 1 running request, ×1.77 (lower")
    assert "and without.log has 25.0, 60.0 and 150.0 without it." in answer.numbers


def test_the_command_reads_both_logs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A person types two file names and no number."""
    baseline, _ = without(tmp_path, LLAMA)
    code, out, _ = call(capsys, "import", MADE / "llama.log", "--baseline", baseline)
    assert (code, "After 40, 2,200 and 9,100 prompt tokens, yes: ×1.63" in " ".join(out.split())) == (0, True)
    code, _, err = call(capsys, "import", MADE / "llama.log", MADE / "vllm.log", "--baseline", baseline)
    assert code == 2
    assert err.endswith(" A log without a draft (`--baseline`) is about one file. Import each file with its own log.\n")


@pytest.mark.parametrize(("name", "text", "given", "words"), [
    ("llama.log", LLAMA.replace("= 9100", "= 9000"), NOTHING, "because their numbers of prompt tokens or of slots"),
    ("llama.log", LLAMA.replace("id  0 | task 1", "id  1 | task 1"), NOTHING, "or of slots differ or are missing"),
    ("llama.log", VLLM, NOTHING, "cannot be matched"),
    ("vllm.log", LLAMA, NOTHING, "has no vLLM log window with 1, 3 and 8 running requests."),
    ("vllm.log", SERVER.format("9.0", 2), NOTHING, "has no vLLM log window with 1, 3 and 8 running requests."),
    ("vllm.log", f"{VLLM}SpecDecoding metrics: x\n", NOTHING, "without.log is from a run with a draft."),
    ("llama.log", f"{LLAMA}draft acceptance = 0.5\n", NOTHING, "without.log is from a run with a draft."),
    ("sglang.jsonl", LLAMA, NOTHING, "Only logs of vLLM and llama.cpp can be matched."),
    ("llama.log", LLAMA, Given(per_second=40), BOTH),
    ("vllm.log", VLLM, LOADS, BOTH),
])  # fmt: skip
def test_logs_that_cannot_be_compared_are_refused(
    name: str, text: str, given: Given, words: str, tmp_path: Path
) -> None:
    """A speed-up of other prompts or other loads would be a number about nothing."""
    with pytest.raises(BadInput) as error:
        with_baseline(*without(tmp_path, text), pool(f"made/{name}"), given)
    assert words in str(error.value)


def test_numbers_for_loads_that_the_file_does_not_have() -> None:
    """A typed number that is not used must not look as if it were."""
    wrong = report([(MADE / "vllm.log", "x")], Given(loads=((5, 30.0),))).refused
    assert wrong[0].startswith("x has no log window with 5 running requests, only with 1, 3 and 8. Change")
    wrong = report([(FIXTURES / "llama.log", "x")], LOADS).refused
    assert wrong == ("x does not name running requests, so give one number as `--target-per-second`.",)
    assert asked(pool("llama.log")) == ("--target-per-second N", "N")


@pytest.mark.parametrize("text", ["1:", ":5", "1:2:3", "1:0", "0:5", "a:5", "1:5,", "1:5,1:6", "1:-5", "1:1e3"])
def test_forms_that_are_not_speeds(text: str) -> None:
    """One sentence, and no guess which load was meant. The field of the page and the option mean the same."""
    for read in (speeds_by_load, lambda text: fields(text, None, None, None)):
        with pytest.raises(BadInput, match="is not a valid speed. Enter a number above 0, or a speed for each"):
            read(text)
    assert fields("1:30, 8:150", None, None, None)[0].loads == LOADS.loads
    assert fields("30", None, None, None)[0].per_second == 30
