"""DSBD's P(m, k) (Eqs 2–7), and what stands in its place for draws without replacement, against acceptances counted
over every branch of the real code; broken tables show."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from decoders.catalog import decoder
from decoders.core.decode import Run, State
from decoders.core.dice import branches
from decoders.core.rules import Dist
from decoders.exact.toy import ToyPair
from decoders.methods.dsbd import algorithm as dsbd
from decoders.methods.dsbd import width as widths
from decoders.methods.dsbd.width import Plan, Prediction
from tests.toys import CAUGHT, EXACT, models_of, random_pair

PROMPT = (0,)


@dataclass
class Counted:
    """A layer after one past: the planned prediction, and the probabilities of k accepted candidates."""

    prediction: Prediction
    accepted: dict[int, float] = field(default_factory=lambda: defaultdict(float))

    @property
    def tails(self) -> list[float]:
        """The probabilities that at least K = 0, 1, … candidates were accepted."""
        total = sum(self.accepted.values())
        counts = [self.accepted[k] / total for k in range(len(self.prediction.tails))]
        return [sum(counts[k:]) for k in range(len(counts))]

    @property
    def error(self) -> float:
        """The largest difference between prediction and outcome, for P(m, k) and the tails."""
        tails, guess = [*self.tails, 0.0], self.prediction
        row = guess.table[-1] if guess.table else [a - b for a, b in pairwise([*guess.tails, 0.0])]
        rows = zip(row, [a - b for a, b in pairwise(tails)], strict=True)
        return max(abs(a - b) for a, b in [*rows, *zip(guess.tails, tails, strict=False)])


class BranchEnded(Exception):  # noqa: N818 (it is no error)
    """Raised when the rest of a branch does not matter."""


def counted(pair: ToyPair, monkeypatch: pytest.MonkeyPatch, **settings: Any) -> dict[Any, Counted]:
    """By the inputs of layer γ and P: how many of all its candidates were accepted.

    Layers before ask for one beam, so that the others' children are orphans; layer γ asks for all that are left.
    """
    plan_of, judge, seen = dsbd.choose_width, dsbd.judge, list[tuple[Any, int]]()

    def plan(run: Any, trial: Any) -> Any:
        last = trial.layer.number == settings["gamma"]
        planned = replace(plan_of(run, trial), width=max(1, len(trial.candidates)) if last else 1)
        seen.append(((trial, planned.prediction), 0))
        return planned

    def note(run: Any, trial: Any, width: int) -> Any:
        tries = judge(run, trial, width)
        known, _ = seen.pop()
        if trial.layer.number < settings["gamma"]:
            return tries
        seen.append((known, sum(one.accepted for one in tries)))
        raise BranchEnded

    layers: dict[Any, Counted] = {}
    with monkeypatch.context() as patch:
        patch.setattr(dsbd, "choose_width", plan)
        patch.setattr(dsbd, "judge", note)
        for weight in walk(pair, settings):
            for (trial, prediction), accepted in seen:
                past = tuple(spot.beam.tokens for spot in trial.parents)
                key = (past, tuple(round(x, 10) for x in prediction.tails))
                layers.setdefault(key, Counted(prediction)).accepted[accepted] += weight
            seen.clear()
    return layers


def walk(pair: ToyPair, settings: dict[str, Any]) -> Iterator[float]:
    """The probability of every branch of one iteration of the real code, after it ran."""
    made = decoder("dsbd").make_settings(settings)
    run = Run(PROMPT, models_of(pair), made, next(branches()), 4, record=False, forget=False)
    state = run.adopt(State())
    for dice in branches():
        run.dice = dice
        with suppress(BranchEnded):
            dsbd.step(run, state)
        yield dice.weight


def worst(layers: dict[Any, Counted]) -> float:
    return max(one.error for one in layers.values())


PREDICTED = [
    pytest.param({"size": 2, "eos": False}, {"draft_width": 2, "gamma": 2}, id="two layers"),
    pytest.param({"size": 2}, {"draft_width": 2, "gamma": 3}, id="three layers, EOS inside"),
    pytest.param({"size": 3}, {"draft_width": 2, "gamma": 2, "top_k": 3}, id="top-k"),
    pytest.param({"size": 3}, {"draft_width": 3, "gamma": 1}, id="three drafts"),
    pytest.param({"size": 3, "zeros": (0.4, 0.4)}, {"draft_width": 3, "gamma": 1}, id="zeros"),
    pytest.param({"size": 2, "same": True}, {"draft_width": 3, "gamma": 1}, id="p = q"),
]


@pytest.mark.parametrize(("shape", "settings"), PREDICTED)
def test_p_of_m_and_k_is_what_comes_about(
    shape: dict[str, Any], settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given the past and m, P(m, k) must be the distribution of acceptances, also in later layers."""
    for seed in range(2):
        layers = counted(random_pair(seed, **shape), monkeypatch, **settings)
        assert worst(layers) < EXACT
        if settings["gamma"] > 1:
            sizes = {len(tails) - 1 for _, tails in layers}
            assert sizes == set(range(settings["draft_width"] + 1)), "m takes every value after orphans are dropped"


