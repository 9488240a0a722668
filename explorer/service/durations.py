"""Measure and store the durations of the parts of loading a pair on this machine, to estimate the time left.

The seconds of every part are stored in the weights folder ($EXPLORER_HOME) by pair, engine and precision. If a part was
never timed, the time left is unknown.
"""

import contextlib
import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from decoders.files import write_whole
from decoders.models.cache import cache_folder, read_json
from decoders.models.steps import Progress, Step

TIMES = "loading-parts.json"
MOST = 60  # maximum number of stored loads, because visitors may type any number of pairs


@dataclass(frozen=True)
class Durations:
    """Earlier loads of a pair: the seconds of every part that was ever timed, and the parts of the last load,
    in order.
    """

    seconds: Mapping[str, float] = field(default_factory=dict[str, float])
    order: Sequence[str] = ()

    def left(self, part: str, spent: float) -> float | None:
        """Estimate the seconds until the pair is loaded; None if the time is unknown.

        `part` has been running for `spent` seconds.

        The current part may be missing from the last load, for example if a conversion is made again. In that case, the
        current part is followed by all parts of the last load that come later in the same step, or in a later step.

        >>> Durations({"1 measure": 20, "3 load": 4, "4 load": 2}, ["3 load", "4 load"]).left("1 measure", 5)
        21
        >>> Durations({"3 load": 4}, ["3 load"]).left("3 convert", 5) is None
        True
        """
        if part not in self.seconds:
            return None
        if part in self.order:
            after = self.order[self.order.index(part) + 1 :]
        else:
            after = [later for later in self.order if later[:1] > part[:1]]
        return max(0, self.seconds[part] - spent) + sum(self.seconds.get(later, 0) for later in after)


def part_of(step: Step, before: int) -> tuple[str, int]:
    """Return the name of the part that a progress message begins, and the number of its step. The name includes this
    number.

    `before` is the number of the previous step.
    """
    number = step.number or before
    return f"{number} {step.work}", number


class Stopwatch:
    """A listener that times the parts of a load and passes all reports on. It does not count the time spent waiting for
    other runs.
    """

    def __init__(self, listener: Progress, now: Callable[[], float] = time.monotonic) -> None:
        """`now` is the clock, in seconds."""
        self._listener, self._now = listener, now
        self._part, self._number, self._begun = "", 0, now()
        self.seconds = dict[str, float]()

    def __call__(self, what: str, share: float = 0.0) -> None:
        """Receive a report. Exceptions of the listener are not caught."""
        part, self._number = part_of(what, self._number) if isinstance(what, Step) else ("", self._number)
        if part != self._part:
            self.stop()
            self._part = part
        self._listener(what, share)

    def stop(self) -> None:
        """End the current part."""
        now = self._now()
        if self._part:
            self.seconds[self._part] = self.seconds.get(self._part, 0.0) + now - self._begun
        self._part, self._begun = "", now


def name_of(pair: str, engine: str, dtype: str) -> str:
    """The key under which the durations of a pair with this engine and precision are stored."""
    return f"{_start(pair)}{engine} · {dtype}"


def _start(pair: str) -> str:
    return f"{pair[:300]} · "


def durations(pair: str, engine: str, dtype: str) -> Durations:
    """The durations of earlier loads of the pair; empty if there were none, or if the file is damaged."""
    return _durations(read_json(_file()).get(name_of(pair, engine, dtype)))


def loading_seconds(pair: str) -> float | None:
    """Seconds that the last load of the pair took on this machine, with any engine and precision; None if unknown."""
    loads = [kept for name, kept in read_json(_file()).items() if name.startswith(_start(pair))]
    last = _durations(loads[-1]) if loads else Durations()
    return sum(last.seconds[part] for part in last.order) if last.order else None


def _durations(kept: Any) -> Durations:
    if not isinstance(kept, dict):
        return Durations()
    seconds, order = kept.get("seconds"), kept.get("order")
    if not isinstance(seconds, dict) or not isinstance(order, list):
        return Durations()
    timed = {part: float(value) for part, value in seconds.items() if _is_seconds(value)}
    return Durations(timed, [part for part in order if part in timed])


def remember(pair: str, engine: str, dtype: str, seconds: Mapping[str, float]) -> None:
    """Store the durations of a load's parts. If the file cannot be written, nothing is stored."""
    timed = {part: round(value, 1) for part, value in seconds.items()}
    known, name, kept = durations(pair, engine, dtype), name_of(pair, engine, dtype), read_json(_file())
    kept.pop(name, None)
    kept[name] = {"seconds": {**known.seconds, **timed}, "order": list(timed)}
    with contextlib.suppress(OSError):
        write_whole(_file(), json.dumps(dict(list(kept.items())[-MOST:])))


def _file() -> Path:
    return cache_folder() / TIMES


def _is_seconds(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value >= 0
