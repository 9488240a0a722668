"""The advice on the draft length: for each kind of draft at its typical costs, or at the known cost.

The length to try is the one that loses the least in the worst case. If the length that runs loses hardly more, the
report says to keep it. Headline, sentences and table have their numbers from here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from explorer.imports.answers import Facts
from explorer.imports.costs import ordinary
from explorer.imports.measures import per_pass
from explorer.imports.speed_words import running
from explorer.imports.whatif import WhatIf
from explorer.imports.words import percent_of, share
from explorer.story.numbers import listed

LITTLE = 0.02  # loss of speed that is not worth a change
SAME = 0.01  # share of the speed by which two losses may differ and count as equal
NONE = 0.0005  # loss that would be printed as 0.0%
FASTEST = "the fastest"


@dataclass(frozen=True)
class Case:
    """One cost of a draft token, and the run at one number of running requests (0 if the file has only one)."""

    run: WhatIf
    cost: float
    running: int = 0

    @cached_property
    def best(self) -> int:
        """The fastest draft length."""
        return self.run.fastest(self.cost)


@dataclass(frozen=True)
class Loss:
    """The largest loss of a draft length as a share of the speed, and the case with this loss. `several` says whether
    other cases were compared.
    """

    size: int
    share: float
    case: Case
    several: bool

    @property
    def words(self) -> str:
        """The loss alone."""
        if self.share < NONE:
            return FASTEST
        return f"loses {'at most ' if self.several else ''}{share(self.share)}"

    @property
    def reason(self) -> str:
        """Both speed-ups, and the cost and the load at which the loss occurs; empty without a loss."""
        if self.share < NONE:
            return ""
        run, cost, best = self.case.run, self.case.cost, self.case.best
        other = f"with {best}" if best else "without a draft"
        load = f" with {running(self.case.running)}" if self.case.running else ""
        return (
            f"{self.size or 'No draft'} {self.words}: ×{run.speedup(self.size, cost):.2f}, not "
            f"×{run.speedup(best, cost):.2f} {other}, if a token costs {percent_of(cost)}{load}."
        )


@dataclass(frozen=True)
class Advice:
    """The loss of the advised draft length, and of the one that runs, None if lengths differ. `when` names the kind of
    draft or the loads, and is empty for a single known cost.
    """

    when: str
    found: Loss
    runs: Loss | None

    @property
    def keeps(self) -> bool:
        """Whether the length that runs is the advised one."""
        return self.runs is not None and self.runs.size == self.found.size


def runs_of(facts: Facts, run: WhatIf) -> list[tuple[WhatIf, int]]:
    """The run at each number of running requests, or the whole file with 0 if there is only one."""
    runs = [(at.run, at.load.running) for at in facts.loads if at.run and at.run.gamma == run.gamma]
    return runs if len(runs) > 1 else [(run, 0)]


def cases(facts: Facts, run: WhatIf) -> dict[str, list[Case]]:
    """The known costs of a draft token, or the typical ones by kind of draft, at each number of running requests."""
    timed = [(at.timed, at.load.running) for at in facts.loads if not facts.given.costed]
    known = [Case(each, each.cost, count) for each, count in timed if each is not None and each.cost is not None]
    if known:
        loads = listed([f"{case.running:,}" for case in known])
        return {f"with {loads} running request{'' if loads == '1' else 's'}": known}
    costs = {f"with {each.name}": (each.low, each.high) for each in ordinary(facts.base)}
    costs = costs if run.cost is None else {"": (run.cost,)}
    runs = runs_of(facts, run)
    return {
        when: [Case(one, cost, count) for one, count in runs for cost in dict.fromkeys(each)]
        for when, each in costs.items()
    }


def advice(facts: Facts, run: WhatIf) -> list[Advice]:
    """The draft length for each kind of draft, or the one at the known cost."""
    found, same = list[Advice](), per_pass(facts.base) == run.gamma
    for when, each in cases(facts, run).items():
        runs = worst(run.gamma, each) if same else None
        keeps = runs is not None and runs.share < LITTLE
        found.append(Advice(when, runs if runs and keeps else least(run.gamma, each), runs))
    return found


def worst(size: int, among: Sequence[Case]) -> Loss:
    """The largest loss of a draft length."""
    losses = [(1 - case.run.speedup(size, case.cost) / case.run.speedup(case.best, case.cost), case) for case in among]
    share_of, case = max(losses, key=lambda loss: loss[0])
    return Loss(size, share_of, case, len(among) > 1)


def least(gamma: int, among: Sequence[Case]) -> Loss:
    """The loss of the draft length that loses the least in the worst case; up to SAME, the one next to `gamma`."""
    most = min(max(case.run.lengths()) for case in among)
    losses = [worst(size, among) for size in range(most + 1)]
    lowest = min(loss.share for loss in losses)
    return min((loss for loss in losses if loss.share <= lowest + SAME), key=lambda loss: abs(loss.size - gamma))
