"""Turns on a device. Only one run at a time has a turn, which lasts until the run ends. Visitors are treated fairly,
and short work goes first.

Every thread that runs models takes a turn first. Pressing Run ten times does not help, because the next turn goes to
the visitor who has waited longest, counted from their arrival or from the end of their last turn. Work with many items,
such as a measurement, lets others go first for a while after each item. This module does not depend on models.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from decoders.errors import BadInput
from explorer.service.queue.limits import EACH, WAITING
from explorer.story.numbers import plural

LOOK = 0.2  # seconds between two checks of a waiting request
COURTESY = 2.0  # seconds for which long work lets others go first
Wait = Callable[[int], object]


@dataclass(eq=False)
class _Ticket:
    """A waiting or running request. A `long` request has many items. An `alone` request waits until all long work that
    has begun is finished.
    """

    visitor: str
    long: bool = False
    alone: bool = False
    begun: bool = False
    since: float = field(default_factory=time.monotonic)


class Turn:
    """A turn that is held. Work with many items calls `give_way` between two items."""

    def __init__(self, turns: "Turns", ticket: _Ticket) -> None:
        """`ticket` is the request whose turn it is."""
        self._turns, self._ticket = turns, ticket

    def give_way(self, wait: Wait = lambda ahead: None) -> float:
        """Let waiting requests go first, and return the seconds until the turn is held again.

        `wait` is as in `turn`.
        """
        return self._turns.give_way(self._ticket, wait)


class Turns:
    """The queue of one device, which gives turns to requests."""

    def __init__(self) -> None:
        self._free = threading.Condition()
        self._waiting: list[_Ticket] = []  # waiting requests in order of arrival
        self._holder: _Ticket | None = None
        self._served: dict[str, float] = {}  # by visitor: time of the last turn of a visitor who waits
        self.count = 0  # number of turns so far

    @property
    def waiting(self) -> int:
        """Number of waiting requests."""
        return len(self._waiting)

    @property
    def busy(self) -> bool:
        """Whether a request is running."""
        return self._holder is not None

    @contextmanager
    def turn(
        self, visitor: str, wait: Wait = lambda ahead: None, *, long: bool = False, alone: bool = False
    ) -> Iterator[Turn]:
        """Context manager that holds the device while its block runs.

        While others go first, `wait` is called with their number, five times per second; it may raise an exception to
        leave the queue. With `long`, the work has many items and lets others go first. With `alone`, the request waits
        for all long work that has begun. Raises BadInput if too many requests are waiting, in total or from this
        visitor.
        """
        ticket = self._join(_Ticket(visitor, long, alone))
        try:
            self._wait_for(ticket, wait)
            yield Turn(self, ticket)
        finally:
            self._leave(ticket)

    def give_way(self, ticket: _Ticket, wait: Wait) -> float:
        """See `Turn.give_way`."""
        with self._free:
            if all(other.alone for other in self._waiting):  # an `alone` request waits for the end of this one
                return 0.0
            begun = ticket.since = time.monotonic()
            ticket.begun = True
            self._holder = None
            self._served[ticket.visitor] = begun
            self._waiting.append(ticket)
            self._free.notify_all()
        self._wait_for(ticket, wait)
        return time.monotonic() - begun

    def _join(self, ticket: _Ticket) -> _Ticket:
        with self._free:
            own = sum(one.visitor == ticket.visitor for one in (*self._waiting, self._holder) if one is not None)
            if own >= EACH.value:
                raise BadInput(
                    f"You already have {plural(own, 'run')} queued or running, which is the limit. "
                    "Wait for one to finish, or stop one."
                )
            if self._holder is not None and len(self._waiting) >= WAITING.value:
                raise BadInput(f"The queue is full ({plural(WAITING.value, 'run')} waiting). Try again in a minute.")
            self._waiting.append(ticket)
            return ticket

    def _wait_for(self, ticket: _Ticket, wait: Wait) -> None:
        while not self._taken(ticket):
            wait(self._ahead(ticket))

    def _taken(self, ticket: _Ticket) -> bool:
        """Whether it is this request's turn, after waiting for a short time at most."""
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
        """The waiting requests in the order in which they will run. Each round takes the oldest request of every
        visitor.
        """
        rounds: dict[str, int] = {}
        places: dict[_Ticket, tuple[int, float]] = {}
        for ticket in sorted(self._waiting, key=self._due):
            place = rounds[ticket.visitor] = rounds.get(ticket.visitor, -1) + 1
            places[ticket] = (place, self._due(ticket))
        order = sorted(self._waiting, key=places.__getitem__)
        if order and order[0].alone:
            order.sort(key=lambda ticket: not ticket.begun)
        return order

    def _due(self, ticket: _Ticket) -> float:
        """The time since which a request has been due: its arrival, or the last time its visitor was served."""
        courtesy = COURTESY if ticket.long else 0.0
        return max(ticket.since, self._served.get(ticket.visitor, 0.0)) + courtesy

    def _ahead(self, ticket: _Ticket) -> int:
        """Number of requests that will run before this one, as far as is known."""
        with self._free:
            return self._order().index(ticket) + self.busy

    def _leave(self, ticket: _Ticket) -> None:
        with self._free:
            if self._holder is ticket:
                self._holder = None
                self._served[ticket.visitor] = time.monotonic()
            elif ticket in self._waiting:
                self._waiting.remove(ticket)
            here = {one.visitor for one in self._waiting}
            self._served = {visitor: when for visitor, when in self._served.items() if visitor in here}
            self._free.notify_all()


class Room:
    """Limits how many requests are answered at the same time.

    Each request holds a server thread, but all other replies need threads too.
    """

    def __init__(self, places: int) -> None:
        self.places = places
        self._visitors, self._lock = Counter[str](), threading.Lock()

    @contextmanager
    def of(self, visitor: str) -> Iterator[None]:
        """Context manager that holds a place for this visitor while its block runs. Raises BadInput if no place is
        free, or if the visitor holds too many places.
        """
        with self._lock:
            if self._visitors[visitor] >= EACH.value or self._visitors.total() >= self.places:
                raise BadInput("Too many runs are starting at once. Try again in a moment.")
            self._visitors[visitor] += 1
        try:
            yield
        finally:
            with self._lock:
                self._visitors[visitor] -= 1
                self._visitors += Counter()  # drops visitors with a count of 0


ADDRESSES = Room(16)  # runs that are started by opening an address; fewer than half of the threads for such requests
CALLS = Room(48)  # runs and enumerations that scripts wait for; fewer than half of Gradio's threads
MODELS = Turns()  # real pairs, which share the machine's processors or its GPU
TABLES = Turns()  # toy pairs, which never wait for a network
LAWS = Turns()  # enumerations requested by scripts, each in a separate process


def turns_of(pair: str) -> Turns:
    """The queue of turns that runs of a pair use."""
    return TABLES if pair.startswith("toy:") else MODELS
