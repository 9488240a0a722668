"""The rule for ties: computed numbers count as equal if they differ only by rounding.

A sum or product of probabilities has no more correct digits than its parts, and models compute scores in float32. So
two numbers count as equal if their relative difference is at most 2⁻²⁰. A number equal to a threshold *reaches* it. The
first of equal items wins, such as the shallowest node or the lowest id. Scores within one row are compared exactly. No
probability changes here, only the winner of a tie.

>>> 0.1 + 0.2 > 0.3, above(0.1 + 0.2, 0.3), below(0.7 + 0.1, 0.8)
(True, False, False)
>>> ranked([0.3, 0.1 + 0.2, 0.5])
[2, 0, 1]
"""

from collections.abc import Sequence
from math import inf

TIE = 2.0**-20  # largest relative difference of two numbers that tie; for logarithms, the largest difference in nats


def just_below(bar: float) -> float:
    """The exclusive upper bound of values that are below the threshold `bar` and do not tie with it."""
    return bar - TIE * abs(bar)


def below(value: float, bar: float) -> bool:
    """Whether a computed value is below a threshold. A tie does not count as below."""
    return value < just_below(bar)


def above(value: float, bar: float) -> bool:
    """Whether a computed value is above a threshold. A tie does not count as above."""
    return value > bar + TIE * abs(bar)


def ranked(values: Sequence[float], *, logs: bool = False) -> list[int]:
    """The indices of the values, largest first. Ties keep their order. With `logs`, the values are logarithms.

    In sorted order, a value that ties with the one before it belongs to the same group.
    """
    order = sorted(range(len(values)), key=lambda place: -values[place])
    groups: list[list[int]] = []
    for place in order:
        if groups and ties(values[groups[-1][-1]], values[place], logs=logs):
            groups[-1].append(place)
        else:
            groups.append([place])
    return [place for group in groups for place in sorted(group)]


def first_of_best(values: Sequence[float], *, logs: bool = False) -> int:
    """The index of the largest value; the first one if several values tie. Raises ValueError if there are no values."""
    best = max(values)
    return next(place for place, value in enumerate(values) if ties(best, value, logs=logs))


def ties(large: float, small: float, *, logs: bool = False) -> bool:
    """Whether two computed values, the larger one first, are equal up to rounding."""
    return large == small or (abs(large) < inf and large - small <= (TIE if logs else TIE * abs(large)))
