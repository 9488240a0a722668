"""The cost of a draft token up to which the draft pays off, and the speed-ups at a cost, for each load.

With E tokens per target pass, γ draft tokens and a cost c, the speed-up is E / (1 + γ · c). It is 1 at c = (E − 1) / γ.
If the file counts target passes, this c is the number of accepted draft tokens divided by the number of proposed ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from explorer.imports.answers import Facts
from explorer.imports.costs import costs_of
from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, Estimate
from explorer.imports.measures import judged, per_pass, tokens_per_pass
from explorer.imports.sections import Row, Table, table
from explorer.imports.speed_words import MOST_LOADS, by_load, running, runs_words
from explorer.imports.speeds import grows
from explorer.imports.words import begun, share, significant, spread, times, times_within
from explorer.story.numbers import listed, number

YES, NO, TOO_FEW, UNKNOWN = "Probably yes", "Probably no", "Too few passes to say", "Unknown"
LONGER = (
    "Rounds take up to {} times as long {}. Lower ends assume that passes without a draft do not, upper ends that they "
    "do."
)
COMPUTED = "computed, not measured"
ALONE = "worth it if the target alone writes fewer tokens per second than"
Case = tuple[str, float, float]  # what a cost is, and its range
DEPENDS = "It depends on the cost"


@dataclass(frozen=True)
class Limit:
    """The limit of a load: the largest cost at which the draft pays off, with `running` requests (0: only one load).
    `drafted` is the number of draft tokens per target pass. If draft tokens may form a tree, the limit is the cost of
    the `whole` draft. `counts` holds the numbers of accepted and of proposed draft tokens, if the file has them. If
    (nearly) all drafts have one length, `ran` holds the tokens per pass and the draft length of the table of lengths,
    so that both give the same speed-ups.
    """

    running: int
    tokens: Estimate
    drafted: float
    whole: bool
    counts: tuple[int, int] | None
    shares: str  # the draft tokens of which the engine’s own rate is a share
    ran: tuple[Estimate, float]
    longer: float = 1.0  # how many times as long a round takes as at the lowest load, or after the shortest prompt
    prompt: int | None = None  # tokens, if the limit is that of one request

    @property
    def ends(self) -> Ends:
        """Both ends of the interval of the break-even cost; both are this cost if the interval is not known."""
        low, high = self.tokens.ends or (self.tokens.value, self.tokens.value)
        return (low - 1) / self.drafted, (high - 1) / self.drafted

    @property
    def value(self) -> float:
        """The break-even: the cost of a draft token, in target passes, above which the draft no longer pays off."""
        return (self.tokens.value - 1) / self.drafted

    @property
    def words(self) -> tuple[str, str]:
        """The limit, and its interval in brackets."""
        by = self.drafted if self.whole else 1
        ends = (self.ends[0] * by, self.ends[1] * by)
        return share(self.value * by), spread(ends, share, certain=self.tokens.certain)

    @property
    def formula(self) -> str:
        """The calculation of the limit."""
        more = f"{number(self.tokens.value)} − 1"
        divided = more if self.whole else f"({more}) / {significant(self.drafted)}"
        counted = f"{self.counts[0]:,} accepted / {self.counts[1]:,} {self.shares}" if self.counts else divided
        return f"{counted} = {self.words[0]}"

    def speedup(self, cost: float) -> float:
        """The speed-up at a cost."""
        tokens, drafted = self.ran
        return tokens.value / (1 + drafted * cost)

    def speedups(self, low: float, high: float, *, bounded: bool = False) -> str:
        """The speed-ups at the costs `low` and `high`; if `bounded`, with the interval of the speed-up at `high`."""
        gains = " to ".join(dict.fromkeys(map(times, (self.speedup(high) / self.longer, self.speedup(low)))))
        if self.longer > 1:
            return gains
        tokens, drafted = self.ran
        by = 1 + drafted * high
        ends = tokens.ends and (tokens.ends[0] / by, tokens.ends[1] / by)
        return gains + (spread(ends, times, certain=tokens.certain) if bounded else "")

    def judged(self, low: float, high: float) -> str:
        """The words that say whether the draft pays off at costs from `low` to `high`. They hold whether or not passes
        without a draft take longer at loads where rounds do.
        """
        tokens, drafted = self.ran
        least, most = tokens.ends or (tokens.value, tokens.value)
        if least / (1 + drafted * high) > self.longer:
            return YES
        if most < 1 + drafted * low:
            return NO
        return UNKNOWN if self.speedup(high) <= self.longer and self.speedup(low) >= 1 else TOO_FEW


def limits_of(facts: Facts, found: Estimate, drafted: float) -> list[Limit]:
    """The limit at each load, or of the file. `found` and `drafted` are the file's tokens and draft tokens per pass."""
    loads, made, whole = sorted(facts.pool.loads.items()), list[Limit](), tree(facts.pool)
    shares = facts.pool.formats[0].shares or "proposed"
    ran = {
        n: (run.ranges[-1], run.gamma) for run, n in facts.runs if run.measured and per_pass(facts.base) == run.gamma
    }
    for count, load in loads if len(loads) > 1 else [(0, None)]:
        part = load.part if load else facts.pool
        passes, accepted, proposed = part.passes, part.accepted, part.drafted
        tokens = (tokens_per_pass(part) if passes else load.tokens if load else None) or found
        counts = (accepted, proposed) if passes and proposed and accepted is not None and not whole else None
        each = proposed / passes if passes and proposed else drafted
        made.append(
            Limit(
                count,
                tokens,
                each,
                whole,
                counts,
                shares,
                ran.get(count, (tokens, each)),
                facts.longer.get(count, 1.0),
            )
        )
    return made


