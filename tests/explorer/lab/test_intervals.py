"""Intervals for few prompts contain the true value as often as they claim."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from explorer.lab.analysis.intervals import Ends, of_ratio, of_share
from explorer.lab.analysis.results import Results, Value
from explorer.lab.catalog import experiment_of
from explorer.lab.experiment import BY_DEFINITION, METRICS, SHARES, TIMES
from explorer.statistics import wilson

TIMES_DRAWN = 2000
LEAST = 0.90
Dice = np.random.Generator


def mean(dice: Dice, n: int) -> Ends:
    """Samples of gamma(4), whose mean is 4."""
    return of_ratio(np.stack([dice.gamma(4, size=n), np.ones(n)]))


def ratio(dice: Dice, n: int) -> Ends:
    """Samples of tokens per second with prompts of different lengths; the ratio is 4."""
    length = dice.gamma(6, size=n)
    return of_ratio(np.stack([length * dice.gamma(4, size=n), length]))


def speedup(dice: Dice, n: int) -> Ends:
    """Two such ratios on the same prompts; their quotient is 1."""
    length = dice.gamma(4, size=n)
    return of_ratio(*(np.stack([length * dice.gamma(9, size=n), length]) for _ in range(2)))


def perplexity(dice: Dice, n: int) -> Ends:
    """Samples of e to the mean of −log p: e^1.2."""
    tokens = dice.integers(5, 33, size=n).astype(float)
    return of_ratio(np.stack([tokens * dice.gamma(4, 0.3, size=n), tokens]), power=True)


def acceptance(dice: Dice, n: int) -> Ends:
    """Samples of trials that are more similar within a prompt than between prompts: 0.4."""
    trials = dice.integers(5, 60, size=n)
    return of_share(np.stack([dice.binomial(trials, dice.beta(2, 3, size=n)), trials]).astype(float))


def exact_match(dice: Dice, n: int) -> Ends:
    """Samples of one trial per prompt: 0.3."""
    return of_share(np.stack([dice.binomial(1, 0.3, size=n), np.ones(n)]).astype(float))


@pytest.mark.parametrize("n", [3, 4, 5, 9])
@pytest.mark.parametrize(
    ("draw", "truth"),
    [(mean, 4), (ratio, 4), (speedup, 1), (perplexity, np.exp(1.2)), (acceptance, 0.4), (exact_match, 0.3)],
)
def test_they_hold_the_truth(draw: Callable[[Dice, int], Ends], truth: float, n: int) -> None:
    """They claim 95%; of 2,000 samples at least nine in ten must contain the value, with few prompts."""
    dice = np.random.Generator(np.random.PCG64(n))
    found = [draw(dice, n) for _ in range(TIMES_DRAWN)]
    held = sum(ends is not None and ends[0] <= truth <= ends[1] for ends in found)
    assert held >= LEAST * TIMES_DRAWN


def test_resampling_would_not() -> None:
    """The reason against resampling: percentiles of 5 prompts' means miss the mean twice as often."""
    dice, held = np.random.Generator(np.random.PCG64(0)), 0
    for _ in range(TIMES_DRAWN):
        values = dice.gamma(4, size=5)
        low, high = np.percentile(values[dice.integers(0, 5, (400, 5))].mean(1), [2.5, 97.5])
        held += low <= 4 <= high
    assert held < LEAST * TIMES_DRAWN


def test_none_of_thirteen_is_no_certainty() -> None:
    """0 (0–0) would claim that it never happens."""
    zero = np.stack([np.zeros(13), np.ones(13)])
    assert of_share(zero) == pytest.approx((0, 0.228), abs=5e-4)
    assert of_share(np.ones((2, 13))) == pytest.approx((0.772, 1), abs=5e-4)
    long = np.stack([np.zeros(13), np.array([1] * 12 + [500])])
    assert of_share(long) == pytest.approx(wilson(0, 512**2 / (12 + 500**2))), "one long prompt is about one trial"


@pytest.mark.parametrize("n", [1, 2])
def test_two_prompts_have_none(n: int) -> None:
    """Two prompts say nothing about the spread."""
    assert of_ratio(np.ones((2, n))) is None
    assert of_share(np.ones((2, n))) is None


def test_shares_stay_within_their_range() -> None:
    """An acceptance rate of 104% would be absurd."""
    dice = np.random.Generator(np.random.PCG64(0))
    for n in (3, 4, 9):
        for a, b in ((0.2, 0.2), (9, 0.2), (0.2, 9)):
            trials = dice.integers(1, 9, size=n)
            kept = dice.binomial(trials, dice.beta(a, b, size=n))
            ends = of_share(np.stack([kept, trials]).astype(float))
            assert ends is not None
            assert 0 <= ends[0] <= kept.sum() / trials.sum() <= ends[1] <= 1


def got(experiment: str, key: str, cell: str, rows: list[dict[str, Any]]) -> Value:
    """The value of a metric over rows of one task each, equal for all cells."""
    declared = experiment_of(experiment)
    names = [{"cell": one.label, "data": "d", "seed": 0} for one in declared.cells]
    found = Results(declared, {}, [name | {"task": str(i)} | row for name in names for i, row in enumerate(rows)])
    value = found.value(METRICS[key], next(one for one in declared.cells if one.label == cell))
    assert value is not None
    return value


def test_what_is_so_by_definition_has_no_interval() -> None:
    """Fixed values, such as a comparison with itself, were not measured and have no interval."""
    rows = [{"graph_hits": 0, "graphs": 9, "emitted": i, "seconds": 1} for i in (7, 8, 9)]
    tree, graph = (got("gsd-table-1", "graph_success", cell, rows) for cell in ("TSD", "GSD"))
    assert (tree.value, tree.low, tree.high) == (0, None, None)
    assert graph.high is not None
    assert graph.high > 50
    assert replace(got("gsd-table-1", "speedup", "greedy", rows)) == Value(1, None, None, 3, 3)


def test_kinds_of_metrics_are_told_apart() -> None:
    """A proportion needs Wilson's interval, or it would leave its range."""
    assert set(METRICS) >= SHARES | set(BY_DEFINITION)
    assert {metric.over for metric in METRICS.values()} | {metric.under for metric in METRICS.values()} >= TIMES
    assert not any(METRICS[key].against or METRICS[key].power for key in SHARES)
