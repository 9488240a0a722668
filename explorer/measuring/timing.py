"""Time the runs of a comparison again, alternating the methods, because a single timing is unreliable.

Before the first timed run, every method decodes a few tokens that are discarded, so that no timing includes a cold
start. This module does not use Gradio.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from decoders.pairs import Pair
from explorer.measuring.compare import WARM_UP, timed_run
from explorer.measuring.turns import in_turns
from explorer.service.queue.limits import check_request, check_work
from explorer.service.recording import run_once
from explorer.service.request import RunRequest

SECONDS = 20.0  # maximum time of all repetitions, estimated from the first runs
LEAST, MOST = 3, 5  # numbers of rounds; odd, so that a median is one of the timings
Times = tuple[tuple[float, ...], ...]  # decoding seconds by run and round


def warm_up(requests: Sequence[RunRequest], pair: Pair, report: Callable[[int], object]) -> None:
    """Decode a few tokens with each request and discard them. `report` is called with the index of each request.

    This compiles kernels and fills caches before anything is timed. Raises BadInput if a request cannot be run or
    exceeds a limit.
    """
    for place, request in enumerate(requests):
        report(place)
        check_request(request)
        fitted, ids = request.on(pair)
        check_work(request, len(ids))
        run_once(replace(request, limit=min(request.limit, WARM_UP)), fitted, ids)


def rounds(once: Sequence[float]) -> int:
    """How many times runs with these durations (in seconds) are timed again; 0 if that would take too long.

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
    """Time all requests in `count` rounds; each round starts with another request. Returns seconds of decoding.

    `report` is called with the number of finished rounds. `prompts` are the recorded token ids of each run's prompt. As
    in recorded runs, only the iterations are timed, not the prefill.
    """
    found: list[list[float]] = [[] for _ in requests]
    for done, (turn, place) in enumerate(in_turns(range(len(requests)), range(count))):
        if done % len(requests) == 0:
            report(turn)
        run = timed_run(requests[place], pair, list(prompts[place]))
        found[place].append(run.counts.total)
    return tuple(map(tuple, found))
