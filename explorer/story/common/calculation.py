"""Calculations in one line, in which every number has its name below it."""

from decimal import Decimal
from typing import NamedTuple, TypedDict

from explorer.story.numbers import NOISE, calculated, digits, two_digits

Term = str | tuple[str, str]
"""A sign, or a number with its name."""


class Calculation(TypedDict):
    """A calculation in both voices."""

    plain: list[Term]
    exact: list[Term]


class RatioNames(NamedTuple):
    """The names in a running ratio: those of the ratio before a token, its p, its q, and the result."""

    before: str
    p: str
    q: str
    result: str


def running_ratio(
    before: float | None, p: float, q: float, plain: RatioNames, exact: RatioNames, capped: bool = True
) -> Calculation | None:
    """The calculation of a running ratio: the ratio before a token, times p ÷ q of the token; at most 1 if it is
    `capped`. The written numbers give the written result. `before` is None for a first token, whose ratio is p ÷ q.
    Returns None if q is 0.
    """
    if q <= 0:
        return None
    return {
        "plain": _ratio(before, p, q, plain, capped, "×÷", exact=False),
        "exact": _ratio(before, p, q, exact, capped, "·/", exact=True),
    }


def _ratio(
    before: float | None, p: float, q: float, names: RatioNames, capped: bool, signs: str, exact: bool
) -> list[Term]:
    product = (1.0 if before is None else before) * p / q
    over = capped and product > 1 + NOISE

    def compute(before: float, p: float, q: float) -> float:
        return before * p / q

    first, *parts = calculated(compute, 1.0 if before is None else before, p, q, size=3 if exact else 2)
    written = parts if exact else [f"{(Decimal(each) * 100).normalize():f}%" for each in parts]
    result = (digits if exact else two_digits)(product)
    factor = list[Term]()
    if before is not None:
        first = first if exact or before == 1 else max(first, two_digits(before), key=len)
        factor = [(first, names.before), signs[0]]
    end: list[Term] = [result, "→", ("1", names.result)] if over else [(result, names.result)]
    return [*factor, (written[0], names.p), signs[1], (written[1], names.q), "=", *end]
