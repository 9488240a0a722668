"""Recover whole numbers from fractions that a log prints with few digits, if only one solution fits.

A log says "167 accepted, mean acceptance length 2.92, rates (0.805, 0.632, 0.483)". The number of passes d satisfies
1 + 167/d = 2.92 and, for each rate r, round(c/d) = r for a whole number c, to the printed digits. The counts c fall and
add up to 167. Often only one d fits; otherwise the smallest and the largest one are returned.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

MOST_TRIED = 20_000  # numbers of passes


@dataclass(frozen=True)
class Printed:
    """A number and half a unit of its last printed digit."""

    value: float
    half: float


def printed(text: str) -> Printed:
    """A number as a log prints it.

    >>> printed("2.92")
    Printed(value=2.92, half=0.005)
    """
    return Printed(float(text), 0.5 * 10.0 ** -len(text.partition(".")[2]))


@dataclass(frozen=True)
class Solution:
    """The smallest and the largest possible number of passes. `survivors` has the numbers of passes that accepted at
    least 1, 2, … draft tokens, if only one solution fits.
    """

    fewest: int
    most: int
    survivors: tuple[int, ...] | None = None


def solve(accepted: int, length: Printed, rates: Sequence[Printed], fewest: int = 1) -> Solution | None:
    """The numbers of passes that fit everything printed; None if no number fits, or if the fitting numbers have no
    upper limit.

    `fewest` is a known lower limit of the number of passes.

    >>> solve(167, printed("2.92"), [printed("0.805"), printed("0.632"), printed("0.483")])
    Solution(fewest=87, most=87, survivors=(70, 55, 42))
    """
    low, high = length.value - 1 - length.half, length.value - 1 + length.half
    if accepted <= 0 or low <= 0:
        return None
    first, last = max(fewest, math.ceil(accepted / high - 1e-9)), math.floor(accepted / low + 1e-9)
    if last - first > MOST_TRIED:
        return Solution(first, last)
    fits = [(passes, counts) for passes in range(first, last + 1) if (counts := _fit(accepted, passes, rates))]
    if not fits:
        return None
    only = fits[0][1] if len(fits) == 1 and all(low == high for low, high in fits[0][1]) else []
    return Solution(fits[0][0], fits[-1][0], tuple(low for low, _ in only) or None)


def _fit(accepted: int, passes: int, rates: Sequence[Printed]) -> list[tuple[int, int]] | None:
    """The smallest and largest count at each position; None if they cannot add up."""
    spans = [_span(rate, passes) for rate in rates]
    if any(low > high for low, high in spans):
        return None
    if rates and not sum(low for low, _ in spans) <= accepted <= sum(high for _, high in spans):
        return None
    return spans or [(0, passes)]


def _span(rate: Printed, passes: int) -> tuple[int, int]:
    """The smallest and the largest count that would be printed as this rate, as a share of the passes."""
    low = math.ceil((rate.value - rate.half) * passes - 1e-9)
    return max(0, low), min(passes, math.floor((rate.value + rate.half) * passes + 1e-9))
