"""The records of MTJD and MTAD: joint likelihoods of prefixes, bounds, and a mark for every beam."""

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from decoders.catalog import decoder
from decoders.core.dice import Seeded
from decoders.core.record import Iteration, Verdict
from decoders.exact.toy import ToyPair, parse_toy, read_toy
from decoders.methods.mtad import JOINT_RATIO, JointLayer, Prefix, accepted_low, perplexity_high, unclipped
from tests.toys import models_of, random_pair

FIGURE_2 = Path(__file__).parents[3] / "assets" / "toys" / "mtad-figure-2.json"


def iterations(pair: ToyPair, prompt: list[int], tokens: int, seed: int = 0, **given: Any) -> list[Iteration]:
    found = decoder("mtad")
    return list(found.decode(prompt, models_of(pair), found.make_settings(given), Seeded(seed), tokens))


def joint_layer(one: Iteration) -> JointLayer:
    (layer,) = [layer for layer in one.layers if isinstance(layer, JointLayer)]
    return layer


def test_a_prefix_is_the_product_of_its_factors() -> None:
    """The page multiplies token by token; if p or q is zero, the product must not be a finite number."""
    one, two = Prefix(1, 1, -0.5, -1.8, 1.0, True), Prefix(2, 2, -1.5, -1.9, 1.0, True)
    assert one.factor(None) == one.product == pytest.approx(math.exp(1.3))
    assert two.product == pytest.approx(one.product * two.factor(one))
    never = Prefix(3, 3, -math.inf, -2.5, 0.0, False)
    assert never.product == never.factor(two) == Prefix(4, 4, -math.inf, -math.inf, 0.0, False).factor(never) == 0
    after = Prefix(4, 4, -math.inf, -3.0, 0.0, False)
    assert after.factor(never, Verdict(4, "rejected", JOINT_RATIO, p=0.3, q=0.6)) == 0.5  # although the product stays 0
    assert unclipped(-1.0, -math.inf) == unclipped(0.0, -800.0) == math.inf


def test_figure_2_passes_after_it_failed() -> None:
    """The lesson on MTAD: prefixes 1 and 3 fail, 2 and 4 pass, and all four tokens are accepted."""
    pair = read_toy(FIGURE_2)
    (one,) = iterations(pair, pair.encode("I"), 8, temperature=0)
    layer = joint_layer(one)
    assert [prefix.passed for prefix in layer.prefixes] == [False, True, False, True]
    assert [prefix.ratio for prefix in layer.prefixes] == pytest.approx([0.4, 0.72, 0.4, 0.72])
    assert layer.longest == 4
    assert [pair.vocab[token] for token in one.final.tokens] == ["like", "green", "tea", "daily", "."]
    assert [v.decision for v in one.verdicts if v.layer is not None] == ["accepted"] * 4
    told = [(step.phase, step.layer, step.place, len(step.verdicts)) for step in one.steps]
    assert told[-7:-1] == [
        *(("prefix", j, j, 0) for j in (1, 2, 3, 4)),
        ("verify", None, None, 4),
        ("bonus", None, None, 1),
    ]
    for verdict, prefix in zip(one.verdicts, layer.prefixes, strict=False):
        assert (verdict.rule, verdict.bar, verdict.layer) == ("joint_ratio", 0.5, prefix.j)
        assert (verdict.logp_joint, verdict.logq_joint) == (prefix.logp_joint, prefix.logq_joint)
    strict = iterations(pair, pair.encode("I"), 8, temperature=0, threshold=0.8)[0]
    assert joint_layer(strict).longest == 0
    assert [v.decision for v in strict.verdicts if v.layer is not None] == ["rejected"] * 4


@given(seed=st.integers(0, 500), tau=st.floats(0, 1), gamma=st.integers(1, 4), zeros=st.sampled_from([0.0, 0.4]))
@examples(max_examples=60, deadline=None)
def test_theorem_3_6_holds_in_every_iteration(seed: int, tau: float, gamma: int, zeros: float) -> None:
    """The app shows the bound next to the measured length, so it must hold; every drafted node has one verdict."""
    pair = random_pair(seed, 4, zeros=(zeros, 0.0))
    for one in iterations(pair, [0], 7, seed, threshold=tau, gamma=gamma, draft_width=2):
        layer = joint_layer(one)
        assert layer.bounds.gamma_bar == len(one.final.tokens)
        assert layer.bounds.gamma_bar >= layer.bounds.gamma_bar_low - 1e-9
        drafted = sorted(node.id for node in one.nodes if node.q is not None)
        judged = [v.node for v in one.verdicts if v.decision in ("accepted", "rejected", "not_sent")]
        assert sorted(judged) == drafted


