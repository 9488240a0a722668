"""Resamples of a file's requests or passes, for the intervals of draft lengths. The seed is fixed, so the same file
always gives the same report.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, break_even
from explorer.imports.measures import interval_unit, units_of
from explorer.imports.shorter import compared
from explorer.statistics import RESAMPLES, Z, percentiles, t_quantile

Floats = NDArray[np.float64]


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
        factor = t_quantile(self.units - 1) / Z * math.sqrt(self.units / (self.units - 1))
        middle, (low, high) = float(np.median(values)), percentiles(values)
        return middle + (low - middle) * factor, middle + (high - middle) * factor


def resampled(pool: Pool) -> Resampled | None:
    """Resamples of the requests of a file, or of its passes if there are few requests (the rule of measures.py). None
    if draft lengths are not known, or if few requests show signs of a difference.
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
