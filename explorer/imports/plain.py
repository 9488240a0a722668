"""The import report as text for a terminal, and its numbers as CSV."""

import csv
import io
import textwrap
from collections.abc import Iterator, Sequence

from explorer.cells import safe_cell
from explorer.imports.contents import definitions
from explorer.imports.costs import COMMAND
from explorer.imports.estimate import Ends, Estimate, Share
from explorer.imports.length_table import sizes
from explorer.imports.measures import judged, rate_ends, tokens_per_pass
from explorer.imports.record import Piece
from explorer.imports.report import Part, Report
from explorer.imports.sections import Answer, Section, Table
from explorer.imports.shorter import compared
from explorer.imports.words import HOW
from explorer.story.numbers import coded

WIDE = 110  # characters of a line of text
KEPT = "\0"  # replaces a space at which a line must not end; `coded` removes it from texts of a file
HEADS = ("file", "measure", "index", "value", "low", "high", "count", "of")


def plain(report: Report) -> str:
    """The report as lines."""
    lines = list(_section(report.comparison)) if report.comparison else []
    for part in report.parts:
        lines += [coded(part.name), "=" * min(WIDE, len(part.name)), coded(part.summary), ""]
        for answer in part.answers:
            lines += _answer(answer, report.command(part))
        if len(report.parts) == 1:
            lines += _answer(report.lossless)
        lines.append("")
        for section in part.sections:
            lines += _section(section)
    if len(report.parts) > 1:
        lines += [*_answer(report.lossless), ""]
    lines += _section(HOW)
    return "\n".join(lines).rstrip()


def _answer(answer: Answer, command: str = COMMAND) -> Iterator[str]:
    yield answer.question
    yield from _paragraph(answer.verdict)
    yield from _paragraph(answer.numbers)
    yield from _table(answer.table) if answer.table else ()
    for said in (answer.rests, " ".join(answer.sentences), " ".join(answer.folded)):
        yield from _paragraph(said, command)


def _paragraph(text: str, command: str = COMMAND) -> Iterator[str]:
    """Break a text into lines. A command is never broken, so that it can be copied."""
    parts = coded(text).split("`")
    parts = [
        part.replace(COMMAND, coded(command)).replace(" ", KEPT) if part.startswith("python ") else part
        for part in parts
    ]
    lines = textwrap.wrap("`".join(parts), WIDE, break_on_hyphens=False, break_long_words=False)
    yield from (f"  {line.replace(KEPT, ' ')}" for line in lines)


def _section(section: Section) -> Iterator[str]:
    yield section.title
    for each in section.sentences:
        yield from _paragraph(each)
    for table in section.tables:
        yield from _table(table)
    if section.pieces:
        yield "  Draft tokens are in brackets."
        for line in coded(marked(section.pieces)).split("\n"):
            yield from (f"    {line[begin : begin + WIDE]}" for begin in range(0, max(1, len(line)), WIDE))
    yield ""


def _table(table: Table) -> Iterator[str]:
    if table.caption:
        yield f"    {coded(table.caption)}"
    rows = [tuple(coded(cell).replace("\n", " ") for cell in row) for row in (table.heads, *table.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.heads))]
    for row in rows:
        yield f"    {'  '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))}".rstrip()


def marked(pieces: Sequence[Piece]) -> str:
    """A text with its draft tokens in brackets.

    >>> marked([Piece("It", False), Piece(" is", True), Piece(" so", True)])
    'It[ is][ so]'
    """
    return "".join(f"[{piece.text}]" if piece.drafted else piece.text for piece in pieces)


