"""The layout of an iteration: no tangles, no jumping nodes, no overlaps."""

from itertools import pairwise
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decoders.core.record import Final, Iteration, Node, Role
from explorer.graph.graph import build, core, first_shown, merged_view, roots, tree
from explorer.graph.layout import Spot, extent, place
from explorer.trace.commits import committed_nodes
from explorer.trace.metrics import replicas


def forest(parents: list[int], roles: dict[int, Role] | None = None, **more: dict[int, Any]) -> list[Node]:
    """Nodes in which number i has the parent parents[i] (-1: none)."""
    nodes = []
    for i, parent in enumerate(parents):
        role = (roles or {}).get(i, "draft" if parent >= 0 else "input")
        nodes.append(Node(i, parent, i, 0, role, **{key: each[i] for key, each in more.items() if i in each}))
    return nodes


def ending(nodes: list[Node], *final: int) -> Iteration:
    """An iteration with these final nodes."""
    return Iteration(0, tuple(nodes), (), (), (), (), (), (), (), Final(nodes=final))


@st.composite
def forests(draw: st.DrawFn) -> list[int]:
    """Parents of a random forest, in any order of siblings."""
    size = draw(st.integers(1, 80))
    return [draw(st.integers(-1, i - 1)) for i in range(size)]


@given(forests())
@settings(max_examples=150, deadline=None)
def test_tree_edges_never_cross(parents: list[int]) -> None:
    """Crossing edges make a tree unreadable."""
    graph = build(forest(parents))
    assert crossings(graph, place(graph)) == 0


@given(forests())
@settings(max_examples=150, deadline=None)
def test_nodes_keep_their_distance_and_children_are_one_column_further(parents: list[int]) -> None:
    """Overlapping nodes hide a token; a child left of its parent hides the order."""
    spots = place(build(forest(parents)))
    for i, parent in enumerate(parents):
        assert spots[i].column == (0 if parent < 0 else spots[parent].column + 1)
    for column in {spot.column for spot in spots.values()}:
        rows = sorted(spot.y for spot in spots.values() if spot.column == column)
        assert all(b - a >= 1 - 1e-9 for a, b in pairwise(rows))
    assert sorted(spot.row for spot in spots.values()) == list(range(len(parents)))


def crossings(graph: nx.DiGraph, spots: dict[int, Spot]) -> int:
    """The number of crossings of tree edges as the stage draws them."""
    found = 0
    by_column: dict[int, list[tuple[float, float]]] = {}
    for a, b in tree(graph).edges:
        if a in spots and b in spots:
            by_column.setdefault(spots[a].column, []).append((spots[a].y, spots[b].y))
    for edges in by_column.values():
        edges.sort()
        for i, (a, b) in enumerate(edges):
            found += sum(d < b for c, d in edges[i + 1 :] if c > a)
    return found


def test_crossings_are_counted() -> None:
    """A count that is always zero would accept any tangle."""
    graph = build(forest([-1, -1, 0, 1]))
    spots = place(graph)
    tangled = spots | {2: spots[3], 3: spots[2]}
    assert crossings(graph, spots) == 0
    assert crossings(graph, tangled) == 1


def test_the_layout_does_not_give_the_outcome_away() -> None:
    """The drafts do not move, whatever the target adds, and its token has room in every case."""
    chains = [build(forest([-1, 0, 1, 2, *own], {4: "target"})) for own in ([], [0], [1], [3])]
    trees = [build(forest([-1, 0, 0, 1, 1, *own], {5: "target"})) for own in ([], [0], [2], [4])]
    for graphs, drafts, end in ((chains, 4, ("chain", 5, 1)), (trees, 5, ("tree", 4, 3.5))):
        spots = [place(graph) for graph in graphs]
        assert {extent(graph, found) for graph, found in zip(graphs, spots, strict=True)} == {end}
        assert len({tuple(found[i] for i in range(drafts)) for found in spots}) == 1
        for found in spots[1:]:
            assert found[drafts].y == (0 if end[0] == "chain" else 2.5)
            assert found[drafts].column < end[1]


def test_input_beams_get_trees_side_by_side() -> None:
    """In a forest, readers must see which beam a draft belongs to."""
    spots = place(build(forest([-1, -1, 0, 0, 1, 1])))
    assert max(spots[i].y for i in (0, 2, 3)) + 1 < min(spots[i].y for i in (1, 4, 5))


def test_siblings_stand_in_the_order_of_their_tests_and_the_target_last() -> None:
    """The first candidate is on top, and the target's own token is below all drafts."""
    iteration = forest([-1, 0, 0, 0], {1: "target"}, rank={2: 1, 3: 0})
    spots = place(build(iteration))
    assert spots[2].y < spots[3].y < spots[1].y


