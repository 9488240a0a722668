"""The positions of an iteration's nodes: layered by depth, compact, and without crossings of tree edges.

One axis is the depth (in columns). The other axis is measured in rows, and neighbours are 1 row apart. A parent is
centred on its children. Subtrees are moved together until their contours touch (Reingold & Tilford 1981, with whole
contours). Input beams get one tree each, one below the other. In every column, nodes have the order of a depth-first
walk, so straight or monotone tree edges cannot cross. The layout is computed once, for all nodes that an iteration will
show, so nothing moves from step to step.

The layout must not reveal the outcome. In a chain, the target's own token is in the row of the drafts, where it
replaces a rejected draft token or follows the last one. In a tree it has a row of its own below all drafts. The column
and row of this token are left free from the start, whatever the outcome (`extent`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import networkx as nx

from explorer.graph.graph import roots, siblings, tree
from explorer.graph.merged import boxes, heights

Kind = Literal["chain", "tree", "free"]
TREE_GAP = 0.6  # free rows between the trees of two input beams


@dataclass(frozen=True)
class Spot:
    """The position of a node.

    `column` is its depth below its root, `y` is its height in rows, and `row` is its line if the graph is drawn as an
    indented outline.
    """

    column: int
    y: float
    row: int


@dataclass
class _Block:
    """A placed subtree: y of its root, and its contour for each level, deepest level first.

    `shift` is added to all of these numbers, so a block can be moved, or get a root, without changing its lists.
    """

    y: float
    upper: list[float]
    lower: list[float]
    shift: float = 0.0


def place(graph: nx.DiGraph, nodes: Iterable[int] | None = None) -> dict[int, Spot]:
    """Return the position of every node, or only of `nodes` (which must contain their parents, as `graph.core` does).

    The time is linear in the number of nodes. Joining two blocks compares only the levels of the shallower block, and
    each level is compared once.
    """
    drawn = graph if nodes is None else graph.subgraph(list(nodes))
    forest, joined = tree(drawn), boxes(drawn)
    kind = kind_of(forest)
    own = next((node for node in forest if _by_target(forest, node)), None) if kind != "free" else None
    if own is None:
        return _placed(forest, joined, straight=kind == "chain" or _is_chain(forest))
    drafted = forest.subgraph([node for node in forest if node != own])
    spots = _placed(drafted, joined, straight=kind == "chain")
    (above,) = forest.predecessors(own)
    below = 0.0 if kind == "chain" else max(spot.y for spot in spots.values()) + 1.0
    return {node: spots.get(node) or Spot(spots[above].column + 1, below, len(spots)) for node in forest}


def kind_of(forest: nx.DiGraph) -> Kind:
    """The placement of the target's own token: in the row of a chain ("chain"), below a tree ("tree"), or like any
    other node ("free"). It is placed like any other node if there are several input beams, or if the target adds
    several tokens.
    """
    own = [node for node in forest if _by_target(forest, node)]
    if (
        len(roots(forest)) != 1
        or len(own) > 1
        or any(forest.out_degree(node) or not forest.in_degree(node) for node in own)
    ):
        return "free"
    return "chain" if _is_chain(forest) else "tree"


def extent(graph: nx.DiGraph, spots: Mapping[int, Spot]) -> tuple[Kind, int, float]:
    """The kind of a layout, and its numbers of columns and rows, including the room for the target's own token."""
    forest = tree(graph.subgraph(list(spots)))
    kind = kind_of(forest)
    drafts = [spot for node, spot in spots.items() if kind == "free" or not _by_target(forest, node)]
    columns = 1 + max((spot.column for spot in drafts), default=0)
    rows = 1 + max((spot.y for spot in drafts), default=0.0)
    return kind, columns + (kind != "free"), rows + (kind == "tree")


def _by_target(forest: nx.DiGraph, node: int) -> bool:
    return forest.nodes[node].get("role") == "target"


