"""Language models from transformers as sessions over a token tree: the only file that touches KV tensors.

A session is batch 1 with one flat KV cache. n new nodes go through the model in one pass under an ancestor mask,
with position = depth. `HuggingFaceModel` is probed once on a small tree against plain causal passes; a model that
disagrees (ALiBi, say) runs path-batched, and `tree_mode` says so. Knows nothing of decoders or of probability rules.
"""

import inspect
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers.cache_utils import Cache, DynamicCache, DynamicLayer

from decoders.core.runner import Session
from decoders.errors import BadInput
from decoders.models.heads import ResidualHeads, SlotStates
from decoders.models.logits import TorchLogits, gather_rows, warp_tensor
from decoders.models.probe import choose_mode, context_window, refuse_recurrent

__all__ = ["HuggingFaceModel", "PathSession", "TorchLogits", "TreeSession", "warp_tensor"]

PREFILL_CHUNK = 512  # prompt tokens per prefill pass


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
        """Keep slots 0..first-1 as they are, move `slots` right behind them and forget the rest."""
        if self._keys is None or self._values is None:  # a layer that shares another one's keys and values
            return
        self.used = first + len(slots)
        if len(slots):
            where = slots.to(self._keys.device)
            for buffer in (self._keys, self._values):
                buffer[:, :, first : self.used] = buffer.index_select(2, where)

    def get_seq_length(self) -> int:
        return self.used


class TreeSession:
    """A prompt and a tree in one flat cache; see `runner.Session`."""

    def __init__(self, model: "HuggingFaceModel", prompt: Sequence[int]) -> None:
        self._model = model
        self._cache = Cache(layer_class_to_replicate=SlotLayer)
        self._prompt = len(prompt)
        self._parent: NDArray[np.int64] = np.empty(0, dtype=np.int64)  # of each slot; -1: the end of the prompt
        self._depth: list[int] = []
        self._states = SlotStates()
        model.check(prompt, self._prompt)
        for start in range(0, self._prompt, PREFILL_CHUNK):
            chunk = list(prompt[start : start + PREFILL_CHUNK])
            positions = list(range(start, start + len(chunk)))
            mask = model.causal_mask(start, len(chunk))
            self._states.end(model.run(chunk, positions, mask, self._cache, score=False))

    @property
    def kv_length(self) -> int:
        return self._prompt + len(self._depth)

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> TorchLogits:
        first, n = len(self._depth), len(tokens)
        depth = [*self._depth, *[0] * n]
        for slot, above in enumerate(parents, first):
            depth[slot] = 0 if above < 0 else depth[above] + 1
        self._model.check(tokens, self._prompt + max(depth[first:]) + 1)
        parent = np.concatenate([self._parent, np.array(parents, dtype=np.int64)])
        if n == 1 and depth[first] == first:  # it follows every slot there is: no mask is needed
            mask = self._open_mask(1, first + 1) if self._model.packs_masked else None
        else:
            mask = self._mask(ancestor_rows(parent, first))
        try:
            logits = self._model.run(list(tokens), [self._prompt + d for d in depth[first:]], mask, self._cache)
        except BaseException:
            self._gather(first, [])
            raise
        self._depth, self._parent = depth, parent
        self._states.add(logits)
        return logits

    def _open_mask(self, n: int, slots: int) -> Tensor:
        """An additive mask [1, 1, n, prompt + slots] that hides nothing."""
        return torch.zeros((1, 1, n, self._prompt + slots), dtype=self._model.dtype)

    def _mask(self, seen: NDArray[np.bool_]) -> Tensor:
        """Additive mask [1, 1, n, prompt + slots] in the model's dtype: 0 where a node may look, else finfo.min."""
        mask = self._open_mask(*seen.shape)
        mask[0, 0, :, self._prompt :].masked_fill_(torch.from_numpy(~seen), torch.finfo(self._model.dtype).min)
        return mask

    def gather(self, logits: Sequence[tuple[Any, int]]) -> TorchLogits:
        return gather_rows(logits)

    def keep(self, slots: Sequence[int]) -> None:
        first = next((i for i, slot in enumerate(slots) if slot != i), len(slots))
        self._gather(first, slots[first:])
        index = np.array(slots, dtype=np.int64)
        place = np.full(len(self._depth) + 1, -1, dtype=np.int64)  # the last one is for parent -1
        place[index] = np.arange(len(index))
        self._parent = place[self._parent[index]]
        self._depth = [self._depth[slot] for slot in slots]
        self._states.keep(slots)

    def heads(self, slot: int) -> TorchLogits | None:
        return self._model.guess(self._states.after(slot))

    @torch.inference_mode()  # the buffers are inference tensors: writing to them elsewhere is an error
    def _gather(self, first: int, slots: Sequence[int]) -> None:
        """Keep the prompt, slots 0..first-1 and `slots`."""
        moved = torch.tensor([self._prompt + slot for slot in slots], dtype=torch.long)
        for layer in self._cache.layers:
            layer.gather(self._prompt + first, moved)  # pyright: ignore[reportAttributeAccessIssue]

    def close(self) -> None:
        self._cache = Cache(layer_class_to_replicate=SlotLayer)


