"""The positions of a draft graph (GSD): layered by depth, with few crossings.

A merged node and the node that it repeats become one box with several edges into it. A tree layout would draw long
edges across other branches. Here, a column is ordered by the mean position of the nodes from which edges lead to each
node (the barycentre), and a merged node is next to the box that it becomes. Heights are then moved towards the mean of
the neighbours, as far as the order and a distance of one row allow.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import networkx as nx

SWEEPS = 24  # number of passes over all columns, alternately from the left and from the right
LIGHT = 0.02  # weight of a merged node, which has no box; a shared box is centred between its parents
Heights = dict[int, float]


def boxes(graph: nx.DiGraph) -> dict[int, int]:
    """Return the merged nodes of a graph that are drawn as one box with another one, each with that other node.

    A node that repeats a node further left stays a separate box, because an edge back to that node would create a
    cycle. In a tree with copies, nothing is joined.
    """
    if any(origin not in (None, node) for node, origin in graph.nodes(data="origin")):
        return {}
    merges = ((node, other) for node, other, kind in graph.edges(data="kind") if kind == "merge")
    return {node: other for node, other in merges if graph.nodes[other]["depth"] >= graph.nodes[node]["depth"]}


def heights(forest: nx.DiGraph, joined: Mapping[int, int], columns: Mapping[int, int]) -> Heights:
    """Return the vertical position of every node, in rows below the topmost node, which has 0.

    `forest` has only tree edges, `columns` has the nodes in the order of a depth-first walk, and `joined` is from
    `boxes`.
    """
    above, below = _neighbours(forest, joined)
    levels = defaultdict[int, list[int]](list)
    for node, column in columns.items():
        levels[column].append(node)
    y = Heights()
    order = [_ordered(levels[column], joined, above, y) for column in sorted(levels)]
    for sweep in range(SWEEPS):
        for level in order if sweep % 2 == 0 else reversed(order):
            wanted = [_mean([y[other] for other in (*above[node], *below[node])], y[node]) for node in level]
            weights = [LIGHT if node in joined else 1.0 for node in level]
            y.update(zip(level, apart(wanted, weights), strict=True))
    top = min(y.values(), default=0.0)
    return {node: height - top for node, height in y.items()}


def _neighbours(
    forest: nx.DiGraph, joined: Mapping[int, int]
) -> tuple[Mapping[int, list[int]], Mapping[int, list[int]]]:
    """For every node, the nodes from which edges lead to its box, and the nodes to which edges lead from its box."""
    above, below = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for parent, node in forest.edges:
        box = joined.get(node, node)
        for end in dict.fromkeys((node, box)):
            above[end].append(parent)
        below[parent].append(box)
    return above, below


def _ordered(level: Sequence[int], joined: Mapping[int, int], above: Mapping[int, list[int]], y: Heights) -> list[int]:
    """Order a column by the barycentres of its boxes, and set the heights of its nodes around 0.

    Each merged node follows its box if both are in this column.
    """
    here = set(level)
    units = defaultdict[int, list[int]](list)
    for node in level:
        other = joined.get(node, node)
        units[other if other in here else node].append(node)
    mean = {box: _mean([y[node] for node in above[box] if node in y], 0.0) for box in units}
    ordered = [
        node
        for box in sorted(units, key=mean.__getitem__)
        for node in sorted(units[box], key=lambda node, box=box: node != box)
    ]
    y.update((node, k - (len(ordered) - 1) / 2) for k, node in enumerate(ordered))
    return ordered


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def apart(wanted: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return heights in the given order and at least 1 apart that are as close as possible to the desired heights.

    Closeness is the weighted sum of squared distances.

    >>> apart([0, 0, 5], [1, 1, 1])
    [-0.5, 0.5, 5.0]
    """
    # groups of nodes that are 1 row apart: mean of (desired height − index), weight, size
    runs = list[tuple[float, float, int]]()
    for k, (height, weight) in enumerate(zip(wanted, weights, strict=True)):
        mean, size = float(height) - k, 1
        while runs and runs[-1][0] >= mean:
            before, heavy, many = runs.pop()
            mean = (mean * weight + before * heavy) / (weight + heavy)
            weight, size = weight + heavy, size + many
        runs.append((mean, weight, size))
    means = [mean for mean, _, size in runs for _ in range(size)]
    return [mean + k for k, mean in enumerate(means)]