def table_csv(report: Report) -> str:
    """All numbers as CSV, one per row: file, measure, index (a position or draft length), value, interval, counts."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADS)
    writer.writerows(_rows(report))
    return out.getvalue()


Row = tuple[object, ...]


def _rows(report: Report) -> Iterator[Row]:
    for part in report.parts:
        name = safe_cell(part.name)
        for row in (*_counts(part), *_by_position(part), *_by_length(part)):
            yield name, *map(_short, row), *[""] * (len(HEADS) - 1 - len(row))
        for answer in part.answers:
            yield name, answer.question, "", safe_cell(answer.said), "", "", "", ""
    yield "all files", report.lossless.question, "", safe_cell(report.lossless.verdict), "", "", "", ""
    for sentence in report.comparison.sentences if report.comparison else ():
        yield "all files", "comparison", "", safe_cell(sentence), "", "", "", ""


def _short(value: object) -> object:
    """A float with six digits; other values are unchanged."""
    return f"{value:.6g}" if isinstance(value, float) else value


def _counts(part: Part) -> Iterator[Row]:
    pool = part.pool
    yield f"{pool.formats[0].unit}s", "", pool.averages.count if pool.averages else pool.requests
    for measure in ("passes", "accepted", "drafted", "completion"):
        yield measure, "", getattr(pool, measure)
    if tokens := tokens_per_pass(pool):
        yield "tokens per target pass", "", *_ends(tokens)
    for name, used_by, _, value in definitions(pool):
        yield f"{name} ({used_by})", "", value
    if rate := judged(pool):
        yield "accepted when tested", "", *_share(rate, rate_ends(pool))
    if part.facts.positions_p is not None:
        yield "p-value of equal positions", "", part.facts.positions_p
    if part.facts.requests is not None:
        yield f"p-value of equal {pool.formats[0].unit}s", "", part.facts.requests.p
    if found := part.facts.round:
        limit, ends = "" if found.exact else " at most", (found.line.low, found.line.high) if found.line else ("", "")
        yield f"milliseconds of a round{limit}", "", found.ms, *ends
        ends = (found.ends if found.exact else None) or ("", "")
        yield f"tokens per second{'' if found.exact else ' at least'}", "", found.per_second, *ends
    for running, load in sorted(pool.loads.items()):  # the column `count` has the number of log windows
        yield "tokens per second by running requests", running, load.per_second, load.low, load.high, load.count
    for running, best in part.facts.alone.items() if pool.loads else ():
        yield "cost of a draft token by running requests", running, best.cases[0].low
        yield "best draft length by running requests", running, best.size
    for best in part.facts.advice:
        yield f"best draft length{f' with {best.kind}' if best.kind else ''}", "", best.size


def _by_position(part: Part) -> Iterator[Row]:
    kept = compared(part.pool)
    for place in part.facts.positions:
        yield "accepted when tested", place.index, *_share(place.tested, place.tested_ends)
        if kept is not None and not kept.reason:
            yield "passes that accept at least this many", place.index, *_share(place.reached, place.reached_ends)


def _by_length(part: Part) -> Iterator[Row]:
    run = part.facts.run
    if run is None:
        return
    cases = (case for best in part.facts.advice for case in best.cases)
    costs = sorted({cost for each in cases for cost in (each.low, each.high)})
    for size, tokens in enumerate(run.ranges, 1):
        yield "tokens per target pass at draft length", size, *_ends(tokens)
        ends = run.limit_ends(size, size - 1) or ("", "")
        yield "pays off below this cost of a draft token", size, run.worth(size), *ends
    for size in sizes(run):
        kind = " (estimate)" if size > run.gamma else ""
        if kind:
            ends = run.ends(size, 0.0) or ("", "")
            yield f"tokens per target pass at draft length{kind}", size, run.expected(size), *ends
        for cost in costs:
            ends = run.ends(size, cost) or ("", "")
            yield f"speed-up if a draft token costs {cost:.6g}{kind}", size, run.speedup(size, cost), *ends


def _share(share: Share, ends: Ends | None) -> Row:
    return share.value, *(ends or ("", "")), share.hits, share.trials


def _ends(tokens: Estimate) -> Row:
    return tokens.value, tokens.low, tokens.high
