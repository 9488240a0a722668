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
from explorer.imports.sections import Section, Table
from explorer.imports.words import begun
from explorer.statistics import wilson_of
from explorer.story.numbers import listed

TITLE = "Published acceptance rates"
SAID = "All rates are shares of tested draft tokens. They depend on the texts, the models and the temperature."
N_GRAMS = (
    "The project has no checked rates for n-grams, because they depend on how much a text repeats itself. In one study "
    "of code editing, 90% of the requests had 1.1 to 15.0 tokens per step (Liu et al. 2026, arXiv 2601.11580)."
)
CUT = "The draft stopped where it was unsure, so its rate cannot be compared with published ones."
FALL = "A fall is usual: over three positions, EAGLE-3 heads fell from 65% to 51% and from 73% to 68% (vLLM’s test)."
NONE = "The project has no checked acceptance rates for this kind of draft."
AT_FIRST = " at position 1"
FINE, LOW = "not low", "low"  # what a rate is for a kind of draft
HEADS = ("kind of draft", "published", "measured with", "source")
EAGLE, EAGLE_3 = "eagle", "eagle3"  # parts of an engine's name for a head


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
        "head", EAGLE, "EAGLE-1", 0.67, 0.79, True,
        "EAGLE-1 on Vicuna, LLaMA2-Chat and Mixtral, position 1 (0-α), temperatures 0 and 1",
        "Li et al. 2024, Tables 2 and 3",
    ),
    Published(
        "head", EAGLE_3, "EAGLE-3", 0.65, 0.73, True,
        "heads of Red Hat AI on Llama-3.1-8B, Qwen3-8B and gpt-oss-20b, position 1, MT-Bench, temperature 0",
        "vLLM’s test `tests/v1/spec_decode/test_acceptance_length.py`, 2026",
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
    names = f"{EAGLE} {EAGLE_3}" if stated and names == EAGLE else names  # a person states any EAGLE head
    words = {each.word for each in FIGURES if each.word in names}
    words -= set() if EAGLE in names.replace(EAGLE_3, "") else {EAGLE}
    return tuple(each for each in FIGURES if not kind or (kind == each.kind and (not names or each.word in words)))


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
    return f"Published: {', '.join(parts)}." if parts else NONE


def verdict(pool: Pool) -> str:
    """Whether the rate of a file is low for each kind of draft that it can have; empty if it cannot be compared."""
    kinds = dict[str, list[str]]()
    for each in () if _cut(pool) else figures(pool):
        kinds.setdefault(lies(pool, each), []).append(each.name)
    said = [f"{word} for {listed(names)}" for word, names in kinds.items()]
    *others, last = said or [""]
    but = "but " if FINE in (others[:1] or [""])[0] or FINE in last else ""
    return begun(f"{', '.join(others)}, {but}{last}" if others else last)


def low_at_first(pool: Pool) -> bool:
    """Whether the rate is already low at the first position for most kinds of draft that the file can have."""
    found = () if _cut(pool) else figures(pool)
    return sum(each.first and lies(pool, each) == LOW for each in found) > len(found) / 2


def ordinary_rate(pool: Pool) -> bool:
    """Whether the rate is not low for most kinds of draft that the file can have."""
    low = [lies(pool, each) != FINE for each in figures(pool)]
    return sum(low) < len(low) / 2


def section(pool: Pool) -> Section:
    """The table of published rates with their sources."""
    said = (SAID, N_GRAMS) if kind_of(pool) == "ngram" else (SAID,)
    shown = () if not positions(pool) or _cut(pool) else figures(pool)
    found = tuple((each.name, each.span, each.measured, each.source) for each in shown)
    return Section(TITLE, said, (Table(HEADS, found),) if found else ())


def own(pool: Pool, each: Published) -> Share:
    """The rate of the file with which a published one is compared."""
    return tested_at(pool.outcomes or {}, 1) if each.first else tested_of(pool.outcomes or {})


def _cut(pool: Pool) -> bool:
    """Whether the engine shortened drafts at unsure positions, so that only confident tokens were tested."""
    return pool.capped and len({length for length, _ in pool.outcomes or ()}) > 1


def lies(pool: Pool, each: Published) -> str:
    """Whether a rate is low; only “perhaps” if Wilson's interval reaches the lowest published rate."""
    found = own(pool, each)
    if found.value >= each.low:
        return FINE
    return LOW if wilson_of(found.hits, found.trials)[1] < each.low else f"perhaps {LOW}"
