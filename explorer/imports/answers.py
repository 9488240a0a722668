"""The facts about one file. Its answers (low.py, length_words.py and worth.py) and its sections are made from them."""

from explorer.imports.chance import position_p
from explorer.imports.counts import Pool
from explorer.imports.loads import at_loads
from explorer.imports.measures import known, positions
from explorer.imports.spread import request_spread
from explorer.imports.times import Given, cost_in, round_of, times_of
from explorer.imports.whatif import what_if
from explorer.imports.words import percent_of
from explorer.story.numbers import number


class Facts:
    """The facts about one file, each computed once. `base` is the pool from which other draft lengths are computed: the
    whole file or, if there are several loads, the log windows with 1 running request.
    """

    def __init__(self, pool: Pool, given: Given) -> None:
        self.pool, self.given = pool, given
        self.loads = at_loads(pool, given)
        self.base = pool.loads[1].part if 1 in pool.loads and len(self.loads) > 1 else pool
        self.each = times_of(pool, given)
        self.run = what_if(self.base, cost_in(pool, given))
        self.positions = tuple(positions(pool))
        self.positions_p = position_p(known(pool) or {})
        self.requests = request_spread(pool)
        self.round = round_of(pool)

    @property
    def cost_words(self) -> str:
        """A sentence about the given cost of a draft token or the times that give it; empty if it is not known."""
        if self.given.cost is not None:
            return f"You gave {percent_of(self.given.cost)} of a target pass as the cost of a draft token."
        if self.each is None:
            return ""
        return f"A target pass takes {number(self.each[0])} ms, and a draft token {number(self.each[1])} ms."
