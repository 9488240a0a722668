"""A trace as pandas tables and as networkx graphs."""

import networkx as nx
import pytest

import decoders
import explorer
from tests.bundled import FOLDER, NAMES


@pytest.fixture(scope="module")
def trace() -> explorer.Trace:
    """A bundled run of GSD, which has merged nodes."""
    return explorer.open_trace(FOLDER / f"{next(name for name in NAMES if 'gsd' in name)}.jsonl.gz")


def test_tables_hold_every_verdict_node_and_pass(trace: explorer.Trace) -> None:
    """A table that lacks rows would give wrong counts silently."""
    verdicts, nodes, passes = trace.to_pandas()
    for table, name in ((verdicts, "verdicts"), (nodes, "nodes"), (passes, "passes")):
        assert len(table) == sum(len(getattr(iteration, name)) for iteration in trace.iterations)
        assert table["iteration"].is_monotonic_increasing
        assert table["iteration"].max() == len(trace.iterations)
    accepted = sum(v.decision == "accepted" for i in trace.iterations for v in i.verdicts)
    assert (verdicts["decision"] == "accepted").sum() == accepted
    assert passes["nodes"].sum() == sum(len(p.nodes) for i in trace.iterations for p in i.passes)
    first = trace.iterations[0].verdicts[0]
    assert verdicts.loc[0, "node"] == first.node
    tokens = {node.id: node.token for node in trace.iterations[0].nodes}
    assert verdicts.loc[0, "token"] == tokens[first.node]
    assert isinstance(verdicts.loc[0, "text"], str)


def test_a_graph_has_edges_texts_and_decisions(trace: explorer.Trace) -> None:
    """Somebody who analyses drafts in networkx must not rebuild the tree from ids."""
    number = next(i for i, part in enumerate(trace.iterations, 1) if any(n.merge is not None for n in part.nodes))
    graph, record = trace.to_networkx(number), trace.iterations[number - 1]
    assert isinstance(graph, nx.DiGraph)
    assert set(graph) == {node.id for node in record.nodes}
    assert {kind for *_, kind in graph.edges(data="kind")} == {"tree", "merge"}
    last = {verdict.node: verdict.decision for verdict in record.verdicts}
    assert {node: data["decision"] for node, data in graph.nodes(data=True)} == {n: last.get(n) for n in graph}
    assert all(isinstance(data["text"], str) for _, data in graph.nodes(data=True))


@pytest.mark.parametrize("number", [0, -1, 10_000])
def test_an_iteration_that_is_not_there(trace: explorer.Trace, number: int) -> None:
    """Python would take -1 for the last iteration."""
    with pytest.raises(decoders.BadInput, match=f"has no iteration {number}"):
        trace.to_networkx(number)
