"""Handle Ctrl-C while a program loads its modules."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ends_at_once() -> Iterator[None]:
    """Context manager in which Ctrl-C ends the process with one line and exit code 130.

    An exception in the middle of an import would end in a traceback, or be swallowed by a library.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # a job in the background ignores Ctrl-C
        signal.signal(signal.SIGINT, _end)
    yield
    signal.signal(signal.SIGINT, before)


def _end(*_: object) -> None:
    os.write(2, b"interrupted\n")
    os._exit(130)