def test_a_shared_box_is_between_its_parents() -> None:
    """Two paths run into one box; the node that becomes one with it is right below, not in another branch."""
    graph = build(forest([-1, 0, 0, 1, 1, 2, 2, 3, 3], merge={6: 3}))
    spots = place(graph)
    assert graph.edges[6, 3]["kind"] == "merge"
    assert nx.is_forest(tree(graph))
    assert spots[1].y < spots[3].y < spots[2].y
    assert spots[6].y == pytest.approx(spots[3].y + 1)
    assert spots[4].y < spots[3].y < spots[5].y


def test_merged_edges_cross_no_more_than_needed() -> None:
    """In the order of a tree, the edge to a shared box would cross the edges to the siblings between."""
    parents = [-1, 0, 0, 1, 1, 1, 2, 2]
    drawn = {(1, 3), (1, 4), (1, 5), (2, 3), (2, 7)}  # the edge to the merged node 6 ends at node 3
    ys = [place(build(forest(parents, merge=merge))) for merge in ({6: 3}, {})]

    def crossed(spots: dict[int, Spot]) -> int:
        lines = sorted((spots[a].y, spots[b].y) for a, b in drawn)
        return sum(d < b for i, (a, b) in enumerate(lines) for c, d in lines[i + 1 :] if c > a)

    assert [crossed(spots) for spots in ys] == [0, 2]


@given(forests(), st.data())
@settings(max_examples=100, deadline=None)
def test_nodes_of_a_draft_graph_keep_their_distance(parents: list[int], data: st.DataObject) -> None:
    """Whatever is merged, no box covers another one, and children are one column further."""
    merge = {node: data.draw(st.integers(0, node - 1)) for node in range(1, len(parents)) if data.draw(st.booleans())}
    spots = place(build(forest(parents, merge=merge)))
    for i, parent in enumerate(parents):
        assert spots[i].column == (0 if parent < 0 else spots[parent].column + 1)
    for column in {spot.column for spot in spots.values()}:
        rows = sorted(spot.y for spot in spots.values() if spot.column == column)
        assert all(b - a >= 1 - 1e-9 for a, b in pairwise(rows))
    assert min(spot.y for spot in spots.values()) == 0


def test_a_tree_with_copies_is_drawn_as_a_tree() -> None:
    """After unmerging, the merge edges do not move anything."""
    parents = [-1, 0, 0, 1, 2, 3, 4]
    copied = forest(parents, merge={4: 3}, origin={6: 5})
    assert place(build(copied)) == place(build(forest(parents)))


def test_a_large_graph_opens_at_the_committed_path_and_its_siblings() -> None:
    """A thousand nodes at once show nothing; the path and its alternatives show what happened."""
    iteration = ending(forest([-1, 0, 0, 1, 1, 2, 2, 5]), 1, 3)
    path = committed_nodes(iteration)
    assert path == {0, 1, 3}
    assert core(tree(build(iteration.nodes)), path) == [0, 1, 2, 3, 4]


def test_a_merged_graph_has_no_copies_and_tells_no_outcome() -> None:
    """GSD's graph is the drafted one, and copies on the accepted path would tell it before the check."""
    drafted, places = forest([-1, 0, 0, 1, 2, 2, 4], origin={4: 3, 5: 3, 6: 3}), list[dict[int, Spot]]()
    for end in (1, 4, 6):  # below an original, a copy, and a copy of a copy
        iteration = ending(drafted, end)
        graph, copies = build(iteration.nodes), replicas(iteration)
        first = first_shown(tree(graph), committed_nodes(iteration), copies)
        assert first == [0, 1, 2, 3]
        places.append(place(merged_view(graph, copies), first))
    assert places[0] == places[1] == places[2]


def test_what_follows_a_copy_hangs_below_the_shared_box() -> None:
    """The target's token after a copy is drawn after the box that stands for the copy."""
    nodes = forest([-1, 0, 0, 1, 2, 3, 4, 6], {7: "target"}, merge={4: 3}, origin={6: 5})
    view = merged_view(build(nodes), {6})
    assert list(view.predecessors(7)) == [5]
    assert 6 not in view
    again = merged_view(build(forest([-1, 0, 0, 1, 2, 0, 5], {6: "target"}, merge={4: 3}, origin={5: 4})), {5})
    assert list(again.predecessors(6)) == [3]  # a copy of a node that was merged into 3


@pytest.mark.parametrize("size", [2, 400])
def test_long_chains_and_wide_fans_are_placed(size: int) -> None:
    """Long chains and wide fans only make the picture larger."""
    assert place(build(forest([i - 1 for i in range(size)])))[size - 1].column == size - 1
    assert place(build(forest([-1] + [0] * (size - 1))))[size - 1].y == pytest.approx(size - 2)
    assert roots(tree(build(forest([-1] * size)))) == list(range(size))
