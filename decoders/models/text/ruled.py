"""A wrapper that applies the rules of a `generation_config.json` to a model's scores, on any engine.

The wrapped model's sessions know the path to each slot, and change the scores of a pass before they are returned
(path_rules.py). Caches, the scores of extra heads and the hidden states for a draft are unchanged. Torch is needed only
if the scores are tensors.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from decoders.core.decode import Models
from decoders.core.record import Pass
from decoders.core.rules import Ids, Logits
from decoders.core.runner import LanguageModel, Read, ReadingSession, Session, Writer
from decoders.errors import BadInput
from decoders.models.slots import SlotTree
from decoders.models.text.generation import Rules, read_generation
from decoders.models.text.path_rules import Change, Context, changes, columns_of, make

NOTHING_LEFT = (
    "The rules in {name}'s generation_config.json exclude every token here. Correct the file, or load the pair "
    "without the rules."
)


def follow_rules(models: Models, folder: Path | None, name: str, on: bool) -> tuple[Models, dict[str, Any]]:
    """Wrap a pair's models in the rules of the target's `folder`, if it has rules. Also returns the facts for a header.

    `on` says whether the rules are applied. Raises BadInput if a file cannot be read.
    """
    asked = read_generation(folder, name, models.target.vocab_size, models.eos, on)
    if asked.rules.named:
        draft = None if models.draft is None else RuledModel(models.draft, asked.rules, drafts=True)
        models = replace(models, target=RuledModel(models.target, asked.rules), draft=draft)
    return models, asked.facts


class RuledModel(LanguageModel):
    """A model whose scores follow rules. Everything else is delegated to the wrapped model.

    Rules may exclude every token. A draft (`drafts`) then keeps its scores, because any q is allowed. A target raises
    BadInput.
    """

    def __init__(self, model: Any, rules: Rules, *, drafts: bool = False) -> None:
        self.plain: Any = model
        self.rules = rules
        self.drafts = drafts
        self.vocab_size = model.vocab_size
        self.window = model.window
        self.head_count = model.head_count
        self.skipped = model.skipped
        self.reads = model.reads
        head = getattr(model, "head", None)
        self.columns: Ids | None = None if head is None else np.asarray(head)
        self._thinned: dict[Any, RuledModel] = {}

    def __getattr__(self, name: str) -> Any:
        """Delegate any other attribute to the wrapped model."""
        if name == "plain":  # the wrapped model is not set yet while a copy is made
            raise AttributeError(name)
        return getattr(self.plain, name)

    def thinned(self, skips: str) -> "RuledModel | None":
        thin = self.plain.thinned(skips)
        if thin is not None and thin not in self._thinned:  # the same request must return the same object
            self._thinned[thin] = RuledModel(thin, self.rules, drafts=True)
        return None if thin is None else self._thinned[thin]

    def start(self, prompt: Sequence[int]) -> Session:
        return RuledSession(self, self.plain.start(prompt), prompt)

    def proposes(self, token: int) -> bool:
        return self.plain.proposes(token)

    def write(
        self, prompt: Sequence[int], ends: frozenset[int], new_tokens: int, on_pass: Callable[[Pass], object]
    ) -> Writer | None:
        """Write with the wrapped draft. The rules are about the target's tokens, so a draft with its own tokens does
        not follow them.
        """
        return self.plain.write(prompt, ends, new_tokens, on_pass)

    def start_after(self, prompt: Sequence[int], seen: Any) -> ReadingSession:
        """See `runner.ReadingDraft`."""
        return RuledSession(self, self.plain.start_after(prompt, seen), prompt)


class RuledSession(ReadingSession):
    """A session whose scores follow rules. The path of a slot begins with the prompt."""

    def __init__(self, model: RuledModel, session: Any, prompt: Sequence[int]) -> None:
        self._model = model
        self._plain = session
        self._prompt: Ids = np.array(prompt, dtype=np.int64)
        self._tree = SlotTree()
        self._tokens: Ids = np.empty(0, dtype=np.int64)  # the path of each slot
        self._limit: int | None = None

    @property
    def kv_length(self) -> int:
        return self._plain.kv_length

    def limit(self, new_tokens: int) -> None:
        self._limit = new_tokens
        self._plain.limit(new_tokens)

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> Logits:
        return self._ruled(self._plain.forward(tokens, parents), tokens, parents)

    def forward_after(self, tokens: Sequence[int], parents: Sequence[int], at: Sequence[int], seen: Any) -> Logits:
        return self._ruled(self._plain.forward_after(tokens, parents, at, seen), tokens, parents)

    @property
    def reads(self) -> Sequence[Read]:
        return self._plain.reads

    def gather(self, logits: Sequence[tuple[Logits, int]]) -> Logits:
        return self._plain.gather(logits)

    def heads(self, slot: int) -> Logits | None:
        return self._plain.heads(slot)

    def features(self, slots: Sequence[int]) -> Any:
        return self._plain.features(slots)

    def keep(self, slots: Sequence[int]) -> None:
        self._plain.keep(slots)
        self._tree, self._tokens = self._tree.kept(slots), self._tokens[list(slots)]

    def close(self) -> None:
        self._plain.close()

    def _ruled(self, logits: Any, tokens: Sequence[int], parents: Sequence[int]) -> Logits:
        """Add the slots of a pass, and apply the rules to its scores."""
        first = len(self._tree)
        self._tree = self._tree.grown(parents)
        self._tokens = np.append(self._tokens, np.array(tokens, dtype=np.int64))
        found = changes(self._model.rules, [self._context(slot) for slot in range(first, len(self._tree))])
        return changed(logits, found, self._model)

    def _context(self, slot: int) -> Context:
        reach, others = self._tree.above(slot)
        path = np.concatenate((self._tokens[:reach], self._tokens[others[::-1]]))
        real = path if path[0] >= 0 else path[1:]  # an empty prompt has no last token
        begun = len(self._prompt) + len(real) - len(path) + 1
        return Context(np.concatenate((self._prompt, real)), begun, self._limit)


def changed(logits: Any, made: Sequence[Change], model: RuledModel) -> Logits:
    """Apply changes to scores on their device.

    Returns the same object if nothing changes. Raises BadInput as `RuledModel` does.
    """
    width = logits.scores.shape[1]
    here = [columns_of(change, width, model.columns) for change in made]
    here = [change for change in here if len(change.tokens)]
    if not here:
        return logits
    on_host = type(logits.scores) is np.ndarray
    return logits.with_rows((_on_host if on_host else _on_tensor)(logits.scores, here, model))


def _on_host(old: NDArray[Any], here: Sequence[Change], model: RuledModel) -> NDArray[Any]:
    """Apply changes of columns to a copy of scores [n, V'] on the host."""

    def put(array: NDArray[Any]) -> NDArray[Any]:
        return array.astype(old.dtype) if array.dtype.kind == "f" else array

    return _made(old, old.copy(), here, np, put, model)


def _on_tensor(old: Any, here: Sequence[Change], model: RuledModel) -> Any:
    """Apply changes of columns to a copy of a tensor of scores on its device, in float32 or float64 like `generate`."""
    import torch

    from decoders.models.torch.logits import in_float

    with torch.inference_mode():
        wide = in_float(old)

        def put(array: NDArray[Any]) -> Any:
            return torch.as_tensor(array, dtype=wide.dtype if array.dtype.kind == "f" else None).to(wide.device)

        return _made(wide, wide.clone(), here, torch, put, model)


def _made(old: Any, scores: Any, here: Sequence[Change], lib: Any, put: Any, model: RuledModel) -> Any:
    """Apply the changes to `scores`, which is a copy of `old`, and return it."""
    for change in here:
        make(change, scores, lib, put)
    if any(change.how in ("ban", "only") for change in here):
        empty = lib.amax(scores, 1) == -np.inf
        if empty.any():
            if not model.drafts:
                raise BadInput(NOTHING_LEFT.format(name=model.name))
            scores[empty] = old[empty]
    return scores
