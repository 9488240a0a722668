"""Language models from transformers as sessions over a token tree: the only file that touches KV tensors.

A session is batch 1 with one flat KV cache. n new nodes go through the model in one pass under an ancestor mask,
with position = depth. `HuggingFaceModel` probes itself once on a small tree against plain causal passes; a model
that disagrees (ALiBi, say) runs path-batched, and `tree_mode` says so. Knows nothing of decoders or of probability
rules, except the torch twin of `rules.warp_scores`, which is tested equal to it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor
from transformers.cache_utils import Cache, DynamicCache, DynamicLayer

from decoders.errors import BadInput
from decoders.rules import Dist, Ids, Warp
from decoders.runner import Session

PREFILL_CHUNK = 512  # prompt tokens per prefill pass
TOP_P_POOL = 1024  # top-p is first tried on this many tokens, then on all
RECURRENT = "it is a recurrent (state-space) model: its state cannot branch into a tree; choose an attention model"


class TorchLogits:
    """`rules.Logits` over a tensor scores[n, V'] on any device; `head` maps its V' columns to token ids."""

    def __init__(self, scores: Tensor, vocab_size: int, head: Tensor | None = None) -> None:
        self.scores = scores
        self.vocab_size = vocab_size
        self.head = head
        self._rows: dict[int, Tensor] = {}
        self._norm: dict[int, float] = {}

    def __len__(self) -> int:
        return self.scores.shape[0]

    def row(self, row: int) -> Tensor:
        """One row in float32 (or float64), float[V']."""
        if row not in self._rows:
            scores = self.scores[row]
            self._rows[row] = scores if scores.dtype == torch.float64 else scores.float()
        return self._rows[row]

    def norm(self, row: int) -> float:
        """log Σ exp of one row."""
        if row not in self._norm:
            self._norm[row] = float(torch.logsumexp(self.row(row), 0))
        return self._norm[row]

    @torch.inference_mode()
    def warp(self, row: int, warp: Warp) -> Dist:
        ids, probs = warp_tensor(self.row(row), warp)
        return _to_dist(ids if self.head is None else _map_head(ids, self.head, len(probs)), probs)

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
        flat = torch.arange(wide.numel(), device=probs.device) if ids is None else ids
        beam, column = flat // (width + 1), flat % (width + 1)
        if self.head is not None:
            column = torch.cat([self.head, self.head.new_tensor([self.vocab_size])])[column]
        else:
            column = torch.where(column == width, self.vocab_size, column)
        return _to_dist(beam * (self.vocab_size + 1) + column, probs)

    def column(self, token: int) -> int | None:
        """The column of a token id, None if the head does not cover it."""
        if self.head is None:
            return token if token < self.scores.shape[1] else None
        at = int(torch.searchsorted(self.head, token))
        return at if at < len(self.head) and int(self.head[at]) == token else None

    def logp(self, row: int, token: int) -> float:
        column = self.column(token)
        return -np.inf if column is None else float(self.row(row)[column]) - self.norm(row)

    @torch.inference_mode()
    def top(self, row: int, k: int) -> tuple[list[tuple[int, float]], float]:
        found = torch.topk(self.row(row), min(k, self.scores.shape[1]))
        ids = found.indices if self.head is None else self.head[found.indices]
        probs = torch.exp(found.values - self.norm(row)).tolist()
        return list(zip(ids.tolist(), probs, strict=True)), max(0.0, 1.0 - sum(probs))


_RANGES: dict[int, Ids] = {}


def _range(n: int) -> Ids:
    """arange(n), the same object every time, so that full supports are recognised by identity."""
    if n not in _RANGES:
        _RANGES[n] = np.arange(n, dtype=np.int64)
    return _RANGES[n]


def _map_head(ids: Tensor | None, head: Tensor, n: int) -> Tensor:
    return head if ids is None else head[ids]


def _to_dist(ids: Tensor | None, probs: Tensor) -> Dist:
    host = probs.double().cpu().numpy()
    host = host / host.sum()
    if ids is None:
        return Dist(_range(len(host)), host)
    keep = host > 0
    return Dist(ids.cpu().numpy()[keep], host[keep])


def _at_least_kth(scores: Tensor, k: int) -> Tensor:
    """Ascending indices of the k largest scores, ties by lowest index."""
    kth = torch.topk(scores, k, sorted=True).values[-1]
    ids = torch.nonzero(scores >= kth).flatten()
    if len(ids) == k:
        return ids
    tied = scores[ids] == kth
    surplus = len(ids) - k
    drop = torch.nonzero(tied).flatten()[-surplus:]
    keep = torch.ones(len(ids), dtype=torch.bool, device=ids.device)
    keep[drop] = False
    return ids[keep]


def warp_tensor(scores: Tensor, warp: Warp) -> tuple[Tensor | None, Tensor]:
    """The torch twin of `rules.warp_scores`: (ascending ids, probs), ids None for the full support.

    scores float[n], any device; the probabilities sum to 1 up to rounding in their own dtype.
    """
    if warp.temperature == 0:
        best = torch.nonzero(scores == scores.max()).flatten()[:1]
        return best, torch.ones(1, dtype=scores.dtype, device=scores.device)
    ids = _at_least_kth(scores, warp.top_k) if 0 < warp.top_k < len(scores) else None
    probs = torch.softmax((scores if ids is None else scores[ids]) / warp.temperature, 0)
    if warp.top_p < 1:
        kept = _nucleus(probs, warp.top_p)
        ids, probs = (kept if ids is None else ids[kept]), probs[kept]
        probs = probs / probs.sum()
    return ids, probs


def _nucleus(probs: Tensor, top_p: float) -> Tensor:
    """Ascending indices of the tokens with less than `top_p` mass before them, most probable first."""
    pool = _at_least_kth(probs, TOP_P_POOL) if len(probs) > TOP_P_POOL else None
    if pool is not None and float(probs[pool].sum()) < top_p:
        pool = None
    some = probs if pool is None else probs[pool]
    order = torch.sort(some, descending=True, stable=True)
    before = torch.cumsum(order.values.double(), 0) - order.values.double()
    kept = order.indices[before < top_p].sort().values
    return kept if pool is None else pool[kept]


class SlotLayer(DynamicLayer):
    """One layer's keys and values in a buffer with room to grow; `gather` keeps some slots in place."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.used = 0
        self._keys: Tensor | None = None
        self._values: Tensor | None = None

    def update(self, key_states: Tensor, value_states: Tensor, *args: Any, **kwargs: Any) -> tuple[Tensor, Tensor]:
        """Append key/value states [1, heads, n, dim]; returns all slots in use."""
        if not self.is_initialized:
            self.lazy_initialization(key_states, value_states)
        end = self.used + key_states.shape[-2]
        self._keys = self._room(self._keys, key_states, end)
        self._values = self._room(self._values, value_states, end)
        self._keys[:, :, self.used : end] = key_states
        self._values[:, :, self.used : end] = value_states
        self.used = end
        self.keys, self.values = self._keys[:, :, :end], self._values[:, :, :end]
        return self.keys, self.values

    def _room(self, buffer: Tensor | None, like: Tensor, end: int) -> Tensor:
        if buffer is not None and end <= buffer.shape[-2]:
            return buffer
        batch, heads, _, dim = like.shape
        grown = like.new_empty((batch, heads, max(256, 2 * end), dim))
        if buffer is not None:
            grown[:, :, : self.used] = buffer[:, :, : self.used]
        return grown

    def gather(self, first: int, slots: Tensor) -> None:
        """Keep slots 0..first-1 as they are and move `slots` right behind them."""
        self.used = first + len(slots)
        for buffer in (self._keys, self._values):
            assert buffer is not None, "gather follows update"
            buffer[:, :, first : self.used] = buffer[:, :, slots]

    def get_seq_length(self) -> int:
        return self.used


class TreeSession:
    """A prompt and a tree in one flat cache; see `runner.Session`."""

    def __init__(self, model: "HuggingFaceModel", prompt: Sequence[int]) -> None:
        self._model = model
        self._cache = Cache(layer_class_to_replicate=SlotLayer)
        self._prompt = len(prompt)
        self._depth: list[int] = []
        self._seen = np.zeros((64, 64), dtype=bool)  # seen[i, j]: slot j is i or an ancestor of it
        model.check_length(self._prompt)
        for start in range(0, self._prompt, PREFILL_CHUNK):
            chunk = list(prompt[start : start + PREFILL_CHUNK])
            positions = torch.arange(start, start + len(chunk))
            model.run(chunk, positions, model.prefill_mask(start, len(chunk)), self._cache, score=False)

    @property
    def kv_length(self) -> int:
        return self._prompt + len(self._depth)

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> TorchLogits:
        first, n = len(self._depth), len(tokens)
        depth = list(self._depth)
        depth.extend(0 for _ in range(n))
        self._grow(first + n)
        for i, parent in enumerate(parents):
            slot = first + i
            depth[slot] = 0 if parent < 0 else depth[parent] + 1
            self._seen[slot, : first + n] = False if parent < 0 else self._seen[parent, : first + n]
            self._seen[slot, slot] = True
        self._model.check_length(self._prompt + max(depth[first:]) + 1)
        positions = torch.tensor([self._prompt + d for d in depth[first:]])
        logits = self._model.run(list(tokens), positions, self._mask(first, n), self._cache)
        self._depth = depth
        return logits

    def _grow(self, size: int) -> None:
        old = self._seen
        if size > len(old):
            self._seen = np.zeros((2 * size, 2 * size), dtype=bool)
            self._seen[: len(old), : len(old)] = old

    def _mask(self, first: int, n: int) -> Tensor | None:
        """Additive mask [1, 1, n, prompt + slots]; None where every new node sees every slot."""
        seen = self._seen[first : first + n, : first + n]
        if n == 1 and seen.all():
            return None
        mask = torch.zeros((1, 1, n, self._prompt + first + n), dtype=self._model.dtype)
        lowest = torch.finfo(self._model.dtype).min
        mask[0, 0, :, self._prompt :].masked_fill_(~torch.from_numpy(seen), lowest)
        return mask

    def gather(self, logits: Sequence[tuple[Any, int]]) -> TorchLogits:
        return _gather(logits)

    def keep(self, slots: Sequence[int]) -> None:
        first = next((i for i, slot in enumerate(slots) if slot != i), len(slots))
        moved = torch.tensor([self._prompt + slot for slot in slots[first:]], dtype=torch.long)
        for layer in self._cache.layers:
            layer.gather(self._prompt + first, moved)  # pyright: ignore[reportAttributeAccessIssue]
        index = np.array(slots, dtype=np.int64)
        self._seen[: len(slots), : len(slots)] = self._seen[np.ix_(index, index)]
        self._depth = [self._depth[slot] for slot in slots]

    def close(self) -> None:
        self._cache = Cache(layer_class_to_replicate=SlotLayer)


def _gather(logits: Sequence[tuple[Any, int]]) -> TorchLogits:
    """Rows of one or several passes as one TorchLogits, without copying when they already are one."""
    source = logits[0][0]
    if all(one is source for one, _ in logits) and [row for _, row in logits] == list(range(len(source))):
        return source
    scores = torch.stack([one.scores[row] for one, row in logits])
    return TorchLogits(scores, source.vocab_size, source.head)


class PathSession:
    """The fallback: every pass runs whole paths as a batch of plain causal sequences.

    The chain that all live slots share is kept in a batch-1 cache behind the prompt, so a pass feeds only what
    lies below it. `kv_length` counts what a tree cache would hold.
    """

    def __init__(self, model: "HuggingFaceModel", prompt: Sequence[int]) -> None:
        self._model = model
        self._cache = DynamicCache()
        self._prompt = len(prompt)
        self._parent: list[int] = []
        self._token: list[int] = []
        self._chain: list[int] = []  # slots whose tokens follow the prompt in the cache
        model.check_length(len(prompt))
        self._absorb(list(prompt), 0)

    @property
    def kv_length(self) -> int:
        return self._prompt + len(self._token)

    def _absorb(self, tokens: list[int], at: int) -> None:
        """Append tokens to the batch-1 cache, the first at position `at`."""
        for start in range(0, len(tokens), PREFILL_CHUNK):
            self._model.run_plain(tokens[start : start + PREFILL_CHUNK], self._cache, at + start)

    def _path(self, slot: int) -> list[int]:
        """Slots from the first below the prompt down to `slot`."""
        path = []
        while slot >= 0:
            path.append(slot)
            slot = self._parent[slot]
        return path[::-1]

    def _absorb_shared(self) -> None:
        """Move the chain that all live slots share into the cache."""
        children: dict[int, list[int]] = {}
        for slot, parent in enumerate(self._parent):
            children.setdefault(parent, []).append(slot)
        chain, at = [], -1
        while len(children.get(at, [])) == 1:
            at = children[at][0]
            chain.append(at)
        done = len(self._chain)
        if chain[:done] == self._chain and len(chain) > done:
            self._absorb([self._token[slot] for slot in chain[done:]], self._prompt + done)
            self._chain = chain

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> TorchLogits:
        self._absorb_shared()
        first = len(self._token)
        self._token.extend(tokens)
        self._parent.extend(parents)
        paths = [self._path(first + i) for i in range(len(tokens))]
        cached = min(_shared(path, self._chain) for path in paths)
        longest = max(map(len, paths))
        self._model.check_length(self._prompt + longest)
        rest = [[self._token[slot] for slot in path[cached:]] for path in paths]
        batch = torch.tensor([ids + [0] * (longest - cached - len(ids)) for ids in rest])
        scores = self._model.run_batch(batch, self._cache, self._prompt + cached)
        return self._model.as_logits(torch.stack([scores[i, len(ids) - 1] for i, ids in enumerate(rest)]))

    def gather(self, logits: Sequence[tuple[Any, int]]) -> TorchLogits:
        return _gather(logits)

    def keep(self, slots: Sequence[int]) -> None:
        place = {slot: i for i, slot in enumerate(slots)}
        self._token = [self._token[slot] for slot in slots]
        self._parent = [place.get(self._parent[slot], -1) for slot in slots]
        kept = [slot for slot in self._chain if slot in place]
        if len(kept) < len(self._chain):
            self._cache = copy_cache(self._cache, 1, self._prompt + len(kept))
        self._chain = [place[slot] for slot in kept]

    def close(self) -> None:
        self._cache = DynamicCache()


def _shared(path: Sequence[int], chain: Sequence[int]) -> int:
    """Length of the common beginning of two chains of slots."""
    return next((i for i, (a, b) in enumerate(zip(path, chain, strict=False)) if a != b), min(len(path), len(chain)))


def copy_cache(cache: DynamicCache, batch: int, length: int) -> DynamicCache:
    """The first `length` slots of a batch-1 cache, repeated `batch` times."""
    copy = DynamicCache()
    for i, layer in enumerate(cache.layers):
        assert isinstance(layer, DynamicLayer), "the fallback refuses anything but attention layers"
        assert layer.keys is not None
        assert layer.values is not None
        keys = layer.keys[:, :, :length].expand(batch, -1, -1, -1)
        values = layer.values[:, :, :length].expand(batch, -1, -1, -1)
        copy.update(keys, values, i)
    return copy


class HuggingFaceModel:
    """A causal language model of transformers; see `runner.LanguageModel`.

    `head` (ascending int64[V']) lists the token ids its output columns stand for, None for all.
    `tree_mode` is "tree" or "paths: <why>".
    """

    def __init__(self, model: Any, vocab_size: int, name: str, head: Tensor | None = None) -> None:
        if getattr(model, "_is_stateful", False):
            raise BadInput(f"{name} cannot be used: {RECURRENT}")
        self.model = model.eval()
        self.name = name
        self.vocab_size = vocab_size
        self.head = head
        self.dtype: torch.dtype = next(model.parameters()).dtype
        self.device: torch.device = next(model.parameters()).device
        self.window, self._limit_name = context_window(model.config)
        self.tree_mode = self._probe()

    def start(self, prompt: Sequence[int]) -> Session:
        return TreeSession(self, prompt) if self.tree_mode == "tree" else PathSession(self, prompt)

    def check_length(self, length: int) -> None:
        """Raise BadInput if a path of `length` tokens does not fit."""
        if self.window is not None and length > self.window:
            raise BadInput(
                f"{self.name} takes at most {self.window} tokens ({self._limit_name}), and this needs {length}; "
                "shorten the prompt or ask for fewer new tokens"
            )

    def prefill_mask(self, start: int, n: int) -> Tensor | None:
        """Causal mask of a prefill chunk behind `start` cached tokens; None for the first chunk."""
        if start == 0:
            return None
        mask = torch.full((n, start + n), torch.finfo(self.dtype).min, dtype=self.dtype)
        return torch.triu(mask, diagonal=start + 1)[None, None]

    @torch.inference_mode()
    def run(
        self, tokens: list[int], positions: Tensor, mask: Tensor | None, cache: Cache, score: bool = True
    ) -> TorchLogits:
        """One batch-1 pass of n tokens; logits[n, V'] (with score=False only the last row is computed)."""
        given = {"attention_mask": mask.to(self.device)} if mask is not None else {}
        out = self.model(
            input_ids=torch.tensor([tokens], device=self.device),
            position_ids=positions[None].to(self.device),
            past_key_values=cache,
            use_cache=True,
            logits_to_keep=0 if score else 1,
            **given,
        )
        if self.device.type == "cuda":
            torch.cuda.synchronize(self.device)
        return self.as_logits(out.logits[0])

    @torch.inference_mode()
    def run_plain(self, tokens: list[int], cache: DynamicCache, at: int) -> None:
        """Feed a plain causal chunk into a batch-1 cache of `at` tokens."""
        mask = torch.ones((1, at + len(tokens)), dtype=torch.long, device=self.device)
        ids = torch.tensor([tokens], device=self.device)
        self.model(input_ids=ids, attention_mask=mask, past_key_values=cache, use_cache=True)

    @torch.inference_mode()
    def run_batch(self, batch: Tensor, cache: DynamicCache, cached: int) -> Tensor:
        """Plain causal passes of batch[b, n] behind the first `cached` tokens of a cache; scores[b, n, V']."""
        mask = torch.ones((len(batch), cached + batch.shape[1]), dtype=torch.long, device=self.device)
        copy = copy_cache(cache, len(batch), cached)
        ids = batch.to(self.device)
        return self.model(input_ids=ids, attention_mask=mask, past_key_values=copy, use_cache=True).logits

    def as_logits(self, scores: Tensor) -> TorchLogits:
        """Scores without the columns of padded vocabulary ids (they are masked before any softmax)."""
        width = self.vocab_size if self.head is None else len(self.head)
        return TorchLogits(scores[:, :width], self.vocab_size, self.head)

    def _probe(self) -> str:
        """Compare a tree, before and after `keep`, with plain causal passes."""
        try:
            worst = max(self._probe_error(keep=keep) for keep in (False, True))
        except (TypeError, ValueError, RuntimeError, IndexError, NotImplementedError) as error:
            return f"paths: the model does not take a tree mask ({type(error).__name__})"
        tolerance = 1e-3 if self.dtype in (torch.float32, torch.float64) else 0.3
        if worst <= tolerance:
            return "tree"
        return f"paths: tree logits differ from path logits by {worst:.2g} standard deviations"

    @torch.inference_mode()
    def _probe_error(self, keep: bool) -> float:
        """Largest |tree − path| logit difference over the standard deviation of the logits."""
        tokens = [(7 * i + 3) % self.vocab_size for i in range(16)]
        prompt, tree = tokens[:4], tokens[4:]
        parents = [-1, 0, 0, 1, 2, 4, 1]
        session = TreeSession(self, prompt)
        logits = session.forward(tree[: len(parents)], parents)
        slots = list(range(len(parents)))
        if keep:
            slots = [0, 1, 2, 4, 5]
            session.keep(slots)
            logits = session.forward(tree[7:9], [4, 1])
            parents = [*[-1, 0, 0, 2, 3], 4, 1]
            tree = [*[tree[s] for s in slots], *tree[7:9]]
        error, scale = 0.0, 1e-30
        for row in range(len(logits)):
            path, at = [], len(parents) - len(logits) + row
            while at >= 0:
                path.append(tree[at])
                at = parents[at]
            ids = torch.tensor([prompt + path[::-1]], device=self.device)
            plain = self.as_logits(self.model(input_ids=ids, use_cache=False).logits[0, -1:]).row(0)
            error = max(error, float((plain - logits.row(row)).abs().max()))
            scale = max(scale, float(plain.std()))
        return error / scale


def context_window(config: Any) -> tuple[int | None, str]:
    """The longest path in tokens and what limits it: position embeddings or a sliding window."""
    limits = []
    longest = getattr(config, "max_position_embeddings", None)
    if longest:
        limits.append((int(longest), "its position limit"))
    kinds = getattr(config, "layer_types", None) or []
    slides = "sliding_attention" in kinds or (not kinds and getattr(config, "use_sliding_window", True))
    sliding = getattr(config, "sliding_window", None)
    if sliding and slides:
        limits.append((int(sliding), "its sliding attention window"))
    chunk = getattr(config, "attention_chunk_size", None)
    if chunk:
        limits.append((int(chunk), "its attention chunk"))
    return min(limits) if limits else (None, "")
