"""DSBD's P(m, k) (Eqs 2–7), against acceptances counted over every branch of the real code; broken tables show."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.decode import Run, State
from decoders.core.dice import branches
from decoders.core.rules import Dist
from decoders.exact.toy import ToyPair
from decoders.methods.dsbd import algorithm as dsbd
from decoders.methods.dsbd import trial
from decoders.methods.dsbd import width as widths
from tests.toys import CAUGHT, EXACT, models_of, random_pair

PROMPT = (0,)


@dataclass
class Counted:
    """A layer after one past: P(m, ·) and its tails as planned, and how probably k candidates were accepted."""

    row: list[float]
    tails: list[float]
    accepted: dict[int, float] = field(default_factory=lambda: defaultdict(float))

    @property
    def counts(self) -> list[float]:
        total = sum(self.accepted.values())
        return [self.accepted[k] / total for k in range(len(self.row))]

    @property
    def error(self) -> float:
        """Largest difference between what was predicted and what came about, P(m, k) and tails alike."""
        counts = self.counts
        tails = [sum(counts[k:]) for k in range(len(counts))]
        return max(abs(a - b) for a, b in zip([*self.row, *self.tails], [*counts, *tails], strict=True))


class BranchEnded(Exception):  # noqa: N818 (it is no error)
    """Raised where the rest of a branch does not matter."""


def counted(pair: ToyPair, monkeypatch: pytest.MonkeyPatch, **settings: Any) -> dict[Any, Counted]:
    """By the inputs of layer γ and P: how many of all its candidates were accepted.

    Layers before ask for one beam, so that the others' children are orphans; layer γ asks for all that are left.
    """
    plan_of, judge, seen = dsbd.choose_width, dsbd.judge, list[tuple[Any, Any, int]]()

    def plan(run: Any, trial: Any) -> Any:
        last = trial.layer.number == settings["gamma"]
        return replace(plan_of(run, trial), width=max(1, len(trial.candidates)) if last else 1)

    def note(run: Any, trial: Any, plan: Any) -> Any:
        judged = judge(run, trial, plan)
        if trial.layer.number < settings["gamma"]:
            return judged
        seen.append((trial, plan, len(judged.accepted)))
        raise BranchEnded

    layers: dict[Any, Counted] = {}
    with monkeypatch.context() as patch:
        patch.setattr(dsbd, "choose_width", plan)
        patch.setattr(dsbd, "judge", note)
        for weight in walk(pair, settings):
            for trial_, planned, accepted in seen:
                past = tuple(spot.beam.tokens for spot in trial_.parents)
                key = (past, tuple(round(x, 10) for x in planned.table[-1]))
                layers.setdefault(key, Counted(planned.table[-1], planned.tails)).accepted[accepted] += weight
            seen.clear()
    return layers


def walk(pair: ToyPair, settings: dict[str, Any]) -> Iterator[float]:
    """The probability of every branch of one iteration of the real code, after it was walked."""
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
    """P(m, k) decides the widths. Given the past and m, it must be the law of acceptances, in later layers too."""
    for seed in range(2):
        layers = counted(random_pair(seed, **shape), monkeypatch, **settings)
        assert worst(layers) < EXACT
        if settings["gamma"] > 1:
            sizes = {len(row) - 1 for _, row in layers}
            assert sizes == set(range(settings["draft_width"] + 1)), "m takes every value after orphans are dropped"


@pytest.mark.parametrize("threshold", [0.3, 0.7, 0.95])
@pytest.mark.parametrize("floor", [1, 2])
def test_success_is_at_least_t_or_beta(threshold: float, floor: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """§3.2 says equal; it is at least min(t, β), as W̃_L is a whole number, and it is what the layer predicted."""
    judge, seen = dsbd.judge, list[tuple[Any, int]]()

    def note(run: Any, trial: Any, plan: Any) -> Any:
        seen.append((plan, len(judge(run, trial, plan).accepted)))
        raise BranchEnded

    monkeypatch.setattr(dsbd, "judge", note)
    for seed in range(3):
        seen.clear()
        settings = {"draft_width": 3, "gamma": 1, "threshold": threshold, "min_width": floor}
        weights = list(walk(random_pair(seed, 3), settings))
        plan = seen[0][0]
        success = sum(weight for weight, (_, count) in zip(weights, seen, strict=True) if count == plan.width)
        assert abs(success - plan.chance(plan.width)) < EXACT
        assert success >= min(threshold, plan.chance(floor)) - EXACT


def from_one(row: list[float]) -> list[float]:
    """Eq. 5 as printed: 1 − Σ_{k=1}^{K−1} P(m, k)."""
    return [1.0 - sum(row[1:k]) for k in range(len(row))]


def no_row_zero(rates: list[float], count: int) -> list[list[float]]:
    """P(m, 0) left at zero, as the paper leaves it out."""
    return [[1.0], *([0.0, *row[1:]] for row in acceptance_table(rates, count)[1:])]


def rates_twice(p: Dist, q: Dist, count: int) -> list[float]:
    """The published code: q is subtracted twice a step."""
    rates, left = [], p
    for _ in range(count):
        rate, rest = widths.remainder(left, q)
        rates.append(rate)
        left = left if rest is None else widths.remainder(rest, q)[1] or rest
    return rates


acceptance_table = trial.acceptance_table
WIDTH_MUTATIONS = [
    pytest.param("methods.dsbd.trial.at_least", from_one, id="sums from k = 1"),
    pytest.param("methods.dsbd.trial.acceptance_table", no_row_zero, id="P(m, 0) left out"),
    pytest.param("methods.dsbd.trial.acceptance_rates", rates_twice, id="double subtraction"),
    pytest.param("methods.dsbd.algorithm.acceptance", lambda p, q: min(1.0, q / p) if p else 1.0, id="inverse ratio"),
]


@pytest.mark.parametrize(("name", "broken"), WIDTH_MUTATIONS)
def test_broken_prediction_is_noticed(name: str, broken: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison with enumerated acceptances must see each known mistake of the paper and of its code."""
    monkeypatch.setattr(f"decoders.{name}", broken)
    assert worst(counted(random_pair(0, 4), monkeypatch, draft_width=3, gamma=1)) > CAUGHT


def test_sums_from_one_change_the_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eq. 5 as printed asks for more beams than come with chance t: layers then succeed less often than promised."""
    monkeypatch.setattr(trial, "at_least", from_one)
    pair = random_pair(0, 3)
    (first,) = counted(pair, monkeypatch, draft_width=3, gamma=1).values()
    width = widths.widest(first.tails, 0.7)
    assert sum(first.counts[width:]) < 0.7 <= first.tails[width]
