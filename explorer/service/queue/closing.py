"""The end of the app: no run begins any more, those that run get a few seconds, then their traces say why they end.

Whoever stops the app calls `close_runs`; runs ask `open_still` before they begin or while they wait, and `go_on` at
every checkpoint.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from decoders.core.checkpoint import CutShort
from decoders.errors import BadInput

GRACE = 5.0  # seconds that a run has to end by itself
LEAVE = 2.0  # seconds after which nobody waits for a run that is told to end: it is in a long pass
LOOK = 0.05
_BEGUN = threading.Event()
_OVER = threading.Event()
_LIVE: set[object] = set()


@contextmanager
def live() -> Iterator[None]:
    """Within the block something of a run goes on that the app's end should wait for."""
    token = object()
    _LIVE.add(token)
    try:
        yield
    finally:
        _LIVE.discard(token)


def open_still() -> None:
    """Raise BadInput once the app is being shut down."""
    if _BEGUN.is_set():
        raise BadInput("The app is shutting down. Run again when it is back.")


def go_on() -> None:
    """Raise CutShort once a run has had its time to end."""
    if _OVER.is_set():
        raise CutShort("shutdown")


def close_runs(grace: float = GRACE, leave: float = LEAVE) -> None:
    """Let no run begin, wait for those that run, then end them and wait until they have ended."""
    _BEGUN.set()
    wait_while(running, grace)
    _OVER.set()
    wait_while(running, leave)


def running() -> bool:
    """Whether something of a run goes on."""
    return bool(_LIVE)


def wait_while(goes_on: Callable[[], bool], seconds: float) -> None:
    """Wait until something no longer goes on, but no longer than so many seconds."""
    until = time.monotonic() + seconds
    while goes_on() and time.monotonic() < until:
        time.sleep(LOOK)
