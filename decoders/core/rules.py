"""Pure probability rules over small supports. p is the target, q the draft, always.

NumPy on the host, float64; no model, no torch, no randomness, no epsilon. Toy pairs and real pairs go through
the same functions, so that what the law tests prove is what runs. The torch twin of `warp_scores`
(models/logits.py) is tested equal to the one here.
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
PIECE = 256  # ids that a draw adds up one by one
EPSILON = float(np.finfo(np.float64).eps)
CANCELLED = 64 * EPSILON  # what is less than this part of a number after a subtraction has no right digit


@dataclass(frozen=True)
class Warp:
    """The warping 𝒯: temperature, then top-k, then top-p, renormalised after each (MTAD App. F).

    temperature 0 is argmax; top_k 0 and top_p 1 are off.
    """

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0

    @property
    def greedy(self) -> bool:
        """Whether 𝒯 leaves one token only."""
        return self.temperature == 0 or self.top_k == 1


@dataclass(frozen=True, eq=False)
class Dist:
    """A distribution with finite support: ids int64[k] ascending, probs float64[k] that sum to 1.

    `first`: the places of the largest probabilities, as `top` orders them, if they are known.
    """

    ids: Ids
    probs: Probs
    first: Ids | None = None

    @cached_property
    def _edges(self) -> Probs:
        """Cumulative probabilities of pieces of PIECE ids; kept, as a layer draws many times from one law."""
        return np.cumsum(np.add.reduceat(self.probs, np.arange(0, len(self.probs), PIECE)))

    def draw(self, u: float) -> int:
        """The id that a uniform u in [0, 1) draws: the first one up to which there is more than that mass.

        To add up a whole vocabulary one after the other would take longer than all other work on a law.
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
        """The k most probable (id, prob), most probable first, ties by id, and the mass of the rest."""
        order = _largest(self.probs, k) if self.first is None or k > len(self.first) else self.first[:k].tolist()
        pairs = [(int(self.ids[i]), float(self.probs[i])) for i in order]
        return pairs, max(0.0, 1.0 - sum(prob for _, prob in pairs))


def _passed(edges: Probs, mass: float) -> tuple[int, float]:
    """The first place up to which there is more than a mass, and the mass behind the place before.

    By rounding the mass may be all that there is, or more.
    """
    mass = min(mass, float(np.nextafter(edges[-1], 0)))
    place = int(edges.searchsorted(mass, side="right"))
    return place, mass - (float(edges[place - 1]) if place else 0.0)


class Logits(Protocol):
    """n rows of next-token scores of one model, wherever they live. Rows are counted from 0."""

    vocab_size: int

    def __len__(self) -> int: ...

    def warp(self, row: int, warp: Warp) -> Dist:
        """𝒯 of one row."""
        ...

    def warp_joint(self, rows: Sequence[int | None], weights: Sequence[float], warp: Warp) -> Dist:
        """𝒯 of the joint law of several beams: weight exp(weights[i]) times row rows[i].

        Ids are place·(V+1) + token, as `split_joint` reads them. A row of None is a finished beam, which has one
        candidate: itself.
        """
        ...

    def logp(self, row: int, token: int) -> float:
        """Unwarped log-probability, natural log; -inf where it is zero."""
        ...

    def top(self, row: int, k: int) -> tuple[list[tuple[int, float]], float]:
        """The k most probable (id, prob) before any warping, most probable first, ties by id, and the rest's mass."""
        ...

    def entropy(self, row: int) -> float:
        """H of one row before any warping, in nats."""
        ...


def _largest(values: Probs, k: int) -> list[int]:
    """Indices of the k largest values, largest first, ties by index."""
    if k < len(values) // 8:
        some = np.flatnonzero(values >= values.max() / 1024)  # most often they are among these few
        if k <= len(some) < len(values) // 8:
            return [int(i) for i in some[np.argsort(-values[some], kind="stable")][:k]]
        kth = np.partition(values, len(values) - k)[len(values) - k]
        some = np.flatnonzero(values >= kth)
        return [int(i) for i in some[np.argsort(-values[some], kind="stable")][:k]]
    return [int(i) for i in np.argsort(-values, kind="stable")[:k]]


