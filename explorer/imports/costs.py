"""What a draft token costs by kind of draft, and what a file means at these costs.

The costs are typical ones, because few files have the cost of their draft. With one request, a pass reads all its
weights once, so a cost is about the bytes that the draft reads, divided by those of the target.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from explorer.imports.counts import Pool
from explorer.imports.times import Round
from explorer.imports.whatif import WhatIf
from explorer.imports.words import ms, percent_of
from explorer.story.numbers import listed

Kind = Literal["text", "head", "model", ""]
UNNAMED: Kind = ""
WORDS: tuple[tuple[str, Kind], ...] = (  # parts of an engine's name for a draft; the first one that occurs counts
    ("ngram", "text"), ("n-gram", "text"), ("suffix", "text"), ("lookup", "text"),
    ("mtp", "head"), ("eagle", "head"), ("medusa", "head"), ("dspark", "head"), ("dflash", "head"),
    ("draft", "model"),
)  # fmt: skip
TITLE = "What a draft token costs"
SAID = (
    "With one request, a pass reads all its weights once. So the cost of a draft token is about the bytes that the "
    "draft reads for it, divided by the bytes of the target’s weights.",
    "For a target of 16 GB, a head of 0.4 GB with an output head of 0.6 GB costs (0.4 + 0.6) / 16 = 6.25%.",
    "A draft model of 2 GB costs 2 / 16 = 12.5%. Of a mixture of experts, count only the experts of one token.",
    "Small models also spend time on starting their kernels, so the true cost is higher. The ranges are typical costs, "
    "not those of this file. Enter your own as `--draft-ms`: cost × time of a target pass.",
)


@dataclass(frozen=True)
class Ordinary:
    """A kind of draft with the typical range of its cost, and a worked example where there is a formula. `full` names
    examples, and is shown once.
    """

    kind: Kind
    name: str
    full: str
    low: float
    high: float
    example: float | None = None

    @property
    def costs(self) -> str:
        """The range in words."""
        return "about 0%" if not self.high else f"{percent_of(self.low)} to {percent_of(self.high)}"


ORDINARY = (
    Ordinary("text", "n-grams", "n-grams", 0.0, 0.0),
    Ordinary("head", "a head", "a head (EAGLE, MTP)", 0.02, 0.10, 0.0625),
    Ordinary("model", "a small model", "a small model", 0.05, 0.25, 0.125),
)


def ordinary(pool: Pool) -> tuple[Ordinary, ...]:
    """The kinds of draft that a file can have: the one that it names, or all."""
    kind = kind_of(pool)
    return tuple(each for each in ORDINARY if kind in ("", each.kind))


def costs_words(pool: Pool) -> str:
    """The typical costs of the drafts that a file can have."""
    ranges = listed([f"{each.full} {each.costs}" for each in ordinary(pool)])
    return f"Typical costs of a draft token, in target passes: {ranges}."


def speedups_words(pool: Pool, run: WhatIf) -> str:
    """The speed-ups of a file's draft length at typical costs."""

    def span_of(each: Ordinary) -> str:
        ends = (f"×{run.speedup(run.gamma, cost):.2f}" for cost in dict.fromkeys((each.high, each.low)))
        return f"{' to '.join(ends)} with {each.name}"

    return listed([span_of(each) for each in ordinary(pool)])


def lengths_words(pool: Pool, run: WhatIf) -> str:
    """The best draft lengths of a file at typical costs. Kinds with the same lengths are named together."""
    alike = dict[str, list[str]]()
    for each in ordinary(pool):
        few, many = run.best(each.high), run.best(each.low)
        more = " or more" if few == many == run.gamma and run.longer(each.high) else ""
        size = f"{few or 'none'}{more}" if few == many else f"{few or 'none'} to {many}"
        alike.setdefault(size, []).append(each.name)
    return ", ".join(f"{size} with {_or(names)}" for size, names in alike.items())


def _or(names: Sequence[str]) -> str:
    """Names as a list of which one holds."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def table(pool: Pool, run: WhatIf | None, found: Round | None) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Heads and rows: what each cost means for a file, with its own times if it has them."""
    heads = ["kind of draft", "cost"]
    if run is not None:
        heads += ["best draft length", f"speed-up of {run.gamma}", "95% interval"]
    timed = found if run is not None and found is not None and found.gamma == run.gamma else None
    if timed is not None:
        heads += ["target pass", "target alone, tokens per second"]
    rows = [(each.full, cost) for each in ordinary(pool) for cost in _costs(each)]
    if run is not None and run.cost is not None:
        rows.append(("yours", run.cost))
    return tuple(heads), [_row(name, cost, run, timed) for name, cost in rows]


def _costs(each: Ordinary) -> Sequence[float]:
    return sorted({each.low, each.high, *(() if each.example is None else (each.example,))})


def _row(name: str, cost: float, run: WhatIf | None, found: Round | None) -> tuple[str, ...]:
    cells = [name, percent_of(cost)]
    if run is not None:
        ends = run.ends(run.gamma, cost)
        spread = "–" if ends is None else f"×{ends[0]:.2f} to ×{ends[1]:.2f}"
        cells += [str(run.best(cost) or "none"), f"×{run.speedup(run.gamma, cost):.2f}", spread]
    if run is not None and found is not None:
        target = found.ms / (1 + run.gamma * cost)
        most, least = ("", "") if found.exact else ("at most ", "at least ")
        cells += [f"{most}{ms(target)}", f"{least}{1000 / target:,.1f}"]
    return tuple(cells)


def kind_of(pool: Pool) -> Kind:
    """The kind of draft by the engine's name for it; "" if the file does not name it, or names several kinds."""
    kinds: set[Kind] = {_kind(method) for method in pool.methods}
    if len(kinds) == 1:
        return kinds.pop()
    return ""


def _kind(method: str) -> Kind:
    found: list[Kind] = [kind for word, kind in WORDS if word in method.lower()]
    return found[0] if found else UNNAMED
