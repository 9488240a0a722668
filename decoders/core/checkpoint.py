"""Where a run can be left: before every forward pass and, in a network, between two layers and two chunks of a prompt.

Whoever runs a decoder gives a check that raises when the run is to end (`checked`); models call `checkpoint` wherever
they can be left. A pass over a large forest may take seconds, so looking between two iterations would be too seldom.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar

Check = Callable[[], object]


class CutShort(Exception):  # noqa: N818 - nothing went wrong
    """Raised by a check: the run is to end here, and its record is to say why."""

    def __init__(self, reason: str) -> None:
        """`reason` is a word of the trace's summary (`stopped`)."""
        super().__init__(reason)
        self.reason = reason


def _none() -> None:
    """Nobody wants to end it."""


_CHECK: ContextVar[Check] = ContextVar("check", default=_none)


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
