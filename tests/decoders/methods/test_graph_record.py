"""The records of SSD, TSD and GSD on the toy pair of GSD Figure 4: graphs, copies, budgets, verdicts."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.dice import Seeded
from decoders.core.record import Iteration
from decoders.exact.toy import parse_toy, read_toy
from decoders.methods.gsd import algorithm as graph
from decoders.methods.gsd.draft_graph import DraftGraph
from decoders.methods.gsd.recording import GraphLayer
from tests.toys import models_of, random_pair

FIGURE_4 = Path(__file__).parents[3] / "assets" / "toys" / "gsd-figure-4.json"


def run(method: str, tokens: int = 8, **shape: Any) -> list[Iteration]:
    pair, found = read_toy(FIGURE_4), decoder(method)
    return list(found.decode(pair.encode("it"), models_of(pair), found.make_settings(shape), Seeded(0), tokens))


def graph_layer(one: Iteration) -> GraphLayer:
    (layer,) = [layer for layer in one.layers if isinstance(layer, GraphLayer)]
    return layer


def words(one: Iteration, nodes: Any) -> list[str]:
    vocab, known = read_toy(FIGURE_4).vocab, {node.id: node for node in one.nodes}
    return [vocab[known[node].token] for node in nodes]


def test_figure_4_merges_and_unmerges() -> None:
    """The lesson on GSD: `very good` repeats, its successors are reused, and the target takes the reused path."""
    (one,) = run("gsd")
    layer, known = graph_layer(one), {node.id: node for node in one.nodes}
    assert [words(one, (node, target)) for node, target in layer.merges] == [
        ["good", "good"],
        ["good", "good"],
        ["today", "today"],
        ["indeed", "indeed"],
    ]
    assert words(one, one.final.nodes) == ["was", "very", "good", "indeed", "."]
    assert one.final.origins == ("draft", "draft", "draft", "merged", "merged")
    assert (layer.graph_success, layer.accepted, layer.accepted_ranks) == (True, 5, (1, 0, 0, 0, 0))
    assert (layer.drafted, layer.replicas, layer.verified, layer.depth) == (25, 13, 38, 5)
    assert layer.exit
    assert not layer.budget_cut
    assert {known[node].leaf for node in known if known[node].role == "draft"} == {
        *("probability", "sibling", "merged", "eos"),
        None,
    }
    replicas = [node for node in one.nodes if node.origin is not None]
    assert all(known[node.origin or 0].token == node.token for node in replicas)
    phases = [step.phase for step in one.steps]
    assert (phases.count("merge"), phases.count("unmerge")) == (2, 1)


def test_lost_origins_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Graph success counts copies by their original; a copy that forgot it would look like a drafted node."""
    whole = DraftGraph.unmerge
    monkeypatch.setattr(DraftGraph, "unmerge", lambda *args: replace(whole(*args), origin={}))
    with pytest.raises(KeyError):
        run("gsd")


