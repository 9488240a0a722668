"""SSD, TSD and GSD: one sequence, a tree or a graph of drafted tokens, verified in one pass (004; algorithms §3).

Drafting expands every open node with the k most probable tokens of q (untempered) until depth γ, the node budget, or
until none is open (draft exit). Improbable nodes stay as leaves (§4.2), recurring τ-grams are merged (§5.3), and the
target scores the unmerged tree (draft_graph.py). The verdicts are the walk of candidates.py: y is the argmax of p
(deterministic; the output is greedy decoding's) or drawn from 𝒯p (sampling), and the walk follows the child that
equals y. The drafts were chosen without chance, so sampling is exact whatever was pruned, merged or cut.

`acceptance=paper` is §3 and §6.4 as printed: every child of an accepted node is accepted on its own with
min(1, p/q), the longest accepted path wins (the leftmost on ties), and one token from p follows. 𝒯 acts on both laws
there. It is lossy: the longest of several lucky paths is no draw from p.

SSD is the graph with one child per node (deterministic) or SpD (sampling).

Iteration.layers, one per iteration, kind "graph": `depth_limit` (γ, or what the length limit leaves), `depth` (levels
drafted), `tree_depth` (levels of the unmerged tree; the acceptance rate is accepted / depth in the paper's words),
`exit` (no open node was left), `drafted`, `replicas` and `verified` (nodes), `node_budget` and `budget_cut`,
`merges` ([node, target, its n-gram's tokens]), `recurring` (Figure 3: {gram, nodes}, the drafted nodes that end an
n-gram drafted at least twice, n = 1…4) and `recurring_share` ([n, share of drafted tokens inside such n-grams]),
`accepted` and `accepted_ranks` (child rank of every accepted token, 0 = most probable, Figure 7), `graph_success`
(whether one of them is a replica). A replica has q, rank and origin of the drafted node that it copies.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from decoders.core.decode import Beam, Emitted, Run, State
from decoders.core.decoder import Decoder, Oracle, greedy, lossy, multinomial
from decoders.core.record import Verdict
from decoders.core.rules import Dist, Logits
from decoders.methods import speculative
from decoders.methods.gsd.draft_graph import DraftGraph
from decoders.methods.gsd.settings import GsdSettings, Shape, SsdSettings, TsdSettings, VerifiedSettings
from decoders.methods.tree_verification import Candidates, Scored, depth_left, ended, follow, keep_longest

RECORDED = 16  # tokens of q kept per node
LONGEST_GRAM = 4  # recurring n-grams are looked for up to this length (Figure 3)


@dataclass
class Drafted:
    """The graph, the draft's law after each expanded node (logits and row), and what ended the drafting."""

    graph: DraftGraph
    laws: dict[int, tuple[Logits, int]]
    limit: int  # levels there was room for
    depth: int = 0  # levels drafted
    cut: bool = False  # whether the node budget cut it


def ssd_step(run: Run, state: State) -> State:
    """One iteration of SSD: a chain of greedy drafts against the argmax of p, or SpD."""
    sampling = run.settings.verification == "sampling"
    return speculative.step(run, state) if sampling else step(run, state)


def step(run: Run, state: State) -> State:
    """One iteration: draft the graph, unmerge it, one target pass, keep one path and a token of the target's."""
    beam = state.beams[0]
    drafted = draft(run, beam)
    tree, origin, cut = unmerge(run, drafted)
    scored = Scored(run, tree)
    if run.settings.paper:
        kept = keep_longest(run, tree, scored, drafted_with(run, drafted, origin))
    else:
        kept = follow(run, tree, scored)
    emitted = [replace(one, origin="merged") if one.origin == "draft" and one.node in origin else one for one in kept]
    if run.rec.on:
        record_graph(run, drafted, origin, cut, emitted)
    return run.commit(beam, emitted)


def drafted_with(run: Run, drafted: Drafted, origin: dict[int, int]) -> Callable[[int], float]:
    """𝒯q of a node's token where it was drafted; a replica has its origin's."""
    known: dict[int, Dist] = {}

    def q(node: int) -> float:
        one = drafted.graph.node[origin.get(node, node)]
        if one.parent not in known:
            logits, row = drafted.laws[one.parent]
            known[one.parent] = logits.warp(row, run.settings.warp)
        return known[one.parent].prob(one.token)

    return q


