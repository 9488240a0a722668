"""Calculations in one line, in which every number has its name below it."""

from collections.abc import Callable
from decimal import Decimal
from typing import NamedTuple, TypedDict

from explorer.story.numbers import NOISE, calculated, digits, percent, two_digits

Term = str | tuple[str, str]
"""A sign, or a number with its name."""


class Calculation(TypedDict):
    """A calculation in both voices."""

    plain: list[Term]
    exact: list[Term]


class RatioNames(NamedTuple):
    """The names of four numbers in a running ratio: the ratio before a token, its p, its q, and the result."""

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
    """The calculation of a running ratio: the ratio before a token, times the token's p ÷ q; `capped` limits it to 1.
    The written numbers give the written result. `before` is None for a first token, whose ratio is p ÷ q. With `ends`,
    no later calculation uses the result, so two digits are enough. Returns None if q is 0.
    """
    if q <= 0:
        return None
    return {
        "plain": _ratio(before, p, q, plain, capped, "×÷", two_digits if ends else ratio_digits),
        "exact": _ratio(before, p, q, exact, capped, "·/", digits),
    }


def ratio_digits(value: float) -> str:
    """Write a running ratio in the plain voice: with two digits or, if that changes the value by more than 0.4%, with
    three. So the next calculation can use the number that the reader has seen.

    >>> ratio_digits(0.4), ratio_digits(0.06849), ratio_digits(0.7444)
    ('0.40', '0.0685', '0.744')
    """
    text = two_digits(value)
    return text if abs(float(text) - value) <= 0.0039 * value else f"{Decimal(f'{value:.3g}'):f}"


def factors(before: float, p: float, q: float, result: str) -> tuple[str, list[str]] | None:
    """The ratio before a token, and p and q of it in percent, as the steps before wrote them. None if these numbers do
    not give the written result.

    >>> factors(0.6825, 0.6047, 0.72, "0.57"), factors(0.6825, 0.6047, 0.72, "0.573")
    (('0.68', ['60%', '72%']), None)
    """
    texts = ("1" if before == 1 else ratio_digits(before)), *(percent(each) for each in (p, q))
    if not all(text[0].isdigit() for text in texts):
        return None
    ratio, top, below = (float(text.rstrip("%")) for text in texts)
    places = len(result.partition(".")[2])
    right = below > 0 and f"{min(1.0, ratio * top / below):.{places}f}" == f"{float(result):.{places}f}"
    return (texts[0], [*texts[1:]]) if right else None


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
    if not exact:
        short = factors(1.0 if before is None else before, p, q, result)
        first, written = short or (first if before in (None, 1) else max(first, ratio_digits(before), key=len), written)
    factor = list[Term]() if before is None else [(first, names.before), signs[0]]
    end: list[Term] = [result, "→", ("1", names.result)] if over else [(result, names.result)]
    return [*factor, (written[0], names.p), signs[1], (written[1], names.q), "=", *end]
