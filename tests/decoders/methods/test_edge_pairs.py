"""The bundled toy pairs of edge cases: each run of its method must really show the edge case."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from decoders.catalog import decoder
from decoders.core.dice import Seeded
from decoders.core.record import Entry, Iteration, Node, Verdict
from decoders.exact.toy import ToyPair, read_toy
from explorer.graph.graph import build
from tests.toys import EXACT, distance, models_of

TOYS = Path(__file__).parents[3] / "assets" / "toys"


@dataclass(frozen=True)
class Case:
    """A toy file, its own `run`, and the resulting iterations."""

    pair: ToyPair
    run: dict[str, Any]
    iterations: list[Iteration]

    def again(self, **changes: Any) -> "Case":
        """The same run with other settings."""
        return play(self.pair, {**self.run, "settings": {**self.run["settings"], **changes}})

    @property
    def first(self) -> Iteration:
        return self.iterations[0]

    @property
    def text(self) -> list[str]:
        """The output of a method of one sequence."""
        return [self.pair.vocab[token] for token in self.iterations[-1].final.beams[0].tokens]

    def greedy(self) -> list[str]:
        return play(self.pair, {**self.run, "method": "greedy", "settings": {}}).text

    def word(self, node: Node) -> str:
        return self.pair.vocab[node.token]


def play(pair: ToyPair, run: dict[str, Any]) -> Case:
    found = decoder(run["method"])
    settings, prompt = found.make_settings(run["settings"]), pair.encode(run["prompt"])
    made = found.decode(prompt, models_of(pair), settings, Seeded(run["seed"]), run["tokens"])
    return Case(pair, run, list(made))


def case(stem: str) -> Case:
    path = TOYS / f"{stem}.json"
    return play(read_toy(path), json.loads(path.read_text(encoding="utf-8"))["run"])


def nodes_of(one: Iteration) -> dict[int, Node]:
    return {node.id: node for node in one.nodes}


def entries_of(one: Iteration) -> dict[int, Entry]:
    return {entry.id: entry for entry in one.entries}


def verdict_on(one: Iteration, entry: Entry) -> Verdict:
    (found,) = [verdict for verdict in one.verdicts if verdict.entry == entry.id]
    return found


def decisions(one: Iteration) -> list[str]:
    return [verdict.decision for verdict in one.verdicts]


def layer(one: Iteration, kind: str, number: int = 0) -> dict[str, Any]:
    """A layer as a trace has it."""
    (found,) = [x for x in one.to_json()["layers"] if (x["kind"], x["layer"]) == (kind, number)]
    return found


def dsbd_copies(seen: Case) -> None:
    for one in seen.iterations[1:]:
        inputs = [entry for entry in one.entries if entry.layer == 0]
        parents = {entry.parent for entry in one.entries if entry.layer == 1 and entry.q is not None}
        if len({entry.node for entry in inputs}) < len(inputs) and parents >= {entry.id for entry in inputs}:
            return
    raise AssertionError("no two input beams were copies with children of their own")


def dsbd_narrow(seen: Case) -> None:
    wanted = seen.run["settings"]["draft_width"]
    found = layer(seen.first, "width", 1)
    assert (found["candidates"], found["orphaned"]) == (2, 0)
    assert len(found["at_least"]) - 1 == wanted == 4, "the width is planned from W_S"
    copies = seen.again(replacement=True).first
    drawn = [entry for entry in copies.entries if entry.layer == 1 and entry.q is not None]
    assert len(drawn) == wanted
    assert len({entry.node for entry in drawn}) == 2


def dsbd_orphans(seen: Case) -> None:
    one = seen.first
    assert "orphaned" in decisions(one)
    judged = [entry for entry in one.entries if entry.layer == 2 and verdict_on(one, entry).decision != "orphaned"]
    raised = [entry for entry in judged if entry.q and (verdict_on(one, entry).q or 0) > entry.q + 1e-9]
    assert raised, "q_beam was not renormalised over the accepted parents"


def dsbd_childless(seen: Case) -> None:
    found = layer(seen.first, "width", 2)
    assert (found["candidates"], found["orphaned"], found["outcome"]) == (0, 2, "failed")
    assert (found["table"], found["at_least"]) == ([[1.0]], [1.0])
    assert [v.decision for v in seen.first.verdicts if v.layer == 2] == ["orphaned", "orphaned", "fill"]


def dsbd_eos(seen: Case) -> None:
    stayed = [
        entry
        for one in seen.iterations
        for entry in one.entries
        if entry.parent is not None
        and entries_of(one)[entry.parent].node == entry.node
        and verdict_on(one, entry).decision == "accepted"
    ]
    assert stayed, "no finished beam was its own candidate and accepted"
    last = seen.iterations[-1]
    assert any(v.rule == "finished_layer" for v in last.verdicts)
    assert all(beam.done and len(beam.tokens) < seen.run["tokens"] for beam in last.final.beams)


def dsbd_certain(seen: Case) -> None:
    found = layer(seen.first, "width", 1)
    assert set(found["alpha"]) == set(found["at_least"]) == {1.0}
    assert found["width"] == seen.run["settings"]["draft_width"] == 3
    tried = [v for v in seen.first.verdicts if v.a is not None]
    assert [(v.decision, v.a) for v in tried] == [("accepted", 1.0)] * 3
    assert all(kind.kind != "residual_beam" for kind in seen.first.distributions)
    assert any(layer(one, "width", 1).get("alpha", [1.0])[0] < 1 for one in seen.iterations[1:]), "p and q never differ"


def dsbd_impossible(seen: Case) -> None:
    assert any(x.kind == "draft_weights" for one in seen.iterations for x in one.layers)


def gsd_cycle(seen: Case) -> None:
    one = seen.first
    (top_tick,) = [n for n in one.nodes if n.depth == 1 and seen.word(n) == "tick"]
    (top_tock,) = [n for n in one.nodes if n.depth == 1 and seen.word(n) == "tock"]
    (tock,) = [n for n in one.nodes if n.parent == top_tick.id]
    (tick,) = [n for n in one.nodes if n.parent == top_tock.id and n.role == "draft" and n.origin is None]
    assert tock.merge == top_tock.id
    assert (seen.word(tick), tick.merge, tick.leaf) == ("tick", None, None), "it may not go back to the first tick"
    graph = build(one.nodes)
    assert nx.is_directed_acyclic_graph(graph)
    graph.add_edge(tick.id, top_tick.id)
    assert not nx.is_directed_acyclic_graph(graph), "that merge would not have closed a cycle"


def gsd_leaf_target(seen: Case) -> None:
    found = layer(seen.first, "graph")
    ((node, target),) = found["merges"]
    assert seen.word(nodes_of(seen.first)[node]) == seen.word(nodes_of(seen.first)[target]) == "red"
    assert nodes_of(seen.first)[target].leaf == "probability"
    assert (nodes_of(seen.first)[node].leaf, found["replicas"], found["exit"]) == ("merged", 0, True)
    assert seen.text == seen.greedy()


def gsd_budget(seen: Case) -> None:
    found, whole = layer(seen.first, "graph"), layer(seen.again(node_budget=100).first, "graph")
    assert (found["verified"], found["budget_cut"]) == (15, True)
    assert 0 < found["replicas"] < whole["replicas"]
    assert not whole["budget_cut"]
    assert seen.text == seen.greedy()


def gsd_exit(seen: Case) -> None:
    found = layer(seen.first, "graph")
    assert (found["exit"], found["depth"]) == (True, 1)
    assert found["depth_limit"] > 1
    assert {n.leaf for n in seen.first.nodes if n.role == "draft"} == {"probability"}


def gsd_ties(seen: Case) -> None:
    assert seen.text == seen.greedy() == ["left", "turn"] * 3
    laws = [law for one in seen.iterations for law in one.distributions if law.kind == "p_raw"]
    assert all(law.top[0][1] == law.top[1][1] for law in laws)
    assert all(law.top[0][0] < law.top[1][0] for law in laws)


def mtad_zero(seen: Case) -> None:
    prefixes = layer(seen.first, "joint")["prefixes"]
    assert [one["ratio"] for one in prefixes] == [1.0, 0.0, 0.0, 0.0]
    assert all("logp_joint" not in one or one["logp_joint"] is None for one in prefixes[1:]), "log 0"
    kept = [v for v in seen.first.verdicts if v.rule == "joint_ratio"]
    assert [v.decision for v in kept] == ["accepted", *["rejected"] * 3]
    assert [v.p for v in kept] == [1.0, 0.0, 1.0, 1.0], "the words after the impossible one are certain under p"


def mtad_eos(seen: Case) -> None:
    found = layer(seen.first, "joint")
    assert found["longest"] == len(found["prefixes"]) == 2
    assert seen.text == ["bye", "."]
    assert seen.first.final.origins == ("draft", "draft")
    assert "bonus" not in decisions(seen.first)


def mtad_warped(seen: Case) -> None:
    assert layer(seen.first, "joint")["longest"] == 1
    raw = layer(seen.again(joint="raw").first, "joint")
    assert raw["longest"] == 4
    assert raw["prefixes"][1]["ratio"] == pytest.approx(2 / 3)


def spectr_disjoint(seen: Case) -> None:
    assert len(seen.iterations) == seen.run["tokens"]
    for one in seen.iterations:
        assert "accepted" not in decisions(one)
        tried = [v for v in one.verdicts if v.decision == "rejected"]
        assert all(v.a == 0 for v in tried)
        if tried:  # the last token leaves no room for a draft
            (token,) = [v for v in one.verdicts if v.decision == "residual"]
            assert token.p == 0.5
    assert "residual" in decisions(seen.first)


def mcss_narrow(seen: Case) -> None:
    tried = [v for v in seen.first.verdicts if v.decision in ("accepted", "rejected")]
    assert [(v.decision, v.q) for v in tried] == [("rejected", 0.5), ("rejected", 1.0)]
    assert seen.run["settings"]["branching"].startswith("4")
    assert seen.text[0] == "maybe"
    assert "residual" in decisions(seen.first)


CHECKS: dict[str, Callable[[Case], None]] = {
    "edge-dsbd-copies": dsbd_copies,
    "edge-dsbd-narrow": dsbd_narrow,
    "edge-dsbd-orphans": dsbd_orphans,
    "edge-dsbd-childless": dsbd_childless,
    "edge-dsbd-eos": dsbd_eos,
    "edge-dsbd-certain": dsbd_certain,
    "edge-dsbd-impossible": dsbd_impossible,
    "edge-gsd-cycle": gsd_cycle,
    "edge-gsd-leaf-target": gsd_leaf_target,
    "edge-gsd-budget": gsd_budget,
    "edge-gsd-exit": gsd_exit,
    "edge-gsd-ties": gsd_ties,
    "edge-mtad-zero": mtad_zero,
    "edge-mtad-eos": mtad_eos,
    "edge-mtad-warped": mtad_warped,
    "edge-spectr-disjoint": spectr_disjoint,
    "edge-mcss-narrow": mcss_narrow,
}


@pytest.mark.parametrize("stem", sorted({path.stem for path in TOYS.glob("edge-*.json")} | set(CHECKS)))
def test_the_edge_case_is_in_the_record(stem: str) -> None:
    """The note of a pair promises what to look at, and the run in the file must contain it."""
    CHECKS[stem](case(stem))


@pytest.mark.parametrize("path", sorted(TOYS.glob("*.json")), ids=lambda path: path.stem)
def test_every_toy_says_what_to_look_at(path: Path) -> None:
    """The command line and the app show the note; a pair without one would be a puzzle."""
    data = json.loads(path.read_text(encoding="utf-8"))
    assert len(data["note"]) > 40
    assert "\n" not in data["note"]
    run = data["run"]
    assert set(run) == {"method", "prompt", "tokens", "seed", "settings"}
    seen = play(read_toy(path), run)
    assert seen.iterations
    for beam in seen.iterations[-1].final.beams:
        assert beam.done or len(beam.tokens) == run["tokens"]


def test_edge_pairs_of_lossless_methods_are_lossless() -> None:
    """Edge cases break distributions first, so each pair is enumerated against its reference method."""
    found = 0
    for stem in CHECKS:
        seen = case(stem)
        kind = decoder(seen.run["method"])
        for verification in ("deterministic", "sampling") if seen.run["method"] == "gsd" else (None,):
            given = {**seen.run["settings"], **({"verification": verification} if verification else {})}
            if seen.run["method"] == "dsbd":  # a fixed width has an oracle; two drafts and layers can be enumerated
                given |= {"width": given.get("width", 2), "draft_width": 2, "gamma": min(2, given["gamma"])}
            if kind.oracle(kind.make_settings(given)).method is None:
                continue
            prompt = tuple(seen.pair.encode(seen.run["prompt"]))
            assert distance(seen.run["method"], seen.pair, 3, prompt, **given) < EXACT, stem
            found += 1
    assert found >= 14