def draft(run: Run, beam: Beam) -> Drafted:
    """Draft level by level until the depth limit, the node budget, or until no node is open."""
    shape: Shape = run.settings.shape
    drafted = Drafted(DraftGraph(beam.node), {}, min(shape.gamma, depth_left(run, beam)))
    graph, level = drafted.graph, [beam.node]
    while level and drafted.depth < drafted.limit:
        waiting, made = level, []
        while waiting and (room := shape.node_budget - len(graph)) > 0:
            drafted.depth += waiting is level
            parents = -(-room // min(shape.out_degree, run.draft.vocab_size))  # all, unless some have fewer children
            made += draft_level(run, drafted, waiting[:parents])
            waiting = waiting[parents:]
        if waiting:
            drafted.cut = True
            graph.close(waiting, "budget")
            note(run, drafted, waiting)
        level = graph.open(made)
    graph.close(level if drafted.depth else (), "depth")
    note(run, drafted, level if drafted.depth else ())
    return drafted


def draft_level(run: Run, drafted: Drafted, parents: list[int]) -> list[int]:
    """One draft pass over the open nodes: their children, pruned and merged. Returns the new level."""
    shape, graph = run.settings.shape, drafted.graph
    logits = run.draft.logits(parents)
    level: list[int] = []
    for row, parent in enumerate(parents):
        drafted.laws[parent] = (logits, row)
        best = most_probable(run, logits, row, parent, shape.out_degree)
        room = shape.node_budget - len(graph)
        drafted.cut = drafted.cut or len(best) > room
        found = [(run.tree.add(parent, token), token, q) for token, q in best[:room]]
        siblings = graph.add_children(parent, found)
        graph.close([node for node in siblings if ended(run, node)], "eos")
        graph.prune(siblings, shape.prob_threshold, shape.sibling_threshold)
        level += siblings
    merged = graph.merge(level, shape.merge)
    note(run, drafted, level)
    run.rec.step("draft", f"Draft level {drafted.depth}", level, layer=drafted.depth)
    if merged:
        record_merges(run, drafted, merged)
    return level


def most_probable(run: Run, logits: Logits, row: int, node: int, k: int) -> list[tuple[int, float]]:
    """The k most probable (token, q) after a node, untempered, without impossible ones; ties by token id."""
    top, rest = logits.top(row, max(k, RECORDED))
    ranked = sorted(((token, q) for token, q in top if q > 0), key=lambda one: (-one[1], one[0]))
    rest += sum(q for _, q in ranked[RECORDED:])
    run.rec.distribution(node, "q_raw", lambda: (ranked[:RECORDED], rest), logits.vocab_size)
    return ranked[:k]


def unmerge(run: Run, drafted: Drafted) -> tuple[Candidates, dict[int, int], bool]:
    """The tree to verify, the origin of its replicas, and whether the budget cut drafting or unmerging."""
    graph = drafted.graph
    found = graph.unmerge(run.tree.add, drafted.limit, run.settings.shape.node_budget)
    q = {node: one.q for node, one in graph.node.items()}
    q.update((replica, q[node]) for replica, node in found.origin.items())
    for replica, node in found.origin.items():
        copied = graph.node[node]
        leaf = None if copied.leaf == "merged" else copied.leaf
        run.note(replica, "draft", q=copied.q, rank=copied.rank, leaf=leaf, origin=node)
    if found.origin:
        run.rec.step("merge", f"Unmerge: {len(found.origin)} replicas", found.origin)
    return Candidates(graph.root, found.children, q), found.origin, drafted.cut or found.cut


def note(run: Run, drafted: Drafted, nodes: Iterable[int]) -> None:
    """Record drafted nodes as they now are."""
    for node in nodes:
        one = drafted.graph.node[node]
        run.note(node, "draft", q=one.q, rank=one.rank, leaf=one.leaf, merge=one.merge)


def record_merges(run: Run, drafted: Drafted, merged: list[int]) -> None:
    """One step with a verdict for every merge edge of a level."""
    if not run.rec.on:
        return
    tau, places = run.settings.shape.merge, []
    for node in merged:
        one = drafted.graph.node[node]
        reason = (
            f"Its last {tau} token{'s were' if tau > 1 else ' was'} drafted before, at node {one.merge}, so what "
            "follows there stands in for what would follow here"
        )
        places.append(run.rec.verdict(Verdict(node, "merged", reason, q=one.q, layer=drafted.depth)))
    run.rec.step("merge", f"Merge {len(merged)}", merged, places, drafted.depth)


def record_graph(run: Run, drafted: Drafted, origin: dict[int, int], cut: bool, emitted: Sequence[Emitted]) -> None:
    """The layer of kind "graph"; its keys are listed at the top of this file."""
    graph, base = drafted.graph, run.tree.depth(drafted.graph.root)
    accepted = [origin.get(one.node, one.node) for one in emitted if one.origin in ("draft", "merged")]
    sizes = range(1, LONGEST_GRAM + 1)
    merges = [(one.id, one.merge) for one in graph.node.values() if one.merge is not None]
    run.rec.layer(
        layer=0,
        kind="graph",
        depth_limit=drafted.limit,
        depth=drafted.depth,
        tree_depth=max((run.tree.depth(node) - base for node in (*graph.node, *origin)), default=0),
        exit=drafted.depth < drafted.limit and not drafted.cut,
        drafted=len(graph),
        replicas=len(origin),
        verified=len(graph) + len(origin),
        node_budget=run.settings.shape.node_budget,
        budget_cut=cut,
        merges=[[node, target, graph.gram(node, run.settings.shape.merge)] for node, target in merges],
        recurring=[{"gram": gram, "nodes": nodes} for n in sizes for gram, nodes in graph.recurring(n).items()],
        recurring_share=[[n, graph.recurring_share(n)] for n in sizes],
        accepted=len(accepted),
        accepted_ranks=[graph.node[node].rank for node in accepted],
        graph_success=any(one.origin == "merged" for one in emitted),
    )


def drafted_tree(settings: VerifiedSettings) -> Oracle:
    """It depends on how the drafts are verified."""
    if settings.verification == "deterministic":
        return greedy("kept_if_most_probable")
    if settings.paper and not settings.warp.greedy:
        return lossy("longest_of_independent")
    return multinomial(settings)


SSD = Decoder(
    "ssd", "SSD: one drafted sequence", "Gong et al. 2024 (GSD) §3", ssd_step, SsdSettings, drafted_tree, "chain"
)
TSD = Decoder("tsd", "TSD: a tree of drafts", "Gong et al. 2024 (GSD) §4", step, TsdSettings, drafted_tree, "tree")
GSD = Decoder("gsd", "GSD: a graph of drafts", "Gong et al. 2024 (GSD) §5", step, GsdSettings, drafted_tree, "dag")
