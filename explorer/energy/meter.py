"""Measure the energy of a time window. The device is synchronised at both ends, and a thread samples in between.

This works with every kind of energy source, and does not need a trace.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from explorer.energy.sources import POWER_SAMPLE, LostError, Source

IDLE_SECONDS = 1.0
IDLE_KEPT = 600.0  # seconds for which an idle baseline is reused
COST = 0.01  # maximum fraction of a processor for the sampling thread
TRIAL_READS = 5
NO_TIME = 1e-9  # shortest window in seconds, because clocks cannot measure a shorter one


@dataclass(frozen=True)
class Window:
    """The measured energy of a time window. If `joules` is None, `reason` says why."""

    joules: float | None
    seconds: float
    samples: int
    share: float  # fraction of one processor that the sampling thread used
    reason: str = ""
    band: float | None = None  # joules of one update of the source, if joules are known


class Meter:
    """Measures the energy from `start` to `stop` while a thread samples the source. Use it as a context manager.

    The thread samples so rarely that it uses less than COST of a processor. If two windows of this program overlap on
    one device, neither window gets a result, because each would include the energy of the other.
    """

    def __init__(self, source: Source, synchronise: Callable[[], None] = lambda: None, *, idle: bool = False) -> None:
        """`synchronise` waits for the device.

        An `idle` window contains no work, so it does not disturb other windows.
        """
        self._source, self._synchronise, self._idle = source, synchronise, idle
        self._shared = False
        self._lock, self._stop = threading.Lock(), threading.Event()
        self._thread: threading.Thread | None = None
        self._new: list[tuple[float, float]] = []
        self._count, self._busy, self._begin, self._joules = 0, 0.0, 0.0, 0.0
        self._lost = ""
        self._window: Window | None = None

    def __enter__(self) -> "Meter":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Open the window. The sampling period is derived from the cost of a few trial readings."""
        period = POWER_SAMPLE
        try:
            self._source.start()
            before = time.thread_time()
            for _ in range(TRIAL_READS):
                self._source.joules()
            period = max(POWER_SAMPLE, (time.thread_time() - before) / TRIAL_READS / COST)
            self._synchronise()
            self._source.start()
        except (LostError, RuntimeError) as error:  # torch raises RuntimeError if the device is gone
            self._lost = _first_line(error)
        self._begin = time.perf_counter()
        self._meet_others()
        if not self._lost:
            self._thread = threading.Thread(target=self._sample, args=(period,), daemon=True, name="energy")
            self._thread.start()

    def _meet_others(self) -> None:
        key = self._source.method, self._source.device
        with _OPEN_LOCK:
            others = [one for one in _OPEN if (one._source.method, one._source.device) == key]
            self._shared = any(not one._idle for one in others)
            for one in others:
                one._shared = one._shared or not self._idle
            _OPEN.append(self)

    @property
    def now(self) -> float:
        """Seconds since the window opened."""
        return time.perf_counter() - self._begin

    def _sample(self, period: float) -> None:
        began = time.thread_time()
        while not self._stop.wait(period) and self._read():
            self._busy = time.thread_time() - began

    def _read(self) -> bool:
        with self._lock:
            if self._lost:
                return False
            try:
                self._joules = self._source.joules()
            except LostError as error:
                self._lost = f"{error}, {self.now:.1f} s into the run"
                return False
            except Exception as error:  # otherwise the sampling thread would end and the numbers would look complete
                self._lost = f"the source failed ({_first_line(error)}), {self.now:.1f} s into the run"
                return False
            self._count += 1
            self._new.append((round(self.now, 4), round(self._joules, 4)))
            return True

    def take(self) -> tuple[tuple[float, float], ...]:
        """The samples since the last call: pairs (seconds, joules), both since the start."""
        with self._lock:
            taken, self._new = self._new, []
        return tuple(taken)

    def stop(self) -> Window:
        """Close the window after the device has finished. A second call returns the same window."""
        if self._window is not None:
            return self._window
        try:
            if self._thread is not None and not self._lost:
                self._synchronise()
        except RuntimeError as error:
            self._lost = f"the device stopped responding ({_first_line(error)}), {self.now:.1f} s into the run"
        finally:
            self._end_thread()
        seconds = self.now if self._begin else 0.0
        share = self._busy / seconds if seconds else 0.0
        joules, reason = self._verdict(seconds)
        band = None if joules is None else band_joules(joules, seconds, self._source.resolution)
        self._window = Window(joules, seconds, self._count, share, reason, band)
        return self._window

    def _end_thread(self) -> None:
        """End the sampling thread, whatever happened, and take the final reading."""
        self._stop.set()
        with _OPEN_LOCK:
            if self in _OPEN:
                _OPEN.remove(self)
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            self._read()

    def _verdict(self, seconds: float) -> tuple[float | None, str]:
        if self._lost:
            return None, self._lost
        if self._shared:
            return None, f"another run used {self._source.device} at the same time, so the joules belong to both"
        if self._joules > 0:
            return self._joules, ""
        short = f"the window of {seconds:.3f} s is shorter than one update of the counter"
        return (
            None,
            short if seconds < 2 * self._source.resolution else f"the counter did not change in {seconds:.1f} s",
        )


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


_OPEN: list[Meter] = []
_OPEN_LOCK = threading.Lock()
_IDLE: dict[tuple[str, str], tuple[float, float]] = {}


def idle_watts(source: Source, seconds: float | None = None) -> float | None:
    """Idle power in watts with the models loaded; None if unknown. For each device, it is measured at most once every
    ten minutes.
    """
    key = (source.method, source.device)
    at, watts = _IDLE.get(key, (-IDLE_KEPT, 0.0))
    if time.monotonic() - at < IDLE_KEPT:
        return watts
    with Meter(source, idle=True) as meter:
        time.sleep(IDLE_SECONDS if seconds is None else seconds)
    window = meter.stop()
    if window.joules is None:
        return None
    watts = window.joules / window.seconds
    _IDLE[key] = time.monotonic(), watts
    return watts


def band_joules(joules: float, seconds: float, resolution: float) -> float:
    """The uncertainty of a total in joules: the energy of one update of the source at the window's mean power."""
    return joules / seconds * resolution if seconds > NO_TIME else 0.0
