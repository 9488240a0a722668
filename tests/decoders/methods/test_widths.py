"""The dynamic width (DSBD Eqs. 2–7) compared with enumerated acceptances, and DSBD's records of layers."""

import json
import math
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from decoders.catalog import decoder
from decoders.core.decode import Models
from decoders.core.dice import Seeded, branches
from decoders.core.record import Iteration, Verdict
from decoders.core.rules import Dist, acceptance
from decoders.exact.toy import ToyPair, parse_toy, read_toy
from decoders.methods.beam import MemoryLayer
from decoders.methods.dsbd import algorithm
from decoders.methods.dsbd.recording import WidthLayer
from decoders.methods.dsbd.width import acceptance_rates, acceptance_table, align, at_least, remainder, widest
from tests.toys import models_of, random_pair

TOYS = Path(__file__).parents[3] / "assets" / "toys"


def random_laws(seed: int, size: int, zeros: float = 0.0) -> tuple[Dist, Dist]:
    """p and q over the same ids; q is aligned with p."""
    rng = np.random.default_rng(seed)
    rows = rng.dirichlet(np.ones(size), 2) * (rng.random((2, size)) >= zeros)
    rows[:, 0] += 0.1
    p, q = (Dist(np.flatnonzero(row), row[row > 0] / row.sum()) for row in rows)
    return p, q


def counts_by_enumeration(p: Dist, q: Dist, m: int) -> list[float]:
    """P(k of m iid candidates accepted) by enumerating every draw, sharing nothing with width.py."""
    found = [0.0] * (m + 1)
    for dice in branches():
        left, count = dict(zip(p.ids.tolist(), p.probs.tolist(), strict=True)), 0
        for _ in range(m):
            x = dice.choose(q, "candidate")
            if dice.accept(acceptance(left.get(x, 0.0), q.prob(x)), "accept")[0]:
                left, count = dict(zip(p.ids.tolist(), p.probs.tolist(), strict=True)), count + 1
            else:
                rest = {i: max(0.0, weight - q.prob(i)) for i, weight in left.items()}
                left = {i: weight / sum(rest.values()) for i, weight in rest.items()}
        found[count] += dice.weight
    return found


def table_of(p: Dist, q: Dist, m: int) -> list[list[float]]:
    return acceptance_table(acceptance_rates(p, align(q, p, 100), m), m)


@pytest.mark.parametrize("zeros", [0.0, 0.4])
@pytest.mark.parametrize(("size", "m"), [(2, 1), (2, 3), (3, 2), (3, 3), (4, 2)])
def test_table_is_the_law_of_acceptances(size: int, m: int, zeros: float) -> None:
    """P(m, k) decides the widths; a wrong table would aim for beams that are not accepted."""
    for seed in range(3):
        p, q = random_laws(seed, size, zeros)
        assert table_of(p, q, m)[m] == pytest.approx(counts_by_enumeration(p, q, m), abs=1e-12)


def test_sum_from_one_is_noticed() -> None:
    """Eq. 5 as printed starts at k = 1, which is not the probability of K accepted beams."""
    p, q = random_laws(0, 3)
    row, counts = table_of(p, q, 3)[3], counts_by_enumeration(p, q, 3)
    true = [sum(counts[k:]) for k in range(4)]
    assert at_least(row) == pytest.approx(true, abs=1e-12)
    printed = [1 - sum(row[1:k]) for k in range(4)]
    assert max(abs(a - b) for a, b in zip(printed, true, strict=True)) > 1e-3


def test_rates_subtract_q_once() -> None:
    """The published code subtracts q twice per step, which makes later candidates look better."""
    p, q = random_laws(1, 4)
    aligned = align(q, p, 100)
    second = remainder(p, aligned)[1]
    assert second is not None
    twice = remainder(second, aligned)[1]
    rates = acceptance_rates(p, aligned, 2)
    assert rates[1] == pytest.approx(remainder(second, aligned)[0])
    assert twice is None or abs(rates[1] - remainder(twice, aligned)[0]) > 1e-3


