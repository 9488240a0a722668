"""The numbers of timeline, `show` and tables count what they claim."""

import json
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.decode import best_of
from decoders.core.dice import Seeded
from decoders.core.record import BeamRecord, Final, Iteration, Node, Verdict
from explorer.trace.commits import committed_nodes
from explorer.trace.metrics import Totals, grown, measures, origins, replicas
from tests.explorer.trace.runs import SETTINGS, lines
from tests.records import iteration_of, summary_with
from tests.toys import models_of, random_pair

Part = dict[str, Any]
BEAM = BeamRecord(1, (5,), -0.5, False)


def run(method: str, seed: int = 0, tokens: int = 9, **given: Any) -> list[Iteration]:
    """The iterations of a run as the decoder yields them."""
    known = decoder(method)
    pair = random_pair(seed, size=4, eos=False)
    return list(known.decode((0,), models_of(pair), known.make_settings(given), Seeded(seed), tokens))


def counted(iterations: list[Iteration]) -> Totals:
    counts = Totals()
    for iteration in iterations:
        counts.add(iteration)
    return counts


def iterations(method: str, **given: Any) -> list[Iteration]:
    """The iterations of three runs, as read from a trace."""
    return [iteration_of(one) for seed in range(3) for one in json.loads(lines(method, json.dumps(given), seed))]


def test_the_best_beam_is_one_everywhere() -> None:
    """The highest mean log p wins, the first on ties, in a run and its summary; an impossible beam never wins."""
    known = [((4, 5), -1.0), ((1,), -1.0), ((1, 2, 3), -1.5), ((7, 8, 9), -1.5)]
    for beams in (known[:1], known[:2], known[1:], known):
        best = best_of([BeamRecord(place, tokens, logp, False) for place, (tokens, logp) in enumerate(beams)])
        summary = summary_with(beams=[{"tokens": list(t), "logp": p, "done": False} for t, p in beams])
        assert best_of(summary.beams or ()).tokens == best.tokens
    rivals = [{"tokens": [1], "logp": None, "done": False}, {"tokens": [1], "logp": -99.0, "done": False}]
    assert best_of(summary_with(beams=rivals).beams or ()).logp == -99.0


@pytest.mark.parametrize(("method", "given"), SETTINGS, ids=lambda value: str(value))
def test_measures_add_up(method: str, given: Part) -> None:
    """Every draft is used or wasted, the tokens are the run's, and an accepted draft is a token."""
    for seed in range(3):
        parts = [iteration_of(part) for part in json.loads(lines(method, json.dumps(given), seed))]
        bars = [measures(part) for part in parts]
        for bar, part in zip(bars, parts, strict=True):
            assert bar.used + bar.wasted == bar.drafted <= bar.draws
            assert bar.kept <= bar.emitted
            assert bar.drafted == sum(n.role == "draft" for n in part.nodes) - len(replicas(part))
        if len(parts[-1].final.beams) == 1 and not given.get("one_cache"):
            assert sum(bar.emitted for bar in bars) == len(parts[-1].final.beams[0].tokens)


@pytest.mark.parametrize(("method", "given"), SETTINGS, ids=lambda value: str(value))
def test_every_token_of_the_text_has_an_origin(method: str, given: Part) -> None:
    """No token of the text is “rejected” or “orphaned”, even if a copy of it was."""
    for part in iterations(method, **given):
        known, nodes = origins(part), {node.id: node for node in part.nodes}
        made = [node for node in committed_nodes(part) if nodes[node].role != "input"]
        assert all(
            known[node] in ("draft", "merged", "residual", "bonus", "fill", "drawn", "greedy", "chosen")
            for node in made
        )
        assert set(grown(part)) <= set(made)
        assert [known[node] for node in part.final.nodes] == list(part.final.origins)


def test_the_names_of_each_method() -> None:
    """A residual token comes from a residual, a bonus follows only accepted drafts, the rest comes from p."""

    def names(method: str, **given: Any) -> set[str]:
        return {origin for part in iterations(method, **given) for origin in origins(part).values()}

    assert names("greedy") == {"greedy"}
    assert names("multinomial") == {"drawn"}
    assert names("beam-sampling", width=3) == {"drawn"}
    assert names("beam-search", width=3) == {"chosen"}
    assert names("mtjd", block=3, width=3) == {"chosen"}
    assert names("spd") == {"draft", "residual", "bonus", "drawn"}
    assert names("eagle2", node_budget=4, out_degree=2, gamma=3) == {"draft", "drawn", "bonus"}
    assert "residual" not in names("typical", out_degree=3)


