"""The results of a sweep: rows of items, and numbers per cell with intervals.

The results can be exported as a table in CSV, Parquet or LaTeX. For the 95% intervals, a task with all its seeds is one
observation (intervals.py).
"""

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from explorer.cells import safe_cell
from explorer.lab.analysis import intervals
from explorer.lab.analysis.latex import table_tex
from explorer.lab.analysis.paired import differences
from explorer.lab.analysis.sums import has, sums_of, task_of, value_of
from explorer.lab.data.humaneval import SAMPLES, write_samples
from explorer.lab.experiment import BY_DEFINITION, SHARES, Cell, Experiment, Metric, Row
from explorer.service.request import RunRequest
from explorer.statistics import LEVEL

PARQUET = ("rows.parquet", "table.parquet") if find_spec("pyarrow") else ()  # pyarrow comes with the extra `lab`
FILES = ("rows.csv", "table.csv", "table.tex", "differences.csv", *PARQUET)


@dataclass(frozen=True)
class Value:
    """A number with its interval (if it has one), from `n` tasks and `runs` runs."""

    value: float
    low: float | None
    high: float | None
    n: int
    runs: int


@dataclass
class Results:
    """The results so far: all rows, their conditions (`about`), and rows of failed items with reasons (`failed`)."""

    experiment: Experiment
    about: dict[str, Any]
    rows: list[Row] = field(default_factory=list)
    failed: list[Row] = field(default_factory=list)

    @property
    def cells(self) -> list[Cell]:
        """The cells that have rows, in the experiment's order."""
        known = {row["cell"] for row in self.rows}
        return [cell for cell in self.experiment.cells if cell.label in known]

    @property
    def data(self) -> list[str]:
        """The data sets in the order of their first rows."""
        return list(dict.fromkeys(row["data"] for row in self.rows))

    def of(self, cell: Cell, data: str | None = None, **fixed: Any) -> list[Row]:
        """The rows of a cell on one data set or on all of them.

        Only rows that have the given values in their columns are returned.
        """
        return [
            row
            for row in self.rows
            if row["cell"] == cell.label
            and data in (None, row["data"])
            and all(row.get(key) == value for key, value in fixed.items())
        ]

    def rows_with(self, metric: Metric, cell: Cell, data: str | None = None, **fixed: Any) -> list[Row]:
        """The rows of a cell that have the values for a metric."""
        return [row for row in self.of(cell, data, **fixed) if has(metric, row)]

    def value(self, metric: Metric, cell: Cell, data: str | None = None, **fixed: Any) -> Value | None:
        """The value of a metric for a cell, with its interval; None if no row has the data for it."""
        rows = self.rows_with(metric, cell, data, **fixed)
        base = None
        if metric.against:
            base = self.rows_with(metric, self.experiment.cells[0], data, **fixed)
            shared = {task_of(row) for row in rows} & {task_of(row) for row in base}
            rows, base = ([row for row in some if task_of(row) in shared] for some in (rows, base))
        if not rows:
            return None
        tasks = list(dict.fromkeys(map(task_of, rows)))
        own = sums_of(metric, rows, tasks)
        other = None if base is None else sums_of(metric, base, tasks)
        found = _ratio(metric, own, other)
        if not math.isfinite(found):
            return None
        low, high = _ends(metric, own, other, fixed=self.defined(metric, cell)) or (None, None)
        return Value(found, low, high, len(tasks), len(rows))

    def defined(self, metric: Metric, cell: Cell) -> bool:
        """Whether a cell's number is fixed by the definition of metric and method, so that it is not measured."""
        first = metric.against and cell == self.experiment.cells[0]
        return first or cell.method in BY_DEFINITION.get(metric.key, ())

    def table(self) -> list[Row]:
        """One row per metric, cell and data set, with all columns that are needed to understand the row on its own."""
        made = []
        # if the settings of one cell differ between rows, defaults have changed in the meantime
        same = self.about.get("cells") == cells_of(self.experiment)
        known = ("pair", "target", "draft", "device", "dtype", "cpu", "limit", "made")
        about = {key: self.about.get(key) for key in known} | provenance(self.about)
        for data, cell, part in product(self.data, self.cells, self.parts()):
            seeds = sorted({row["seed"] for row in self.of(cell, data)})
            for metric in self.experiment.metrics:
                got = self.value(metric, cell, data, **part)
                if got is not None:
                    made.append(
                        {"experiment": self.experiment.name, "data": data, "cell": cell.label, "method": cell.method}
                        | part
                        | {"metric": metric.key, "label": metric.label, "value": got.value}
                        | {"low": got.low, "high": got.high, "level": LEVEL, "n": got.n, "runs": got.runs}
                        | {"settings": json.dumps(dict(cell.settings), ensure_ascii=False)}
                        | {"resolved_settings": json.dumps(resolved(cell), ensure_ascii=False) if same else None}
                        | {"seeds": json.dumps(seeds), **about}
                    )
        return made

    def unscored(self) -> str:
        """A sentence about answers without a score and where they are saved; empty if there are none."""
        kept = [row for row in self.rows if row.get("completion") is not None and "scored" not in row]
        if not kept:
            return ""
        data = ", ".join(dict.fromkeys(row["data"] for row in kept))
        answers = "1 answer to a code task" if len(kept) == 1 else f"{len(kept)} answers to code tasks"
        verb = "was" if len(kept) == 1 else "were"
        return f"{answers} ({data}) {verb} not scored here. {SAMPLES} holds the code for the data set's own harness."

    def timed_out(self) -> str:
        """A sentence about SQL queries that were stopped at the time limit; empty if there are none."""
        count = sum(row.get("timed_out") == 1 for row in self.rows)
        if not count:
            return ""
        queries = "1 SQL query was" if count == 1 else f"{count} SQL queries were"
        return f"{queries} stopped at the time limit and counted as wrong."

    def parts(self) -> list[Row]:
        """The parts into which rows are split: one {column: value} per value of the split column; [{}] without one."""
        key = self.experiment.split
        return [{key: value} for value in sorted({row[key] for row in self.rows if key in row})] if key else [{}]

    def export(self, folder: Path, files: Sequence[str] = FILES) -> None:
        """Write the given files (rows, table and differences as CSV, Parquet or LaTeX), and all generated code."""
        import pandas as pd

        write_samples(folder, self.rows)
        made = {
            "rows": lambda: [*self.rows, *self.failed],
            "table": self.table,
            "differences": lambda: differences(self),
        }
        for file in files:
            name, _, kind = file.partition(".")
            if kind == "tex":
                (folder / file).write_text(table_tex(self), encoding="utf-8")
                continue
            frame = pd.DataFrame(made[name]())
            if kind == "csv":
                texts = frame.select_dtypes(exclude=["number", "bool"]).columns
                frame[texts] = frame[texts].map(safe_cell)
                frame.to_csv(folder / file, index=False)
            else:
                frame.to_parquet(folder / file, index=False)