def test_used_up_residual_means_certain_acceptance() -> None:
    """With p = q nothing is rejected, and no epsilon may change that."""
    p, _ = random_laws(2, 4)
    assert acceptance_rates(p, align(p, p, 100), 3) == [1.0, 1.0, 1.0]
    assert at_least(acceptance_table([1.0] * 3, 3)[3]) == [1.0, 1.0, 1.0, 1.0]
    assert widest([1.0, 1.0, 1.0, 1.0], 1.0) == 3


def test_disjoint_laws_ask_for_nothing() -> None:
    """A draft that is always wrong gives W̃_L = 0, and the minimum W_min decides."""
    p, q = Dist(np.array([0, 1]), np.array([0.5, 0.5])), Dist(np.array([2]), np.ones(1))
    rates = acceptance_rates(p, align(q, p, 100), 2)
    assert rates == [0.0, 0.0]
    assert widest(at_least(acceptance_table(rates, 2)[2]), 0.01) == 0


@given(st.lists(st.floats(0, 1), min_size=0, max_size=8), st.floats(0, 1))
def test_table_rows_are_distributions(rates: list[float], threshold: float) -> None:
    """Every row sums to 1, tails fall, and W̃_L is the last K that reaches t."""
    m = len(rates)
    table = acceptance_table(rates, m)
    for count, row in enumerate(table):
        assert len(row) == count + 1
        assert math.isclose(sum(row), 1, abs_tol=1e-9)
    tails = at_least(table[m])
    assert all(a >= b - 1e-12 for a, b in pairwise(tails))
    width = widest(tails, threshold)
    assert tails[width] >= threshold
    assert all(tail < threshold for tail in tails[width + 1 :])


@given(st.integers(0, 1000), st.integers(1, 6), st.floats(0, 0.8))
def test_align_keeps_q_on_p(seed: int, size: int, zeros: float) -> None:
    """Fast arrays must have the same numbers as looking up each id."""
    p, q = random_laws(seed, size, zeros)
    aligned = align(q, p, 100)
    assert aligned.ids is p.ids
    assert aligned.probs.tolist() == [q.prob(int(i)) for i in p.ids]


# What DSBD records


def iterations(pair: ToyPair, prompt: str, seed: int, tokens: int, **settings: Any) -> list[Iteration]:
    found = decoder("dsbd")
    models: Models = models_of(pair)
    return list(found.decode(pair.encode(prompt), models, found.make_settings(settings), Seeded(seed), tokens))


def words(pair: ToyPair, iteration: Iteration, node: int) -> str:
    """The recorded path of a node from its input beam."""
    nodes, path = {one.id: one for one in iteration.nodes}, []
    while node in nodes and nodes[node].parent >= 0:
        path.append(pair.vocab[nodes[node].token])
        node = nodes[node].parent
    return " ".join(reversed(path))


def test_figure_2_in_one_iteration() -> None:
    """The paper's picture: a rejection, its orphan and a sample from the residual, as in the caption."""
    pair = read_toy(TOYS / "dsbd-figure-2.json")
    second = iterations(pair, "ask", 9301, 5, width=2, draft_width=3, gamma=2)[1]
    story = [(verdict.decision, words(pair, second, verdict.node)) for verdict in second.verdicts]
    assert sorted(story) == sorted(
        [
            ("accepted", "who are"),
            ("rejected", "why is"),
            ("accepted", "why do"),
            ("orphaned", "why is it"),
            ("accepted", "who are they"),
            ("rejected", "who are it"),
            ("residual", "who are you"),
        ]
    )
    live = [" ".join(pair.vocab[token] for token in beam.tokens) for beam in second.final.beams]
    assert live == ["who are they", "who are you"]


