"""The probability rules as pure functions over small arrays. p is always the target and q the draft.

Everything is computed with NumPy in float64, without models, torch, randomness or an epsilon. Toy pairs and real pairs
use the same functions, so the tests of exact distributions check the code that runs. A test checks that the torch
version of `warp_scores` (models/torch/logits.py) gives the same results.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from decoders.core.record import Rule
from decoders.core.ties import just_below

Ids = NDArray[np.int64]
Probs = NDArray[np.float64]
PIECE = 256  # number of ids whose probabilities `draw` adds up one by one
EPSILON = float(np.finfo(np.float64).eps)
CANCELLED = 64 * EPSILON  # if a subtraction leaves a smaller fraction of a number, no digit of the remainder is correct


@dataclass(frozen=True)
class Warp:
    """The warping 𝒯 of a distribution: temperature, then top-k, then top-p, renormalised after each of them (MTAD App.
    F).

    Temperature 0 means argmax; top_k 0 and top_p 1 disable the respective cut.
    """

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0

    @property
    def greedy(self) -> bool:
        """Whether 𝒯 leaves a single token."""
        return self.temperature == 0 or self.top_k == 1


@dataclass(frozen=True, eq=False)
class Dist:
    """A distribution with finite support: ids int64[k] in ascending order, and probs float64[k] that sum to 1.

    `first` holds the indices of the largest probabilities, in the order of `top`, if they are known.
    """

    ids: Ids
    probs: Probs
    first: Ids | None = None

    @cached_property
    def _edges(self) -> Probs:
        """The cumulative probability at the end of each piece of PIECE ids.

        These probabilities are cached, because a layer samples many times from one `Dist`.
        """
        return np.cumsum(np.add.reduceat(self.probs, np.arange(0, len(self.probs), PIECE)))

    def draw(self, u: float) -> int:
        """The id that a uniform u in [0, 1) selects: the first one whose cumulative probability exceeds u.

        The totals of whole pieces are compared first, because adding up the whole vocabulary for each draw would
        dominate the run time.
        """
        piece, left = _passed(self._edges, u * float(self._edges[-1]))
        begin = piece * PIECE
        at, _ = _passed(np.cumsum(self.probs[begin : begin + PIECE]), left)
        return int(self.ids[begin + at])

    def prob(self, token: int) -> float:
        """The probability of one id; 0 outside the support."""
        at = int(self.ids.searchsorted(token))
        return float(self.probs[at]) if at < len(self.ids) and self.ids[at] == token else 0.0

    def top(self, k: int) -> tuple[list[tuple[int, float]], float]:
        """The k most probable ids as (id, prob), largest first, and the mass of all others. In a tie, the lowest id
        wins.
        """
        order = _largest(self.probs, k) if self.first is None or k > len(self.first) else self.first[:k].tolist()
        pairs = [(int(self.ids[i]), float(self.probs[i])) for i in order]
        return pairs, max(0.0, 1.0 - sum(prob for _, prob in pairs))


def _passed(edges: Probs, mass: float) -> tuple[int, float]:
    """The first index whose cumulative mass exceeds `mass`, and `mass` minus the cumulative mass before this index.

    Because of rounding, `mass` may equal or exceed the total.
    """
    mass = min(mass, float(np.nextafter(edges[-1], 0)))
    place = int(edges.searchsorted(mass, side="right"))
    return place, mass - (float(edges[place - 1]) if place else 0.0)


class Logits(Protocol):
    """Next-token scores of one model: n rows on any device, counted from 0."""

    vocab_size: int

    def __len__(self) -> int: ...

    def warp(self, row: int, warp: Warp) -> Dist:
        """Warp one row with 𝒯."""
        ...

    def warp_joint(self, rows: Sequence[int | None], weights: Sequence[float], warp: Warp) -> Dist:
        """Warp the joint distribution of several beams: for beam i, row rows[i] times the weight exp(weights[i]).

        Ids are slot·(V+1) + token, as `split_joint` reads them. A row that is None represents a finished beam, whose
        only candidate is itself.
        """
        ...

    def logp(self, row: int, token: int) -> float:
        """Log-probability before warping, in nats; −inf if the probability is 0."""
        ...

    def top(self, row: int, k: int) -> tuple[list[tuple[int, float]], float]:
        """The k most probable ids before warping, as (id, prob), and the mass of all others.

        The most probable id comes first; the lowest id wins a tie.
        """
        ...

    def entropy(self, row: int) -> float:
        """Entropy H of one row before warping, in nats."""
        ...


def _largest(values: Probs, k: int) -> list[int]:
    """Indices of the k largest values, largest first. The lowest index wins a tie."""
    if k < len(values) // 8:
        some = np.flatnonzero(values >= values.max() / 1024)  # the largest are usually among these few
        if k <= len(some) < len(values) // 8:
            return [int(i) for i in some[np.argsort(-values[some], kind="stable")][:k]]
        kth = np.partition(values, len(values) - k)[len(values) - k]
        some = np.flatnonzero(values >= kth)
        return [int(i) for i in some[np.argsort(-values[some], kind="stable")][:k]]
    return [int(i) for i in np.argsort(-values, kind="stable")[:k]]


def warp_scores(scores: Probs, warp: Warp) -> Dist:
    """Warp a flat array of unnormalised log scores float[n] (−inf is allowed) with 𝒯. The lowest index wins a tie.

    >>> warp_scores(np.log([0.5, 0.3, 0.2]), Warp(top_k=2)).probs.round(3).tolist()
    [0.625, 0.375]
    """
    if warp.temperature == 0:
        best = int(np.argmax(scores))
        return Dist(np.array([best], dtype=np.int64), np.ones(1))
    order = np.argsort(-scores, kind="stable")
    if warp.top_k:
        order = order[: warp.top_k]
    with np.errstate(over="ignore"):
        scaled = scores[order] / warp.temperature
        if np.isinf(scaled[0]) and np.isfinite(scores[order[0]]):  # the temperature is so small that scores overflow
            scaled = (scores[order] - scores[order[0]]) / warp.temperature
    probs = np.exp(scaled - scaled[0])
    probs /= probs.sum()
    if warp.top_p < 1:
        keep = np.cumsum(probs) - probs < just_below(warp.top_p)
        order, probs = order[keep], probs[keep]
    order, probs = order[probs > 0], probs[probs > 0]
    by_id = np.argsort(order)
    ids, probs = order[by_id].astype(np.int64), probs[by_id]
    return Dist(ids, probs / probs.sum())


class ArrayLogits:
    """`Logits` over a NumPy array float64[n, V] of log scores (toy pairs, n-gram lookups)."""

    def __init__(self, scores: Probs) -> None:
        self.scores = scores
        self.vocab_size = scores.shape[1]

    def with_rows(self, scores: Probs) -> "ArrayLogits":
        """Make logits of the same kind from other rows of the same model."""
        return ArrayLogits(scores)

    def __len__(self) -> int:
        return self.scores.shape[0]

    def warp(self, row: int, warp: Warp) -> Dist:
        return warp_scores(self.scores[row], warp)

    def warp_joint(self, rows: Sequence[int | None], weights: Sequence[float], warp: Warp) -> Dist:
        joint = np.full((len(rows), self.vocab_size + 1), -np.inf)
        best = max(weights)  # subtracted, so that the weight of a single beam does not even change the last bit
        for i, (row, weight) in enumerate(zip(rows, weights, strict=True)):
            if row is None:
                joint[i, -1] = weight - best
            else:
                scores = self.scores[row]
                joint[i, :-1] = (weight - best) + (scores - np.logaddexp.reduce(scores))
        return warp_scores(joint.ravel(), warp)

    def logp(self, row: int, token: int) -> float:
        return float(self.scores[row, token] - np.logaddexp.reduce(self.scores[row]))

    def top(self, row: int, k: int) -> tuple[list[tuple[int, float]], float]:
        return warp_scores(self.scores[row], Warp()).top(k)

    def entropy(self, row: int) -> float:
        return entropy(warp_scores(self.scores[row], Warp()))


RATIO = Rule("ratio", "u < min(1, p/q)")
RESIDUAL_RATIO = Rule("residual_ratio", "u < min(1, p′/q), where p′ is the residual after earlier rejections")
DRAW = Rule("draw", "x ~ p, or x ~ the residual after rejections")  # the id of a token or of a beam
ARGMAX = Rule("argmax", "x = argmax p")


def acceptance(p: float, q: float) -> float:
    """The acceptance probability min(1, p/q) of a draft token (Leviathan et al. 2023 §2.3; DSBD Eq. 4).

    Raises ZeroDivisionError if q = 0, because such a token cannot have been drafted.
    """
    return min(1.0, p / q)


def rounding(n: int) -> float:
    """The largest mass that counts as zero in a remainder of p over n ids: n·2⁻⁵², one float64 rounding per id.

    If p = q, the computed probabilities may still differ in their last bits. The remainder is then rarely exactly 0,
    and none of its digits is correct.

    Treating such a remainder as zero changes the distribution by at most the returned mass, so this is not an ε that
    loosens a rule. Sampling from the remainder would change the distribution by as much, and would test the next
    candidate against rounding errors.
    """
    return n * EPSILON


def residual(p: Dist, q: Dist, weight: float = 1.0) -> Dist | None:
    """The residual distribution norm(max(w·p − q, 0)); None if its mass counts as zero (`rounding`).

    With weight 1, it is zero only if p equals q.
    """
    rest = subtract(p, q, weight)
    total = rest.sum()
    if total <= rounding(len(rest)):
        return None
    keep = np.flatnonzero(rest)
    return Dist(p.ids[keep], rest[keep] / total)


def excess(p: Dist, q: Dist, weight: float = 1.0) -> float:
    """The mass Σ max(w·p − q, 0) by which the target exceeds the draft; 0 if this mass is only a rounding error, as in
    `residual`.
    """
    rest = subtract(p, q, weight)
    total = float(rest.sum())
    return 0.0 if total <= rounding(len(rest)) else total


def leftover(p: Probs, rest: Probs) -> Probs:
    """Clean a computed remainder of p: set negative values and pure rounding errors to 0.

    If all of p(x) was subtracted, floats rarely cancel to exactly 0. A value without a single correct digit counts as
    0, so the residual contains no token whose true probability is 0. This changes a distribution by at most 64·2⁻⁵².
    """
    return np.where(rest > p * CANCELLED, rest, 0.0)


def subtract(p: Dist, q: Dist, weight: float = 1.0) -> Probs:
    """The remainder max(w·p − q, 0) for the ids in p's support, not normalised."""
    mass = p.probs if weight == 1 else p.probs * weight
    if p.ids is q.ids:
        return leftover(mass, mass - q.probs)
    at, probs = q.ids, q.probs
    if not (
        len(p.ids) and len(q.ids) and p.ids[-1] == len(p.ids) - 1 >= q.ids[-1]
    ):  # otherwise each id is its own index in p
        at = np.searchsorted(p.ids, q.ids)
        inside = at < len(p.ids)
        at, ids, probs = at[inside], q.ids[inside], q.probs[inside]
        hit = p.ids[at] == ids
        at, probs = at[hit], probs[hit]
    rest = mass.copy()
    rest[at] -= probs
    return leftover(mass, rest)


def without(dist: Dist, choice: int) -> Dist | None:
    """Remove one id from `dist` and renormalise it (sampling without replacement). Returns None if no id is left."""
    keep = dist.ids != choice
    probs = dist.probs[keep]
    total = probs.sum()
    return Dist(dist.ids[keep], probs / total) if total > 0 else None


def split_joint(choice: int, base: int) -> tuple[int, int | None]:
    """Split an id of a joint distribution into the beam's slot and the token. The token is None for a finished beam.

    `base` is V + 1, the distance between the ids of neighbouring beams.

    >>> split_joint(9, 4), split_joint(11, 4)
    ((2, 1), (2, None))
    """
    place, token = divmod(choice, base)
    return place, None if token == base - 1 else token


def entropy(p: Dist) -> float:
    """Entropy H(p) in nats."""
    positive = p.probs[p.probs > 0]
    return float(-(positive * np.log(positive)).sum())


def overlap(p: Dist, q: Dist) -> float:
    """The probability Σ min(p, q) that one draft from q is accepted (α of DSBD Eq. 3)."""
    return float(1.0 - subtract(p, q).sum())
