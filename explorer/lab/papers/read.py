"""Read the experiments of the three papers from the TOML files in this folder, one file per paper.

`[settings]` names settings that several cells have, and `[cells]` names cells. A cell has a `method` and its settings.
`with` adds named settings, `like` starts from a named cell, and `x` names the setting on the horizontal axis. Settings
given as a list are varied. They make one cell per combination, and its label names the varied settings, unless the
label has slots such as {gamma}. `group` names the cell's curve; by default, it is the label without varied settings.

Each `[[experiment]]` has the fields of `Experiment`. `like` names a table of `[shared]` with further fields. `differs`
lists sentences, or names of `[notes]`. `draw` names a function of draw.py with its metrics.

`marks` are tables of the paper, given row by row, with `where` and `columns` (by default, those of the experiment). The
label of a row or a column is a metric's key, a value of x (a number), or a group (any other text). `group` or `metric`
applies to the whole table. “–” is an empty entry. `points` takes the marks from an earlier experiment, with one of its
metrics as x.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from explorer.lab import measure
from explorer.lab.analysis import draw
from explorer.lab.experiment import METRICS, Cell, Experiment, Mark, metrics, sign

FOLDER = Path(__file__).parent
EMPTY = "–"
Table = dict[str, Any]


def read_paper(name: str) -> dict[str, Experiment]:
    """The experiments of a paper by name, in the order of its file."""
    file = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    found = dict[str, Experiment]()
    named, shared, notes = _Cells(file["settings"], file["cells"]), file.get("shared", {}), file.get("notes", {})
    for part in file["experiment"]:
        given: Table = {**shared.get(part.pop("like", ""), {}), **part}
        columns, points = given.pop("columns", ()), given.pop("points", None)
        drawn, split = given.pop("draw"), given.get("split", "")
        marks = (mark for table in given.pop("marks", ()) for mark in _marks(columns, **table))
        made = {
            "paper": file["paper"],
            "cells": tuple(named.cells(given.pop("cells"))),
            "metrics": metrics(*given.pop("metrics")),
            "measure": getattr(measure, given.pop("measure", "run")),
            "draw": _drawing(**drawn, split=split),
            "marks": _points(found[points["of"]], points["x"], points["y"]) if points else tuple(marks),
            "scorers": tuple(given.pop("scorers", ())),
            "differs": ". ".join(notes.get(text, text) for text in given.pop("differs", ())),
        }
        found[given["name"]] = Experiment(**made, **given)
    return found


class _Cells:
    """The named cells and settings of a paper."""

    def __init__(self, settings: Mapping[str, Table], cells: Mapping[str, Any]) -> None:
        self._settings, self._named = settings, dict[str, list[Table]]()
        for name, given in cells.items():
            tables = self._tables(given) if isinstance(given, list) else [{"label": name, **given}]
            self._named[name] = [{"group": table["label"], **table} for table in tables]

    def cells(self, given: Sequence[str | Table]) -> Iterator[Cell]:
        """The cells of a list of names and tables."""
        for table in self._tables(given):
            yield from self._grid(**table)

    def _tables(self, given: Sequence[str | Table]) -> list[Table]:
        found = list[Table]()
        for each in given:
            own = {"like": each} if isinstance(each, str) else dict(each)
            bases = self._named[own.pop("like")] if "like" in own else [{}]
            found += [base | own for base in bases]
        return found

    def _grid(self, label: str, method: str = "", group: str = "", x: str = "", **given: Any) -> Iterator[Cell]:
        """One cell for each combination of the settings that are lists."""
        settings: Table = {}
        for key, value in given.items():
            if key != "with":
                settings[key] = value
                continue
            for name in [value] if isinstance(value, str) else value:
                settings |= self._settings[name]
        varied = {key: value for key, value in settings.items() if isinstance(value, list)}
        for values in product(*varied.values()):
            chosen = dict(zip(varied, values, strict=True))
            own = {**settings, **chosen}
            words = () if "{" in label else (f"{sign(method, key)}={value}" for key, value in chosen.items())
            name = " ".join([label.format(**own), *words])
            yield Cell(name, method, own, (group or label).format(**own), float(own[x]) if x else None)


def _drawing(split: str, x: str = "", **named: Any) -> draw.Draw:
    """The drawing function that an experiment names."""
    ((kind, keys),) = named.items()
    match kind:
        case "curves":
            return draw.curves(x, *keys, split=split)
        case "pareto":
            return draw.pareto(*map(tuple, keys))
        case "sets":
            return draw.sets(*keys)
        case _:
            return draw.bars(*keys)


def _marks(usual: Sequence[Any], where: str, group: str = "", metric: str = "", **rows: Any) -> Iterator[Mark]:
    """The marks of a table of the paper."""
    columns = rows.pop("columns", usual)
    for label, row in rows.items():
        for column, value in zip(columns, row, strict=True):
            if value != EMPTY:
                named: Table = {_kind(one): one for one in (label, column)}
                yield Mark(where, value=value, **{"group": group, "metric": metric, **named})


def _kind(label: str | float) -> str:
    """The field of Mark for a label of a paper's table."""
    if isinstance(label, str):
        return "metric" if label in METRICS else "group"
    return "x"


def _points(experiment: Experiment, x: str, y: str) -> tuple[Mark, ...]:
    """The marks of an experiment for the metric y, each with the value of the metric x."""
    across, up = ([mark for mark in experiment.marks if mark.metric == key] for key in (x, y))
    return tuple(replace(mark, x=other.value) for other, mark in zip(across, up, strict=True))
