"""The time of a round from the times of whole requests, which include the prompts."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from explorer.imports.counts import pooled
from explorer.imports.opening import opened
from explorer.imports.plain import table_csv
from explorer.imports.report import report
from explorer.imports.speeds import Line, Speed, line_of
from explorer.imports.times import Given, round_of
from explorer.imports.worth import worth


def line(rounds: Sequence[int], ms: Sequence[float], prompts: Sequence[int | None] | None = None) -> Line | None:
    """The line through requests with these rounds, times and prompts."""
    lengths = prompts or [None] * len(rounds)
    rows = zip(rounds, ms, lengths, strict=True)
    return line_of([Speed("x", count, 2.0, each, False, prompt) for count, each, prompt in rows])


def test_the_slope_by_hand() -> None:
    """Mean 30 rounds and 700 ms. The products of deviations add up to 19,960 and the squares to 1,000: 19.96 ms.

    The residuals −0.8, 1.6, −2, 2.4 and −1.2 have the squares 14.4. t of 3 degrees of freedom is 3.182, so the interval
    is 3.182 · √(14.4 / 3 / 1,000) = 0.22 wide to each side.
    """
    found = line((10, 20, 30, 40, 50), (300, 502, 698, 902, 1098))
    assert found is not None
    assert found.ms == pytest.approx(19.96)
    assert (found.high - found.ms, found.ms - found.low) == (pytest.approx(0.2205, abs=1e-4),) * 2
    assert (found.requests, found.prompts) == (5, False)


def test_longer_prompts_have_a_slope_of_their_own() -> None:
    """50 ms + 0.5 ms per prompt token + 20 ms per round. Without the prompts, the slope would be 10 ms."""
    rounds, prompts = (10, 20, 30, 40, 50, 60), (700, 480, 320, 100, 120, 60)
    times = [50 + 0.5 * prompt + 20 * count for count, prompt in zip(rounds, prompts, strict=True)]
    found = line(rounds, times, prompts)
    assert found is not None
    assert (found.ms, found.prompts) == (pytest.approx(20), True)
    assert line(rounds[:5], times[:5], prompts[:5]) is None, "five requests are too few for two slopes"


@pytest.mark.parametrize(
    ("rounds", "ms"),
    [
        ((10, 20, 30, 40), (300, 500, 700, 900)),  # four requests
        ((20, 20, 20, 20, 20), (500, 501, 502, 499, 498)),  # equal ones
        ((20, 20, 20, 20, 21), (500, 510, 490, 505, 520)),  # nearly equal ones
        ((10, 20, 30, 40, 50), (300, 700, 500, 1100, 900)),  # not on a line
        ((10, 20, 30, 40, 50), (100, 350, 600, 850, 1100)),  # 25 ms per round would leave −150 ms for the prompts
        ((10, 20, 30, 40, 50), (900, 800, 700, 600, 500)),  # falls
    ],
)
def test_requests_that_give_no_slope(rounds: tuple[int, ...], ms: tuple[float, ...]) -> None:
    """A time of a round that the file does not show would become a wrong speed-up."""
    assert line(rounds, ms) is None


def responses(path: Path, seconds: Sequence[float], rounds: Sequence[int]) -> Path:
    """Responses of SGLang with equal prompts. In each round, one of three draft tokens is accepted on average."""
    lines = [
        json.dumps(
            {
                "meta_info": {
                    "id": f"r{number}",
                    "prompt_tokens": 20,
                    "completion_tokens": 2 * count,
                    "e2e_latency": each,
                    "spec_verify_ct": count,
                    "spec_num_correct_drafts": count,
                    "spec_num_proposed_drafts": 3 * count,
                    "spec_correct_drafts_histogram": [count // 2, count // 4, 0, count // 4],
                }
            }
        )
        for number, (each, count) in enumerate(zip(seconds, rounds, strict=True))
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


ROUNDS = (40, 60, 80, 100, 120)


def test_the_slope_is_the_time_of_a_round(tmp_path: Path) -> None:
    """0.2 s and 20 ms per round: 2 tokens in 20 ms are 100 per second, although whole requests wrote fewer than 92.
    Times without any deviation were not measured, so this is not shown as an answer.
    """
    path = responses(tmp_path / "x", [0.2 + 0.02 * count for count in ROUNDS], ROUNDS)
    found = round_of(pooled(opened(path), "x"))
    assert found is not None
    assert (found.ms, found.exact, found.per_second) == (pytest.approx(20), True, pytest.approx(100))
    answer = worth(report([(path, "x")], Given()).parts[0].facts)
    assert answer.verdict == (  # 400 / 1,200, but a small model costs up to 37.5%
        "With a head (2% to 10%): probably yes (×1.54 to ×1.89). With a small model (5% to 37.5%): only up to a "
        "cost of "
        "33.3% (×0.94 to ×1.74). With n-grams (about 0%): probably yes (×2.00). These speed-ups are computed, not "
        "measured."
    )
    assert answer.sentences[0] == (
        "The times in this file were probably not measured: all 5 lie exactly on 200 ms + 20 ms per pass. Save the "
        "file of a new run."
    )
    assert answer.sentences[1].startswith("To measure it, run the same prompts without a draft,"), "and the next step"
    assert "100.0" not in " ".join((*answer.sentences, *answer.folded)), "no speed follows from such times"
    (times,) = [section for section in report([(path, "x")], Given()).parts[0].sections if section.title == "Times"]
    assert times.sentences[0] == (
        "A round (target pass + 3 × draft token) took 20 ms (the slope of a line through the times of 5 requests)."
    )
    assert times.sentences[1] == "This assumes equally long prompts and waits, which took 200 ms."
    assert times.sentences[2] == "All times lie exactly on this line, so they were probably not measured."
    assert "x,milliseconds of a round,,20,,,," in table_csv(report([(path, "x")], Given())).splitlines()
    assert times.sentences[-1].startswith(
        "All 800 tokens of the answers are counted: one for each of 400 target passes"
    )
    assert times.sentences[-1].endswith(", and 400 accepted draft tokens.")
    part = report([(path, "x")], Given(per_second=80)).parts[0]
    assert part.facts.each is None, "nor does a cost"
    assert worth(part.facts).verdict == answer.verdict, "the speed is not used"


def test_a_measured_slope_gives_the_speed(tmp_path: Path) -> None:
    """Residuals of 1 ms, which do not change the slope, make the times of the previous test believable. At 80 tokens
    per second without a draft, a pass takes 12.5 ms, so a draft token costs (20 − 12.5) / 3 = 2.5 ms.
    """
    seconds = [0.2 + 0.02 * count + 0.001 * (-1, 1, 0, 1, -1)[index] for index, count in enumerate(ROUNDS)]
    path = responses(tmp_path / "x", seconds, ROUNDS)
    answer = worth(report([(path, "x")], Given()).parts[0].facts)
    assert answer.sentences[0].startswith(
        "It is worth it if the target alone is slower than 100.0 tokens per second per request"
    )
    assert "N is 1000 / TPOT, so a TPOT of 20 ms gives 50." in answer.sentences[1]
    part = report([(path, "x")], Given(per_second=80)).parts[0]
    assert part.facts.each == (12.5, pytest.approx(2.5))
    assert worth(part.facts).verdict.startswith("Yes: ×1.25")


def test_the_error_of_the_slope_is_in_the_interval(tmp_path: Path) -> None:
    """Residuals of ±20 ms widen the interval of the speed: relative errors are added as squares."""
    seconds = [0.2 + 0.02 * count for count in ROUNDS]
    plain = round_of(pooled(opened(responses(tmp_path / "x", seconds, ROUNDS)), "x"))
    for index, change in enumerate((0.02, -0.04, 0.02, 0.02, -0.02)):
        seconds[index] += change
    found = round_of(pooled(opened(responses(tmp_path / "x", seconds, ROUNDS)), "x"))
    assert plain is not None
    assert found is not None
    assert found.line is not None
    assert found.ends is not None
    assert plain.ends is not None
    one, slope = 1 - plain.ends[0] / plain.per_second, found.line.high / found.line.ms - 1
    assert slope > 0.03
    assert found.ends[0] == pytest.approx(found.per_second * (1 - (one**2 + slope**2) ** 0.5))


def test_without_a_slope_the_report_says_what_would_give_it(tmp_path: Path) -> None:
    """Five equal requests only limit the time of a round."""
    path = responses(tmp_path / "x", (1.0, 1.01, 0.99, 1.0, 1.02), (40,) * 5)
    answer = worth(report([(path, "x")], Given()).parts[0].facts)
    assert "a lower limit of the speed with the draft" in answer.sentences[0]
    (times,) = [section for section in report([(path, "x")], Given()).parts[0].sections if section.title == "Times"]
    assert times.sentences[0].startswith("A round (target pass + 3 × draft token) took at most 25.1 ms (")
    assert "At least five requests with clearly different numbers of rounds would give" in times.sentences[1]
