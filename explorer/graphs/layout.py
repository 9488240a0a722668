"""Where the nodes of an iteration stand: layered by depth, tidy, and without crossings of tree edges.

Depth is one axis (columns), the other is measured in rows: 1 is the distance of neighbours. A parent stands in the
middle of its children; subtrees are moved together until their contours touch (Reingold & Tilford 1981, with whole
contours), and input beams get one tree each, one below the other. In every column the order is that of a depth-first
walk, so straight or monotone tree edges cannot cross. The layout is made once, of all nodes an iteration will ever
show: nothing moves while stepping.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import networkx as nx

from explorer.graphs.graph import roots, siblings, tree

TREE_GAP = 0.6  # rows left free between the trees of two input beams


@dataclass(frozen=True)
class Spot:
    """The place of a node: `column` is its depth below its root, `y` in rows, `row` its place in an outline."""

    column: int
    y: float
    row: int


@dataclass
class _Block:
    """A placed subtree: y of its nodes relative to its top left, and its contour by relative column."""

    y: dict[int, float]
    upper: list[float]
    lower: list[float]


def place(graph: nx.DiGraph, nodes: Iterable[int] | None = None) -> dict[int, Spot]:
    """The spot of every node, or of `nodes` alone (closed over parents, as `graph.core` is)."""
    forest = tree(graph if nodes is None else graph.subgraph(list(nodes)))
    order = {node: siblings(forest, node) for node in forest}
    straight = _is_chain(forest)
    blocks = [_block(root, forest, order, straight) for root in roots(forest)]
    whole = _stack(blocks, TREE_GAP)
    top = min(whole.y.values(), default=0.0)
    columns, rows = _walk(roots(forest), order)
    return {node: Spot(columns[node], whole.y[node] - top, rows[node]) for node in forest}


def _is_chain(forest: nx.DiGraph) -> bool:
    """Whether no node has two drafted children; then the draft is drawn as one straight line."""

    def drafted(node: int) -> int:
        return sum(forest.nodes[child].get("role") != "target" for child in forest.successors(node))

    return all(drafted(node) <= 1 for node in forest) and len(roots(forest)) == 1


def _walk(tops: list[int], order: dict[int, list[int]]) -> tuple[dict[int, int], dict[int, int]]:
    """Column and depth-first number of every node."""
    columns: dict[int, int] = {}
    rows: dict[int, int] = {}
    waiting = [(node, 0) for node in reversed(tops)]
    while waiting:
        node, column = waiting.pop()
        columns[node], rows[node] = column, len(rows)
        waiting.extend((child, column + 1) for child in reversed(order[node]))
    return columns, rows


def _block(root: int, forest: nx.DiGraph, order: dict[int, list[int]], straight: bool) -> _Block:
    """The tidy subtree of `root`, children before parents."""
    done: dict[int, _Block] = {}
    for node in nx.dfs_postorder_nodes(forest, root):
        children = order[node]
        below = _stack([done.pop(child) for child in children], 0.0)
        if not children:
            y = 0.0
        elif straight:
            y = below.y[children[0]]
        else:
            y = (below.y[children[0]] + below.y[children[-1]]) / 2
        below.y[node] = y
        done[node] = _Block(below.y, [y, *below.upper], [y, *below.lower])
    return done[root]


def _stack(blocks: list[_Block], gap: float) -> _Block:
    """Blocks one below the other, as close as their contours allow."""
    whole = _Block({}, [], [])
    for block in blocks:
        near = zip(whole.lower, block.upper, strict=False)
        shift = max((low + 1.0 + gap - high for low, high in near), default=0.0)
        whole.y.update({node: y + shift for node, y in block.y.items()})
        upper, lower = [y + shift for y in block.upper], [y + shift for y in block.lower]
        whole.upper += upper[len(whole.upper) :]
        whole.lower[: len(lower)] = lower
    return whole
