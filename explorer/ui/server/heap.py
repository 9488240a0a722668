"""Return unused memory to the operating system.

The C library keeps freed memory in pools, one for every few threads. Here, every measurement and every response has its
own thread, and figures and tables are large. After two minutes with visitors, the pools held more memory than the app
itself. So the number of pools is limited, and their free memory is returned from time to time.
"""

import ctypes
import threading
import time
from collections.abc import Callable

import psutil

EVERY = 5.0  # seconds between two checks
ARENAS = 2  # number of pools; threads wait for each other only while they allocate memory
_ARENA_MAX = -8  # M_ARENA_MAX of glibc's malloc.h
GROWN = 16 << 20  # growth in bytes that is worth the milliseconds of a trim


def trimmer() -> Callable[[], object] | None:
    """The C library's function that returns free memory; None if there is no such function (only glibc has it)."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return None if trim is None else lambda: trim(0)


def trim_grown(least: int, resident: Callable[[], int], trim: Callable[[], object]) -> int:
    """Return free memory if the process is at least GROWN bytes larger than `least`, its smallest size so far.

    Returns the new smallest size in bytes.
    """
    now = resident()
    if now < least + GROWN:
        return min(least, now)
    trim()
    return resident()


def keep_small() -> None:
    """Start a thread that returns free memory from time to time. Call it before there are many threads."""
    trim = trimmer()
    if trim is not None:
        ctypes.CDLL(None).mallopt(_ARENA_MAX, ARENAS)
        threading.Thread(target=_watch, args=(trim,), daemon=True, name="heap").start()


def _watch(trim: Callable[[], object]) -> None:
    process = psutil.Process()
    resident = lambda: process.memory_info().rss  # noqa: E731 - read again at every call
    least = resident()
    while True:
        time.sleep(EVERY)
        least = trim_grown(least, resident, trim)
