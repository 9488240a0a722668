"""TokenTree: one node for each distinct token path, for as long as it lives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decoders.core.tree import TokenTree

Growth = list[tuple[int, int]]  # (parent as a place among the nodes so far, token)
growths = st.lists(st.tuples(st.integers(0, 50), st.integers(0, 3)), max_size=40)


def grown(steps: Growth) -> tuple[TokenTree, list[int]]:
    tree, nodes = TokenTree(9), [TokenTree.root]
    for place, token in steps:
        nodes.append(tree.add(nodes[place % len(nodes)], token))
    return tree, nodes


@given(growths)
def test_a_node_is_a_token_path(steps: Growth) -> None:
    """Beams would no longer share their prefix, or two paths would share a KV slot."""
    tree, nodes = grown(steps)
    paths = {node: tuple(tree.path(node)) for node in nodes}
    assert len(set(paths.values())) == len(paths)
    for node, path in paths.items():
        assert tree.depth(node) == len(path)
        assert [tree.token(n) for n in tree.ancestors(node)[1:]] == list(path)
        assert tree.ancestors(node)[0] == tree.root
        if path:
            assert paths[tree.parent(node)] == path[:-1]
            assert tree.add(tree.parent(node), tree.token(node)) == node


@given(growths, st.sets(st.integers(0, 50), max_size=4), growths)
def test_keep_is_the_closure_over_ancestors(steps: Growth, some: set[int], more: Growth) -> None:
    """A node without its ancestors would attend to nothing, and a reused id would show old rows."""
    tree, nodes = grown(steps)
    chosen = {nodes[place % len(nodes)] for place in some}
    expected = {ancestor for node in chosen for ancestor in tree.ancestors(node)} | {tree.root}
    assert tree.closure(chosen) | {tree.root} == expected
    tree.keep(chosen)
    assert [node for node in nodes if node in tree] == [node for node in nodes if node in expected]
    newest = max(nodes)
    for node in set(nodes) - expected:
        with pytest.raises(KeyError, match=f"node {node} was dropped from the cache"):
            tree.add(node, 0)
    alive = sorted(expected)
    for place, token in more:
        parent = alive[place % len(alive)]
        known = [
            node for node in alive if node != tree.root and (tree.parent(node), tree.token(node)) == (parent, token)
        ]
        child = tree.add(parent, token)
        assert child > newest if not known else [child] == known
        alive = sorted({*alive, child})
    assert [node for node in range(max(alive) + 1) if node in tree] == alive


def test_root_of_an_empty_prompt() -> None:
    """Toy pairs may start from nothing."""
    tree = TokenTree(-1)
    assert (tree.token(tree.root), tree.depth(tree.root), tree.parent(tree.root), tree.path(tree.root)) == (
        -1,
        0,
        -1,
        [],
    )
