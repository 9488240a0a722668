"""The facts about one file. The file's answers (low.py, length_words.py, worth.py) and sections are made from them."""

from dataclasses import replace
from functools import cached_property

from explorer.imports.advice import Advice, advised
from explorer.imports.costs import ordinary
from explorer.imports.counts import Pool
from explorer.imports.loads import at_loads
from explorer.imports.measures import per_pass, positions
from explorer.imports.speeds import grows
from explorer.imports.spread import equal_p, request_spread
from explorer.imports.times import TOLERANCE, Given, cost_in, own_times, round_of, times_of, unusable
from explorer.imports.whatif import WhatIf, what_if
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
        self.positions_p = equal_p([(each.tested.trials, each.tested.hits) for each in self.positions])
        self.requests = request_spread(pool)
        self.round = round_of(pool)

    @cached_property
    def runs(self) -> list[tuple[WhatIf, int]]:
        """Each run with its number of running requests, or the whole file with 0 if there is only one such number. A
        run has its own cost of a draft token if that is known, and otherwise the cost of the file.
        """
        run = self.run
        if run is None:
            return []
        found = [(at.run, at.load.running) for at in self.loads if at.run and at.run.gamma == run.gamma]
        if self.given.costed or all(each.cost is None for each, _ in found):
            found = [(replace(each, cost=run.cost), count) for each, count in found]
        return found if len(found) > 1 else [(run, 0)]

    @cached_property
    def longer(self) -> dict[int, float]:
        """By number of running requests: how many times as long a round takes as at the lowest number. Without loads,
        and if rounds take longer after longer prompts, the same for three requests, by prompt tokens.
        """
        rows = [(at.load.running, at.round_ms) for at in self.loads]
        if not rows and self.round is not None and self.round.exact and self.round.line is None:
            rows = [(each.prompt or 0, each.round_ms) for each in grows(self.pool.speeds)]
        found = {count: ms / rows[0][1] for count, ms in rows}
        return {count: times if times > 1 + TOLERANCE else 1.0 for count, times in found.items()}

    @property
    def advised_runs(self) -> list[tuple[WhatIf, int]]:
        """The runs to which one cost of a draft token applies. At loads where rounds take longer, the cost differs, and
        only the speed without a draft at that load would show it.
        """
        if any(at.timed for at in self.loads) and not self.given.costed:
            return self.runs
        times = [self.longer.get(count, 1.0) for _, count in self.runs]
        return [run for run, longer in zip(self.runs, times, strict=True) if longer <= times[0] * (1 + TOLERANCE)]

    @cached_property
    def advice(self) -> tuple[Advice, ...]:
        """The best draft length, or one for each kind of draft (see `advised`); empty if lengths cannot be compared."""
        if self.run is None or not self.run.measured:
            return ()
        now = self.run.gamma if per_pass(self.base) == self.run.gamma else None
        return advised(self.advised_runs, now, ordinary(self.base))

    @property
    def alone(self) -> dict[int, Advice]:
        """By number of running requests: the best draft length for this load alone, if the cost there is known."""
        if not self.advice or not self.advice[0].known:
            return {}
        only = self.loads[0].load.running if self.loads else 0
        return {count or only: best for count, best in self.advice[0].alone()}

    @property
    def unusable(self) -> str:
        """The reason why the one time that a person gave is not enough to compute the other; empty if it is."""
        return "" if any(at.timed or at.wrong for at in self.loads) else unusable(self.pool, self.given)

    @property
    def cost_words(self) -> str:
        """A sentence about the given cost of a draft token, or about the times from which it follows; empty if the cost
        is not known.
        """
        if self.given.cost is not None:
            return f"You gave {percent_of(self.given.cost)} of a target pass as the cost of a draft token."
        if self.each is None:
            return ""
        derived = self.given.draft_ms is None and own_times(self.pool) is None
        more = ", with its part of the longer target pass" if derived else ""
        return f"A target pass takes {number(self.each[0])} ms, and a draft token {number(self.each[1])} ms{more}."