def places(facts: Facts, limits: Sequence[Limit]) -> list[Limit]:
    """The limits at which speed-ups are judged: those of the loads or, if rounds take longer after longer prompts, of
    three requests.
    """
    if facts.pool.loads or not facts.longer:
        return list(limits)
    gamma = limits[0].ran[1]
    return [
        replace(
            limits[0], ran=(Estimate(each.tokens), gamma), longer=facts.longer[each.prompt or 0], prompt=each.prompt
        )
        for each in grows(facts.pool.speeds)
    ]


def lengthened(found: Sequence[Limit]) -> str:
    """A sentence on how much longer rounds take, and what the ranges then assume; empty if they do not."""
    most = max(each.longer for each in found)
    where = "with more running requests" if found[0].prompt is None else "after longer prompts"
    return LONGER.format(times_within(most, most=True)[1:], where) if most > 1 else ""


def tree(pool: Pool) -> bool:
    """Whether the drafts may be trees."""
    return pool.typed_length is None and judged(pool) is None


def where(found: Sequence[Limit]) -> str:
    """The loads, or the prompts, to which a verdict applies."""
    if len(found) > MOST_LOADS:
        return f"with {found[0].running:,} to {found[-1].running:,} running requests"
    if found[0].prompt is None:
        return f"with {runs_words([each.running for each in found])}"
    return f"after {listed([f'{each.prompt or 0:,}' for each in found])} prompt tokens"


def judgement(limit: Limit, low: float, high: float) -> str:
    """The first words of the verdict for costs from `low` to `high`. An interval includes its ends."""
    if limit.ends[0] > high:
        return YES
    if limit.ends[1] < low:
        return NO
    return DEPENDS if low < high and low <= limit.value <= high else TOO_FEW


