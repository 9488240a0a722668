"""Checkpoints: the points at which a run can be stopped, and progress reports of a run.

There is a checkpoint before every forward pass. Networks have further checkpoints between layers and between the chunks
of a prompt. The code that runs a decoder provides a check, which raises an exception to stop the run (`checked`).
Models call `checkpoint`, which calls this check. A pass over a large forest may take seconds, so checking only between
iterations would be too slow. A model that stays loaded reports to the run that is using it (`reporting`).
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar

Check = Callable[[], object]
Report = Callable[[str, float], object]  # the current work in words, and the finished fraction of it (0 to 1)


class CutShort(Exception):  # noqa: N818 - nothing went wrong
    """Raised at a checkpoint to stop the run; the trace's summary records the reason."""

    def __init__(self, reason: str) -> None:
        """`reason` is the code that the summary stores in its field `stopped`."""
        super().__init__(reason)
        self.reason = reason


def _none() -> None:
    """The default check, which never stops the run."""


def _silent(what: str, share: float) -> None:
    """The default listener, which ignores all reports."""


_CHECK: ContextVar[Check] = ContextVar("check", default=_none)
_REPORT: ContextVar[Report] = ContextVar("report", default=_silent)


def checkpoint() -> None:
    """Mark a point in a computation at which the run can be stopped.

    This function calls the thread's check, if there is one. An exception raised by the check is not caught.
    """
    _CHECK.get()()


@contextmanager
def checked(check: Check) -> Generator[None]:
    """Context manager in which every checkpoint of this thread calls `check`."""
    before = _CHECK.set(check)
    try:
        yield
    finally:
        _CHECK.reset(before)


def report(what: str, share: float) -> None:
    """Report progress to the listener of this thread's run, if there is one.

    An exception raised by the listener is not caught.
    """
    _REPORT.get()(what, share)


@contextmanager
def reporting(listener: Report) -> Generator[None]:
    """Context manager in which `report` passes this thread's messages to `listener`."""
    before = _REPORT.set(listener)
    try:
        yield
    finally:
        _REPORT.reset(before)
