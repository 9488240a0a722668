"""Sessions of recurrent models, whose state can be stored and continued, but not rolled back to fewer tokens.

A pass gets a copy of a stored state, so rejected tokens are undone by using that state again. Accepted tokens are then
read again, together with the next ones. A tree is read path by path, as a batch. This module does not depend on
decoders or probability rules.
"""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch

from decoders.core.runner import Read
from decoders.core.tree import path_to, shared
from decoders.models.slots import SlotTree
from decoders.models.torch.logits import TorchLogits
from decoders.models.torch.passed import Passed, stacked
from decoders.models.torch.sessions import PREFILL_CHUNK, Cached
from decoders.models.torch.states import RunningState

if TYPE_CHECKING:
    from decoders.models.torch.huggingface import HuggingFaceModel

END = -1  # the end of the prompt, above the first slots
BATCH_TOKENS = 8192  # most cached and new tokens in one batch of paths
LATEST = 64  # slots at the end of a path whose states are stored, if one token is read per pass
AGAIN = 16  # most accepted tokens that a pass reads again, over all its paths; more are read once, by a separate pass


@dataclass(frozen=True)
class Snapshot:
    """The state after a slot, as one row of a batch of `size` states. `state` is None if nothing was read."""

    state: RunningState | None
    row: int = 0
    size: int = 1

    def alone(self) -> "Snapshot":
        """This sequence's state alone, without the other sequences of its batch."""
        return self if self.state is None or self.size == 1 else Snapshot(self.state.picked([self.row]))


class StateSession(Cached):
    """The session of a recurrent model; see `runner.Session`. `kv_length` counts the tokens of the prompt and the tree.

    A pass stores the states at the ends of its longest paths. With `steps`, it reads one token per path, so the states
    after all slots of the paths are stored. `keep` drops those states that no new slot is expected to continue.
    """

    def __init__(self, model: "HuggingFaceModel", prompt: Sequence[int], *, steps: bool) -> None:
        super().__init__(model, prompt)
        self._text = list(prompt)
        self._steps = steps
        self._tokens: list[int] = []  # the token of each slot
        self._stored: dict[int, Snapshot] = {}  # the stored states, by slot
        self._settled = 0  # at the last `keep`, the number of slots that formed a chain above all others
        self._reads: list[Read] = []
        self._read_prompt(first=True)

    @property
    def reads(self) -> Sequence[Read]:
        return self._reads

    def _read_prompt(self, *, first: bool) -> None:
        """Store the state after the prompt and, in the first pass, the states that heads or a draft use."""
        state: RunningState | None = None
        size = max(1, self._prompt) if self._steps else PREFILL_CHUNK
        for begin in range(0, self._prompt, size):
            passed, state = self._model.advance([self._text[begin : begin + size]], state, begin, score=False)
            if first:
                self._begin(self._model.as_logits(passed.rows(0)))
        self._stored[END] = Snapshot(state)

    @torch.inference_mode()
    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> TorchLogits:
        first, tree = len(self._tree), self._tree.grown(parents)
        self._model.check(tokens, self._prompt + max(tree.depth[first:]) + 1)
        paths = [path_to(end, tree.parent) for end in range(first, len(tree)) if end not in parents]
        starts = self._starts(paths)
        reading = Reading(self._model, self._steps, self._prompt, tree, [*self._tokens, *tokens], dict(self._stored))
        last = self._settled - 1
        if (last - starts[0]) * len(paths) > AGAIN and all(path[last : last + 1] == [last] for path in paths):
            reading.read([list(range(self._settled))], starts[:1])
            starts = [last] * len(paths)
        reading.read(paths, starts)
        logits = self._model.as_logits(stacked([reading.found[slot] for slot in range(first, len(tree))]))
        self._tree, self._tokens, self._stored, self._reads = tree, reading.tokens, reading.stored, reading.reads
        self._grow(logits)
        return logits

    def _starts(self, paths: Sequence[list[int]]) -> list[int]:
        """The slot after which each path continues a stored state. All these states belong to one batch."""
        own = [self._deepest(path) for path in paths]
        if None not in own and len({id(self._stored[slot].state) for slot in own if slot is not None}) == 1:
            return [slot for slot in own if slot is not None]
        common = paths[0][: min(shared(path, paths[0]) for path in paths)]
        slot = self._deepest(common)
        if slot is None:  # the state was dropped, but no decoder goes back that far
            self._read_prompt(first=False)
        return [END if slot is None else slot] * len(paths)

    def _deepest(self, path: Sequence[int]) -> int | None:
        """The last slot of a path whose state is stored; None if there is none."""
        return next((slot for slot in (*reversed(path), END) if slot in self._stored), None)

    @torch.inference_mode()
    def keep(self, slots: Sequence[int]) -> None:
        place = {END: END} | {slot: i for i, slot in enumerate(slots)}
        self._tree = self._tree.kept(slots)
        self._tokens = [self._tokens[slot] for slot in slots]
        children, self._settled = Counter(self._tree.parent), 0
        while children[self._settled - 1] == 1:
            self._settled += 1
        stored = {place[slot]: snapshot for slot, snapshot in self._stored.items() if slot in place}
        settled = max((slot for slot in stored if slot < self._settled), default=END)
        stored = {slot: snapshot for slot, snapshot in stored.items() if slot == settled or not children[slot]}
        self._stored = {slot: one.alone() if len(stored) == 1 else one for slot, one in stored.items()}
        self._forget(slots)

    def close(self) -> None:
        self._stored = {}