def test_figure_1_numbers() -> None:
    """The paper's example for beams: perplexity 1.55 for hello, 1.49 for happy."""
    pair = read_toy(TOYS / "dsbd-figure-1.json")
    for method, word, perplexity, settings in (
        ("greedy", "ello", 1.55, {}),
        ("beam-search", "appy", 1.49, {"width": 2}),
    ):
        found = decoder(method)
        run = found.decode(pair.encode("h"), models_of(pair), found.make_settings(settings), Seeded(0), 4)
        best = max(list(run)[-1].final.beams, key=lambda beam: beam.logp)
        assert "".join(pair.vocab[token] for token in best.tokens) == word
        assert round(math.exp(-best.logp / 4), 2) == perplexity


@pytest.mark.parametrize(
    "settings",
    [{}, {"width": 2}, {"replacement": False}, {"one_cache": True}, {"draft_weights": "uniform", "warp": "row"}],
    ids=str,
)
def test_record_is_complete(settings: dict[str, Any]) -> None:
    """Every entry needs a node, a parent and exactly one verdict, or the stage cannot explain its marks."""
    for seed in range(12):
        pair = random_pair(seed, 3, zeros=(0.2, 0.2))
        for iteration in iterations(pair, "a", seed, 6, draft_width=3, gamma=3, threshold=0.5, **settings):
            check_record(iteration)


def check_record(iteration: Iteration) -> None:
    nodes = {node.id for node in iteration.nodes}
    entries = {entry.id: entry for entry in iteration.entries}
    assert len(entries) == len(iteration.entries)
    judged = sorted(verdict.entry for verdict in iteration.verdicts if verdict.entry is not None)
    assert judged == sorted(entry.id for entry in iteration.entries if entry.layer > 0)
    for entry in iteration.entries:
        assert entry.node in nodes
        if entry.layer:
            assert entry.parent is not None
            assert entries[entry.parent].layer == entry.layer - 1
    placed = [place for step in iteration.steps for place in step.verdicts]
    assert sorted(placed) == list(range(len(iteration.verdicts)))
    for layer in iteration.layers:
        if isinstance(layer, WidthLayer) and layer.prediction is not None:
            check_layer(layer, [v for v in iteration.verdicts if v.layer == layer.layer])
    for step in iteration.steps:
        decided = {iteration.verdicts[place].decision for place in step.verdicts}
        assert decided <= PHASES.get(step.phase, {step.phase})
    check_counts(iteration)
    live = {beam.node for beam in iteration.final.beams}
    assert live <= {verdict.node for verdict in iteration.verdicts}
    json.dumps(iteration.to_json(), allow_nan=False)


PHASES: dict[str, set[str]] = {"verify": {"accepted", "rejected"}, "layer": set(), "draft": set(), "target": set()}


def check_layer(layer: WidthLayer, verdicts: list[Verdict]) -> None:
    """Check that a layer's counts are those of its verdicts, and that its width follows from its numbers."""
    tally = [verdict.decision for verdict in verdicts]
    assert layer.orphaned == tally.count("orphaned")
    assert layer.accepted == tally.count("accepted")
    assert layer.unused == tally.count("unused")
    assert layer.candidates == sum(tally.count(one) for one in ("accepted", "rejected", "unused"))
    assert layer.accepted + tally.count("residual") + tally.count("fill") == layer.width
    assert tally.count("residual") <= 1
    assert (layer.outcome == "succeeded") == (layer.accepted >= layer.width)
    assert layer.predicted == (layer.at_least[layer.width] if layer.width < len(layer.at_least) else 0)
    if layer.width_tilde is not None and layer.min_width is not None and layer.threshold is not None:
        reached = [k for k, chance in enumerate(layer.at_least) if chance >= layer.threshold]
        assert layer.width_tilde == max(reached)
        assert layer.width == max(layer.min_width, layer.width_tilde)
    check_tests([verdict for verdict in verdicts if verdict.a is not None])


