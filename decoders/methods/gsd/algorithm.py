"""SSD, TSD and GSD: one drafted sequence, a tree or a graph of draft tokens, verified in one pass (GSD §3 to §6).

*Drafting* extends every open node with the k most probable tokens of q (unwarped). It ends at depth γ, at the node
budget, or when no node is open (draft exit). Improbable nodes stay as leaves (§4.2), repeated τ-grams are merged
(§5.3), and the target scores the unmerged tree (draft_graph.py).

*Verification* is a walk of tree_verification.py that follows the child that equals y. With deterministic verification,
y is argmax p, and the output is that of greedy decoding. With sampling, y is a sample from 𝒯p. The drafts are chosen
deterministically, so sampling is exact whatever was pruned, merged or cut.

`acceptance=paper` follows §3 and §6.4 as printed. Every child of an accepted node is accepted independently with
probability min(1, p/q). The longest accepted path wins (the leftmost one of equally long paths), and one token from p
follows. Here 𝒯 warps both distributions. This is lossy, because the longest of several accepted paths is not a sample
from p.

With deterministic verification, SSD is the graph with one child per node. With sampling, it is SpD.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count

from decoders.core.decode import Beam, Run, State
from decoders.core.decoder import Decoder, Oracle, greedy, lossy, multinomial
from decoders.core.dice import last
from decoders.core.record import DRAFT, TOP, Phase, Rule, Verdict
from decoders.core.rules import RATIO, Dist, Logits, acceptance
from decoders.methods import speculative
from decoders.methods.gsd.draft_graph import DraftGraph
from decoders.methods.gsd.recording import GraphLayer, record_graph
from decoders.methods.gsd.settings import GraphShape, GsdSettings, SsdSettings, TsdSettings, VerifiedSettings
from decoders.methods.tree_verification import (
    FOLLOWING,
    GREEDY_MATCH,
    LONGEST_PATH,
    OFF_PATH,
    Candidates,
    Scored,
    draft_depth,
    ended,
    follow,
    keep_longest,
)

MERGE = Phase("merge", "draft")  # repeated n-grams are merged
UNMERGE = Phase("unmerge", "draft")  # the graph is turned back into a tree
PROBABILITY = Rule("probability", "q < θ_prob")
SIBLING = Rule("sibling", "q < θ_sib · the largest q among its siblings")
BUDGET = Rule("budget", "the node budget is used")
RECURRING_GRAM = Rule("recurring_gram", "the last τ drafted tokens up to x occur earlier in the draft")

Laws = dict[int, tuple[Logits, int]]  # the draft's logits and row after each extended node


def ssd_step(run: Run, state: State) -> State:
    """Run one iteration of SSD: compare a chain of greedy drafts with argmax p, or run SpD."""
    sampling = run.settings.verification == "sampling"
    return speculative.step(run, state) if sampling else step(run, state)


def step(run: Run, state: State) -> State:
    """Run one iteration: draft the graph, unmerge it, run one target pass, accept one path, and add a target token."""
    beam = state.beams[0]
    limit = min(run.settings.shape.gamma, draft_depth(run, beam))
    graph, laws = draft(run, beam, limit)
    tree, origin, cut = unmerge(run, graph, limit)
    scored = Scored(run, tree)
    if run.settings.paper:
        kept = keep_longest(run, scored, accepting(run, scored, drafted_with(run, graph, laws, origin)))
    else:
        kept = follow(run, scored)
    emitted = [
        replace(token, origin="merged") if token.origin == "draft" and token.node in origin else token for token in kept
    ]
    if run.rec.on:
        record_graph(run, graph, limit, origin, cut, emitted)
    return run.commit(beam, emitted)


def drafted_with(run: Run, graph: DraftGraph, laws: Laws, origin: Mapping[int, int]) -> Callable[[int], float]:
    """Make a function: a node's probability under 𝒯q when it was drafted. A copy has the value of its origin."""
    known: dict[int, Dist] = {}

    def q(node: int) -> float:
        parent, token = graph.drafted[origin.get(node, node)]
        if parent not in known:
            logits, row = laws[parent]
            known[parent] = logits.warp(row, run.settings.warp)
        return known[parent].prob(token)

    return q


