"""Published acceptance rates by kind of draft, and how the rate of a file compares with them.

All rates are shares of tested draft tokens, because these shares do not depend on the draft length. Shares of proposed
draft tokens depend on it, so they are not used.
"""

from dataclasses import dataclass

from explorer.imports.costs import kind_of
from explorer.imports.counts import Pool
from explorer.imports.estimate import Share
from explorer.imports.measures import positions, tested_at, tested_of
from explorer.imports.record import Kind
from explorer.imports.sections import Row, Section, Table
from explorer.imports.words import begun, share
from explorer.statistics import wilson_of
from explorer.story.numbers import listed

TITLE = "Published acceptance rates"
SAID = "All rates are shares of tested draft tokens. They depend on the texts, the models and the temperature."
N_GRAMS = (
    "The project has no checked rates for n-grams, because they depend on how much a text repeats itself. In one study "
    "of code editing, 90% of the requests had 1.1 to 15.0 tokens per step (Liu et al. 2026, arXiv 2601.11580)."
)
CUT = "The draft stopped where it was unsure, so its rate cannot be compared with published ones."
NONE = "The project has no checked acceptance rates for this kind of draft."
AT_FIRST = " at position 1"
EAGLE_3 = "The project has no checked rates for EAGLE-3 heads."
HEADS = ("kind of draft", "published", "measured with", "source", "this file", "so its rate is")


@dataclass(frozen=True)
class Published:
    """The lowest and the highest published rate of a kind of draft. If the rates apply to only some drafts of the kind,
    `word` is a part of the engine's name for these drafts. `first` means that only the first position was published.
    """

    kind: Kind
    word: str
    name: str
    low: float
    high: float
    first: bool
    measured: str
    source: str

    @property
    def span(self) -> str:
        """The range of acceptance rates in words."""
        return f"{self.low:.0%} to {self.high:.0%}{AT_FIRST if self.first else ''}"


FIGURES = (
    Published(
        "head", "eagle", "EAGLE-1", 0.67, 0.79, True,
        "EAGLE-1 on Vicuna, LLaMA2-Chat and Mixtral, position 1 (0-α), temperatures 0 and 1",
        "Li et al. 2024, Tables 2 and 3",
    ),
    Published(
        "head", "mtp", "MTP", 0.85, 0.92, True,
        "DeepSeek-V3 and GLM-4.5-Air, position 1",
        "DeepSeek-AI 2024, section 5.4.3; Liu et al. 2026, arXiv 2601.11580",
    ),
    Published(
        "model", "", "a small model", 0.53, 0.82, False,
        "T5-XXL and LaMDA, drafts of 77 million to 8 billion parameters, temperatures 0 and 1",
        "Leviathan et al. 2023, Table 3",
    ),
)  # fmt: skip


def figures(pool: Pool) -> tuple[Published, ...]:
    """The published rates of the kinds of draft that may have produced a file."""
    kind = kind_of(pool)
    stated = pool.typed_kind in ("eagle", "mtp", "medusa")
    names = pool.typed_kind if stated else " ".join(pool.methods).lower()
    if _eagle_3(pool):
        return ()
    return tuple(each for each in FIGURES if not kind or (kind == each.kind and (not names or each.word in names)))


def _eagle_3(pool: Pool) -> bool:
    """Whether the engine says that the draft is an EAGLE-3 head, and nobody stated another kind."""
    return not pool.typed_kind and "eagle3" in " ".join(pool.methods).lower()


def compared_with(pool: Pool) -> str:
    """A sentence: the published rates that apply to the file, or why none do; empty without rates by position."""
    if not positions(pool):
        return ""
    if _cut(pool):
        return CUT
    said, found = dict[bool, list[str]](), figures(pool)
    for each in found:
        said.setdefault(each.first, []).append(f"{each.low:.0%} to {each.high:.0%} ({each.name})")
    parts = [f"{listed(names)}{AT_FIRST if first else ' at all positions'}" for first, names in said.items()]
    eagle = EAGLE_3 if _eagle_3(pool) or any(each.word == "eagle" for each in found) else "" if found else NONE
    return " ".join(filter(None, (f"Published: {', '.join(parts)}." if parts else "", eagle)))


def verdict(pool: Pool) -> str:
    """For each kind of draft that may have produced the file: whether the rate is normal, low or high; or empty."""
    kinds = dict[str, list[str]]()
    for each in () if _cut(pool) else figures(pool):
        kinds.setdefault(lies(pool, each), []).append(each.name)
    return begun(", ".join(f"{word} for {listed(names)}" for word, names in kinds.items()))


def ordinary_rate(pool: Pool) -> bool:
    """Whether the rate is normal or high for most kinds of draft that may have produced the file."""
    low = ["low" in lies(pool, each).split() for each in figures(pool)]
    return sum(low) < len(low) / 2


def section(pool: Pool) -> Section:
    """The section with the table of published rates and the rate of the file."""
    said = (SAID, N_GRAMS) if kind_of(pool) == "ngram" else (SAID,)
    found = rows(pool)
    return Section(TITLE, said, (Table(HEADS, found),) if found else ())


def rows(pool: Pool) -> tuple[Row, ...]:
    """The rows of the table; empty if the file has no rate that can be compared."""
    if not positions(pool) or _cut(pool):
        return ()
    made = list[Row]()
    for each in figures(pool):
        here = f"{share(own(pool, each).value)}{AT_FIRST if each.first else ''}"
        made.append((each.name, each.span, each.measured, each.source, here, lies(pool, each)))
    return tuple(made)


def own(pool: Pool, each: Published) -> Share:
    """The rate of the file with which a published one is compared."""
    return tested_at(pool.outcomes or {}, 1) if each.first else tested_of(pool.outcomes or {})


def _cut(pool: Pool) -> bool:
    """Whether the engine shortened drafts at unsure positions, so that only confident tokens were tested."""
    return pool.capped and len({length for length, _ in pool.outcomes or ()}) > 1


def lies(pool: Pool, each: Published) -> str:
    """The verdict: normal, low or high, with “perhaps” if Wilson's interval reaches into the published range."""
    found = own(pool, each)
    low, high = wilson_of(found.hits, found.trials)
    if each.low <= found.value <= each.high:
        return "normal"
    word, clearly = ("low", high < each.low) if found.value < each.low else ("high", low > each.high)
    return word if clearly else f"perhaps {word}"
