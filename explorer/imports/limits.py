"""The cost of a draft token up to which the draft pays off, and the speed-ups at a cost, for each load.

With E tokens per target pass, γ draft tokens and a cost c, the speed-up is E / (1 + γ · c). It is 1 at c = (E − 1) / γ.
If the file counts target passes, this c is the number of accepted draft tokens divided by the number of proposed ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from explorer.imports.answers import Facts
from explorer.imports.costs import Ordinary
from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, Estimate
from explorer.imports.measures import judged, per_pass, tokens_per_pass
from explorer.imports.speed_words import by_load, running
from explorer.imports.speeds import grows
from explorer.imports.words import share, significant, spread, times, times_within
from explorer.story.numbers import listed, number

YES, NO, TOO_FEW, UNKNOWN = "Probably yes", "Probably no", "Too few passes to say", "Unknown"
LONGER = (
    "Rounds take up to {} times as long {}. Lower ends assume that passes without a draft do not, upper ends that they "
    "do."
)
COMPUTED = "Computed, not measured."
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
        return f"{f'{self.counts[0]:,} / {self.counts[1]:,}' if self.counts else divided} = {self.words[0]}"

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
            Limit(count, tokens, each, whole, counts, ran.get(count, (tokens, each)), facts.longer.get(count, 1.0))
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


def each_load(limits: Sequence[Limit], said: Callable[[Limit], str]) -> str:
    """A phrase with the words `said` for each limit: a load, a prompt length, or the whole file."""
    if limits[0].prompt is None:
        return by_load([(each.running, said(each)) for each in limits])
    first, *others = [f"{said(each)} after {each.prompt or 0:,}" for each in limits]
    return listed([f"{first} prompt tokens", *others], None)


def by_place(found: Sequence[Limit], low: float, high: float) -> str:
    """The verdicts for the loads or for the prompt lengths, in words."""
    said = dict[str, list[Limit]]()
    for each in found:
        said.setdefault(each.judged(low, high), []).append(each)
    words = (f"{word} ({each_load(some, lambda one: one.speedups(low, high))})" for word, some in said.items())
    return ", but ".join(f"{word[0].lower()}{word[1:]}" for word in words)


def arithmetic(pool: Pool, limits: Sequence[Limit], found: Sequence[Limit]) -> str:
    """Sentences that give the cost up to which the draft pays off, its calculation, and the reason for it."""
    pays_off = "With equally long target passes, it pays off" if lengthened(found) else "It pays off"
    values = each_load(limits, lambda each: each.formula + (each.words[1] if len(limits) == 1 else ""))
    if limits[0].counts:
        shares = pool.formats[0].shares or "proposed"
        why = f"Each accepted token saves a target pass, and each {shares} one has to be drafted."
        return f"{pays_off} up to a cost of accepted / {shares} draft tokens: {values}. {why}"
    formula = "tokens per target pass − 1" if limits[0].whole else "(tokens per target pass − 1) / draft tokens"
    return f"{pays_off} up to a cost of {formula}: {values}."


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


def verdict_of(limits: Sequence[Limit], found: Sequence[Limit], kinds: Sequence[Ordinary]) -> str:
    """The verdict at the typical costs of each kind of draft: a common one, or one for each kind. The speed-ups are
    those at the lowest and at the highest load.
    """
    if lengthened(found):
        each = [f"With {kind.name} ({kind.costs}): {by_place(found, kind.low, kind.high)}." for kind in kinds]
        return f"{' '.join(each)} {COMPUTED}"
    words = [judgement(limits, kind.low, kind.high) for kind in kinds]
    shown = list(dict.fromkeys((limits[0], limits[-1])))
    gains = [each_load(shown, lambda each, kind=kind: each.speedups(kind.low, kind.high)) for kind in kinds]
    if len(limits) == 1 and len(set(words)) == 1:
        of = [f"{gain} with {kind.name} ({kind.costs})" for kind, gain in zip(kinds, gains, strict=True)]
        return f"{words[0]}: it {pays(limits)}. Computed, not measured: {listed(of)}."
    said = list[str]()
    for kind, word, gain in zip(kinds, words, gains, strict=True):
        below = f"probably yes below a cost of {each_load(limits, lambda each: share(each.value))}"
        judged_so = below if word == DEPENDS else f"{word[0].lower()}{word[1:]} ({gain})"
        said.append(f"With {kind.name} ({kind.costs}): {judged_so}.")
    return f"{' '.join(said)} {COMPUTED}"


def pays(limits: Sequence[Limit], *, bounded: bool = True) -> str:
    """A phrase with the break-even at the load where it is lowest. If `bounded`, with its interval."""
    least = min(limits, key=lambda each: each.value)
    load = f" with {running(least.running)}" if least.running else ""
    value, ends = least.words
    of = "for the whole draft" if least.whole else "per draft token"
    return f"pays off up to a cost of {value} of a target pass {of}{load}{ends if bounded else ''}"
