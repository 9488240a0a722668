"""Medusa on a random network with random heads: exact acceptance is exact, typical is as described.

Two layers, three tokens of which one is EOS, float64; every branch of the real decoder is walked, over two iterations
or more. What exact acceptance keeps says nothing of the heads (any tree is lossless), so typical acceptance, whose law
follows from the tree, is compared with a recursion that reads hidden states from plain passes.
"""

import math
from functools import cache
from itertools import product
from typing import Any

import pytest
import torch
from torch.nn import functional

from decoders.catalog import decoder
from decoders.core.decode import Emitted, Models, Run
from decoders.core.rules import Dist, acceptance
from decoders.core.runner import TreeRunner
from decoders.exact.law import Enumerator, Outcome, total_variation
from decoders.methods import medusa
from decoders.methods.tree_verification import Scored, draw_own, ended
from decoders.models.torch.huggingface import HuggingFaceModel
from tests.laws.test_baselines import follow_first
from tests.tiny import tiny, tiny_heads
from tests.toys import CAUGHT, EXACT, distance, law_by_rounds, law_of

PROMPT = (0, 1, 0)
TOKENS = 4
HEADS = 2
WIDEST = HEADS + 1  # tokens that one iteration can make: TOKENS needs two or more
TREES = [
    pytest.param({"branching": "2,2", "node_budget": 6}, id="the whole product 2,2"),
    pytest.param({"branching": "3,3", "node_budget": 4}, id="cut by its budget"),
    pytest.param({"branching": "1,1", "node_budget": 2}, id="a chain"),
    pytest.param({"branching": "5", "node_budget": 9}, id="one head, wider than the vocabulary"),
]


@cache
def model(seed: int, paths: bool = False) -> HuggingFaceModel:
    """A random two-layer network over three tokens with two random heads."""
    net = tiny("llama-grouped", vocab_size=3, seed=seed)
    made = HuggingFaceModel(net, 3, f"random network {seed}", heads=tiny_heads(net, HEADS, seed))
    assert made.tree_mode == "tree"
    if paths:
        made.tree_mode = "paths: forced"
    return made


def pair(seed: int = 0, eos: int | None = 2, paths: bool = False) -> Models:
    return Models(model(seed, paths), None, frozenset() if eos is None else frozenset({eos}))


@pytest.mark.pairwise
@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("eos", [2, None])
@pytest.mark.parametrize("seed", [0, 1])
def test_exact_acceptance_is_the_targets_law(seed: int, eos: int | None, tree: dict[str, Any]) -> None:
    """With untrained heads and any tree, the output must be distributed like the target's."""
    assert TOKENS > WIDEST
    assert distance("medusa", pair(seed, eos), TOKENS, PROMPT, acceptance="exact", **tree) < EXACT


@pytest.mark.parametrize("warp", [{"temperature": 0.7}, {"top_k": 2}, {"top_p": 0.7}, {"temperature": 0}, {"top_k": 1}])
def test_exact_law_under_warping(warp: dict[str, Any]) -> None:
    """𝒯p is sampled, whatever the heads say; heads are never warped."""
    assert distance("medusa", pair(), TOKENS, PROMPT, acceptance="exact", branching="2,2", **warp) < EXACT


