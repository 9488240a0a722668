"""What one draft length loses against the fastest one, where the cost of a draft token or the load is not known.

The length to try is the one that loses the least in the worst case. If the length that runs loses hardly more, it is
kept.
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
    """One cost of a draft token, and the run at one number of running requests, 0 if the file has only one."""

    run: WhatIf
    cost: float
    running: int = 0


@dataclass(frozen=True)
class Loss:
    """What a draft length loses at most, and where: the fastest length there, and both speed-ups."""

    size: int
    share: float
    case: Case
    best: int
    here: float
    there: float


def typical_cases(facts: Facts, run: WhatIf) -> list[Case]:
    """The typical costs of the kinds of draft that a file can have, at each number of running requests."""
    costs = dict.fromkeys(cost for each in ordinary(facts.base) for cost in (each.low, each.high))
    runs = [(at.run, at.load.running) for at in facts.loads if at.run and at.run.measured and at.run.gamma == run.gamma]
    several = runs if len(runs) > 1 else [(run, 0)]
    return [Case(each, cost, count) for each, count in several for cost in costs]


def timed_cases(facts: Facts) -> list[Case]:
    """The cost of a draft token with its check at each number of running requests, where it is known."""
    runs = [(at.timed, at.load.running) for at in facts.loads]
    return [Case(run, run.cost, count) for run, count in runs if run is not None and run.cost is not None]


def worst(size: int, cases: Sequence[Case]) -> Loss:
    """What a draft length loses at most."""
    found = list[Loss]()
    for case in cases:
        best = max(case.run.lengths(), key=lambda one: (case.run.speedup(one, case.cost), -one))
        here, there = (case.run.speedup(one, case.cost) for one in (size, best))
        found.append(Loss(size, 1 - here / there, case, best, here, there))
    return max(found, key=lambda one: one.share)


def least(gamma: int, cases: Sequence[Case]) -> Loss:
    """The loss of the draft length that loses the least in the worst case; up to SAME, the one next to `gamma`."""
    most = min(max(case.run.lengths()) for case in cases)
    losses = [worst(size, cases) for size in range(most + 1)]
    lowest = min(loss.share for loss in losses)
    return min((loss for loss in losses if loss.share <= lowest + SAME), key=lambda loss: abs(loss.size - gamma))


def loss_words(loss: Loss) -> str:
    """A loss with both speed-ups, and the cost and the load at which it occurs."""
    if loss.share < LITTLE:
        return most_words(loss)
    other = f"with {loss.best}" if loss.best else "without a draft"
    load = f" with {running(loss.case.running)}" if loss.case.running else ""
    return (
        f"{most_words(loss)} (×{loss.here:.2f}, not ×{loss.there:.2f} {other}, if a token costs "
        f"{percent_of(loss.case.cost)}{load})"
    )


def most_words(loss: Loss) -> str:
    """A loss alone."""
    return f"less than {percent_of(LITTLE)}" if loss.share < LITTLE else f"at most {share(loss.share)}"
