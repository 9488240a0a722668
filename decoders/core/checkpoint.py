"""Where a run can be left: before every forward pass and, in a network, between two layers and two chunks of a prompt.

Also what a run reports besides its record: a model that is kept for later runs reports to the run of the moment.

Whoever runs a decoder gives a check that raises when the run is to end (`checked`); models call `checkpoint` wherever
they can be left. A pass over a large forest may take seconds, so looking between two iterations would be too seldom.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar

Check = Callable[[], object]
Report = Callable[[str, float], object]  # what is being done, share done 0..1


class CutShort(Exception):  # noqa: N818 - nothing went wrong
    """Raised by a check: the run is to end here, and its record is to say why."""

    def __init__(self, reason: str) -> None:
        """`reason` is a word of the trace's summary (`stopped`)."""
        super().__init__(reason)
        self.reason = reason


def _none() -> None:
    """Nobody wants to end it."""


def _silent(what: str, share: float) -> None:
    """Nobody listens."""


_CHECK: ContextVar[Check] = ContextVar("check", default=_none)
_REPORT: ContextVar[Report] = ContextVar("report", default=_silent)


def checkpoint() -> None:
    """A place where the run can be left: raises what the check of this thread raises, if it has one."""
    _CHECK.get()()


@contextmanager
def checked(check: Check) -> Generator[None]:
    """Within the block every checkpoint of this thread calls `check`."""
    before = _CHECK.set(check)
    try:
        yield
    finally:
        _CHECK.reset(before)


def report(what: str, share: float) -> None:
    """Tell the listener of this thread's run, if it has one, what is being done. Raises what the listener raises."""
    _REPORT.get()(what, share)


@contextmanager
def reporting(listener: Report) -> Generator[None]:
    """Within the block `report` of this thread calls `listener`."""
    before = _REPORT.set(listener)
    try:
        yield
    finally:
        _REPORT.reset(before)
