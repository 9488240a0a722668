"""The dynamic width of DSBD: the number of beams that a layer aims for (DSBD §3.2 Eqs. 2–7).

These are pure functions over one layer, without a model. p is p_beam, and q is q_beam restricted to the same beams. A
width may depend only on values known before any candidate is tested, because otherwise the layer would not follow
p_beam. With replacement, these values are p, q and the number m of candidates.

Without replacement, m reveals which candidates there are, so the width uses W_S and all of q_beam, including orphans.
Eqs. 2–4 do not hold there, because every candidate has its own q. If there are few cases, the distribution of the
number of accepted candidates is enumerated. Otherwise it is simulated, or not predicted if a simulation would take too
long.

>>> table = acceptance_table([0.5, 1.0], 2)  # α₁ = 0.5, α₂ = 1
>>> table
[[1.0], [0.5, 0.5], [0.0, 0.75, 0.25]]
>>> at_least(table[2]), widest(at_least(table[2]), 0.7)
([1.0, 1.0, 0.25], 1)
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from decoders.core.rules import Dist, Probs, leftover, rounding, subtract
from decoders.core.ties import below

Places = NDArray[np.int64]
ENUMERATED = 100_000  # up to this number of paths × ids of q_beam, draws without replacement are enumerated exactly
SIMULATED = 500_000  # up to this number of samples × draws × ids, they are simulated, which takes a few milliseconds
SAMPLES = 500


@dataclass(frozen=True)
class Prediction:
    """The predicted number of accepted candidates. `tails[K]` is P(at least K are accepted), K = 0…m or 0…W_S.

    `rates` are α_1…α_m and `table` is P(m′, k); draws without replacement have neither. The kind "none" means that
    nothing is predicted. Because a width must still be chosen, the three values are then computed as for draws with
    replacement.
    """

    tails: Sequence[float]
    kind: Literal["exact", "simulated", "none"] = "exact"
    rates: Sequence[float] = ()
    table: Sequence[Sequence[float]] = ()

    def chance(self, beams: int) -> float | None:
        """The probability that at least `beams` candidates are accepted; None if nothing is predicted."""
        if self.kind == "none":
            return None
        return self.tails[beams] if beams < len(self.tails) else 0.0

    def error(self, beams: int) -> float | None:
        """The standard error of `chance`; None if the prediction was not simulated."""
        chance = self.chance(beams)
        return math.sqrt(chance * (1 - chance) / SAMPLES) if chance is not None and self.kind == "simulated" else None


@dataclass(frozen=True)
class Plan:
    """The plan for a layer: its width W_L^(l), the predicted acceptance of its candidates and, if the width is dynamic,
    W̃_L.

    With a fixed width, the prediction is recorded but not used.
    """

    width: int
    tilde: int | None = None
    prediction: Prediction | None = None


def align(q: Dist, p: Dist, size: int) -> Dist:
    """The probabilities of q on p's ids, with 0 for ids that q lacks.

    Ids outside p's support are left out. All ids are below `size`.
    """
    if len(q.ids) == len(p.ids) and np.array_equal(q.ids, p.ids):
        return Dist(p.ids, q.probs)
    dense = np.zeros(size)
    dense[q.ids] = q.probs
    return Dist(p.ids, dense[p.ids])


def remainder(p: Dist, q: Dist) -> tuple[float, Dist | None]:
    """Compute α = Σ min(p, q), and norm(max(p − q, 0)) on the same ids, which is None if its mass counts as zero.

    `q` is aligned with `p`. Unlike `rules.residual`, this function keeps ids of probability 0, so a chain of residuals
    needs no search.
    """
    rest = subtract(p, q)
    total = float(rest.sum())
    if total <= rounding(len(rest)):
        return 1.0, None
    return max(0.0, 1.0 - total), Dist(p.ids, rest / total)


def support(dist: Dist) -> Dist:
    """A distribution without its ids of probability 0."""
    keep = dist.probs > 0
    return Dist(dist.ids[keep], dist.probs[keep])


def acceptance_rates(p: Dist, q: Dist, count: int) -> list[float]:
    """The acceptance probabilities α_1…α_count: candidate j is accepted with probability α_j if all candidates before
    it were rejected (Eq. 4).

    Once no residual is left, α_j is 1.
    """
    rates: list[float] = []
    left: Dist | None = p
    while left is not None and len(rates) < count:
        rate, left = remainder(left, q)
        rates.append(rate)
    return rates + [1.0] * (count - len(rates))


def acceptance_table(rates: Sequence[float], count: int) -> list[list[float]]:
    """P(m, k) for m = 0…count and k = 0…m: the probability that k of m candidates are accepted (Eqs. 2 and 3).

    The paper leaves out P(m, 0) = ∏_{j ≤ m} (1 − α_j).
    """
    none = [1.0]  # ∏_{j ≤ i} (1 − α_j)
    for rate in rates[:count]:
        none.append(none[-1] * (1 - rate))
        # P̃: candidate i + 1 is the first accepted one
    first = [rate * missed for rate, missed in zip(rates, none, strict=False)]
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
    """The dynamic width W̃_L: the largest K such that at least K candidates are accepted with probability t or more
    (Eq. 7).
    """
    return max(count for count, chance in enumerate(tails) if not below(chance, threshold))


def predict(p: Dist, q: Dist | None, size: int, count: int) -> Prediction:
    """Predict how many of `count` candidates sampled from q with replacement are accepted (Eqs. 2 to 5).

    q is None if there are no candidates.
    """
    count = 0 if q is None else count
    rates = [] if q is None else acceptance_rates(p, align(q, p, size), count)
    table = acceptance_table(rates, count)
    return Prediction(at_least(table[count]), rates=rates, table=table)


@dataclass(frozen=True, eq=False)
class Urn:
    """The distributions for draws without replacement, indexed by the ids of q_beam.

    `q` float[n] is over S^(l−1) × V. `inside` bool[n] marks ids with an accepted parent; all others are orphans. `p`
    float[n + 1] is p_beam. Its last element is the mass of all ids that q_beam lacks; no candidate can have such an id.
    """

    q: Probs
    inside: NDArray[np.bool_]
    p: Probs

    def test(self, left: Probs, open_: NDArray[np.bool_], drawn: Places) -> tuple[Probs, Probs]:
        """Acceptance probabilities min(1, p′/q) float[r] of r candidates, and p′ after the rejection of each, float[r,
        n + 1].

        `left` is p′ before the test. `open_` bool[r, n] marks ids that were not sampled before. A candidate's q covers
        the marked ids whose parent is in I^(l).
        """
        own = np.zeros_like(left)
        own[:, :-1] = self.q * (open_ & self.inside)
        own /= own.sum(1, keepdims=True)
        rest = leftover(left, left - own)
        total = rest.sum(1)
        certain = total <= rounding(len(self.p))
        row = np.arange(len(drawn))
        a = np.where(certain, 1.0, np.minimum(1.0, left[row, drawn] / own[row, drawn]))
        return a, rest / np.where(certain, 1.0, total)[:, None]

    @classmethod
    def over(cls, p: Dist, q: Dist, slots: Sequence[int], base: int) -> "Urn":
        """Make the urn for draws from q_beam. The parents in `slots` (ascending) were accepted, and p_beam numbers them
        0, 1, …
        """
        place, token = np.divmod(q.ids, base)
        parent = np.minimum(np.searchsorted(slots, place), len(slots) - 1)
        inside = np.asarray(slots)[parent] == place
        ids = parent * base + token
        at = np.minimum(np.searchsorted(p.ids, ids), len(p.ids) - 1)
        known = inside & (p.ids[at] == ids)
        beside = np.ones(len(p.ids), dtype=bool)
        beside[at[known]] = False
        return cls(q.probs, inside, np.append(np.where(known, p.probs[at], 0.0), p.probs[beside].sum()))


def predict_distinct(p: Dist, q: Dist, slots: Sequence[int], base: int, count: int) -> Prediction | None:
    """Predict how many of `count` candidates sampled without replacement from q_beam are accepted. Orphans do not
    count.

    Returns None if the prediction would take too long. The arguments are those of `Urn.over`.
    """
    ids = len(q.ids)
    drawn = min(count, ids)
    beyond = [0.0] * (count - drawn)  # there are fewer beams than draws
    paths = math.prod(2 * (ids - i) for i in range(drawn))
    if paths * ids <= ENUMERATED:
        return Prediction(at_least(enumerate_distinct(Urn.over(p, q, slots, base), drawn)) + beyond)
    if SAMPLES * drawn * ids <= SIMULATED:
        return Prediction(at_least(simulate_distinct(Urn.over(p, q, slots, base), drawn)) + beyond, "simulated")
    return None


def enumerate_distinct(urn: Urn, count: int) -> list[float]:
    """The probability that k of `count` ≤ n draws are accepted, for k = 0…count.

    All draws and outcomes are enumerated.
    """
    weight, accepted = np.ones(1), np.zeros(1, dtype=np.int64)
    open_, left = np.ones((1, len(urn.q)), dtype=bool), urn.p[None]
    for _ in range(count):
        path, drawn = np.nonzero(open_)
        mass = (urn.q * open_).sum(1)
        weight, accepted = weight[path] * urn.q[drawn] / mass[path], accepted[path]
        inside = urn.inside[drawn]
        a = np.zeros(len(drawn))
        rest = left[path]
        a[inside], rest[inside] = urn.test(rest[inside], open_[path[inside]], drawn[inside])
        open_ = open_[path]
        open_[np.arange(len(drawn)), drawn] = False
        kept, lost = np.flatnonzero(a > 0), np.flatnonzero(a < 1)
        weight = np.concatenate([weight[kept] * a[kept], weight[lost] * (1 - a[lost])])
        accepted = np.concatenate([accepted[kept] + 1, accepted[lost]])
        open_ = np.concatenate([open_[kept], open_[lost]])
        left = np.concatenate([np.broadcast_to(urn.p, (len(kept), len(urn.p))), rest[lost]])
    return np.bincount(accepted, weight, minlength=count + 1).tolist()


def simulate_distinct(urn: Urn, count: int) -> list[float]:
    """Simulate the acceptance of `count` ≤ n draws. Returns, for k = 0…count, the fraction of SAMPLES runs in which k
    are accepted.

    The same p and q always give the same simulated runs.
    """
    random = np.random.Generator(np.random.PCG64(0))
    race = (
        random.standard_exponential((SAMPLES, len(urn.q))) / urn.q
    )  # this order is a sample from q without replacement
    order = np.argsort(race, axis=1)[:, :count]
    coins = random.random((SAMPLES, count))
    open_, left = np.ones(race.shape, dtype=bool), np.tile(urn.p, (SAMPLES, 1))
    accepted = np.zeros(SAMPLES, dtype=np.int64)
    for drawn, coin in zip(order.T, coins.T, strict=True):
        at = np.flatnonzero(urn.inside[drawn])
        a, rest = urn.test(left[at], open_[at], drawn[at])
        kept = coin[at] < a
        accepted[at] += kept
        left[at] = np.where(kept[:, None], urn.p, rest)
        open_[np.arange(SAMPLES), drawn] = False
    return (np.bincount(accepted, minlength=count + 1) / SAMPLES).tolist()
