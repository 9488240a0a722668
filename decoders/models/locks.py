"""Lock files, so that only one process at a time converts a model, downloads weights or adds to a shared file.

A lock may be held for minutes. On a shared file system, the holder may be another machine or a process that no longer
exists. Waiting is therefore reported after a few seconds, and can be stopped.
"""

import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from decoders.core.checkpoint import checkpoint
from decoders.models.steps import Progress

LOOK = 0.2  # seconds between two attempts, and therefore the longest delay of Stop
SILENCE = 3.0  # seconds after which a wait is reported
SHORT = 10.0  # longest wait, in seconds, for a process that adds to a file


@contextmanager
def only_one(path: Path, progress: Progress | None = None, waiting_for: str = "another process") -> Generator[None]:
    """Hold a lock file while the block runs.

    With `progress`, the function waits without limit and reports after SILENCE seconds what it waits for. An exception
    raised by `progress` or at the run's checkpoint ends the wait. Without `progress`, the function waits at most SHORT
    seconds and then raises TimeoutError. Raises OSError if the file system has no locks.
    """
    from filelock import FileLock, Timeout

    lock, begin = FileLock(path), time.monotonic()
    while True:
        try:
            lock.acquire(timeout=0)
            break
        except NotImplementedError:
            raise OSError(0, "this file system has no file locks", str(path)) from None
        except Timeout:
            waited = time.monotonic() - begin
        if progress is None and waited > SHORT:
            raise TimeoutError(0, "another process keeps the file locked", str(path))
        if progress is not None and waited > SILENCE:
            progress(f"Waiting for {waiting_for} ({waited:.0f} s)", 0.0)
        checkpoint()
        time.sleep(LOOK)
    try:
        yield
    finally:
        lock.release()
