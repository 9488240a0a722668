"""The outputs of one forward pass on torch: scores, and the hidden states that heads or a draft use."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor


@dataclass(frozen=True)
class Passed:
    """The outputs of a forward pass, or of some of its rows: scores, and the states for extra heads and a draft.

    `scores` are [b, n, V'], `hidden` [b, n, D] are the states from which the scores were computed, and `features` [b,
    n', F] are the states of all n' tokens that a draft reads. `hidden` and `features` are None if nothing reads them.
    """

    scores: Tensor
    hidden: Tensor | None = None
    features: Tensor | None = None

    def rows(self, scored: Any, fed: Any = None) -> "Passed":
        """Select rows. `scored` are indices among the scored tokens, and `fed` are indices among the fed tokens (None:
        the same).
        """
        fed = scored if fed is None else fed
        hidden = None if self.hidden is None else self.hidden[scored]
        return Passed(self.scores[scored], hidden, None if self.features is None else self.features[fed])

    def copied(self) -> "Passed":
        """Copy the outputs to separate memory."""
        hidden, features = (None if rows is None else rows.clone() for rows in (self.hidden, self.features))
        return Passed(self.scores.clone(), hidden, features)


def stacked(rows: Sequence[tuple[Passed, int, int]]) -> Passed:
    """Stack the outputs after each of the given tokens. A token is given as (pass, text of its batch, token of the
    text).
    """

    def of(name: str) -> Tensor | None:
        each = [getattr(passed, name) for passed, _, _ in rows]
        if each[0] is None:
            return None
        return torch.stack([states[i, j] for states, (_, i, j) in zip(each, rows, strict=True)])

    return Passed(torch.stack([passed.scores[i, j] for passed, i, j in rows]), of("hidden"), of("features"))
