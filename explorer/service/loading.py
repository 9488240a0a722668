"""The progress of a run before its first line: its steps, the current step, and the time left, which is estimated from
earlier loads.
"""

import time
from collections.abc import Callable
from typing import TypedDict

from decoders.models.steps import STEPS, Step, step
from explorer.service.durations import Durations, durations, part_of

START = "Start the run"
ALL = (*STEPS, START)


class LoadingState(TypedDict):
    """The loading progress that a page shows.

    `step` counts from 1. `left` and `expected` are in seconds, or None if unknown.
    """

    steps: list[str]
    step: int
    doing: str
    share: float
    elapsed: float
    spent: float
    left: float | None
    expected: float | None


def start_step(sentence: str) -> Step:
    """Report the last step: the models are loaded, and the run starts or waits for its turn."""
    return step(sentence, "start", len(ALL))


class Loading:
    """The progress of a run that is still loading."""

    def __init__(
        self, pair: str, engine: str = "auto", dtype: str = "auto", now: Callable[[], float] = time.monotonic
    ) -> None:
        """`pair`, `engine` and `dtype` belong to the run. `now` is the clock, in seconds."""
        self._now, self._known = now, Durations() if pair.startswith("toy:") else durations(pair, engine, dtype)
        self._begun = self._since = now()
        self._number, self._part, self._loads = 0, "", False
        self._doing, self._share = "Starting", 0.0

    def report(self, what: str, share: float) -> None:
        """Receive a progress report: the current work, and the fraction of it that is finished (0 to 1)."""
        part = ""
        if isinstance(what, Step):
            part, self._number = part_of(what, self._number)
            self._loads |= self._number < len(ALL)
        if part != self._part:
            self._part, self._since = part, self._now()
        self._doing, self._share = str(what), share

    def state(self) -> LoadingState:
        """The current progress. There are no steps if nothing had to be loaded."""
        now = self._now()
        spent = now - self._since
        return {
            "steps": list(ALL) if self._loads else [],
            "step": self._number if self._loads else 0,
            "doing": self._doing,
            "share": self._share,
            "elapsed": round(now - self._begun, 1),
            "spent": round(spent, 1),
            "left": self._known.left(self._part, spent),
            "expected": self._known.seconds.get(self._part),
        }
