"""Time several ways of running the same passes when models are loaded, and choose the fastest. The ways take turns."""

import math
import time
from collections.abc import Mapping, Sequence

from decoders.core.runner import Session

CONTEXT, NODES, ROUNDS, SECONDS = 64, (1, 8), 8, 0.5
Times = Mapping[str, Sequence[float]]  # for each way, the seconds of a pass over each number of NODES


def timed(sessions: Mapping[str, Session]) -> dict[str, list[float]]:
    """Measure how many seconds a pass takes in each way, for every number of nodes in NODES.

    The ways take turns for SECONDS, but for at least one round. The shortest time of each way counts. The first pass of
    a turn is not counted, because threads of the previous way may still be busy.
    """
    best = {name: [math.inf] * len(NODES) for name in sessions}
    end = time.perf_counter() + SECONDS
    for turn in range(ROUNDS + 1):  # the first pass only warms up
        for name, session in sessions.items():
            pass_seconds(session, NODES[0])
            for i, nodes in enumerate(NODES):
                seconds = pass_seconds(session, nodes)
                best[name][i] = min(best[name][i], seconds) if turn else math.inf
        if turn and time.perf_counter() > end:
            break
    return best


def pass_seconds(session: Session, nodes: int) -> float:
    """Seconds of one pass over `nodes` nodes, which are dropped afterwards.

    The choice of tokens does not affect the time.
    """
    begin = time.perf_counter()
    session.forward(range(nodes), [-1] * nodes)
    seconds = time.perf_counter() - begin
    session.keep([])
    return seconds


def by_speed(times: Times) -> tuple[str, ...]:
    """The ways of running a pass, fastest first.

    The ways are compared by the geometric mean of their times over all numbers of nodes.

    >>> by_speed({"eager": [0.002, 0.009], "captured": [0.002, 0.004]})
    ('captured', 'eager')
    """
    return tuple(sorted(times, key=lambda way: sum(map(math.log, times[way]))))
