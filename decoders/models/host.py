"""Next-token scores as NumPy arrays: `rules.Logits` for engines that compute on the host, without torch.

The distributions are the same as in torch/logits.py: float64 probabilities from float32 scores. Whole rows are never
sorted, because tokens that 𝒯 cannot keep are removed first. This module does not depend on models, caches or decoders.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from decoders.core.rules import Dist, Ids, Probs, Warp
from decoders.core.ties import just_below

Scores = NDArray[np.float32]
LEAST = np.float32(-200)  # a number whose exponential is 0 in float32
FEW = 64  # up to this many tokens after top-k, a distribution is computed without arrays
NEAR = (7.0, 14.0, 28.0)  # the largest scores are looked for within 7 of the largest one, or else 14, or else 28


@dataclass(frozen=True)
class Found:
    """Values that an engine computed from rows of scores while they were in the CPU's cache.

    `best` is the largest score of each row, NaN if any score is NaN. `sums` are log Σ exp (the norm) and the entropy of
    each row. `largest` int64[n, k] are the indices of a row's largest scores, in the order of the function `largest`.
    """

    best: Sequence[float]
    sums: Sequence[Sequence[float]]
    largest: Ids


class HostLogits:
    """`rules.Logits` over scores float32[n, V'].

    `head` (ascending int64[V']) maps columns to token ids; None means that the columns are all token ids.

    `hidden` float32[n, D] are the states from which the scores were computed. `features` [m, F] are the states that a
    draft reads.
    """

    def __init__(
        self,
        scores: Scores,
        vocab_size: int,
        head: Ids | None = None,
        hidden: NDArray[np.float32] | None = None,
        features: NDArray[np.float32] | None = None,
        found: Found | None = None,
    ) -> None:
        self.scores = scores
        self.vocab_size = vocab_size
        self.head = head
        self.hidden = hidden
        self.features = features
        self._best: list[float | None] = [None] * len(scores)
        self._sums: list[Sequence[float] | None] = [None] * len(scores)
        self._largest: list[Ids | None] = [None] * len(scores)
        if found is not None:
            self._best[:], self._sums[:], self._largest[:] = found.best, found.sums, found.largest

    def with_rows(self, scores: Scores) -> "HostLogits":
        """Logits for other rows of the same model."""
        return HostLogits(scores, self.vocab_size, self.head)

    def best(self, row: int) -> float:
        """The largest score of a row; NaN if any score is NaN."""
        best = self._best[row]
        if best is None:
            best = self._best[row] = float(self.scores[row].max())
        return best

    def take(self, rows: Sequence["tuple[HostLogits, int]"]) -> None:
        """Copy the values that are already known (`Found`) from logits with the same rows."""
        self._best = [one._best[row] for one, row in rows]
        self._sums = [one._sums[row] for one, row in rows]
        self._largest = [one._largest[row] for one, row in rows]

    @property
    def broken(self) -> bool:
        """Whether a score is NaN or infinite."""
        return any(not self.best(row) < math.inf for row in range(len(self)))

    def __len__(self) -> int:
        return self.scores.shape[0]

    def row(self, row: int) -> Scores:
        """The scores float32[V'] of one row."""
        return self.scores[row]

    def norm(self, row: int) -> float:
        """The value log Σ exp of one row, as accurate as the scores. It is computed in float32, which is nine times as
        fast.
        """
        return self._summed(row)[0]

    def entropy(self, row: int) -> float:
        return self._summed(row)[1]

    def _summed(self, row: int) -> Sequence[float]:
        """Compute the pair (norm, entropy) of one row.

        Both values are often needed, and computing the entropy as well costs almost nothing.
        """
        known = self._sums[row]
        if known is None:
            best = self.best(row)
            below = self.scores[row] - best
            np.maximum(below, LEAST, out=below)  # 0 · −∞ would be NaN
            weights = np.exp(below)
            # NumPy adds pairwise, so the result is as accurate as the scores, and takes half as long as in float64
            mass = float(weights.sum())
            log = float(np.log(mass))
            known = self._sums[row] = best + log, log - float(np.einsum("i,i->", weights, below)) / mass
        return known

    def largest(self, row: int, k: int) -> Ids:
        """Columns of the k largest scores of a row, in the order of `largest`."""
        known, k = self._largest[row], min(k, self.scores.shape[1])
        if known is None or k > len(known):
            known = self._largest[row] = largest(self.scores[row], k, self.best(row))
        return known[:k]

    def warp(self, row: int, warp: Warp) -> Dist:
        if 0 < _most(warp) <= FEW:
            return warp_few(self._few(row, _most(warp)), warp)
        if warp.top_k == 0 and warp.top_p == 1:
            return self._whole(row, warp.temperature)
        ids, probs = warp_host(self.scores[row], warp)
        if self.head is not None:
            ids = self.head if ids is None else self.head[ids]
        return to_dist(ids, probs)

    def _few(self, row: int, k: int, shift: float = 0.0, first: int = 0) -> list[tuple[float, int]]:
        """The pairs (score + shift, id + first) for the k largest scores of a row."""
        columns = self.largest(row, k)
        scores, ids = self.scores[row][columns].tolist(), self._ids(columns).tolist()
        return [(score + shift, token + first) for score, token in zip(scores, ids, strict=True)]

    def _ids(self, columns: Ids) -> Ids:
        return columns if self.head is None else self.head[columns]

    def _whole(self, row: int, temperature: float) -> Dist:
        """The distribution of a row without top-k or top-p."""
        probs = _softmax(self.scores[row], self.best(row), temperature)
        if not probs.min() > 0:
            return to_dist(self.head, probs)
        return Dist(full_range(len(probs)) if self.head is None else self.head, probs, self._largest[row])

    def warp_joint(self, rows: Sequence[int | None], weights: Sequence[float], warp: Warp) -> Dist:
        width = self.scores.shape[1]
        best = max(weights)
        if 0 < _most(warp) <= FEW:  # the largest scores of all rows are among the largest of each row
            return self._joint_few(rows, [weight - best for weight in weights], warp)
        wide = np.full((len(rows), width + 1), -np.inf)
        for i, (row, weight) in enumerate(zip(rows, weights, strict=True)):
            if row is None:
                wide[i, -1] = weight - best
            else:
                wide[i, :-1] = self.scores[row] + (weight - best - self.norm(row))
        ids, probs = warp_host(wide.reshape(-1), warp)
        if width == self.vocab_size:  # column i·(V+1)+x already is the id
            return to_dist(ids, probs)
        beam, column = np.divmod(full_range(wide.size) if ids is None else ids, width + 1)
        names = np.append(full_range(width) if self.head is None else self.head, self.vocab_size)
        return to_dist(beam * (self.vocab_size + 1) + names[column], probs)

    def _joint_few(self, rows: Sequence[int | None], weights: Sequence[float], warp: Warp) -> Dist:
        """A faster `warp_joint` for a top-k that leaves few tokens."""
        found = list[tuple[float, int]]()
        for first, row, weight in zip(count(0, self.vocab_size + 1), rows, weights, strict=False):
            if row is None:
                found.append((weight, first + self.vocab_size))
            else:
                found += self._few(row, _most(warp), weight - self.norm(row), first)
        found.sort(key=lambda one: (-one[0], one[1]))
        return warp_few(found[: _most(warp)], warp)

    def column(self, token: int) -> int | None:
        """The column of a token id; None if the head does not cover it."""
        if self.head is None:
            return token if token < self.scores.shape[1] else None
        at = int(np.searchsorted(self.head, token))
        return at if at < len(self.head) and int(self.head[at]) == token else None

    def logp(self, row: int, token: int) -> float:
        column = self.column(token)
        return -np.inf if column is None else float(self.scores[row, column]) - self.norm(row)

    def top(self, row: int, k: int) -> tuple[list[tuple[int, float]], float]:
        best = self.largest(row, k)
        probs = np.exp(self.scores[row][best].astype(np.float64) - self.norm(row)).tolist()
        return list(zip(self._ids(best).tolist(), probs, strict=True)), max(0.0, 1.0 - sum(probs))


def gather_host(logits: Sequence[tuple[Any, int]]) -> HostLogits:
    """Combine rows from one or several passes into one HostLogits. Nothing is copied if they are exactly the rows of
    one pass.
    """
    source = logits[0][0]
    if all(one is source for one, _ in logits) and [row for _, row in logits] == list(range(len(source))):
        return source
    scores = np.stack([one.scores[row] for one, row in logits])
    made = HostLogits(scores, source.vocab_size, source.head)
    made.take([(one, row) for one, row in logits])
    return made


@lru_cache(maxsize=8)  # arrays over a vocabulary or a joint distribution take megabytes
def full_range(n: int) -> Ids:
    """Return arange(n), which is cached and read-only, so a full support can be recognised by the array's identity."""
    ids = np.arange(n, dtype=np.int64)
    ids.setflags(write=False)
    return ids


ALL = np.ones(1)
ALL.setflags(write=False)


def to_dist(ids: Ids | None, probs: Probs) -> Dist:
    """Make a normalised `Dist` without ids of probability 0. If `ids` is None, `probs` covers all ids."""
    probs = probs / probs.sum()
    known = full_range(len(probs)) if ids is None else ids
    if probs.min() > 0:
        return Dist(known, probs)
    keep = probs > 0
    return Dist(known[keep], probs[keep])


def _most(warp: Warp) -> int:
    """The maximum number of tokens that temperature and top-k leave; 0 if they leave all."""
    return 1 if warp.temperature == 0 else warp.top_k


def _softmax(scores: NDArray[Any], best: float, temperature: float) -> Probs:
    """The distribution proportional to exp(score / temperature). `best` is the largest score."""
    probs = np.subtract(scores, best, dtype=np.float64)
    if temperature != 1:
        with np.errstate(over="ignore", invalid="ignore"):
            probs = np.where(probs == 0, 0.0, probs / temperature)
    np.exp(probs, out=probs)
    probs /= probs.sum()
    return probs


def warp_few(found: Sequence[tuple[float, int]], warp: Warp) -> Dist:
    """Like `warp_host`, but for the few pairs (score, id) that top-k leaves, largest first, and without arrays."""
    if warp.temperature == 0:
        return Dist(np.array([found[0][1]], dtype=np.int64), ALL)
    best = found[0][0]
    weights = [math.exp((score - best) / warp.temperature) for score, _ in found]
    total, before, kept = sum(weights), 0.0, list[tuple[int, float]]()
    bar = just_below(warp.top_p)
    for (_, token), weight in zip(found, weights, strict=True):
        if weight == 0 or (before >= bar and warp.top_p < 1):
            break
        kept.append((token, weight))
        before += weight / total
    kept.sort()
    probs = np.array([weight for _, weight in kept])
    return Dist(np.array([token for token, _ in kept], dtype=np.int64), probs / probs.sum())


def warp_host(scores: NDArray[Any], warp: Warp) -> tuple[Ids | None, Probs]:
    """A faster version of `rules.warp_scores`: (ascending ids, probs), with ids None for the full support.

    The scores are float[n] and may be −inf. The probabilities sum to 1 up to rounding.
    """
    if warp.temperature == 0:
        return np.array([np.argmax(scores)], dtype=np.int64), np.ones(1)
    ids = np.sort(largest(scores, warp.top_k)) if 0 < warp.top_k < len(scores) else None
    some = scores if ids is None else scores[ids]
    probs = _softmax(some, some.max(), warp.temperature)
    if warp.top_p < 1:
        kept = _nucleus(probs, warp.top_p)
        ids, probs = (kept if ids is None else ids[kept]), probs[kept]
        probs /= probs.sum()
    return ids, probs


def largest(scores: NDArray[Any], k: int, best: float | None = None) -> Ids:
    """Indices of the k largest scores, largest first. In a tie, the lowest index wins. `best` is the largest score, if
    known.
    """
    first = scores.max() if best is None else best
    some = full_range(0)
    for near in NEAR:
        some = np.flatnonzero(scores >= first - near)
        if len(some) >= k:
            break
    if len(some) < k or 8 * len(some) > len(scores):
        some = np.flatnonzero(scores >= np.partition(scores, len(scores) - k)[len(scores) - k])
    return some[np.argsort(-scores[some], kind="stable")][:k]


def _nucleus(probs: Probs, top_p: float) -> Ids:
    """Ascending indices of the tokens in the nucleus. If all tokens are sorted by decreasing probability, the tokens
    before a token of the nucleus have less than `top_p` mass in total.

    All n tokens below (1 − top_p)/2n together have less than half of 1 − top_p, so none of them is in the nucleus. Only
    the other tokens are sorted.
    """
    some = np.flatnonzero(probs >= (1 - top_p) / (2 * len(probs)))
    order = np.argsort(-probs[some], kind="stable")
    each = probs[some[order]]
    upto = np.cumsum(each)
    if upto[-1] < top_p:  # if 1 − top_p is tiny, rounding can make the sum too small
        some = full_range(len(probs))
        order = np.argsort(-probs, kind="stable")
        each = probs[order]
        upto = np.cumsum(each)
    return np.sort(some[order[upto - each < just_below(top_p)]])