@dataclass
class Reading:
    """The forward passes of one `StateSession.forward`: the scores and states that they gave, and their durations."""

    model: "HuggingFaceModel"
    steps: bool
    prompt: int
    tree: SlotTree
    tokens: list[int]
    stored: dict[int, Snapshot]
    found: dict[int, tuple[Passed, int, int]] = field(default_factory=dict[int, tuple[Passed, int, int]])
    reads: list[Read] = field(default_factory=list[Read])

    def read(self, paths: Sequence[list[int]], starts: Sequence[int]) -> None:
        """Read the slots of each path after its start. The states at the starts belong to one batch."""
        done = self.tree.depth[starts[0]] + 1 if starts[0] != END else 0
        longest = self.prompt + max(map(len, paths))
        recurrence = self.model.recurrence
        most = 1 if recurrence is not None and recurrence.alone else max(1, BATCH_TOKENS // longest)
        state, rows = self.stored[starts[0]].state, [self.stored[start].row for start in starts]
        for i in range(0, len(paths), most):
            rests = [path[done:] for path in paths[i : i + most]]
            (self._by_token if self.steps else self._at_once)(rests, state, rows[i : i + most], self.prompt + done)

    def _at_once(self, rests: Sequence[list[int]], state: RunningState | None, rows: Sequence[int], at: int) -> None:
        """Read a batch of paths in one pass. The output after the end of a shorter path is not used."""
        width = max(map(len, rests))
        ids = [[self.tokens[slot] for slot in rest] + [0] * (width - len(rest)) for rest in rests]
        slots = sorted({slot for rest in rests for slot in rest})
        passed, after = self._pass(ids, slots, state, rows, at)
        for row, rest in enumerate(rests):
            self.found.update((slot, (passed, row, column)) for column, slot in enumerate(rest))
            if len(rest) == width:
                self.stored[rest[-1]] = Snapshot(after, row, len(rests))

    def _by_token(self, rests: Sequence[list[int]], state: RunningState | None, rows: Sequence[int], at: int) -> None:
        """Read one slot of every path per pass. A slot that several paths share is read once."""
        rows = list(rows)  # the row of the state before each path's next slot
        width = max(map(len, rests))
        for column in range(width):
            before = {rest[column]: row for rest, row in zip(rests, rows, strict=True) if column < len(rest)}
            ids = [[self.tokens[slot]] for slot in before]
            passed, state = self._pass(ids, list(before), state, list(before.values()), at + column)
            number = {slot: row for row, slot in enumerate(before)}
            self.found.update((slot, (passed, row, 0)) for slot, row in number.items())
            if column >= width - LATEST:
                self.stored.update((slot, Snapshot(state, row, len(before))) for slot, row in number.items())
            rows = [number[rest[column]] if column < len(rest) else 0 for rest in rests]

    def _pass(
        self, ids: list[list[int]], slots: list[int], state: RunningState | None, rows: Sequence[int], at: int
    ) -> tuple[Passed, RunningState]:
        """Continue copies of some rows of a state, each after `at` tokens."""
        begin = time.perf_counter()
        passed, after = self.model.advance(ids, None if state is None else state.picked(rows), at)
        self.reads.append(Read(tuple(slots), time.perf_counter() - begin))
        return passed, after
