"""Track a session's slots for every engine: ancestors, cache positions, states for heads, and limits.

This module needs only NumPy. Slots are numbered from 0 after the prompt, in the order in which they were fed.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from decoders.core.runner import Logits, ReadingSession, Session
from decoders.errors import BadInput


def unmoved(slots: Sequence[int]) -> int:
    """The number of surviving slots (in ascending order) that keep their number.

    >>> unmoved([0, 1, 2, 5, 6])
    3
    """
    return bisect_left(range(len(slots)), x=True, key=lambda i: slots[i] > i)


class SlotStates:
    """The vectors of the live slots and of the prompt's last tokens, which have negative slots."""

    def __init__(self) -> None:
        self._prompt: list[Any] = []
        self._rows: list[Any] = []

    def before(self, rows: Any) -> None:
        """Add rows [n, D] of further prompt tokens (tensor or array); None for a model without such states."""
        if rows is not None:
            self._prompt.extend(rows)

    def add(self, rows: Any) -> None:
        """Add the vectors of new slots, one row per slot, in order."""
        if rows is not None:
            self._rows.extend(rows)

    def keep(self, slots: Sequence[int]) -> None:
        """Keep only these slots, like `Session.keep`."""
        if self._rows:
            same = unmoved(slots)
            self._rows[same:] = [self._rows[slot] for slot in slots[same:]]

    def after(self, slot: int) -> Any:
        """The vector [D] of a slot; None if the slot has no vector."""
        rows = self._rows if slot >= 0 else self._prompt
        return rows[slot] if -len(rows) <= slot < len(rows) else None

    def all_after(self, slots: Sequence[int]) -> list[Any]:
        """The vectors of some slots. Raises IndexError if a slot is not live."""
        rows = [self.after(slot) for slot in slots]
        gone = [slot for slot, row in zip(slots, rows, strict=True) if row is None]
        if gone:
            raise IndexError(f"slot {gone[0]} is not live")
        return rows


@dataclass(frozen=True, eq=False)
class SlotTree:
    """Parents and depths of a session's slots. The first slots, the `trunk`, form a chain.

    >>> tree = SlotTree().grown([-1, 0, 0]).kept([0, 2])
    >>> tree.parent, tree.depth, tree.trunk
    ([-1, 0], [0, 1], 2)
    """

    parent: list[int] = field(default_factory=list[int])  # −1: the end of the prompt
    depth: list[int] = field(default_factory=list[int])  # 0: directly after the prompt
    trunk: int = 0

    def __len__(self) -> int:
        return len(self.depth)

    def grown(self, parents: Sequence[int]) -> "SlotTree":
        """Copy the tree and add new slots at the end. `parents` are the slots above them, which may be earlier new
        slots.
        """
        depth = [*self.depth, *[0] * len(parents)]
        for slot, above in enumerate(parents, len(self.depth)):
            depth[slot] = 0 if above < 0 else depth[above] + 1
        return _tree([*self.parent, *parents], depth, self.trunk)

    def kept(self, slots: Sequence[int]) -> "SlotTree":
        """A copy with only these slots, renumbered from 0. The slots are in ascending order, and the parent of each is
        among them.
        """
        same = unmoved(slots)
        parent, depth = self.parent[:same], self.depth[:same]
        place = dict(zip(slots[same:], range(same, len(slots)), strict=True))
        for slot in slots[same:]:
            above = self.parent[slot]
            parent.append(above if above < same else place[above])
            depth.append(self.depth[slot])
        return _tree(parent, depth, min(same, self.trunk))

    def above(self, slot: int) -> tuple[int, list[int]]:
        """The slots to which a slot attends: the number of trunk slots, and a list of other slots.

        The list includes the slot itself if it is not on the trunk.

        >>> tree = SlotTree().grown([-1, 0, 1, 0, 3])
        >>> tree.above(1), tree.above(4)
        ((2, []), (1, [4, 3]))
        """
        others: list[int] = []
        while slot >= self.trunk:
            others.append(slot)
            slot = self.parent[slot]
        return slot + 1, others


def _tree(parent: list[int], depth: list[int], trunk: int) -> SlotTree:
    """A tree with the longest possible trunk, which is at least `trunk` long."""
    while trunk < len(parent) and parent[trunk] == trunk - 1:
        trunk += 1
    return SlotTree(parent, depth, trunk)


def ancestor_rows(tree: SlotTree, first: int) -> NDArray[np.bool_]:
    """The matrix seen[n, slots] for the slots from `first` on. seen[i, j] says whether j is the slot first + i or one
    of its ancestors.

    >>> ancestor_rows(SlotTree().grown([-1, 0, 0, 1]), 2).astype(int).tolist()
    [[1, 0, 1, 0], [1, 1, 0, 1]]
    """
    seen = np.zeros((len(tree) - first, len(tree)), dtype=np.bool_)
    for row, slot in zip(seen, range(first, len(tree)), strict=True):
        reach, others = tree.above(slot)
        row[:reach] = True
        row[others] = True
    return seen


# The cache is compacted when this many positions are dropped, or a quarter of those in use if that is more.
SPARE = 256


