"""The papers' numbers beside ours, as Markdown: made of the sweeps that are kept in assets/lab."""

from pathlib import Path

from explorer.lab.catalog import KEPT
from explorer.lab.differences import conditions, table
from explorer.lab.experiment import Cell, Metric
from explorer.lab.journal import NAME
from explorer.lab.results import Results, Value
from explorer.lab.sweep import results
from explorer.traces.words import plural

MOST = 4  # metrics shown
NOISE = 1e-12


def sections() -> str:
    """A section for every kept sweep, in the order of their names."""
    return "\n\n".join(section(results(folder)) for folder in kept())


def differences() -> str:
    """What the kept sweeps were made with, and where they differ from the papers and why."""
    found = [results(folder) for folder in kept()]
    return "\n".join([*(f"* {line}" for line in conditions(found)), "", *_table(table(found))])


def kept() -> list[Path]:
    """The folders of the kept sweeps."""
    return sorted(path.parent for path in KEPT.glob(f"*/{NAME}"))


def section(found: Results) -> str:
    """What one sweep found, and what the paper reports."""
    experiment, about = found.experiment, found.about
    prompts = plural(len({(row["data"], row["task"]) for row in found.rows}), "prompt")
    lines = [
        f"### {experiment.paper} {experiment.item}: {experiment.title}",
        "",
        f"`{about['command']}`",
        "",
        f"{prompts}{_data(found)}, at most {about['limit']} tokens, {plural(len(found.rows), 'row')}.",
        "",
        *(_by_part(found) if experiment.split else _by_cell(found)),
    ]
    if found.failed:
        lines += ["", f"{len(found.failed)} items failed: {found.failed[0]['failed']}."]
    if experiment.differs:
        lines += ["", f"Otherwise than in the paper: {experiment.differs}."]
    return "\n".join(lines)


def _data(found: Results) -> str:
    """Where the prompts are from, with licences, where that was noted."""
    sources = [
        f"{one['kind']} ({one['from']}, {one['licence']})" for one in found.about.get("data", ()) if "licence" in one
    ]
    return f" of {', '.join(sources)}" if sources else ""


def _by_cell(found: Results) -> list[str]:
    """A row a cell; every metric with its interval, and what the paper has for it."""
    shown = [one for one in found.experiment.metrics if any(found.value(one, cell) for cell in found.cells)][:MOST]
    rows = [["", *(one.label for one in shown)]]
    for cell in found.cells:
        rows.append([cell.label, *(_both(found, one, cell) for one in shown)])
    return _table(rows)


def _by_part(found: Results) -> list[str]:
    """A row a cell and metric; a column for every value of what tells its numbers apart."""
    parts, key = found.parts(), found.experiment.split
    rows = [[key, *(f"{part[key]:g}" for part in parts)]]
    for metric in found.experiment.metrics:
        for cell in found.cells:
            values = [found.value(metric, cell, None, **part) for part in parts]
            rows.append(
                [f"{cell.label}, {metric.label}", *(with_interval(value) if value else "–" for value in values)]
            )
    return _table(rows)


def _both(found: Results, metric: Metric, cell: Cell) -> str:
    own = found.value(metric, cell)
    marks = [
        f"{mark.value:g}"
        for mark in found.experiment.marks
        if mark.metric == metric.key and mark.group == cell.group and mark.x in (None, cell.x)
    ]
    paper = f" · paper {', '.join(marks)}" if marks else ""
    return (with_interval(own) if own else "–") + paper


def with_interval(value: Value) -> str:
    """A number with its interval.

    >>> with_interval(Value(1.2345, 1.1, 1.4, 8, 8))
    '1.23 (1.1–1.4)'
    """
    interval = "" if value.low is None or value.high is None else f" ({_short(value.low)}–{_short(value.high)})"
    return f"{_short(value.value)}{interval}"


def _short(value: float) -> str:
    """Three digits; what is only rounding is 0."""
    return "0" if abs(value) < NOISE else f"{value:.3g}"


def _table(rows: list[list[str]]) -> list[str]:
    head, *body = [f"| {' | '.join(cell.replace('|', '∣') for cell in row)} |" for row in rows]
    return [head, "|" + "---|" * len(rows[0]), *body]