def test_a_draft_says_its_place_among_its_siblings() -> None:
    """Acceptance by rank needs the rank of every child, 0 for the most probable."""
    ranks = set[int]()
    for seed in range(6):
        for one in iterations(random_pair(seed, 5), [0], 7, seed, draft_width=6, gamma=3):
            drafts = [node for node in one.nodes if node.role == "draft"]
            for node in drafts:
                siblings = [other for other in drafts if other.parent == node.parent]
                assert node.rank == sum((other.q or 0) > (node.q or 0) for other in siblings)
                ranks.add(node.rank)
    assert ranks >= {0, 1, 2}


def test_bounds() -> None:
    """Theorems 3.5 and 3.6 at values worked out by hand."""
    assert accepted_low(0.5, 0.1, 99) == pytest.approx(6.931, abs=1e-3)
    assert accepted_low(0.5, 0.1, 5) == 5
    assert accepted_low(0.5, 0.0, 5) == 5
    assert accepted_low(0.5, math.inf, 5) == 0
    assert accepted_low(1, 0.0, 5) == 1
    assert perplexity_high(0.5, 2, 0, 1, 0.2) == pytest.approx(2**0.5 * math.exp((1 + 3 * 0.2) / 2))
    assert perplexity_high(0.5, 2, -0.1, 1, 0.2) == pytest.approx(2**0.5 * math.exp((1.2 + 3.2 * 0.2) / 2))
    assert perplexity_high(0.5, 2, 0, 1, math.inf) == math.inf
    assert perplexity_high(0, 2, 0, 1, 0.2) == math.inf


def test_recording_changes_nothing() -> None:
    """A run without a trace must write the same text."""
    pair = random_pair(2, 4)
    for method, shape in [("mtad", {}), ("mtjd", {}), ("mtjd", {"selection": "search"})]:
        found = decoder(method)
        made = found.make_settings(shape)
        texts = [
            [one.final.tokens for one in found.decode([0], models_of(pair), made, Seeded(5), 9, record=record)]
            for record in (True, False)
        ]
        assert texts[0] == texts[1]


def test_every_grown_node_of_mtjd_has_one_verdict_and_an_entry() -> None:
    """A beam without a mark would be invisible on the stage."""
    found = decoder("mtjd")
    pair = random_pair(4, 4)
    for one in found.decode([0], models_of(pair), found.make_settings({"block": 3}), Seeded(1), 9):
        grown = {node.id for node in one.nodes if node.role == "target"}
        assert sorted(v.node for v in one.verdicts) == sorted(grown)
        chosen = [v for v in one.verdicts if v.decision == "chosen"]
        assert tuple(v.node for v in chosen) == one.final.nodes
        assert set(one.final.origins) == {"chosen"}
        ends = [v.logp for v in one.verdicts if v.logp is not None]
        assert chosen[-1].logp == max(ends) == pytest.approx(chosen[-1].logp_joint)
        assert all(
            node.count == sum(e.node == node.id for e in one.entries) for node in one.nodes if node.role == "target"
        )
        assert {entry.node for entry in one.entries if entry.layer} == grown
        assert [entry.id for entry in one.entries] == list(range(len(one.entries)))
        assert all(one.entries[e.parent].layer == e.layer - 1 for e in one.entries if e.parent is not None)


def test_entropy_is_of_places_where_something_is_decided() -> None:
    """Nothing is decided after a drafted EOS, so its distribution must not lower H in Theorem 3.5."""
    rows = {"target": {"": [0.5, 0.5], ".": [1.0, 0.0]}, "draft": {"": [0.0, 1.0]}}
    pair = parse_toy({"vocab": ["a", "."], "eos": ".", **rows}, "ends")
    found = decoder("mtad")
    (first, *_) = found.decode((0,), models_of(pair), found.make_settings({"gamma": 3}), Seeded(1), 6)
    shown = joint_layer(first)
    assert [prefix.j for prefix in shown.prefixes] == [1]
    entropy = shown.bounds.H
    assert entropy == pytest.approx(math.log(2))
