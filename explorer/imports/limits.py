"""The cost of a draft token up to which the draft pays off, and the speed-ups at a cost, for each load.

With E tokens per target pass, γ draft tokens and a cost c, the speed-up is E / (1 + γ · c). It is 1 at c = (E − 1) / γ.
If the file counts target passes, this c is the number of accepted draft tokens divided by the number of proposed ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from explorer.imports.answers import Facts
from explorer.imports.costs import Ordinary
from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, Estimate
from explorer.imports.measures import judged, tokens_per_pass
from explorer.imports.speed_words import by_load, running
from explorer.imports.words import INTERVAL, share, significant, spread, times, times_span
from explorer.story.numbers import listed, number

POSSIBLE = "possible: "
YES, NO, TOO_FEW = "Probably yes", "Probably no", "Too few passes to say"
DEPENDS = "It depends on the cost"
PAYS = "pays off up to a cost of {} of a target pass {}{}"


@dataclass(frozen=True)
class Limit:
    """The largest cost at which the draft pays off, for `running` requests (0 if the file has only one load). `each`
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
        """The calculation of the limit, with its interval."""
        ends = spread(self.ends if self.bounded else None, share, named)
        more = f"{number(self.tokens.value)} − 1"
        divided = more if self.each == 1 else f"({more}) / {significant(self.each)}"
        counted = f"{self.counts[0]:,} / {self.counts[1]:,}" if self.counts else divided
        return f"{counted} = {share(self.value)}{ends}"

    def speedup(self, cost: float) -> float:
        """The speed-up at a cost."""
        return self.tokens.value / (1 + self.each * cost)

    def speedups(self, low: float, high: float) -> str:
        """The speed-ups at the costs `low` and `high`, with one interval that covers both."""
        gains = " to ".join(dict.fromkeys(times(self.speedup(cost)) for cost in (high, low)))
        least, most = self.tokens.ends or (0.0, 0.0)
        ends = (least / (1 + self.each * high), most / (1 + self.each * low)) if self.bounded else None
        return f"{gains}{times_span(ends, POSSIBLE if self.tokens.certain else INTERVAL)}"


def limits_of(facts: Facts, found: Estimate, drafted: float) -> list[Limit]:
    """The limit at each load, or that of the file. `found` and `drafted` are its tokens and draft tokens per pass."""
    loads, made, whole = sorted(facts.pool.loads.items()), list[Limit](), tree(facts.pool)
    for count, load in loads if len(loads) > 1 else [(0, None)]:
        part = load.part if load else facts.pool
        passes, accepted, proposed = part.passes, part.accepted, part.drafted
        tokens = tokens_per_pass(part) if passes else load.tokens if load else found
        counted = passes and proposed and accepted is not None and not whole
        each = 1 if whole else proposed / passes if passes and proposed else drafted
        made.append(Limit(count, tokens or found, each, (accepted or 0, proposed or 0) if counted else None))
    return made


def tree(pool: Pool) -> bool:
    """Whether the drafts may be trees."""
    return pool.typed_length is None and judged(pool) is None


def each_load(limits: Sequence[Limit], said: Callable[[Limit], str]) -> str:
    """A value for each load, or the one value of the file."""
    return by_load([(each.running, said(each)) for each in limits])


def arithmetic(pool: Pool, limits: Sequence[Limit]) -> str:
    """The cost up to which the draft pays off, how this cost is computed, and why."""
    named = POSSIBLE if limits[0].tokens.certain else INTERVAL
    values = each_load(limits, lambda each: each.formula(named if each is limits[0] else ""))
    if limits[0].counts:
        shares = pool.formats[0].shares or "proposed"
        why = f"Each accepted token saves a target pass, and each {shares} one has to be drafted."
        return f"up to a cost of accepted / {shares} draft tokens: {values}. {why}"
    formula = "tokens per target pass − 1" if tree(pool) else "(tokens per target pass − 1) / draft tokens"
    return f"up to a cost of {formula}: {values}."


def between_of(limits: Sequence[Limit], kind: Ordinary) -> Ends:
    """The lowest and the highest speed-up at the typical costs of a kind of draft and at all loads."""
    return min(each.speedup(kind.high) for each in limits), max(each.speedup(kind.low) for each in limits)


def judgement(limits: Sequence[Limit], low: float, high: float) -> str:
    """The first words of the verdict for costs from `low` to `high`. An interval includes its ends."""
    if all(each.ends[0] > high for each in limits):
        return YES
    if all(each.ends[1] < low for each in limits):
        return NO
    if low < high:
        sure = all(each.value > high for each in limits) or all(each.value < low for each in limits)
        return TOO_FEW if sure else DEPENDS
    return "It depends on the load" if len(limits) > 1 else TOO_FEW


def verdict_of(limits: Sequence[Limit], kinds: Sequence[Ordinary]) -> str:
    """The verdict at the typical costs of each kind of draft: one for all of them, or one for each. The speed-ups are
    those of the lowest and of the highest load.
    """
    words = [judgement(limits, kind.low, kind.high) for kind in kinds]
    ends = [replace(each, tokens=Estimate(each.tokens.value)) for each in dict.fromkeys((limits[0], limits[-1]))]
    gains = [each_load(ends, partial(Limit.speedups, low=kind.low, high=kind.high)) for kind in kinds]
    if len(limits) == 1 and len(set(words)) == 1:
        of = [f"{gain} with {kind.name} ({kind.costs})" for kind, gain in zip(kinds, gains, strict=True)]
        return f"{words[0]}: it {pays(limits, whole=False)}. Computed, not measured: {listed(of)}."
    said = list[str]()
    for kind, word, gain in zip(kinds, words, gains, strict=True):
        most = [(each.running, share(each.value)) for each in limits if each.value < kind.high]
        begun = f"only up to a cost of {by_load(most)}" if word == DEPENDS else f"{word[0].lower()}{word[1:]}"
        said.append(f"With {kind.name} ({kind.costs}): {begun} ({gain}).")
    return f"{' '.join(said)} These speed-ups are computed, not measured."


def pays(limits: Sequence[Limit], *, whole: bool, bounded: bool = True) -> str:
    """The break-even, which is the highest cost at which the draft pays off, at the load where this cost is the lowest.
    If `bounded`, it has its interval.
    """
    least = min(limits, key=lambda each: each.value)
    load = f" with {running(least.running)}" if least.running else ""
    ends = spread(
        least.ends if bounded and least.bounded else None, share, POSSIBLE if least.tokens.certain else INTERVAL
    )
    return PAYS.format(share(least.value), "for the whole draft" if whole else "per draft token", f"{load}{ends}")


def usual(limits: Sequence[Limit], kinds: Sequence[Ordinary]) -> list[str]:
    """The speed-ups at the typical costs of each kind of draft and at each load, with their intervals."""
    gains = [each_load(limits, partial(Limit.speedups, low=kind.low, high=kind.high)) for kind in kinds]
    return [f"With {kind.name} ({kind.costs}): {gain}." for kind, gain in zip(kinds, gains, strict=True)]