def accepting(run: Run, scored: Scored, drafted: Callable[[int], float]) -> Callable[[int], list[Verdict]]:
    """The test for `keep_longest`: accept each child independently with probability min(1, p/q), where q was computed
    at drafting.

    A token that 𝒯 removes from q has q = 0. Its ratio is infinite, or 0 if p is also 0.
    """
    number = count(1)

    def test(child: int) -> Verdict:
        p, q = scored.p(run.tree.parent(child)).prob(run.tree.token(child)), drafted(child)
        a = acceptance(p, q) if q > 0 else float(p > 0)
        ok, u = run.dice.accept(a, f"accept {next(number)}")
        shown = scored.tree.q.get(child) if run.settings.warp.greedy else q
        return scored.judge(child, "accepted" if ok else "rejected", RATIO, q=shown, a=a, u=u, draw=last(run.dice))

    return lambda at: [test(child) for child in scored.tree.children.get(at, [])]


def draft(run: Run, beam: Beam, limit: int) -> tuple[DraftGraph, Laws]:
    """Draft the graph: up to `limit` levels, until the node budget is used up or no node is open."""
    graph, laws, level = DraftGraph(beam.node), Laws(), [beam.node]
    while level and graph.depth < limit and len(graph) < run.settings.shape.node_budget:
        level = draft_level(run, graph, laws, level)
    if graph.depth < limit:
        leave_out(run, graph, level)
    elif limit:
        graph.close(level, "depth")
        note(run, graph, level)
    return graph, laws


