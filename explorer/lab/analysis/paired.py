"""Paired differences between the cells of a sweep on the same prompts, with an interval and a permutation test.

A prompt is one observation with all its runs and seeds, as in intervals.py. If two cells do not differ, the two results
of a prompt could just as well be swapped. So the test swaps the results of some prompts. For few prompts it tries all
combinations, and for many it tries SAMPLED random combinations. The p-value p is the fraction of combinations with a
difference at least as large as the measured one (Fisher 1935; Good, Permutation Tests, 2nd ed. 2000, chapter 3). p_holm
is corrected for all comparisons of one metric on one data set (Holm 1979).
"""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from explorer.lab.analysis import intervals
from explorer.lab.analysis.sums import sums_of, task_of, value_of
from explorer.lab.experiment import Cell, Metric, Row
from explorer.statistics import LEVEL, t_quantile

if TYPE_CHECKING:
    from explorer.lab.analysis.results import Results

ALL_PAIRS = 12  # up to this many cells, all pairs are compared; with more, each is compared with the first
EXACT = 12  # up to this many prompts, all 2^n combinations are used
SAMPLED = 9_999  # number of random combinations for more prompts
CHUNK = 1024  # combinations at a time, to limit memory for thousands of prompts
SEED = 20_26


def differences(found: "Results") -> list[Row]:
    """One row per pair of cells, metric and data set: the difference with its interval, p and p_holm."""
    made: list[Row] = []
    for data in found.data:
        for part in found.parts():
            for metric in found.experiment.metrics:
                if not metric.against:  # a metric with `against` is already a comparison with the first cell
                    made += _adjusted([*_of_metric(found, metric, data, part)])
    return made


def _of_metric(found: "Results", metric: Metric, data: str, part: Row) -> Iterator[Row]:
    cells = [cell for cell in found.cells if not found.defined(metric, cell)]
    for one, other in _twos(cells):
        rows = [found.rows_with(metric, cell, data, **part) for cell in (one, other)]
        shared = {task_of(row) for row in rows[0]} & {task_of(row) for row in rows[1]}
        tasks = [task for task in dict.fromkeys(map(task_of, rows[0])) if task in shared]
        if not tasks:
            continue
        own, base = (sums_of(metric, [row for row in some if task_of(row) in shared], tasks) for some in rows)
        values = [float(value_of(metric, *sums.sum(axis=1))) for sums in (own, base)]
        if not all(map(math.isfinite, values)):
            continue
        low, high = _ends(metric, own, base) or (None, None)
        p, how = permutation(metric, own, base)
        yield {"data": data, "cell": one.label, "other": other.label, **part, "metric": metric.key} | {
            "label": metric.label, "value": values[0], "other_value": values[1], "difference": values[0] - values[1],
            "low": low, "high": high, "level": LEVEL, "p": p, "test": how, "n": len(tasks),
        }  # fmt: skip


def _twos(cells: Sequence[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of cells to compare. Each cell is compared with the earlier cells."""
    if len(cells) <= ALL_PAIRS:
        yield from ((two, one) for one, two in combinations(cells, 2))
    else:
        yield from ((cell, cells[0]) for cell in cells[1:])


def _ends(metric: Metric, own: np.ndarray, base: np.ndarray) -> intervals.Ends:
    """The ends of the difference's interval, by linearisation with Student's t; None below intervals.FEWEST prompts."""
    n = own.shape[1]
    if n < intervals.FEWEST:
        return None
    error, values = np.zeros(n), list[float]()
    for sign, (a, b) in ((1, own), (-1, base)):
        ratio = float(a.sum() / b.sum())
        slope = math.exp(ratio) if metric.power else 1.0
        error += sign * metric.scale * slope * (a - ratio * b) / b.mean()
        values.append(float(value_of(metric, a.sum(), b.sum())))
    half = t_quantile(n - 1) * float(np.std(error, ddof=1)) / math.sqrt(n)
    middle = values[0] - values[1]
    return (middle - half, middle + half) if math.isfinite(half) else None


def permutation(metric: Metric, own: np.ndarray, base: np.ndarray) -> tuple[float, str]:
    """The p-value of the difference between two cells, and the name of the test. The sums of a cell are float[2,
    prompts].

    The combination without swaps also counts, so p is never 0.
    """
    n, move = own.shape[1], base - own
    totals, measured = (own.sum(axis=1), base.sum(axis=1)), 0.0
    measured = abs(float(value_of(metric, *totals[0])) - float(value_of(metric, *totals[1])))
    bound = measured * (1 - 1e-9)  # sums that are added in another order differ in their last digits
    count = ways = 0
    for swaps in _ways(n):
        moved = move @ swaps.T  # [2, combinations]
        differences = np.abs(
            value_of(metric, *(totals[0][:, None] + moved)) - value_of(metric, *(totals[1][:, None] - moved))
        )
        count += int(np.sum(~(differences < bound)))  # NaN from a division by 0 counts as a large difference
        ways += len(swaps)
    if n <= EXACT:
        return count / ways, "paired permutation, exact"
    return (count + 1) / (ways + 1), f"paired permutation, {ways} sampled"


def _ways(n: int) -> Iterator[np.ndarray]:
    """The combinations, in chunks float[ways, n]: 1 if the combination swaps the results of a prompt, otherwise 0."""
    if n <= EXACT:
        yield ((np.arange(2**n)[:, None] >> np.arange(n)) & 1).astype(np.float64)
        return
    random, left = np.random.Generator(np.random.PCG64(SEED)), SAMPLED
    while left:
        size = min(CHUNK, left)
        yield random.integers(0, 2, (size, n)).astype(np.float64)
        left -= size


def _adjusted(rows: list[Row]) -> list[Row]:
    """Add Holm's p-value, corrected for the number of rows."""
    largest = 0.0
    for place, row in enumerate(sorted(rows, key=lambda row: row["p"])):
        largest = max(largest, min(1.0, (len(rows) - place) * row["p"]))
        row["p_holm"] = largest
    return rows
