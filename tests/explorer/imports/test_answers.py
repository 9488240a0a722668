"""The four questions of engineers, answered from logs alone, and the numbers for the calculator."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from explorer.imports.answers import LENGTH, LOSSLESS, LOW, WORTH
from explorer.imports.plain import plain
from explorer.imports.report import Given, report
from explorer.imports.whatif import COSTS, address, alpha_of, what_if
from explorer.imports.words import WHAT_IF
from explorer.speedup import expected_tokens

FIXTURES = Path(__file__).parent / "fixtures"
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
    assert "lossless" in found[LOSSLESS]


@pytest.mark.parametrize(
    ("name", "given", "question", "words"),
    [
        ("vllm.log", Given(), LOW, "55.3% of the tested draft tokens were accepted. Positions differ by no more than"),
        ("vllm-metrics.txt", Given(), LOW, "75.0% of the tested draft tokens were accepted. Later draft tokens fail"),
        ("sglang.log", Given(), LOW, "About 55.0% of the proposed draft tokens were accepted. This file cannot say"),
        ("llama-timings.json", Given(), LOW, "85.3% of the proposed draft tokens were accepted. This file cannot say"),
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
            "25.69 ms per target pass and 2.00 ms per draft token, the speed-up is ×2.37.",
        ),
        ("sglang.log", Given(), LENGTH, f"counts by position are not in it. “{WHAT_IF}” has an estimate."),
        ("mlx.jsonl", Given(), LENGTH, "the draft length of each pass is not in it."),
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
    """2.8 tokens in 3 drafts: (2.8 − 1)/3 = 60%; 2.8·10/22 = 1.27; 2.65/1.3 = 2.04; 2.5/(1 + 4/16) = 2."""
    assert words in answers(name, given)[question]


def test_the_speed_ups_of_the_table_by_hand() -> None:
    """1.8, 2.4 and 2.8 tokens at 40%: 1.8/1.4 = 1.29, 2.4/1.8 = 1.33, 2.8/2.2 = 1.27, so two tokens are best."""
    found = report([(FIXTURES / "vllm-metrics.txt", "x")], Given())
    (section,) = [section for section in found.parts[0].sections if section.title == WHAT_IF]
    assert section.table is not None
    assert section.table.heads == ("draft length", "tokens per target pass", *(f"cost {cost:.0%}" for cost in COSTS))
    assert [row[-1] for row in section.table.rows] == ["×1.00", "×1.29", "×1.33 best", "×1.27"]
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
