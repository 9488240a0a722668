"""Next-token scores on a device, as `rules.Logits`. The host waits for the device only once, for all rows of a pass.

Decoders mostly need a row's largest scores. The largest scores of all rows are read together with each row's sums, and
the host computes 𝒯 from them. Only distributions without top-k or top-p need whole rows. The lowest id wins a tie, as
in all other modules. This module does not depend on models, caches or decoders.
"""

# The types of torch's functions are only partly known.
# pyright: reportUnknownMemberType=false

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from decoders.core.rules import Dist, Ids, Probs, Warp
from decoders.core.ties import just_below
from decoders.models.host import to_dist, warp_host
from decoders.models.torch.logits import TorchLogits, entropies, in_float, largest_rows

FEW = 64  # number of largest scores that are read from every row
NUCLEUS = 1024  # number of scores that are read if FEW are not enough; more are read separately
TINY = float(torch.finfo(torch.float32).tiny)  # a smaller temperature would become 0 in float32
WHOLE = 8  # most whole rows that are read together, because a decoder needs only a few of many rows


def read(*parts: Tensor) -> list[NDArray[Any]]:
    """Copy tensors [n, …] of one dtype to the host, waiting for the device only once."""
    packed = torch.cat([part.reshape(len(part), -1) for part in parts], dim=1).cpu().numpy()
    ends = np.cumsum([part[0].numel() for part in parts])
    return [packed[:, end - part[0].numel() : end] for part, end in zip(parts, ends, strict=True)]


@dataclass(frozen=True)
class Best:
    """The largest scores of every row, largest first. The lowest column wins a tie."""

    columns: NDArray[np.int64]  # [n, k]
    scores: NDArray[np.float64]  # [n, k]


