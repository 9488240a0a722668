"""Shut down the app: no new runs start, and running ones get a few more seconds. A run that is cut short records why.

The shutdown calls `close_runs`. Runs call `open_still` before they start and while they wait, and `go_on` at every
checkpoint.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from decoders.core.checkpoint import CutShort
from decoders.errors import BadInput

GRACE = 5.0  # seconds in which a run may end by itself
LEAVE = 2.0  # seconds to wait for a run that must end but may be in a long pass
LOOK = 0.05
_BEGUN = threading.Event()
_OVER = threading.Event()
_LIVE: set[object] = set()


@contextmanager
def live() -> Iterator[None]:
    """Context manager for an active part of a run. A shutdown waits until the block ends."""
    token = object()
    _LIVE.add(token)
    try:
        yield
    finally:
        _LIVE.discard(token)


def open_still() -> None:
    """Raise BadInput once the app is shutting down."""
    if _BEGUN.is_set():
        raise BadInput("The app is shutting down. Start the run again when the app is back.")


def go_on() -> None:
    """Raise CutShort once a run's grace period is over."""
    if _OVER.is_set():
        raise CutShort("shutdown")


def close_runs(grace: float = GRACE, leave: float = LEAVE) -> None:
    """Let no new run start, wait for the running ones, then end them and wait until they have ended."""
    _BEGUN.set()
    wait_while(running, grace)
    _OVER.set()
    wait_while(running, leave)


def running() -> bool:
    """Whether any run is active."""
    return bool(_LIVE)


def wait_while(goes_on: Callable[[], bool], seconds: float) -> None:
    """Wait while `goes_on` is true, for at most `seconds`."""
    until = time.monotonic() + seconds
    while goes_on() and time.monotonic() < until:
        time.sleep(LOOK)
