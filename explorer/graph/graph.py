"""Iteration → networkx: the graph that a layout places and the stage draws.

Tree edges lead from a node to its
children and carry kind="tree"; merge edges (GSD §5.3) lead from a merged node to the one whose successors stand in
for its own and carry kind="merge". Node order is the order of the record.
"""

from collections.abc import Sequence
from dataclasses import fields

import networkx as nx

from decoders.core.record import Node

FIELDS = tuple(field.name for field in fields(Node) if field.name != "id")
LARGE = 300  # nodes beyond which a graph opens at its committed path and siblings


def build(nodes: Sequence[Node]) -> nx.DiGraph:
    """The graph of an iteration's nodes: each carries the record's fields that are set, and `place`, its index.

    >>> nodes = [Node(4, 2, 7, 1, "draft"), Node(5, 4, 8, 2, "draft")]
    >>> list(build(nodes).edges(data="kind"))
    [(4, 5, 'tree')]
    """
    graph = nx.DiGraph()
    for place, node in enumerate(nodes):
        known = {key: value for key in FIELDS if (value := getattr(node, key)) is not None}
        graph.add_node(node.id, **known, place=place)
    for node in nodes:
        if node.parent in graph:
            graph.add_edge(node.parent, node.id, kind="tree")
    for node in nodes:
        if node.merge in graph and not graph.has_edge(node.id, node.merge):
            graph.add_edge(node.id, node.merge, kind="merge")
    return graph


def tree(graph: nx.DiGraph) -> nx.DiGraph:
    """The forest of tree edges alone: a view, without merge edges."""
    return nx.subgraph_view(graph, filter_edge=lambda a, b: graph.edges[a, b]["kind"] == "tree")


def roots(forest: nx.DiGraph) -> list[int]:
    """Nodes without a recorded parent, in order: the input beams."""
    return [node for node, degree in forest.in_degree() if degree == 0]


def siblings(forest: nx.DiGraph, node: int) -> list[int]:
    """The children of a node as they are drawn: drafts in the order in which they are tried, then the target's own.

    Methods record the candidates of a position in the order of their tests.
    """

    def key(child: int) -> tuple[bool, int]:
        data = forest.nodes[child]
        return data.get("role") == "target", data["place"]

    return sorted(forest.successors(node), key=key)


def merged_core(forest: nx.DiGraph, path: set[int], copies: set[int]) -> list[int]:
    """What a merged graph opens at: no replicas but those on the committed path and beside it, in record order."""
    hidden = copies - path - {child for node in path for child in forest.successors(node)}
    return [node for node in forest if node not in hidden]


def core(forest: nx.DiGraph, path: set[int]) -> list[int]:
    """What a large graph opens at: the input beams, the committed path and its siblings, in record order."""
    kept = set(roots(forest)) | path
    for node in path:
        kept.update(forest.successors(node))
    return [node for node in forest if node in kept]


def first_shown(forest: nx.DiGraph, path: set[int], copies: set[int]) -> list[int]:
    """The nodes that are drawn before one asks for all: without replicas, and of large graphs only the core."""
    first = merged_core(forest, path, copies)
    return first if len(first) <= LARGE else core(forest, path)
