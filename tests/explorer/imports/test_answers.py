"""The questions of engineers, answered from logs alone, and the numbers for the calculator."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from explorer.imports.answers import Facts
from explorer.imports.length_words import LENGTH, WHAT_IF
from explorer.imports.lossless import Answer
from explorer.imports.low import LOW
from explorer.imports.plain import plain
from explorer.imports.report import report
from explorer.imports.times import Given
from explorer.imports.whatif import COSTS, address, alpha_of
from explorer.imports.worth import WORTH
from explorer.speedup import expected_tokens
from explorer.statistics import wilson_of

FIXTURES = Path(__file__).parent / "fixtures"
EVERY = sorted(path.name for path in FIXTURES.iterdir())
NOTHING = Given()


def facts(name: str, given: Given = NOTHING) -> Facts:
    """The facts about a fixture."""
    return report([(FIXTURES / name, name)], given).parts[0].facts


def answers(name: str, given: Given = NOTHING) -> dict[str, Answer]:
    """The answers about a fixture."""
    found = report([(FIXTURES / name, name)], given)
    return {answer.question: answer for answer in found.parts[0].answers}


def whole(answer: Answer) -> str:
    """An answer in one line."""
    return " ".join(filter(None, (answer.verdict, *answer.sentences, *answer.folded, answer.rests)))


def seen(answer: Answer) -> str:
    """What a page shows of an answer before anything is unfolded."""
    return " ".join((answer.verdict, *answer.sentences))


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("given", [NOTHING, Given(10, 4), Given(10, 20), Given(per_second=20), Given(20)])
def test_every_question_has_a_short_answer_or_says_what_would_give_it(name: str, given: Given) -> None:
    """An engineer who reads only the first screen knows what to do next."""
    found = answers(name, given)
    assert list(found) == [LOW, LENGTH, WORTH]
    for question, answer in found.items():
        assert len(answer.verdict.split()) <= 35
        assert len(seen(answer).split()) <= 85, question
        for sentence in (answer.verdict, *answer.sentences, *filter(None, (*answer.folded, answer.rests))):
            assert sentence[0].isupper() or sentence[0].isdigit() or sentence[0] in "`“" or sentence.startswith(name)
            assert sentence.endswith("."), sentence
        if "cannot say" in answer.verdict or "Not in the file" in answer.verdict:
            said = whole(answer)
            assert "`-" in said or "`num_draft_tokens`" in said or '": true`' in said, (question, said)
    assert "assume" not in found[LOW].verdict, "no cost is guessed"


@pytest.mark.parametrize(
    ("name", "given", "question", "words"),
    [
        (
            "vllm.log",
            NOTHING,
            LOW,
            "Only if a draft token costs more than 61.4% of a target pass (95%: 54.3%",
        ),
        ("vllm.log", NOTHING, LOW, "By vLLM's definition, it is 35.3% of 669 proposed draft tokens."),
        (
            "vllm.log",
            NOTHING,
            LOW,
            "Accepted: 61.4% at position 1, 48.5% later. So the draft starts better than it goes on.",
        ),
        (
            "sglang-response.json",
            NOTHING,
            LOW,
            "Accepted: 76.0% at position 1, 59.4% later. This difference can be",
        ),
        ("vllm.log", NOTHING, LOW, "There are signs that positions differ (p = 0.02): 61.4%, 48.9%, 47.8%"),
        ("vllm.log", NOTHING, LOW, "Only position 1 differs: 61.4% there, 48.5% at the others."),
        ("llama.log", NOTHING, LOW, "kind of text, quantisation, whether the head was trained for these weights."),
        ("vllm.log", NOTHING, LOW, "Rests on 236 of 427 tested draft tokens accepted: 55.3% (50.5% to 59.9%)."),
        ("vllm.log", Given(40, 4), LOW, "No sign of it: drafts of 2 are not clearly faster than drafts of 3 tokens."),
        ("vllm.log", Given(40, 8), LOW, "Yes, for drafts of 3 tokens. At this cost, a draft of 2 tokens is faster."),
        ("vllm-metrics.txt", Given(10, 9), LOW, "Yes, for drafts of 3 tokens. At this cost, decoding without a"),
        ("llama.log", NOTHING, LOW, "No. At this cost, 3 draft tokens per pass are faster than fewer or none."),
        (
            "llama.log",
            NOTHING,
            LOW,
            "do not show a difference between positions (p = 0.83): 80.9%, 77.8%, 76.8% are accepted when tested.",
        ),
        ("sglang.log", NOTHING, LOW, "This file cannot say, because counts by position are missing."),
        ("vllm-stream.txt", NOTHING, LOW, "Drafts had 1 to 2 tokens, so compare the lengths in"),
        ("sglang-dspark.json", NOTHING, WORTH, "the 95% interval is ×0.80 to ×3.64."),
        ("sglang.log", NOTHING, LOW, "By SGLang's definition, it is about 55.0% of the proposed tokens."),
        ("llama-timings.json", NOTHING, LOW, "definition, it is 85.3% of 604 generated draft tokens."),
        ("aiperf.jsonl", NOTHING, LOW, "By AIPerf's definition, it is 43.6% of 656 proposed draft tokens."),
        (
            "vllm-metrics.txt",
            NOTHING,
            LENGTH,
            "3 if a draft token costs less than 25.0% of a target pass, 2 up to",
        ),
        ("vllm-metrics.txt", NOTHING, LENGTH, "1 up to 80.0%. Above that, none."),
        (
            "vllm.log",
            NOTHING,
            LENGTH,
            "8.8% of a target pass, 2 up to 22.9%, 1 up to 61.4%. Above that, none.",
        ),
        ("vllm.log", Given(40, 4), LENGTH, "2 (×1.60), but these passes cannot tell it apart from 3."),
        ("vllm.log", NOTHING, LENGTH, "`num_speculative_tokens`"),
        (
            "vllm-metrics.txt",
            Given(10, 4),
            LENGTH,
            "2, with a speed-up of ×1.33. With 10.00 ms per target pass and 4",
        ),
        ("vllm-metrics.txt", Given(10, 4), LENGTH, "3 gives ×1.27."),
        ("vllm-metrics.txt", Given(10, 9), LENGTH, "None. With 10.00 ms"),
        ("vllm-stream.txt", NOTHING, LENGTH, "Rests on 4 passes with drafts of 1 to 2 tokens. Lengths above 1 are not"),
        ("aiperf.jsonl", NOTHING, LENGTH, "Rests on 130 passes with drafts of 5 tokens, without 2 passes with 3."),
        ("llama.log", NOTHING, LENGTH, "3, with a speed-up of ×2.38."),
        (
            "llama.log",
            Given(30, 3),
            LENGTH,
            "3, with a measured speed-up of ×2.72. 30 ms + 3 × 3 ms are 39 ms per round,",
        ),
        # 90.7 tokens per second · 25 ms = 2.27, and 25 + 6 ms differ from the round by less than 5%.
        (
            "llama.log",
            Given(25),
            LENGTH,
            "3, with a measured speed-up of ×2.27. A draft of 6 may be faster. Estimate for 6 tokens: ×2.56",
        ),
        ("llama.log", Given(25), WORTH, "Yes: ×2.27 for one request at a time."),
        ("llama.log", Given(30, 3), LENGTH, "By the times alone, it would be ×2.25 (×2.05 to ×2.44)."),
        ("sglang-generate.jsonl", NOTHING, LENGTH, "3 if a draft token costs less than 22.2% of a target pass"),
        ("sglang.log", NOTHING, LENGTH, f"Not in the file: counts by position are missing. “{WHAT_IF}” has an"),
        ("mlx.jsonl", NOTHING, LENGTH, "the draft length of each pass is missing."),
        ("mlx.jsonl", Given(draft_length=2), LENGTH, "2 if a draft token costs less than"),
        ("vllm-metrics.txt", NOTHING, WORTH, "Yes, if a draft token costs less than 60.0% of a target pass (95%: "),
        ("vllm-metrics.txt", Given(10, 9), WORTH, "No: ×0.76 for one request at a time."),
        ("vllm-metrics.txt", Given(10, 4), WORTH, "Yes: ×1.27 for one request at a time."),
        (
            "vllm.log",
            NOTHING,
            WORTH,
            "Yes, if the target alone writes fewer than 40.9 tokens per second (95%: 38.0 to 43.8).",
        ),
        (
            "vllm.log",
            NOTHING,
            WORTH,
            "A round (target pass + 3 × draft token) took at most 49.3 ms and wrote 2.01 tokens",
        ),
        (
            "vllm.log",
            NOTHING,
            WORTH,
            "it is worth it if a draft token costs less than 35.3% of a target pass (95%: 30.6% to 39.9%).",
        ),
        ("vllm.log", NOTHING, WORTH, "10 s earlier, the log has one running request and 40.1 tokens per second."),
        (
            "sglang.log",
            Given(draft_length=3),
            WORTH,
            "if a draft token costs less than 55.0% of a target pass (possible: 48.2% to 60.2%).",
        ),
        ("sglang.log", NOTHING, WORTH, "if the draft of one pass takes less than 165.0% of the time of a target pass."),
        ("sglang.log", Given(10, 1), WORTH, "Yes: ×2.04 for one request at a time."),
        (
            "sglang-dspark.json",
            NOTHING,
            WORTH,
            "Too few passes to say: ×2.00 for one request at a time. With the",
        ),
        (
            "llama.log",
            NOTHING,
            WORTH,
            "Yes, if the target alone writes fewer than 90.7 tokens per second (95%: 82.8 to 98.5). At most ×2.38. The",
        ),
        # 262 tokens − 2 first ones in 2868 ms of decoding are 90.7 per second; × 20 ms = 1.81.
        (
            "llama.log",
            Given(20),
            WORTH,
            "Yes: ×1.81 for one request at a time. It writes 90.7 tokens per second with the draft, and 50.0 without.",
        ),
        # 203 rounds of this interval: 1 + 206/203 tokens · 20.3 = 40.9 per second; 40.9 / 30 = 1.36.
        (
            "vllm.log",
            Given(per_second=30),
            WORTH,
            "Yes: at least ×1.36. It writes at least 40.9 tokens per second with",
        ),
        ("vllm.log", Given(per_second=40), WORTH, "Too few passes to say: at least ×1.02."),
        ("vllm.log", Given(per_second=50), WORTH, "This file cannot say: at least ×0.82."),
        # q-1 wrote at least 500 tokens per second, and q-3 at least 133.3.
        (
            "aiperf.jsonl",
            NOTHING,
            WORTH,
            "writes fewer than 133.3 (q-3) to 500.0 (q-1) tokens per second. These are lower",
        ),
        ("aiperf.jsonl", NOTHING, WORTH, "a round took at most 6.34 ms in q-1 and 22.5 ms in q-3."),
        ("aiperf.jsonl", Given(per_second=100), WORTH, "Yes: at least ×1.33 (q-3) to ×5.00 (q-1), by request."),
        ("aiperf.jsonl", Given(per_second=200), WORTH, "Not for every request: at least ×0.67 (q-3) to ×2.50 (q-1)."),
        ("aiperf.jsonl", Given(per_second=600), WORTH, "This file cannot say: at least ×0.22 (q-3) to ×0.83 (q-1)."),
        # 54.02 printed tokens per second with one request; 54.02 / 40 = 1.35.
        ("sglang.log", Given(per_second=40), WORTH, "Yes: at least ×1.35."),
        ("llama.log", NOTHING, WORTH, "Requests differ: a round took 29.5 ms in task 0 and 150 ms in task 6."),
        ("vllm.log", NOTHING, WORTH, "On a busy server, checking 3 draft tokens takes longer, so the gain shrinks"),
        ("llama-timings.json", NOTHING, WORTH, "At most ×4.43"),
        ("sglang-metrics.txt", NOTHING, WORTH, "which is the largest possible speed-up."),
    ],
)
def test_answers_by_hand(name: str, given: Given, question: str, words: str) -> None:
    """2.8 tokens in 3 drafts: (2.8 − 1)/3 = 60%; 2.8·10/22 = 1.27; 2.65/1.3 = 2.04; 2.5/(1 + 4/16) = 2.

    llama.log has 260/89 tokens per pass: 260/89/(1 + 3·0.1) = 2.25, whichever question asks for it.
    """
    assert words in whole(answers(name, given)[question])


@pytest.mark.parametrize("cost", [0.02, 0.05, 0.08, 0.1, 0.2, 0.3, 0.5, 0.7])
@pytest.mark.parametrize("name", ["vllm.log", "vllm-metrics.txt", "aiperf.jsonl", "llama.log", "sglang-response.json"])
def test_the_ranges_of_the_cost_are_the_best_lengths(name: str, cost: float) -> None:
    """“3 below 8.8%, 2 up to 22.9%” is one answer only if it is the best length at every cost."""
    run = facts(name).run
    assert run is not None
    limits = {length: run.worth(length) for length in range(1, run.gamma + 1)}
    assert run.best(cost) == max((length for length, limit in limits.items() if cost < limit), default=0)


@pytest.mark.parametrize("name", ["vllm.log", "vllm-metrics.txt", "aiperf.jsonl", "llama.log", "sglang-response.json"])
@pytest.mark.parametrize("cost", COSTS)
def test_estimates_continue_the_file_and_never_beat_it_in_vain(name: str, cost: float) -> None:
    """An estimate beside a tested length may only recommend what is faster than that length."""
    run = facts(name).run
    assert run is not None
    assert run.expected(run.gamma + 1) == pytest.approx(run.tokens[-1] + run.whole * run.beyond)
    assert run.expected(run.gamma + 1) > run.tokens[-1]
    longer = run.longer(cost)
    if longer is not None:
        assert run.speedup(longer, cost) > run.speedup(run.best(cost), cost)


def test_estimates_of_a_run_of_five_tokens_by_hand() -> None:
    """22 of 130 passes accepted all five, and 22 of 38 tests at position 5 succeeded: 414/130 + 22/130 · 22/38 = 3.283.

    With all positions together, 284/392 would promise 3.307.
    """
    run = facts("aiperf.jsonl").run
    assert run is not None
    assert run.gamma == 5
    assert run.expected(5) == pytest.approx(1 + 284 / 130)
    assert run.expected(6) == pytest.approx(1 + 284 / 130 + 22 / 130 * 22 / 38)
    assert run.beyond_ends == pytest.approx(wilson_of(22, 38))
    assert run.longer(0.1) is None, "5 is not even the best of the file"


def test_a_cost_that_is_one_of_the_table_has_one_column() -> None:
    """“your 10.0%” beside “cost 10%” would look like two costs."""
    found = report([(FIXTURES / "vllm.log", "x")], Given(40, 4))
    (section,) = [section for section in found.parts[0].sections if section.title == WHAT_IF]
    heads = section.tables[0].heads
    assert [head for head in heads if "10%" in head] == ["cost 10% (yours)"]
    assert len(heads) == 2 + len(COSTS)


def test_the_speed_ups_of_the_table_by_hand() -> None:
    """1.8, 2.4 and 2.8 tokens at 40%: 1.8/1.4 = 1.29, 2.4/1.8 = 1.33, 2.8/2.2 = 1.27, so two tokens are best."""
    found = report([(FIXTURES / "vllm-metrics.txt", "x")], NOTHING)
    (section,) = [section for section in found.parts[0].sections if section.title == WHAT_IF]
    (table,) = section.tables
    assert table.heads == ("draft length", "tokens per target pass", *(f"cost {cost:.0%}" for cost in COSTS))
    assert [row[-1] for row in table.rows][:4] == ["×1.00", "×1.29", "×1.33 best", "×1.27"]
    # 40% of the passes accepted all 3, and 2/3 of the tests at position 3 succeeded: 2.8 + 0.4·2/3 = 3.07.
    assert table.rows[4][:2] == ("4 (estimate)", "3.07")
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
        ("sglang.log", NOTHING, {"alpha": 0.7295, "gamma": 3, "points": [[3, 2.65]], "measured": False, "cost": None}),
        (
            "sglang-metrics.txt",
            NOTHING,
            {"alpha": 0.669, "gamma": 7, "points": [[7, 2.9]], "measured": False, "cost": None},
        ),
        ("llama-timings.json", NOTHING, None),
    ],
)
def test_settings_of_the_calculator(name: str, given: Given, settings: dict[str, object] | None) -> None:
    """The calculator starts at the run's own numbers. What the file does not have is not filled in."""
    found = facts(name, given).run
    if settings is None:
        assert found is None
        return
    assert found is not None
    query = parse_qs(address(found).removeprefix("?"))
    assert query["tab"] == ["learn"]
    sent = json.loads(query["worth"][0])
    assert sent.pop("alpha") == pytest.approx(settings["alpha"], abs=5e-4)
    assert sent == {"name": name} | {key: value for key, value in settings.items() if key != "alpha"}


def test_the_points_of_the_calculator_have_the_best_length_of_the_report() -> None:
    """An engineer who follows the link must find the same best draft length: the largest of these points."""
    found = facts("vllm.log", Given(40, 4)).run
    assert found is not None
    sent = json.loads(parse_qs(address(found).removeprefix("?"))["worth"][0])
    speeds = {gamma: tokens / (1 + gamma * sent["cost"]) for gamma, tokens in sent["points"]}
    assert max(speeds, key=lambda gamma: speeds[gamma]) == found.best() == 2
