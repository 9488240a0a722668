"""The token tree of a run: all live token sequences, as one tree that grows from the prompt.

A *node* is a distinct token path. Adding the same token below the same parent twice gives the same node (one KV slot),
so beams share their common prefix. This module does not depend on models, probabilities or torch.

>>> tree = TokenTree(root_token=7)
>>> a = tree.add(tree.root, 3)
>>> b = tree.add(a, 5)
>>> tree.path(b), tree.add(tree.root, 3) == a, tree.depth(b)
([3, 5], True, 2)
"""

from collections.abc import Iterable, Sequence


def path_to(node: int, parents: Sequence[int]) -> list[int]:
    """The path from the node without a parent (−1) down to `node`, both included; empty for −1."""
    path: list[int] = []
    while node >= 0:
        path.append(node)
        node = parents[node]
    return path[::-1]


def shared(one: Sequence[object], other: Sequence[object]) -> int:
    """The length of the common beginning of two sequences.

    >>> shared([1, 2, 3], [1, 2]), shared("ab", "ac")
    (2, 1)
    """
    pairs = zip(one, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


class TokenTree:
    """A tree of tokens, stored as the parent, token and depth of every node. An id is never reused."""

    root = 0

    def __init__(self, root_token: int) -> None:
        """`root_token` is the last prompt token (−1 for an empty prompt); the root has depth 0."""
        self._parent = [-1]
        self._token = [root_token]
        self._depth = [0]
        self._child: dict[tuple[int, int], int] = {}
        self._alive = {self.root}

    def __contains__(self, node: int) -> bool:
        return node in self._alive

    def parent(self, node: int) -> int:
        """The parent's id; −1 for the root."""
        return self._parent[node]

    def token(self, node: int) -> int:
        return self._token[node]

    def depth(self, node: int) -> int:
        """Number of tokens after the prompt, up to and including the token of this node."""
        return self._depth[node]

    def add(self, parent: int, token: int) -> int:
        """Return the live node of `token` below `parent`. The node is created if it does not exist.

        Raises KeyError if `keep` has dropped `parent`.
        """
        if parent not in self._alive:
            raise KeyError(f"node {parent} was dropped from the cache and cannot be extended")
        known = self._child.get((parent, token))
        if known is not None:
            return known
        node = len(self._parent)
        self._parent.append(parent)
        self._token.append(token)
        self._depth.append(self._depth[parent] + 1)
        self._child[parent, token] = node
        self._alive.add(node)
        return node

    def ancestors(self, node: int) -> list[int]:
        """The path from the root down to `node`, both included."""
        return path_to(node, self._parent)

    def path(self, node: int) -> list[int]:
        """The tokens after the prompt on the path to `node`."""
        return [self._token[n] for n in self.ancestors(node)[1:]]

    def closure(self, nodes: Iterable[int]) -> set[int]:
        """`nodes` and all their ancestors."""
        closed: set[int] = set()
        for node in nodes:
            while node >= 0 and node not in closed:
                closed.add(node)
                node = self._parent[node]
        return closed

    def keep(self, nodes: Iterable[int]) -> None:
        """Drop every node except `nodes`, their ancestors and the root."""
        closed = self.closure(nodes) | {self.root}
        for node in self._alive - closed:
            del self._child[self._parent[node], self._token[node]]
        self._alive = closed