def test_origins_lost_before_the_verdict_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If an iteration forgot which nodes are copies, it would not count as a graph success."""
    kept = graph.follow
    known: dict[int, int] = {}

    def at_their_origins(*args: Any) -> list[Any]:
        return [replace(one, node=known.get(one.node, one.node)) for one in kept(*args)]

    def noting(self: DraftGraph, *args: Any) -> Any:
        made = whole(self, *args)
        known.update(made.origin)
        return made

    whole = DraftGraph.unmerge
    monkeypatch.setattr(DraftGraph, "unmerge", noting)
    monkeypatch.setattr(graph, "follow", at_their_origins)
    with pytest.raises(AssertionError):
        test_figure_4_merges_and_unmerges()


def test_every_candidate_gets_one_verdict() -> None:
    """A node without a verdict has no mark on the stage, and one with two has a wrong one."""
    cases = [("ssd", {}), ("tsd", {"node_budget": 20}), ("gsd", {}), ("gsd", {"acceptance": "paper"})]
    for method, shape in cases:
        for verification in ("deterministic", "sampling") if method != "ssd" else ("deterministic",):
            for one in run(method, verification=verification, **shape):
                drafted = sorted(node.id for node in one.nodes if node.role == "draft")
                judged = [v.node for v in one.verdicts if v.decision in ("accepted", "rejected", "unused", "dropped")]
                assert sorted(judged) == drafted
                assert sorted(node for step in one.steps if step.phase == "target" for node in step.nodes) == sorted(
                    [one.steps[0].nodes[0], *drafted]
                )


@pytest.mark.parametrize("shape", [{}, {"node_budget": 3}, {"sibling_threshold": 0.9, "node_budget": 10}], ids=str)
def test_every_leaf_says_what_it_fell_short_of(shape: dict[str, Any]) -> None:
    """A leaf without a reason, or above every threshold, would be a riddle."""
    for one in run("gsd", **shape):
        known = {node.id: node for node in one.nodes}
        pruned = {v.node: v for v in one.verdicts if v.decision == "pruned"}
        leaves = {node.id: node.leaf for node in one.nodes if node.leaf in ("probability", "sibling", "budget")}
        assert {node: v.rule for node, v in pruned.items()} == {
            n: x for n, x in leaves.items() if known[n].origin is None
        }
        for verdict in pruned.values():
            assert verdict.q == known[verdict.node].q
            assert (verdict.bar is None) == (verdict.rule == "budget")
            assert verdict.bar is None or (verdict.q or 0) < verdict.bar
        placed = {place: step for step in one.steps for place in step.verdicts}
        for place, verdict in enumerate(one.verdicts):
            if verdict.decision == "pruned":
                assert placed[place].phase == "draft"
                assert verdict.node in placed[place].nodes


def test_the_budget_limits_drafting_and_is_shown() -> None:
    """Unpruned, k = 4 and γ = 10 would be 1.4 million nodes."""
    for budget in (1, 2, 7, 20):
        layer = graph_layer(run("tsd", node_budget=budget)[0])
        assert layer.verified <= budget
        assert layer.budget_cut
    (one,) = run("gsd", node_budget=27)
    layer = graph_layer(one)
    assert (layer.drafted, layer.replicas, layer.budget_cut) == (25, 2, True)


def test_draft_exit_is_recorded_and_the_length_limit_is_kept() -> None:
    """An empty level ends the draft early, and no draft exceeds the number of requested tokens."""
    layer = graph_layer(run("gsd", prob_threshold=0.9)[0])
    assert (layer.exit, layer.depth, layer.drafted) == (True, 1, 4)
    for tokens in range(1, 5):
        (one, *_) = run("gsd", tokens)
        assert graph_layer(one).depth_limit == tokens - 1
        assert graph_layer(one).tree_depth <= tokens - 1


def test_a_chain_is_ssd() -> None:
    """SSD and TSD with one child per node draft and accept the same tokens."""
    for seed in range(5):
        pair = random_pair(seed, 4)
        finals = []
        for method, shape in [("ssd", {"gamma": 3}), ("tsd", {"gamma": 3, "out_degree": 1})]:
            found = decoder(method)
            steps = found.decode([0], models_of(pair), found.make_settings(shape), Seeded(0), 8)
            finals.append([(one.final.tokens, one.final.origins) for one in steps])
        assert finals[0] == finals[1]


def test_recording_changes_nothing() -> None:
    """A run without a trace must write the same text."""
    for method in ("tsd", "gsd"):
        for acceptance in ("exact", "paper"):
            pair, found = random_pair(3, 4), decoder(method)
            made = found.make_settings({"verification": "sampling", "acceptance": acceptance, "node_budget": 12})
            texts = [
                [one.final.tokens for one in found.decode([0], models_of(pair), made, Seeded(5), 9, record=record)]
                for record in (True, False)
            ]
            assert texts[0] == texts[1]


def test_the_targets_own_token_is_no_replica() -> None:
    """The paper's acceptance may reject a copy and sample its token as the bonus, which is not an accepted draft."""
    rows = {"target": {"": [0.3, 0.2, 0.5]}, "draft": {"": [0.6, 0.4, 0.0]}}
    pair = parse_toy({"vocab": ["a", "b", "c"], "eos": None, **rows}, "few")
    shape = {"merge": 1, "gamma": 3, "out_degree": 2, "prob_threshold": 0, "sibling_threshold": 0}
    found = decoder("gsd")
    settings = found.make_settings(shape | {"verification": "sampling", "acceptance": "paper"})
    again = 0
    for one in (one for seed in range(60) for one in found.decode((0,), models_of(pair), settings, Seeded(seed), 8)):
        shown = graph_layer(one)
        own = {v.node for v in one.verdicts if v.decision in ("bonus", "drawn", "greedy", "residual")}
        accepted = {v.node for v in one.verdicts if v.decision == "accepted"}
        again += bool(own & {node.id for node in one.nodes if node.origin is not None})
        assert shown.accepted == len(accepted & set(one.final.nodes))
        origins = dict(zip(one.final.nodes, one.final.origins, strict=True))
        assert {node for node, origin in origins.items() if origin == "merged"} <= accepted
    assert again > 0, "the case must come about"


def test_parents_with_few_children_leave_room_for_others() -> None:
    """If q has only two tokens, a budget of six spans two levels although four children were requested."""
    rows = {"target": {"": [0.25] * 4}, "draft": {"": [0.5, 0.5, 0.0, 0.0]}}
    pair = parse_toy({"vocab": ["a", "b", "c", "d"], "eos": None, **rows}, "few")
    found = decoder("tsd")
    settings = {"out_degree": 4, "node_budget": 6, "gamma": 2, "prob_threshold": 0, "sibling_threshold": 0}
    (first, *_) = found.decode((0,), models_of(pair), found.make_settings(settings), Seeded(1), 6)
    shown = graph_layer(first)
    assert (shown.drafted, shown.depth, shown.budget_cut) == (6, 2, False)
    assert all(node.leaf in (None, "depth") for node in first.nodes)
