"""The draft graph of GSD: pruning, merging and unmerging as in GSD §4.2 and §5."""

import itertools
import random
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decoders.methods.gsd.draft_graph import DraftGraph, Unmerged, gram_at, inside_grams, recurring_grams


def grown(seed: int, tau: int, *, tokens: int = 3, degree: int = 3, depth: int = 5, budget: int = 60) -> DraftGraph:
    """A random draft in which every level is pruned at random and then merged. Token 0 ends a sequence."""
    chance = random.Random(seed)
    graph, level, ids = DraftGraph(0), [0], itertools.count(1)
    for _ in range(depth):
        added: list[int] = []
        for parent in level:
            words = chance.sample(range(tokens), chance.randint(1, min(degree, tokens)))[: budget - len(graph)]
            weights = sorted((chance.random() for _ in words), reverse=True)
            shares = [w / sum(weights) for w in weights]
            siblings = graph.add_children(parent, [(next(ids), x, q) for x, q in zip(words, shares, strict=True)])
            graph.close([node for node in siblings if graph.node[node].token == 0], "eos")
            graph.prune(siblings, 0.05, 0.15)
            added += siblings
        graph.merge(added, tau)
        level = graph.open(added)
    graph.close(level, "depth")
    return graph


def edges(graph: DraftGraph) -> nx.DiGraph:
    """Tree edges and merge edges."""
    drawn = nx.DiGraph()
    for node in graph.node.values():
        drawn.add_edge(node.parent, node.id)
    drawn.add_edges_from((node.id, node.merge) for node in graph.node.values() if node.merge is not None)
    return drawn


def hypotheses(graph: DraftGraph, depth: int) -> set[tuple[int, ...]]:
    """Every token path of the graph, up to `depth` tokens, by plain recursion."""
    found: set[tuple[int, ...]] = set()

    def walk(node: int, path: tuple[int, ...]) -> None:
        while node and graph.node[node].merge is not None:
            node = graph.node[node].merge or 0
        below = [one.id for one in graph.node.values() if one.parent == node]
        for one in below if len(path) < depth else ():
            longer = (*path, graph.node[one].token)
            found.add(longer)
            walk(one, longer)

    walk(0, ())
    return found


class Paths:
    """Ids of copies, and the token path of every node of an unmerged tree."""

    def __init__(self, graph: DraftGraph) -> None:
        self.tokens: dict[int, tuple[int, ...]] = {0: ()}
        for node in graph.node.values():
            self.tokens[node.id] = (*self.tokens[node.parent], node.token)

    def grow(self, parent: int, token: int) -> int:
        node = max(self.tokens) + 1
        self.tokens[node] = (*self.tokens[parent], token)
        return node


seeds = st.integers(0, 10_000)
taus = st.integers(0, 3)


@given(seed=seeds, tau=taus, tokens=st.integers(2, 4))
@settings(max_examples=150, deadline=None)
def test_merging_gives_a_dag(seed: int, tau: int, tokens: int) -> None:
    """With a cycle, unmerging would never end, and the picture would not be a DAG."""
    graph = grown(seed, tau, tokens=tokens)
    assert nx.is_directed_acyclic_graph(edges(graph))
    order = {node: place for place, node in enumerate(graph.node)}
    for node in graph.node.values():
        assert (node.merge is not None) == (node.leaf == "merged")
        assert not (node.leaf and node.children), "a leaf was expanded"
        if node.merge is not None:
            assert tau
            assert gram_at(graph.drafted, node.id, tau) == gram_at(graph.drafted, node.merge, tau) is not None
            assert order[node.merge] < order[node.id]


