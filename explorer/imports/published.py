"""Published acceptance rates by kind of draft, and where the rate of a file lies among them.

All of them are shares of tested draft tokens, which do not depend on the draft length. Shares of proposed tokens do, so
they are not used.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from explorer.imports.costs import HEADS as NAMES_OF_HEADS
from explorer.imports.costs import kind_of
from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, Share
from explorer.imports.measures import Passes, ends_of, positions, tested_at, tested_of
from explorer.imports.record import Kind
from explorer.imports.sections import Row, Section, Table
from explorer.imports.spread import unlike
from explorer.imports.words import share
from explorer.story.numbers import listed

TITLE = "Published acceptance rates"
SAID = "All rates are shares of tested draft tokens. They depend on the texts, the models and the temperature."
N_GRAMS = (
    "For n-grams, we know of no such rate, because it depends on how much a text repeats itself. In one study of code "
    "editing, 90% of the requests had 1.1 to 15.0 tokens per step (Liu et al. 2026, arXiv 2601.11580)."
)
CUT = "The draft stopped where it was unsure, so its rate cannot be compared with published ones."
NONE = "We know of no published acceptance rate for this kind of draft."
AT_FIRST = " at position 1"
EAGLE_1 = (
    "The range of EAGLE is that of its first version, for single positions, and your rate pools all positions. We know "
    "no such rates of EAGLE-3."
)
HEADS = ("kind of draft", "published", "measured with", "source", "this file", "so its rate is")


@dataclass(frozen=True)
class Published:
    """The lowest and the highest published rate of a kind of draft. `word` is a part of an engine's name for it, if the
    kind alone does not say it. `first` means that only the first position was published.
    """

    kind: Kind
    word: str
    name: str
    low: float
    high: float
    first: bool
    models: str  # the target models, if they are few
    measured: str
    source: str

    @property
    def span(self) -> str:
        """The range in words."""
        return f"{self.low:.0%} to {self.high:.0%}{AT_FIRST if self.first else ''}"


FIGURES = (
    Published(
        "head", "eagle", "EAGLE", 0.61, 0.79, False, "",
        "EAGLE-1 on Vicuna, LLaMA2-Chat and Mixtral, positions 1 to 5, temperatures 0 and 1",
        "Li et al. 2024, Tables 2 and 3",
    ),
    Published(
        "head", "mtp", "MTP", 0.85, 0.92, True, "both known models", "DeepSeek-V3 and GLM-4.5-Air, position 1",
        "DeepSeek-AI 2024, section 5.4.3; Liu et al. 2026, arXiv 2601.11580",
    ),
    Published(
        "model", "", "a small model", 0.53, 0.82, False, "",
        "T5-XXL and LaMDA, drafts of 77 million to 8 billion parameters, temperatures 0 and 1",
        "Leviathan et al. 2023, Table 3",
    ),
)  # fmt: skip


def figures(pool: Pool) -> tuple[Published, ...]:
    """The published rates of the kinds of draft that a file can have."""
    kind = kind_of(pool)
    names = pool.typed_kind if pool.typed_kind in NAMES_OF_HEADS else " ".join(pool.methods).lower()
    return tuple(each for each in FIGURES if not kind or (kind == each.kind and (not names or each.word in names)))


def compared(pool: Pool) -> str:
    """The published rates that a file is compared with, in one sentence; empty without a rate. A published rate
    at position 1 is followed by the file's, which no other sentence has.
    """
    if not positions(pool):
        return ""
    if _cut(pool):
        return CUT
    yours = {each.name: f" (yours: {share(_own(pool, each)[0].value)})" for each in figures(pool) if each.first}
    named = [f"{each.name} {each.span}{yours.get(each.name, '')}" for each in figures(pool)]
    eagle = f" {EAGLE_1}" if any(each.word == "eagle" for each in figures(pool)) else ""
    return f"Published rates: {', '.join(named)}.{eagle}" if named else NONE


def verdict(pool: Pool) -> str:
    """Whether the rate of a file is normal, low or high, for each kind of draft that it can have; empty if it cannot be
    compared.
    """
    kinds = dict[str, list[str]]()
    for each in () if _cut(pool) else figures(pool):
        kinds.setdefault(_lies(each, *_own(pool, each)), []).append(each.name)
    said = ", ".join(f"{word} for {listed(names)}" for word, names in kinds.items())
    return f"{said[:1].upper()}{said[1:]}"


def ordinary_rate(pool: Pool) -> bool:
    """Whether the rate is normal or high for every kind of draft that the file can have."""
    lies = [_lies(each, *_own(pool, each)) for each in figures(pool)]
    return not any("low" in word.split() or "below" in word for word in lies)


def compact(pool: Pool, each: Published) -> str:
    """The rate of a file, the published range, and how the rate is called."""
    own, ends = _own(pool, each)
    here = f"{share(own.value)}{AT_FIRST if each.first else ''}"
    return f"{here}, published {each.low:.0%} to {each.high:.0%}: {_lies(each, own, ends)}"


def section(pool: Pool) -> Section:
    """The table of published rates, with that of the file."""
    said = (SAID, N_GRAMS) if kind_of(pool) in ("", "ngram") else (SAID,)
    found = rows(pool)
    return Section(TITLE, said, (Table(HEADS, found),) if found else ())


def rows(pool: Pool) -> tuple[Row, ...]:
    """The rows of the table; none if the file has no rate that can be compared."""
    if not positions(pool) or _cut(pool):
        return ()
    made = list[Row]()
    for each in figures(pool):
        own, ends = _own(pool, each)
        here = f"{share(own.value)}{AT_FIRST if each.first else ''}"
        made.append((each.name, each.span, each.measured, each.source, here, _lies(each, own, ends)))
    return tuple(made)


def _own(pool: Pool, each: Published) -> tuple[Share, Ends | None]:
    """The rate of the file that a published one is compared with, and its interval, or its range if requests differ."""
    rate: Callable[[Passes], Share] = partial(tested_at, index=1) if each.first else tested_of
    units = [one.value for unit in pool.units if (one := rate(unit)).trials]
    return rate(pool.outcomes or {}), (min(units), max(units)) if unlike(pool) and units else ends_of(pool, rate)


def _cut(pool: Pool) -> bool:
    """Whether drafts are shorter where the draft was unsure, so that only confident tokens were tested."""
    return pool.capped and len({length for length, _ in pool.outcomes or ()}) > 1


def _lies(each: Published, own: Share, ends: Ends | None) -> str:
    """Whether a rate is normal, low or high; only “perhaps” if its interval reaches into the published range."""
    low, high = ends or (own.value, own.value)
    if each.low <= own.value <= each.high:
        return "normal"
    word, clearly = ("low", high < each.low) if own.value < each.low else ("high", low > each.high)
    if each.models:
        word = f"{'below' if word == 'low' else 'above'} {each.models}"
    return word if clearly else f"perhaps {word}"
