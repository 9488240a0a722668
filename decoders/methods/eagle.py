"""EAGLE-2's dynamic draft tree, grown with the pair's own draft model (Li et al. 2024, §4).

Expansion: on each of γ levels the `out_degree` nodes of the highest confidence get their `out_degree` most probable
children; a node's confidence is Π q along its path, q before any warping. Reranking: of all drafted nodes the
`node_budget` most confident are verified, the shallower on ties, so that they form a tree. (EAGLE-2's own draft head
works on the target's features; here any draft model of the pair does. Its values: out_degree 10, γ 6, budget 60.)

Verification: the children were chosen without chance (q = 1), so the walk draws y ~ 𝒯p and follows the child that
equals it (candidates.follow). Lossless; the original verifies with p/q as if the tree had been sampled.

Iteration.layers: for every level {layer, expanded, nodes, confidence} (the last two in the same order), then
{node_budget, drafted, verified} with the verified nodes.
"""

from dataclasses import dataclass, replace

from decoders.core.decode import Beam, Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.core.settings import Settings, setting
from decoders.methods.tree_verification import Candidates, Scored, add_children, depth_left, ended, follow, unwarped


@dataclass(frozen=True)
class EagleSettings(Settings):
    """Settings of eagle2."""

    gamma: int = setting(5, "Levels of the draft tree", low=1, high=16, symbol="γ")
    out_degree: int = setting(4, "Children per node, and nodes expanded per level", low=1, high=32, symbol="k")
    node_budget: int = setting(16, "Drafted nodes that the target verifies", low=1, high=1024)


def step(run: Run, state: State) -> State:
    """One iteration: expand, rerank, one target pass, follow y ~ 𝒯p."""
    beam = state.beams[0]
    tree = rerank(run, *expand(run, beam))
    return run.commit(beam, follow(run, tree, Scored(run, tree)))


def expand(run: Run, beam: Beam) -> tuple[Candidates, dict[int, float]]:
    """The drafted tree and the confidence of every node, the root's being 1."""
    tree, confidence = Candidates(beam.node), {beam.node: 1.0}
    level = [beam.node]
    for depth in range(1, min(run.settings.gamma, depth_left(run, beam)) + 1):
        alive = [node for node in level if node == beam.node or not ended(run, node)]
        chosen = sorted(alive, key=lambda node: -confidence[node])[: run.settings.out_degree]
        _mark(run, [node for node in alive if node not in chosen], "confidence")
        if not chosen:
            break
        level = _grow(run, tree, confidence, chosen)
        values = [confidence[node] for node in level]
        run.rec.layer(layer=depth, expanded=chosen, nodes=level, confidence=values)
        run.rec.step("draft", f"Draft level {depth}", level, layer=depth)
    return tree, confidence


def _grow(run: Run, tree: Candidates, confidence: dict[int, float], chosen: list[int]) -> list[int]:
    """Give the chosen nodes their most probable children, in one draft pass."""
    logits, level = run.draft.logits(chosen), list[int]()
    for row, node in enumerate(chosen):
        unwarped(run, node, "q_raw", logits, row)
        # a probability can exceed 1 by rounding, and a child must not be more confident than its parent
        best = [(token, min(1.0, q)) for token, q in logits.top(row, run.settings.out_degree)[0] if q > 0]
        children = add_children(run, tree, node, [token for token, _ in best], [q for _, q in best])
        confidence.update((child, confidence[node] * tree.q[child]) for child in children)
        level += children
    return level


def rerank(run: Run, tree: Candidates, confidence: dict[int, float]) -> Candidates:
    """The `node_budget` most confident nodes, which form a tree with the same root."""
    nodes = tree.nodes  # breadth first, so that the stable sort puts the shallower first on ties
    best = sorted(nodes, key=lambda node: -confidence[node])[: run.settings.node_budget]
    kept = set(best)
    pruned = Candidates(tree.root, q=tree.q)
    for parent, children in tree.children.items():
        if left := [child for child in children if child in kept]:
            pruned.children[parent] = left
    _mark(run, [node for node in nodes if node not in kept], "budget")
    run.rec.layer(node_budget=run.settings.node_budget, drafted=len(nodes), verified=pruned.nodes)
    if nodes:
        run.rec.step("draft", f"Keep the {len(kept)} most confident of {len(nodes)}", pruned.nodes)
    return pruned


def _mark(run: Run, nodes: list[int], leaf: str) -> None:
    """Record why nodes were not expanded, or not verified."""
    for node in nodes:
        known = run.rec.known(node)
        if known:
            run.rec.node(replace(known, leaf=leaf))


DECODER = Decoder(
    "eagle2",
    "EAGLE-2: a draft tree grown by confidence",
    "Li et al. 2024",
    step,
    EagleSettings,
    multinomial,
    "tree",
)
