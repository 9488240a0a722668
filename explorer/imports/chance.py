"""Test whether differences between counts can be due to chance, and resample a file to get the intervals for draft
lengths.

Simulations and resamples use a fixed seed, so the same file gives the same report.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, break_even
from explorer.imports.measures import compared, interval_unit, lengths, passes_by_length, tested_of, units_of
from explorer.imports.record import Outcome
from explorer.statistics import RESAMPLES, percentiles, t_quantile

FEW_TESTS = 30  # tested draft tokens; with fewer, positions are not compared
MOST_POSITIONS = 64  # that are compared
NORMAL = 1.959964  # quantile of the normal distribution for an interval of 95%
Floats = NDArray[np.float64]


def position_p(outcomes: Mapping[Outcome, int]) -> float | None:
    """The p-value of a chi-square test of whether draft tokens are accepted equally often at all positions; None if too
    few were tested.

    It is simulated, because later positions have few tests. The simulated passes have one α for all positions.

    >>> round(position_p({(3, 0): 86, (3, 1): 70, (3, 2): 35, (3, 3): 32}), 2)
    0.02
    """
    alpha, longest = tested_of(outcomes), min(lengths(outcomes)[1], MOST_POSITIONS)
    if alpha.trials < FEW_TESTS or longest < 2 or not 0 < alpha.hits < alpha.trials:
        return None
    drawn, seen = np.zeros((2, RESAMPLES, longest)), np.zeros((2, 1, longest))
    source = np.random.Generator(np.random.PCG64(0))
    for length, count in passes_by_length(outcomes).items():
        size = min(length, longest)
        reach = alpha.value ** np.arange(size + 1)
        shares = reach - np.append(reach[1:], 0.0)
        _add(drawn, source.multinomial(count, shares / shares.sum(), RESAMPLES))
    for (length, got), count in outcomes.items():
        size = min(length or 0, longest)
        _add(seen, np.eye(size + 1)[[min(got, size)]] * count)
    reached = int((_squares(drawn) >= _squares(seen) - 1e-9).sum())
    return (1 + reached) / (1 + RESAMPLES)


def _add(tables: Floats, counts: NDArray[np.generic]) -> None:
    """Add passes, counted by number of accepted draft tokens [R, γ+1], to the counts of accepted and of tested draft
    tokens [2, R, positions].
    """
    reached = counts[:, ::-1].cumsum(axis=1)[:, ::-1]  # passes that accepted at least 0, 1, …
    size = counts.shape[1] - 1
    tables[0, :, :size] += reached[:, 1:]
    tables[1, :, :size] += reached[:, :-1]


def _squares(tables: Floats) -> Floats:
    """Pearson's chi-square of accepted and rejected draft tokens by position, for each of R tables."""
    hits, trials = tables
    share = hits.sum(axis=1, keepdims=True) / np.maximum(trials.sum(axis=1, keepdims=True), 1)
    spread = trials * share * (1 - share)
    return (np.square(hits - trials * share) / np.where(spread > 0, spread, 1)).sum(axis=1)


@dataclass(frozen=True)
class Resampled:
    """Tokens per target pass at γ′ = 0, 1, 2, … in resamples of the file: `tokens` is float[R, γ+1]. The resamples are
    made from `units` requests or passes.
    """

    tokens: Floats
    units: int

    def gain(self, length: int, other: int, cost: float) -> Ends:
        """The 95% interval of the gain in speed of one length compared with another one at this cost."""
        tokens = self.tokens
        return self._ends(tokens[:, length] * (1 + other * cost) / (tokens[:, other] * (1 + length * cost)) - 1)

    def limit(self, length: int, other: int) -> Ends:
        """The 95% interval of the cost at which two lengths are equally fast."""
        low, high = self._ends(break_even(length, self.tokens[:, length], other, self.tokens[:, other]))
        return max(0.0, low), high

    def _ends(self, values: Floats) -> Ends:
        """The 95% interval of resampled values. Resamples of few units vary too little, so the interval is widened by
        √(n / (n − 1)) and by the ratio of Student's t to the quantile of the normal distribution.
        """
        factor = t_quantile(self.units - 1) / NORMAL * math.sqrt(self.units / (self.units - 1))
        middle, (low, high) = float(np.median(values)), percentiles(values)
        return middle + (low - middle) * factor, middle + (high - middle) * factor


def resampled(pool: Pool) -> Resampled | None:
    """Resamples of the requests of a file, or of its passes if there are few requests (the rule of measures.py). None
    if draft lengths are not known, or if there are few requests and they show signs of a difference.
    """
    found = compared(pool)
    unit = interval_unit(pool, found.outcomes) if found else ""
    units = units_of(pool, found.outcomes) if found else []
    count = len(units) if unit == "requests" else found.outcomes.total() if found else 0
    if found is None or not unit or count < 2:
        return None
    source = np.random.Generator(np.random.PCG64(0))
    kinds = sorted(found.outcomes, key=lambda outcome: (outcome[0] or 0, outcome[1]))
    if unit == "requests":
        weights = source.multinomial(len(units), np.full(len(units), 1 / len(units)), RESAMPLES)
        counts = weights @ np.array([[each[kind] for kind in kinds] for each in units])
    else:
        whole = np.array([found.outcomes[kind] for kind in kinds])
        counts = source.multinomial(whole.sum(), whole / whole.sum(), RESAMPLES)
    places = range(1, found.longest + 1)
    hits = counts @ np.array([[got >= place for place in places] for _, got in kinds], dtype=int)
    tests = counts @ np.array([[place <= min(length or 0, got + 1) for place in places] for length, got in kinds], int)
    tokens = 1 + (hits / np.maximum(tests, 1)).cumprod(axis=1).cumsum(axis=1)
    return Resampled(np.pad(tokens, ((0, 0), (1, 0)), constant_values=1.0), count)
