"""How fast the runs of a comparison are: all of them again, in turns, because the time of one run says little.

Before the first run every method decodes a few tokens that are thrown away, so that none is timed cold. Knows nothing
of Gradio.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from decoders.pairs import Pair
from explorer.measuring.compare import WARM_UP, timed_run
from explorer.measuring.turns import in_turns
from explorer.service.queue.limits import check_request, check_work
from explorer.service.recording import run_once
from explorer.service.request import RunRequest

SECONDS = 20.0  # that the repeats of a comparison may take, by what its runs took
LEAST, MOST = 3, 5  # rounds: odd, so that a median is one of the timings
Times = tuple[tuple[float, ...], ...]  # seconds of decoding by run and round


def warm_up(requests: Sequence[RunRequest], pair: Pair, report: Callable[[int], object]) -> None:
    """Decode a few tokens with each request and drop them; `report` gets the place of the next one.

    Kernels are compiled and caches are filled then, and not in what is timed. Raises BadInput for a request that
    cannot be run or is beyond a limit.
    """
    for place, request in enumerate(requests):
        report(place)
        check_request(request)
        fitted, ids = request.on(pair)
        check_work(request, len(ids))
        run_once(replace(request, limit=min(request.limit, WARM_UP)), fitted, ids)


def rounds(once: Sequence[float]) -> int:
    """How often runs of so many seconds each are timed again; 0 where that would take too long.

    >>> rounds([0.4, 0.3]), rounds([3.0, 2.9]), rounds([9.0, 7.0])
    (5, 3, 0)
    """
    fit = int(SECONDS / sum(once)) if sum(once) else MOST
    if fit >= MOST:
        return MOST
    return LEAST if fit >= LEAST else 0


def repeated(
    requests: Sequence[RunRequest],
    pair: Pair,
    count: int,
    report: Callable[[int], object],
    prompts: Sequence[Sequence[int]],
) -> Times:
    """Seconds of decoding of `count` rounds, in each of which another run comes first; `report` gets how many are done.

    `prompts` are the ids of each run's prompt, as they were recorded. The clock is that of the recorded runs: the
    iterations, without the reading of the prompt.
    """
    found: list[list[float]] = [[] for _ in requests]
    for done, (turn, place) in enumerate(in_turns(range(len(requests)), range(count))):
        if done % len(requests) == 0:
            report(turn)
        run = timed_run(requests[place], pair, list(prompts[place]))
        found[place].append(run.counts.total)
    return tuple(map(tuple, found))
