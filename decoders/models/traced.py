"""What of a network is traced for OpenVINO: modules with plain tensors in and out, caches among them."""

# What torch and transformers say of their own functions is partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import inspect
from collections.abc import Sequence
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn
from transformers.cache_utils import Cache, DynamicLayer

from decoders.models.folder import STATES
from decoders.models.heads import ResidualHeads
from decoders.models.reading import ReadingNet
from decoders.models.skipping import decoder_layers


class TracedPass(nn.Module):
    """One pass with plain tensors in and out: the scores of some rows, what they were read from, what a draft reads,
    and all caches."""

    def __init__(self, net: Any, shown: Sequence[int]) -> None:
        super().__init__()
        self.net = net
        self._few = "logits_to_keep" in inspect.signature(net.forward).parameters
        self._hidden: Tensor | None = None
        self._places, self._shown = tuple(shown), dict[int, Tensor]()
        self._hooks = [net.get_output_embeddings().register_forward_pre_hook(self._see)]
        for place in set(shown):
            part = net.get_input_embeddings() if place == 0 else decoder_layers(net)[place - 1]
            self._hooks.append(part.register_forward_hook(partial(self._see_shown, place)))

    def _see(self, embedding: Any, inputs: tuple[Tensor, ...]) -> None:
        self._hidden = inputs[0]

    def _see_shown(self, place: int, layer: Any, inputs: Any, output: Any) -> None:
        self._shown[place] = output[0] if isinstance(output, tuple) else output

    def inputs(self, count: int) -> dict[str, Tensor]:
        """What it takes besides ids, places, mask and rows, for so many tokens: nothing."""
        return {}

    def fill(self, ids: Tensor, cache: Cache) -> None:
        """Put the keys and values of ids [1, n] into an empty cache."""
        self.net(input_ids=ids, position_ids=torch.arange(ids.shape[1])[None], past_key_values=cache, use_cache=True)

    def remove_hooks(self) -> None:
        """Leave the network as it was."""
        for hook in self._hooks:
            hook.remove()

    def forward(
        self, input_ids: Tensor, position_ids: Tensor, attention_mask: Tensor, rows: Tensor, *past: Tensor
    ) -> tuple[Tensor, ...]:
        """Scores [m, V], hidden [m, D] of `rows`, features [n, F], and keys and values [1, heads, cached + n, dim] of
        every layer."""
        layers = [_filled(*pair) for pair in zip(past[::2], past[1::2], strict=True)]
        given = {"logits_to_keep": rows} if self._few else {}
        out = self.net(
            input_ids=input_ids,
            position_ids=position_ids,
            attention_mask=attention_mask,
            past_key_values=Cache(layers=layers),
            use_cache=True,
            **given,
        )
        assert self._hidden is not None, "the hook has seen what the output embedding read"
        scores, hidden = out.logits[0], self._hidden[0]
        if not self._few:
            scores, hidden = scores.index_select(0, rows), hidden.index_select(0, rows)
        seen = [self._shown[place] for place in self._places]
        features = torch.cat(seen, -1)[0] if seen else hidden[:0]
        return scores, hidden, features, *(tensor for layer in layers for tensor in (layer.keys, layer.values))


class TracedReading(nn.Module):
    """The same of a draft that reads its target: the state before each token comes in, its own states go out."""

    def __init__(self, net: ReadingNet) -> None:
        super().__init__()
        self.net = net

    def inputs(self, count: int) -> dict[str, Tensor]:
        """See `TracedPass`: a state [1, count, D] before each token."""
        return {STATES: torch.zeros(1, count, self.net.config.hidden_size)}

    def fill(self, ids: Tensor, cache: Cache) -> None:
        """See `TracedPass`."""
        count = ids.shape[1]
        states = self.inputs(count)[STATES].to(self.net.lm_head.weight.dtype)
        mask = torch.triu(torch.full((count, count), torch.finfo(states.dtype).min, dtype=states.dtype), 1)
        places = torch.arange(count)[None]
        given = {"position_ids": places, "attention_mask": mask[None, None], "past_key_values": cache}
        self.net(ids, states, **given, use_cache=True)

    def remove_hooks(self) -> None:
        """It has none."""

    def forward(
        self,
        input_ids: Tensor,
        position_ids: Tensor,
        attention_mask: Tensor,
        rows: Tensor,
        states: Tensor,
        *past: Tensor,
    ) -> tuple[Tensor, ...]:
        """Scores [m, R] of `rows`, own states [n, D] of all, no features [0, D], and all keys and values."""
        layers = [_filled(*pair) for pair in zip(past[::2], past[1::2], strict=True)]
        given = {"position_ids": position_ids, "attention_mask": attention_mask}
        own = self.net(input_ids, states, **given, past_key_values=Cache(layers=layers), use_cache=True)[0]
        scores = self.net.scores(own.index_select(0, rows))
        return scores, own, own[:0], *(tensor for layer in layers for tensor in (layer.keys, layer.values))


class View(nn.Module):
    """How a draft that reads makes states [n, D] of its target's features [n, F]."""

    def __init__(self, net: ReadingNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, features: Tensor) -> Tensor:
        """States [n, D]."""
        return self.net.project(features)


def _filled(keys: Tensor, values: Tensor) -> Any:
    """A cache layer that holds these already: one that grows from nothing cannot be traced."""
    layer = DynamicLayer()
    layer.lazy_initialization(keys, values)
    layer.keys, layer.values = keys, values
    return layer


class AllHeads(nn.Module):
    """All extra heads after one hidden state."""

    def __init__(self, heads: ResidualHeads) -> None:
        super().__init__()
        self.matrix = nn.Linear(heads.weight.shape[-1], heads.weight.shape[0] * heads.weight.shape[1], bias=False)
        self.matrix.weight = nn.Parameter(heads.weight.detach().flatten(0, 1).float(), requires_grad=False)
        self.out = nn.Linear(heads.rows.shape[1], heads.rows.shape[0], bias=False)
        self.out.weight = nn.Parameter(heads.rows.detach().float(), requires_grad=False)
        self.count = heads.count

    def forward(self, hidden: Tensor) -> Tensor:
        """Scores [H, R] after hidden [D]."""
        return self.out(hidden + nn.functional.silu(self.matrix(hidden).view(self.count, -1)))
