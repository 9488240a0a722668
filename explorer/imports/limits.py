"""The cost of a draft token up to which the draft pays off, and the speed-ups at a cost, for each load.

With E tokens per target pass, γ draft tokens and a cost c, the speed-up is E / (1 + γ · c). It is 1 at c = (E − 1) / γ.
If the file counts target passes, this c is the number of accepted draft tokens divided by that of proposed ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from explorer.imports.answers import Facts
from explorer.imports.costs import Ordinary
from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, Estimate
from explorer.imports.measures import judged, tokens_per_pass
from explorer.imports.speed_words import by_load
from explorer.imports.words import share, spread
from explorer.story.numbers import listed, number


@dataclass(frozen=True)
class Limit:
    """The largest cost at which the draft pays off, with `running` requests, or 0 if the file has only one load. `each`
    is the number of draft tokens per target pass, or 1 for the whole draft if it may be a tree. `counts` has the
    accepted and the proposed draft tokens.
    """

    running: int
    tokens: Estimate
    each: float
    counts: tuple[int, int] | None

    @property
    def value(self) -> float:
        """The largest cost, in target passes."""
        return (self.tokens.value - 1) / self.each

    @property
    def ends(self) -> Ends:
        """Both ends of its interval, which are equal if it is not known."""
        low, high = self.tokens.ends or (self.tokens.value, self.tokens.value)
        return (low - 1) / self.each, (high - 1) / self.each

    @property
    def bounded(self) -> bool:
        """Whether the ends of the interval differ in the digits that are shown."""
        return share(self.ends[0]) != share(self.ends[1])

    def formula(self, named: str) -> str:
        """How the limit is computed, with its interval."""
        ends = spread(self.ends if self.bounded else None, share, named)
        more = f"{number(self.tokens.value)} − 1"
        divided = more if self.each == 1 else f"({more}) / {self.each:.3g}"
        counted = f"{self.counts[0]:,} / {self.counts[1]:,}" if self.counts else divided
        return f"{counted} = {share(self.value)}{ends}"

    def speedups(self, low: float, high: float) -> str:
        """The speed-ups between two costs, with their intervals."""
        least, most = self.tokens.ends or (self.tokens.value, self.tokens.value)
        gains = (least / (1 + self.each * high), most / (1 + self.each * low))
        return " to ".join(dict.fromkeys(f"×{gain:.2f}" for gain in gains))


def limits_of(facts: Facts, found: Estimate, drafted: float) -> list[Limit]:
    """The limit at each load, or that of the file. `found` and `drafted` are its tokens and draft tokens per pass."""
    loads, made, whole = sorted(facts.pool.loads.items()), list[Limit](), tree(facts.pool)
    for running, load in loads if len(loads) > 1 else [(0, None)]:
        part = load.part if load else facts.pool
        passes, accepted, proposed = part.passes, part.accepted, part.drafted
        tokens = tokens_per_pass(part) if passes else load.tokens if load else found
        counted = passes and proposed and accepted is not None and not whole
        each = 1 if whole else proposed / passes if passes and proposed else drafted
        made.append(Limit(running, tokens or found, each, (accepted or 0, proposed or 0) if counted else None))
    return made


def tree(pool: Pool) -> bool:
    """Whether the drafts may be trees."""
    return pool.typed_length is None and judged(pool) is None


def each_load(limits: Sequence[Limit], said: Callable[[Limit], str]) -> str:
    """A value for each load, or the one value of the file."""
    return by_load([(each.running, said(each)) for each in limits])


def arithmetic(pool: Pool, limits: Sequence[Limit]) -> str:
    """The cost up to which the draft pays off, and how it is computed."""
    formula = "tokens per target pass − 1" if tree(pool) else "(tokens per target pass − 1) / draft tokens"
    formula = f"accepted / {pool.formats[0].shares or 'proposed'} draft tokens" if limits[0].counts else formula
    named = "possible: " if limits[0].tokens.certain else "95%: "
    values = each_load(limits, lambda each: each.formula(named if each is limits[0] else ""))
    return f"The draft pays off up to a cost of {formula}: {values}."


def at_cost(limits: Sequence[Limit], cost: float) -> str:
    """The speed-ups at a known cost and several loads."""
    intervals = " (with 95% intervals)" if all(each.bounded for each in limits) else ""
    return f"{each_load(limits, lambda each: each.speedups(cost, cost))}{intervals}"


def begins(limits: Sequence[Limit], kinds: Sequence[Ordinary]) -> str:
    """The first words of the verdict: for which kinds of draft it pays off at all typical costs and loads. The lower
    ends of intervals count.
    """
    least = min(each.ends[0] for each in limits)
    safe = [each.name for each in kinds if each.high < least]
    if not safe:
        return "It depends on the cost" if kinds else "Not known yet"
    return "Probably yes" if len(safe) == len(kinds) else f"Probably yes with {listed(safe, joint='or')}"


def usual(limits: Sequence[Limit], kinds: Sequence[Ordinary]) -> list[str]:
    """The speed-ups at the typical costs of each kind of draft: one sentence, or one for each kind at several loads."""
    intervals = ", with 95% intervals" if all(each.bounded for each in limits) else ""
    names = [f"{kind.name} ({kind.costs})" for kind in kinds]
    gains = [each_load(limits, partial(Limit.speedups, low=kind.low, high=kind.high)) for kind in kinds]
    if len(limits) > 1:
        return [f"With {name}, speed-ups are {gain}{intervals}." for name, gain in zip(names, gains, strict=True)]
    said = [f"{gain} with {name}" for name, gain in zip(names, gains, strict=True)]
    return [f"Speed-up at typical costs of a draft token{intervals}: {listed(said)}."] if said else []
