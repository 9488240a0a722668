"""The papers' numbers compared with the bundled sweeps in assets/lab, as Markdown."""

from collections.abc import Sequence
from pathlib import Path

from explorer.lab.analysis.differences import belongs, conditions, table
from explorer.lab.analysis.results import Results, Value
from explorer.lab.catalog import KEPT
from explorer.lab.data.data_sets import is_of
from explorer.lab.experiment import METRICS, Cell, Mark, Metric
from explorer.lab.journal import NAME
from explorer.lab.sweep import results
from explorer.story.numbers import listed, plural

MOST = 4  # minimum number of metrics that are shown, if there are so many
NOISE = 1e-12


def sections() -> str:
    """Sections with the numbers of every bundled sweep next to the paper's numbers, ordered by name."""
    return "\n\n".join(section(results(folder)) for folder in kept())


def differences() -> str:
    """The conditions of the bundled sweeps, and a table of their differences from the papers with reasons."""
    found = [results(folder) for folder in kept()]
    return "\n".join([*(f"* {line}" for line in conditions(found)), "", *_table(table(found))])


def kept() -> list[Path]:
    """The folders of all bundled sweeps."""
    return sorted(path.parent for path in KEPT.glob(f"*/{NAME}"))


def section(found: Results) -> str:
    """The Markdown section of one sweep: its conditions, its numbers, and the paper's numbers."""
    experiment, about = found.experiment, found.about
    prompts = plural(len({(row["data"], row["task"]) for row in found.rows}), "prompt")
    lines = [
        f"### {experiment.paper} {experiment.item}: {experiment.title}",
        "",
        f"`{about['command']}`",
        "",
        f"{prompts}{_data(found)}; at most {about['limit']} new tokens per run; {plural(len(found.rows), 'row')}.",
        "",
        *_numbers(found),
        *_settings(found),
    ]
    if found.failed:
        reason = str(found.failed[0]["failed"]).removesuffix(".")
        lines += ["", f"Failed: {plural(len(found.failed), 'item')} ({reason})."]
    if experiment.differs:
        lines += ["", f"Differences from the paper: {experiment.differs}."]
    return "\n".join(lines)


def _data(found: Results) -> str:
    """A phrase with the sources and licences of the prompts; empty if they were not recorded."""
    sources = [
        f"{one['kind']} ({one['from']}, {one['licence']})" for one in found.about.get("data", ()) if "licence" in one
    ]
    return f" from {listed(sources, len(sources))}" if sources else ""


def _numbers(found: Results) -> list[str]:
    if found.experiment.by_data:
        return _by_data(found)
    return _by_part(found) if found.experiment.split else _by_cell(found)


def _settings(found: Results) -> list[str]:
    """A folded list with one line per cell: its method, and the settings that are not defaults."""
    lines = [f"* {cell.label}: `{' '.join([cell.method, *_given(cell)])}`" for cell in found.cells if cell.method]
    head = "<details><summary>Settings (all others have their default values)</summary>"
    return ["", head, "", *lines, "", "</details>"] if lines else []


def _given(cell: Cell) -> list[str]:
    return [f"{key}={value}" for key, value in cell.settings.items()]


def _by_cell(found: Results) -> list[str]:
    """Table rows, one per cell: each metric with its interval, and the paper's number.

    If there are several data sets, a paper's number for one data set is in the row of that data set.
    """
    shown, several = _shown(found), len(found.data) > 1
    rows = [["", *(one.label for one in shown)]]
    for cell in found.cells:
        marks = [mark for mark in found.experiment.marks if belongs(mark, cell)]
        by_set = {data: [mark for mark in marks if is_of(mark, data)] for data in found.data if several}
        others = [mark for mark in marks if not any(mark in some for some in by_set.values())]
        rows.append([cell.label, *(_both(found, one, found.value(one, cell), others) for one in shown)])
        for data, some in by_set.items():
            if some:
                own = [found.value(one, cell, data) for one in shown]
                cells = (_both(found, one, value, some) for one, value in zip(shown, own, strict=True))
                rows.append([f"{cell.label}, {data} alone", *cells])
    return _table(rows)


def _shown(found: Results) -> list[Metric]:
    """The metrics to show.

    They are the first MOST metrics with a number, F1 (in second place) if answers have an F1, and the fraction of
    drafts that were cut.
    """
    known = [one for one in found.experiment.metrics if any(found.value(one, cell) for cell in found.cells)]
    also = [METRICS["f1"]] if any(row.get("f1") is not None for row in found.rows) else []
    first = list(dict.fromkeys([*known[:1], *also, *known]))[: MOST + len(also)]
    return list(dict.fromkeys([*first, *(one for one in known if one.key == "cut")]))


def _by_data(found: Results) -> list[str]:
    """Table rows, one per data set. Our data sets come first, then the paper's other data sets."""
    shown, (cell,) = _shown(found), found.cells
    rows = [["data set", *(one.label for one in shown)]]
    for data in found.data:
        marks = [mark for mark in found.experiment.marks if is_of(mark, data)]
        rows.append([data, *(_both(found, one, found.value(one, cell, data), marks) for one in shown)])
    for mark in found.experiment.marks:
        if not any(is_of(mark, data) for data in found.data):
            rows.append([_of(found, mark), *(_both(found, one, None, [mark]) for one in shown)])
    return _table(rows)


def _by_part(found: Results) -> list[str]:
    """Table rows, one per cell and metric. There is one column per value of the experiment's split."""
    parts, key = found.parts(), found.experiment.split
    rows = [[key, *(f"{part[key]:g}" for part in parts)]]
    for metric in found.experiment.metrics:
        for cell in found.cells:
            marks = [mark for mark in found.experiment.marks if belongs(mark, cell, key)]
            values = (
                _both(found, metric, found.value(metric, cell, None, **part), [m for m in marks if m.x == part[key]])
                for part in parts
            )
            rows.append([f"{cell.label}, {metric.label}", *values])
    return _table(rows)


def _both(found: Results, metric: Metric, own: Value | None, marks: Sequence[Mark]) -> str:
    known = [f"{mark.value:g}{_named(_of(found, mark))}" for mark in marks if mark.metric == metric.key]
    paper = f" · paper {', '.join(known)}" if known else ""
    return (with_interval(own) if own else "–") + paper


def _of(found: Results, mark: Mark) -> str:
    """A note on a number in the paper: its models, its data, and its table.

    The table is left out if the experiment is named after it.
    """
    place, _, what = mark.where.partition(", ")
    return what if place == found.experiment.item else mark.where


def _named(what: str) -> str:
    return f" ({what})" if what else ""


def with_interval(value: Value) -> str:
    """Write a number with its interval and the number of prompts.

    >>> with_interval(Value(1.2345, 1.1, 1.4, 8, 8))
    '1.23 (1.1–1.4; n=8)'
    """
    interval = "" if value.low is None or value.high is None else f"{_short(value.low)}–{_short(value.high)}; "
    return f"{_short(value.value)} ({interval}n={value.n})"


def _short(value: float) -> str:
    """Write a number with three significant digits; a rounding error becomes 0."""
    return "0" if abs(value) < NOISE else f"{value:.3g}"


def _table(rows: list[list[str]]) -> list[str]:
    head, *body = [f"| {' | '.join(cell.replace('|', '∣') for cell in row)} |" for row in rows]
    return [head, "|" + "---|" * len(rows[0]), *body]