def draft_level(run: Run, graph: DraftGraph, laws: Laws, level: Sequence[int]) -> list[int]:
    """Draft below the open nodes of a level within the budget. Returns the open nodes of the next level."""
    shape: GraphShape = run.settings.shape
    drafted: list[int] = []
    while level and (room := shape.node_budget - len(graph)) > 0:
        # more parents fit if some have fewer children
        parents = -(-room // min(shape.out_degree, run.draft.vocab_size))
        drafted += expand(run, graph, laws, level[:parents])
        level = level[parents:]
    leave_out(run, graph, level)
    return graph.open(drafted)


def leave_out(run: Run, graph: DraftGraph, nodes: Sequence[int]) -> None:
    """Mark nodes that are not extended because the budget is used up."""
    if nodes:
        graph.cut = True
        graph.close(nodes, "budget")
        note(run, graph, nodes)
        run.rec.decide_all(DRAFT, [pruned(graph, node, BUDGET) for node in nodes], graph.node[nodes[0]].depth)


def pruned(graph: DraftGraph, node: int, rule: Rule, bar: float | None = None) -> Verdict:
    """The verdict on a node that is not extended. The node still goes to the target, like any other node."""
    return Verdict(node, "pruned", rule, q=graph.node[node].q, bar=bar, layer=graph.node[node].depth)


def expand(run: Run, graph: DraftGraph, laws: Laws, parents: Sequence[int]) -> list[int]:
    """Run one draft pass over open nodes: add their children, then prune or merge some of them."""
    shape: GraphShape = run.settings.shape
    logits = run.draft.logits(parents)
    drafted, verdicts = list[int](), list[Verdict]()
    for row, parent in enumerate(parents):
        laws[parent] = logits, row
        best = most_probable(run, logits, row, parent, shape.out_degree)
        room = shape.node_budget - len(graph)
        graph.cut = graph.cut or len(best) > room
        siblings = graph.add_children(parent, [(run.tree.add(parent, token), token, q) for token, q in best[:room]])
        graph.close([node for node in siblings if ended(run, node)], "eos")
        bars = graph.prune(siblings, shape.prob_threshold, shape.sibling_threshold)
        for node, bar in bars.items():
            rule = PROBABILITY if graph.node[node].leaf == "probability" else SIBLING
            verdicts.append(pruned(graph, node, rule, bar))
        drafted += siblings
    merged = graph.merge(drafted, shape.merge)
    note(run, graph, drafted)
    run.rec.step(DRAFT, drafted, [run.rec.verdict(verdict) for verdict in verdicts], layer=graph.depth)
    verdicts = [Verdict(x, "merged", RECURRING_GRAM, q=graph.node[x].q, layer=graph.depth) for x in merged]
    run.rec.decide_all(MERGE, verdicts, graph.depth)
    return drafted


def most_probable(run: Run, logits: Logits, row: int, node: int, k: int) -> list[tuple[int, float]]:
    """The k most probable (token, q) after a node, unwarped, without tokens of probability 0."""
    top, rest = logits.top(row, max(k, TOP))
    possible = [(token, q) for token, q in top if q > 0]
    rest += sum(q for _, q in possible[TOP:])
    run.rec.distribution(node, "q_raw", lambda: (possible[:TOP], rest), logits.vocab_size)
    return possible[:k]


def unmerge(run: Run, graph: DraftGraph, limit: int) -> tuple[Candidates, dict[int, int], bool]:
    """Unmerge the graph.

    Returns the tree to verify, the origins of its copies, and whether the budget cut drafting or unmerging.
    """
    unmerged = graph.unmerge(run.tree.add, limit, run.settings.shape.node_budget)
    origin = unmerged.origin
    q = {node: drafted.q for node, drafted in graph.node.items()}
    q.update((replica, q[node]) for replica, node in origin.items())
    for replica, node in origin.items():
        copied = graph.node[node]
        leaf = None if copied.leaf == "merged" else copied.leaf
        run.note(replica, "draft", q=copied.q, rank=copied.rank, leaf=leaf, origin=node)
    if origin:
        run.rec.step(UNMERGE, origin)
    return Candidates(graph.root, unmerged.children, q), origin, graph.cut or unmerged.cut


def note(run: Run, graph: DraftGraph, nodes: Iterable[int]) -> None:
    """Record drafted nodes with the facts that are known so far."""
    for node in nodes:
        drafted = graph.node[node]
        run.note(node, "draft", q=drafted.q, rank=drafted.rank, leaf=drafted.leaf, merge=drafted.merge)


def drafted_tree(settings: VerifiedSettings) -> Oracle:
    """The reference method, which depends on how the drafts are verified."""
    if settings.verification == "deterministic":
        return greedy("kept_if_most_probable")
    if settings.paper and not settings.warp.greedy:
        return lossy("longest_of_independent")
    return multinomial(settings)


PAPER, LAYERS = "Gong et al. 2024 (GSD)", (GraphLayer,)
TREE = (*FOLLOWING, RATIO, LONGEST_PATH, PROBABILITY, SIBLING, BUDGET)
SSD = Decoder(
    name="ssd",
    title="SSD: one drafted sequence (GSD’s SSD)",
    paper=f"{PAPER} §3",
    step=ssd_step,
    settings=SsdSettings,
    oracle=drafted_tree,
    view="chain",
    rules=(*speculative.RULES, GREEDY_MATCH, OFF_PATH),
    layers=LAYERS,
)
TSD = Decoder(
    name="tsd",
    title="TSD: a draft tree",
    paper=f"{PAPER} §4",
    step=step,
    settings=TsdSettings,
    oracle=drafted_tree,
    view="tree",
    rules=TREE,
    layers=LAYERS,
)
GSD = Decoder(
    name="gsd",
    title="GSD: a draft graph",
    paper=f"{PAPER} §5",
    step=step,
    settings=GsdSettings,
    oracle=drafted_tree,
    view="dag",
    rules=(*TREE, RECURRING_GRAM),
    phases=(MERGE, UNMERGE),
    layers=LAYERS,
)