@given(seed=seeds, tau=st.integers(1, 3))
@settings(max_examples=80, deadline=None)
def test_the_target_is_the_first_occurrence_that_keeps_the_graph_acyclic(seed: int, tau: int) -> None:
    """A later occurrence or a missed merge would draft tokens that the paper does not draft."""
    graph = grown(seed, tau)
    drawn, seen = nx.DiGraph([(0, 0)]), []
    drawn.remove_edge(0, 0)
    by_depth = itertools.groupby(graph.node.values(), key=lambda node: node.depth)
    for level in [list(nodes) for _, nodes in by_depth]:
        drawn.add_edges_from((node.parent, node.id) for node in level)
        for node in level:
            gram = gram_at(graph.drafted, node.id, tau)
            same = [one for one in seen if gram is not None and gram_at(graph.drafted, one, tau) == gram]
            target = next((one for one in same if not nx.has_path(drawn, one, node.id)), None)
            if node.leaf in ("eos", "probability", "sibling"):
                assert node.merge is None, "a pruned node or EOS was merged"
            else:
                assert node.merge == target
            if node.merge is not None:
                drawn.add_edge(node.id, node.merge)
            seen.append(node.id)


@given(seed=seeds, tau=taus, depth=st.integers(1, 7))
@settings(max_examples=150, deadline=None)
def test_unmerging_spells_every_hypothesis_once(seed: int, tau: int, depth: int) -> None:
    """A lost, doubled or invented path would be verified wrongly."""
    check_unmerging(seed, tau, depth)


def check_unmerging(seed: int, tau: int, depth: int) -> None:
    graph = grown(seed, tau, depth=min(depth, 4))
    paths = Paths(graph)
    tree = graph.unmerge(paths.grow, depth, 5_000)
    assert not tree.cut
    spelled = [paths.tokens[node] for nodes in tree.children.values() for node in nodes]
    assert len(spelled) == len(set(spelled))
    assert set(spelled) == hypotheses(graph, depth)
    assert set(tree.origin).isdisjoint(graph.node)
    for parent, children in tree.children.items():
        origins = [tree.origin.get(node, node) for node in children]
        assert origins == graph.successors(tree.origin.get(parent, parent))
        assert [graph.node[node].token for node in origins] == [paths.tokens[node][-1] for node in children]


@given(seed=seeds, budget=st.integers(1, 200))
@settings(max_examples=80, deadline=None)
def test_the_budget_limits_the_verified_tree(seed: int, budget: int) -> None:
    """The target must not get more nodes than allowed, and the cut must be shown."""
    graph = grown(seed, 1, budget=min(budget, 60))
    all_nodes = sum(len(nodes) for nodes in graph.unmerge(Paths(graph).grow, 8, 100_000).children.values())
    tree = graph.unmerge(Paths(graph).grow, 8, budget)
    verified = [node for nodes in tree.children.values() for node in nodes]
    assert len(verified) == min(all_nodes, budget)
    assert set(graph.node) <= set(verified), "a drafted node was dropped for a replica"
    assert tree.cut == (all_nodes > budget)


def no_exclusion(graph: DraftGraph, node: int) -> set[int]:
    return {node}


def ancestors_only(graph: DraftGraph, node: int) -> set[int]:
    """A broken rule that excludes ancestors along tree edges, but not along merge edges."""
    found = set()
    while node:
        found.add(node)
        node = graph.node[node].parent
    return found


@pytest.mark.parametrize("broken", [no_exclusion, ancestors_only])
def test_a_merge_that_closes_a_cycle_is_noticed(monkeypatch: pytest.MonkeyPatch, broken: Any) -> None:
    """The DAG test above must be able to fail."""
    assert all(nx.is_directed_acyclic_graph(edges(grown(seed, 1))) for seed in range(30))
    monkeypatch.setattr(DraftGraph, "leading_to", broken)
    assert not all(nx.is_directed_acyclic_graph(edges(grown(seed, 1))) for seed in range(30))


def forgets(graph: DraftGraph, grow: Any, depth: int, budget: int) -> Unmerged:
    """A broken rule in which a copy forgets its original, so nothing is copied below it."""
    whole = UNMERGE(graph, grow, depth, budget)
    return Unmerged({node: below for node, below in whole.children.items() if node in (0, *graph.node)}, {}, False)


