"""Memory that the app no longer uses goes back to the machine.

The C library keeps what was freed, in a pool for every few threads. Here every measurement and every answer has a
thread, and figures and tables are large: after two minutes of visitors the pools held more than the app itself. So
there are few pools, and what is free in them is given back.
"""

import ctypes
import threading
import time
from collections.abc import Callable

import psutil

EVERY = 5.0  # seconds between two looks
ARENAS = 2  # pools; threads wait for each other only while they take memory
_ARENA_MAX = -8  # M_ARENA_MAX of glibc's malloc.h
GROWN = 16 << 20  # bytes more than after the last time are worth the milliseconds that it takes


def trimmer() -> Callable[[], object] | None:
    """The C library's call that gives free memory back, None where it has none (only glibc has)."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return None if trim is None else lambda: trim(0)


def trim_grown(least: int, resident: Callable[[], int], trim: Callable[[], object]) -> int:
    """Give memory back if the process has grown since it had `least` bytes; how many it has then."""
    now = resident()
    if now < least + GROWN:
        return min(least, now)
    trim()
    return resident()


def keep_small() -> None:
    """Give free memory back now and then, as long as the process lives. Call it before there are many threads."""
    trim = trimmer()
    if trim is not None:
        ctypes.CDLL(None).mallopt(_ARENA_MAX, ARENAS)
        threading.Thread(target=_watch, args=(trim,), daemon=True, name="heap").start()


def _watch(trim: Callable[[], object]) -> None:
    process = psutil.Process()
    resident = lambda: process.memory_info().rss  # noqa: E731 - of the process as it is then
    least = resident()
    while True:
        time.sleep(EVERY)
        least = trim_grown(least, resident, trim)
