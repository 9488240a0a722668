"""The lossless baselines' output distributions equal the target's exactly, and broken rules are noticed."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from decoders.core.decode import Beam, Emitted, Run
from decoders.core.dice import Dice, Enumerating
from decoders.core.rules import Dist
from decoders.exact.law import total_variation
from decoders.methods import branching, eagle, lookup, self_speculative, slem, spectr
from decoders.methods import tree_verification as candidates
from decoders.methods.speculative import Drafted
from decoders.methods.suffix import algorithm as suffix
from decoders.methods.tree_verification import Scored
from tests.toys import CAUGHT, EXACT, SHAPES, along_first, distance, law_of, random_pair

EARLIER = "b b a a\n---\na b b a b"  # two answers, for suffix
METHODS = [
    pytest.param("spectr", 3, {"gamma": 2, "draft_width": 2}, id="spectr k=2 γ=2"),
    pytest.param("spectr", 4, {"gamma": 3, "draft_width": 1}, id="spectr k=1 is SpD"),
    pytest.param("spectr", 3, {"gamma": 1, "draft_width": 4}, id="spectr more drafts than tokens"),
    pytest.param("specinfer", 3, {"branching": "2,2"}, id="specinfer 2,2"),
    pytest.param("specinfer", 4, {"branching": "2,1"}, id="specinfer 2,1"),
    pytest.param("specinfer", 3, {"branching": "1,2"}, id="specinfer 1,2"),
    pytest.param("specinfer", 3, {"branching": "4"}, id="specinfer more children than tokens"),
    pytest.param("mcss", 3, {"branching": "2,2"}, id="mcss 2,2"),
    pytest.param("mcss", 4, {"branching": "1,2,1"}, id="mcss 1,2,1"),
    pytest.param("mcss", 3, {"branching": "5,1"}, id="mcss more children than tokens"),
    pytest.param("mcss", 3, {"branching": "2,1", "replacement": True}, id="mcss with replacement"),
    pytest.param("eagle2", 4, {"gamma": 3, "out_degree": 2, "node_budget": 4}, id="eagle2 cut by its budget"),
    pytest.param("eagle2", 4, {"gamma": 1, "out_degree": 5, "node_budget": 9}, id="eagle2 wider than the vocabulary"),
    pytest.param("lookup", 5, {"gamma": 2, "ngram": 2}, id="lookup γ=2"),
    pytest.param("lookup", 5, {"gamma": 4, "ngram": 1}, id="lookup γ=4"),
    pytest.param("slem", 4, {"gamma": 3}, id="slem γ=3"),
    pytest.param("suffix", 5, {"max_spec_offset": 2, "node_budget": 4}, id="suffix tree of four"),
    pytest.param("suffix", 5, {"max_spec_factor": 3, "min_token_prob": 0.5}, id="suffix likely guesses only"),
    pytest.param("suffix", 4, {"max_spec_offset": 3, "earlier": EARLIER, "max_depth": 4}, id="suffix earlier answers"),
    pytest.param("self-ssd", 4, {"gamma": 3, "exit_threshold": 0.5}, id="self-ssd stops early"),
    pytest.param("self-ssd", 4, {"gamma": 2, "exit_threshold": 0}, id="self-ssd never stops"),
    pytest.param("self-ssd", 3, {"gamma": 2, "exit_threshold": 1}, id="self-ssd drafts certain tokens only"),
]
PROMPTS = {"lookup": (0, 1, 0, 1, 1), "suffix": (0, 1, 0, 1, 1)}  # something to look up


@pytest.mark.pairwise
@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("method", "tokens", "settings"), METHODS)
def test_law_is_the_targets(
    method: str, tokens: int, settings: dict[str, Any], shape: dict[str, Any], seed: int
) -> None:
    """Otherwise every picture of this method in the app would teach something false."""
    assert distance(method, random_pair(seed, **shape), tokens, PROMPTS.get(method, (0,)), **settings) < EXACT


WARPED = [
    ("spectr", {"gamma": 2, "draft_width": 2}),
    ("specinfer", {"branching": "2,1"}),
    ("mcss", {"branching": "3,1"}),
    ("eagle2", {"gamma": 2, "out_degree": 2, "node_budget": 5}),
    ("lookup", {"gamma": 2}),
    ("slem", {"gamma": 2}),
    ("suffix", {"max_spec_offset": 2, "earlier": EARLIER}),
    ("self-ssd", {"gamma": 2, "exit_threshold": 0.5}),
]


@pytest.mark.parametrize("warp", [{"temperature": 0}, {"temperature": 0.7}, {"top_k": 2}, {"top_p": 0.6}, {"top_k": 1}])
@pytest.mark.parametrize(("method", "settings"), WARPED)
def test_law_under_warping(method: str, settings: dict[str, Any], warp: dict[str, float]) -> None:
    """Losslessness must hold with temperature, top-k and top-p for both models."""
    for seed in range(2):
        assert distance(method, random_pair(seed), 3, PROMPTS.get(method, (0,)), **settings, **warp) < EXACT


@pytest.mark.parametrize(("method", "settings"), WARPED)
def test_temperature_zero_is_greedy(method: str, settings: dict[str, Any]) -> None:
    """At temperature 0 the output must be greedy decoding's, whatever was drafted."""
    pair, prompt = random_pair(3, 4), PROMPTS.get(method, (0,))
    assert law_of(method, pair, 5, prompt, temperature=0, **settings) == law_of("greedy", pair, 5, prompt)


