"""Next-token scores as torch tensors: `rules.Logits` on any device, and the torch version of `rules.warp_scores`.

Warping runs on the scores' device, so with top-k or top-p only the small support is copied to the host. This module
does not depend on models, caches or decoders.
"""

from collections.abc import Sequence
from typing import Any, Self, cast

import numpy as np
import torch
from torch import Tensor

from decoders.core.rules import Dist, Warp
from decoders.core.ties import just_below
from decoders.models.host import largest, to_dist


class TorchLogits:
    """`rules.Logits` over a tensor scores[n, V'] on any device; `head` maps its V' columns to token ids.

    `hidden` [m, D] are the states from which the scores were computed, if extra heads need them; for a draft, they are
    its own states. `features` [m, F] are the states that a draft uses. Both may have more rows than the scores.
    """

    def __init__(
        self,
        scores: Tensor,
        vocab_size: int,
        head: Tensor | None = None,
        hidden: Tensor | None = None,
        features: Tensor | None = None,
    ) -> None:
        self.scores = scores
        self.vocab_size = vocab_size
        self.head = head
        self.hidden = hidden
        self.features = features
        self._rows: dict[int, Tensor] = {}
        self.norms: dict[int, float] = {}  # log Σ exp of each row, once it is known

    def with_rows(self, scores: Tensor, hidden: Tensor | None = None, features: Tensor | None = None) -> Self:
        """Logits for other rows of the same model."""
        return type(self)(scores, self.vocab_size, self.head, hidden, features)

    def __len__(self) -> int:
        return self.scores.shape[0]

    def row(self, row: int) -> Tensor:
        """One row in float32 (or float64), float[V']."""
        if row not in self._rows:
            self._rows[row] = in_float(self.scores[row])
        return self._rows[row]

    def norm(self, row: int) -> float:
        """The value log Σ exp of one row."""
        if row not in self.norms:
            self.norms[row] = float(torch.logsumexp(self.row(row), 0))
        return self.norms[row]

    @torch.inference_mode()
    def warp(self, row: int, warp: Warp) -> Dist:
        ids, probs = warp_tensor(self.row(row), warp)
        if self.head is not None:
            ids = self.head if ids is None else self.head[ids]
        return _to_dist(ids, probs)

    @torch.inference_mode()
    def warp_joint(self, rows: Sequence[int | None], weights: Sequence[float], warp: Warp) -> Dist:
        width = self.scores.shape[1]
        best = max(weights)
        wide = self.row(0).new_full((len(rows), width + 1), -torch.inf)
        for i, (row, weight) in enumerate(zip(rows, weights, strict=True)):
            if row is None:
                wide[i, -1] = weight - best
            else:
                wide[i, :-1] = self.row(row) + (weight - best - self.norm(row))
        ids, probs = warp_tensor(wide.reshape(-1), warp)
        if width == self.vocab_size:  # column i·(V+1)+x already is the id
            return _to_dist(ids, probs)
        flat = torch.arange(wide.numel(), device=probs.device) if ids is None else ids
        beam, column = flat // (width + 1), flat % (width + 1)
        if self.head is not None:
            column = torch.cat([self.head, self.head.new_tensor([self.vocab_size])])[column]
        else:
            column = torch.where(column == width, self.vocab_size, column)
        return _to_dist(beam * (self.vocab_size + 1) + column, probs)

    def column(self, token: int) -> int | None:
        """The column of a token id; None if the head does not cover it."""
        if self.head is None:
            return token if token < self.scores.shape[1] else None
        at = int(torch.searchsorted(self.head, token))
        return at if at < len(self.head) and int(self.head[at]) == token else None

    def logp(self, row: int, token: int) -> float:
        column = self.column(token)
        return -np.inf if column is None else float(self.row(row)[column]) - self.norm(row)

    @torch.inference_mode()
    def top(self, row: int, k: int) -> tuple[list[tuple[int, float]], float]:
        scores = self.row(row)
        best = largest_scores(scores, min(k, len(scores)))
        ids = best if self.head is None else self.head[best]
        probs: list[float] = cast(Any, torch.exp(scores[best] - self.norm(row))).tolist()
        return list(zip(cast(list[int], cast(Any, ids).tolist()), probs, strict=True)), max(0.0, 1.0 - sum(probs))

    @torch.inference_mode()
    def entropy(self, row: int) -> float:
        return float(entropies(self.row(row)[None])[0])


def entropies(scores: Tensor) -> Tensor:
    """The entropy of every row of scores [n, V'], float[n] in nats, without waiting for the device."""
    logs = torch.log_softmax(wide(in_float(scores)), -1)
    return -(logs.exp() * logs.clamp(min=-1000)).sum(-1)  # 0 · −∞ would be NaN


def in_float(scores: Tensor) -> Tensor:
    """Scores in float32, or in float64 if they are float64 already."""
    return scores if scores.dtype == torch.float64 else scores.float()


