"""The speed that a draft length loses against the fastest one, if the cost of a draft token or the load may vary.

The length to try is the one that loses the least in the worst case. If the length that runs loses hardly more, the
report says to keep it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.imports.answers import Facts
from explorer.imports.costs import ordinary
from explorer.imports.speed_words import running
from explorer.imports.whatif import SAME, WhatIf
from explorer.imports.words import percent_of, share

LITTLE = 0.02  # loss of speed that is not worth a change


@dataclass(frozen=True)
class Case:
    """One cost of a draft token, the run at one number of running requests (0 if the file has only one), and the
    fastest draft length there.
    """

    run: WhatIf
    cost: float
    running: int
    best: int


@dataclass(frozen=True)
class Loss:
    """The largest loss of a draft length as a share of the speed, and the case with this loss."""

    size: int
    share: float
    case: Case

    @property
    def words(self) -> str:
        """The loss alone."""
        return f"less than {percent_of(LITTLE)}" if self.share < LITTLE else f"at most {share(self.share)}"

    @property
    def reason(self) -> str:
        """Both speed-ups, and the cost and the load at which the loss occurs, in brackets; empty for a small loss."""
        if self.share < LITTLE:
            return ""
        run, cost, best = self.case.run, self.case.cost, self.case.best
        other = f"with {best}" if best else "without a draft"
        load = f" with {running(self.case.running)}" if self.case.running else ""
        return (
            f" (×{run.speedup(self.size, cost):.2f}, not ×{run.speedup(best, cost):.2f} {other}, if a token costs "
            f"{percent_of(cost)}{load})"
        )


def case_of(run: WhatIf, cost: float, count: int) -> Case:
    """A case with its fastest draft length, the shortest of equally fast ones."""
    return Case(run, cost, count, max(run.lengths(), key=lambda size: (run.speedup(size, cost), -size)))


def possible_cases(facts: Facts, run: WhatIf) -> list[Case]:
    """The known cost of a draft token, or the typical ones of the kinds of draft that a file can have, at each number
    of running requests.
    """
    typical = dict.fromkeys(cost for each in ordinary(facts.base) for cost in (each.low, each.high))
    costs = typical if run.cost is None else (run.cost,)
    runs = [(at.run, at.load.running) for at in facts.loads if at.run and at.run.measured and at.run.gamma == run.gamma]
    several = runs if len(runs) > 1 else [(run, 0)]
    return [case_of(each, cost, count) for each, count in several for cost in costs]


def timed_cases(facts: Facts) -> list[Case]:
    """The cost of a draft token with its check at each number of running requests, where it is known."""
    runs = [(at.timed, at.load.running) for at in facts.loads]
    return [case_of(run, run.cost, count) for run, count in runs if run is not None and run.cost is not None]


def worst(size: int, cases: Sequence[Case]) -> Loss:
    """The largest loss of a draft length."""
    found = [
        Loss(size, 1 - case.run.speedup(size, case.cost) / case.run.speedup(case.best, case.cost), case)
        for case in cases
    ]
    return max(found, key=lambda loss: loss.share)


def least(gamma: int, cases: Sequence[Case]) -> Loss:
    """The loss of the draft length that loses the least in the worst case; up to SAME, the one next to `gamma`."""
    most = min(max(case.run.lengths()) for case in cases)
    losses = [worst(size, cases) for size in range(most + 1)]
    lowest = min(loss.share for loss in losses)
    return min((loss for loss in losses if loss.share <= lowest + SAME), key=lambda loss: abs(loss.size - gamma))