def names_the_merged_node(graph: DraftGraph, grow: Any, depth: int, budget: int) -> Unmerged:
    """A broken rule in which a copy names the merged node as its original."""
    whole = UNMERGE(graph, grow, depth, budget)
    above = {child: node for node, below in whole.children.items() for child in below}
    return Unmerged(whole.children, {node: above[node] for node in whole.origin}, whole.cut)


UNMERGE = DraftGraph.unmerge


@pytest.mark.parametrize("broken", [forgets, names_the_merged_node])
def test_an_origin_lost_in_unmerging_is_noticed(monkeypatch: pytest.MonkeyPatch, broken: Any) -> None:
    """The check of originals above must be able to fail."""
    graphs = {seed: grown(seed, 1, depth=4) for seed in range(40)}
    replicated = [seed for seed, graph in graphs.items() if graph.unmerge(Paths(graph).grow, 6, 5_000).origin]
    assert len(replicated) > 5
    monkeypatch.setattr(DraftGraph, "unmerge", broken)
    for seed in replicated:
        with pytest.raises(AssertionError):
            check_unmerging(seed, 1, 6)


def test_two_branches_may_not_wait_for_each_other() -> None:
    """b below a merges with the first b; the a below that b must not merge back: a → b → a has no end."""
    graph = DraftGraph(0)
    graph.merge(graph.add_children(0, [(1, 10, 0.5), (2, 20, 0.5)]), tau=1)  # a, b
    graph.merge([*graph.add_children(1, [(3, 20, 1.0)]), *graph.add_children(2, [(4, 10, 1.0)])], tau=1)
    assert graph.node[3].merge == 2
    assert graph.node[4].merge is None
    assert graph.leading_to(4) == {1, 2, 3, 4}


@given(seed=seeds, n=st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_recurring_ngrams_are_counted(seed: int, n: int) -> None:
    """Figure 3's overlay and bars would show something other than the draft."""
    graph = grown(seed, 0)
    spelled = Paths(graph).tokens
    ends = [node for node in graph.node if len(spelled[node]) >= n]
    grams = {node: spelled[node][-n:] for node in ends}
    wanted = [node for node in ends if sum(grams[node] == grams[one] for one in ends) > 1]
    found = recurring_grams(graph.drafted, n)
    assert sorted(node for nodes in found.values() for node in nodes) == sorted(wanted)
    assert all(grams[node] == gram for gram, nodes in found.items() for node in nodes)
    inside = {spelled[node][:length] for node in wanted for length in range(len(spelled[node]) - n + 1, 99)}
    part = sum(spelled[node] in inside for node in graph.node)
    assert len(inside_grams(graph.drafted, wanted, n)) == part


def test_pruning_rules() -> None:
    """Only q below θ_prob or below θ_sib · max q makes leaves; earlier reasons stay."""
    graph = DraftGraph(0)
    siblings = graph.add_children(0, [(1, 1, 0.5), (2, 2, 0.25), (3, 3, 0.2), (4, 4, 0.05)])
    graph.close([1], "eos")
    assert graph.prune(siblings, 0.2, 0.5) == {3: 0.25, 4: 0.2}
    assert [graph.node[node].leaf for node in siblings] == ["eos", None, "sibling", "probability"]
    graph.close(siblings, "depth")
    assert [graph.node[node].leaf for node in siblings] == ["eos", "depth", "sibling", "probability"]


def test_an_unmerged_graph_without_merges_is_itself() -> None:
    """TSD has nothing to copy."""
    graph = grown(1, 0)
    tree = graph.unmerge(Paths(graph).grow, 9, 1000)
    assert tree == Unmerged(
        {node: graph.children(node) for node in (0, *graph.node) if graph.children(node)}, {}, False
    )
