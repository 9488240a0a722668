"""The draft length to set: one for each kind of draft at its typical costs, or one at the known cost, for all loads.

All advice follows one rule: of the tried lengths, advise the one whose largest loss, at all loads and costs in
question, is the smallest. The next longer length was not tried, so it is only advised if it is estimated to be faster
at all of these loads and costs. Differences below EQUAL count as none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from explorer.imports.answers import Facts
from explorer.imports.costs import Ordinary, ordinary
from explorer.imports.measures import per_pass
from explorer.imports.speed_words import by_load
from explorer.imports.whatif import EQUAL, WhatIf
from explorer.imports.words import share, signed, spread

ESTIMATED = " (estimated)"


@dataclass(frozen=True)
class Case:
    """A run with `running` requests at once (0 if the file has only one load), and the costs from `low` to `high`."""

    run: WhatIf
    running: int
    low: float
    high: float


@dataclass(frozen=True)
class Advice:
    """The advice for one kind of draft, or for the known cost if `kind` is None. `cases` has one case for each load.
    `now` is the draft length of the run, or None if lengths differ.
    """

    kind: Ordinary | None
    cases: tuple[Case, ...]
    now: int | None

    @property
    def gamma(self) -> int:
        """The longest length that was tried."""
        return self.cases[0].run.gamma

    @property
    def known(self) -> bool:
        """Whether each load has one cost."""
        return all(each.low == each.high for each in self.cases)

    def gains(self, size: int, other: int) -> tuple[float, float]:
        """The lowest and the highest gain of a length over another one at all loads and costs. As the cost rises, a
        gain either only rises or only falls, so both values are at the ends of a range of costs.
        """
        found = [each.run.gain(size, other, cost) for each in self.cases for cost in (each.low, each.high)]
        return min(found), max(found)

    def behind(self, size: int) -> float:
        """The largest gain of another tried length over this one."""
        return max(self.gains(other, size)[1] for other in range(self.gamma + 1))

    @cached_property
    def tried(self) -> int:
        """The tried length whose largest loss is the smallest, or the present length if that makes no difference."""
        best = min(range(self.gamma + 1), key=self.behind)
        keeps = self.now is not None and self.behind(self.now) - self.behind(best) < EQUAL
        return self.now if keeps and self.now is not None else best

    @property
    def longer(self) -> bool:
        """Whether the next longer draft, which was not tried, is estimated to be faster at all of these loads and
        costs.
        """
        return self.tried == self.gamma and self.gains(self.gamma + 1, self.gamma)[0] >= EQUAL

    @property
    def size(self) -> int:
        """The advised length."""
        return self.gamma + 1 if self.longer else self.tried

    @property
    def keeps(self) -> bool:
        """Whether the present length is advised."""
        return self.size == self.now

    def words(self, another: str = "another tried length") -> str:
        """The advised length, with its gain over the present one. If that is kept or not known, how much another tried
        one can gain.
        """
        if self.longer:
            return f"try {self.size} ({span_of(self.gains(self.size, self.gamma))} over {self.gamma}, an estimate)"
        named, most = str(self.size or "no draft"), self.behind(self.size)
        worst = f"{another} is at most {share(most)} faster" if most >= EQUAL else "no tried length is faster"
        if self.keeps or self.now is None:
            return f"{'keep' if self.keeps else 'set'} {named}: {worst}"
        if self.known:
            more = f"; {worst}" if most >= EQUAL else ""
            gains = by_load([(each.running, self._gain(each)) for each in self.cases])
            return f"set {named}: {gains} over {self.now}{more}"
        by = "cost and load" if len(self.cases) > 1 else "the cost"
        return f"set {named}: {faster_words(self.gains(self.size, self.now))} than {self.now}, by {by}"

    def _gain(self, each: Case) -> str:
        """What the advised length gains over the present one at a known cost, with its interval."""
        size, now = self.size, self.gamma if self.now is None else self.now
        return signed(each.run.gain(size, now, each.low)) + spread(each.run.gain_ends(size, now, each.low), signed)

    def alone(self) -> list[tuple[int, int]]:
        """The number of running requests at each load, with the best tried length for this load alone."""
        return [(each.running, Advice(self.kind, (each,), self.now).tried) for each in self.cases]


def span_of(gains: tuple[float, float]) -> str:
    """Gains in words, from the lowest to the highest.

    >>> span_of((0.007, 0.065)), span_of((0.012, 0.012))
    ('+0.7% to +6.5%', '+1.2%')
    """
    return " to ".join(dict.fromkeys(map(signed, gains)))


def faster_words(gains: tuple[float, float]) -> str:
    """How much slower or faster one length is than another one, from the lowest to the highest gain.

    >>> faster_words((-0.019, 0.106)), faster_words((0.012, 0.106)), faster_words((0.001, 0.106))
    ('from 1.9% slower to 10.6% faster', 'from 1.2% to 10.6% faster', 'from no faster to 10.6% faster')
    """
    low, high = gains
    most = f"{share(high)} faster"
    if abs(low) < EQUAL:
        return f"from no faster to {most}"
    least = share(abs(low)) + (" slower" if low < 0 else "")
    return most if least == share(high) else f"from {least} to {most}"


def by_cost(run: WhatIf, low: float) -> str:
    """The fastest lengths at all costs of a draft token: each is the fastest one between the cost at which one token
    more pays off, and the cost at which its last token does. Longer drafts than those of the file are named if one is
    estimated to be the fastest at a cost above `low`. How long they should be is not known.
    """
    parts = list[tuple[str, float]]()
    if (limit := run.worth(run.gamma + 1) if run.whole else 0.0) > low:
        parts.append((f"{run.gamma + 1} or longer{ESTIMATED}", limit))
    for size in range(run.gamma, 0, -1):
        limit, before = run.worth(size), parts[-1][1] if parts else 0.0
        if limit > before and share(limit) != share(before):
            parts.append((str(size), limit))
    words = ["below", *["up to"] * len(parts)]
    said = [f"{name} {word} {share(limit)}" for word, (name, limit) in zip(words, parts, strict=False)]
    return ", ".join((*said, "no draft above")) if said else "no draft at any cost"


def runs_of(facts: Facts, run: WhatIf) -> list[tuple[WhatIf, int]]:
    """The run at each number of running requests, or the whole file with 0 if there is only one number. Each run has
    its own cost if that is known, and otherwise the cost of the file.
    """
    found = [(at.run, at.load.running) for at in facts.loads if at.run and at.run.gamma == run.gamma]
    alone = facts.given.costed or all(each.cost is None for each, _ in found)
    runs = [(replace(each, cost=run.cost) if alone else each, count) for each, count in found]
    return runs if len(runs) > 1 else [(run, 0)]


def advice(facts: Facts, run: WhatIf) -> Sequence[Advice]:
    """The advice for each kind of draft, or one at the known cost."""
    now = run.gamma if per_pass(facts.base) == run.gamma else None
    timed = [] if facts.given.costed else [(at.timed, at.load.running) for at in facts.loads]
    known = [(each, each.cost, count) for each, count in timed if each is not None and each.cost is not None]
    loads, cost = runs_of(facts, run), run.cost
    if not known and cost is not None:
        known = [(each, cost, count) for each, count in loads]
    if known:
        return [Advice(None, tuple(Case(each, count, cost, cost) for each, cost, count in known), now)]
    return [
        Advice(kind, tuple(Case(each, count, kind.low, kind.high) for each, count in loads), now)
        for kind in ordinary(facts.base)
    ]
