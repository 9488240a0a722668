"""Record an iteration of SSD, TSD or GSD, apart from its verdicts. Nothing here influences a decision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from decoders.core.decode import Emitted, Run
from decoders.core.record import Layer
from decoders.core.values import NodeId, Prob
from decoders.methods.gsd.draft_graph import LONGEST_GRAM, DraftGraph, Gram, inside_grams, recurring_grams


@dataclass(frozen=True)
class Recurring:
    """An n-gram that was drafted at least twice, and the drafted nodes at which it ends (Figure 3)."""

    gram: Gram
    nodes: tuple[NodeId, ...]


@dataclass(frozen=True, kw_only=True)
class GraphLayer(Layer):
    """The draft graph of an iteration, and how much of it was accepted."""

    kind: ClassVar[str] = "graph"
    depth_limit: int  # γ, or less near the length limit
    depth: int  # number of drafted levels; the paper's acceptance rate is accepted / depth
    tree_depth: int  # levels of the unmerged tree
    exit: bool  # whether drafting ended because no node was open
    drafted: int
    replicas: int
    verified: int
    node_budget: int
    budget_cut: bool
    merges: tuple[tuple[NodeId, NodeId], ...]  # (node, the node whose successors are used instead of its own)
    recurring: tuple[Recurring, ...]  # n = 1…4
    recurring_share: tuple[tuple[int, Prob], ...]  # (n, share of drafted tokens inside recurring n-grams)
    accepted: int
    accepted_ranks: tuple[int, ...]  # child rank of every accepted token, 0 = most probable (Figure 7)
    graph_success: bool  # whether one of the accepted tokens is a copy


def record_graph(
    run: Run, graph: DraftGraph, limit: int, origin: Mapping[int, int], cut: bool, emitted: Sequence[Emitted]
) -> None:
    """Record the draft graph of an iteration and how much of it was accepted.

    `limit` is the number of levels that fit, and `origin` maps copies to their originals. `cut` says whether the budget
    ended drafting or unmerging early.
    """
    drafted, base = graph.drafted, run.tree.depth(graph.root)
    accepted = [origin.get(token.node, token.node) for token in emitted if token.origin in ("draft", "merged")]
    grams = {n: recurring_grams(drafted, n) for n in range(1, LONGEST_GRAM + 1)}
    inside = {n: inside_grams(drafted, (end for ends in by.values() for end in ends), n) for n, by in grams.items()}
    run.rec.layer(
        GraphLayer(
            depth_limit=limit,
            depth=graph.depth,
            tree_depth=max((run.tree.depth(node) - base for node in (*graph.node, *origin)), default=0),
            exit=graph.depth < limit and not graph.cut,
            drafted=len(graph),
            replicas=len(origin),
            verified=len(graph) + len(origin),
            node_budget=run.settings.shape.node_budget,
            budget_cut=cut,
            merges=tuple((node.id, node.merge) for node in graph.node.values() if node.merge is not None),
            recurring=tuple(Recurring(gram, tuple(ends)) for by in grams.values() for gram, ends in by.items()),
            recurring_share=tuple((n, len(nodes) / max(1, len(graph))) for n, nodes in inside.items()),
            accepted=len(accepted),
            accepted_ranks=tuple(graph.node[node].rank for node in accepted),
            graph_success=any(token.origin == "merged" for token in emitted),
        )
    )
