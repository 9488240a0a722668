"""The fastest draft lengths: for each kind of draft at its typical costs, or at the known cost, and at each load.

One rule holds everywhere: a length is the fastest one between the cost at which one token more pays off, and the cost
at which its last token does. Of the lengths that were not tried, only the next one is advised, because it is estimated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from explorer.imports.answers import Facts
from explorer.imports.costs import Ordinary, ordinary
from explorer.imports.measures import per_pass
from explorer.imports.whatif import WhatIf
from explorer.imports.words import share, signed


@dataclass(frozen=True)
class Fastest:
    """The costs of a draft token from `low` to `high`, at which drafts of `size` tokens are the fastest tried ones."""

    size: int
    low: float
    high: float


@dataclass(frozen=True)
class Advice:
    """The advice for one kind of draft, or for the known cost if `kind` is None, with `running` requests at once (0 if
    the file has only one load). `now` is the length that runs, None if lengths differ.
    """

    kind: Ordinary | None
    run: WhatIf
    running: int
    low: float
    high: float
    now: int | None

    @cached_property
    def ranges(self) -> list[Fastest]:
        """The fastest tried lengths from the lowest to the highest cost."""
        if self.low == self.high:
            return [Fastest(self.run.best(self.low), self.low, self.high)]
        found, low = list[Fastest](), self.low
        for size in range(self.run.gamma, -1, -1):
            high = min(self.high, self.run.worth(size)) if size else self.high
            if high > low:
                found.append(Fastest(size, low, high))
                low = high
        return found

    @property
    def longer(self) -> bool:
        """Whether the next longer draft is estimated to be faster at all of these costs."""
        return self.run.advised(self.high) > self.run.gamma

    @property
    def size(self) -> int | None:
        """The advised length, if it is the same at all of these costs."""
        if self.longer:
            return self.run.gamma + 1
        return self.ranges[0].size if len(self.ranges) == 1 else None

    @property
    def sizes(self) -> list[int]:
        """The lengths that the advice names."""
        return [self.run.gamma + 1] if self.longer else [each.size for each in self.ranges]

    @property
    def maybe(self) -> bool:
        """Whether the next longer draft is estimated to be faster at some of these costs, but not at all of them."""
        return not self.longer and self.run.advised(self.low) > self.run.gamma

    def gains(self, size: int) -> tuple[float, float]:
        """The gains of a length over the present one at the lowest and at the highest cost."""
        now = self.run.gamma if self.now is None else self.now
        return self.run.gain(size, now, self.low), self.run.gain(size, now, self.high)

    def gained(self, size: int) -> str:
        """These gains in words."""
        return " to ".join(dict.fromkeys(map(signed, self.gains(size))))

    @property
    def words(self) -> str:
        """The lengths by their cost."""
        size = self.size
        if self.longer and size:
            more = " or more" if self.run.worth(size + 1) >= self.high else ""
            return f"try {size}{more} (an estimate: {self.gained(size)}{self._further(size + 1)})"
        if size is None:
            return by_cost(self.ranges, self.low, self.high)
        if size == self.now:
            return f"{'' if self.maybe else 'keep '}{size}"
        named = str(size or "no draft")
        return named if self.now is None else f"try {named} ({self.gained(size)})"

    def _further(self, size: int) -> str:
        """What is known about an even longer draft."""
        limit = self.run.worth(size)
        return f"; {size} only below {share(limit)}" if self.low < limit < self.high else ""


def by_cost(ranges: Sequence[Fastest], low: float, high: float) -> str:
    """Lengths by the cost of a draft token, of costs from `low` to `high`.

    >>> by_cost([Fastest(4, 0.05, 0.079), Fastest(3, 0.079, 0.17), Fastest(2, 0.17, 0.375)], 0.05, 0.375)
    '4 below 7.9%, 3 up to 17.0%, 2 above'
    >>> by_cost([Fastest(3, 0.05, 0.075), Fastest(2, 0.126, 0.233), Fastest(1, 0.34, 0.375)], 0.05, 0.375)
    '3 below 7.5%, 2 from 12.6% to 23.3%, 1 above 34.0%'
    """
    said, before = list[str](), low
    for each in ranges:
        first, last, follows = each.low == low, each.high == high, each.low == before
        ends = "" if last else f"below {share(each.high)}"
        if not first:
            ends = f"above{'' if follows else f' {share(each.low)}'}" if last else f"up to {share(each.high)}"
            ends = ends if follows or last else f"from {share(each.low)} to {share(each.high)}"
        said.append(f"{each.size or 'no draft'} {ends}".strip())
        before = each.high
    return ", ".join(said)


def shared(found: Sequence[Advice]) -> list[Fastest]:
    """The lengths that are the fastest at every load, with the costs at which they are."""
    common = list[Fastest]()
    for size in {each.size: None for each in found[0].ranges}:
        here = [part for each in found for part in each.ranges if part.size == size]
        low, high = max(part.low for part in here), min(part.high for part in here)
        common += [Fastest(size, low, high)] if len(here) == len(found) and low < high else []
    return common


def every_load(found: Sequence[Advice]) -> str:
    """The lengths of one kind of draft that are the fastest at every load."""
    first, *others = found
    if not others:
        return first.words
    if all(each.longer for each in found) and first.size:
        ends = [gain for each in found for gain in each.gains(first.size)]
        return f"try {first.size} (an estimate: {signed(max(ends))} to {signed(min(ends))})"
    if not (common := shared(found)):
        return "it depends on the load"
    if (only := common[0]).low == first.low and only.high == first.high:
        keeps = only.size == first.now and not any(each.maybe for each in found)
        return f"{'keep ' if keeps else ''}{only.size or 'no draft'}"
    return by_cost(common, first.low, first.high)


def line(found: Sequence[Advice]) -> str:
    """The fastest lengths at one load and at all typical costs, with the estimated one. Costs at which two lengths are
    equally fast do not depend on the kind of draft.
    """
    run, low, high = found[0].run, min(each.low for each in found), max(each.high for each in found)
    whole = Advice(None, run, 0, low, high, None)
    said = by_cost(whole.ranges, low, high)
    if whole.longer:
        return f"{run.gamma + 1} (estimated)"
    limit = run.worth(run.gamma + 1) if whole.maybe else 0.0
    return (
        f"{run.gamma + 1} (estimated) below {share(limit)}, {said.replace(' below ', ' up to ', 1)}" if limit else said
    )


def runs_of(facts: Facts, run: WhatIf) -> list[tuple[WhatIf, int]]:
    """The run at each number of running requests, or the whole file with 0 if there is only one."""
    runs = [(at.run, at.load.running) for at in facts.loads if at.run and at.run.gamma == run.gamma]
    return runs if len(runs) > 1 else [(run, 0)]


def advice(facts: Facts, run: WhatIf) -> list[list[Advice]]:
    """The advice for each kind of draft, or one at the known cost. Each has a row for each load."""
    now = run.gamma if per_pass(facts.base) == run.gamma else None
    timed = [] if facts.given.costed else [(at.timed, at.load.running) for at in facts.loads]
    known = [(each, each.cost, count) for each, count in timed if each is not None and each.cost is not None]
    if known:
        return [[Advice(None, each, count, cost, cost, now) for each, cost, count in known]]
    loads = runs_of(facts, run)
    if (cost := run.cost) is not None:
        return [[Advice(None, each, count, cost, cost, now) for each, count in loads]]
    return [
        [Advice(kind, each, count, kind.low, kind.high, now) for each, count in loads] for kind in ordinary(facts.base)
    ]
