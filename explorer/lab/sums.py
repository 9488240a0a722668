"""What metrics are made of: the sums of a prompt's rows, with all its runs and seeds."""

from collections.abc import Sequence

import numpy as np

from explorer.lab.experiment import Metric, Row


def task_of(row: Row) -> str:
    """What tells the prompts of a sweep apart."""
    return f"{row['data']}|{row['task']}"


def has(metric: Metric, row: Row) -> bool:
    """Whether a row has what a metric is made of."""
    return row.get(metric.over) is not None and (not metric.under or row.get(metric.under) is not None)


def sums_of(metric: Metric, rows: Sequence[Row], tasks: Sequence[str]) -> np.ndarray:
    """float[2, tasks]: both sums of each task."""
    place, made = {task: i for i, task in enumerate(tasks)}, np.zeros((2, len(tasks)))
    for row in rows:
        made[:, place[task_of(row)]] += float(row[metric.over]), float(row[metric.under]) if metric.under else 1.0
    return made