class DeviceLogits(TorchLogits):
    """`TorchLogits` that reads all rows at once; `head` is on the host."""

    def __init__(self, scores: Tensor, vocab_size: int, head: Tensor | None = None, *states: Tensor | None) -> None:
        super().__init__(scores, vocab_size, head, *states)
        self.names: Ids | None = None if head is None else head.numpy()
        self._best: Best | None = None
        # by temperature T: log Σ exp((score − largest) / T) of each row
        self._sums: dict[float, NDArray[np.float64]] = {}
        self._whole: dict[float, Probs] = {}  # by temperature: probabilities [n, V']
        self._single: dict[tuple[int, int], float] = {}

    @torch.inference_mode()
    def warp(self, row: int, warp: Warp) -> Dist:
        width = self.scores.shape[1]
        if warp.temperature == 0 or 0 < warp.top_k < width:
            best = self._largest(1 if warp.temperature == 0 else warp.top_k)
            return self._named(*_cut(best.columns[row], best.scores[row], warp))
        if warp.top_p < 1:
            nucleus = self._nucleus(row, warp)
            if nucleus is not None:
                return self._named(*nucleus)
        elif len(self) <= WHOLE and warp.temperature >= TINY:
            return to_dist(self.names, self._probs(warp.temperature)[row])
        return self._beside.warp(row, warp)

    def warp_joint(self, rows: Sequence[int | None], weights: Sequence[float], warp: Warp) -> Dist:
        width = self.scores.shape[1]
        if warp.temperature != 0 and not 0 < warp.top_k < len(rows) * (width + 1):
            return self._beside.warp_joint(rows, weights, warp)
        best, highest = self._largest(min(warp.top_k or 1, width)), max(weights)
        ids, values = list[NDArray[np.int64]](), list[NDArray[np.float64]]()
        for place, (row, weight) in enumerate(zip(rows, weights, strict=True)):
            first = place * (self.vocab_size + 1)
            if row is None:
                ids.append(np.array([first + self.vocab_size]))
                values.append(np.array([weight - highest]))
            else:
                columns = best.columns[row]
                ids.append(first + (columns if self.names is None else self.names[columns]))
                values.append(best.scores[row] + (weight - highest - self.norm(row)))
        joint, scores = np.concatenate(ids), np.concatenate(values)
        order = np.lexsort((joint, -scores))
        return to_dist(*_cut(joint[order], scores[order], warp))

    def norm(self, row: int) -> float:
        return float(self._largest(1).scores[row, 0] + np.log(self._sums[1.0][row]))

    def column(self, token: int) -> int | None:
        if self.names is None:
            return token if token < self.scores.shape[1] else None
        at = int(np.searchsorted(self.names, token))
        return at if at < len(self.names) and self.names[at] == token else None

    @torch.inference_mode()
    def logp(self, row: int, token: int) -> float:
        column = self.column(token)
        if column is None:
            return -np.inf
        for k in (1, NUCLEUS):
            best = self._largest(k)
            (at,) = np.nonzero(best.columns[row] == column)
            if len(at):
                return float(best.scores[row, at[0]]) - self.norm(row)
        if (row, column) not in self._single:
            self._single[row, column] = float(read(self.row(row)[None, column : column + 1])[0][0, 0])
        return self._single[row, column] - self.norm(row)

    def top(self, row: int, k: int) -> tuple[list[tuple[int, float]], float]:
        best = self._largest(k)
        columns = best.columns[row, :k]
        ids = columns if self.names is None else self.names[columns]
        probs: list[float] = np.exp(best.scores[row, :k] - self.norm(row)).tolist()
        return list(zip(ids.tolist(), probs, strict=True)), max(0.0, 1.0 - sum(probs))

    def entropy(self, row: int) -> float:
        return self._entropies[row]

    @cached_property
    @torch.inference_mode()
    def _entropies(self) -> list[float]:
        """The entropy of every row. The host waits only once for all of them."""
        return read(entropies(self.scores)[:, None])[0][:, 0].tolist()

    @torch.inference_mode()
    def _largest(self, k: int, temperature: float = 1.0) -> Best:
        """At least the k largest scores of every row, and the row's sums.

        The scores are read once, and again only if more of them are needed.
        """
        k = min(k, self.scores.shape[1])
        if self._best is None or self._best.columns.shape[1] < k or temperature not in self._sums:
            columns = largest_rows(self.scores, min(max(k, FEW), self.scores.shape[1]))
            wide = in_float(self.scores)
            needed = sorted({1.0, temperature} - self._sums.keys())
            below = wide - wide.amax(-1, keepdim=True)
            sums = [torch.exp(below / each).sum(-1, keepdim=True) for each in needed]
            names, scores, *found = read(columns.to(wide.dtype), wide.gather(-1, columns), *sums)
            self._best = Best(names.astype(np.int64), scores.astype(np.float64))
            self._sums |= {each: sum_[:, 0].astype(np.float64) for each, sum_ in zip(needed, found, strict=True)}
        return self._best

    def _nucleus(self, row: int, warp: Warp) -> tuple[NDArray[np.int64], Probs] | None:
        """Columns and probabilities under top-p alone; None if the largest scores do not contain the whole nucleus."""
        if warp.temperature < TINY:
            return None
        best = self._largest(NUCLEUS, warp.temperature)
        below = best.scores[row] - best.scores[row, 0]
        with np.errstate(over="ignore"):
            probs = np.exp(below / warp.temperature) / self._sums[warp.temperature][row]
        upto = np.cumsum(probs)
        if not (upto[-1] >= warp.top_p):
            return None
        kept = upto - probs < just_below(warp.top_p)
        return _ascending(best.columns[row][kept], probs[kept])

    def _probs(self, temperature: float) -> Probs:
        if temperature not in self._whole:
            wide = in_float(self.scores)
            best = wide.amax(-1, keepdim=True)
            self._whole[temperature] = read(torch.softmax((wide - best) / temperature, -1))[0].astype(np.float64)
        return self._whole[temperature]

    @cached_property
    def _beside(self) -> TorchLogits:
        """Make `TorchLogits` from the same rows, for distributions that are computed on the device."""
        head = None if self.head is None else self.head.to(self.scores.device)
        beside = TorchLogits(self.scores, self.vocab_size, head)
        beside.norms = {row: self.norm(row) for row in range(len(self))}
        return beside

    def _named(self, columns: NDArray[np.int64], probs: Probs) -> Dist:
        return to_dist(columns if self.names is None else self.names[columns], probs)


def _cut(ids: NDArray[np.int64], scores: NDArray[np.float64], warp: Warp) -> tuple[NDArray[np.int64], Probs]:
    """Apply 𝒯 to scores that are sorted, largest first, and include all that top-k leaves.

    Returns ascending ids and their probabilities.
    """
    k = 1 if warp.temperature == 0 else warp.top_k
    kept, probs = warp_host(scores[:k], Warp(warp.temperature, 0, warp.top_p))
    return _ascending(ids[:k] if kept is None else ids[:k][kept], probs)


def _ascending(ids: NDArray[np.int64], probs: Probs) -> tuple[NDArray[np.int64], Probs]:
    order = np.argsort(ids)
    return ids[order], probs[order]
