"""One rule for ties: numbers that were computed count as equal where they differ by rounding alone.

A sum or product of probabilities has no right digit beyond those of its parts, and models give their scores in float32.
So a computed number *reaches* a threshold, or equals another one, if they differ by at most 2⁻²⁰ of it. Of equals the
first comes first: the shallower node, the lower id. Scores of one row were not computed with; they are compared as they
are. Nothing here is an ε in a probability: a probability never changes, only who wins a tie.

>>> 0.1 + 0.2 > 0.3, above(0.1 + 0.2, 0.3), below(0.7 + 0.1, 0.8)
(True, False, False)
>>> ranked([0.3, 0.1 + 0.2, 0.5])
[2, 0, 1]
"""

from collections.abc import Sequence
from math import inf

TIE = 2.0**-20  # the part of a number below which nothing is decided; in logarithms, nats


def just_below(bar: float) -> float:
    """What a number that is below `bar`, and no tie, is less than."""
    return bar - TIE * abs(bar)


def below(value: float, bar: float) -> bool:
    """Whether a computed value is less than a threshold; a tie is not."""
    return value < just_below(bar)


def above(value: float, bar: float) -> bool:
    """Whether a computed value is more than a threshold; a tie is not."""
    return value > bar + TIE * abs(bar)


def ranked(values: Sequence[float], *, logs: bool = False) -> list[int]:
    """The places of the values, largest first; ties keep their order. `logs`: the values are logarithms.

    In the order of their size, a value that ties with the one before it is of the same group.
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
    """The place of the largest value, of ties the first. Raises ValueError if there is none."""
    best = max(values)
    return next(place for place, value in enumerate(values) if ties(best, value, logs=logs))


def ties(large: float, small: float, *, logs: bool = False) -> bool:
    """Whether two computed values, the larger one first, are equal but for rounding."""
    return large == small or (abs(large) < inf and large - small <= (TIE if logs else TIE * abs(large)))
