"""What a session knows of its slots, whatever runs the passes: who sees whom, the states heads read, and the limits.

NumPy alone: no torch, no KV tensors. Slots are counted from 0 behind the prompt, in the order they were fed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from decoders.core.runner import Logits, ReadingSession
from decoders.errors import BadInput


def ancestor_rows(parent: NDArray[np.int64], first: int) -> NDArray[np.bool_]:
    """seen[n, slots] for the slots from `first` on: seen[i, j] says that j is slot first + i or an ancestor of it.

    >>> ancestor_rows(np.array([-1, 0, 0, 1]), 2).astype(int).tolist()
    [[1, 0, 1, 0], [1, 1, 0, 1]]
    """
    slots = np.arange(len(parent))
    broken = np.flatnonzero(parent != slots - 1)
    if not len(broken):
        return slots <= slots[first:, None]
    trunk = int(broken[0])  # slots that are one chain: seen up to some place
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


class SlotStates:
    """A vector for each live slot, and for the last tokens of the prompt, which are the slots to the left of 0."""

    def __init__(self) -> None:
        self._prompt: list[Any] = []
        self._rows: list[Any] = []

    def before(self, rows: Any) -> None:
        """Rows [n, D] of further prompt tokens, tensor or array; None for a model that has none."""
        if rows is not None:
            self._prompt.extend(rows)

    def add(self, rows: Any) -> None:
        """One row for each new slot, in their order."""
        if rows is not None:
            self._rows.extend(rows)

    def keep(self, slots: Sequence[int]) -> None:
        """As `Session.keep`."""
        if self._rows:
            self._rows = [self._rows[slot] for slot in slots]

    def after(self, slot: int) -> Any:
        """The row [D] of a slot; None where there is none."""
        rows = self._rows if slot >= 0 else self._prompt
        return rows[slot] if -len(rows) <= slot < len(rows) else None

    def all_after(self, slots: Sequence[int]) -> list[Any]:
        """The rows of slots. Raises IndexError for one that is not live."""
        rows = [self.after(slot) for slot in slots]
        gone = [slot for slot, row in zip(slots, rows, strict=True) if row is None]
        if gone:
            raise IndexError(f"slot {gone[0]} is not live")
        return rows


@dataclass(frozen=True, eq=False)
class SlotTree:
    """Parents and depths of a session's slots.

    >>> tree = SlotTree().grown([-1, 0, 0]).kept([0, 2])
    >>> tree.parent.tolist(), tree.depth
    ([-1, 0], [0, 1])
    """

    parent: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))  # -1: the prompt's end
    depth: list[int] = field(default_factory=list[int])  # 0: right behind the prompt

    def __len__(self) -> int:
        return len(self.depth)

    def grown(self, parents: Sequence[int]) -> "SlotTree":
        """With new slots behind the others, each below a slot; parents may be new ones that come earlier."""
        depth = [*self.depth, *[0] * len(parents)]
        for slot, above in enumerate(parents, len(self.depth)):
            depth[slot] = 0 if above < 0 else depth[above] + 1
        return SlotTree(np.concatenate([self.parent, np.array(parents, dtype=np.int64)]), depth)

    def kept(self, slots: Sequence[int]) -> "SlotTree":
        """These slots alone (ascending, closed over parents), numbered anew."""
        index = np.array(slots, dtype=np.int64)
        place = np.full(len(self.depth) + 1, -1, dtype=np.int64)  # the last one is for parent -1
        place[index] = np.arange(len(index))
        return SlotTree(place[self.parent[index]], [self.depth[slot] for slot in slots])


SPARE = (
    256  # forgotten places that a cache may hold, or a quarter of those in use if that is more: packing copies those
)


@dataclass(frozen=True, eq=False)
class Places:
    """Where a session's slots lie in a cache in which nothing is moved: behind the prompt, among what was forgotten.

    >>> places = Places(2).grown(3).kept([0, 2])
    >>> places.of.tolist(), places.used, places.packed.of.tolist()
    ([2, 4], 5, [2, 3])
    """

    prompt: int
    of: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))  # by slot
    spent: int = 0  # places behind the prompt that were given out

    @property
    def used(self) -> int:
        """The first place that was not given out yet."""
        return self.prompt + self.spent

    @property
    def wasteful(self) -> bool:
        """Whether so much was forgotten that the cache should be packed."""
        live = self.prompt + len(self.of)
        return self.used - live > max(SPARE, live // 4)

    @property
    def packed(self) -> "Places":
        """The same slots one behind the other."""
        return Places(self.prompt, np.arange(self.prompt, self.prompt + len(self.of)), len(self.of))

    def grown(self, n: int, idle: int = 0) -> "Places":
        """With n new slots, at the next places, and `idle` places behind them that no slot is given."""
        return Places(self.prompt, np.append(self.of, np.arange(self.used, self.used + n)), self.spent + n + idle)

    def kept(self, slots: Sequence[int]) -> "Places":
        """These slots alone."""
        return Places(self.prompt, self.of[np.array(slots, dtype=np.int64)], self.spent)

    def hidden(self, parent: NDArray[np.int64], idle: int = 0) -> NDArray[np.bool_]:
        """hidden[n + idle, used + n + idle]: what each new slot may not see; `parent` is of all slots, new ones last.

        Rows of idle places, which come behind them, see themselves alone.
        """
        live = len(self.of)
        n = len(parent) - live
        hidden = np.ones((n + idle, self.used + n + idle), dtype=np.bool_)
        hidden[:n, : self.prompt] = False
        unseen = ~ancestor_rows(parent, live)
        hidden[:n, self.of] = unseen[:, :live]
        hidden[:n, self.used : self.used + n] = unseen[:, live:]
        np.fill_diagonal(hidden[n:, self.used + n :], val=False)
        return hidden


@dataclass(frozen=True)
class Limits:
    """What a model takes: paths of up to `window` tokens (None: any; `why` says what limits them), ids below `ids`."""

    name: str
    window: int | None
    why: str
    ids: int

    def check(self, tokens: Sequence[int], length: int) -> None:
        """Raise BadInput if a path of `length` tokens, or one of these tokens, does not fit."""
        if self.window is not None and length > self.window:
            raise BadInput(
                f"{self.name} takes at most {self.window} tokens ({self.why}), and this needs {length}; "
                "shorten the prompt or ask for fewer new tokens"
            )
        if tokens and not 0 <= min(tokens) <= max(tokens) < self.ids:
            wrong = next(token for token in tokens if not 0 <= token < self.ids)
            raise BadInput(
                f"{self.name} has no token {wrong}: its ids go from 0 to {self.ids - 1}"
                if wrong >= 0
                else f"{self.name} needs a prompt of at least one token"
            )


class ReadingSlots(ReadingSession):
    """What sessions of drafts that read their target share, whatever runs them: which state each token is fed with.

    Their model makes `states(seen)` [n, D] of a target's features and `no_states(count)` [count, D]; a pass takes them.
    """

    _model: Any
    _tree: SlotTree
    _states: SlotStates

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> Any:
        """By its own states alone; tokens below others of the same call wait for those."""
        rows: list[tuple[Logits, int]] = []
        while len(rows) < len(tokens):
            begin, live = len(rows), len(self._tree)
            end = next((i for i in range(begin, len(tokens)) if parents[i] >= live), len(tokens))
            logits = self.forward_after(tokens[begin:end], parents[begin:end], (), None)
            rows.extend((logits, i) for i in range(end - begin))
        return self.gather(rows)

    def _before(self, parents: Sequence[int], at: Sequence[int], seen: Any) -> Any:
        """The state [n, D] before each token of a pass below `parents`; `at` and `seen` as in `forward_after`."""
        before = self._model.no_states(len(parents))
        for i in sorted(set(range(len(parents))) - set(at)):
            state = self._states.after(parents[i])
            if state is not None:
                before[i] = state
        if seen is not None:
            before[list(at)] = self._model.states(seen)
        return before
