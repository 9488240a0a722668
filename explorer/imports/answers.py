"""The facts about one file. Its answers (low.py, length_words.py and worth.py) and its sections are made from them."""

from dataclasses import dataclass

from explorer.imports.chance import position_p
from explorer.imports.counts import Pool
from explorer.imports.loads import AtLoad, at_loads
from explorer.imports.measures import Position, known, positions
from explorer.imports.spread import Spread, request_spread
from explorer.imports.times import Given, Round, Times, cost_in, round_of, times_of
from explorer.imports.whatif import WhatIf, what_if
from explorer.imports.words import percent_of
from explorer.story.numbers import number


@dataclass(frozen=True)
class Facts:
    """The facts about one file, each computed once."""

    pool: Pool
    base: Pool  # for other draft lengths: the file, or the log windows with 1 running request of several loads
    given: Given
    each: Times | None
    run: WhatIf | None
    positions: tuple[Position, ...]
    positions_p: float | None
    requests: Spread | None
    round: Round | None
    loads: tuple[AtLoad, ...]

    @property
    def cost_words(self) -> str:
        """A sentence about the given cost of a draft token or the times that give it; empty if it is not known."""
        if self.given.cost is not None:
            return f"You gave {percent_of(self.given.cost)} of a target pass as the cost of a draft token."
        if self.each is None:
            return ""
        return f"A target pass takes {number(self.each[0])} ms, and a draft token {number(self.each[1])} ms."


def facts(pool: Pool, given: Given) -> Facts:
    """Compute the facts about a file."""
    loads = at_loads(pool, given)
    base = pool.loads[1].part if 1 in pool.loads and len(loads) > 1 else pool
    return Facts(
        pool,
        base,
        given,
        times_of(pool, given),
        what_if(base, cost_in(pool, given)),
        tuple(positions(pool)),
        position_p(known(pool) or {}),
        request_spread(pool),
        round_of(pool),
        loads,
    )