@dataclass(frozen=True, eq=False)
class Places:
    """The cache positions of a session's slots. The cache's data never move, so dropped slots leave unused positions
    between the others.

    >>> places = Places(2).grown(3).kept([0, 2])
    >>> places.of.tolist(), places.used, places.packed.of.tolist()
    ([2, 4], 5, [2, 3])
    """

    prompt: int
    # the cache position of each slot
    of: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    spent: int = 0  # number of positions assigned after the prompt

    @property
    def used(self) -> int:
        """The first cache position that has never been assigned."""
        return self.prompt + self.spent

    @property
    def wasteful(self) -> bool:
        """Whether so many positions have been dropped that the cache should be compacted."""
        live = self.prompt + len(self.of)
        return self.used - live > max(SPARE, live // 4)

    @property
    def packed(self) -> "Places":
        """A copy in which the same slots have consecutive positions."""
        return Places(self.prompt, np.arange(self.prompt, self.prompt + len(self.of)), len(self.of))

    def grown(self, n: int) -> "Places":
        """A copy with n new slots at the next positions."""
        new = np.arange(self.used, self.used + n)
        return Places(self.prompt, np.concatenate((self.of, new)), self.spent + n)

    def kept(self, slots: Sequence[int]) -> "Places":
        """A copy with only these slots."""
        same = unmoved(slots)
        return Places(self.prompt, np.concatenate((self.of[:same], self.of[list(slots[same:])])), self.spent)

    def hidden(self, tree: SlotTree) -> NDArray[np.bool_]:
        """The matrix hidden[n, used + n], which marks the positions to which each new slot may not attend.

        `tree` has all slots, with the new ones last.
        """
        live, used = len(self.of), self.used
        n = len(tree) - live
        hidden = np.ones((n, used + n), dtype=np.bool_)
        hidden[:, : self.prompt] = False
        trunk = self.of[: tree.trunk]
        for row, slot in zip(hidden, range(live, len(tree)), strict=True):
            reach, others = tree.above(slot)
            row[trunk[:reach]] = False
            if reach > live:
                row[used : used + reach - live] = False
            for one in others:
                row[used + one - live if one >= live else self.of[one]] = False
        return hidden

    def positions(self, tree: SlotTree) -> NDArray[np.int64]:
        """The sequence position of the token at each cache position, int64[used + n]; 0 for dropped positions.

        `tree` has all slots, with the n new ones last.

        >>> tree = SlotTree().grown([-1, 0])
        >>> Places(2).grown(2).positions(tree.grown([0])).tolist()
        [0, 1, 2, 3, 3]
        """
        depth = self.prompt + np.array(tree.depth, dtype=np.int64)
        live, used = len(self.of), self.used
        positions = np.zeros(used + len(tree) - live, dtype=np.int64)
        positions[: self.prompt] = np.arange(self.prompt)
        positions[self.of] = depth[:live]
        positions[used:] = depth[live:]
        return positions


@dataclass(frozen=True)
class Limits:
    """The limits of a model.

    A path has at most `window` tokens (None: no limit), and `why` is the reason for this limit. Token ids are below
    `ids`.
    """

    name: str
    window: int | None
    why: str
    ids: int

    def check(self, tokens: Sequence[int], length: int) -> None:
        """Raise BadInput if a path of `length` tokens, or one of these tokens, does not fit."""
        if self.window is not None and length > self.window:
            raise BadInput(
                f"{self.name} takes at most {self.window} tokens ({self.why}), but this request needs {length}. "
                "Shorten the prompt or request fewer new tokens."
            )
        if tokens and not 0 <= min(tokens) <= max(tokens) < self.ids:
            wrong = next(token for token in tokens if not 0 <= token < self.ids)
            raise BadInput(
                f"{self.name} has no token {wrong}. Use ids from 0 to {self.ids - 1}."
                if wrong >= 0
                else f"The prompt is empty. {self.name} needs at least one token."
            )


class SlotSession(Session):
    """Base class of sessions. It holds the model, the tree of slots, and the hidden states after the slots."""

    def __init__(self, model: Any, prompt: Sequence[int]) -> None:
        """Raises BadInput if the prompt does not fit into the model."""
        self._model: Any = model
        self._prompt = len(prompt)
        self._tree = SlotTree()
        self._states = SlotStates()  # states for the extra heads
        self._features = SlotStates()  # states for a draft that uses this model's states
        model.check(prompt, len(prompt))

    @property
    def kv_length(self) -> int:
        return self._prompt + len(self._tree)

    def heads(self, slot: int) -> Any:
        return self._model.guess(self._states.after(slot))

    def _begin(self, logits: Any) -> None:
        """Store the states after another part of the prompt."""
        self._states.before(logits.hidden)
        self._features.before(logits.features)

    def _grow(self, logits: Any) -> None:
        """Store the states after new slots."""
        self._states.add(logits.hidden)
        self._features.add(logits.features)

    def _forget(self, slots: Sequence[int]) -> None:
        """Keep only the states after these slots."""
        self._states.keep(slots)
        self._features.keep(slots)


class ReadingSlots(ReadingSession):
    """Base class for sessions of drafts that use the target's hidden states. It selects the state that is fed with each
    token.

    The draft's model has two functions for this purpose. `states(seen)` [n, D] computes states from a target's
    features, and `no_states(count)` [count, D] is for tokens without a token before them.
    """

    _model: Any
    _tree: SlotTree
    _states: SlotStates

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> Any:
        """Run passes with only the draft's own states.

        A token below another token of the same call goes into a later pass.
        """
        rows: list[tuple[Logits, int]] = []
        while len(rows) < len(tokens):
            begin, live = len(rows), len(self._tree)
            end = next((i for i in range(begin, len(tokens)) if parents[i] >= live), len(tokens))
            logits = self.forward_after(tokens[begin:end], parents[begin:end], (), None)
            rows.extend((logits, i) for i in range(end - begin))
        return self.gather(rows)

    def _before(self, parents: Sequence[int], at: Sequence[int], seen: Any) -> Any:
        """The states [n, D] of the `parents` below which the tokens of a pass are fed. `at` and `seen` are as in
        `forward_after`.
        """
        before = self._model.no_states(len(parents))
        for i in sorted(set(range(len(parents))) - set(at)):
            state = self._states.after(parents[i])
            if state is not None:
                before[i] = state
        if seen is not None:
            before[list(at)] = self._model.states(seen)
        return before