@pytest.mark.parametrize("kept", ["exact", "typical"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_temperature_zero_is_greedy(kept: str, seed: int) -> None:
    """If 𝒯 leaves one token, only that token is typical; the catalogue promises greedy text for both."""
    models = pair(seed, None)
    assert decoder("medusa").oracle_for(medusa.MedusaSettings(temperature=0, acceptance=kept)).method == "greedy"
    assert law_of("medusa", models, 8, PROMPT, temperature=0, acceptance=kept, branching="2,2") == law_of(
        "greedy", models, 8, PROMPT
    )


@pytest.mark.parametrize("prompt", [(1,), (0, 1)])
def test_short_prompts(prompt: tuple[int, ...]) -> None:
    """Before the second token there is no hidden state to read, but the run must begin."""
    assert distance("medusa", pair(), TOKENS, prompt, acceptance="exact", branching="2,2") < EXACT


def test_path_batched_models_too() -> None:
    """A model without a tree mask must provide hidden states, too."""
    found = [law_of("medusa", pair(0, paths=paths), TOKENS, PROMPT, branching="2,2") for paths in (False, True)]
    assert total_variation(*found) < EXACT


def test_a_state_is_all_that_carries_over() -> None:
    """Equal states are merged, so everything must follow from the tokens alone."""
    settings = decoder("medusa").make_settings({"branching": "1,1", "epsilon": 0.3, "delta": 1})
    models = decoder("medusa").fit(pair(eos=None), settings)
    whole = Enumerator(medusa.step, PROMPT, models, settings, TOKENS)
    whole.final_states()
    later = [state for state in whole._next if state.beams[0].tokens]
    assert len(later) > 3
    for state in later:
        fresh = Enumerator(medusa.step, PROMPT, models, settings, TOKENS)
        assert total_variation(fresh.successors(state), whole.successors(state)) < EXACT


# What typical acceptance should give, from plain passes.

EPSILON, DELTA = 0.35, 0.9  # candidates pass at some places and fail at others
LONG = 5  # tokens


@torch.inference_mode()
def after(seed: int, text: tuple[int, ...]) -> tuple[list[float], list[list[float]]]:
    """p after a text, and the heads' distributions for its hidden state."""
    found = model(seed)
    assert found.heads is not None
    state = found.model.model(torch.tensor([text])).last_hidden_state[0, -1]
    rows = found.model.lm_head.weight
    laws = [rows @ state, *(rows @ (state + functional.silu(weight @ state)) for weight in found.heads.weight)]
    p, *guesses = (torch.softmax(one, 0).tolist() for one in laws)
    return p, guesses


def product_tree(guesses: list[list[float]], widths: list[int], budget: int, eos: int | None) -> set[tuple[int, ...]]:
    """The most probable paths of the product of the heads' most probable tokens."""
    best = [sorted(range(3), key=lambda x, q=q: -q[x])[:width] for q, width in zip(guesses, widths, strict=False)]
    chance: dict[tuple[int, ...], float] = {}
    for depth in range(1, len(best) + 1):
        for path in product(*best[:depth]):
            if eos not in path[:-1]:
                chance[path] = math.prod(q[x] for q, x in zip(guesses, path, strict=False))
    return set(sorted(chance, key=lambda path: (-chance[path], len(path)))[:budget])


def typical_pass(
    seed: int, text: tuple[int, ...], room: int, eos: int | None, widths: list[int], budget: int
) -> dict[tuple[int, ...], float]:
    """What one pass appends: the longest path of typical tokens in the tree, and one token."""
    guesses = after(seed, text[:-1])[1][: max(0, room - 1)]
    inside = product_tree(guesses, widths[: len(guesses)], budget, eos)
    best: tuple[int, float, tuple[int, ...]] = (0, 0.0, ())
    reached: list[tuple[tuple[int, ...], float]] = [((), 0.0)]
    for path, score in reached:
        p = after(seed, text + path)[0]
        bar = min(EPSILON, DELTA * math.exp(sum(x * math.log(x) for x in p)))
        passing = [x for x in range(3) if (*path, x) in inside and p[x] > bar]
        reached += [((*path, x), score + math.log(p[x])) for x in passing]
    for path, score in reached:
        best = max(best, (len(path), score, path), key=lambda one: one[:2])
    path = best[2]
    if path and path[-1] == eos:
        return {path: 1.0}
    return {(*path, x): chance for x, chance in enumerate(after(seed, text + path)[0])}


def typical_law(seed: int, eos: int | None, widths: list[int], budget: int) -> dict[Outcome, float]:
    """The distribution after passes until EOS or the limit."""
    return law_by_rounds(lambda text, room: typical_pass(seed, PROMPT + text, room, eos, widths, budget), eos, LONG)


def typical_distance(seed: int, eos: int | None, widths: list[int], budget: int) -> float:
    given: dict[str, Any] = {"branching": widths, "node_budget": budget, "epsilon": EPSILON, "delta": DELTA}
    return total_variation(
        law_of("medusa", pair(seed, eos), LONG, PROMPT, **given), typical_law(seed, eos, widths, budget)
    )


@pytest.mark.pairwise
@pytest.mark.parametrize(("widths", "budget"), [([2, 2], 6), ([3, 2], 3), ([1, 1], 2), ([3], 2)])
@pytest.mark.parametrize("eos", [2, None])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_typical_acceptance_is_what_it_says(seed: int, eos: int | None, widths: list[int], budget: int) -> None:
    """The tree must use the right heads and hidden state, and the threshold the right p."""
    assert typical_distance(seed, eos, widths, budget) < EXACT


def test_typical_acceptance_is_lossy() -> None:
    """Otherwise the catalogue would be wrong to call it lossy."""
    given: dict[str, Any] = {"acceptance": "typical", "branching": "2,2"}
    assert decoder("medusa").oracle_for(medusa.MedusaSettings()).method is None
    assert (
        total_variation(
            law_of("medusa", pair(), TOKENS, PROMPT, **given), law_of("multinomial", pair(), TOKENS, PROMPT)
        )
        > CAUGHT
    )


# Mutations: each breaks one rule in the way a plausible mistake would.


def accept_by_ratio(run: Run, scored: Scored) -> list[Emitted]:
    """A broken rule that uses the head's probability as q."""
    emitted: list[Emitted] = []
    tree = scored.tree
    at = tree.root
    while children := tree.children.get(at):
        law = scored.p(at)
        kept = None
        for child in children:
            if run.dice.accept(acceptance(law.prob(run.tree.token(child)), tree.q[child]), "accept")[0]:
                kept = child
                break
        if kept is None:
            break
        emitted.append(scored.kept(kept))
        at = kept
    if emitted and ended(run, at):
        return emitted
    return [*emitted, draw_own(run, scored, at)]


def p_of_the_parent(scored: Scored, node: int) -> Dist:
    """A broken rule that verifies children against p one position too early."""
    above = scored._run.tree.parent(node)
    return scored_p(scored, above if above in scored._row else node)


scored_p = Scored.p
EXACT_MUTATIONS = [
    pytest.param(medusa, "follow", accept_by_ratio, id="p/q accepts without a residual"),
    pytest.param(medusa, "follow", follow_first, id="trusts the heads"),
    pytest.param(medusa, "follow", medusa.keep_typical, id="typical where exact was asked for"),
    pytest.param(Scored, "p", p_of_the_parent, id="p after the wrong node"),
    pytest.param(medusa, "depth_left", lambda run, beam: 9, id="drafts past the limit"),
]


@pytest.mark.parametrize(("where", "name", "wrong"), EXACT_MUTATIONS)
def test_broken_exact_rule_is_noticed(monkeypatch: pytest.MonkeyPatch, where: Any, name: str, wrong: Any) -> None:
    """An exactness test that passes with a broken rule would prove nothing."""
    right = law_of("medusa", pair(), TOKENS, PROMPT, acceptance="exact", branching="2,2")
    monkeypatch.setattr(where, name, wrong)
    if name == "p":
        monkeypatch.setattr(Scored, "law", lambda self, node: ())
    assert (
        total_variation(law_of("medusa", pair(), TOKENS, PROMPT, acceptance="exact", branching="2,2"), right) > CAUGHT
    )


runner_heads = TreeRunner.heads
WRONG_HEADS = [
    pytest.param(lambda self, node: runner_heads(self, max(node, 0)), id="state of the root at the start"),
    pytest.param(
        lambda self, node: runner_heads(self, self.tree.parent(node) if node > 0 else node), id="state one place early"
    ),
    pytest.param(lambda self, node: self.logits([max(node, 0)] * HEADS), id="the target's own law for every head"),
]


@pytest.mark.parametrize("wrong", WRONG_HEADS)
def test_a_wrong_hidden_state_costs_speed_only(monkeypatch: pytest.MonkeyPatch, wrong: Any) -> None:
    """A wrong hidden state only slows exact acceptance, but changes typical acceptance."""
    monkeypatch.setattr(TreeRunner, "heads", wrong)
    assert distance("medusa", pair(), TOKENS, PROMPT, acceptance="exact", branching="2,2") < EXACT
    assert max(typical_distance(seed, None, [1, 1], 2) for seed in range(3)) > CAUGHT
