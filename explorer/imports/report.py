"""The report about one or several imported runs: short answers, then sections of sentences and tables. page.py and
plain.py show it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from decoders.errors import BadInput
from explorer.imports import (
    cautions,
    costs,
    length_words,
    loads,
    position_words,
    published,
    speed_words,
    time_words,
    words,
)
from explorer.imports.answers import Facts, facts
from explorer.imports.counts import Pool, pooled
from explorer.imports.definitions import definitions
from explorer.imports.length_words import WHAT_IF, length
from explorer.imports.lossless import Answer, lossless
from explorer.imports.low import low
from explorer.imports.measures import Position, passes_by_length, positions, tested_of, tokens_per_pass
from explorer.imports.measures import compared as compared_passes
from explorer.imports.opening import opened
from explorer.imports.record import Absent, Outcome, Piece
from explorer.imports.times import Given
from explorer.imports.typed_length import LengthError
from explorer.imports.whatif import COSTS, MOST_BEYOND, WhatIf
from explorer.imports.worth import worth
from explorer.speedup import MOST_GAMMA
from explorer.story.numbers import number, plural

MOST_SHOWN = 2000  # tokens of the coloured text
TESTED = "accepted when tested"
MOST_LENGTHS = 24  # rows of a table of draft lengths


@dataclass(frozen=True)
class Table:
    """A table of finished words."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """A heading, sentences and, if there is something to show, tables, a chart of positions or a coloured text."""

    title: str
    sentences: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    chart: tuple[Position, ...] = ()
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True)
class Part:
    """The report about one file: what it is, its answers and the details."""

    name: str
    facts: Facts
    summary: str
    answers: tuple[Answer, ...]
    sections: tuple[Section, ...]

    @property
    def pool(self) -> Pool:
        """All requests of the file."""
        return self.facts.pool


@dataclass(frozen=True)
class Report:
    """The report: one part per file, one answer about the rule for all files, and a comparison if there are several.

    `refused` has the sentences about files that are not in the report, and about values that do not fit a file.
    """

    parts: tuple[Part, ...]
    lossless: Answer
    comparison: Section | None = None
    given: Given = field(default_factory=Given)
    refused: tuple[str, ...] = ()

    @property
    def made(self) -> Section:
        """How the numbers of all parts are made."""
        return Section(HOW, words.MADE)


HOW = "How the numbers are made, and what they assume"


def report(files: Sequence[tuple[Path, str]], given: Given) -> Report:
    """The report about files, each with the name to show. Raises BadInput if all of them are refused."""
    parts, refused = list[Part](), list[str]()
    for path, name in files:
        try:
            part, wrong = report_part(path, name, given)
        except BadInput as error:
            refused.append(str(error))
            continue
        parts.append(part)
        refused += wrong
    return compared(parts, given, refused)


def report_part(path: Path, name: str, given: Given) -> tuple[Part, list[str]]:
    """The part about one file, and what is wrong with the stated draft length, which is then left out. Raises BadInput
    for a wrong file.
    """
    wrong = list[str]()
    try:
        pool = pooled(opened(path, name), name, given.draft_length, given.kind)
    except LengthError as error:
        wrong.append(str(error))
        given = replace(given, draft_length=None)
        pool = pooled(opened(path, name), name, kind=given.kind)
    wrong += loads.unfit(pool, given)
    known = facts(pool, given)
    answers = low(known), length(known), worth(known)
    return Part(name, known, words.summary(pool), answers, _sections(known)), wrong


def compared(parts: Sequence[Part], given: Given, refused: Sequence[str] = ()) -> Report:
    """Make the report from its parts. Several parts are compared. Raises BadInput if there is none."""
    if not parts:
        raise BadInput(refused[0])
    pools = [part.pool for part in parts]
    several = _compared(pools) if len(pools) > 1 else None
    return Report(tuple(parts), lossless(pools), several, given, tuple(refused))


def _sections(known: Facts) -> tuple[Section, ...]:
    pool = known.pool
    made: tuple[Callable[[], Section | None], ...] = (
        lambda: Section("What was read", words.read(pool)),
        lambda: _positions(known),
        lambda: _shorter(known),
        lambda: _loads(known),
        lambda: _what_if(known),
        lambda: _definitions(pool),
        lambda: _times(pool),
        lambda: _published(pool),
        lambda: Section(costs.TITLE, costs.SAID),
        lambda: _text(pool),
        lambda: _absent(pool),
    )
    return tuple(section for make in made if (section := make()) is not None)


def _definitions(pool: Pool) -> Section:
    heads = ("definition", "used by", "computed as", "value")
    rows = tuple((row.name, row.used_by, row.formula, row.value) for row in definitions(pool))
    return Section("The same run under each definition", (), (Table(heads, rows),))


def _positions(known: Facts) -> Section:
    rows, title = positions(known.pool), "Acceptance by position"
    if not rows:
        return Section(title, position_words.no_positions(known.pool))
    kept = compared_passes(known.pool)
    alike = kept is not None and not kept.reason
    bounded = all(row.ends for row in rows)
    heads = ("position", TESTED, *(("95% interval",) if bounded else ()), "tests")
    more = ("passes that accept at least this many", "α^position") if alike else ()
    table = tuple(
        (str(row.index), words.share(row.tested.value))
        + ((words.span(row.ends),) if bounded and row.ends else ())
        + (f"{row.tested.trials:,}",)
        + ((words.share(row.reached.value), words.share(row.power)) if alike else ())
        for row in rows
    )
    short = kept.short if kept else Counter[int]()
    differ = () if not short else (position_words.MIXED,) if not alike else (position_words.REACHED,)
    sentences = (
        position_words.compared(rows, known.positions_p),
        *differ,
        *position_words.short(known.pool),
    )
    chart = tuple(rows) if alike else ()
    return Section(title, sentences, (Table(heads + more, table),), chart)


def _shorter(known: Facts) -> Section:
    run, title, mixed = known.run, length_words.COMPARED, _mixed(known.base)
    if run is None or not run.measured:
        return Section(title, length_words.no_shorter(known.base), mixed)
    interval = ("95% interval",) if known.samples else ()
    more = ("speed-up", *interval) if run.cost is not None else ()
    heads = ("draft length", "tokens per target pass", *interval, "beats one token fewer below", *interval, *more)
    limits = known.samples.limits(run.ranges[0]) if known.samples else []
    table = list[tuple[str, ...]]()
    for size, tokens in enumerate(run.ranges, 1):
        row = [str(size), number(tokens.value), words.between(tokens), words.share(run.worth(size))]
        row.append(words.span(limits[size - 1]) if limits else "")
        if run.cost is not None:
            ends = run.ends(size)
            row += [f"×{run.speedup(size):.2f}", "–" if ends is None else f"×{ends[0]:.2f} to ×{ends[1]:.2f}"]
        shown = [cell for place, cell in enumerate(row) if interval or place not in (2, 4, 6)]
        table.append(tuple(shown))
    return Section(title, length_words.lengths_table(known), (Table(heads, tuple(table)), *mixed))


def _mixed(pool: Pool) -> tuple[Table, ...]:
    """Passes by the length of their draft, if there are several lengths."""
    outcomes = pool.outcomes or Counter[Outcome]()
    counts = passes_by_length(outcomes)
    if len(counts) < 2 or any(known is None for known, _ in outcomes):
        return ()
    rows = []
    for size, passes in sorted(counts.items()):
        here = {outcome: count for outcome, count in outcomes.items() if outcome[0] == size}
        accepted = sum(got * count for (_, got), count in here.items())
        tested = tested_of(here)
        rows.append((str(size), f"{passes:,}", number(1 + accepted / passes), words.share(tested.value)))
    heads = ("drafts that ran with", "passes", "tokens per target pass", TESTED)
    return (Table(heads, tuple(rows[:MOST_LENGTHS])),)


def _loads(known: Facts) -> Section | None:
    rows, costs_known = loads.table(known.loads), any(at.timed for at in known.loads)
    if not rows:
        return None
    shown = len(loads.HEADS) if costs_known else len(loads.HEADS) - len(loads.COSTS)
    table = Table(loads.HEADS[:shown], tuple(row[:shown] for row in rows))
    return Section(loads.TITLE, loads.said(known.pool, costs_known=costs_known), (table,))


def _what_if(known: Facts) -> Section | None:
    run = known.run
    if run is None:
        return None
    costs = sorted({*COSTS, *(() if run.cost is None else (run.cost,))})
    labels = [f"cost {100 * cost:.3g}%{' (yours)' if cost == run.cost else ''}" for cost in costs]
    heads = ("draft length", "tokens per target pass", *labels)
    rows = [
        (str(size) if size else "no draft", number(run.expected(size)), *(_cell(run, size, cost) for cost in costs))
        for size in range(min(run.gamma, MOST_LENGTHS) + 1)
    ]
    for size in range(run.gamma + 1, min(run.gamma + MOST_BEYOND, MOST_GAMMA) + 1) if run.whole else ():
        rows.append((f"{size} (estimate)", number(run.expected(size)), *(_cell(run, size, cost) for cost in costs)))
    return Section(WHAT_IF, length_words.what_if(known, run), (Table(heads, tuple(rows)),))


def _cell(run: WhatIf, size: int, cost: float) -> str:
    return f"×{run.speedup(size, cost):.2f}{' best' if run.fast(size, cost) else ''}"


def _times(pool: Pool) -> Section | None:
    rows, sentences = speed_words.requests_table(pool), time_words.times(pool)
    if rows is None:
        return Section("Times", sentences) if sentences else None
    return Section("Times", (*sentences, *speed_words.listed_first(pool, rows)), (Table(*rows),))


def _published(pool: Pool) -> Section:
    rows = published.rows(pool)
    return Section(published.TITLE, published.said(pool), (Table(published.HEADS, rows),) if rows else ())


def _text(pool: Pool) -> Section | None:
    if not pool.pieces:
        return None
    return Section("Who wrote the text", words.text(pool, MOST_SHOWN), pieces=pool.pieces[:MOST_SHOWN])


def _absent(pool: Pool) -> Section | None:
    rows = dict[str, dict[str, None]]()
    for row in (row for form in pool.formats for row in form.absent if row.fact not in words.known(pool)):
        rows.setdefault(row.how, {})[_some(pool, row)] = None
    if not rows:
        return None
    table = tuple((". ".join(what), how) for how, what in rows.items())
    return Section("What this file cannot say", (), (Table(("not in the file", "what would show it"), table),))


def _some(pool: Pool, row: Absent) -> str:
    """What the file lacks, and how many requests have it."""
    few = row.fact == "order" and 0 < pool.ordered < pool.requests
    return f"{row.what} ({pool.ordered:,} of {pool.requests:,} requests have it)" if few else row.what


def _compared(pools: Sequence[Pool]) -> Section:
    heads = ("file", "engine", "contains", "target passes", "tokens per target pass", "interval", TESTED)
    rows = []
    for pool in pools:
        tokens = tokens_per_pass(pool)
        passes = "unknown" if pool.passes.value is None else f"{pool.passes.value:,}"
        rows.append(
            (pool.name, words.engines(pool), words.amount(pool), passes)
            + ((number(tokens.value), words.ends(tokens)) if tokens else ("unknown", "–"))
            + (words.tested(pool),)
        )
    return Section(plural(len(pools), "file") + " compared", cautions.compared(pools), (Table(heads, tuple(rows)),))
