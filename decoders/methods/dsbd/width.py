"""Dynamic width: how many beams a layer of DSBD should ask for (DSBD §3.2 Eqs 2–7; algorithms §2.6).

Pure functions over one layer: p is p_beam, q is q_beam restricted to the same beams; no model, no randomness.

>>> table = acceptance_table([0.5, 1.0], 2)  # α₁ = 0.5, α₂ = 1
>>> table
[[1.0], [0.5, 0.5], [0.0, 0.75, 0.25]]
>>> at_least(table[2]), widest(at_least(table[2]), 0.7)
([1.0, 1.0, 0.25], 1)
"""

from collections.abc import Sequence

import numpy as np

from decoders.core.rules import Dist, subtract


def align(q: Dist, p: Dist, size: int) -> Dist:
    """q on p's ids, 0 where q has none (what lies outside p's support is left out); all ids are below `size`."""
    if len(q.ids) == len(p.ids) and np.array_equal(q.ids, p.ids):
        return Dist(p.ids, q.probs)
    dense = np.zeros(size)
    dense[q.ids] = q.probs
    return Dist(p.ids, dense[p.ids])


def remainder(p: Dist, q: Dist) -> tuple[float, Dist | None]:
    """α = Σ min(p, q), and norm(max(p − q, 0)) on the same ids, None where p and q are the same but for rounding.

    `q` is aligned with `p`; unlike `rules.residual` this keeps ids of probability 0, so that a chain of residuals
    needs no search, and it takes what rounding left for nothing: it plans a width and accepts no token.
    """
    rest = subtract(p, q)
    total = float(rest.sum())
    if total <= len(p.ids) * np.finfo(np.float64).eps:
        return 1.0, None
    return max(0.0, 1.0 - total), Dist(p.ids, rest / total)


def acceptance_rates(p: Dist, q: Dist, count: int) -> list[float]:
    """α_1…α_count: the chance of the j-th candidate after j − 1 rejections in a row (Eq. 4); 1 once p_j is used up."""
    rates: list[float] = []
    left: Dist | None = p
    while left is not None and len(rates) < count:
        rate, left = remainder(left, q)
        rates.append(rate)
    return rates + [1.0] * (count - len(rates))


def acceptance_table(rates: Sequence[float], count: int) -> list[list[float]]:
    """P(m, k) for m = 0…count, k = 0…m: the chance that k of m candidates are accepted (Eqs 2 and 3).

    P(m, 0) = ∏_{j ≤ m} (1 − α_j), which the paper leaves out.
    """
    none = [1.0]  # ∏_{j ≤ i} (1 − α_j)
    for rate in rates[:count]:
        none.append(none[-1] * (1 - rate))
    first = [rate * missed for rate, missed in zip(rates, none, strict=False)]  # P̃: the (i+1)-th is the first accepted
    table = [[1.0]]
    for m in range(1, count + 1):
        row = [none[m]]
        for k in range(1, m + 1):
            row.append(sum(first[i - 1] * table[m - i][k - 1] for i in range(1, m - k + 2)))
        table.append(row)
    return table


def at_least(row: Sequence[float]) -> list[float]:
    """Σ_{k ≥ K} P(m, k) for K = 0…m (Eq. 5, whose sum must start at k = 0); exactly 1 for K = 0."""
    tails = np.cumsum(row[::-1])[::-1].tolist()
    return [1.0, *tails[1:]]


def widest(tails: Sequence[float], threshold: float) -> int:
    """W̃_L: the largest K that at least K candidates reach with a chance of t or more (Eq. 7)."""
    return max(count for count, chance in enumerate(tails) if chance >= threshold)