def test_acceptance_counts_what_was_kept() -> None:
    """Typical acceptance passes several paths and commits one; the others were tested but not accepted."""
    found, kept, judged = counted(run("typical", out_degree=3)), 0, 0
    for iteration in run("typical", out_degree=3):
        kept += sum(origin == "draft" for origin in iteration.final.origins)
        judged += sum(v.decision in ("accepted", "rejected", "dropped") for v in iteration.verdicts)
    counts = found.counts(BEAM)
    assert (counts.accepted, counts.judged) == (kept, judged)
    assert counts.acceptance == kept / judged


@pytest.mark.parametrize(
    "method", ["spd", "block", "specinfer", "traversal", "typical", "eagle2", "gsd", "dsbd", "mtad"]
)
def test_shares_by_depth_and_rank_are_the_whole(method: str) -> None:
    """Shares by rank and by depth use the same verdicts as the overall share."""
    found = counted(run(method))
    counts, by_depth, by_rank = found.counts(BEAM), found.by_depth(), found.by_rank()
    assert [row.depth for row in by_depth] == sorted(row.depth for row in by_depth)
    assert [row.rank for row in by_rank] == sorted(row.rank for row in by_rank)
    assert sum(row.judged for row in by_rank) <= (counts.judged or 0)
    assert sum(row.accepted for row in by_depth) == counts.accepted
    assert sum(row.judged for row in by_depth) == counts.judged
    assert all(row.depth >= 1 for row in by_depth)


def test_gsd_has_its_own_acceptance() -> None:
    """GSD's acceptance rate is accepted over drafted depth; graph success counts useful merges."""
    iterations = run("gsd", seed=1, tokens=24, merge=1, gamma=4)
    graphs = [layer for iteration in iterations for layer in iteration.layers if layer.kind == "graph"]
    counts = counted(iterations).counts(BEAM)
    facts: list[Any] = graphs
    assert counts.graph_acceptance == sum(one.accepted for one in facts) / sum(one.depth for one in facts)
    assert counts.graph_success == sum(one.graph_success for one in facts) / len(facts)
    assert counted(run("spd")).counts(BEAM).graph_acceptance is None


def test_mean_width_is_of_the_emitted_layers() -> None:
    """The mean width counts emitted beams; W̄ counts those that were accepted drafts."""
    iterations = run("dsbd", seed=2)
    layers: list[Any] = [layer for iteration in iterations for layer in iteration.layers if layer.kind == "width"]
    counts = counted(iterations).counts(BEAM)
    assert counts.mean_width == sum(one.width for one in layers) / len(layers)
    assert counts.mean_accepted == sum(one.accepted for one in layers) / len(layers)
    assert counts.mean_accepted <= counts.mean_width
    assert counted(run("spd")).counts(BEAM).mean_width is None


def test_a_replica_costs_no_draft() -> None:
    """A draft accepted through a copy was drafted once and is not wasted."""
    nodes = [
        {"id": 0, "parent": -1, "token": 0, "depth": 0, "role": "input"},
        {"id": 1, "parent": 0, "token": 1, "depth": 1, "role": "draft"},
        {"id": 2, "parent": 0, "token": 2, "depth": 1, "role": "draft"},
        {"id": 3, "parent": 2, "token": 1, "depth": 2, "role": "draft", "origin": 1},
    ]
    final = {
        "nodes": [2, 3],
        "origins": ["draft", "merged"],
        "beams": [{"node": 3, "tokens": [2, 1], "logp": -1, "done": False}],
    }
    part = iteration_of({"nodes": nodes, "final": final})
    bar = measures(part)
    assert (bar.drafted, bar.kept, bar.used, bar.wasted) == (2, 2, 2, 0)
    assert replicas(part) == {3}


def test_a_rejected_draft_that_the_target_draws_itself_is_wasted() -> None:
    """If the target samples a rejected token itself, the draft was still of no use."""
    nodes = [
        {"id": 0, "parent": -1, "token": 0, "depth": 0, "role": "input"},
        {"id": 1, "parent": 0, "token": 1, "depth": 1, "role": "draft"},
    ]
    verdicts = [
        {"node": 1, "decision": "rejected", "rule": "ratio"},
        {"node": 1, "decision": "drawn", "rule": "draw"},
    ]
    final = {"nodes": [1], "origins": ["drawn"], "beams": [{"node": 1, "tokens": [1], "logp": -1, "done": False}]}
    bar = measures(iteration_of({"nodes": nodes, "verdicts": verdicts, "final": final}))
    assert (bar.drafted, bar.kept, bar.used, bar.wasted) == (1, 0, 0, 1)


def test_a_beam_of_the_target_is_not_judged() -> None:
    """MTJD's unchosen beams failed no test and must not lower an acceptance rate."""
    left = Verdict(2, "dropped", "best_of_block")
    nodes = (Node(0, -1, 0, 0, "input"), Node(2, 0, 1, 1, "target"))
    counts = Totals()
    counts.add(Iteration(0, nodes, (), (), (), (), (left,), (), (), Final()))
    assert counts.counts(BEAM).acceptance is None
