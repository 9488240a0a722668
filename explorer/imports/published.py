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

TITLE = "Published acceptance rates"
SAID = "All rates are shares of tested draft tokens. They depend on the texts, the models and the temperature."
N_GRAMS = (
    "For n-grams, we know of no such rate, because it depends on how much a text repeats itself. In one study of code "
    "editing, 90% of the requests had 1.1 to 15.0 tokens per step (Liu et al. 2026, arXiv 2601.11580)."
)
CUT = "The draft stopped where it was unsure, so its rate cannot be compared with published ones."
NONE = "We know of no published acceptance rate for this kind of draft."
AT_FIRST = " at position 1"
HEADS = ("kind of draft", "published", "measured with", "source", "this file", "so its rate is")


@dataclass(frozen=True)
class Published:
    """The lowest and the highest published rate of a kind of draft. `word` is a part of an engine's name for it, if the
    kind alone does not say it. `one` names one such draft. `first` means that only the first position was published.
    """

    kind: Kind
    word: str
    name: str
    one: str
    low: float
    high: float
    first: bool
    measured: str
    source: str

    @property
    def span(self) -> str:
        """The range in words."""
        return f"{self.low:.0%} to {self.high:.0%}{AT_FIRST if self.first else ''}"


FIGURES = (
    Published(
        "head", "eagle", "EAGLE", "EAGLE", 0.61, 0.79, False,
        "Vicuna, LLaMA2-Chat and Mixtral, positions 1 to 5, temperatures 0 and 1", "Li et al. 2024, Tables 2 and 3",
    ),
    Published(
        "head", "mtp", "MTP", "MTP", 0.85, 0.92, True, "DeepSeek-V3 and GLM-4.5-Air, position 1",
        "DeepSeek-AI 2024, section 5.4.3; Liu et al. 2026, arXiv 2601.11580",
    ),
    Published(
        "model", "", "small models", "small model", 0.53, 0.82, False,
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
    return f"Published rates: {', '.join(named)}." if named else NONE


def verdict(pool: Pool) -> str:
    """Whether the rate of a file is normal, low or high, for each kind of draft that it can have; empty if it cannot be
    compared.
    """
    found = () if _cut(pool) else figures(pool)
    return " ".join(f"{each.one[:1].upper()}{each.one[1:]}: {_lies(each, *_own(pool, each))}." for each in found)


def section(pool: Pool) -> Section:
    """The table of published rates, with that of the file."""
    said = (SAID,) if kind_of(pool) in ("head", "model") else (SAID, N_GRAMS)
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
    return word if clearly else f"perhaps {word}"
