"""The draft graph of GSD: pruning, merging repeated n-grams into a DAG, and unmerging into a tree (GSD §4.2, §5).

Drafting grows a tree breadth first. If a node's path ends in a τ-gram that was already drafted elsewhere, the node
becomes a leaf. A *merge edge* leads from it to the first occurrence, whose successors are reused. The tree thus becomes
a directed acyclic graph.

Before the target pass, *unmerging* turns the graph back into a tree. It copies those successors below the merged node,
and every copy (replica) remembers its *origin*. This module does not depend on models; a node is an id that the caller
provides.

>>> graph = DraftGraph(root=0)
>>> a, b = graph.add_children(0, [(1, 7, 0.6), (2, 8, 0.4)])  # (id, token, q)
>>> c, d = *graph.add_children(1, [(3, 9, 1.0)]), *graph.add_children(2, [(4, 9, 1.0)])
>>> graph.merge([a, b], tau=1), graph.merge([c, d], tau=1), graph.node[4].merge
([], [4], 3)
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from decoders.core.record import Leaf
from decoders.core.ties import below

LONGEST_GRAM = 4  # Figure 3 looks for n-grams up to this length

Gram = tuple[int, ...]
Drafted = Mapping[
    int, tuple[int, int]
]  # (parent, token) of every drafted node, breadth first; other nodes come before the draft


def gram_at(drafted: Drafted, node: int, n: int) -> Gram | None:
    """The n tokens that end at `node`; None if these tokens are not all inside the draft."""
    gram: list[int] = []
    while node in drafted and len(gram) < n:
        node, token = drafted[node]
        gram.append(token)
    return tuple(reversed(gram)) if len(gram) == n else None


def recurring_grams(drafted: Drafted, n: int) -> dict[Gram, list[int]]:
    """The n-grams that end at two or more drafted nodes, with those nodes in order (GSD §5.1, Figure 3).

    >>> recurring_grams({1: (0, 7), 2: (0, 8), 3: (1, 8)}, 1)
    {(8,): [2, 3]}
    """
    ends: dict[Gram, list[int]] = {}
    for node in drafted:
        gram = gram_at(drafted, node, n)
        if gram is not None:
            ends.setdefault(gram, []).append(node)
    return {gram: nodes for gram, nodes in ends.items() if len(nodes) > 1}


def inside_grams(drafted: Drafted, ends: Iterable[int], n: int) -> set[int]:
    """The drafted nodes inside an n-gram that ends at one of `ends`.

    The number of these nodes is the height of a bar in Figure 3.
    """
    inside: set[int] = set()
    for node in ends:
        for _ in range(n):
            inside.add(node)
            node = drafted[node][0]
    return inside


@dataclass
class GraphNode:
    """One draft token. `leaf` is the reason why it was not extended; None while it is open or has children."""

    id: int
    parent: int
    token: int
    depth: int  # the depth; 1 for the children of the root
    q: float
    rank: int  # rank among its siblings, 0 = most probable
    leaf: Leaf | None = None
    merge: int | None = None  # the node whose successors are used instead of this node's own
    children: list[int] = field(default_factory=list[int])


@dataclass(frozen=True)
class Unmerged:
    """The graph as a tree: the `children` of each node in sibling order, the `origin` of every copy, and whether the
    budget cut the tree short.
    """

    children: dict[int, list[int]]
    origin: dict[int, int]
    cut: bool


class DraftGraph:
    """Drafted nodes in breadth-first order, their tree edges, and at most one merge edge from each node."""

    def __init__(self, root: int) -> None:
        """`root` represents everything before the draft. It is not part of any n-gram."""
        self.root = root
        self.cut = False  # whether the node budget ended the draft
        self.node: dict[int, GraphNode] = {}
        self.drafted: dict[int, tuple[int, int]] = {}
        self._roots: list[int] = []
        self._merged_into: dict[int, list[int]] = {}
        self._seen: dict[Gram, list[int]] = {}

    def __len__(self) -> int:
        """Number of drafted nodes, not counting the root."""
        return len(self.node)

    @property
    def depth(self) -> int:
        """Number of drafted levels."""
        return next(reversed(self.node.values())).depth if self.node else 0

    def add_children(self, parent: int, drafted: Sequence[tuple[int, int, float]]) -> list[int]:
        """Add children (id, token, q) below `parent`, most probable first, and return their ids. Parents must come in
        breadth-first order.
        """
        depth = 1 if parent == self.root else self.node[parent].depth + 1
        for rank, (node, token, q) in enumerate(drafted):
            self.node[node] = GraphNode(node, parent, token, depth, q, rank)
            self.drafted[node] = parent, token
            self.children(parent).append(node)
        return [node for node, _, _ in drafted]

    def children(self, node: int) -> list[int]:
        """The drafted children of a node or of the root."""
        return self._roots if node == self.root else self.node[node].children

    def prune(self, siblings: Iterable[int], probability: float, sibling: float) -> dict[int, float]:
        """Close open siblings with q < `probability`, or with q < `sibling` · the largest q among them (§4.2).

        Returns the closed nodes, each with the threshold that exceeds its q. The paper prints p in the second rule but
        means q. A pruned node stays in the graph.
        """
        nodes = [self.node[node] for node in siblings]
        share = sibling * max((node.q for node in nodes), default=0.0)
        bars: dict[int, float] = {}
        for node in nodes:
            if node.leaf is None and below(node.q, probability):
                node.leaf, bars[node.id] = "probability", probability
            elif node.leaf is None and below(node.q, share):
                node.leaf, bars[node.id] = "sibling", share
        return bars

    def open(self, nodes: Iterable[int]) -> list[int]:
        """The nodes among `nodes` that may still be extended."""
        return [node for node in nodes if self.node[node].leaf is None]

    def close(self, nodes: Iterable[int], leaf: Leaf) -> None:
        """Turn the open nodes among `nodes` into leaves with the given reason."""
        for node in self.open(nodes):
            self.node[node].leaf = leaf

    def merge(self, level: Sequence[int], tau: int) -> list[int]:
        """Merge the open nodes of a new level whose last τ tokens were already drafted (§5.3), and return them. τ = 0
        disables this.

        The merge target is the first node in breadth-first order whose path ends in the same τ-gram and that does not
        lead to this node along tree and merge edges. The target is therefore not an ancestor, and the graph stays
        acyclic. A pruned node is not merged. It may be a target, but has no successors to reuse.
        """
        merged: list[int] = []
        for node in level if tau else ():
            gram = gram_at(self.drafted, node, tau)
            if gram is None:
                continue
            earlier = self._seen.setdefault(gram, [])
            target = self._target(node, earlier) if earlier and self.node[node].leaf is None else None
            earlier.append(node)
            if target is not None:
                self.node[node].leaf, self.node[node].merge = "merged", target
                self._merged_into.setdefault(target, []).append(node)
                merged.append(node)
        return merged

    def _target(self, node: int, occurrences: Sequence[int]) -> int | None:
        leading = self.leading_to(node)
        return next((occurrence for occurrence in occurrences if occurrence not in leading), None)

    def leading_to(self, node: int) -> set[int]:
        """Every drafted node from which edges lead to `node`, including itself."""
        leading: set[int] = set()
        waiting = [node]
        while waiting:
            at = waiting.pop()
            if at != self.root and at not in leading:
                leading.add(at)
                waiting.append(self.node[at].parent)
                waiting.extend(self._merged_into.get(at, ()))
        return leading

    def successors(self, node: int) -> list[int]:
        """The children of a node, or of the node that it is merged with."""
        while node != self.root and (target := self.node[node].merge) is not None:
            node = target
        return self.children(node)

    def unmerge(self, grow: Callable[[int, int], int], depth: int, budget: int) -> Unmerged:
        """Copy the successors of merge targets below the merged nodes, breadth first (§5.4).

        `grow(parent, token)` creates a copy and returns its id. Nothing is copied below level `depth`, or once the tree
        has `budget` nodes, including drafted ones.
        """
        children: dict[int, list[int]] = {}
        origin: dict[int, int] = {}
        room, cut = budget - len(self), False
        waiting = deque([(self.root, 0)])
        while waiting:
            node, level = waiting.popleft()
            stands_for = origin.get(node, node)
            if node == stands_for and (node == self.root or self.node[node].merge is None):
                below = self.children(node)
            else:
                copied = self.successors(stands_for) if level < depth else []
                cut, copied = cut or len(copied) > room, copied[: max(0, room)]
                room -= len(copied)
                below = [grow(node, self.node[one].token) for one in copied]
                origin.update(zip(below, copied, strict=True))
            if below:
                children[node] = list(below)
            waiting.extend((child, level + 1) for child in below)
        return Unmerged(children, origin, cut)