def check_tests(tried: list[Verdict]) -> None:
    """Check that each u is compared with min(1, p_used/q), where p_used follows earlier rejections."""
    for before, verdict in pairwise([None, *tried]):
        assert verdict is not None
        assert verdict.a is not None
        assert verdict.u is not None
        after_rejection = before is not None and before.decision == "rejected"
        assert verdict.rule == ("residual_ratio" if after_rejection else "ratio")
        assert after_rejection or verdict.p_used == verdict.p
        assert verdict.a == acceptance(verdict.p_used or 0.0, verdict.q or 1.0)
        assert (verdict.u < verdict.a) == (verdict.decision == "accepted")
        assert verdict.q_left is None or 0 < verdict.q_left < 1


def test_the_record_has_the_numbers_of_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little is left of p, the record must have the number that was compared."""
    used: list[tuple[float, float]] = []

    def noted(p: float, q: float) -> float:
        used.append((p, q))
        return acceptance(p, q)

    monkeypatch.setattr(algorithm, "acceptance", noted)
    rows = {"target": {"": [0.3, 0.5, 0.2]}, "draft": {"": [0.3 - 1e-14, 0.2, 0.5 + 1e-14]}}
    pair = parse_toy({"vocab": ["a", "b", "c"], "eos": None, **rows}, "close")
    found, small = decoder("dsbd"), 0
    settings = found.make_settings({"width": 1, "draft_width": 3, "gamma": 1})
    for seed in range(40):
        used.clear()
        (first, *_) = found.decode((0,), models_of(pair), settings, Seeded(seed), 2)
        tried = [verdict for verdict in first.verdicts if verdict.a is not None]
        assert [(v.p_used, v.q, v.a) for v in tried] == [(p, q, acceptance(p, q)) for p, q in used]
        for before, after in pairwise(tried):
            left = first.distributions[before.distributions[-1]]
            x = next(node.token for node in first.nodes if node.id == after.node)
            assert (left.kind, dict(left.top).get(x, 0.0)) == ("residual_beam", after.p_used)
            small += 0 < (after.p_used or 0.0) < 1e-12
    assert small, "what is left of the token that p and q nearly agree on was never looked at"


def check_counts(iteration: Iteration) -> None:
    """Check that a drafted node counts only its own draws, not those of the target."""
    drawn = Counter(entry.node for entry in iteration.entries if entry.layer and entry.q is not None)
    for node in iteration.nodes:
        if node.role == "draft":
            assert node.count == drawn[node.id]


@pytest.mark.parametrize(
    ("replacement", "top_k", "kind"), [(True, 0, "exact"), (False, 8, "simulated"), (False, 0, "none")]
)
def test_a_layer_says_how_it_is_predicted(replacement: bool, top_k: int, kind: str) -> None:
    """A simulated probability without its error would be believed too much."""
    rows = {"": [1 / 400] * 400}
    pair = parse_toy({"vocab": [f"w{i}" for i in range(400)], "eos": None, "target": rows, "draft": rows}, "wide")
    settings = {"replacement": replacement, "top_k": top_k, "draft_width": 6, "gamma": 1}
    (layer,) = [
        one
        for one in iterations(pair, "w0", 1, 2, **settings)[0].layers
        if isinstance(one, WidthLayer) and one.layer == 1
    ]
    assert layer.prediction == kind
    assert (layer.predicted is None) == (kind == "none")
    assert (layer.error is not None) == (kind == "simulated")
    assert bool(layer.alpha) == bool(layer.table) == (kind == "exact")
    assert len(layer.at_least) == (0 if kind == "none" else 7)
    assert layer.width_tilde is not None


def test_impossible_beams_weigh_the_same() -> None:
    """If q cannot explain any input beam, the draft uses equal weights and the record says so."""
    pair = random_pair(3, 3, zeros=(0.0, 0.6), eos=False)
    kinds = [
        layer.kind
        for seed in range(20)
        for iteration in iterations(pair, "a", seed, 8, width=2, draft_width=2, gamma=2)
        for layer in iteration.layers
    ]
    assert "draft_weights" in kinds


def test_one_target_pass_and_both_memories() -> None:
    """A forest takes one target pass; the record has its memory and that of separate caches."""
    pair = random_pair(1, 3, eos=False)
    for iteration in iterations(pair, "a b", 2, 8, width=3, draft_width=4, gamma=2):
        passes = [one for one in iteration.passes if one.model == "target"]
        assert len(passes) == 1
        (memory,) = [layer for layer in iteration.layers if isinstance(layer, MemoryLayer)]
        assert memory.kv_distinct == passes[0].kv
        inputs = [entry for entry in iteration.entries if entry.layer == 0]
        depth = {node.id: node.depth for node in iteration.nodes}
        parents = {entry.id: entry.parent for entry in iteration.entries}

        def tree(entry: int, parents: dict[int, int | None] = parents) -> int:
            parent = parents[entry]
            return entry if parent is None else tree(parent)

        drafted = {(tree(e.id), e.node) for e in iteration.entries if e.layer and e.q is not None}
        assert memory.kv_per_beam == sum(2 + depth[entry.node] for entry in inputs) + len(drafted)


@pytest.mark.parametrize(
    "settings", [{}, {"one_cache": True, "draft_weights": "uniform"}, {"draft_weights": "uniform"}]
)
def test_a_draft_that_is_the_target_asks_for_all(settings: dict[str, Any]) -> None:
    """If p = q up to rounding, there is no residual: every α_j is 1 and W̃_L is m."""
    found = decoder("dsbd")
    given = {"width": "dynamic", "threshold": 1, "min_width": 1, "draft_width": 5, "gamma": 2, **settings}
    for seed in range(12):
        pair = random_pair(seed, 3, same=True)
        for one in found.decode((0,), models_of(pair), found.make_settings(given), Seeded(seed), 5):
            for layer in one.layers:
                # with weights of its own a beam may be likelier in q than in p: then they are two laws
                if isinstance(layer, WidthLayer) and layer.candidates and abs(layer.alpha[0] - 1) < 1e-9:
                    assert layer.alpha == (1.0,) * layer.candidates
                    assert layer.width_tilde == layer.candidates


def test_a_drafted_eos_has_its_p() -> None:
    """EOS is not fed to the target, but its parent is, so its p is known."""
    rows = {"target": {"": [0.5, 0.5]}, "draft": {"": [0.4, 0.6]}}
    pair = parse_toy({"vocab": ["a", "."], "eos": ".", **rows}, "ends")
    found = decoder("dsbd")
    settings = found.make_settings({"width": 2, "draft_width": 4, "gamma": 1})
    (first, *_) = found.decode((0,), models_of(pair), settings, Seeded(1), 4)
    drafted = [node for node in first.nodes if node.role == "draft"]
    assert {(node.leaf, node.p) for node in drafted} == {("eos", 0.5), (None, 0.5)}


def test_candidates_of_a_layer_share_a_scale() -> None:
    """Tested or not, a candidate's q refers to the accepted parents, as its p does."""
    both = 0
    for seed in range(30):
        for one in iterations(random_pair(seed, 3), "a", seed, 5, width=2, draft_width=4, gamma=2):
            drawn = {entry.id: (entry.parent, entry.node) for entry in one.entries}
            found: dict[Any, dict[str, float]] = {}
            for v in one.verdicts:
                if v.decision in ("accepted", "rejected", "unused") and v.entry is not None and v.p is not None:
                    assert v.q is not None
                    assert found.setdefault(drawn[v.entry], {}).setdefault("q", v.q) == v.q
                    found[drawn[v.entry]][v.decision] = v.q
            both += sum("unused" in each and len(each) > 2 for each in found.values())
    assert both > 0, "the same beam must have been tried once and left once"