def ancestor_rows(parent: NDArray[np.int64], first: int) -> NDArray[np.bool_]:
    """seen[n, slots] for the slots from `first` on: seen[i, j] says that j is slot first + i or an ancestor of it.

    >>> ancestor_rows(np.array([-1, 0, 0, 1]), 2).astype(int).tolist()
    [[1, 0, 1, 0], [1, 1, 0, 1]]
    """
    slots = np.arange(len(parent))
    broken = np.flatnonzero(parent != slots - 1)
    trunk = int(broken[0]) if len(broken) else len(parent)  # slots that are one chain: seen up to some place
    reach = np.zeros(len(parent) - first, dtype=np.int64)
    seen = np.zeros((len(parent) - first, len(parent)), dtype=bool)
    rows, at = np.arange(len(parent) - first), slots[first:]
    while len(rows):
        inside = at < trunk
        reach[rows[inside]] = at[inside] + 1
        rows, at = rows[~inside], at[~inside]
        seen[rows, at] = True
        at = parent[at]
    return seen | (slots < reach[:, None])


class PathSession:
    """The fallback: every pass runs whole paths as a batch of plain causal sequences.

    The chain that all live slots share is kept in a batch-1 cache behind the prompt, so a pass feeds only what
    lies below it; new slots that prolong that chain go straight into it. `kv_length` counts what a tree cache
    would hold.
    """

    def __init__(self, model: "HuggingFaceModel", prompt: Sequence[int]) -> None:
        self._model = model
        self._cache = DynamicCache()
        self._prompt = len(prompt)
        self._parent: list[int] = []
        self._token: list[int] = []
        self._chain: list[int] = []  # slots whose tokens follow the prompt in the cache
        self._states = SlotStates()
        model.check(prompt, len(prompt))
        for start in range(0, len(prompt), PREFILL_CHUNK):
            self._states.end(self._prolong(list(prompt[start : start + PREFILL_CHUNK]), start, score=False))

    @property
    def kv_length(self) -> int:
        return self._prompt + len(self._token)

    def _prolong(self, tokens: list[int], at: int, score: bool) -> TorchLogits:
        """One plain pass into the batch-1 cache of `at` tokens, which stays as it was if the pass fails."""
        try:
            return self._model.run_plain(tokens, self._cache, at, score)
        except BaseException:
            self._cache = copy_cache(self._cache, 1, at)
            raise

    def _path(self, slot: int, parent: Sequence[int]) -> list[int]:
        """Slots from the first below the prompt down to `slot`."""
        path = []
        while slot >= 0:
            path.append(slot)
            slot = parent[slot]
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
        if chain[:done] != self._chain:
            return
        for begin in range(done, len(chain), PREFILL_CHUNK):
            part = chain[begin : begin + PREFILL_CHUNK]
            self._prolong([self._token[slot] for slot in part], self._prompt + begin, score=False)
            self._chain = [*self._chain, *part]

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> TorchLogits:
        first = len(self._token)
        parent, token = [*self._parent, *parents], [*self._token, *tokens]
        paths = [self._path(slot, parent) for slot in range(first, len(token))]
        longest = max(map(len, paths))
        self._model.check(tokens, self._prompt + longest)
        self._absorb_shared()
        if paths[-1] == [*self._chain, *range(first, len(token))]:
            logits = self._prolong(list(tokens), self._prompt + len(self._chain), score=True)
            self._chain = paths[-1]
        else:
            cached = min(_shared(path, self._chain) for path in paths)
            rest = [[token[slot] for slot in path[cached:]] for path in paths]
            logits = self._model.run_batch(rest, self._cache, self._prompt + cached)
        self._parent, self._token = parent, token
        self._states.add(logits)
        return logits

    def gather(self, logits: Sequence[tuple[Any, int]]) -> TorchLogits:
        return gather_rows(logits)

    def keep(self, slots: Sequence[int]) -> None:
        place = {slot: i for i, slot in enumerate(slots)}
        self._token = [self._token[slot] for slot in slots]
        self._parent = [place.get(self._parent[slot], -1) for slot in slots]
        kept = [slot for slot in self._chain if slot in place]
        if len(kept) < len(self._chain):
            self._cache = copy_cache(self._cache, 1, self._prompt + len(kept))
        self._chain = [place[slot] for slot in kept]
        self._states.keep(slots)

    def heads(self, slot: int) -> TorchLogits | None:
        return self._model.guess(self._states.after(slot))

    def close(self) -> None:
        self._cache = DynamicCache()


