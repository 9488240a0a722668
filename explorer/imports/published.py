"""Published acceptance rates by kind of draft, and where the rate of a file lies among them.

All of them are shares of tested draft tokens, which do not depend on the draft length. Shares of proposed tokens do, so
they are not used.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.imports.costs import KINDS, kind_of, one_of
from explorer.imports.counts import Pool
from explorer.imports.estimate import Share
from explorer.imports.measures import position_ends, positions, rate_ends, tested_at, tested_of
from explorer.imports.record import Kind, Outcome
from explorer.imports.spread import unlike
from explorer.imports.words import share

TITLE = "Published acceptance rates"
SAID = "All rates are shares of tested draft tokens. They depend on the texts, the models and the temperature."
N_GRAMS = (
    "For n-grams, we know no such rate, because it depends on how much a text repeats itself. In one study of code "
    "editing, 90% of the requests had 1.1 to 15.0 tokens per step (Liu et al. 2026, arXiv 2601.11580)."
)
CUT = "The draft stopped where it was unsure, so its rate cannot be compared with published ones."
NONE = "We know no published acceptance rate for this kind of draft."
AT_FIRST = " at position 1"
WORDS = {
    "within": "normal",
    "below": "low",
    "above": "high",
    "not clearly below": "perhaps low",
    "not clearly above": "perhaps high",
}
HEADS = ("kind of draft", "published", "measured with", "source", "this file", "so this file is")
Rows = tuple[tuple[str, ...], ...]


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
        "model", "", "small models", "a small model", 0.53, 0.82, False,
        "T5-XXL and LaMDA, drafts of 77 million to 8 billion parameters, temperatures 0 and 1",
        "Leviathan et al. 2023, Table 3",
    ),
    Published(
        "head", "eagle", "EAGLE heads", "EAGLE", 0.61, 0.79, False,
        "Vicuna, LLaMA2-Chat and Mixtral, positions 1 to 5, temperatures 0 and 1", "Li et al. 2024, Tables 2 and 3",
    ),
    Published(
        "head", "mtp", "MTP", "MTP", 0.85, 0.92, True, "DeepSeek-V3 and GLM-4.5-Air, position 1",
        "DeepSeek-AI 2024, section 5.4.3; Liu et al. 2026, arXiv 2601.11580",
    ),
)  # fmt: skip


def figures(pool: Pool) -> tuple[Published, ...]:
    """The published rates of the kinds of draft that a file can have."""
    kind, names = kind_of(pool), " ".join(pool.methods).lower()
    fitting = [each for each in FIGURES if kind in ("", each.kind)]
    return tuple(each for each in fitting if kind not in KINDS or not names or each.word in names)


def compared(pool: Pool) -> str:
    """The published rates that a file is compared with, in one sentence; empty without a rate."""
    found = figures(pool)
    if not positions(pool):
        return ""
    if _cut(pool):
        return CUT
    if not found:
        return NONE
    return f"Published rates: {', '.join(_named(pool, each) for each in found)}."


def _named(pool: Pool, each: Published) -> str:
    """A published rate, and that of the file if it is another one than that of all positions."""
    here = f" (yours: {share(_own(pool, each)[0].value)})" if each.first else ""
    return f"{each.name} {each.span}{here}"


def verdict(pool: Pool) -> str:
    """For which kinds of draft the rate of a file is normal, low or high; empty if it cannot be compared."""
    alike = dict[str, list[str]]()
    for each in () if _cut(pool) else figures(pool):
        alike.setdefault(WORDS[_lies(each, *_own(pool, each))], []).append(each.one)
    said_of = ", ".join(f"{word} for {one_of(names)}" for word, names in alike.items())
    return f"{said_of[:1].upper()}{said_of[1:]}"


def said(pool: Pool) -> tuple[str, ...]:
    """The sentences above the table."""
    return (SAID,) if kind_of(pool) in ("head", "model") else (SAID, N_GRAMS)


def rows(pool: Pool) -> Rows:
    """The table of published rates, with that of the file."""
    if not positions(pool) or _cut(pool):
        return ()
    made = list[tuple[str, ...]]()
    for each in figures(pool):
        own, ends = _own(pool, each)
        here = f"{share(own.value)}{AT_FIRST if each.first else ''}"
        made.append((each.name, each.span, each.measured, each.source, here, _lies(each, own, ends)))
    return tuple(made)


def _own(pool: Pool, each: Published) -> tuple[Share, tuple[float, float] | None]:
    """The rate of the file that a published one is compared with, and its interval, or its range if requests differ."""
    found = [_rate(each, unit) for unit in pool.units]
    units = [one.value for one in found if one.trials]
    own = _rate(each, pool.outcomes or {})
    ends = position_ends(pool, 1) if each.first else rate_ends(pool)
    return own, (min(units), max(units)) if unlike(pool) else ends


def _cut(pool: Pool) -> bool:
    """Whether drafts are shorter where the draft was unsure, so that only confident tokens were tested."""
    return pool.capped and len({length for length, _ in pool.outcomes or ()}) > 1


def _rate(each: Published, outcomes: Mapping[Outcome, int]) -> Share:
    return tested_at(outcomes, 1) if each.first else tested_of(outcomes)


def _lies(each: Published, own: Share, ends: tuple[float, float] | None) -> str:
    """Where a rate lies. If its interval reaches into the published range, it is not clearly outside."""
    low, high = ends or (own.value, own.value)
    if each.low <= own.value <= each.high:
        return "within"
    side, clearly = ("below", high < each.low) if own.value < each.low else ("above", low > each.high)
    return side if clearly else f"not clearly {side}"
