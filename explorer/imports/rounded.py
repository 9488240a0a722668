"""Recover whole numbers from fractions that a log prints with few digits, if only one solution fits.

For example, a log says "167 accepted, mean acceptance length 2.92, rates (0.805, 0.632, 0.483)". To the printed digits,
the number of passes d satisfies 1 + 167/d = 2.92 and, for each rate r, c/d = r for a whole number c. The counts c
decrease along the positions and add up to 167. Often only one d fits; otherwise the smallest and the largest one are
returned.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from explorer.imports.fields import altered
from explorer.imports.record import Request, Rounded

UP = 1 + 1e-12  # so that a half such as 44.65, whose float is a little smaller, is rounded up
MOST_TRIED = 20_000  # most numbers of passes that are tried


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


def solve(accepted: int, length: Printed, rates: Sequence[Printed], fewest: int = 1) -> Rounded | None:
    """The numbers of passes that fit everything printed; None if no number fits, or if the fitting numbers have no
    upper limit.

    `fewest` is a known lower limit of the number of passes.

    >>> solve(167, printed("2.92"), [printed("0.805"), printed("0.632"), printed("0.483")])
    Rounded(fewest=87, most=87, rates=(0.805, 0.632, 0.483), survivors=(70, 55, 42))
    """
    low, high = length.value - 1 - length.half, length.value - 1 + length.half
    if accepted <= 0 or low <= 0:
        return None
    shares = tuple(rate.value for rate in rates)
    first, last = max(fewest, math.ceil(accepted / high - 1e-9)), math.floor(accepted / low + 1e-9)
    if last - first > MOST_TRIED:
        return Rounded(first, last, shares)
    fits = [(passes, counts) for passes in range(first, last + 1) if (counts := _fit(accepted, passes, rates))]
    if not fits:
        return None
    only = fits[0][1] if len(fits) == 1 and all(low == high for low, high in fits[0][1]) else []
    return Rounded(fits[0][0], fits[-1][0], shares, tuple(low for low, _ in only) or None)


def recovered(request: Request, length: Printed, rates: Sequence[Printed], where: str, fewest: int = 1) -> Request:
    """The request with its number of passes and its survivors if only one solution fits, otherwise with the possible
    range.

    Raises BadInput if no number of passes fits.
    """
    found = solve(request.accepted or 0, length, rates, fewest)
    if found is None:
        shares = f" and the acceptance rates {', '.join(f'{rate.value:g}' for rate in rates)}" if rates else ""
        raise altered(
            where,
            f"no number of passes gives {request.accepted or 0:,} accepted draft tokens with the mean length "
            f"{length.value:g}{shares}",
        )
    if found.fewest == found.most and (found.survivors or not rates):
        return replace(request, passes=found.most, survivors=found.survivors)
    return replace(request, rounded=found)


def _fit(accepted: int, passes: int, rates: Sequence[Printed]) -> list[tuple[int, int]] | None:
    """The smallest and the largest possible count at each position; None if no counts add up to `accepted`."""
    spans = [_span(rate, passes) for rate in rates]
    if any(low > high for low, high in spans):
        return None
    if rates and not sum(low for low, _ in spans) <= accepted <= sum(high for _, high in spans):
        return None
    return spans or [(0, passes)]


def _span(rate: Printed, passes: int) -> tuple[int, int]:
    """The smallest and the largest count whose share of the passes would be printed as this rate."""
    if rate.value - rate.half > 1:
        return passes + 1, passes
    low = math.ceil((rate.value - rate.half) * passes - 1e-9)
    return max(0, low), min(passes, math.floor((rate.value + rate.half) * passes + 1e-9))


def quotient(above: float, below: float, shown: Callable[[float], str]) -> tuple[str, str]:
    """Write two numbers with just enough digits for a reader who divides them to get the quotient that is shown.

    >>> quotient(2.325, 50.0, lambda found: f"{1000 * found:.1f}"), quotient(2.7, 24.0, lambda found: f"{found:.2f}")
    (('2.325', '50'), ('2.70', '24'))
    """
    above, below = above * UP, below * UP
    for digits in range(2, 12):
        one, two = f"{above:.{digits}f}", f"{below:.{digits + 1}g}" if below < 100 else f"{below:.{digits - 2}f}"
        if float(two) and shown(float(one) / float(two)) == shown(above / below):
            return one, two
    return f"{above:.12g}", f"{below:.12g}"


def rates_of(text: str) -> list[Printed]:
    """The numbers of a list as a log prints it.

    >>> [rate.value for rate in rates_of("0.805, 0.632")]
    [0.805, 0.632]
    """
    return [printed(rate) for rate in text.replace(" ", "").split(",") if rate]
