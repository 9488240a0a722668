"""A run on a toy pair that stays in its first step until a test opens its gate."""

import threading
import time
from collections.abc import Generator, Iterator
from typing import Any

from explorer.service import live, ongoing
from explorer.service.request import RunRequest
from explorer.trace.line_validators import Line

TOY = "toy:assets/toys/dsbd-figure-2.json"
ASK = RunRequest("spd", TOY, "ask", {"gamma": 2}, 0, 6)


def waiting(gate: threading.Event) -> ongoing.Follow:
    """Follow a run that stays in its first step until the gate is opened."""

    def lines(request: RunRequest, report: Any) -> Iterator[Line]:
        while not gate.is_set():
            report("Loading", 0.0)
            time.sleep(0.02)
        yield from live.start(request, report)

    def follow(request: RunRequest, visitor: str) -> Generator[live.News, None, None]:
        return live.follow(request, lines, visitor)

    return follow