def _placed(forest: nx.DiGraph, joined: Mapping[int, int], *, straight: bool) -> dict[int, Spot]:
    order = {node: siblings(forest, node) for node in forest}
    tops = roots(forest)
    columns, rows = _walk(tops, order)
    y = heights(forest, joined, columns) if joined else _heights(tops, order, rows, straight=straight)
    top = min(y.values(), default=0.0)
    return {node: Spot(columns[node], y[node] - top, rows[node]) for node in forest}


def _is_chain(forest: nx.DiGraph) -> bool:
    """Whether the forest has one root and every node has at most one drafted child. The draft is then drawn as one
    straight line.
    """

    def drafted(node: int) -> int:
        return sum(forest.nodes[child].get("role") != "target" for child in forest.successors(node))

    return all(drafted(node) <= 1 for node in forest) and len(roots(forest)) == 1


def _walk(tops: list[int], order: dict[int, list[int]]) -> tuple[dict[int, int], dict[int, int]]:
    """Return the column and depth-first number of every node, parents before children."""
    columns: dict[int, int] = {}
    rows: dict[int, int] = {}
    waiting = [(node, 0) for node in reversed(tops)]
    while waiting:
        node, column = waiting.pop()
        columns[node], rows[node] = column, len(rows)
        waiting.extend((child, column + 1) for child in reversed(order[node]))
    return columns, rows


def _heights(
    tops: list[int], order: dict[int, list[int]], walked: Iterable[int], *, straight: bool
) -> dict[int, float]:
    """Return y of every node. `walked` has parents before children; blocks are built from its end."""
    parents_first = list(walked)
    blocks: dict[int, _Block] = {}
    own: dict[int, float] = {}  # y of each node within the block of its subtree
    moved: dict[int, float] = {}  # how far a node's block is below the top of its parent's block
    for node in reversed(parents_first):
        children = order[node]
        below = [blocks.pop(child) for child in children]
        ends = [block.y for block in (below[0], below[-1])] if below else []
        whole, shifts = _stack(below, 0.0)
        moved.update(zip(children, shifts, strict=True))
        if not children:
            y = 0.0
        elif straight:
            y = ends[0] + shifts[0]
        else:
            y = (ends[0] + shifts[0] + ends[1] + shifts[-1]) / 2
        whole.upper.append(y - whole.shift)
        whole.lower.append(y - whole.shift)
        whole.y = own[node] = y
        blocks[node] = whole
    _, shifts = _stack([blocks[node] for node in tops], TREE_GAP)
    moved.update(zip(tops, shifts, strict=True))
    for node in parents_first:  # how far the top of a block is below the top of the whole layout
        for child in order[node]:
            moved[child] += moved[node]
    return {node: moved[node] + own[node] for node in parents_first}


def _stack(blocks: list[_Block], gap: float) -> tuple[_Block, list[float]]:
    """Stack blocks as close as their contours allow. Returns the whole block, and how far each block was moved.

    The lists of the deepest block are reused for the whole, so only the levels of the shallower blocks cost time.
    """
    if not blocks:
        return _Block(0.0, [], []), []
    whole, shifts = blocks[0], [0.0]
    for block in blocks[1:]:
        near = zip(reversed(whole.lower), reversed(block.upper), strict=False)
        between = whole.shift + 1.0 + gap - block.shift
        shift = max(low - high + between for low, high in near)
        shifts.append(shift)
        block.shift += shift
        whole = _joined(whole, block)
    return whole, shifts


def _joined(above: _Block, below: _Block) -> _Block:
    """Join two blocks. On levels that both blocks reach, the upper contour comes from the upper block and the lower
    contour from the lower block. Other levels keep the contour of the deeper block.
    """
    many = min(len(above.upper), len(below.upper))
    further = above.shift - below.shift
    if len(above.upper) >= len(below.upper):
        above.lower[-many:] = [y - further for y in below.lower]
        return above
    below.upper[-many:] = [y + further for y in above.upper]
    return below
