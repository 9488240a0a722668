"""Build the graph of an iteration, using networkx. The layout computes the positions of its nodes, and the stage draws
it.

Tree edges lead from a node to its children and carry kind="tree". Merge edges (GSD §5.3) lead from a merged node to the
node whose successors are reused for it, and carry kind="merge". Nodes are in the order of the record.
"""

from collections.abc import Sequence
from dataclasses import fields

import networkx as nx

from decoders.core.record import Node

FIELDS = tuple(field.name for field in fields(Node) if field.name != "id")
LARGE = 300  # a graph with more nodes first shows only its committed path and the siblings of that path


def build(nodes: Sequence[Node]) -> nx.DiGraph:
    """Return the graph of an iteration's nodes. Each node has the fields of its record that are set, and its index as
    `place`.

    >>> nodes = [Node(4, 2, 7, 1, "draft"), Node(5, 4, 8, 2, "draft")]
    >>> list(build(nodes).edges(data="kind"))
    [(4, 5, 'tree')]
    """
    graph = nx.DiGraph()
    for place, node in enumerate(nodes):
        recorded = {key: value for key in FIELDS if (value := getattr(node, key)) is not None}
        graph.add_node(node.id, **recorded, place=place)
    for node in nodes:
        if node.parent in graph:
            graph.add_edge(node.parent, node.id, kind="tree")
    for node in nodes:
        if node.merge in graph and not graph.has_edge(node.id, node.merge):
            graph.add_edge(node.id, node.merge, kind="merge")
    return graph


def tree(graph: nx.DiGraph) -> nx.DiGraph:
    """Return a view of the graph with tree edges only, without merge edges."""
    return nx.subgraph_view(graph, filter_edge=lambda a, b: graph.edges[a, b]["kind"] == "tree")


def roots(forest: nx.DiGraph) -> list[int]:
    """Return the nodes without a recorded parent, in order: the input beams."""
    return [node for node, degree in forest.in_degree() if degree == 0]


def siblings(forest: nx.DiGraph, node: int) -> list[int]:
    """Return the children of a node in drawing order: drafts in the order of their tests, then nodes of the target.

    Methods record the candidates of a position in the order of their tests.
    """

    def key(child: int) -> tuple[bool, int]:
        data = forest.nodes[child]
        return data.get("role") == "target", data["place"]

    return sorted(forest.successors(node), key=key)


def merged_view(graph: nx.DiGraph, copies: set[int]) -> nx.DiGraph:
    """Return the graph without GSD's replicas. The children of a replica become children of the node that it copies.

    If a node was merged with another one at the same depth or deeper, both are drawn as one box. Nothing in this view
    depends on which path was accepted.
    """
    view = nx.DiGraph(graph.subgraph([node for node in graph if node not in copies]))
    for copy in copies:
        origin = graph.nodes[copy]["origin"]
        merge = graph.nodes.get(origin, {}).get("merge")
        same = merge in graph and graph.nodes[merge]["depth"] >= graph.nodes[origin]["depth"]
        holder = merge if same else origin
        for child in graph.successors(copy):
            if child in view and holder in view and graph.edges[copy, child]["kind"] == "tree":
                view.add_edge(holder, child, kind="tree")
    return view


def core(forest: nx.DiGraph, path: set[int]) -> list[int]:
    """Return the nodes that a large graph shows at first: the input beams, the committed path, and the siblings of its
    nodes.
    """
    shown = set(roots(forest)) | path
    for node in path:
        shown.update(forest.successors(node))
    return [node for node in forest if node in shown]


def first_shown(forest: nx.DiGraph, path: set[int], copies: set[int]) -> list[int]:
    """Return the nodes that are drawn first: all except replicas or, in a large graph, only its core."""
    first = [node for node in forest if node not in copies]
    return first if len(first) <= LARGE else core(forest, path)
