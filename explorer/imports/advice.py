"""The best draft length. One rule gives it for all answers, tables and files.

For each length that ran, the largest loss is how much faster another tried length is at most, over all loads and costs
of a draft token in question. The best length has the smallest largest loss. With one load and a known cost, it is the
fastest length. The next longer length was not tried. It is advised only if it is estimated to be faster at all of these
loads and costs. Gains below EQUAL count as none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from explorer.imports.costs import Ordinary, costs_of
from explorer.imports.sections import Bands
from explorer.imports.speed_words import MOST_LOADS, by_load, running
from explorer.imports.whatif import EQUAL, WhatIf
from explorer.imports.words import at_most, percent_of, share, signed, span, spread
from explorer.story.numbers import listed

ESTIMATED = " (estimate)"
MOST_COST = 0.4  # largest cost in the chart of the fastest lengths; typical costs are below it


@dataclass(frozen=True)
class Case:
    """One load: the run with `running` requests at once (0 if the file has only one load), and the range of costs from
    `low` to `high`.
    """

    run: WhatIf
    running: int
    low: float
    high: float


@dataclass(frozen=True)
class Advice:
    """The best length for some cases, one for each load. `now` is the draft length that was in use; None if there were
    several. If the cost is not known, `kind` and `costs` name the kinds of draft and their typical costs.
    """

    cases: tuple[Case, ...]
    now: int | None
    kind: str = ""
    costs: str = ""

    @property
    def gamma(self) -> int:
        """The longest draft length that was tried."""
        return self.cases[0].run.gamma

    @property
    def known(self) -> bool:
        """Whether the cost is known at each load. If not, only typical costs are known."""
        return all(each.run.cost is not None for each in self.cases)

    def gains(self, size: int, other: int) -> tuple[float, float]:
        """The lowest and the highest gain of a length over another one at all loads and costs. As the cost rises, a
        gain changes in only one direction, so both values are at the ends of a range of costs.
        """
        found = [each.run.gain(size, other, cost) for each in self.cases for cost in (each.low, each.high)]
        return min(found), max(found)

    def behind(self, size: int) -> float:
        """The largest loss of a length: how much faster another tried length is at most."""
        return max(self.gains(other, size)[1] for other in range(self.gamma + 1))

    @cached_property
    def tried(self) -> int:
        """The best of the tried lengths, or the present length if the best one is hardly faster."""
        best = min(range(self.gamma + 1), key=self.behind)
        keeps = self.now is not None and self.behind(self.now) - self.behind(best) < EQUAL
        return self.now if keeps and self.now is not None else best

    @property
    def longer(self) -> bool:
        """Whether the next longer draft, which was not tried, is estimated to be faster at all loads and costs."""
        return self.tried == self.gamma and self.gains(self.gamma + 1, self.gamma)[0] >= EQUAL

    @property
    def size(self) -> int:
        """The best length."""
        return self.gamma + 1 if self.longer else self.tried

    @property
    def keeps(self) -> bool:
        """Whether the present length is the best one."""
        return self.size == self.now

    @property
    def short(self) -> str:
        """What to do in a few words."""
        word = "keep" if self.keeps else "try" if self.longer else "set"
        instead = "" if self.keeps or self.now is None else f" instead of {self.now}"
        return f"{f'{word} {self.size}' if self.size else 'use no draft'}{instead}"

    def numbers(self, of: str = "") -> str:
        """The gain of the best length over the present one. If the present one is the best: the largest gain of another
        length that was tried. `of` says what the costs are a share of, where the reader does not know it yet.
        """
        one, now = self.cases[0].running if len(self.cases) == 1 else 0, self.now
        where = f"With {f'{running(one)} and ' if one and of else ''}{self.kind} (cost {self.costs}{of}), "
        if self.known:
            costs = [each.low for each in self.cases]
            ends = dict.fromkeys((percent_of(min(costs)), percent_of(max(costs))))
            at = f"With {running(one)} at" if one else "At"
            where = f"{at} a cost of {' to '.join(ends)} of a target pass, "
        if self.keeps or now is None:
            return f"{where}{self._worst()}."
        size = str(self.size) if self.size else "no draft"
        if self.longer:
            return f"{where}{size} is estimated to be {self._over(now)} than {now}, but was not tried."
        others = f", and {self._others()}" if self._others() else ""
        return f"{where}{size} is {self._over(now)} than {now}{others}."

    def _worst(self) -> str:
        """The largest gain of another tried length over the best one."""
        most = self.behind(self.tried)
        worst = f"more than {at_most(most)} faster" if most >= EQUAL else "faster"
        return self._others() or f"no other tried length is {worst}"

    def _others(self) -> str:
        """The costs above and below which another tried length is faster than the best one, with its largest gain.
        Empty if the cost is known, if there are several loads, or if no other length makes a difference. The gain of
        the present length is given elsewhere.
        """
        each, *more = self.cases
        if self.known or more:
            return ""
        size, said = self.size, list[str]()
        shorter = max((each.run.gain(other, size, each.high) for other in range(size)), default=0.0)
        longer = max((each.run.gain(other, size, each.low) for other in range(size + 1, self.gamma + 1)), default=0.0)
        if shorter >= EQUAL and (self.now is None or self.now >= size):
            said.append(_faster(size - 1, shorter, "above", each.run, size))
        if longer >= EQUAL and (self.now is None or self.now <= size):
            said.append(_faster(size + 1, longer, "below", each.run, size + 1))
        return " and ".join(said)

    def _over(self, now: int) -> str:
        """How much faster the best length is than the present one, at each load if the cost is known."""
        if not self.known:
            low, high = self.gains(self.size, now)
            least = f"{share(abs(low))}{' slower' if low < 0 else ''}" if abs(low) >= EQUAL else "no faster"
            return f"{share(high)} faster" if least == share(high) else f"{least} to {share(high)} faster"
        said = list[tuple[int, str]]()
        for each in self.cases:
            gain, ends = each.run.gain(self.size, now, each.low), each.run.gain_ends(self.size, now, each.low)
            shown = "no faster" if abs(gain) < EQUAL else f"{share(gain)} faster"
            load = each.running if len(self.cases) > 1 else 0
            said.append((load, f"{shown}{f' (95% interval: {span(ends, signed)})' if ends else ''}"))
        return by_load(said)

    def alone(self) -> list[tuple[int, "Advice"]]:
        """The number of running requests at each load, with the advice for this load alone. A load keeps the common
        length if another length makes no difference there.
        """
        return [(each.running, Advice((each,), self.tried)) for each in self.cases]


def _faster(size: int, gain: float, where: str, run: WhatIf, longer: int) -> str:
    """The length that is faster above or below a cost, with the largest gain there. `longer` is the longer one of the
    two lengths that are equally fast at this cost.
    """
    cost = f"{share(run.worth(longer))}{spread(run.limit_ends(longer, longer - 1), share)}"
    return f"{size or 'no draft'} is up to {at_most(gain)} faster at costs {where} {cost}"


def bands(bests: Sequence[Advice]) -> tuple[tuple[str, Bands], ...]:
    """The fastest draft length at each cost of a draft token up to MOST_COST, for each load, with estimates marked.
    Further rows without lengths mark the known costs, or the typical costs of each kind of draft.
    """
    rows, costs = list[tuple[str, Bands]](), list[tuple[str, Bands]]()
    for run, count in [(each.run, each.running) for each in bests[0].cases]:
        ends, row = 0.0, list[tuple[str, float, float]]()
        for size in range(run.gamma + (run.whole > 0), -1, -1):
            start, ends = ends, max(ends, min(run.worth(size), MOST_COST) if size else MOST_COST)
            name = f"{size or 'no draft'}{ESTIMATED if size > run.gamma else ''}"
            row += [(name, start, ends)] if ends > start else []
        rows.append((running(count) if count else "fastest length", tuple(row)))
    for best in bests:
        low, high = min(each.low for each in best.cases), max(each.high for each in best.cases)
        name = "cost in this report" if best.known else f"cost with {best.kind}"
        costs.append((name, (("", min(low, MOST_COST), min(high, MOST_COST)),)))
    return (*rows[:MOST_LOADS], *costs)


def advised(loads: Sequence[tuple[WhatIf, int]], now: int | None, kinds: Sequence[Ordinary]) -> tuple[Advice, ...]:
    """The best length for the runs in `loads`, each with its number of running requests. There is one answer if all
    costs are known, or if all kinds of draft have the same best length at their typical costs. Otherwise, each kind has
    its own answer.
    """
    known = [Case(run, n, run.cost, run.cost) for run, n in loads if run.cost is not None]
    if known:
        return (Advice(tuple(known), now),)
    each = [
        Advice(tuple(Case(run, n, kind.low, kind.high) for run, n in loads), now, kind.name, kind.costs)
        for kind in kinds
    ]
    if len({best.size for best in each}) > 1:
        return tuple(each)
    low, high = min(kind.low for kind in kinds), max(kind.high for kind in kinds)
    name = listed([kind.name for kind in kinds], joint="or")
    return (Advice(tuple(Case(run, n, low, high) for run, n in loads), now, name, costs_of(low, high)),)
