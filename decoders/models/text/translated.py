"""A draft with another tokenizer, as a model over the target's vocabulary (TLI, Timor et al., ICML 2025).

The model's q is the draft's own q, restricted to the tokens that both vocabularies share, and normalised. Any q may
serve as the draft of a lossless method, so the methods stay lossless. A path of the target's tokens is spelled with the
draft's tokens (vocabularies.py). One slot of a session may therefore correspond to several slots of the draft. If the
draft's spelling is longer than the draft's window, q is computed after the part that fits.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from decoders.core.record import Pass
from decoders.core.rules import ArrayLogits, Ids, Logits
from decoders.core.runner import LanguageModel, Read, Session, Writer
from decoders.models.host import HostLogits
from decoders.models.text.vocabularies import Common, Spelled, Translator
from decoders.models.text.writing import OPEN, TextWriter


class TranslatedDraft(LanguageModel):
    """A draft over the target's vocabulary. Everything except the tokens is delegated to the draft."""

    def __init__(self, draft: Any, translator: Translator, vocab_size: int) -> None:
        """`draft` is a model over its own vocabulary. `vocab_size` is the size of the target's vocabulary."""
        self.plain: Any = draft
        self.translator = translator
        self.vocab_size = vocab_size
        self.window = draft.window
        # the ids of the scores' columns, and the columns of the draft's scores for these tokens
        self.head, self.columns = _columns(translator.common, getattr(draft, "head", None))

    def __getattr__(self, name: str) -> Any:
        """Delegate any other attribute to the draft."""
        if name == "plain":  # the draft is not set yet while a copy is made
            raise AttributeError(name)
        return getattr(self.plain, name)

    def start(self, prompt: Sequence[int]) -> Session:
        return TranslatedSession(self, prompt)

    def proposes(self, token: int) -> bool:
        at = int(np.searchsorted(self.head, token))
        return at < len(self.head) and int(self.head[at]) == token

    def write(
        self, prompt: Sequence[int], ends: frozenset[int], new_tokens: int, on_pass: Callable[[Pass], object]
    ) -> Writer:
        return TextWriter(self.plain, self.translator, prompt, ends, new_tokens, on_pass)


def _columns(common: Common, head: Any) -> tuple[Ids, Ids]:
    """The target's ids of the common tokens that the draft scores, and the columns of their scores.

    `head` holds the draft's ids of its columns (ascending); None if the draft scores all ids.
    """
    if head is None:
        return common.target_ids, common.draft_ids
    own = np.asarray(head)
    columns = np.minimum(np.searchsorted(own, common.draft_ids), len(own) - 1)
    scored = own[columns] == common.draft_ids
    return common.target_ids[scored], columns[scored]


@dataclass(frozen=True)
class _Node:
    """A path in the target's tokens: its spelling in the draft's tokens, and the draft's slots for the last part of the
    spelling.
    """

    spelled: Spelled
    slots: tuple[int, ...]


@dataclass
class _Pass:
    """The draft's tokens in one pass, and the row in this pass for each slot of this session."""

    tokens: list[int] = field(default_factory=list[int])
    parents: list[int] = field(default_factory=list[int])
    rows: list[int] = field(default_factory=list[int])


class TranslatedSession(Session):
    """A session with one slot per token of the target. Each slot corresponds to one or more slots of the draft."""

    def __init__(self, model: TranslatedDraft, prompt: Sequence[int]) -> None:
        self._model = model
        spelled = model.translator.prompt(prompt)
        self._window: int = model.window or sys.maxsize
        # number of ids that are in the draft's cache and stay there
        self._fixed = max(0, min(len(spelled.ids) - OPEN, self._window - 1))
        self._base = _Node(spelled, ())
        self._draft: Session = model.plain.start(spelled.ids[: self._fixed])
        self._nodes: list[_Node] = []
        self._used = 0  # slots of the draft
        self._ids: tuple[Any, Any] | None = None

    @property
    def kv_length(self) -> int:
        return max(self._draft.kv_length, len(self._base.spelled.ids))

    def limit(self, new_tokens: int) -> None:
        self._draft.limit(new_tokens)

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> Logits:
        nodes, made = list(self._nodes), _Pass()
        for token, parent in zip(tokens, parents, strict=True):
            nodes.append(self._fed(self._base if parent < 0 else nodes[parent], token, made))
        logits = self._draft.forward(made.tokens, made.parents)
        self._nodes, self._used = nodes, self._used + len(made.tokens)
        return self._restricted(self._draft.gather([(logits, row) for row in made.rows]))

    @property
    def reads(self) -> Sequence[Read]:
        """The draft's forward passes. Each one lists the slots of this session whose tokens it read."""
        owner: dict[int, int] = {}
        for i, node in enumerate(self._nodes):
            for slot in node.slots:
                owner.setdefault(slot, i)
        return [Read(tuple(sorted({owner[slot] for slot in read.slots})), read.seconds) for read in self._draft.reads]

    def _fed(self, above: _Node, token: int, made: _Pass) -> _Node:
        """Make a node below another one, and add the draft's tokens that this node needs (at least one) to the pass."""
        spelled = self._model.translator.after(above.spelled, token)
        if spelled.ids[: self._fixed] != above.spelled.ids[: self._fixed]:  # too deep to be spelled again
            spelled = replace(spelled, ids=(*above.spelled.ids, *spelled.ids[len(above.spelled.ids) :]))
        ids = spelled.ids[self._fixed : self._window] or (self._model.translator.draft.nothing,)
        old = above.spelled.ids[self._fixed :][: len(above.slots)]
        same = next((i for i, (a, b) in enumerate(zip(old, ids, strict=False)) if a != b), min(len(old), len(ids)))
        same = min(same, len(ids) - 1)
        slots = list(above.slots[:same])
        for one in ids[same:]:
            made.parents.append(slots[-1] if slots else -1)
            slots.append(self._used + len(made.tokens))
            made.tokens.append(one)
        made.rows.append(len(made.tokens) - 1)
        return _Node(spelled, tuple(slots))

    def _restricted(self, logits: Any) -> Logits:
        """The scores of the common tokens, under the target's ids."""
        head, columns, size = self._model.head, self._model.columns, self._model.vocab_size
        if isinstance(logits, ArrayLogits):
            scores = np.full((len(logits), size), -np.inf)
            scores[:, head] = logits.scores[:, columns]
            return ArrayLogits(scores)
        if isinstance(logits, HostLogits):
            return HostLogits(logits.scores[:, columns], size, head)
        from decoders.models.torch.logits import TorchLogits

        chosen, ids = self._on_device(logits.scores.device)
        return TorchLogits(logits.scores[:, chosen], size, ids)

    def _on_device(self, device: Any) -> tuple[Any, Any]:
        """The common tokens as two tensors, which are copied to a device only once: the draft's columns and the
        target's ids.
        """
        if self._ids is None:
            import torch

            columns, head = self._model.columns, self._model.head
            self._ids = torch.as_tensor(columns).to(device), torch.as_tensor(head).to(device)
        return self._ids

    def gather(self, logits: Sequence[tuple[Logits, int]]) -> Logits:
        return self._draft.gather(logits)

    def keep(self, slots: Sequence[int]) -> None:
        self._nodes = [self._nodes[slot] for slot in slots]
        kept = sorted({slot for node in self._nodes for slot in node.slots})
        number = {slot: i for i, slot in enumerate(kept)}
        self._draft.keep(kept)
        self._nodes = [_Node(node.spelled, tuple(number[slot] for slot in node.slots)) for node in self._nodes]
        self._used = len(kept)

    def close(self) -> None:
        self._draft.close()