@pytest.mark.parametrize("threshold", [0.3, 0.7, 0.95])
@pytest.mark.parametrize("floor", [1, 2])
@pytest.mark.parametrize("replacement", [True, False], ids=["with replacement", "without"])
def test_success_is_at_least_t_or_beta(
    threshold: float, floor: int, replacement: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """§3.2 says equal; it is at least min(t, β) because W̃_L is whole, and equals the prediction."""
    plan_of, judge, plans, seen = dsbd.choose_width, dsbd.judge, list[Plan](), list[int]()

    def plan(run: Any, trial: Any) -> Any:
        plans.append(plan_of(run, trial))
        return plans[-1]

    def note(run: Any, trial: Any, width: int) -> Any:
        seen.append(sum(one.accepted for one in judge(run, trial, width)))
        raise BranchEnded

    monkeypatch.setattr(dsbd, "choose_width", plan)
    monkeypatch.setattr(dsbd, "judge", note)
    for seed in range(3):
        seen.clear()
        settings = {
            "draft_width": 3,
            "gamma": 1,
            "threshold": threshold,
            "min_width": floor,
            "replacement": replacement,
        }
        weights = list(walk(random_pair(seed, 3), settings))
        width, guess = plans[-1].width, plans[-1].prediction
        assert guess is not None
        success = sum(weight for weight, count in zip(weights, seen, strict=True) if count == width)
        assert success == pytest.approx(guess.chance(width), abs=EXACT)
        assert success >= min(threshold, guess.chance(floor) or 0) - EXACT


def from_one(row: list[float]) -> list[float]:
    """A broken rule, Eq. 5 as printed: 1 − Σ_{k=1}^{K−1} P(m, k)."""
    return [1.0 - sum(row[1:k]) for k in range(len(row))]


def no_row_zero(rates: list[float], count: int) -> list[list[float]]:
    """A broken rule: P(m, 0) is zero, as the paper leaves it out."""
    return [[1.0], *([0.0, *row[1:]] for row in acceptance_table(rates, count)[1:])]


def rates_twice(p: Dist, q: Dist, count: int) -> list[float]:
    """A broken rule, as in the published code: q is subtracted twice per step."""
    rates, left = [], p
    for _ in range(count):
        rate, rest = widths.remainder(left, q)
        rates.append(rate)
        left = left if rest is None else widths.remainder(rest, q)[1] or rest
    return rates


acceptance_table = widths.acceptance_table
WIDTH_MUTATIONS = [
    pytest.param("methods.dsbd.width.at_least", from_one, id="sums from k = 1"),
    pytest.param("methods.dsbd.width.acceptance_table", no_row_zero, id="P(m, 0) left out"),
    pytest.param("methods.dsbd.width.acceptance_rates", rates_twice, id="double subtraction"),
    pytest.param("methods.dsbd.algorithm.acceptance", lambda p, q: min(1.0, q / p) if p else 1.0, id="inverse ratio"),
]


@pytest.mark.parametrize(("name", "broken"), WIDTH_MUTATIONS)
def test_broken_prediction_is_noticed(name: str, broken: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison with enumerated acceptances must notice each known mistake of paper and code."""
    monkeypatch.setattr(f"decoders.{name}", broken)
    assert worst(counted(random_pair(0, 4), monkeypatch, draft_width=3, gamma=1)) > CAUGHT


def test_sums_from_one_change_the_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eq. 5 as printed aims for too many beams, so layers succeed less often than promised."""
    monkeypatch.setattr(widths, "at_least", from_one)
    pair = random_pair(0, 3)
    (first,) = counted(pair, monkeypatch, draft_width=3, gamma=1).values()
    width = widths.widest(first.prediction.tails, 0.7)
    assert first.tails[width] < 0.7 <= first.prediction.tails[width]


# Draws without replacement: every candidate has a q of its own, so Eqs 2–4 do not hold

DISTINCT = [
    pytest.param({"size": 3}, {"draft_width": 3, "gamma": 1}, id="as many drafts as tokens"),
    pytest.param({"size": 4, "eos": False}, {"draft_width": 2, "gamma": 1}, id="more tokens"),
    pytest.param({"size": 2}, {"draft_width": 3, "gamma": 1}, id="fewer tokens than drafts"),
    pytest.param({"size": 3, "zeros": (0.4, 0.4)}, {"draft_width": 3, "gamma": 1}, id="zeros"),
    pytest.param({"size": 2, "same": True}, {"draft_width": 2, "gamma": 2}, id="p = q"),
    pytest.param({"size": 2, "eos": False}, {"draft_width": 2, "gamma": 2}, id="orphans"),
    pytest.param({"size": 2}, {"draft_width": 2, "gamma": 3}, id="three layers, EOS inside"),
    pytest.param({"size": 3}, {"draft_width": 3, "gamma": 2, "top_k": 3}, id="orphans and top-k"),
]


@pytest.mark.parametrize(("shape", "settings"), DISTINCT)
def test_what_is_predicted_without_replacement_is_what_comes_about(
    shape: dict[str, Any], settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong prediction gives a wrong width and a wrong number on the stage."""
    for seed in range(2):
        layers = counted(random_pair(seed, **shape), monkeypatch, replacement=False, **settings)
        assert {one.prediction.kind for one in layers.values()} == {"exact"}
        assert worst(layers) < EXACT


@pytest.mark.parametrize("gamma", [1, 2])
def test_the_table_of_draws_with_replacement_does_not_predict_them(gamma: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table for draws with replacement expects candidates that were already drawn."""
    monkeypatch.setattr(dsbd, "predict_distinct", lambda *given: None)
    settings: dict[str, Any] = {"draft_width": 3 - gamma // 2, "gamma": gamma, "replacement": False}
    layers = counted(random_pair(0, 3, eos=False), monkeypatch, **settings)
    assert {one.prediction.kind for one in layers.values()} == {"none"}
    assert worst(layers) > 0.01


@pytest.mark.parametrize(("shape", "settings"), DISTINCT)
def test_a_simulation_is_right_within_its_error(
    shape: dict[str, Any], settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If enumeration is too long, a seeded simulation predicts the same draws, always equally."""
    monkeypatch.setattr(widths, "ENUMERATED", 0)
    for seed in range(2):
        layers = counted(random_pair(seed, **shape), monkeypatch, replacement=False, **settings)
        for one in layers.values():
            possible = len(one.prediction.tails) > 1  # else q_beam has nothing below the accepted parents
            assert one.prediction.kind == ("simulated" if possible else "exact")
            for count, true in enumerate(one.tails):
                error = (max(0.0, true * (1 - true)) / widths.SAMPLES) ** 0.5
                assert abs((one.prediction.chance(count) or 0) - true) <= 4.5 * error + EXACT


def test_a_huge_support_is_not_predicted() -> None:
    """With the whole vocabulary neither fits into an iteration, so nothing is predicted."""
    law = Dist(np.arange(40_000), np.full(40_000, 1 / 40_000))
    assert widths.predict_distinct(law, law, [0], 40_001, 6) is None
