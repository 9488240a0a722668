"""The report about one or several imported runs, as sections of sentences and tables. page.py and plain.py show it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from decoders.errors import BadInput
from explorer.imports import cautions, length_words, position_words, words
from explorer.imports.answers import answers
from explorer.imports.counts import Pool, pooled
from explorer.imports.definitions import definitions
from explorer.imports.measures import (
    Position,
    lengths,
    measured_times,
    positions,
    regular,
    shorter,
    tokens_per_pass,
)
from explorer.imports.opening import opened
from explorer.imports.record import Piece
from explorer.imports.whatif import COSTS, WhatIf, what_if
from explorer.speedup import MOST_GAMMA, expected_speedup, expected_tokens
from explorer.story.numbers import number, plural

MOST_SHOWN = 2000  # tokens of the coloured text
MOST_LENGTHS = 24  # rows of a table of draft lengths
MOST_BEYOND = 5  # rows of estimates for longer drafts


@dataclass(frozen=True)
class Given:
    """Facts that a person adds to a file: pass times in milliseconds, and the draft length of every pass."""

    target_ms: float | None = None
    draft_ms: float | None = None
    draft_length: int | None = None

    @property
    def times(self) -> tuple[float, float] | None:
        """The times of a target pass and of a draft token, if both are given."""
        return None if self.target_ms is None or self.draft_ms is None else (self.target_ms, self.draft_ms)


@dataclass(frozen=True)
class Table:
    """A table of finished words."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """A heading, sentences and, if there is something to show, a table, a chart of positions or a coloured text.

    `answers` are questions with their answers.
    """

    title: str
    sentences: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    table: Table | None = None
    chart: tuple[Position, ...] = ()
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True)
class Part:
    """The sections of the report about one file."""

    name: str
    pool: Pool
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Report:
    """The report: a comparison if there are several files, and one part per file.

    `refused` has the sentences about files that are not in the report.
    """

    parts: tuple[Part, ...]
    comparison: Section | None = None
    given: Given = field(default_factory=Given)
    refused: tuple[str, ...] = ()


def report(files: Sequence[tuple[Path, str]], given: Given) -> Report:
    """The report about files, each with the name to show. Raises BadInput if all of them are refused."""
    parts, refused = list[Part](), list[str]()
    for path, name in files:
        try:
            parts.append(report_part(path, name, given))
        except BadInput as error:
            refused.append(str(error))
    return compared(parts, given, refused)


def report_part(path: Path, name: str, given: Given) -> Part:
    """The part about one file. Raises BadInput."""
    pool = pooled(opened(path, name), name, given.draft_length)
    return Part(name, pool, _sections(pool, given))


def compared(parts: Sequence[Part], given: Given, refused: Sequence[str] = ()) -> Report:
    """Make the report from its parts. Several parts are compared. Raises BadInput if there is none."""
    if not parts:
        raise BadInput(refused[0])
    pools = [part.pool for part in parts]
    return Report(tuple(parts), _compared(pools) if len(pools) > 1 else None, given, tuple(refused))


def _sections(pool: Pool, given: Given) -> tuple[Section, ...]:
    made: tuple[Callable[[], Section | None], ...] = (
        lambda: Section("What was read", words.read(pool)),
        lambda: Section("Short answers", answers=answers(pool, given.times)),
        lambda: Section("Tokens per target pass", words.tokens(pool)),
        lambda: _warnings(pool),
        lambda: _definitions(pool),
        lambda: _positions(pool),
        lambda: _shorter(pool, given),
        lambda: _what_if(pool, given),
        lambda: _times(pool),
        lambda: _text(pool),
        lambda: _absent(pool),
    )
    return tuple(section for make in made if (section := make()) is not None)


def _definitions(pool: Pool) -> Section:
    heads = ("definition", "used by", "computed as", "value")
    rows = tuple((row.name, row.used_by, row.formula, row.value) for row in definitions(pool))
    return Section("The same run under each definition", words.DEFINITIONS, table=Table(heads, rows))


def _positions(pool: Pool) -> Section:
    rows = positions(pool)
    if not rows:
        return Section("Acceptance by position", position_words.no_positions(pool))
    outcomes = regular(pool)
    shortest, longest = lengths(outcomes or {})
    alike = shortest == longest
    heads = ("position", "accepted when tested", "95% interval", "tests")
    more = ("passes that accept at least this many", "95% interval", "α^position") if alike else ()
    table = tuple(
        (str(row.index), words.share(row.tested.value), words.span(row.tested.interval), f"{row.tested.trials:,}")
        + ((words.share(row.reached.value), words.span(row.reached.interval), words.share(row.power)) if alike else ())
        for row in rows
    )
    sentences = position_words.by_position(pool, rows, alike)
    chart = tuple(rows) if alike else ()
    return Section("Acceptance by position", sentences, table=Table(heads + more, table), chart=chart)


def _shorter(pool: Pool, given: Given) -> Section:
    rows = shorter(pool)
    if not rows:
        return Section("Which draft length?", length_words.no_shorter(pool))
    each, run = given.times or measured_times(pool), what_if(pool, given.times)
    found = run if run is not None and run.cost is not None else None
    heads = ("draft length", "tokens per target pass", "95% interval", "pays off if a draft token costs less than")
    table = tuple(
        (str(row.length), number(row.tokens.value), words.between(row.tokens), words.cost(row.worth))
        + ((f"×{found.speedup(row.length):.2f}",) if found else ())
        for row in rows
    )
    sentences = length_words.draft_lengths(pool, rows, found, each, measured=given.times is None)
    return Section("Which draft length?", sentences, table=Table(heads + (("speed-up",) if found else ()), table))


def _what_if(pool: Pool, given: Given) -> Section | None:
    run = what_if(pool, given.times)
    if run is None:
        return None
    costs = [*((run.cost,) if run.cost is not None else ()), *COSTS]
    labels = [f"your {words.share(cost)}" if cost == run.cost else f"cost {cost:.0%}" for cost in costs]
    heads = ("draft length", "tokens per target pass", *labels)
    known = range(min(len(run.tokens), MOST_LENGTHS) + 1)
    rows = [
        (
            str(length) if length else "no draft",
            number(run.tokens[length - 1] if length else 1.0),
            *(_cell(run, length, cost) for cost in costs),
        )
        for length in known
    ]
    for length in range(run.gamma + 1, min(run.gamma + MOST_BEYOND, MOST_GAMMA) + 1):
        speedups = (f"×{expected_speedup(run.alpha, length, cost):.2f}" for cost in costs)
        rows.append((f"{length} (estimate)", number(expected_tokens(run.alpha, length)), *speedups))
    return Section(length_words.WHAT_IF, length_words.what_if(run), table=Table(heads, tuple(rows)))


def _cell(run: WhatIf, length: int, cost: float) -> str:
    return f"×{run.speedup(length, cost):.2f}{' best' if run.best(cost) == length else ''}"


def _times(pool: Pool) -> Section | None:
    sentences = words.times(pool)
    return Section("Times", sentences) if sentences else None


def _text(pool: Pool) -> Section | None:
    if not pool.pieces:
        return None
    return Section("Who wrote the text", words.text(pool, MOST_SHOWN), pieces=pool.pieces[:MOST_SHOWN])


def _warnings(pool: Pool) -> Section | None:
    sentences = cautions.warnings(pool)
    return Section("Warnings", sentences) if sentences else None


def _absent(pool: Pool) -> Section:
    listed = (*(row for form in pool.formats for row in form.absent), *words.NEVER)
    rows = dict.fromkeys((row.what, row.how) for row in listed if row.fact not in words.known(pool))
    return Section(
        "What this file cannot say", words.ABSENT, table=Table(("not in the file", "what would show it"), tuple(rows))
    )


def _compared(pools: Sequence[Pool]) -> Section:
    heads = (
        "file",
        "engine",
        "contains",
        "target passes",
        "tokens per target pass",
        "interval",
        "accepted when tested",
    )
    rows = []
    for pool in pools:
        tokens = tokens_per_pass(pool)
        passes = "unknown" if pool.passes.value is None else f"{pool.passes.value:,}"
        rows.append(
            (pool.name, words.engines(pool), words.amount(pool), passes)
            + ((number(tokens.value), words.ends(tokens)) if tokens else ("unknown", "–"))
            + (words.tested(pool),)
        )
    return Section(plural(len(pools), "file") + " compared", cautions.compared(pools), table=Table(heads, tuple(rows)))
