"""Sessions over a token tree. Only this module touches the KV tensors of plain torch passes.

A session has batch size 1 and one flat KV cache. All new nodes go through the model in one pass under an ancestor mask,
with position = depth (`TreeSession`). If the model does not support such a mask, the nodes go through it as a batch of
plain causal paths (`PathSession`). This module does not depend on decoders or probability rules.
"""

# The types of torch's and transformers' functions are only partly known.
# pyright: reportUnknownMemberType=false

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor
from transformers.cache_utils import Cache, DynamicCache, DynamicLayer

from decoders.core.checkpoint import checkpoint
from decoders.core.tree import path_to, shared
from decoders.models.slots import SlotSession, SlotTree, ancestor_rows
from decoders.models.torch.logits import TorchLogits, gather_rows

if TYPE_CHECKING:
    from decoders.models.torch.huggingface import HuggingFaceModel, TorchModel

PREFILL_CHUNK = 512  # prompt tokens per prefill pass


class SlotLayer(DynamicLayer):
    """One layer's keys and values in a growing buffer. `gather` keeps some slots in place."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.used = 0
        self._keys: Tensor | None = None
        self._values: Tensor | None = None

    def update(self, key_states: Tensor, value_states: Tensor, *args: Any, **kwargs: Any) -> tuple[Tensor, Tensor]:
        """Append key/value states [1, heads, n, dim]. Returns the keys and values of all slots in use."""
        checkpoint()  # checked at every layer, because a pass over many nodes may take seconds
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
        """Keep slots 0 to first − 1 in place, move `slots` directly after them, and drop the rest."""
        if self._keys is None or self._values is None:  # this layer shares another one's keys and values
            return
        self.used = first + len(slots)
        if len(slots):
            where = slots.to(self._keys.device)
            for buffer in (self._keys, self._values):
                buffer[:, :, first : self.used] = buffer.index_select(2, where)

    def get_seq_length(self) -> int:
        return self.used


class Cached(SlotSession):
    """Base class of all sessions on torch."""

    def gather(self, logits: Sequence[tuple[Any, int]]) -> TorchLogits:
        return gather_rows(logits)

    @torch.inference_mode()
    def features(self, slots: Sequence[int]) -> Tensor | None:
        return torch.stack(self._features.all_after(slots)) if self._model.shown else None


class TreeSession(Cached):
    """A prompt and a tree in one flat cache; see `runner.Session`."""

    def __init__(self, model: "TorchModel", prompt: Sequence[int], before: Tensor | None = None) -> None:
        """`before` [len(prompt), D] holds the state before each prompt token, for a draft that uses the target's
        states.
        """
        super().__init__(model, prompt)
        self._cache = Cache(layer_class_to_replicate=SlotLayer)
        for start in range(0, self._prompt, PREFILL_CHUNK):
            chunk = list(prompt[start : start + PREFILL_CHUNK])
            positions = list(range(start, start + len(chunk)))
            # transformers creates the first layer itself
            mask = model.causal_mask(start, len(chunk)) if start else None
            given = {} if before is None else {"before": before[start : start + len(chunk)]}
            self._begin(self._model.run(chunk, positions, mask, self._cache, score=False, **given))

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> TorchLogits:
        return self._extend(tokens, parents)

    def _extend(self, tokens: Sequence[int], parents: Sequence[int], **given: Tensor) -> TorchLogits:
        """Run one pass over new slots. `given` holds further arguments of `run`."""
        first, n = len(self._tree), len(tokens)
        tree = self._tree.grown(parents)
        depth = tree.depth[first:]
        self._model.check(tokens, self._prompt + max(depth) + 1)
        alone = n == 1 and depth[0] == first  # the node follows all slots, so transformers can make the mask itself
        mask = None if alone and not self._model.packs_masked else self._mask(tree, first)
        try:
            logits = self._model.run(list(tokens), [self._prompt + d for d in depth], mask, self._cache, **given)
        except BaseException:
            self._gather(first, [])
            raise
        self._tree = tree
        self._grow(logits)
        return logits

    def _mask(self, tree: SlotTree, first: int) -> Any:
        """The mask of the slots from `first` on, which attend to their ancestors and the prompt within the windows; see
        `mask`.
        """
        seen = ancestor_rows(tree, first)
        hidden = np.zeros((len(seen), self._prompt + len(tree)), dtype=np.bool_)
        hidden[:, self._prompt :] = ~seen
        keys = np.concatenate((np.arange(self._prompt), self._prompt + np.array(tree.depth)))
        return self._model.mask(hidden, keys[self._prompt + first :], keys)

    def keep(self, slots: Sequence[int]) -> None:
        first = next((i for i, slot in enumerate(slots) if slot != i), len(slots))
        self._gather(first, slots[first:])
        self._tree = self._tree.kept(slots)
        self._forget(slots)

    @torch.inference_mode()  # the buffers are inference tensors, which can be written only in inference mode
    def _gather(self, first: int, slots: Sequence[int]) -> None:
        """Keep the cache data of the prompt, of slots 0 to first − 1, and of `slots`."""
        moved = torch.tensor([self._prompt + slot for slot in slots], dtype=torch.long)
        for layer in self._cache.layers:
            layer.gather(self._prompt + first, moved)  # pyright: ignore[reportAttributeAccessIssue]

    def close(self) -> None:
        self._cache = Cache(layer_class_to_replicate=SlotLayer)


class PathSession(Cached):
    """The fallback: every pass runs whole paths as a batch of plain causal sequences.

    The chain shared by all live slots is stored in a batch-1 cache after the prompt, so a pass feeds only the nodes
    below it. New slots that extend this chain go directly into the cache. `kv_length` counts the slots that a tree
    cache would use.
    """

    def __init__(self, model: "HuggingFaceModel", prompt: Sequence[int]) -> None:
        super().__init__(model, prompt)
        self._cache = DynamicCache()
        self._parent: list[int] = []
        self._token: list[int] = []
        self._chain: list[int] = []  # slots whose tokens follow the prompt in the cache
        for start in range(0, len(prompt), PREFILL_CHUNK):
            self._begin(self._prolong(list(prompt[start : start + PREFILL_CHUNK]), start, score=False))

    @property
    def kv_length(self) -> int:
        return self._prompt + len(self._token)

    def _prolong(self, tokens: list[int], at: int, score: bool) -> TorchLogits:
        """Run one plain pass over tokens that follow the first `at` tokens of the batch-1 cache. If the pass fails, the
        cache is unchanged.
        """
        try:
            return self._model.run_plain(tokens, self._cache, at, score)
        except BaseException:
            self._cache = copy_cache(self._cache, 1, at)
            raise

    def _absorb_shared(self) -> None:
        """Move the chain that all live slots share into the cache."""
        children: dict[int, list[int]] = {}
        for slot, parent in enumerate(self._parent):
            children.setdefault(parent, []).append(slot)
        chain: list[int] = []
        at = -1
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
        paths = [path_to(slot, parent) for slot in range(first, len(token))]
        longest = max(map(len, paths))
        self._model.check(tokens, self._prompt + longest)
        self._absorb_shared()
        if paths[-1] == [*self._chain, *range(first, len(token))]:
            logits = self._prolong(list(tokens), self._prompt + len(self._chain), score=True)
            self._chain = paths[-1]
        else:
            cached = min(shared(path, self._chain) for path in paths)
            rest = [[token[slot] for slot in path[cached:]] for path in paths]
            logits = self._model.run_batch(rest, self._cache, self._prompt + cached)
        self._parent, self._token = parent, token
        self._grow(logits)
        return logits

    def keep(self, slots: Sequence[int]) -> None:
        place = {slot: i for i, slot in enumerate(slots)}
        self._token = [self._token[slot] for slot in slots]
        self._parent = [place.get(self._parent[slot], -1) for slot in slots]
        kept = [slot for slot in self._chain if slot in place]
        if len(kept) < len(self._chain):
            self._cache = copy_cache(self._cache, 1, self._prompt + len(kept))
        self._chain = [place[slot] for slot in kept]
        self._forget(slots)

    def close(self) -> None:
        self._cache = DynamicCache()


def copy_cache(cache: DynamicCache, batch: int, length: int) -> DynamicCache:
    """A copy of the first `length` slots of a batch-1 cache, repeated `batch` times."""
    copy = DynamicCache()
    for i, layer in enumerate(cache.layers):
        assert isinstance(layer, DynamicLayer), "recurrent models have sessions of their own (state_session.py)"
        if layer.keys is not None and layer.values is not None and length:
            keys = layer.keys[:, :, :length].expand(batch, -1, -1, -1)
            values = layer.values[:, :, :length].expand(batch, -1, -1, -1)
            copy.update(keys, values, i)
    return copy