def gather_rows(logits: Sequence[tuple[Any, int]]) -> TorchLogits:
    """Combine rows of one or several passes into one TorchLogits. Nothing is copied if the rows are already
    together.
    """
    source = logits[0][0]
    if all(one is source for one, _ in logits) and [row for _, row in logits] == list(range(len(source))):
        return source
    return source.with_rows(torch.stack([one.scores[row] for one, row in logits]))


def joined(parts: Sequence[TorchLogits]) -> TorchLogits:
    """The concatenated rows of several passes of one model."""

    def rows(of: str) -> Tensor | None:
        each = [getattr(part, of) for part in parts]
        return None if each[0] is None else torch.cat(each)

    return parts[0].with_rows(torch.cat([part.scores for part in parts]), rows("hidden"), rows("features"))


def _to_dist(ids: Tensor | None, probs: Tensor) -> Dist:
    """Copy a distribution to the host as `to_dist` does, in float64 (which not every device has)."""
    return to_dist(None if ids is None else ids.cpu().numpy(), probs.cpu().double().numpy())


def wide(numbers: Tensor) -> Tensor:
    """Numbers in float64, on their device or, if it has no float64, on the host."""
    return numbers.cpu().double() if numbers.device.type == "mps" else numbers.double()


def warp_tensor(scores: Tensor, warp: Warp) -> tuple[Tensor | None, Tensor]:
    """The torch version of `rules.warp_scores`: (ascending ids, probs), with ids None for the full support.

    The scores are float[n] on any device. The probabilities sum to 1 up to rounding in their own dtype.
    """
    if warp.temperature == 0:
        return torch.argmax(scores)[None], torch.ones(1, dtype=scores.dtype, device=scores.device)
    ids = largest_scores(scores, warp.top_k).sort().values if 0 < warp.top_k < len(scores) else None
    some = scores if ids is None else scores[ids]
    if warp.temperature < torch.finfo(some.dtype).tiny:  # float32 would divide by zero
        some = wide(some)
    if warp.temperature != 1:  # the largest score is subtracted first, so that nothing overflows
        some = (some - some.max()) / warp.temperature
    probs = torch.softmax(some, 0)
    if warp.top_p < 1:
        kept = _nucleus(probs, warp.top_p)
        ids, probs = (kept if ids is None else ids[kept]), probs[kept]
        probs = probs / probs.sum()
    return ids, probs


def largest_scores(scores: Tensor, k: int) -> Tensor:
    """Indices of the k largest scores, largest first. The lowest index wins a tie, so the order is the same on every
    device and engine.

    The scores are float32[n] or float64[n] and may be −inf; k is from 1 to n.
    """
    if scores.device.type == "cpu":
        return torch.as_tensor(largest(scores.numpy(), k))
    return largest_unread(scores, k)


def largest_unread(scores: Tensor, k: int) -> Tensor:
    """Like `largest_scores`, but the host does not have to wait for a result."""
    return largest_rows(scores[None], k)[0]


def largest_rows(scores: Tensor, k: int) -> Tensor:
    """The `largest_scores` int64[m, k] of every row of scores[m, n]. The host does not have to wait.

    `topk` orders equal scores arbitrarily, so the indices at the cut are ranked by a second `topk` over distinct
    values.
    """
    n = scores.shape[1]
    cut = torch.topk(scores, k).values[:, -1:]
    early = torch.arange(n, 0, -1, device=scores.device, dtype=torch.int32)
    ranked = torch.where(scores > cut, n + 1, early * (scores == cut))
    ids = torch.topk(ranked, k).indices.sort().values
    order = torch.sort(scores.gather(1, ids), descending=True, stable=True).indices
    return ids.gather(1, order)


def _nucleus(probs: Tensor, top_p: float) -> Tensor:
    """Ascending indices of the tokens in the nucleus. If all tokens are sorted by decreasing probability, the tokens
    before a token of the nucleus have less than `top_p` mass in total.

    All n tokens below (1 − top_p)/2n together have less than half of 1 − top_p, so none of them is in the nucleus. Only
    the other tokens are sorted.
    """
    some = torch.nonzero(probs >= (1 - top_p) / (2 * len(probs))).flatten()
    order, before, mass = _descending(probs[some])
    if mass < top_p:  # if 1 − top_p is tiny, rounding can make the sum too small
        some = torch.arange(len(probs), device=probs.device)
        order, before, mass = _descending(probs)
    return some[order[(before < just_below(top_p)).to(order.device)]].sort().values


def _descending(probs: Tensor) -> tuple[Tensor, Tensor, float]:
    """Indices in order of decreasing probability, the mass before each index, and the total mass.

    The lowest index wins a tie.
    """
    order = torch.sort(probs, descending=True, stable=True)
    each = wide(order.values)
    upto = torch.cumsum(each, 0)
    return order.indices, upto - each, float(upto[-1])
