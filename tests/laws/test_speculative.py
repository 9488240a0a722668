"""SpD's output distribution equals the target's, and the tests notice rules broken on purpose."""

from typing import Any

import numpy as np
import pytest

from decoders.core.decode import Emitted, Run
from decoders.core.dice import Enumerating
from decoders.core.rules import Dist
from decoders.methods import speculative
from decoders.methods.tree_verification import Scored, emit_own
from explorer.lab.mutations import inverse_ratio, unchanged_target, with_epsilon
from tests.toys import CAUGHT, EXACT, distance, random_pair

SHAPES = [
    pytest.param({"size": 2}, 5, id="two tokens, five long"),
    pytest.param({"size": 4}, 3, id="four tokens"),
    pytest.param({"same": True}, 4, id="p = q"),
    pytest.param({"zeros": (0.0, 0.5)}, 4, id="q has zeros where p is positive"),
    pytest.param({"zeros": (0.5, 0.0)}, 4, id="p has zeros where q is positive"),
    pytest.param({"zeros": (0.4, 0.4), "eos": False}, 4, id="zeros on both sides, no EOS"),
]


@pytest.mark.parametrize("gamma", [1, 2, 3, 4])
@pytest.mark.parametrize(("shape", "tokens"), SHAPES)
def test_law_is_the_targets(shape: dict[str, Any], tokens: int, gamma: int) -> None:
    """If SpD's output distribution differed from the target's, every picture of SpD would teach something false."""
    for seed in range(3):
        assert distance("spd", random_pair(seed, **shape), tokens, gamma=gamma) < EXACT


@pytest.mark.parametrize("warp", [{"temperature": 0}, {"temperature": 0.7}, {"top_k": 2}, {"top_p": 0.6}])
def test_law_under_warping(warp: dict[str, float]) -> None:
    """SpD must stay lossless under temperature, top-k and top-p, which warp both models."""
    for seed in range(3):
        assert distance("spd", random_pair(seed), 4, gamma=3, **warp) < EXACT


def without_max(p: Dist, q: Dist) -> Dist | None:
    rest = np.abs(p.probs - np.array([q.prob(int(x)) for x in p.ids]))
    return Dist(p.ids[rest > 0], rest[rest > 0] / rest.sum()) if rest.sum() > 0 else None


def reused_uniform(dice: Enumerating, a: float, label: str) -> tuple[bool, None]:
    """A broken rule for the test: all accepts of a branch share one u, known to lie between `u_from` and `u_to`."""
    low, high = getattr(dice, "u_from", 0.0), getattr(dice, "u_to", 1.0)
    ok = a >= high or (a > low and dice._branch(((a - low) / (high - low), (high - a) / (high - low))) == 0)
    vars(dice).update({"u_to": min(a, high)} if ok else {"u_from": max(a, low)})
    return ok, None


def bonus_from_q(run: Run, scored: Scored, at: int) -> Emitted:
    q = run.draft.logits([at]).warp(0, run.settings.warp)
    return emit_own(run, scored, at, run.dice.choose(q, "bonus token"))


MUTATIONS = [
    pytest.param("acceptance", inverse_ratio, id="inverse ratio"),
    pytest.param("acceptance", with_epsilon, id="+1e-6"),
    pytest.param("residual", without_max, id="residual without max"),
    pytest.param("residual", unchanged_target, id="no residual"),
    pytest.param("draw_own", bonus_from_q, id="bonus from q"),
]


@pytest.mark.parametrize(("name", "broken"), MUTATIONS)
def test_broken_rule_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str, broken: Any) -> None:
    """A test of output distributions that also passes with a broken rule would prove nothing."""
    monkeypatch.setattr(speculative, name, broken)
    assert distance("spd", random_pair(0), 3, gamma=2) > CAUGHT


def test_reused_uniform_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One u for a whole iteration looks right in every picture and gives a wrong output distribution."""
    monkeypatch.setattr(Enumerating, "accept", reused_uniform)
    assert distance("spd", random_pair(0), 4, gamma=3) > CAUGHT