def cells_of(experiment: Experiment) -> str:
    """A hash of the cells: their labels, methods and all settings. Raises BadInput if a setting is not valid."""
    what = [
        [cell.label, cell.method, vars(RunRequest(cell.method, "", "", cell.settings).chosen)]
        if cell.method
        else [cell.label, "", dict(cell.settings)]
        for cell in experiment.cells
    ]
    return hashlib.sha256(json.dumps(what, sort_keys=True, default=str).encode()).hexdigest()[:16]


def resolved(cell: Cell) -> dict[str, Any]:
    """All settings of a cell's method with defaults; for a cell without a method, its declared settings."""
    if not cell.method:
        return dict(cell.settings)
    return asdict(RunRequest(cell.method, "", "", cell.settings).chosen)


def provenance(about: Mapping[str, Any]) -> Row:
    """Engine, versions and digests of a sweep as columns. A value that an older sweep lacks is None."""
    engine, weights, explorer = (about.get(key) or {} for key in ("engine", "weights", "explorer"))
    both = list(dict.fromkeys(engine[role] for role in ("target", "draft") if role in engine))
    target, draft = (weights.get(role) or {} for role in ("target", "draft"))
    return {
        "engine": "+".join(both) or None,
        "versions": json.dumps(about["versions"]) if "versions" in about else None,
        "explorer": explorer.get("version"),
        "commit": explorer.get("commit"),
        "changes": explorer.get("changes"),
        "target_sha256": target.get("sha256"),
        "draft_sha256": draft.get("sha256"),
        "tokenizer_sha256": about.get("tokenizer"),
        "target_revision": target.get("revision"),
        "draft_revision": draft.get("revision"),
    }


def _ratio(metric: Metric, own: np.ndarray, base: np.ndarray | None) -> float:
    """The metric for the two sums over all tasks; NaN or infinite for a division by 0."""
    value = value_of(metric, *own.sum(axis=1))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return float(value if base is None else metric.scale * (value / value_of(metric, *base.sum(axis=1))))


def _ends(metric: Metric, own: np.ndarray, base: np.ndarray | None, *, fixed: bool) -> intervals.Ends:
    """The ends of the interval; None if the number is `fixed` by definition or there is too little data."""
    share = metric.key in SHARES and base is None
    ends = intervals.of_share(own) if share else intervals.of_ratio(own, base, power=metric.power)
    if fixed or ends is None or not all(map(math.isfinite, ends)):
        return None
    return metric.scale * ends[0], metric.scale * ends[1]
