"""Tests whether the requests or log windows of a file differ by more than chance. If they do, no interval may treat
their passes as alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.imports.counts import Pool
from explorer.imports.estimate import moments

FEW_REQUESTS = 5  # with fewer requests, intervals are computed from passes
FEW_PASSES = 10  # a request with fewer passes, or a position with fewer tests, is not compared with others
FEW_TESTS = 30  # with fewer tested draft tokens, nothing is concluded
SIGNS = 0.1  # p-value below which counts show signs of a difference


def differ(p: float) -> bool:
    """Whether a p-value shows signs of a difference."""
    return p < SIGNS


def equal_p(rows: Sequence[tuple[int, int]], variance: float | None = None) -> float | None:
    """The p-value of a chi-square test that all rows of trials and hits have the same mean; None if it cannot be made.
    `variance` is the variance of one trial; by default, that of a proportion.

    >>> round(equal_p([(223, 137), (137, 67), (67, 32)]), 3)  # chi-square 7.2, two degrees of freedom: exp(−3.6)
    0.027
    """
    found = [row for row in rows if row[0] >= FEW_PASSES]
    mean = sum(hits for _, hits in found) / max(1, sum(trials for trials, _ in found))
    variance = mean * (1 - mean) if variance is None else variance
    if len(found) < 2 or variance <= 0:
        return None
    from scipy.special import chdtrc

    square = sum((hits - mean * trials) ** 2 / (trials * variance) for trials, hits in found)
    return float(chdtrc(len(found) - 1, square))


@dataclass(frozen=True)
class Spread:
    """The differences between requests. `p` is the p-value of the test, and `each` has the name of every request ("" if
    it has none) with its tokens per target pass.
    """

    p: float
    each: tuple[tuple[str, float], ...]

    @property
    def ends(self) -> tuple[tuple[str, float], tuple[str, float]]:
        """The requests with the fewest and with the most tokens per target pass."""
        return min(self.each, key=lambda one: one[1]), max(self.each, key=lambda one: one[1])


def request_spread(pool: Pool) -> Spread | None:
    """A chi-square test that all requests accept equally many draft tokens per pass; None if it cannot be made.

    The variance is that of single passes, so passes with several accepted tokens count as one trial each.
    """
    names = pool.names if len(pool.names) == len(pool.rows) else [""] * len(pool.rows)
    tested = [(name, *row) for name, row in zip(names, pool.rows, strict=True) if row[0] >= FEW_PASSES]
    p = equal_p([(count, got) for _, count, got in tested], moments(pool.outcomes)[2])
    return None if p is None else Spread(p, tuple((name, 1 + got / count) for name, count, got in tested))


def unlike(pool: Pool) -> bool:
    """Whether requests show signs of a difference, so that their passes are not alike. If there are several loads, the
    log windows of each load count as unlike, because there are too few to show whether they differ.
    """
    found = request_spread(pool)
    return pool.of_loads or (found is not None and differ(found.p))
