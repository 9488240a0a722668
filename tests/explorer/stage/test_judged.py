"""The numbers at the nodes of a tree that is tested from its leaves are those that the tests compared."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from decoders.core.record import Iteration
from decoders.methods.traversal import LeafTest, TraversalLayer
from explorer.stage.pack import open_content
from explorer.trace.format import Trace
from tests.bundled import bundled
from tests.explorer.trace.runs import header, lines
from tests.records import header_with, iteration_of

Part = dict[str, Any]


def close(value: Any) -> Any:
    """A number, or numbers, as they are packed: with five digits."""
    return pytest.approx(value, rel=1e-4, abs=1e-9)


RUNS = (
    "traversal",
    "traversal-deep",
    {"branching": "3,2,1"},
    {"branching": "2,2,2"},
    {"branching": "3,2", "replacement": True},
)


def traces(name: str | Part) -> Iterator[Trace]:
    """A bundled run, or some runs of a toy pair with these settings."""
    if isinstance(name, str):
        yield bundled(name)
        return
    given = json.dumps(name)
    for seed in range(4):
        played = [iteration_of(line) for line in json.loads(lines("traversal", given, seed))]
        yield Trace(header_with(**header("traversal", given)), played, None)


def rounds(name: str | Part) -> Iterator[tuple[Iteration, TraversalLayer, Part, Part]]:
    """Every tested round: its record, its tests, the packed round and its panel."""
    for trace in traces(name):
        for shown, line in zip(open_content(trace)["iterations"], trace.iterations, strict=True):
            layer = next((each for each in line.layers if isinstance(each, TraversalLayer)), None)
            panel = next((each for each in shown["panels"] if each["kind"] == "judged"), None)
            if layer and panel:
                yield line, layer, shown, panel


def last(rows: list[Part], place: int, step: int) -> Part | None:
    """The row that counts for a node at a step."""
    return next((row for row in reversed(rows) if row["place"] == place and row["step"] <= step), None)


@pytest.mark.parametrize("name", RUNS, ids=str)
def test_a_box_has_the_numbers_that_its_test_compares(name: str | Part) -> None:
    """After a deletion the first probabilities of a guess no longer count, and no box may still show them."""
    changed = 0
    for line, layer, shown, panel in rounds(name):
        place = {node.id: at for at, node in enumerate(line.nodes)}
        first = {node.id: node.q for node in line.nodes}
        for leaf, row in zip(layer.leaves, panel["rows"], strict=True):
            found = last(panel.get("compared", []), place[leaf.node], row["step"] - 1)
            assert (found["q"] if found else first[leaf.node]) == close(leaf.q)
            p = next(each.p for each in line.verdicts if each.node == leaf.node)
            assert (p if found is None or found["p"] is None else found["p"]) == close(leaf.p_used)
            changed += found is not None
        for verdict in line.verdicts:  # the nodes that an accepted leaf leads to
            if verdict.rule == "leaf_ratio" and verdict.u is None:
                found = last(panel.get("compared", []), place[verdict.node], len(shown["steps"]))
                if found and found["p"] is not None:
                    assert found["p"] == close(verdict.p_used)
    assert changed


@pytest.mark.parametrize("name", RUNS, ids=str)
def test_a_running_ratio_is_that_of_the_record(name: str | Part) -> None:
    """At each test, the leaf and the guess before it have the recorded ratios, and nothing else is capped at 1."""
    capped = 0
    for line, layer, _, panel in rounds(name):
        node = {each.id: (at, each.parent) for at, each in enumerate(line.nodes)}
        for leaf, row in zip(layer.leaves, panel["rows"], strict=True):
            at, parent = node[leaf.node]
            mine = [each for each in panel["ratios"] if each["step"] == row["step"]]
            assert next(each for each in mine if each["place"] == at)["ratio"] == close(leaf.alpha)
            above = [each["ratio"] for each in mine if each["place"] == node[parent][0]]
            assert above == close(expected(leaf) if line.nodes[node[parent][0]].role == "draft" else [])
        for ratio in panel["ratios"]:
            assert ("uncapped" not in ratio) or (ratio["ratio"] == 1 and ratio["uncapped"] > 1)
            capped += "uncapped" in ratio
    assert capped


def expected(leaf: LeafTest) -> list[float]:
    """The running ratios of the guess before a leaf at the step of its test: before it and, if it failed, after it."""
    return [leaf.above] if leaf.left is None else [leaf.above, leaf.left]


def test_the_product_of_a_grandparent_has_the_draft_probability_after_deletions() -> None:
    """In a tree of three levels the first node of a path is not the guess before a leaf, so its ratio is computed: each
    ratio on an accepted path must follow from the numbers that its box shows.
    """
    seen = 0
    for line, layer, shown, panel in rounds({"branching": "2,2,2"}):
        for leaf, row in zip(layer.leaves, panel["rows"], strict=True):
            ratios = {each["place"]: each for each in panel["ratios"] if each["step"] == row["step"]}
            for place, ratio in ratios.items():
                up = next((at for at, node in enumerate(line.nodes) if node.id == line.nodes[place].parent), 0)
                first = place not in {each["place"] for each in panel["ratios"] if each["step"] < row["step"]}
                if not first or line.nodes[place].id == leaf.node or ratio["fell"] or leaf.left is not None:
                    continue
                compared = last(panel.get("compared", []), place, row["step"])
                p = next(v.p or 0.0 for v in line.verdicts if v.node == line.nodes[place].id)
                q = shown["n"]["q"][place] if compared is None else compared["q"]
                p = p if compared is None or compared["p"] is None else compared["p"]
                above = ratios[up]["ratio"] if up in ratios else 1.0
                assert ratio["ratio"] == pytest.approx(min(1.0, above * p / q), rel=1e-3)
                seen += 1
    assert seen
