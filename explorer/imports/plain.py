"""The import report as text for a terminal, and its numbers as CSV."""

import csv
import io
import textwrap
from collections.abc import Iterator, Sequence

from explorer.imports.definitions import definitions
from explorer.imports.measures import (
    judged,
    lengths,
    positions,
    regular,
    shorter,
    tokens_per_pass,
)
from explorer.imports.record import Piece
from explorer.imports.report import Report, Section, Table
from explorer.imports.whatif import COSTS, what_if
from explorer.story.numbers import coded

WIDE = 110  # characters of a line of text
HEADS = ("file", "measure", "index", "value", "low", "high", "count", "of")


def plain(report: Report) -> str:
    """The report as lines."""
    lines = list(_section(report.comparison)) if report.comparison else []
    for part in report.parts:
        lines += [coded(part.name), "=" * min(WIDE, len(part.name))]
        for section in part.sections:
            lines += _section(section)
    return "\n".join(lines).rstrip()


def _section(section: Section) -> Iterator[str]:
    yield section.title
    for sentence in section.sentences:
        yield f"  {coded(sentence)}"
    for asked, said in section.answers:
        yield f"  {asked}"
        wrapped = textwrap.wrap(coded(said), WIDE, break_on_hyphens=False)
        yield from (f"    {line}" for line in wrapped)
    if section.table is not None:
        yield from _table(section.table)
    if section.pieces:
        yield "  Draft tokens are in brackets."
        yield from _wrapped(marked(section.pieces))
    yield ""


def _table(table: Table) -> Iterator[str]:
    rows = [tuple(coded(cell).replace("\n", " ") for cell in row) for row in (table.heads, *table.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.heads))]
    for row in rows:
        yield f"    {'  '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))}".rstrip()


def marked(pieces: Sequence[Piece]) -> str:
    """A text with its draft tokens in brackets.

    >>> marked([Piece("It", "target"), Piece(" is", "draft"), Piece(" so", "draft")])
    'It[ is][ so]'
    """
    return "".join(f"[{piece.text}]" if piece.wrote == "draft" else piece.text for piece in pieces)


def _wrapped(text: str) -> Iterator[str]:
    for line in coded(text).split("\n"):
        for begin in range(0, max(1, len(line)), WIDE):
            yield f"    {line[begin : begin + WIDE]}"


def table_csv(report: Report) -> str:
    """All numbers as CSV, one per row: file, measure, index (position or draft length), value, interval, counts."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADS)
    writer.writerows(row for row in _rows(report))
    return out.getvalue()


def _rows(report: Report) -> Iterator[tuple[object, ...]]:
    given = report.given
    for part in report.parts:
        pool, name = part.pool, safe(part.name)
        for measure in ("requests", "passes", "accepted", "drafted", "completion"):
            value = getattr(pool, measure)
            yield name, measure, "", value if isinstance(value, int) else value.value, "", "", "", ""
        if tokens := tokens_per_pass(pool):
            yield name, "tokens per target pass", "", tokens.value, tokens.low, tokens.high, "", ""
        for row in definitions(pool):
            yield name, f"{row.name} ({row.used_by})", "", row.number, "", "", "", ""
        if rate := judged(pool):
            yield name, "accepted when tested", "", rate.value, *rate.interval, rate.hits, rate.trials
        shortest, longest = lengths(regular(pool) or {})
        for place in positions(pool):
            yield name, "accepted when tested", place.index, *_share(place.tested)
            if shortest == longest:
                yield name, "passes that accept at least this many", place.index, *_share(place.reached)
                yield name, "alpha to the power of the position", place.index, place.power, "", "", "", ""
        rows, run = shorter(pool), what_if(pool, given.times)
        for row in rows:
            yield name, "tokens per target pass at draft length", row.length, *_ends(row.tokens), "", ""
            yield name, "pays off below this cost of a draft token", row.length, row.worth, "", "", "", ""
        if run is not None:
            speeds = ((cost, length) for cost in COSTS for length in range(len(run.tokens) + 1))
            yield from (
                (name, f"speed-up if a draft token costs {cost:g}", length, run.speedup(length, cost), "", "", "", "")
                for cost, length in speeds
            )
        if rows and run is not None and run.cost is not None:
            for length in range(len(rows) + 1):
                yield name, "speed-up at draft length", length, run.speedup(length), "", "", "", ""


def _share(share: object) -> tuple[object, ...]:
    return share.value, *share.interval, share.hits, share.trials  # type: ignore[attr-defined]


def _ends(tokens: object) -> tuple[object, ...]:
    return tokens.value, tokens.low, tokens.high  # type: ignore[attr-defined]


def safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> safe("=1+1"), safe("run.log")
    ("'=1+1", 'run.log')
    """
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
