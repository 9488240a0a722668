"""Published acceptance rates, and where a file lies among them."""

from collections import Counter

import pytest

from explorer.imports import published
from explorer.imports.answers import facts
from explorer.imports.counts import Pool
from explorer.imports.engines.vllm import DETAILED
from explorer.imports.low import low
from explorer.imports.record import Kind, Outcome
from explorer.imports.times import Given


def drafts(accepted: int, tested: int, kind: Kind = "", *methods: str) -> Pool:
    """Passes with one draft token each."""
    outcomes: Counter[Outcome] = Counter({(1, 1): accepted, (1, 0): tested - accepted})
    return Pool("x", [DETAILED], outcomes=outcomes, units=[outcomes], typed_kind=kind, methods=set(methods))


@pytest.mark.parametrize(
    ("accepted", "words"),
    [
        (400, "small models 53% to 82% (yours: below)"),  # Wilson's interval of 40.0% ends at 43.1%
        (520, "small models 53% to 82% (yours: not clearly below)"),  # of 52.0%, at 55.1%
        (530, "small models 53% to 82% (yours: within)"),
        (840, "small models 53% to 82% (yours: not clearly above)"),  # of 84.0%, from 81.6%
        (900, "small models 53% to 82% (yours: above)"),
    ],
)
def test_where_a_rate_lies(accepted: int, words: str) -> None:
    """A rate whose interval reaches into the published range is not called low."""
    assert published.compared(drafts(accepted, 1000, "model")) == f"Published rates: {words}."


@pytest.mark.parametrize(
    ("kind", "methods", "names"),
    [
        ("", (), ["small models", "EAGLE heads", "MTP"]),
        ("head", (), ["EAGLE heads", "MTP"]),
        ("", ("draft-mtp",), ["MTP"]),
        ("", ("draft-eagle3",), ["EAGLE heads"]),
        ("", ("draft-simple",), ["small models"]),
        ("", ("DSPARK",), []),
        ("ngram", (), []),
    ],
)
def test_the_kind_of_draft_chooses_the_figures(kind: Kind, methods: tuple[str, ...], names: list[str]) -> None:
    """An MTP module is not measured by EAGLE heads, and what has no figure says so."""
    pool = drafts(700, 1000, kind, *methods)
    assert [each.name for each in published.figures(pool)] == names
    assert (published.compared(pool) == published.NONE) == (not names)


def test_the_first_position_is_compared_with_the_first() -> None:
    """DeepSeek-V3 and GLM-4.5-Air are published at position 1: 90% there and 60% of all tests is not low for MTP."""
    outcomes: Counter[Outcome] = Counter({(3, 0): 100, (3, 1): 675, (3, 3): 225})
    (row,) = published.rows(Pool("x", outcomes=outcomes, units=[outcomes], methods={"mtp"}))
    assert row[-2:] == ("90.0% at position 1", "within")


def test_a_low_rate_that_does_not_lose_is_called_lower() -> None:
    """46% pays off with a small model at a cost of 25%, but published ones accept more."""
    verdicts: dict[tuple[int, Kind], str] = {
        (460, "model"): "Lower than published rates, but not so low that it loses: 46.0%",
        (520, "model"): "No, not for a small model: 52.0%",
        (460, "ngram"): "No: 46.0%",
    }
    for (accepted, kind), words in verdicts.items():
        assert low(facts(drafts(accepted, 1000, kind), Given())).verdict.startswith(words)


def test_drafts_that_stopped_early_are_not_compared() -> None:
    """Confident drafts are accepted more often, so their rate is another number."""
    pool = drafts(900, 1000, "model")
    pool.capped = True
    assert published.compared(pool) == "Published rates: small models 53% to 82% (yours: above).", "none was short"
    assert pool.outcomes is not None
    pool.outcomes[2, 2] = 50
    assert published.compared(pool) == published.CUT
    assert published.rows(pool) == ()
