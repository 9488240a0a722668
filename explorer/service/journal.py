"""The log of the app for its host: one JSON line per run, and counters. It contains no prompts and no outputs.

`EXPLORER_LOG_PROMPTS=1` adds the prompts. Lines go to the logger "explorer.service", whose output app.py sends to
stderr.
"""

import json
import logging
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from decoders.core.checkpoint import CutShort
from decoders.errors import BadInput
from decoders.switches import is_on
from explorer.service.request import RunRequest

Outcome = Literal["done", "left", "stopped", "refused", "failed"]
LOG = logging.getLogger("explorer.service")
_LOCK = threading.Lock()
_RUNS: Counter[tuple[str, str]] = Counter()  # number of finished runs, by (kind of pair, outcome)
_SUMS: Counter[str] = Counter()


class LeftError(Exception):
    """Raised if the run's visitor has left: Stop was pressed, or the tab was closed."""


@dataclass
class Entry:
    """Facts about a run for the log, collected while it runs."""

    tokens: int = 0
    waited: float = 0.0
    stopped: bool = False  # whether the run was cut short, as its trace records


@contextmanager
def run(request: RunRequest, name: str) -> Iterator[Entry]:
    """Context manager for a block that executes a run. When the block ends, the run is counted and its line is written,
    whether the run succeeded or failed.
    """
    entry, begun = Entry(), time.monotonic()
    outcome: Outcome = "done"
    try:
        yield entry
        outcome = "stopped" if entry.stopped else "done"
    except LeftError:
        outcome = "left"
        raise
    except CutShort:
        outcome = "stopped"
        raise
    except BadInput:
        outcome = "refused"
        raise
    except BaseException:
        outcome = "failed"
        raise
    finally:
        took = time.monotonic() - begun
        with _LOCK:
            _RUNS[_kind(request.pair), outcome] += 1
            _SUMS.update({"tokens": entry.tokens})
            _SUMS["seconds"] += took - entry.waited  # pyright: ignore[reportArgumentType] - a sum of seconds
            _SUMS["waited"] += entry.waited  # pyright: ignore[reportArgumentType]
        _say(request, name, outcome, entry, took)


def _kind(pair: str) -> str:
    return "toy" if pair.startswith("toy:") else "model"


def _say(request: RunRequest, name: str, outcome: Outcome, entry: Entry, took: float) -> None:
    known: dict[str, Any] = {
        "event": "run",
        "outcome": outcome,
        "run": name[:12],  # only a part of the name, because the whole name would open the run
        "method": request.method,
        "pair": request.pair if _kind(request.pair) == "toy" or "+" not in request.pair else "by hand",
        "prompt_characters": len(request.prompt) + request.conversation.characters,
        "tokens": entry.tokens,
        "waited": round(entry.waited, 3),
        "seconds": round(took - entry.waited, 3),
    }
    if is_on("EXPLORER_LOG_PROMPTS"):
        known["prompt"] = request.prompt
    LOG.info(json.dumps(known))


def counters() -> dict[tuple[str, str], int]:
    """The number of finished runs by (kind of pair, outcome)."""
    with _LOCK:
        return dict(_RUNS)


def sums() -> dict[str, float]:
    """Totals over all runs: tokens, seconds of decoding and seconds of waiting."""
    with _LOCK:
        return {name: float(_SUMS[name]) for name in ("tokens", "seconds", "waited")}