def test_higher_rho_is_exact_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any ρ ≥ ρ* must be exact, or rounding ρ* up would not be safe."""
    monkeypatch.setattr(spectr, "optimal_rho", lambda p, q, n: float(n))
    assert distance("spectr", random_pair(0), 3, gamma=1, draft_width=3) < EXACT


def test_rho_is_the_least_that_is_exact() -> None:
    """A larger ρ accepts fewer drafts than possible, and a smaller one is not exact."""
    rng = np.random.default_rng(0)
    for n in (1, 2, 3, 8):
        for _ in range(20):
            p, q = rng.dirichlet(np.full(9, 0.4)), rng.dirichlet(np.full(9, 0.4))
            rho = spectr.optimal_rho(p, q, n)

            def excess(r: float, p: Any = p, q: Any = q, n: int = n) -> float:
                beta = np.minimum(q, p / r).sum()
                return 1 - (1 - beta) ** n - r * beta

            assert excess(rho) < EXACT
            assert rho == 1 or excess(rho * (1 - 1e-6)) > 0


# Mutations: each breaks one rule in the way a plausible mistake would.


def unshrunk(dice: Dice, q: Dist, width: int, *how: Any) -> list[tuple[int, Dist]]:
    """A broken rule that samples without replacement but claims that every token came from q."""
    return [(token, q) for token, _ in draw(dice, q, width, *how)]


draw = branching.draw


def frozen_target(p: Dist, q: Dist) -> Dist | None:
    """A broken rule in which p′ stays p after a rejection."""
    return p


def bonus_from_q(run: Run, scored: Scored, at: int) -> Emitted:
    law = run.draft.logits([at]).warp(0, run.settings.warp)
    token = run.dice.choose(law, "bonus token")
    return Emitted(run.tree.add(at, token), "bonus", scored.logp(at, token))


def follow_first(run: Run, scored: Scored) -> list[Emitted]:
    """A broken rule that follows the most probable draft whatever the target says."""
    emitted, at = along_first(scored)
    return [*emitted, candidates.draw_own(run, scored, at)]


def estimates_as_q(run: Run, scored: Scored) -> list[Emitted]:
    """Tests guesses with p over their estimated probability, although they were not sampled from it."""
    return in_turn(run, scored, lambda p, q: min(1.0, p / q))


def first_that_passes(run: Run, scored: Scored) -> list[Emitted]:
    """Tests guesses with p in turn and does not remove a rejected one from p."""
    return in_turn(run, scored, lambda p, q: p)


def in_turn(run: Run, scored: Scored, a: Callable[[float, float], float]) -> list[Emitted]:
    """Walks to the first child that passes with probability a(p, q); the target's own token is from p."""
    emitted: list[Emitted] = []
    at = scored.tree.root
    while not (emitted and candidates.ended(run, at)):
        for child in scored.tree.children.get(at, []):
            p = scored.p(at).prob(run.tree.token(child))
            if run.dice.accept(a(p, scored.tree.q[child]), "test")[0]:
                emitted.append(scored.kept(child))
                at = child
                break
        else:
            return [*emitted, candidates.draw_own(run, scored, at)]
    return emitted


def drop_after_seeing(run: Run, beam: Beam, threshold: float) -> list[Drafted]:
    """A broken rule that samples first and then drops the token that made it stop."""
    drafted = self_speculative_draft(run, beam, threshold)
    last = drafted[-1] if drafted else None
    return drafted[:-1] if last and last.q.prob(run.tree.token(last.node)) < 0.5 else drafted


self_speculative_draft = self_speculative.draft_until_exit

