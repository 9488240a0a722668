"""The counts of a hundred rounds that show where a threshold comes from."""

import re

import numpy as np
import pytest

from decoders.core.record import Layer
from decoders.methods.block_verification import BlockVerificationLayer
from decoders.methods.traversal import TraversalLayer
from explorer.story import Facts, Words
from explorer.story.common.missing import LEAF_MISSING, PREFIX_MISSING, PREFIX_TITLE, Missing
from tests.bundled import bundled, packed

RUNS = ("block", "block-weak", "traversal", "traversal-deep")


@pytest.fixture(scope="module")
def facts() -> Facts:
    """The facts of any round, in the plain voice."""
    trace = bundled("block-weak")
    return Words(trace.header).iteration(trace.iterations[0], {}).plain_facts


def test_a_threshold_is_what_is_missing_of_the_rounds_that_are_left(facts: Facts) -> None:
    view = Missing(facts, 0.48, 0.36, "“A bicycle”")
    assert PREFIX_TITLE.tell(view) == "Why the threshold is 0.41"
    assert PREFIX_MISSING.tell(view) == (
        "In 100 drafts that start with “A bicycle”, this prefix should be accepted 48 times (the running ratio). "
        "Averaged over the draft’s possible next guesses, a longer prefix passes 12 times. In the other 88 drafts, "
        "this prefix has to pass alone 36 times. So the threshold is 36 ÷ 88 = 0.41."
    )
    assert view.shares == (0.12, 0.36)


def test_a_deleted_guess_leaves_the_guess_before_it_with_what_it_still_needs(facts: Facts) -> None:
    view = Missing(facts, 0.9, 0.68, "“The”", "“fox”")
    assert LEAF_MISSING.tell(view) == (
        "In 100 rounds with the same guesses and deletions so far, “The” should be accepted 90 times (its running "
        "ratio). Averaged over the possible next guesses, such a guess passes 22 times. In this round, the next guess "
        "“fox” failed, so “The” still has to be accepted in 68 of the other 78 rounds. Its new running ratio is "
        "68 ÷ 78 = 0.87."
    )


@pytest.mark.parametrize(("missing", "end"), [(0.0, "never has to pass alone."), (3e-4, "rarely has to pass alone.")])
def test_a_threshold_near_zero_is_told_without_a_division(facts: Facts, missing: float, end: str) -> None:
    told = PREFIX_MISSING.tell(Missing(facts, 0.4, missing, "“A”"))
    assert told.endswith(end)
    assert "÷" not in told


def test_longer_prefixes_contribute_what_the_sentence_says_they_do() -> None:
    """The mean acceptance probability of the next prefix, over the draft's next token, is P − R."""
    random = np.random.default_rng(3)
    for _ in range(50):
        p, q = random.dirichlet(np.ones(5)), random.dirichlet(np.ones(5))
        running = random.uniform(0.01, 1)
        missing = np.maximum(running * p - q, 0).sum()
        assert np.isclose((q * np.minimum(running * p / q, 1)).sum(), running - missing)


@pytest.mark.parametrize("name", RUNS)
def test_the_picture_of_a_threshold_agrees_with_the_record(name: str) -> None:
    """The written counts give the written threshold, and the parts are those of the recorded P and R, or α and S."""
    seen = 0
    for shown, iteration in zip(packed(name)["iterations"], bundled(name).iterations, strict=True):
        tests = [test for layer in iteration.layers for test in recorded(layer)]
        rows = [row for panel in shown["panels"] if panel["kind"] == "judged" for row in panel["rows"]]
        for row, (whole, missing) in zip(rows, tests, strict=True):
            if "origin" not in row:
                continue
            assert missing is not None
            found = row["origin"]
            assert found["missing"] == pytest.approx(missing, abs=0.006)
            assert found["taken"] == pytest.approx(whole - missing, abs=0.011)
            if counts := re.search(r"([\d.]+) ÷ ([\d.]+) = ([\d.]+)\.$", found["text"]["plain"]):
                left, right, quotient = counts.groups()
                assert float(left) / float(right) == pytest.approx(float(quotient), rel=0.05, abs=0.006)
                assert float(quotient) == pytest.approx(missing / (missing + 1 - whole), rel=0.05, abs=0.006)
                seen += 1
    assert seen > 2


def recorded(layer: Layer) -> list[tuple[float, float | None]]:
    """P and R of every prefix, or α of the guess before and S of every leaf."""
    if isinstance(layer, BlockVerificationLayer):
        return [(each.P, each.R) for each in layer.prefixes]
    return [(each.above, each.S) for each in layer.leaves] if isinstance(layer, TraversalLayer) else []
