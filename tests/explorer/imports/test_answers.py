"""The questions of engineers, answered from logs alone, and the numbers for the calculator."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from explorer.imports.answers import Facts
from explorer.imports.counts import pooled
from explorer.imports.length_table import COMPARED
from explorer.imports.length_words import LENGTH
from explorer.imports.low import LOW
from explorer.imports.opening import opened
from explorer.imports.plain import plain, table_csv
from explorer.imports.report import report
from explorer.imports.sections import Answer, Table
from explorer.imports.times import Given, cost_in, times_of
from explorer.imports.whatif import EQUAL, address, alpha_of
from explorer.imports.worth import WORTH
from explorer.speedup import expected_tokens
from tests.explorer.cli.test_cli import call

FIXTURES = Path(__file__).parent / "fixtures"
EVERY = sorted(path.name for path in FIXTURES.iterdir())
NOTHING, COSTED = Given(), Given(cost=0.2)
COSTS = (0.02, 0.05, 0.1, 0.25, 0.375)  # of a draft token, in target passes


def facts(name: str, given: Given = NOTHING) -> Facts:
    """The facts about a fixture."""
    return report([(FIXTURES / name, name)], given).parts[0].facts


def answers(name: str, given: Given = NOTHING) -> dict[str, Answer]:
    """The answers about a fixture."""
    found = report([(FIXTURES / name, name)], given)
    return {answer.question: answer for answer in found.parts[0].answers}


def whole(answer: Answer) -> str:
    """An answer in one line."""
    return " ".join(filter(None, (answer.verdict, *answer.sentences, *answer.folded)))


def seen(answer: Answer) -> str:
    """What a page shows of an answer before anything is unfolded."""
    return " ".join((answer.verdict, *answer.sentences))


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize(
    "given", [NOTHING, Given(10, 4), Given(10, 20), Given(per_second=20), Given(20), Given(cost=0.2)]
)
def test_every_question_has_a_short_answer_or_says_what_would_give_it(name: str, given: Given) -> None:
    """An engineer who reads only the first screen knows what to do next."""
    found = answers(name, given)
    assert list(found) == [LOW, LENGTH, WORTH]
    for question, answer in found.items():
        assert len(answer.verdict.split()) <= 55
        assert len(seen(answer).split()) <= {LOW: 175, LENGTH: 160, WORTH: 150}[question], question
        for sentence in (answer.verdict, *answer.sentences, *answer.folded):
            assert sentence[0].isupper() or sentence[0].isdigit() or sentence[0] in "`“" or sentence.startswith(name)
            assert sentence.endswith("."), sentence
        if "cannot say" in answer.verdict:
            said = whole(answer)
            assert "`-" in said or "`num_draft_tokens`" in said or '": true`' in said, (question, said)


@pytest.mark.parametrize(
    ("name", "given", "question", "words"),
    [
        (
            "vllm.log",
            NOTHING,
            LOW,
            "normal for a small model: 2.06 tokens per target pass, and 55.3% (lowest and highest log window: "
            "53.8%, 68.2%) of tested",
        ),
        (
            "vllm.log",
            NOTHING,
            LOW,
            # 669 proposed − 427 tested draft tokens
            "The rate of vLLM, 35.3%, also counts 242 of 669 proposed draft tokens that were never tested.",
        ),
        (
            "vllm.log",
            NOTHING,
            LOW,
            "By position, 61.4%, 48.9% and 47.8% are accepted (test of one rate at all positions: p = 0.02).",
        ),
        (
            "sglang-response.json",
            NOTHING,
            LOW,
            "are accepted (test of one rate at all positions: p = 0.17). These differences can be chance.",
        ),
        ("llama.log", NOTHING, LOW, "check that your target is the model for which the head was trained"),
        (
            "llama.log",
            NOTHING,
            LOW,
            "To find a cause, run 20 of these prompts as they are, and again with one change at a time: temperature 0",
        ),
        ("vllm.log", NOTHING, LOW, "Based on 236 accepted of 427 tested draft tokens."),
        (
            "vllm.log",
            Given(40, 4),
            LOW,
            "normal for a small model: 2.06 tokens per target pass, and 55.3% (lowest and highest log window: "
            "53.8%, 68.2%) of tested",
        ),
        (
            "llama.log",
            NOTHING,
            LOW,
            "Perhaps low for MTP: 2.92 tokens per target pass, and 78.8% (95% interval: 72.9% to 83.7%) of",
        ),
        (
            "llama.log",
            NOTHING,
            LOW,
            "are accepted (test of one rate at all positions: p = 0.83). These differences can be chance.",
        ),
        ("sglang.log", NOTHING, LOW, "This file cannot say, because counts by position are missing."),
        (
            "vllm-stream.txt",
            NOTHING,
            LOW,
            "Too few tests to say: 2.00 tokens per target pass, and 66.7% (95% interval: 30.0% to 90.3%)",
        ),
        ("sglang-dspark.json", NOTHING, WORTH, "Too few passes to say: ×2.00 (95% interval: ×0.80 to ×3.20) for"),
        (
            "sglang.log",
            NOTHING,
            LOW,
            "By SGLang’s definition, the acceptance rate is about 55.0% (of the proposed draft tokens).",
        ),
        (
            "llama-timings.json",
            NOTHING,
            LOW,
            "By llama.cpp’s definition, the acceptance rate is 85.3%.",
        ),
        (
            "aiperf.jsonl",
            NOTHING,
            LOW,
            "43.6%, also counts 260 of 656 proposed draft tokens that were never tested.",
        ),
        (
            "vllm-metrics.txt",
            NOTHING,
            LENGTH,
            # 2.4 / 1.75 against 2.8 / 2.125 is +4.1% at 37.5%. A fourth token adds 0.4 · 2/3: 3.0667 / 1.08 against
            # 2.8 / 1.06 is +7.5%, and 3.0667 / 1.4 against 2.8 / 1.3 is +1.7%. It pays off below
            # 0.2667 / (4 · 2.8 − 3 · 3.0667) = 13.3%, and a third below 0.4 / (3 · 2.4 − 2 · 2.8) = 25.0%.
            "With a head (cost 2% to 10%): try 4 (estimate: from 1.7% to 7.5% faster than 3). With a small model "
            "(cost 5% to "
            "37.5%): keep 3 (others are at most 4.1% faster). "
            'For 4, set `"num_speculative_tokens": 4` (now 3) in `--speculative-config`. 4 (estimated, not tried) is '
            "faster than 3 below a cost of 13.3%. 3 is faster than 2 below a cost of 25.0% (95% interval: ",
        ),
        # 1.596 / 1.583
        ("vllm.log", Given(40, 4), LENGTH, "Set 2 (now 3): +0.8% over 3 if a draft token costs 10% of a target pass."),
        (
            "vllm.log",
            NOTHING,
            LENGTH,
            # At 10%, 1.9148 / 1.2 against 2.0583 / 1.3 is +0.8%. At 37.5%, 1 is 1.6143 / 1.375, which is 7.3% more
            # than 1.9148 / 1.75 with 2. 3 and 2 are equally fast at 0.1435 / (3 · 1.9148 − 2 · 2.0583) = 8.8%,
            # 2 and 1 at 0.3004 / (2 · 1.6143 − 1.9148) = 22.9%.
            "With a head (cost 2% to 10%): keep 3 (others are at most 0.8% faster). With a small model (cost 5% "
            "to 37.5%): set "
            "2, now 3 (others are at most 7.3% faster). "
            'For 2, set `"num_speculative_tokens": 2` (now 3) in `--speculative-config`. 4 (estimated, not tried) is ',
        ),
        (
            "vllm-metrics.txt",
            Given(10, 4),
            LENGTH,
            "Speed-up with 2 and 3: ×1.33 (95% interval: ×1.29 to ×1.37) and ×1.27",
        ),
        # 1.333 / 1.273
        ("vllm-metrics.txt", Given(10, 4), LENGTH, "Set 2 (now 3): +4.8% (95% interval: "),
        (
            "vllm-metrics.txt",
            Given(10, 9),
            LENGTH,
            "Use no draft (now 3): +32.1% (95% interval: ",
        ),  # 3.7 / 2.8
        (
            "vllm-stream.txt",
            NOTHING,
            LENGTH,
            "ran at once. Shorter drafts are used for the positions that they have: 1 pass with 1 token.",
        ),
        (
            "aiperf.jsonl",
            NOTHING,
            LENGTH,
            "Based on drafts of 5 tokens in 130 target passes.",
        ),
        (
            "aiperf.jsonl",
            NOTHING,
            LENGTH,
            "Shorter drafts are used for the positions that they have: 2 passes with 3",
        ),
        (
            "llama.log",
            NOTHING,
            LENGTH,
            "Speed-up with 3 and 4: ×2.38 (95% interval: ×2.17 to ×2.58) and ×2.52.",
        ),
        ("llama.log", NOTHING, LENGTH, "Try 4 (not tried yet): by an estimate, +6.1% over 3 if a"),
        (
            "llama.log",
            Given(30, 3),
            LENGTH,
            "30 ms + 3 × 3 ms are 39 ms per round, but a round took 32.22 ms.",
        ),
        # 260 tokens in 2867.65 ms are 90.7 per second, and · 26.22 ms = 2.38. 26.22 + 6 ms are the round of 32.22 ms.
        ("llama.log", Given(26.22), WORTH, "Yes: ×2.38 for one request at a time."),
        ("llama.log", Given(25), WORTH, "Yes: ×2.27 for one request at a time."),
        ("llama.log", Given(30, 3), LENGTH, "×2.25 (95% interval: ×2.05 to ×2.44)"),
        (
            "sglang-generate.jsonl",
            NOTHING,
            LENGTH,
            "Too few passes to be sure. With a head (cost 2% to 10%): try 4 (estimate: from 1.1% to 6.9% faster than "
            "3). With",
        ),
        (
            "sglang.log",
            NOTHING,
            LENGTH,
            f"This file cannot say, because counts by position are missing. “{COMPARED}” has an",
        ),
        ("mlx.jsonl", NOTHING, LENGTH, "the draft length of each pass is missing."),
        (
            "mlx.jsonl",
            Given(draft_length=2),
            LENGTH,
            "Too few passes to be sure. With a head (cost 2% to 10%): keep 2 (no other is faster). With a small model "
            "(cost 5% to",
        ),
        (
            "vllm-metrics.txt",
            NOTHING,
            WORTH,
            "With a head (2% to 10%): ×2.15 to ×2.64 (95% interval: ×2.07 to ×2.74). With a small model (5% to 37.5%): "
            "×1.32 to ×2.43 (95% interval: ×1.27 to ×2.52).",
        ),
        (
            "vllm-metrics.txt",
            Given(10, 9),
            WORTH,
            "Probably no: ×0.76 (95% interval: ×0.73 to ×0.78) at a cost of 90% of a target pass (computed,",
        ),
        (
            "vllm-metrics.txt",
            Given(10, 4),
            WORTH,
            "Probably yes: ×1.27 (95% interval: ×1.23 to ×1.32) at a cost of 40% of a target pass (computed,",
        ),
        (
            "vllm.log",
            NOTHING,
            WORTH,
            "It is worth it if the target alone is slower than 40.9 tokens per second per request, a lower limit "
            "of the speed with the draft (one-sided 95% bound, as if passes were independent: 38.5).",
        ),
        (
            "vllm.log",
            NOTHING,
            WORTH,
            # 236 / 223 / 3; a table of draft lengths has the same passes
            "It pays off up to a cost of accepted / proposed draft tokens: 236 / 669 = 35.3%.",
        ),
        (
            "sglang.log",
            Given(draft_length=3),
            WORTH,
            "of (tokens per target pass − 1) / draft tokens: (2.70 − 1) / 3 = 56.7% with 1 running request and",
        ),
        (
            "sglang.log",
            NOTHING,
            WORTH,
            "= 162.5%",  # of 2.625
        ),
        (
            "sglang.log",
            Given(10, 1),
            WORTH,
            "Probably yes: ×2.45 with 1 running request and ×2.39 with 2 at a cost of 10% of a target pass",
        ),
        (
            "sglang-dspark.json",
            NOTHING,
            WORTH,
            "The file has the time of target passes over 4 tokens. A pass over one token may be faster.",
        ),
        (
            "llama.log",
            NOTHING,
            WORTH,
            "It is worth it if the target alone is slower than 90.7 tokens per second per request (slowest and fastest "
            "request: 20.0, 98.9).",
        ),
        (
            "llama.log",
            NOTHING,
            WORTH,
            "Probably yes: ×2.38 (95% interval: ×2.17 to ×2.58) or less.",
        ),
        # 89 rounds and 171 accepted draft tokens in 2867.65 ms are 90.7 tokens per second; × 20 ms = 1.81.
        (
            "llama.log",
            Given(20),
            WORTH,
            "Yes: ×1.81 for one request at a time.",
        ),
        # 203 rounds of this interval: 1 + 206/203 tokens · 20.3 = 40.9 per second; 40.9 / 30 = 1.36.
        (
            "vllm.log",
            Given(per_second=30),
            WORTH,
            "Yes: at least ×1.28 (one-sided 95% bound, as if passes were independent; the mean is ×1.36). The engine "
            "writes at least 40.9 tokens per",
        ),
        (
            "vllm.log",
            Given(per_second=40),
            WORTH,
            "Too few passes to say: at least ×0.96 (one-sided 95% bound, as if passes were independent; the mean is "
            "×1.02).",
        ),
        (
            "vllm.log",
            Given(per_second=50),
            WORTH,
            "This file cannot say: at least ×0.77 (one-sided 95% bound, as if passes were independent; the",
        ),
        # 132 passes and 286 accepted draft tokens in 902 ms are 463.4 tokens per second; 463.4 / 600 = 0.77.
        (
            "aiperf.jsonl",
            NOTHING,
            WORTH,
            "463.4 tokens per second per request, a lower limit of the speed with the draft (slowest and "
            "fastest request: 133.3,",
        ),
        ("aiperf.jsonl", Given(per_second=100), WORTH, "Yes: at least ×4.63 for these requests together."),
        (
            "aiperf.jsonl",
            Given(per_second=600),
            WORTH,
            "This file cannot say: at least ×0.77 for these requests together.",
        ),
        # 54.02 printed tokens per second with one request; 54.02 / 40 = 1.35.
        ("sglang.log", Given(per_second=40), WORTH, "Yes: at least ×1.35 (the slowest log window; the mean is ×1.35)."),
        (
            "llama.log",
            Given(20),
            WORTH,
            "Rounds took 29.5 ms to 150 ms, so the answer only holds for this mix of requests.",
        ),
        (
            "vllm-metrics.txt",
            Given(kind="eagle"),
            LENGTH,
            "This is wrong for mixtures of experts, busy servers and long contexts.",
        ),
        ("llama-timings.json", NOTHING, WORTH, "The speed-up is at most ×4.43"),
        ("sglang-metrics.txt", NOTHING, WORTH, "The speed-up cannot be larger."),
        (
            "sglang.log",
            Given(draft_length=3),
            WORTH,
            "Speed-ups have no interval, because the file has only averages.",
        ),
    ],
)
def test_answers_by_hand(name: str, given: Given, question: str, words: str) -> None:
    """2.8 tokens in 3 drafts: (2.8 − 1)/3 = 60%; 2.8·10/22 = 1.27; 2.70/1.3 = 2.08; 2.5/(1 + 4/16) = 2.

    llama.log has 260/89 tokens per pass: 260/89/(1 + 3·0.1) = 2.25, whichever question asks for it. At typical costs of
    2% to 10% for a head, 2.70 to 2.90 tokens give 2.70/1.3 = 2.07 to 2.90/1.06 = 2.74. At 5% to 37.5%, it is 1.27 to
    2.52.
    """
    assert words in whole(answers(name, given)[question])


@pytest.mark.parametrize("cost", [0.02, 0.05, 0.08, 0.1, 0.2, 0.3, 0.5, 0.7])
@pytest.mark.parametrize("name", ["vllm.log", "vllm-metrics.txt", "aiperf.jsonl", "llama.log", "sglang-response.json"])
def test_at_a_known_cost_the_best_length_is_the_fastest(name: str, cost: float) -> None:
    """The rule about all costs must not name a slower length if there is only one, and the last token of the fastest
    length is the last one that pays off at this cost.
    """
    found = facts(name, Given(cost=cost))
    run, (best,) = found.run, found.advice
    assert run is not None
    fastest = max(range(run.gamma + 1), key=lambda size: run.speedup(size, cost))
    assert run.gain(fastest, best.tried, cost) < EQUAL
    assert fastest == max((size for size in range(1, run.gamma + 1) if cost < run.worth(size)), default=0)


@pytest.mark.parametrize("name", ["vllm.log", "vllm-metrics.txt", "aiperf.jsonl", "llama.log", "sglang-response.json"])
@pytest.mark.parametrize("cost", COSTS)
def test_estimates_continue_the_file_and_never_beat_it_in_vain(name: str, cost: float) -> None:
    """An estimate beside a tested length may only recommend what is faster than that length."""
    run = facts(name).run
    assert run is not None
    assert run.expected(run.gamma + 1) == pytest.approx(run.tokens[-1] + run.whole * run.beyond)
    assert run.expected(run.gamma + 1) > run.tokens[-1]
    (best,) = facts(name, Given(cost=cost)).advice
    assert not best.longer or run.gain(best.size, best.gamma, cost) >= EQUAL


def test_estimates_of_a_run_of_five_tokens_by_hand() -> None:
    """Two drafts had 3 tokens, and 130 had 5. 97, 75 and 54 of 132 passes reach positions 1 to 3. Then 38 of 54 tests
    succeed, and 22 of 38. So 5 tokens give 1 + 226/132 + 54/132 · (38/54 + 22/54) = 3.1667, and a sixth adds
    22/132 · 22/38.
    """
    run = facts("aiperf.jsonl").run
    assert run is not None
    assert run.gamma == 5
    assert run.expected(5) == pytest.approx(1 + (97 + 75 + 54 + 38 + 22) / 132)
    assert run.expected(6) == pytest.approx(1 + (97 + 75 + 54 + 38 + 22) / 132 + 22 / 132 * 22 / 38)
    (best,) = facts("aiperf.jsonl", Given(cost=0.1)).advice
    assert best.size < 5, "5 is not even the best of the file"


def lengths_table(name: str, given: Given) -> Table:
    """The table of draft lengths of a fixture."""
    found = report([(FIXTURES / name, name)], given)
    return next(section for section in found.parts[0].sections if section.title == COMPARED).tables[0]


def test_a_known_cost_has_one_column() -> None:
    """2.0583 tokens of 3 draft tokens give 2.0583 / 1.3 = 1.58 at 10%, and 1.9148 of 2 give 1.60."""
    for given in (Given(40, 4), Given(cost=0.1)):
        table = lengths_table("vllm.log", given)
        assert [head for head in table.heads if "%" in head and "95%" not in head] == ["speed-up at 10%"]
        assert table.rows[3][:2] == ("3 (yours)", "2.06")
        assert table.rows[3][2:] == ("×1.58", "8.8%"), "its 2 log windows show signs of a difference"
        assert (table.rows[2][0], table.rows[2][2]) == ("2 (set)", "×1.60")
        assert table.chosen == (2, 3)


def test_the_speed_ups_of_the_table_by_hand() -> None:
    """1.8, 2.4 and 2.8 tokens at 37.5%: 1.8/1.375 = 1.31, 2.4/1.75 = 1.37, 2.8/2.125 = 1.32. At 5%, 2 and 3 give
    2.4/1.1 = 2.18 and 2.8/1.15 = 2.43, and 5 give 3.24/1.25 = 2.60. Two estimated rows follow.
    """
    table = lengths_table("vllm-metrics.txt", NOTHING)
    kinds = ("speed-up with a head (2% to 10%)", "speed-up with a small model (5% to 37.5%)")
    assert table.heads[3:5] == kinds
    cells = [row[4] for row in table.rows]
    assert cells[:4] == ["×1.00", "×1.31 to ×1.71", "×1.37 to ×2.18", "×1.32 to ×2.43"]
    assert cells[5] == "×1.13 to ×2.60"
    # 40% of the passes accepted all 3, and 2/3 of the tests at position 3 succeeded: 2.8 + 0.4·2/3 = 3.07.
    names = ["3 (yours)", "4 (try with a head, estimate)", "5 (estimate)"]
    assert [row[0] for row in table.rows[3:]] == names
    assert table.rows[4][1] == "3.07"
    assert table.chosen == (3, 4)
    lines = plain(report([(FIXTURES / "vllm-metrics.txt", "x")], NOTHING)).splitlines()
    assert any(re.match(r" +2 +2\.40 .*×1\.37 to ×2\.18 +50\.0%", line) for line in lines)
    assert any(re.match(r" +4 \(try with a head, estimate\) +3\.07", line) for line in lines)


def test_a_given_cost_replaces_the_typical_ones() -> None:
    """With 8 running requests, 3 tokens give 2.0033 / 2.125 = 0.943 at 37.5%, and 1 gives 1.5822 / 1.375 = 1.151, which
    is 22.1% more. With 1, 3 tokens give 2.325 / 2.125 = 1.09. With 3, 2.122 / 2.125 = 0.999 is a loss.
    """
    path = FIXTURES.parent / "made" / "vllm.log"
    part = report([(path, "x")], Given(cost=0.375)).parts[0]
    said = {answer.question: whole(answer) for answer in part.answers}
    assert "normal for a small model: 2.11 tokens per target pass, and 56.8%" in said[LOW]
    assert said[LENGTH].startswith(
        "Set 1 (now 3): +12.0% with 1 running request, +17.7% with 3 and +22.1% with 8 over 3 if a draft token costs "
        "37.5% of a target pass. "
        'For 1, set `"num_speculative_tokens": 1` (now 3)'
    )
    assert (
        " Speed-up with 1 and 3: ×1.23 and ×1.09 with 1 running request, ×1.18 and ×1.00 with 3 and ×1.15 and ×0.94 "
        "with 8."
    ) in said[LENGTH]
    assert said[WORTH].startswith(
        "It depends on the load: ×1.09 with 1 running request, ×1.00 with 3 and ×0.94 with 8 at a cost of 37.5% of a "
        "target pass"
    )
    assert "A round took at most 50 ms with 1 running request, 60 ms with 3 and 88.9 ms with 8 (+78%)." in said[WORTH]
    assert all("ypical" not in sentence for sentence in said.values())
    csv = table_csv(report([(path, "x")], Given(cost=0.375))).splitlines()
    assert {line.split(",")[1].removesuffix(" (estimate)") for line in csv if "speed-up if" in line} == {
        "speed-up if a draft token costs 0.375",
    }


def test_a_given_cost_with_one_time_gives_the_other() -> None:
    """A round of 24 ms is a target pass and 3 draft tokens of 10%: 24 / 1.3 = 18.46 ms and 1.846 ms."""
    found, no_round = (pooled(opened(FIXTURES / name), "x") for name in ("vllm-detailed.json", "vllm-metrics.txt"))
    assert times_of(no_round, Given(20, cost=0.1)) == (20, 2)
    assert times_of(no_round, Given(cost=0.1)) is None
    assert cost_in(no_round, Given(cost=0.1)) == 0.1
    assert times_of(found, Given(cost=0.1)) == pytest.approx((24 / 1.3, 2.4 / 1.3))
    assert facts("llama.log", Given(cost=0.1)).each == pytest.approx((26.266, 2.6266), abs=1e-3), "as in the file"


@pytest.mark.parametrize("text", ["10", "ten%", "-1%", "1e2%", "1001%", "%", "", "nan%", "10%%"])
def test_costs_that_are_not_valid_are_one_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A cost of 10 could be 10% or 10 passes, so the sign is needed. Nothing is guessed."""
    code, out, err = call(capsys, "import", FIXTURES / "vllm.log", f"--draft-cost={text}")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"“{text}” is not a valid cost of a draft token. Enter a percentage of a target pass from 0% to 1000%" in err


