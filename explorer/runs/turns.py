"""Whose turn it is on a device: one at a time, fair between visitors, and held until the work has really ended.

Every thread that runs models takes a turn first. Whoever presses Run ten times comes no sooner than the one who
presses it once: of those that wait, the visitor served longest ago (or never) is next. Knows nothing of models.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from decoders.errors import BadInput
from explorer.runs.limits import EACH, WAITING
from explorer.traces.words.numbers import plural

LOOK = 0.2  # seconds between two looks of one that waits


@dataclass(eq=False)
class _Ticket:
    """One that waits or works."""

    visitor: str


class Turns:
    """The turns of one device."""

    def __init__(self) -> None:
        self._free = threading.Condition()
        self._waiting: list[_Ticket] = []  # in the order they came
        self._holder: _Ticket | None = None
        self._served: dict[str, float] = {}  # when a visitor who still waits here was served last
        self.count = 0  # turns that were taken so far

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @property
    def busy(self) -> bool:
        """Whether somebody works."""
        return self._holder is not None

    @contextmanager
    def turn(self, visitor: str, wait: Callable[[int], object] = lambda ahead: None) -> Iterator[None]:
        """Hold the device within the block.

        While others are served first, `wait` is told how many, five times a second; it may raise to leave.
        Raises BadInput where too many wait already, in all or of this visitor.
        """
        ticket = self._join(visitor)
        try:
            while not self._taken(ticket):
                wait(self._ahead(ticket))
            yield
        finally:
            self._leave(ticket)

    def _join(self, visitor: str) -> _Ticket:
        with self._free:
            own = sum(one.visitor == visitor for one in (*self._waiting, self._holder) if one is not None)
            if own >= EACH.value:
                raise BadInput(
                    f"You already have {plural(own, 'run')} queued or running, which is the limit. "
                    "Wait for one to finish, or stop one."
                )
            if self._holder is not None and len(self._waiting) >= WAITING.value:
                raise BadInput(f"All {WAITING.value} places in the queue are taken. Try again in a minute.")
            ticket = _Ticket(visitor)
            self._waiting.append(ticket)
            return ticket

    def _taken(self, ticket: _Ticket) -> bool:
        """Whether it is this one's turn, after a short wait at most."""
        with self._free:
            if not self._is_next(ticket):
                self._free.wait(LOOK)
            if not self._is_next(ticket):
                return False
            self._waiting.remove(ticket)
            self._holder = ticket
            self.count += 1
            return True

    def _is_next(self, ticket: _Ticket) -> bool:
        return self._holder is None and self._order()[0] is ticket

    def _order(self) -> list[_Ticket]:
        """Those that wait, the next first: round after round each visitor's oldest."""
        rounds: dict[str, int] = {}
        places: dict[_Ticket, tuple[int, float]] = {}
        for ticket in self._waiting:
            place = rounds[ticket.visitor] = rounds.get(ticket.visitor, -1) + 1
            places[ticket] = (place, self._served.get(ticket.visitor, 0.0))
        return sorted(self._waiting, key=places.__getitem__)

    def _ahead(self, ticket: _Ticket) -> int:
        """How many are served before this one, as far as is known now."""
        with self._free:
            return self._order().index(ticket) + self.busy

    def _leave(self, ticket: _Ticket) -> None:
        with self._free:
            if self._holder is ticket:
                self._holder = None
                self._served[ticket.visitor] = time.monotonic()
            else:
                self._waiting.remove(ticket)
            here = {one.visitor for one in self._waiting}
            self._served = {visitor: when for visitor, when in self._served.items() if visitor in here}
            self._free.notify_all()


class Room:
    """Who is being answered now. Each holds a thread of the server's, which all other answers need as well."""

    def __init__(self, places: int) -> None:
        self.places = places
        self._visitors, self._lock = Counter[str](), threading.Lock()

    @contextmanager
    def of(self, visitor: str) -> Iterator[None]:
        """Within the block this visitor has a place. Raises BadInput where none is free, or they have too many."""
        with self._lock:
            if self._visitors[visitor] >= EACH.value or self._visitors.total() >= self.places:
                raise BadInput("too many runs are being made at once; try again in a moment")
            self._visitors[visitor] += 1
        try:
            yield
        finally:
            with self._lock:
                self._visitors[visitor] -= 1
                self._visitors += Counter()  # forgets who has none


ADDRESSES = Room(16)  # runs that an address makes: fewer than half of the threads that answer addresses
CALLS = Room(48)  # runs and laws that a script waits for: fewer than half of those that Gradio answers with
MODELS = Turns()  # real pairs: they share the machine's processors or its GPU
TABLES = Turns()  # toy pairs: they never wait behind a network
LAWS = Turns()  # enumerations that a script asks for: each is a process of its own


def turns_of(pair: str) -> Turns:
    """The turns that runs of a pair take."""
    return TABLES if pair.startswith("toy:") else MODELS
