"""Advice on the draft length, for each kind of draft at its typical costs, or at the known cost.

The length that ran is kept if it is nearly as fast as the fastest one at every cost. Otherwise, the advised length is
the one that loses the least speed in its worst case. A server has one setting, so the advice is for the load with the
most target passes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from explorer.imports.answers import Facts
from explorer.imports.costs import ordinary
from explorer.imports.measures import per_pass
from explorer.imports.speed_words import runs_words
from explorer.imports.whatif import WhatIf

LITTLE = 0.02  # loss of speed that is not worth a change
SAME = 0.01  # share of the speed up to which two losses count as equal
NONE = 0.0005  # loss that would be printed as 0.0%
NARROW = 0.01  # range of the cost; a narrower range is joined with the next one


@dataclass(frozen=True)
class Case:
    """One cost of a draft token, and the run at one load: `running` requests, or 0 if the file has only one load."""

    run: WhatIf
    cost: float
    running: int = 0

    @cached_property
    def best(self) -> int:
        """The fastest draft length."""
        return self.run.fastest(self.cost)

    def loss(self, size: int) -> float:
        """How much slower this length is than the fastest one, as a fraction of the fastest one's speed."""
        return 1 - self.run.speedup(size, self.cost) / self.run.speedup(self.best, self.cost)


@dataclass(frozen=True)
class Advice:
    """The advised draft length `size` and the current one, `now`, which is None if lengths differ.

    The report says what the length `other` gains over `now`. This is the advised length or, if `now` is advised, the
    fastest length in the worst case. It is None if no length is faster than `now`. `when` names the kind of draft or
    the loads, and is empty for a single known cost. `typical` says whether the costs are typical ones of a kind of
    draft.
    """

    when: str
    size: int
    now: int | None
    other: int | None
    cases: tuple[Case, ...]
    typical: bool

    @property
    def fastest(self) -> list[tuple[float, float, list[int]]]:
        """Ranges of the cost in rising order: their lowest and highest cost, and the lengths that are fastest there."""
        run, low, high = self.cases[0].run, self.costs[0], self.costs[-1]
        found = list[tuple[float, float, list[int]]]()
        for size in reversed(run.lengths()):  # longer drafts are faster at lower costs
            begin, end, sizes = low, min(high, run.worth(size) if size else high), [size]
            if end <= begin and not (low == high and size == self.cases[0].best):
                continue
            if found and found[-1][1] - found[-1][0] < NARROW:
                begin, _, narrow = found.pop()
                sizes += narrow
            found.append((begin, end, sizes))
            low = max(low, end)
        return found

    @property
    def keeps(self) -> bool:
        """Whether the length that runs is the advised one."""
        return self.now == self.size

    @property
    def costs(self) -> list[float]:
        """The costs of a draft token in rising order."""
        return sorted({case.cost for case in self.cases})

    @property
    def gains(self) -> list[float]:
        """The gains of `other` over `now` in all cases; empty if one of the two is None."""
        other, now = self.other, self.now
        return [] if other is None or now is None else [case.run.gain(other, now, case.cost) for case in self.cases]


def main_load(facts: Facts) -> int:
    """The number of running requests of the load with the most target passes; 0 if the file has only one load."""
    passes = {at.load.running: at.load.part.passes or 0 for at in facts.loads}
    return max(passes, key=lambda count: (passes[count], -count)) if len(passes) > 1 else 0


def runs_of(facts: Facts, run: WhatIf) -> list[tuple[WhatIf, int]]:
    """The run at each number of running requests, or the whole file with 0 if there is only one."""
    runs = [(at.run, at.load.running) for at in facts.loads if at.run and at.run.gamma == run.gamma]
    return runs if len(runs) > 1 else [(run, 0)]


def cases(facts: Facts, run: WhatIf) -> dict[str, list[Case]]:
    """The known cost of a draft token at each number of running requests. If it is not known at each, the given cost
    or the typical costs of each kind of draft, at the load with the most target passes.
    """
    timed = [(at.timed, at.load.running) for at in facts.loads if not facts.given.costed]
    known = [Case(each, each.cost, count) for each, count in timed if each is not None and each.cost is not None]
    if known:
        return {f"with {runs_words([case.running for case in known])}": known}
    costs = {f"with {each.name}": (each.low, each.high) for each in ordinary(facts.base)}
    costs = costs if run.cost is None else {"": (run.cost,)}
    runs, main = runs_of(facts, run), main_load(facts)
    runs = [(one, count) for one, count in runs if count == main] or runs
    return {
        when: [Case(one, cost, count) for one, count in runs for cost in dict.fromkeys(each)]
        for when, each in costs.items()
    }


def advice(facts: Facts, run: WhatIf) -> list[Advice]:
    """The advice for each kind of draft, or the one at the known cost."""
    found, kinds = list[Advice](), {f"with {each.name}" for each in ordinary(facts.base)}
    now = run.gamma if per_pass(facts.base) == run.gamma else None
    for when, each in cases(facts, run).items():
        worst = max(each, key=lambda case: case.loss(run.gamma))
        lost = worst.loss(run.gamma)
        size = run.gamma if now and lost < LITTLE else least(run.gamma, each)
        other = None if now is None else size if size != now else worst.best if lost >= NONE else None
        found.append(Advice(when, size, now, other, tuple(each), when in kinds))
    return found


def least(gamma: int, among: Sequence[Case]) -> int:
    """The length that loses the least speed in its worst case; among those within SAME, the closest to `gamma`."""
    most = min(max(case.run.lengths()) for case in among)
    losses = [max(case.loss(size) for case in among) for size in range(most + 1)]
    near = [size for size, lost in enumerate(losses) if lost <= min(losses) + SAME]
    return min(near, key=lambda size: abs(size - gamma))
