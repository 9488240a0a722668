"""Drafts that use the target's hidden states, as `runner.ReadingDraft`. They run the networks of reading.py over a
token tree.

The cache is in sessions.py. `runner.ReadingRunner` decides when the target's states are used.
"""

# The types of torch's functions are only partly known.
# pyright: reportUnknownMemberType=false

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor
from transformers.cache_utils import Cache

from decoders.core.runner import ReadingDraft, ReadingSession
from decoders.models.reading import ReadingNet
from decoders.models.slots import ReadingSlots
from decoders.models.torch.device import synchronise
from decoders.models.torch.huggingface import Passed, TorchModel
from decoders.models.torch.logits import TorchLogits
from decoders.models.torch.sessions import TreeSession


class TorchReader(TorchModel, ReadingDraft):
    """A draft network that uses the target's hidden states.

    `head` (ascending int64[V']) lists the token ids of its output rows; None for all.
    """

    reads = True
    tree_mode = "tree"

    def __init__(self, net: ReadingNet, vocab_size: int, name: str, head: Tensor | None = None) -> None:
        self.model = net.eval()
        super().__init__(net.lm_head.weight, net.config, net.embed_tokens.num_embeddings, vocab_size, name, head)

    def start(self, prompt: Sequence[int]) -> ReadingSession:
        return self.start_after(prompt, None)

    @torch.inference_mode()
    def start_after(self, prompt: Sequence[int], seen: Any) -> ReadingSession:
        first = min(len(prompt), int(self.model.needs_state))
        before = self.no_states(len(prompt))
        if seen is not None:
            before[1:] = self.states(seen)
        return ReadingTree(self, prompt[first:], before[first:])

    def states(self, seen: Any) -> Tensor:
        """States [n, D] from a target's features [n, F], which may be NumPy arrays or tensors on any device."""
        return self.model.project(torch.as_tensor(seen).to(self.device, self.dtype))

    def no_states(self, count: int) -> Tensor:
        """The states for tokens that have no token before them: zeros [count, D]."""
        return torch.zeros(count, self.model.config.hidden_size, device=self.device, dtype=self.dtype)

    @torch.inference_mode()
    def run(
        self,
        tokens: list[int],
        positions: list[int],
        mask: Tensor | None,
        cache: Cache,
        score: bool = True,
        *,
        before: Tensor,
    ) -> TorchLogits:
        """Run one batch-1 pass of n tokens with the states [n, D] before them.

        The field `hidden` of the logits holds the draft's hidden states.
        """
        states = self.model(
            torch.tensor([tokens], device=self.device),
            before[None],
            position_ids=torch.tensor([positions], device=self.device),
            attention_mask=None if mask is None else mask.to(self.device),
            past_key_values=cache,
            use_cache=True,
        )[0]
        scores = self.model.scores(states if score else states[-1:])
        synchronise(self.device)
        return self.as_logits(Passed(scores, states))


class ReadingTree(ReadingSlots, TreeSession):
    """A tree session in which every token is fed with a state; see `runner.ReadingSession`."""

    _model: TorchReader

    @torch.inference_mode()
    def forward_after(self, tokens: Sequence[int], parents: Sequence[int], at: Sequence[int], seen: Any) -> TorchLogits:
        return self._extend(tokens, parents, before=self._before(parents, at, seen))
