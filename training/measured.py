"""Run a packed draft along given tokens, as `evaluate` measures it, for both kinds of drafts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Protocol

import torch
from distill_model import load_draft
from reading_data import features_of
from reading_model import after, chain_states, load_reader
from torch import Tensor
from transformers import DynamicCache, PreTrainedModel


class Measured(Protocol):
    """Interface of a draft that is measured together with its target. head_ids [H]: the token ids of its scores."""

    head_ids: Tensor

    def along(self, ids: Tensor, steps: int) -> tuple[list[Tensor], Tensor]:
        """The draft's states [B, T, D] after ids [B, T] at each of `steps` draft steps (only one if all are alike).

        Also returns the target's last hidden states [B, T, D].
        """
        ...

    def scores(self, states: Tensor) -> Tensor:
        """Scores [N, H] from states [N, D]."""
        ...

    def one_pass(self, ids: Tensor, cache: DynamicCache) -> Tensor:
        """Scores [1, H] after the last of ids [1, n], with a cache; used for timing."""
        ...


class Plain:
    """A draft that uses only tokens."""

    def __init__(self, folder: Path, target: PreTrainedModel) -> None:
        self.draft, self.head_ids = load_draft(folder, target)
        self._target: Any = target

    def along(self, ids: Tensor, steps: int) -> tuple[list[Tensor], Tensor]:
        """See `Measured`."""
        return [self.draft.model(ids).last_hidden_state], self._target.model(ids).last_hidden_state

    def scores(self, states: Tensor) -> Tensor:
        """See `Measured`."""
        return self.draft.lm_head(states)

    def one_pass(self, ids: Tensor, cache: DynamicCache) -> Tensor:
        """See `Measured`."""
        return self.draft(ids, past_key_values=cache, logits_to_keep=1).logits[0]


class Reading:
    """A draft that uses the target's hidden states after some layers."""

    def __init__(self, folder: Path, target: PreTrainedModel, layers: list[int]) -> None:
        self.net, self.head_ids = load_reader(folder, target)
        self._target, self._layers = target, layers

    def along(self, ids: Tensor, steps: int) -> tuple[list[Tensor], Tensor]:
        """See `Measured`."""
        features, hidden = features_of(self._target, ids, self._layers)
        return chain_states(self.net, ids, features, steps), hidden

    def scores(self, states: Tensor) -> Tensor:
        """See `Measured`."""
        return self.net.scores(states)

    def one_pass(self, ids: Tensor, cache: DynamicCache) -> Tensor:
        """See `Measured`. The states before the tokens are computed from features that are zero."""
        width = self.net.fc.in_features
        features = torch.zeros(1, ids.shape[1], width, device=ids.device, dtype=self.net.fc.weight.dtype)
        places = torch.arange(ids.shape[1], device=ids.device)[None] + cache.get_seq_length()
        states = after(self.net.project(features))
        return self.net.scores(
            self.net(ids, states, position_ids=places, past_key_values=cache, use_cache=True)[0, -1:]
        )


def load_measured(folder: Path, target: PreTrainedModel) -> Measured:
    """Load the packed draft in a folder, of either kind."""
    layers = json.loads((folder / "config.json").read_text(encoding="utf-8"))["draft"].get("reads")
    return Reading(folder, target, layers) if layers else Plain(folder, target)
