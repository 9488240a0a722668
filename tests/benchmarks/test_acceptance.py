"""The acceptance benchmark: its closed forms equal what the decoders do, and its theorems hold."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.acceptance import OUT, ROUNDING, RULES, by_mcss, by_specinfer, by_spectr, compare, random_pairs
from decoders.catalog import decoder
from decoders.core.decode import Run, State
from decoders.core.dice import branches
from decoders.core.rules import Dist, Warp, overlap
from decoders.methods import spectr
from tests.toys import models_of, random_pair

WORDS = {"spectr": "draft_width", "specinfer": "branching", "mcss": "branching"}


def accepted_by_the_decoder(method: str, pair: Any, k: int) -> float:
    """The probability that the real decoder's first token is one of its k drafts, over every branch of an iteration."""
    found = decoder(method)
    settings = found.make_settings({WORDS[method]: k, **({"gamma": 1} if method == "spectr" else {})})
    total = 0.0
    for dice in branches():
        run = Run((0,), models_of(pair), settings, dice, 2)
        run.begin(State())
        found.step(run, State((run.adopt(State()).beams[0],)))
        total += dice.weight * (run.rec.final.origins[0] == "draft")
        run.close()
    return total


@pytest.mark.parametrize("zeros", [(0.0, 0.0), (0.3, 0.3)])
@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("method", list(RULES))
def test_closed_forms_are_what_the_decoders_do(method: str, k: int, zeros: tuple[float, float]) -> None:
    """The benchmark's formulas would say nothing about the methods if the decoders computed something else."""
    for seed in range(2):
        pair = random_pair(seed, 4, zeros=zeros)
        p, q = (side.start(()).forward([0], [-1]).warp(0, Warp()) for side in (pair.target, pair.draft))
        assert RULES[method](p, q, k) == pytest.approx(accepted_by_the_decoder(method, pair, k), abs=1e-12)


@st.composite
def laws(draw: st.DrawFn) -> tuple[Dist, Dist]:
    """Two distributions over two to five tokens; zeros are allowed."""
    size = draw(st.integers(2, 5))
    pair = []
    for _ in range(2):
        weights = np.array(draw(st.lists(st.integers(0, 20), min_size=size, max_size=size).filter(any)), dtype=float)
        ids = np.flatnonzero(weights)
        pair.append(Dist(ids, weights[ids] / weights.sum()))
    return pair[0], pair[1]


@given(laws(), st.integers(1, 4))
def test_theorems(pair: tuple[Dist, Dist], k: int) -> None:
    """SpecTr ≥ SpecInfer and MCSS ≥ SpecInfer with equal drafts. With one draft all equal SpD, and more drafts help."""
    p, q = pair
    one = overlap(p, q)
    assert by_spectr(p, q, k) >= by_specinfer(p, q, k) - ROUNDING
    assert by_mcss(p, q, k) >= by_specinfer(p, q, k) - ROUNDING
    assert by_specinfer(p, q, k) >= one - ROUNDING
    if k == 1:
        assert [rule(p, q, 1) for rule in RULES.values()] == pytest.approx([one] * 3, abs=1e-12)


@given(laws())
def test_two_tokens_two_drafts(pair: tuple[Dist, Dist]) -> None:
    """With both tokens of a two-token vocabulary as drafts, MCSS always accepts one; iid drafts may be equal."""
    p, q = pair
    if len(q.ids) == 2 and set(p.ids) <= set(q.ids):
        assert by_mcss(p, q, 2) == pytest.approx(1, abs=1e-12)


def test_mcss_is_not_always_ahead_of_spectr() -> None:
    """The benchmark's note says so: with a flat q, drawing without replacement gains nothing."""
    p, q = next(random_pairs(64, "flat", 1))
    assert by_spectr(p, q, 2) > by_mcss(p, q, 2) + 0.005
    near = Dist(np.arange(2), np.array([0.3, 0.7])), Dist(np.arange(2), np.array([0.7, 0.3]))
    assert by_mcss(*near, 2) > by_spectr(*near, 2) + 0.05


def test_a_wrong_rule_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With ρ = k, which is exact but too high, SpecTr is worse than SpecInfer, and the comparison must show it."""
    pairs = list(random_pairs(8, "near", 10))
    assert compare(pairs, 2)["spectr ≥ specinfer"]["share"] == 1
    monkeypatch.setattr(spectr, "optimal_rho", lambda p, q, n: float(n))
    assert compare(pairs, 2)["spectr ≥ specinfer"]["share"] < 1


def test_kept_results_say_what_they_were_made_on() -> None:
    """Figures without their origin cannot be trusted. The theorems must hold in them, too."""
    found = json.loads(OUT.read_text(encoding="utf-8"))
    rows = [*found["random"], *found["recorded"]["rows"]]
    assert {"note", "command", "versions", "cpu", "made"} <= found.keys()
    assert found["recorded"]["pair"] == "smollm2-plain"
    assert len(found["recorded"]["prompts"]) == 5
    for row in rows:
        assert row["spectr ≥ specinfer"]["share"] == row["mcss ≥ specinfer"]["share"] == 1