def verdict_of(limits: Sequence[Limit], found: Sequence[Limit], cases: Sequence[Case]) -> tuple[str, str]:
    """The verdict for some ranges of costs, and its numbers. If there are several places, the table has the speed-ups
    (see `speedups`), and a place for which the verdict depends on the cost is unknown.
    """
    said, one = dict[str, list[str]](), limits[0]
    if len(found) == 1:
        for name, low, high in cases:
            said.setdefault(judgement(one, low, high), []).append(name.split(" (")[0])
        words = [f"{word} {listed(names)}" if len(said) > 1 else word for word, names in said.items()]
        gains = [f"{one.speedups(low, high, bounded=low == high)} {name}" for name, low, high in cases]
        return joined(words), f"{begun(COMPUTED)}: the speed-up is {listed(gains)}. It {pays(limits)}."
    placed = dict[str, list[Limit]]()
    for place in found:
        each = {place.judged(low, high) for _, low, high in cases}
        placed.setdefault(each.pop() if len(each) == 1 else UNKNOWN, []).append(place)
    words = [f"{word} {where(some)}" if len(placed) > 1 else word for word, some in placed.items()]
    low, high = min(low for _, low, _ in cases), max(high for *_, high in cases)
    at = f"at costs of {costs_of(low, high)} of a target pass, " if len(cases) > 1 else f"{cases[0][0]}, "
    gains = each_load([found[0], found[-1]], lambda each: each.speedups(low, high))
    return joined(words), f"{begun(COMPUTED)}: {at}the speed-up is {gains}."


def each_load(found: Sequence[Limit], said: Callable[[Limit], str]) -> str:
    """A value for each load or prompt."""
    if found[0].prompt is None:
        return by_load([(each.running, said(each)) for each in found])
    first, *others = [f"{said(each)} after {each.prompt or 0:,}" for each in found]
    return listed([f"{first} prompt tokens", *others], None)


def joined(words: Sequence[str]) -> str:
    """A sentence from the parts of a verdict."""
    first, *others = words
    return f"{', but '.join([first, *(f'{each[0].lower()}{each[1:]}' for each in others)])}."


def speedups(facts: Facts, found: Sequence[Limit], cases: Sequence[Case]) -> Table | None:
    """The speed-ups at each load or after each prompt, with the speed that the target alone must not reach; None if
    there is only one place.
    """
    if len(found) == 1:
        return None
    loads, alone = found[0].prompt is None, facts.given.target is None
    speeds = {each.prompt or 0: each.per_second for each in facts.pool.speeds}
    speeds = {n: load.per_second for n, load in facts.pool.loads.items()} if loads else speeds
    heads = ["running requests" if loads else "prompt tokens", *(f"speed-up {name}" for name, *_ in cases)]
    rows = list[Row]()
    for each in found:
        place = each.running if each.prompt is None else each.prompt
        gains = (each.speedups(low, high) for _, low, high in cases)
        rows.append((f"{place:,}", *gains, f"{speeds[place]:,.1f}"))
    return table([*heads, f"{ALONE}{', in total' if loads else ''}" if alone else ""], rows)


def how(found: Sequence[Limit]) -> str:
    """How the speed-ups follow from the tokens per target pass."""
    tokens, gammas = [number(each.ran[0].value) for each in found], {significant(each.ran[1]) for each in found}
    if len(found) == 1:
        return f": {tokens[0]} / (1 + {gammas.pop()} × cost)"
    by = f" / (1 + {gammas.pop()} × cost)" if len(gammas) == 1 else " / (1 + draft tokens × cost)"
    ratios = listed([f"{each.longer:.2f}" for each in found], None)
    longer = f" Lower ends are also divided by the ratio of the rounds: {ratios}." if lengthened(found) else ""
    return f"Based on {listed(tokens, None)} tokens per target pass{by}.{longer}"


def pays(limits: Sequence[Limit]) -> str:
    """The break-even with its computation: up to which cost the draft pays off, at the load at which this cost is the
    lowest.
    """
    least = min(limits, key=lambda each: each.value)
    load = f" with {running(least.running)}" if least.running else ""
    of = "the whole draft" if least.whole else "draft token"
    per = f"of a target pass {'for' if least.whole else 'per'} {of}"
    return f"pays off up to a cost of {least.formula} {per}{load}{least.words[1]}"
