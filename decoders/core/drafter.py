"""Draft models as functions from a context to next-token probabilities. This module needs only NumPy.

Any distribution q may serve as the draft. A lossless method gives the target's output distribution for every q. But the
closer q is to p, the more draft tokens are accepted.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from decoders.core.rules import ArrayLogits, Logits, Probs
from decoders.core.runner import LanguageModel, Session
from decoders.errors import BadInput

NextToken = Callable[[tuple[int, ...]], ArrayLike]  # token ids of prompt and path → probabilities [V]
SUM_ERROR = 1e-5  # tolerated error of a sum; a float32 softmax over a large vocabulary has an error of about 1e-6


class Drafter(LanguageModel):
    """A `runner.LanguageModel` whose next-token distribution is a pure function of the context."""

    window: int | None = None
    tree_mode = "tree"
    device = "cpu"
    dtype = "float64"

    def __init__(self, vocab_size: int, next_token: NextToken, name: str) -> None:
        self.vocab_size = vocab_size
        self.name = name
        self._next_token = next_token

    def scores(self, context: tuple[int, ...]) -> Probs:
        """Log probabilities float64[V] after a context.

        Raises BadInput if the function does not return a distribution.
        """
        probs = np.asarray(self._next_token(context), dtype=np.float64)
        if probs.shape != (self.vocab_size,):
            raise BadInput(
                f"The drafter “{self.name}” returned an array of shape {probs.shape}. Return one probability "
                f"for each of the {self.vocab_size} tokens."
            )
        total = float(probs.sum())
        if not (probs >= 0).all() or not abs(total - 1) <= SUM_ERROR:  # the comparisons are also false for NaN
            raise BadInput(
                f"The drafter “{self.name}” returned numbers that are not probabilities (their sum is {total:.6g}). "
                "Return numbers that are 0 or more and add up to 1."
            )
        with np.errstate(divide="ignore"):
            return np.log(probs / total)

    def start(self, prompt: Sequence[int]) -> Session:
        return ContextSession(self, tuple(prompt))


class ContextSession(Session):
    """A session that stores the context of every fed slot, for models that define `scores`. The class implements
    `runner.Session`.
    """

    def __init__(self, model: Any, prompt: tuple[int, ...]) -> None:
        self._model = model
        self._prompt = prompt
        self._contexts: list[tuple[int, ...]] = []

    @property
    def kv_length(self) -> int:
        return len(self._prompt) + len(self._contexts)

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> Logits:
        contexts = list(self._contexts)
        for token, parent in zip(tokens, parents, strict=True):
            before = self._prompt if parent < 0 else contexts[parent]
            contexts.append(before if token < 0 else (*before, token))  # the root of an empty prompt is not a token
        logits = self.after(contexts[len(self._contexts) :])
        self._contexts = contexts
        return logits

    def after(self, contexts: Sequence[tuple[int, ...]]) -> Logits:
        """Compute one row of scores for each context."""
        return ArrayLogits(np.stack([self._model.scores(context) for context in contexts]))

    def gather(self, logits: Sequence[tuple[Any, int]]) -> Logits:
        return ArrayLogits(np.stack([source.scores[row] for source, row in logits]))

    def keep(self, slots: Sequence[int]) -> None:
        self._contexts = [self._contexts[slot] for slot in slots]

    def close(self) -> None:
        self._contexts = []


def drafter(vocab_size: int, next_token: NextToken, *, name: str = "drafter") -> Drafter:
    """Make a draft model from a function, for `with_draft`.

    `next_token` takes the token ids of the prompt and of the path so far, and returns `vocab_size` probabilities (a
    list or an array) that sum to 1. The function must be pure: the same context always gives the same probabilities.
    `name` goes into the trace's header. Raises BadInput if `vocab_size` is not a positive whole number.

    >>> model = drafter(3, lambda context: [0.5, 0.25, 0.25])
    >>> round(model.start([0]).forward([1], [-1]).logp(0, 0), 3)
    -0.693
    """
    if isinstance(vocab_size, bool) or not isinstance(vocab_size, int) or vocab_size < 1:  # pyright: ignore
        raise BadInput(
            f"The vocabulary size {vocab_size!r:.40} of a drafter is not valid. Use a whole number that is 1 or more."
        )
    return Drafter(vocab_size, next_token, name)
