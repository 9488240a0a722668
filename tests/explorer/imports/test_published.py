"""Published acceptance rates, and where a file lies among them."""

from collections import Counter

import pytest

from explorer.imports import published
from explorer.imports.answers import Facts
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
        (400, "Low for a small model"),  # Wilson's interval of 40.0% ends at 43.1%
        (520, "Perhaps low for a small model"),  # of 52.0%, at 55.1%
        (530, "Normal for a small model"),
        (840, "Perhaps high for a small model"),  # of 84.0%, from 81.6%
        (900, "High for a small model"),
    ],
)
def test_where_a_rate_lies(accepted: int, words: str) -> None:
    """A rate whose interval reaches into the published range is not called low."""
    assert published.verdict(drafts(accepted, 1000, "model")) == words


def test_the_verdict_is_about_every_kind_of_draft_that_a_file_can_have() -> None:
    """60.0% of 1,000 has the interval 56.9% to 63.0%: normal for 53% to 82%, and low for 67% and 85%. Of 65.0%, it ends
    at 67.9%, so that is perhaps low for EAGLE-1.
    """
    pool = drafts(600, 1000)
    words = "Low for EAGLE-1 and MTP, normal for a small model"
    assert published.verdict(pool) == words
    assert low(Facts(pool, Given())).verdict.startswith(f"{words}: 60.0% (95% interval: ")
    assert published.verdict(drafts(650, 1000, "eagle")) == "Perhaps low for EAGLE-1"
    assert published.verdict(drafts(700, 1000, "eagle")) == "Normal for EAGLE-1"
    assert published.compared_with(pool) == (
        "Published: 67% to 79% (EAGLE-1) and 85% to 92% (MTP) at position 1, 53% to 82% (a small model) at all "
        "positions."
    )
    stated = published.compared_with(drafts(700, 1000, "eagle"))
    assert stated == f"Published: 67% to 79% (EAGLE-1) at position 1. {published.EAGLE_3}"
    assert not published.ordinary_rate(pool), "it is low for two of three kinds"
    assert published.ordinary_rate(drafts(700, 1000)), "it is low for one of three kinds"


@pytest.mark.parametrize(
    ("kind", "methods", "names"),
    [
        ("", (), ["EAGLE-1", "MTP", "a small model"]),
        ("head", (), ["EAGLE-1", "MTP"]),
        ("", ("draft-mtp",), ["MTP"]),
        ("", ("draft-eagle3",), []),
        ("", ("draft-simple",), ["a small model"]),
        ("", ("DSPARK",), []),
        ("ngram", (), []),
        ("eagle", (), ["EAGLE-1"]),
        ("mtp", ("draft-simple",), ["MTP"]),
        ("medusa", (), []),
        ("model", ("draft-mtp",), ["a small model"]),
    ],
)
def test_the_kind_of_draft_chooses_the_figures(kind: Kind, methods: tuple[str, ...], names: list[str]) -> None:
    """An MTP module is not measured by EAGLE heads, and what has no figure says so."""
    pool = drafts(700, 1000, kind, *methods)
    assert [each.name for each in published.figures(pool)] == names
    missing = published.EAGLE_3 if "draft-eagle3" in methods else published.NONE
    assert (published.compared_with(pool) == missing) == (not names)


def test_the_first_position_is_compared_with_the_first() -> None:
    """DeepSeek-V3 and GLM-4.5-Air are published at position 1: 90% there and 60% of all tests is not low for MTP."""
    outcomes: Counter[Outcome] = Counter({(3, 0): 100, (3, 1): 675, (3, 3): 225})
    (row,) = published.rows(Pool("x", outcomes=outcomes, units=[outcomes], methods={"mtp"}))
    assert row[-2:] == ("90.0% at position 1", "normal")


def test_the_verdict_names_published_rates_only() -> None:
    """A file whose rate is below all published ones is low, and n-grams have no published rate."""
    verdicts: dict[tuple[int, Kind], str] = {
        (350, "model"): "Low for a small model: 35.0% (",
        (530, "model"): "Normal for a small model: 53.0% (",
        (460, "ngram"): "No: 46.0%",
    }
    for (accepted, kind), words in verdicts.items():
        answer = low(Facts(drafts(accepted, 1000, kind), Given()))
        assert answer.verdict.startswith(words)


def test_drafts_that_stopped_early_are_not_compared() -> None:
    """Confident drafts are accepted more often, so their rate is another number."""
    pool = drafts(900, 1000, "model")
    pool.capped = True
    assert published.verdict(pool) == "High for a small model", "none was short"
    assert pool.outcomes is not None
    pool.outcomes[2, 2] = 50
    assert (published.verdict(pool), published.compared_with(pool)) == ("", published.CUT)
    assert published.rows(pool) == ()