def test_a_cost_and_a_time_of_a_draft_token_are_one_too_many(capsys: pytest.CaptureFixture[str]) -> None:
    """Two numbers for one thing would leave open which one was used."""
    words = ["--draft-cost", "10%", "--draft-ms", "2"]
    code, out, err = call(capsys, "import", FIXTURES / "vllm.log", *words)
    assert (code, out) == (2, "")
    assert err == (
        "explorer: `--draft-cost` and `--draft-ms` both give the time of a draft token. Leave out one of the two.\n"
    )
    assert "Set 2 (now 3): +0.8% over 3" in call(capsys, "import", FIXTURES / "vllm.log", "--draft-cost", "10%")[1]


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
        # 2 ms of drafts and 8 ms of a check per round, with 3 draft tokens: 2 / 3 / 8 = 0.083
        (
            "sglang-dspark.json",
            NOTHING,
            {"alpha": 0.667, "gamma": 3, "points": [[1, 1.75], [2, 2.25], [3, 2.5]], "measured": True, "cost": 0.083},
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
    found, (best,) = facts("vllm.log", Given(40, 4)).run, facts("vllm.log", Given(40, 4)).advice
    assert found is not None
    sent = json.loads(parse_qs(address(found).removeprefix("?"))["worth"][0])
    speeds = {gamma: tokens / (1 + gamma * sent["cost"]) for gamma, tokens in sent["points"]}
    assert max(speeds, key=lambda gamma: speeds[gamma]) == best.size == 2


def test_a_small_gain_is_named_with_its_interval(tmp_path: Path) -> None:
    """One rule holds at every cost, so the reader sees how small a gain is, and that it can be chance.

    1,000 passes with 3 draft tokens write 2.25 tokens each, and with 2 they would write 2.05. At 12.5%, 2.25 / 1.375 =
    1.636 and 2.05 / 1.25 = 1.640 are nearly equal.
    """
    path = tmp_path / "x.json"
    buckets = [350, 250, 200, 200]
    counts = {
        "acceptance_histogram": buckets,
        "num_spec_steps": 1000,
        "num_accepted_draft_tokens": 1250,
        "num_draft_tokens": 3000,
        "num_spec_tokens": 3,
    }
    path.write_text(json.dumps({"metrics": {"speculative_decoding": counts}}), encoding="utf-8")
    part = report([(path, "x")], Given(cost=0.125)).parts[0]
    assert not part.answers[0].verdict.startswith("Yes")
    verdict = part.answers[1].verdict  # 1.64 / 1.6364
    assert re.fullmatch(
        r"Keep 3: no other tried length is faster if a draft token costs 12\.5% of a target pass\.", verdict
    )


def test_no_draft_needs_no_option() -> None:
    """At 90%, no draft is faster by 32.1%, so an option for 3 draft tokens would be the wrong thing to copy."""
    answer = answers("vllm-metrics.txt", Given(10, 9))[LENGTH]
    assert answer.sentences == ("1 is faster than no draft below a cost of 80.0% (95% interval: 76.3% to 83.3%).",)


def test_a_large_cost_has_no_power_of_ten() -> None:
    """A draft token of 497 ms costs 4,970% of a target pass of 10 ms."""
    assert " at a cost of 4,970% of a target pass" in answers("vllm-summary.jsonl", Given(10, 497))[WORTH].verdict


@pytest.mark.parametrize(
    ("buckets", "words"),
    [
        ([100], "No: no draft token was accepted."),
        ([20], "Too few passes to say: no draft token was accepted."),
        # 2 / 150 tokens are 1.3%, less than any typical cost, but the interval reaches above the 2% of a head.
        (
            [48, 2],
            "With a head (2% to 10%): too few passes to say (×0.80 to ×0.98). With a small model (5% to 37.5%): "
            "probably no",
        ),
        # 20 / 30,000 are 0.07%, at most 0.1%.
        (
            [9980, 20],
            "Probably no: it pays off up to a cost of 0.1% of a target pass per draft token (95% interval: 0.0% to",
        ),
    ],
)
def test_a_draft_that_is_hardly_ever_accepted_is_not_worth_it(buckets: list[int], words: str, tmp_path: Path) -> None:
    """With 3 draft tokens and E tokens per pass, the speed-ups are E / (1 + 3 · cost)."""
    path, passes = tmp_path / "x.json", sum(buckets)
    counts = {
        "acceptance_histogram": buckets,
        "num_spec_steps": passes,
        "num_accepted_draft_tokens": sum(index * count for index, count in enumerate(buckets)),
        "num_draft_tokens": 3 * passes,
        "num_spec_tokens": 3,
    }
    path.write_text(json.dumps({"metrics": {"speculative_decoding": counts}}), encoding="utf-8")
    verdict = report([(path, "x")], NOTHING).parts[0].answers[2].verdict
    assert verdict.startswith(words)
    assert (" to ×" in verdict) == (len(buckets) > 1)


def test_the_test_of_a_cause_is_a_comparison() -> None:
    """The rate of another mix of requests is no threshold, so the same prompts run with and without one change."""
    said = " ".join(answers("sglang-response.json")[LOW].folded)
    assert "run 20 of these prompts as they are, and again with one change at a time: temperature 0, short" in said
    assert "A change matters if its interval is above that of the first run." in said
    assert "rises above" not in said
