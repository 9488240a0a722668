"""The calculation in rounds of a hundred that shows where a threshold comes from."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from decoders.core.record import Iteration, Layer
from decoders.methods.block_verification import BlockVerificationLayer
from decoders.methods.traversal import TraversalLayer
from explorer.story.common.calculation import Term
from explorer.story.common.missing import LEAF_NAMES, PREFIX_NAMES, Missing
from tests.bundled import bundled, packed

RUNS = ("block", "block-weak", "block-words", "traversal", "traversal-deep", "traversal-words")


def written(terms: Sequence[Term]) -> str:
    """A calculation without the names of its numbers."""
    return " ".join(term if isinstance(term, str) else term[0] for term in terms)


def test_a_threshold_is_what_is_missing_of_the_rounds_that_are_left() -> None:
    said = Missing(0.48, 0.36).calculation(PREFIX_NAMES)
    assert written(said["plain"]) == "( 48 − 12 ) ÷ ( 100 − 12 ) = 0.41"
    assert written(said["exact"]) == "0.36 / ( 0.36 + 1 − 0.48 ) = 0.409"
    assert ("0.48", "P") in said["exact"]


def test_a_deleted_guess_leaves_the_guess_before_it_with_what_it_still_needs() -> None:
    said = Missing(0.9, 0.68).calculation(LEAF_NAMES)
    assert written(said["plain"]) == "( 90 − 22 ) ÷ ( 100 − 22 ) = 0.87"
    assert ("0.872", "new α") in said["exact"]


@pytest.mark.parametrize(
    ("missing", "calculation"),
    [
        (0.0, "( 40 − 40 ) ÷ ( 100 − 40 ) = 0"),
        (3e-4, "( 40 − 39.97 ) ÷ ( 100 − 39.97 ) = 0.00050"),
        (3e-7, "0.00003 ÷ 60 = 0.00000050"),
    ],
)
def test_a_threshold_near_zero_is_calculated_without_many_decimals(missing: float, calculation: str) -> None:
    assert written(Missing(0.4, missing).calculation(PREFIX_NAMES)["plain"]) == calculation


def test_longer_prefixes_contribute_what_the_calculation_says_they_do() -> None:
    """The mean acceptance probability of the next prefix, over the draft's next token, is P − R = Σ min(P·p, q)."""
    random = np.random.default_rng(3)
    for _ in range(50):
        p, q = random.dirichlet(np.ones(5)), random.dirichlet(np.ones(5))
        running = random.uniform(0.01, 1)
        missing = np.maximum(running * p - q, 0).sum()
        assert np.isclose((q * np.minimum(running * p / q, 1)).sum(), running - missing)
        assert np.isclose(np.minimum(running * p, q).sum(), running - missing)


def origins(name: str) -> list[tuple[dict[str, Any], float, float, Iteration]]:
    """Every calculation of a run, with the recorded P and R, or α and S, and its round."""
    found = list[tuple[dict[str, Any], float, float, Iteration]]()
    for shown, iteration in zip(packed(name)["iterations"], bundled(name).iterations, strict=True):
        tests = [test for layer in iteration.layers for test in recorded(layer)]
        rows = [row for panel in shown["panels"] if panel["kind"] == "judged" for row in panel["rows"]]
        for row, (whole, missing) in zip(rows, tests, strict=True):
            if "origin" in row:
                assert missing is not None
                found.append((row["origin"], whole, missing, iteration))
    assert len(found) > (0 if name.endswith("-words") else 2)
    return found


def recorded(layer: Layer) -> list[tuple[float, float | None]]:
    """P and R of every prefix, or α of the guess before and S of every leaf."""
    if isinstance(layer, BlockVerificationLayer):
        return [(each.P, each.R) for each in layer.prefixes]
    return [(each.above, each.S) for each in layer.leaves] if isinstance(layer, TraversalLayer) else []


@pytest.mark.parametrize("name", RUNS)
def test_the_calculation_of_a_threshold_agrees_with_the_record(name: str) -> None:
    """The written numbers give the written threshold, and they are those of the recorded P and R, or α and S."""
    for origin, whole, missing, _ in origins(name):
        assert origin["missing"] == pytest.approx(missing, abs=0.006)
        assert origin["taken"] == pytest.approx(whole - missing, abs=0.011)
        for terms in origin["work"].values():
            left, right = written(terms).replace("−", "-").replace("÷", "/").split(" = ")
            threshold = float(right)
            assert eval(left) == pytest.approx(threshold, rel=0.06, abs=0.006 if threshold > 0.1 else 0)
            assert threshold == pytest.approx(missing / (missing + 1 - whole), rel=0.06, abs=1e-12)


@pytest.mark.parametrize("name", RUNS)
def test_the_next_tokens_add_up_to_the_calculation(name: str) -> None:
    """A reader must find 37 as a sum, and each row must have the recorded probabilities and their running ratio."""
    tables = [each for each in origins(name) if each[0]["rows"]]
    assert tables
    for origin, whole, missing, iteration in tables:
        *rows, total = origin["rows"]
        step = 10.0 ** -(3 if origin["places"] is None else origin["places"])
        assert total[1:] == [None, 100, None, pytest.approx(100 * (whole - missing), abs=max(step, 1e-3))]
        for token, target, drafted, ratio, accepted in rows:
            if token is None:
                continue
            known = {kind: recorded_at(iteration, token, kind) for kind in ("p", "residual", "q")}
            both = [(p, q) for p in known["p"] + known["residual"] for q in known["q"]]
            assert any(
                abs(100 * p - target) <= step
                and abs(100 * q - drafted) <= step
                and abs(min(1, whole * p / q) - float(ratio)) <= 0.006
                for p, q in both
                if q
            )
            assert accepted == pytest.approx(drafted * float(ratio), abs=0.51 * step)
        for k in (2, 4):
            assert sum(row[k] for row in rows) == pytest.approx(total[k], abs=1e-6)


def recorded_at(iteration: Iteration, token: int, kind: str) -> list[float]:
    """The recorded probabilities of a token in all distributions of a kind."""
    known = [each.prob(token, 1e-6) for each in iteration.distributions if each.kind == kind]
    return [each for each in known if each is not None]


def test_all_numbers_of_the_bundled_rounds_differ() -> None:
    """If 40 means two things on one screen, a reader cannot tell which of them a calculation uses."""
    for name in ("block-words", "traversal-words"):
        for origin, *_ in origins(name):
            *rows, total = origin["rows"]
            written = [row[k] for row in rows for k in (1, 2)] + [row[4] for row in rows if float(row[3]) < 1]
            ratios = [100 * float(row[3]) for row in rows if float(row[3]) < 1]
            whole, taken, *_, result = (float(term[0]) for term in origin["work"]["plain"] if not isinstance(term, str))
            assert taken == total[4]
            counts = [whole - taken, 100 - taken, 100 * result, taken, whole]
            numbers = [round(each, 6) for each in (*written, *ratios, *counts)]
            assert len(set(numbers)) == len(numbers), sorted(numbers)
            assert all(each == int(each) for each in written)
