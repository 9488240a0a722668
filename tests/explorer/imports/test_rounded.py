"""Whole numbers behind the few digits of a log."""

from hypothesis import given
from hypothesis import strategies as st

from explorer.imports.rounded import printed, solve


@st.composite
def histograms(draw: st.DrawFn) -> list[int]:
    """Passes by accepted draft tokens, at least one of them accepted."""
    counts = draw(st.lists(st.integers(0, 400), min_size=2, max_size=9))
    counts[-1] += 1
    return counts


@given(histograms())
def test_the_true_counts_are_never_excluded(counts: list[int]) -> None:
    """A log of a real run must not be refused, and a number that is called exact must be the true one."""
    passes, accepted = sum(counts), sum(got * count for got, count in enumerate(counts))
    survivors = tuple(sum(counts[position:]) for position in range(1, len(counts)))
    rates = [printed(f"{count / passes:.3f}") for count in survivors]
    found = solve(accepted, printed(f"{1 + accepted / passes:.2f}"), rates)
    if 1 + accepted / passes < 1.005:  # printed as 1.00, which has no upper limit
        return
    assert found is not None
    assert found.fewest <= passes <= found.most
    if found.survivors is not None:
        assert (found.fewest, found.survivors) == (passes, survivors)


def test_large_numbers_stay_a_range() -> None:
    """20,000 accepted tokens and a mean of 2.92 fit 54 numbers of passes; choosing one would be a guess."""
    found = solve(20_000, printed("2.92"), [])
    assert found is not None
    assert (found.fewest, found.most) == (10_390, 10_443)
    assert found.survivors is None
