"""Comparisons: those of bundled runs, and those that visitors made.

A bundled comparison has a fixed name. A visitor’s comparison is kept under an unguessable id, with its runs, how long
each took and what the form held, under the same limits as runs. Its link shows the same runs with the same times.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from decoders.errors import BadInput
from explorer.measuring.timing import Times
from explorer.service.queue.limits import HOURS, TRACES
from explorer.service.store import COMPARISONS, find, gallery


@dataclass(frozen=True)
class Comparison:
    """Kept runs by name, seconds of decoding by run and round (empty: timed once), and the values of the form."""

    runs: tuple[str, ...]
    times: Times = ()
    asked: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Bundled:
    """A comparison of bundled runs that share pair, prompt, seed and output distribution."""

    title: str
    runs: tuple[str, ...]


# By the name that addresses use.
RECORDED = {
    "sampling": Bundled(
        "Sampling from the target, alone and with drafts",
        ("multinomial", "spd", "specinfer"),
    ),
    "greedy": Bundled(
        "The same text word for word: greedy, alone and with drafts",
        ("greedy", "ssd", "gsd"),
    ),
}


@cache
def bundled() -> dict[str, Bundled]:
    """The comparisons of which this copy has all traces, by name."""
    known = {card.name for card in gallery()}
    return {name: each for name, each in RECORDED.items() if known.issuperset(each.runs)}


MOST_CHARACTERS = 4 << 20  # of a kept comparison: a prompt of the longest kind, and each of its characters escaped
_CHECKED = TypeAdapter(Comparison)


def keep(comparison: Comparison, visitor: str = "") -> str:
    """Keep a comparison and return its id. Raises BadInput if the disk is full.

    The form's values are left out if they are larger than any form; the runs have what they were made with.
    """
    line = json.dumps(asdict(comparison))
    if len(line) > MOST_CHARACTERS:
        line = json.dumps(asdict(replace(comparison, asked=())))
    return COMPARISONS.keep([line + "\n"], visitor)


def find_comparison(name: str) -> Comparison:
    """A bundled comparison, or a kept one of which all runs are still kept. Raises BadInput with what to do instead."""
    if name in bundled():
        return Comparison(bundled()[name].runs)
    path = COMPARISONS.path(name)
    comparison = None if path is None else _read(path)
    if comparison is None:
        raise _gone()
    try:
        for run in comparison.runs:
            find(run)
    except BadInput:
        raise _gone() from None
    return comparison


def check_times(runs: Sequence[object], times: Times) -> Times:
    """The times, if there are as many rounds of every run; none otherwise."""
    same = len(times) == len(runs) and len({len(each) for each in times}) == 1
    return times if same and times[0] and all(second > 0 for each in times for second in each) else ()


def _read(path: Path) -> Comparison | None:
    try:
        return _CHECKED.validate_json(path.read_bytes())
    except (OSError, ValueError):
        return None


def _gone() -> BadInput:
    return BadInput(
        f"This comparison is no longer kept here: the latest {TRACES.value} are kept, for {HOURS.value} hours. "
        "Compare again, or open a recorded comparison."
    )
