"""The four questions of engineers, answered from logs alone, and the numbers for the calculator."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from explorer.imports.answers import ALIKE, LENGTH, LOSSLESS, LOW, WORTH
from explorer.imports.length_words import WHAT_IF
from explorer.imports.plain import plain
from explorer.imports.report import Given, report
from explorer.imports.whatif import COSTS, address, alpha_of, what_if
from explorer.speedup import expected_tokens

FIXTURES = Path(__file__).parent / "fixtures"
SERVER = "server_args=ServerArgs(speculative_accept_threshold_"
EVERY = sorted(path.name for path in FIXTURES.iterdir())


def answers(name: str, given: Given | None = None) -> dict[str, str]:
    """The answers about a fixture."""
    found = report([(FIXTURES / name, name)], given or Given())
    (section,) = [section for section in found.parts[0].sections if section.answers]
    return dict(section.answers)


@pytest.mark.parametrize("name", EVERY)
def test_every_question_has_an_answer_or_says_what_would_give_it(name: str) -> None:
    """An engineer who reads only the first section knows what to do next."""
    found = answers(name)
    assert list(found) == [LOW, LENGTH, WORTH, LOSSLESS]
    for question, said in found.items():
        assert re.search(r"\w\.$", said) or said.endswith(("`).", "`.")), said
        if "cannot say" in said:
            assert "`-" in said or "`num_draft_tokens`" in said or '": true`' in said, (question, said)
    assert found[LOSSLESS].startswith("Yes, by ")
    assert "Lossless means the same probabilities" in found[LOSSLESS]
    if name not in ("mlx.jsonl", "lmstudio.jsonl"):  # they print no rate
        assert re.match(r"\S+'s own rate is |This file cannot say", found[LOW]), found[LOW]


@pytest.mark.parametrize(
    ("name", "given", "question", "words"),
    [
        (
            "vllm.log",
            Given(),
            LOW,
            "vLLM's own rate is 35.3% (236 of 669 proposed draft tokens), which is low",
        ),
        ("vllm.log", Given(), LOW, "which is low for drafts of 3 tokens. A draft of 2 tokens would be faster."),
        ("vllm.log", Given(), LOW, "that the target tested, 55.3% were accepted (236 of 427). The others came after"),
        ("vllm-metrics.txt", Given(), LOW, "which is usual for drafts of 3 tokens. No shorter draft would be faster."),
        (
            "vllm-metrics.txt",
            Given(10, 9),
            LOW,
            "which is low for drafts of 3 tokens. Decoding without a draft",
        ),
        ("llama.log", Given(), LOW, "which is high for drafts of 3 tokens. The calculator's formula"),
        ("llama.log", Given(), LOW, "this rate equals the cost of a draft token, 7.6% of a target pass here."),
        (
            "llama.log",
            Given(10, 2.5),
            LOW,
            "which is usual for drafts of 3 tokens. Neither a shorter draft nor",
        ),
        ("sglang.log", Given(), LOW, "SGLang's own rate is about 55.0% of the proposed draft tokens, which is high"),
        ("sglang.log", Given(), LOW, "so this assumes 10.0% of a target pass, the calculator's first value."),
        ("llama-timings.json", Given(), LOW, "own rate is 85.3% (515 of 604 generated draft tokens). This file cannot"),
        ("vllm-metrics.txt", Given(), LENGTH, "3, if a draft token costs less than 25.0% of a target pass."),
        (
            "vllm-metrics.txt",
            Given(10, 4),
            LENGTH,
            "2. With 10.00 ms per target pass and 4.00 ms per draft token,",
        ),
        ("vllm-metrics.txt", Given(10, 9), LENGTH, "None. With 10.00 ms"),
        ("vllm-stream.txt", Given(), LENGTH, "Only some passes had a longer draft, so longer ones are not compared."),
        (
            "llama.log",
            Given(),
            LENGTH,
            "26.27 ms per target pass and 2.00 ms per draft token, the speed-up is ×2.38.",
        ),
        ("llama.log", Given(), LENGTH, f"{ALIKE}: 6 tokens, with a speed-up of ×2.63."),
        ("llama.log", Given(), WORTH, "2.00 ms per draft token, the speed-up is ×2.38. This assumes one request at a"),
        ("llama.log", Given(30, 3), LENGTH, "the speed-up is ×2.25. A longer draft was not tried."),
        ("llama.log", Given(30, 3), WORTH, "the speed-up is ×2.25. This assumes"),
        ("llama.log", Given(10, 2.5), LENGTH, f"{ALIKE}: no longer draft is faster."),
        ("vllm-detailed.json", Given(), LENGTH, f"{ALIKE}: 5 tokens, with a speed-up of ×2.14 at 10.0% of a target"),
        ("vllm-metrics.txt", Given(), LENGTH, "Later draft tokens fail more often here, so this is too high."),
        ("sglang-generate.jsonl", Given(), LENGTH, "3, if a draft token costs less than 22.2% of a target pass."),
        ("sglang.log", Given(), LENGTH, f"counts by position are not in it. “{WHAT_IF}” has an estimate."),
        ("mlx.jsonl", Given(), LENGTH, "the draft length of each pass is not in it."),
        ("mlx.jsonl", Given(draft_length=2), LOW, "The acceptance is high for drafts of 2 tokens."),
        ("mlx.jsonl", Given(draft_length=2), LENGTH, "2, if a draft token costs less than"),
        ("vllm-metrics.txt", Given(), WORTH, "Yes, if a draft token costs less than 60.0% of a target pass."),
        ("vllm-metrics.txt", Given(10, 9), WORTH, "No. With 10.00 ms"),
        ("vllm-metrics.txt", Given(10, 4), WORTH, "the speed-up is ×1.27."),
        (
            "sglang.log",
            Given(),
            WORTH,
            "Yes, if the draft of one pass takes less than 165.0% of the time of a target pass.",
        ),
        ("sglang.log", Given(draft_length=3), WORTH, "Yes, if a draft token costs less than 55.0% of a target pass."),
        ("sglang.log", Given(10, 1), WORTH, "the speed-up is ×2.04."),
        ("sglang-dspark.json", Given(), WORTH, "Yes. With the times in the file, the speed-up is ×2.00."),
        ("llama-timings.json", Given(), WORTH, "The speed-up was at most ×4.43."),
        ("sglang-metrics.txt", Given(), WORTH, "The speed-up is at most ×2.90."),
        ("sglang.log", Given(), LOSSLESS, "`--speculative-accept-threshold-single`"),
        ("vllm.log", Given(), LOSSLESS, "`rejection_sample_method`"),
    ],
)
def test_answers_by_hand(name: str, given: Given, question: str, words: str) -> None:
    """2.8 tokens in 3 drafts: (2.8 − 1)/3 = 60%; 2.8·10/22 = 1.27; 2.65/1.3 = 2.04; 2.5/(1 + 4/16) = 2.

    llama.log has 260/89 tokens per pass: 260/89/(1 + 3·0.1) = 2.25, whichever question asks for it.
    """
    assert words in answers(name, given)[question]


def test_the_speed_ups_of_the_table_by_hand() -> None:
    """1.8, 2.4 and 2.8 tokens at 40%: 1.8/1.4 = 1.29, 2.4/1.8 = 1.33, 2.8/2.2 = 1.27, so two tokens are best."""
    found = report([(FIXTURES / "vllm-metrics.txt", "x")], Given())
    (section,) = [section for section in found.parts[0].sections if section.title == WHAT_IF]
    assert section.table is not None
    assert section.table.heads == ("draft length", "tokens per target pass", *(f"cost {cost:.0%}" for cost in COSTS))
    assert [row[-1] for row in section.table.rows][:4] == ["×1.00", "×1.29", "×1.33 best", "×1.27"]
    # With α = 0.75 at every position, 4 draft tokens write (1 − 0.75⁵)/0.25 = 3.05 tokens; 3.05/2.6 = 1.17.
    assert section.table.rows[4][:2] == ("4 (estimate)", "3.05")
    assert section.table.rows[4][-1] == "×1.17"
    lines = plain(found).splitlines()
    assert any(re.match(r" +2 +2\.40 .*×1\.33 best$", line) for line in lines)


def test_alpha_reproduces_the_tokens_per_pass() -> None:
    """Without positions, the calculator must show the same tokens per pass as the log."""
    for tokens, gamma in ((1.0, 3), (1.01, 1), (2.65, 3), (3.999, 3), (4.0, 3)):
        assert expected_tokens(alpha_of(tokens, gamma), gamma) == pytest.approx(tokens)


@pytest.mark.parametrize(
    ("name", "given", "settings"),
    [
        (
            "vllm-metrics.txt",
            Given(10, 4),
            {"alpha": 0.75, "gamma": 3, "points": [[1, 1.8], [2, 2.4], [3, 2.8]], "measured": True, "cost": 0.4},
        ),
        ("sglang.log", Given(), {"alpha": 0.7295, "gamma": 3, "points": [[3, 2.65]], "measured": False, "cost": None}),
        ("sglang-metrics.txt", Given(), None),
        ("llama-timings.json", Given(), None),
    ],
)
def test_settings_of_the_calculator(name: str, given: Given, settings: dict[str, object] | None) -> None:
    """The calculator starts at the run's own numbers. What the file does not have is not filled in."""
    found = what_if(report([(FIXTURES / name, name)], given).parts[0].pool, given.times)
    if settings is None:
        assert found is None
        return
    assert found is not None
    query = parse_qs(address(found).removeprefix("?"))
    assert query["tab"] == ["learn"]
    sent = json.loads(query["worth"][0])
    assert sent.pop("alpha") == pytest.approx(settings["alpha"], abs=5e-4)
    assert sent == {"name": name} | {key: value for key, value in settings.items() if key != "alpha"}


