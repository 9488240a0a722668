"""Short answers to the questions that engineers ask about a run: low.py, length_words.py and worth.py have the words.

If a file does not have an answer, the answer says so, and which option of the engine would give it.
"""

from dataclasses import dataclass

from explorer.imports.chance import Resampled, position_p, resampled
from explorer.imports.counts import Pool
from explorer.imports.loads import AtLoad, at_loads
from explorer.imports.measures import known
from explorer.imports.spread import Spread, request_spread
from explorer.imports.times import Given, Round, Times, round_of, times_of
from explorer.imports.whatif import WhatIf, what_if


@dataclass(frozen=True)
class Facts:
    """The facts about one file from which its answers and tables are made, each computed once."""

    pool: Pool
    base: Pool  # for other draft lengths: the intervals with 1 running request, if there are others, else the file
    given: Given
    each: Times | None
    run: WhatIf | None
    samples: Resampled | None
    positions_p: float | None
    requests: Spread | None
    round: Round | None
    loads: tuple[AtLoad, ...]


def facts(pool: Pool, given: Given) -> Facts:
    """The facts about a file."""
    each, loads = times_of(pool, given), at_loads(pool, given)
    base = pool.loads[1].part if 1 in pool.loads and len(loads) > 1 else pool
    return Facts(
        pool,
        base,
        given,
        each,
        what_if(base, each),
        resampled(base),
        position_p(known(pool) or {}),
        request_spread(pool),
        round_of(pool),
        loads,
    )
