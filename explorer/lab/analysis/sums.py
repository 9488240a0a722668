"""The sums from which metrics are computed. The rows of a prompt are added up over all its runs and seeds."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from explorer.lab.experiment import Metric, Row


def task_of(row: Row) -> str:
    """The key that identifies a row's prompt in a sweep."""
    return f"{row['data']}|{row['task']}"


def has(metric: Metric, row: Row) -> bool:
    """Whether a row has the values that a metric needs."""
    return row.get(metric.over) is not None and (not metric.under or row.get(metric.under) is not None)


def value_of(metric: Metric, over: Any, under: Any) -> Any:
    """The metric's value from two sums, or from many pairs of sums (float[ways]); infinite or NaN after a division by
    0.
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratio = np.divide(over, under)
        return metric.scale * (np.exp(ratio) if metric.power else ratio)


def sums_of(metric: Metric, rows: Sequence[Row], tasks: Sequence[str]) -> np.ndarray:
    """The two sums of a metric, numerator and denominator, for each task: float[2, tasks]."""
    place, made = {task: i for i, task in enumerate(tasks)}, np.zeros((2, len(tasks)))
    for row in rows:
        made[:, place[task_of(row)]] += float(row[metric.over]), float(row[metric.under]) if metric.under else 1.0
    return made
