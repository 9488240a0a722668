"""The time of a round from the times of whole requests, which include the prompts."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from explorer.imports.counts import pooled
from explorer.imports.opening import opened
from explorer.imports.speeds import Line, Speed, line_of
from explorer.imports.times import Given, round_of
from tests.explorer.imports.files import part, section, worth


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


def test_times_exactly_on_a_line_were_not_measured(tmp_path: Path) -> None:
    """0.2 s and 20 ms per round without any deviation: no clock writes such times, so no speed follows from them."""
    path = responses(tmp_path / "x", [0.2 + 0.02 * count for count in ROUNDS], ROUNDS)
    assert round_of(pooled(opened(path), "x")) is None
    answer = worth(path)
    assert answer.said.startswith(
        "Probably yes with a head, but it depends on the cost with a small model. Computed, not measured: the speed-up "
        "is ×1.54 to ×1.89 with a head"
    )
    assert answer.sentences[0] == (
        "The times in this file were probably not measured: all 5 lie exactly on 200 ms + 20 ms per pass. So no speed "
        "in this file is used."
    )
    found = part(path, Given(per_second=80))
    assert (found.facts.each, found.answers[2].verdict) == (None, answer.verdict), "nor does a cost"


def test_a_measured_slope_gives_the_speed(tmp_path: Path) -> None:
    """Residuals of 1 ms, which do not change the slope, make the times of the previous test believable: 2 tokens in 20
    ms are 100 per second, although whole requests wrote fewer than 92. At 80 tokens per second without a draft, a pass
    takes 12.5 ms, so a draft token costs (20 − 12.5) / 3 = 2.5 ms.
    """
    seconds = [0.2 + 0.02 * count + 0.001 * (-1, 1, 0, 1, -1)[index] for index, count in enumerate(ROUNDS)]
    path = responses(tmp_path / "x", seconds, ROUNDS)
    answer, said = worth(path), section(part(path), "Times").sentences
    assert answer.sentences[1].startswith(
        "It is worth it if the target alone is slower than 100.0 tokens per second per"
    )
    assert "N is 1000 / TPOT, so a TPOT of 20 ms gives 50." in answer.sentences[0]
    assert said[0].startswith(
        "A round (target pass + 3 × draft token) took 20 ms (the slope of a line through the times"
    )
    assert said[1] == "This assumes equally long prompts and waits, which took 200 ms."
    found = part(path, Given(per_second=80))
    assert found.facts.each == (12.5, pytest.approx(2.5))
    assert found.answers[2].verdict.startswith("Yes: ×1.25")


def test_the_error_of_the_slope_is_in_the_interval(tmp_path: Path) -> None:
    """Residuals of ±20 ms widen the interval of the speed: relative errors are added as squares."""
    seconds = [0.2 + 0.02 * count for count in ROUNDS]
    for index, change in enumerate((0.02, -0.04, 0.02, 0.02, -0.02)):
        seconds[index] += change
    found = round_of(pooled(opened(responses(tmp_path / "x", seconds, ROUNDS)), "x"))
    assert found is not None
    assert found.line is not None
    assert found.ends is not None
    low = 1 - (found.tokens.low or 0.0) / found.tokens.value
    slope = found.line.high / found.line.ms - 1
    assert slope > 0.03
    assert found.ends[0] == pytest.approx(found.per_second * (1 - (low**2 + slope**2) ** 0.5))


def test_without_a_slope_the_report_says_what_would_give_it(tmp_path: Path) -> None:
    """Five equal requests only limit the time of a round."""
    path = responses(tmp_path / "x", (1.0, 1.01, 0.99, 1.0, 1.02), (40,) * 5)
    said = section(part(path), "Times").sentences
    assert "a lower limit of the speed with the draft" in worth(path).sentences[1]
    assert said[0].startswith("A round (target pass + 3 × draft token) took at most 25.1 ms (")
    assert "At least five requests with clearly different numbers of rounds would give" in said[1]
