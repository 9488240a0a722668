"""Calculations in one line, in which every number has its name below it."""

from collections.abc import Callable
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
    before: float | None,
    p: float,
    q: float,
    plain: RatioNames,
    exact: RatioNames,
    capped: bool = True,
    ends: bool = False,
) -> Calculation | None:
    """The calculation of a running ratio: the ratio before a token, times p ÷ q of the token; at most 1 if it is
    `capped`. The written numbers give the written result. `before` is None for a first token, whose ratio is p ÷ q.
    With `ends`, no later calculation uses the result, so two digits are enough. Returns None if q is 0.
    """
    if q <= 0:
        return None
    return {
        "plain": _ratio(before, p, q, plain, capped, "×÷", two_digits if ends else ratio_digits),
        "exact": _ratio(before, p, q, exact, capped, "·/", digits),
    }


def ratio_digits(value: float) -> str:
    """Write a running ratio in the plain voice, with two digits or, if they are more than 0.4% off, with three. So the
    next calculation can use the number that the reader has seen.

    >>> ratio_digits(0.4), ratio_digits(0.06849), ratio_digits(0.7444)
    ('0.40', '0.0685', '0.744')
    """
    text = two_digits(value)
    return text if abs(float(text) - value) <= 0.0039 * value else f"{Decimal(f'{value:.3g}'):f}"


def _ratio(
    before: float | None,
    p: float,
    q: float,
    names: RatioNames,
    capped: bool,
    signs: str,
    write: Callable[[float], str],
) -> list[Term]:
    exact = write is digits
    product = (1.0 if before is None else before) * p / q
    over = capped and product > 1 + NOISE

    def compute(before: float, p: float, q: float) -> float:
        return before * p / q

    result = write(product)
    size = 3 if exact or result != two_digits(product) else 2
    first, *parts = calculated(compute, 1.0 if before is None else before, p, q, size=size)
    written = parts if exact else [f"{(Decimal(each) * 100).normalize():f}%" for each in parts]
    factor = list[Term]()
    if before is not None:
        first = first if exact or before == 1 else max(first, ratio_digits(before), key=len)
        factor = [(first, names.before), signs[0]]
    end: list[Term] = [result, "→", ("1", names.result)] if over else [(result, names.result)]
    return [*factor, (written[0], names.p), signs[1], (written[1], names.q), "=", *end]