def _shared(path: Sequence[int], chain: Sequence[int]) -> int:
    """Length of the common beginning of two chains of slots."""
    return next((i for i, (a, b) in enumerate(zip(path, chain, strict=False)) if a != b), min(len(path), len(chain)))


def copy_cache(cache: DynamicCache, batch: int, length: int) -> DynamicCache:
    """The first `length` slots of a batch-1 cache, repeated `batch` times."""
    copy = DynamicCache()
    for i, layer in enumerate(cache.layers):
        assert isinstance(layer, DynamicLayer), "recurrent models are refused when they are loaded"
        if layer.keys is not None and layer.values is not None and length:
            keys = layer.keys[:, :, :length].expand(batch, -1, -1, -1)
            values = layer.values[:, :, :length].expand(batch, -1, -1, -1)
            copy.update(keys, values, i)
    return copy


class HuggingFaceModel:
    """A causal language model of transformers; see `runner.LanguageModel`.

    `vocab_size` is the tokenizer's length: columns of padded ids behind it are dropped before any softmax.
    `head` (ascending int64[V']) lists the token ids its output columns stand for, None for all.
    `heads` are extra heads that read what its output embedding reads (Medusa), None if it has none.
    `tree_mode` is "tree" or "paths: <why>". Raises BadInput for a model that cannot be used, naming it.
    """

    def __init__(
        self, model: Any, vocab_size: int, name: str, head: Tensor | None = None, heads: ResidualHeads | None = None
    ) -> None:
        refuse_recurrent(model, name)
        self.model = model.eval()
        self.name = name
        self.vocab_size = vocab_size
        self.head = head
        self.heads = heads
        self._seen: dict[int, Tensor] = {}  # with heads, by thread: what its last pass read, as runs share the model
        if heads is not None:
            model.get_output_embeddings().register_forward_pre_hook(self._see_hidden)
        self.dtype: torch.dtype = next(model.parameters()).dtype
        self.device: torch.device = next(model.parameters()).device
        config = model.config.get_text_config(decoder=True)
        self.window, self._limit_name = context_window(config)
        self.packs_masked = self._packs_masked(config)
        self._embedded: int = model.get_input_embeddings().weight.shape[0]
        self._few_scores = "logits_to_keep" in inspect.signature(model.forward).parameters
        self.tree_mode = choose_mode(self, config, self._tree, self._paths)

    def _packs_masked(self, config: Any) -> bool:
        """Whether a single node is faster with a mask than without one.

        transformers packs the query heads that share a key head into one call only where there is a mask, and in half
        precision a CPU takes 0.06 ms per layer for that instead of 0.3 ms (512 slots, 9 heads on 3).
        """
        heads = getattr(config, "num_attention_heads", 1)
        grouped = (getattr(config, "num_key_value_heads", None) or heads) < heads
        half = self.dtype in (torch.bfloat16, torch.float16)
        return grouped and half and self.device.type == "cpu" and config._attn_implementation == "sdpa"

    def _tree(self, prompt: Sequence[int]) -> Session:
        return TreeSession(self, prompt)

    def _paths(self, prompt: Sequence[int]) -> Session:
        return PathSession(self, prompt)

    def start(self, prompt: Sequence[int]) -> Session:
        return self._tree(prompt) if self.tree_mode == "tree" else self._paths(prompt)

    def check(self, tokens: Sequence[int], length: int) -> None:
        """Raise BadInput if a path of `length` tokens, or one of these tokens, does not fit."""
        if self.window is not None and length > self.window:
            raise BadInput(
                f"{self.name} takes at most {self.window} tokens ({self._limit_name}), and this needs {length}; "
                "shorten the prompt or ask for fewer new tokens"
            )
        if tokens and not 0 <= min(tokens) <= max(tokens) < self._embedded:
            wrong = next(token for token in tokens if not 0 <= token < self._embedded)
            raise BadInput(
                f"{self.name} has no token {wrong}: its ids go from 0 to {self._embedded - 1}"
                if wrong >= 0
                else f"{self.name} needs a prompt of at least one token"
            )

    def causal_mask(self, start: int, n: int) -> Tensor | None:
        """Causal mask of n tokens behind `start` cached ones; None where transformers' own will do."""
        if start == 0:
            return None
        mask = torch.full((n, start + n), torch.finfo(self.dtype).min, dtype=self.dtype)
        return torch.triu(mask, diagonal=start + 1)[None, None]

    def _see_hidden(self, embedding: Any, inputs: tuple[Tensor, ...]) -> None:
        """Runs before the output embedding does, and remembers what it reads."""
        self._seen[threading.get_ident()] = inputs[0]

    def _take_hidden(self) -> Tensor | None:
        """Hidden [b, n, D] that this thread's last pass scored; None without heads. It is forgotten here."""
        return self._seen.pop(threading.get_ident(), None)

    def _pass(self, keep: int | Tensor, **inputs: Any) -> Tensor:
        """Raw scores of one forward pass; `keep` is transformers' logits_to_keep, where the model has it."""
        if self._few_scores:
            inputs["logits_to_keep"] = keep
        scores = self.model(**inputs).logits
        if self.device.type == "cuda":
            torch.cuda.synchronize(self.device)
        return scores

    @torch.inference_mode()
    def run(
        self, tokens: list[int], positions: list[int], mask: Tensor | None, cache: Cache, score: bool = True
    ) -> TorchLogits:
        """One batch-1 pass of n tokens; logits[n, V'] (with score=False only the last row is computed)."""
        given = {} if mask is None else {"attention_mask": mask.to(self.device)}
        scores = self._pass(
            0 if score else 1,
            input_ids=torch.tensor([tokens], device=self.device),
            position_ids=torch.tensor([positions], device=self.device),
            past_key_values=cache,
            use_cache=True,
            **given,
        )
        hidden = self._take_hidden()
        return self._as_logits(scores[0], None if hidden is None else hidden[0])

    @torch.inference_mode()
    def run_plain(self, tokens: list[int], cache: DynamicCache, at: int, score: bool = True) -> TorchLogits:
        """A plain causal chunk into a batch-1 cache of `at` tokens; logits[n, V'] (score=False: the last row only)."""
        mask = torch.ones((1, at + len(tokens)), dtype=torch.long, device=self.device)
        ids = torch.tensor([tokens], device=self.device)
        scores = self._pass(
            0 if score else 1, input_ids=ids, attention_mask=mask, past_key_values=cache, use_cache=True
        )
        hidden = self._take_hidden()
        return self._as_logits(scores[0], None if hidden is None else hidden[0])

    @torch.inference_mode()
    def run_batch(self, paths: list[list[int]], cache: DynamicCache, cached: int) -> TorchLogits:
        """A batch of plain causal paths behind the first `cached` tokens of a cache: logits[b, V'] after each."""
        longest = max(map(len, paths))
        ids = torch.tensor([[*path, *[0] * (longest - len(path))] for path in paths], device=self.device)
        mask = torch.ones((len(paths), cached + longest), dtype=torch.long, device=self.device)
        last = torch.tensor([[len(path) - 1] for path in paths], device=self.device)  # per row, so b scores in all
        copy = copy_cache(cache, len(paths), cached)
        scores = self._pass(last, input_ids=ids, attention_mask=mask, past_key_values=copy, use_cache=True)
        hidden = self._take_hidden()
        if not self._few_scores:
            rows = torch.arange(len(paths), device=scores.device), last[:, 0].to(scores.device)
            scores, hidden = scores[rows][:, None], None if hidden is None else hidden[rows][:, None]
        return self._as_logits(scores[:, 0], None if hidden is None else hidden[:, 0])

    @torch.inference_mode()
    def guess(self, hidden: Tensor | None) -> TorchLogits | None:
        """Scores of the extra heads after hidden [D], one row each; None without heads or without a state to read."""
        if self.heads is None or hidden is None:
            return None
        scores = self.heads.all_scores(hidden)
        if self.device.type == "cuda":
            torch.cuda.synchronize(self.device)
        return TorchLogits(scores, self.vocab_size, self.heads.ids)

    @torch.inference_mode()
    def plain_scores(self, tokens: Sequence[int]) -> Tensor:
        """float[V'] after `tokens`, in one causal pass without any cache: what the probe takes as the truth."""
        ids = torch.tensor([list(tokens)], device=self.device)
        return self._as_logits(self.model(input_ids=ids, use_cache=False).logits[0, -1:]).row(0)

    def _as_logits(self, scores: Tensor, hidden: Tensor | None = None) -> TorchLogits:
        """Scores without the columns of padded vocabulary ids (they are masked before any softmax)."""
        width = self.vocab_size if self.head is None else len(self.head)
        head = None if self.head is None else self.head.to(scores.device)
        return TorchLogits(scores[:, :width], self.vocab_size, head, hidden)