def test_the_estimate_is_what_the_calculator_shows() -> None:
    """An engineer who follows the link must find the same best draft length, so both use the same rounded numbers."""
    found = what_if(report([(FIXTURES / "llama.log", "x")], Given()).parts[0].pool, None)
    assert found is not None
    sent = json.loads(parse_qs(address(found).removeprefix("?"))["worth"][0])
    speeds = {gamma: expected_tokens(sent["alpha"], gamma) / (1 + gamma * sent["cost"]) for gamma in range(1, 17)}
    length, speedup = found.estimate()
    assert length == max(speeds, key=lambda gamma: speeds[gamma]) == 6
    assert speedup == pytest.approx(speeds[6])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "This file does not have the settings of the run"),
        (
            "server_args=ServerArgs(speculative_accept_threshold_single=1.0, speculative_accept_threshold_acc=1.0)",
            "lossless",
        ),
        (
            "server_args=ServerArgs(speculative_accept_threshold_single=0.8, speculative_accept_threshold_acc=1.0)",
            "lossy",
        ),
    ],
)
def test_lossless_for_the_settings_of_a_log(line: str, words: str, tmp_path: Path) -> None:
    """A log that has the server's options says whether this run was lossless, and not only what the default is."""
    path = tmp_path / "x.log"
    path.write_text(f"{line}\n{(FIXTURES / 'sglang.log').read_text(encoding='utf-8')}", encoding="utf-8")
    (section,) = [section for section in report([(path, "x.log")], Given()).parts[0].sections if section.answers]
    said = dict(section.answers)[LOSSLESS]
    assert (f"so it was {words}." in said) if line else words in said


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "speculative_config={'method': 'eagle3', 'rejection_sample_method': 'fly'}",
            "`rejection_sample_method` fly, which is lossy.",
        ),
        (
            '--speculative-config {"rejection_sample_method": "block"}',
            "`rejection_sample_method` block, which is lossless.",
        ),
    ],
)
def test_lossless_for_the_settings_of_vllm(line: str, words: str, tmp_path: Path) -> None:
    """vLLM's log begins with the options of the server."""
    path = tmp_path / "x.log"
    path.write_text(f"{line}\n{(FIXTURES / 'vllm.log').read_text(encoding='utf-8')}", encoding="utf-8")
    (section,) = [section for section in report([(path, "x.log")], Given()).parts[0].sections if section.answers]
    assert words in dict(section.answers)[LOSSLESS]


@pytest.mark.parametrize(("temperature", "words"), [(0, "so every token is"), (0.8, "was 0.8, so tokens are sampled")])
def test_the_temperature_of_a_response(temperature: float, words: str, tmp_path: Path) -> None:
    """A response of `/completion` has the sampling settings of its request."""
    value = json.loads((FIXTURES / "llama-timings.json").read_text(encoding="utf-8"))
    path = tmp_path / "x.json"
    path.write_text(json.dumps(value | {"generation_settings": {"temperature": temperature}}), encoding="utf-8")
    (section,) = [section for section in report([(path, "x.json")], Given()).parts[0].sections if section.answers]
    assert words in dict(section.answers)[LOSSLESS]