def warp_scores(scores: Probs, warp: Warp) -> Dist:
    """𝒯 over one flat array of unnormalised log scores float[n] (-inf allowed), ties by index.

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
        if np.isinf(scaled[0]) and np.isfinite(scores[order[0]]):  # so small a temperature that all overflows
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
        """Other rows of the same model."""
        return ArrayLogits(scores)

    def __len__(self) -> int:
        return self.scores.shape[0]

    def warp(self, row: int, warp: Warp) -> Dist:
        return warp_scores(self.scores[row], warp)

    def warp_joint(self, rows: Sequence[int | None], weights: Sequence[float], warp: Warp) -> Dist:
        joint = np.full((len(rows), self.vocab_size + 1), -np.inf)
        best = max(weights)  # becomes 0: one beam's law then has no trace of its weight, not even in the last bit
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
RESIDUAL_RATIO = Rule("residual_ratio", "u < min(1, p′/q), where p′ is what earlier rejections left of p")
DRAW = Rule("draw", "x ~ p, or x ~ what rejections left of p")  # a token or a beam
ARGMAX = Rule("argmax", "x = argmax p")


def acceptance(p: float, q: float) -> float:
    """min(1, p/q): the probability of keeping a draft with target probability p (DSBD Eq. 4).

    Raises ZeroDivisionError for q = 0: such a token cannot have been drafted.
    """
    return min(1.0, p / q)


def rounding(n: int) -> float:
    """The mass up to which what n ids have left of p counts as used up: n·2⁻⁵², a float64 rounding for each of them.

    Probabilities that are equal come out equal but for the last bits, so what is left of p where p = q is seldom 0, and
    no digit of it is right. To take it for nothing moves the law by no more than that mass, and is no ε in a rule: to
    draw from it would move the law as far, and the next candidate would be held against a law made of nothing.
    """
    return n * EPSILON


def residual(p: Dist, q: Dist) -> Dist | None:
    """norm(max(p − q, 0)); None where p is used up (`rounding`), i.e. where acceptance was certain."""
    rest = subtract(p, q)
    total = rest.sum()
    if total <= rounding(len(rest)):
        return None
    keep = np.flatnonzero(rest)
    return Dist(p.ids[keep], rest[keep] / total)


def leftover(p: Probs, rest: Probs) -> Probs:
    """`rest`, which is what a subtraction left of p, without what is negative and what rounding alone left.

    Where all of p(x) was taken, the floats seldom cancel to 0. What has no right digit counts as 0, so no token that
    cannot be drawn is in a residual. This changes a distribution by at most 64·2⁻⁵².
    """
    return np.where(rest > p * CANCELLED, rest, 0.0)


def subtract(p: Dist, q: Dist) -> Probs:
    """max(p − q, 0) over p's support, not normalised."""
    if p.ids is q.ids:
        return leftover(p.probs, p.probs - q.probs)
    at, probs = q.ids, q.probs
    if not (len(p.ids) and len(q.ids) and p.ids[-1] == len(p.ids) - 1 >= q.ids[-1]):  # else each id is its place in p
        at = np.searchsorted(p.ids, q.ids)
        inside = at < len(p.ids)
        at, ids, probs = at[inside], q.ids[inside], q.probs[inside]
        hit = p.ids[at] == ids
        at, probs = at[hit], probs[hit]
    rest = p.probs.copy()
    rest[at] -= probs
    return leftover(p.probs, rest)


def without(dist: Dist, choice: int) -> Dist | None:
    """`dist` with one id taken out, renormalised; None if nothing is left (drawing without replacement)."""
    keep = dist.ids != choice
    probs = dist.probs[keep]
    total = probs.sum()
    return Dist(dist.ids[keep], probs / total) if total > 0 else None


def split_joint(choice: int, base: int) -> tuple[int, int | None]:
    """The place of the beam and the token that an id of a joint law stands for, None for the finished beam itself.

    `base` is V + 1: how far the ids of neighbouring beams are apart.

    >>> split_joint(9, 4), split_joint(11, 4)
    ((2, 1), (2, None))
    """
    place, token = divmod(choice, base)
    return place, None if token == base - 1 else token


def entropy(p: Dist) -> float:
    """H(p) in nats."""
    positive = p.probs[p.probs > 0]
    return float(-(positive * np.log(positive)).sum())


def overlap(p: Dist, q: Dist) -> float:
    """Σ min(p, q): the chance that one draft from q is accepted (α of DSBD Eq. 3)."""
    return float(1.0 - subtract(p, q).sum())