FOUR = random_pair(0, 4)  # of three tokens the residual often leaves one, and then many a broken rule is right
SPECINFER, MCSS = {"branching": "2,1"}, {"branching": "2,1", "replacement": False}
SUFFIX = {"max_spec_offset": 2}
SPECTR, EAGLE = {"gamma": 1, "draft_width": 2}, {"gamma": 2, "out_degree": 2, "node_budget": 4}
MUTATIONS = [
    pytest.param("mcss", MCSS, branching, "draw", unshrunk, id="mcss: q does not shrink"),
    pytest.param("mcss", MCSS, branching, "residual", frozen_target, id="mcss: p′ is not updated"),
    pytest.param("specinfer", SPECINFER, branching, "residual", frozen_target, id="specinfer: p′ is not updated"),
    pytest.param("specinfer", SPECINFER, candidates, "draw_own", bonus_from_q, id="specinfer: bonus from q"),
    pytest.param("spectr", SPECTR, spectr, "optimal_rho", lambda p, q, n: 1.0, id="spectr: ρ below ρ*"),
    pytest.param("spectr", SPECTR, spectr, "k_seq_residual", lambda p, q, n: p, id="spectr: residual p"),
    pytest.param("spectr", SPECTR, candidates, "draw_own", bonus_from_q, id="spectr: bonus from q"),
    pytest.param("eagle2", EAGLE, eagle, "follow", follow_first, id="eagle2: follows the argmax of q"),
    pytest.param("lookup", {}, lookup, "follow", follow_first, id="lookup: trusts the copy"),
    pytest.param("lookup", {}, lookup, "depth_left", lambda run, beam: 9, id="lookup: copies past the limit"),
    pytest.param("slem", {"gamma": 2}, slem, "follow", follow_first, id="slem: trusts the draft"),
    pytest.param("suffix", SUFFIX, suffix, "follow", follow_first, id="suffix: trusts the most frequent string"),
    pytest.param("suffix", SUFFIX, suffix, "follow", estimates_as_q, id="suffix: tests with the estimates as q"),
    pytest.param("suffix", SUFFIX, suffix, "follow", first_that_passes, id="suffix: a rejected guess stays in p"),
    pytest.param("suffix", SUFFIX, suffix, "depth_left", lambda run, beam: 9, id="suffix: drafts past the limit"),
    pytest.param(
        "self-ssd",
        {"exit_threshold": 0, "gamma": 2},
        self_speculative,
        "draft_until_exit",
        drop_after_seeing,
        id="self-ssd: drops a token after seeing it",
    ),
]


@pytest.mark.parametrize(("method", "settings", "module", "name", "broken"), MUTATIONS)
def test_broken_rule_is_noticed(
    monkeypatch: pytest.MonkeyPatch, method: str, settings: dict[str, Any], module: Any, name: str, broken: Any
) -> None:
    """An exactness test that passes with a broken rule would prove nothing."""
    pair, prompt = FOUR, PROMPTS.get(method, (0,))
    right = law_of(method, pair, 3, prompt, **settings)
    monkeypatch.setattr(module, name, broken)
    assert total_variation(law_of(method, pair, 3, prompt, **settings), right) > CAUGHT


def one_uniform_a_place() -> Callable[[Enumerating, float, str], tuple[bool, None]]:
    """A broken source of randomness that uses one u for all tries at a position."""
    seen = [0.0]
    fresh = Enumerating.accept

    def accept(dice: Enumerating, a: float, label: str) -> tuple[bool, None]:
        before = 0.0 if label.endswith(".1") else seen[0]  # the tries before were rejected: u ≥ before
        seen[0] = max(before, a)
        return fresh(dice, max(0.0, (a - before) / (1 - before)), label)

    return accept


@pytest.mark.parametrize(("method", "settings"), [("specinfer", SPECINFER), ("mcss", MCSS), ("spectr", SPECTR)])
def test_reused_uniform_is_noticed(monkeypatch: pytest.MonkeyPatch, method: str, settings: dict[str, Any]) -> None:
    """One u for several tries looks harmless but is not exact."""
    monkeypatch.setattr(Enumerating, "accept", one_uniform_a_place())
    assert distance(method, FOUR, 3, **settings) > CAUGHT


def test_limit_is_exact() -> None:
    """`--max-new-tokens` must hold for every tree shape, also for the shortest runs."""
    for method, settings in WARPED:
        for tokens in (1, 2):
            law = law_of(method, random_pair(2, eos=False), tokens, **settings)
            assert {len(beams[0]) for beams in law} == {tokens}
            assert math.isclose(sum(law.values()), 1)
