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
    each = times_of(pool, given)
    return Facts(
        pool,
        given,
        each,
        what_if(pool, each),
        resampled(pool),
        position_p(known(pool) or {}),
        request_spread(pool),
        round_of(pool),
        at_loads(pool, given),
    )
