"""Times of a file: of a round, of its parts, and what one more number gives."""

import json
from pathlib import Path

import pytest

from explorer.imports.counts import Pool, pooled
from explorer.imports.opening import opened
from explorer.imports.times import Given, round_of, times_of, unusable
from tests.explorer.imports.test_formats import FIXTURES, pool


def timed(tmp_path: Path, milliseconds: float = 240.0) -> Pool:
    """The detailed response with 240 ms of generation: 10 passes, 27 tokens."""
    value = json.loads((FIXTURES / "vllm-detailed.json").read_text(encoding="utf-8"))
    value["metrics"]["generation_time_ms"] = milliseconds
    path = tmp_path / "a.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return pooled(opened(path), "a.json")


def test_a_round_of_a_response(tmp_path: Path) -> None:
    """240 ms / 10 passes = 24 ms. The first of 27 tokens comes from the prompt's pass: 26 / 0.24 s = 108 per second."""
    found = round_of(timed(tmp_path))
    assert found is not None
    assert (found.ms, found.exact) == (24.0, True)
    assert found.per_second == pytest.approx(108.33, abs=0.01)


def test_a_round_of_a_log_with_one_request() -> None:
    """60.9 draft tokens per second in drafts of 3 are 20.3 rounds per second, so a round takes at most 49.3 ms."""
    found = round_of(pool("vllm.log"))
    assert found is not None
    assert (found.ms, found.exact) == (pytest.approx(1000 / 20.3), False)
    assert found.per_second == pytest.approx((1 + 236 / 223) * 20.3)


def test_a_round_of_a_busy_server_is_not_known(tmp_path: Path) -> None:
    """With two requests at once, rounds per second do not give the time of one."""
    path = tmp_path / "x.log"
    path.write_text((FIXTURES / "vllm.log").read_text(encoding="utf-8").replace("Running: 1", "Running: 2"), "utf-8")
    assert round_of(pooled(opened(path), "x")) is None


def test_a_round_of_sglangs_log() -> None:
    """54.02 tokens per second / 2.70 tokens per pass, in the interval with one request."""
    found = round_of(pool("sglang.log"))
    assert found is not None
    assert (found.ms, found.exact) == (pytest.approx(1000 * 2.70 / 54.02), False)


def test_a_round_of_whole_requests_is_a_limit() -> None:
    """812 ms and 90 ms of whole requests / 132 passes: the time of the prompts is in it."""
    found = round_of(pool("aiperf.jsonl"))
    assert found is not None
    assert (found.ms, found.exact) == (pytest.approx(902 / 132), False)


@pytest.mark.parametrize(
    ("given", "times"),
    [
        (Given(18, None), (18, 2)),
        (Given(None, 2), (18, 2)),
        (Given(30, 3), (30, 3)),
        (Given(25, None), None),
        (Given(None, 9), None),
        (Given(), None),
    ],
)
def test_one_time_gives_the_other(given: Given, times: tuple[float, float] | None, tmp_path: Path) -> None:
    """Target pass + 3 · draft token = 24 ms, so 18 ms and 2 ms belong together."""
    found = timed(tmp_path)
    assert times_of(found, given) == times
    one = (given.target_ms is None) != (given.draft_ms is None)
    assert bool(unusable(found, given)) == (one and times is None)


def test_one_time_is_not_enough_without_a_round() -> None:
    """The person learns which other number is missing."""
    assert times_of(pool("vllm-metrics.txt"), Given(18)) is None
    assert unusable(pool("vllm-metrics.txt"), Given(18)).endswith("Add `--draft-ms`.")


def test_a_time_that_is_not_a_measurement_gives_no_round(tmp_path: Path) -> None:
    """26 tokens in 1e-320 ms would be infinitely many per second."""
    assert round_of(timed(tmp_path, 1e-320)) is None
