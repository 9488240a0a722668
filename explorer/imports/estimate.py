"""Numbers with their intervals: means over target passes, with Student's t, and proportions (shares)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.imports.record import Outcome
from explorer.statistics import LEVEL, t_quantile

Ends = tuple[float, float]  # the lower and the upper end of an interval
Number = TypeVar("Number", float, NDArray[np.float64])


@dataclass(frozen=True)
class Estimate:
    """A number with an interval. `unit` says whose variation the interval describes; it is empty if there is no
    interval.

    For requests and passes, the interval has 95% confidence, and `least` is the one-sided bound: the number is above it
    with 95% confidence. For "rounding" and "windows", the interval contains all possible values.
    """

    value: float
    low: float | None = None
    high: float | None = None
    unit: str = ""
    least: float | None = None

    @property
    def ends(self) -> Ends | None:
        """Both ends of the interval; None without one."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    @property
    def certain(self) -> bool:
        """Whether the interval contains all possible values, and not only the likely ones."""
        return self.unit in ("rounding", "windows")

    def scaled(self, share: float) -> "Estimate":
        """The tokens per round if only this share of the rounds had a draft and all others wrote one token."""
        low, high, least = (None if end is None else 1 + (end - 1) * share for end in (self.low, self.high, self.least))
        return Estimate(1 + (self.value - 1) * share, low, high, self.unit, least)


@dataclass(frozen=True)
class Share:
    """A share of trials: how many of them succeeded."""

    hits: int
    trials: int

    @property
    def value(self) -> float:
        """The share."""
        return self.hits / self.trials if self.trials else math.nan


def student(value: float, error: float, n: int, unit: str) -> Estimate:
    """Make an estimate of tokens per pass with Student's t interval. `error` is the standard error, computed from `n`
    units. No end is below 1, because a pass writes at least one token.

    >>> found = student(3.0, 0.5, 5, "passes")  # t of 4 degrees of freedom: 2.776, and 2.132 on one side
    >>> [round(end, 2) for end in (found.low, found.high, found.least)]
    [1.61, 4.39, 1.93]
    """
    half = t_quantile(n - 1) * error
    least = max(1.0, value - t_quantile(n - 1, LEVEL) * error)
    return Estimate(value, max(1.0, value - half), value + half, unit, least)


def error_of(squares: float, n: int) -> float:
    """The standard error of a sum over `n` units, from the sum of their squared deviations."""
    return math.sqrt(n / (n - 1) * squares)


def break_even(size: int, tokens: Number, other: int, others: Number) -> Number:
    """The cost of a draft token at which drafts of two lengths are equally fast. `tokens` and `others` are the numbers
    E of tokens per target pass at these lengths. At the returned cost, E / (1 + γ · cost) is the same for both lengths;
    below it, the longer draft is faster.

    >>> round(break_even(2, 2.4, 1, 1.8), 6), break_even(3, 2.5, 0, 1.0)  # (2.4 − 1.8) / (2 · 1.8 − 2.4), and 1.5 / 3
    (0.5, 0.5)
    """
    return (tokens - others) / (size * others - other * tokens)


def moments(outcomes: Mapping[Outcome, int] | None) -> tuple[int, float, float]:
    """The number of passes, and the mean and the variance of their accepted draft tokens. A value that cannot be
    computed is 0.
    """
    counts = outcomes or {}
    n = sum(counts.values())
    mean = sum(got * count for (_, got), count in counts.items()) / max(n, 1)
    return n, mean, sum(count * (got - mean) ** 2 for (_, got), count in counts.items()) / max(n - 1, 1)


def mean_of(outcomes: Mapping[Outcome, int] | None) -> Estimate | None:
    """The mean over all passes of 1 + the number of accepted draft tokens, with its Student's t interval; None if there
    are no counts.
    """
    n, mean, variance = moments(outcomes)
    if n < 2:
        return Estimate(1 + mean) if n else None
    return student(1 + mean, math.sqrt(variance / n), n, "passes")
