"""How fast the runs of a comparison are against each other: all again, in turns, as the time of one run says little.

What was measured is remembered by the names of the kept runs, as long as the app runs. Knows nothing of Gradio.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

from decoders.pairs import Pair
from explorer.runs.compare import rotated, timed_run
from explorer.runs.request import RunRequest

SECONDS = 20.0  # that the repeats of a comparison may take, by what its runs took
LEAST, MOST = 3, 5  # rounds: fewer give no range worth telling
REMEMBERED = 200  # comparisons
Times = tuple[tuple[float, ...], ...]  # seconds of decoding by run and round
_KNOWN: OrderedDict[tuple[str, ...], Times] = OrderedDict()
_LOCK = threading.Lock()


def rounds(once: Sequence[float]) -> int:
    """How often runs of so many seconds each are timed again; 0 where that would take too long.

    >>> rounds([0.4, 0.3]), rounds([3.0, 2.9]), rounds([9.0, 7.0])
    (5, 3, 0)
    """
    fit = int(SECONDS / sum(once)) if sum(once) else MOST
    return min(MOST, fit) if fit >= LEAST else 0


def in_turns(
    requests: Sequence[RunRequest],
    pair: Pair,
    count: int,
    told: Callable[[int], object],
    prompts: Sequence[Sequence[int]],
) -> Times:
    """Seconds of decoding of `count` rounds, in each of which another run comes first; `told` hears how many are done.

    `prompts` are the ids of each run's prompt, as they were recorded.

    The clock is that of the recorded runs: the iterations, without the reading of the prompt.
    """
    found: list[list[float]] = [[] for _ in requests]
    for turn in range(count):
        told(turn)
        for place in rotated(range(len(requests)), turn):
            run = timed_run(requests[place], pair, list(prompts[place]))
            found[place].append(run.counts.seconds()["total"])
    return tuple(map(tuple, found))


def remember(names: Sequence[str], times: Times) -> None:
    """Keep what was measured of the runs of these names, in their order."""
    with _LOCK:
        _KNOWN[tuple(names)] = times
        while len(_KNOWN) > REMEMBERED:
            _KNOWN.popitem(last=False)


def known(names: Sequence[str]) -> Times | None:
    """What was measured of these runs, None if nothing was."""
    with _LOCK:
        return _KNOWN.get(tuple(names))
