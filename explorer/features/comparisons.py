"""Comparisons of bundled runs, and comparisons that visitors made.

A bundled comparison has a fixed name. A visitor's comparison has an unguessable id and the same limits as a run. A
stored comparison consists of its runs, the times of each run, and the values of the form. A link to it shows the same
runs with the same times.
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
    """Names of stored runs, seconds of decoding by run and timing (empty if timed once), and the form's values."""

    runs: tuple[str, ...]
    times: Times = ()
    asked: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Bundled:
    """A comparison of bundled runs with the same pair, prompt and seed.

    The output distribution is the same too, except for “beams” and “joint”. The comparisons “beams” and “joint” say
    that DSBD and MTAD change the distribution of the method that they speed up.
    """

    title: str
    runs: tuple[str, ...]


# Bundled comparisons by the name that addresses use.
RECORDED = {
    "hello": Bundled("The target alone, with a chain and with a tree", ("hello-alone", "hello-spd", "hello-tree")),
    "long": Bundled("Three or ten guesses per round", ("hello-alone", "hello-spd", "hello-long")),
    "same-text": Bundled("The same text, with two kinds of draft trees", ("code-greedy", "code-tsd", "code-eagle2")),
    "beams": Bundled("Beams, with and without a draft", ("code-beams", "code-dsbd")),
    "joint": Bundled("Joint probability, with and without a draft", ("code-mtjd", "code-mtad")),
    "sampling": Bundled("Sampling: with and without a draft", ("multinomial", "spd", "specinfer")),
    "blocks": Bundled("The same drafts, token by token and as a whole", ("spd-block", "block")),
    "greedy": Bundled("Greedy: the same text, with and without a draft", ("greedy", "ssd", "gsd")),
}


@cache
def bundled() -> dict[str, Bundled]:
    """The comparisons whose traces are all bundled: name → comparison."""
    names = {card.name for card in gallery()}
    return {name: each for name, each in RECORDED.items() if names.issuperset(each.runs)}


# maximum size of a stored comparison: enough for the longest prompt with every character escaped
MOST_CHARACTERS = 4 << 20
_CHECKED = TypeAdapter(Comparison)


def keep(comparison: Comparison, visitor: str = "") -> str:
    """Store a comparison and return its id. Raises BadInput if the disk is full.

    The form's values are left out if they are too large; the runs' headers still contain their settings.
    """
    line = json.dumps(asdict(comparison))
    if len(line) > MOST_CHARACTERS:
        line = json.dumps(asdict(replace(comparison, asked=())))
    return COMPARISONS.keep([line + "\n"], visitor)


def find_comparison(name: str) -> Comparison:
    """Find a bundled comparison or a stored one by its name.

    Raises BadInput if the comparison or one of its runs is no longer stored.
    """
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
    """Return the times if every run has the same number of rounds, otherwise an empty tuple."""
    same = len(times) == len(runs) and len({len(each) for each in times}) == 1
    return times if same and times[0] and all(second > 0 for each in times for second in each) else ()


def _read(path: Path) -> Comparison | None:
    try:
        return _CHECKED.validate_json(path.read_bytes())
    except (OSError, ValueError):
        return None


def _gone() -> BadInput:
    return BadInput(
        f"This comparison is no longer stored here (the app stores the latest {TRACES.value} for {HOURS.value} hours). "
        "Compare again, or open a recorded comparison."
    )
