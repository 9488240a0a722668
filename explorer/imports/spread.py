"""Whether the requests or log windows of a file differ by more than chance. If they do, no interval may treat their
passes as alike.
"""

from dataclasses import dataclass
from typing import Literal

from explorer.imports.counts import Pool
from explorer.imports.estimate import moments

FEW_REQUESTS = 5  # with fewer, intervals are computed from passes
FEW_PASSES = 10  # of a request; with fewer, it is not compared with others
SURE, SIGNS = 0.01, 0.1  # p-values below which counts differ, and below which they show signs of it


def differ(p: float) -> Literal["sure", "signs", "not shown"]:
    """Whether a p-value shows a difference for sure, shows signs of one, or shows none."""
    return "sure" if p < SURE else "signs" if p < SIGNS else "not shown"


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
    rows = [(count, got) for _, count, got in tested]
    _, _, variance = moments(pool.outcomes)
    if len(rows) < 2 or not variance:
        return None
    from scipy.special import chdtrc

    centre = sum(got for _, got in rows) / sum(count for count, _ in rows)
    square = sum((got - centre * count) ** 2 / (count * variance) for count, got in rows)
    each = tuple((name, 1 + got / count) for name, count, got in tested)
    return Spread(float(chdtrc(len(rows) - 1, square)), each)


def unlike(pool: Pool) -> bool:
    """Whether requests show signs of a difference, so that their passes are not alike. If there are several loads, the
    log windows of each count as unlike, because they are too few to show whether they differ.
    """
    found = request_spread(pool)
    return pool.of_loads or (found is not None and differ(found.p) != "not shown")
