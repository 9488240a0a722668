"""EAGLE-2's dynamic draft tree, grown with the pair's own draft model (Li et al. 2024, §4).

*Expansion*: on each of the γ levels, the `out_degree` nodes with the highest confidence get their `out_degree` most
probable children. A node's confidence is Π q along its path, with q before warping. *Reranking*: the `node_budget` most
confident nodes are verified. Of equally confident nodes, the shallowest wins, so the chosen nodes form a tree.
EAGLE-2's own draft head uses the target's features, but here any draft model works. The paper uses out_degree 10, γ 6
and budget 60.

*Verification*: the children were chosen deterministically (q = 1), so the walk samples y ~ 𝒯p and follows the child
that equals y (`tree_verification.follow`). This is equivalent to testing the children with q = 1, so the method is
lossless.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from decoders.core.decode import Beam, Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.core.record import DRAFT, Layer, Rule, Verdict
from decoders.core.settings import Settings, setting
from decoders.core.ties import ranked
from decoders.core.values import NodeId, Prob
from decoders.methods.tree_verification import (
    FOLLOWING,
    SELECT,
    Candidates,
    Scored,
    add_top,
    draft_depth,
    ended,
    follow,
)

CONFIDENCE = Rule("confidence", "Π q down to x is not among the N highest, N = node_budget")


@dataclass(frozen=True)
class EagleSettings(Settings):
    """Settings of eagle2."""

    gamma: int = setting(5, "Maximum depth of the draft tree.", label="Draft length", low=1, high=16, symbol="γ")
    out_degree: int = setting(
        4,
        "Number of children per node, and of nodes extended per level.",
        label="Children per node",
        low=1,
        high=32,
        symbol="k",
    )
    node_budget: int = setting(
        16, "Maximum number of draft nodes that the target checks. The most confident ones are sent.", low=1, high=1024
    )

    @property
    def most_nodes(self) -> int:
        """Maximum number of nodes per iteration.

        On each level, `out_degree` nodes get `out_degree` children each; `node_budget` nodes are sent to the target.
        """
        return max(self.node_budget, self.gamma * self.out_degree**2)


@dataclass(frozen=True, kw_only=True)
class LevelLayer(Layer):
    """One level of the expansion."""

    kind: ClassVar[str] = "level"
    expanded: tuple[NodeId, ...]  # the nodes that got children
    nodes: tuple[NodeId, ...]  # the children that they got
    confidence: tuple[Prob, ...]  # confidence of each child, in the order of `nodes`


@dataclass(frozen=True, kw_only=True)
class SelectionLayer(Layer):
    """The drafted nodes that were sent to the target."""

    kind: ClassVar[str] = "selection"
    node_budget: int
    drafted: int
    nodes: tuple[NodeId, ...]  # the nodes that were sent


def step(run: Run, state: State) -> State:
    """Run one iteration: expand, rerank, run one target pass, and follow y ~ 𝒯p."""
    beam = state.beams[0]
    tree = rerank(run, *expand(run, beam))
    return run.commit(beam, follow(run, Scored(run, tree)))


def expand(run: Run, beam: Beam) -> tuple[Candidates, dict[int, float]]:
    """The draft tree and the confidence of every node; the root has confidence 1."""
    tree, confidence = Candidates(beam.node), {beam.node: 1.0}
    level = [beam.node]
    for depth in range(1, min(run.settings.gamma, draft_depth(run, beam)) + 1):
        alive = [node for node in level if node == beam.node or not ended(run, node)]
        chosen = most_confident(alive, confidence, run.settings.out_degree)
        _mark(run, (node for node in alive if node not in chosen))
        if not chosen:
            break
        level = _grow(run, tree, confidence, chosen)
        values = tuple(confidence[node] for node in level)
        run.rec.layer(LevelLayer(layer=depth, expanded=tuple(chosen), nodes=tuple(level), confidence=values))
        run.rec.step(DRAFT, level, layer=depth)
    return tree, confidence


def _grow(run: Run, tree: Candidates, confidence: dict[int, float], chosen: list[int]) -> list[int]:
    """Add the most probable children below each chosen node, in one draft pass. Returns the new nodes."""
    logits, level = run.draft.logits(chosen), list[int]()
    for row, node in enumerate(chosen):
        children = add_top(run, tree, node, logits, row, run.settings.out_degree)
        confidence.update((child, confidence[node] * tree.q[child]) for child in children)
        level += children
    return level


def most_confident(nodes: Sequence[int], confidence: Mapping[int, float], count: int) -> list[int]:
    """The `count` nodes with the highest confidence, most confident first.

    Nodes that tie (ties.py) keep their order.
    """
    return [nodes[place] for place in ranked([confidence[node] for node in nodes])[:count]]


def rerank(run: Run, tree: Candidates, confidence: dict[int, float]) -> Candidates:
    """The `node_budget` most confident nodes, as a tree below the draft tree's root."""
    nodes = tree.nodes  # breadth first, so the shallower node wins a tie
    kept = set(most_confident(nodes, confidence, run.settings.node_budget))
    sent = Candidates(tree.root, q=tree.q)
    for parent, children in tree.children.items():
        if left := [child for child in children if child in kept]:
            sent.children[parent] = left
    _record(run, tree, sent, confidence)
    return sent


def _record(run: Run, tree: Candidates, sent: Candidates, confidence: dict[int, float]) -> None:
    """Record which nodes are sent to the target, and a verdict on every other node."""
    if not run.rec.on:
        return
    nodes, kept, root = tree.nodes, sent.nodes, run.tree.depth(tree.root)
    run.rec.layer(SelectionLayer(node_budget=run.settings.node_budget, drafted=len(nodes), nodes=tuple(kept)))
    verdicts: list[int] = []
    for node in nodes:
        if node not in kept:
            q, layer = tree.q[node], run.tree.depth(node) - root
            verdict = Verdict(node, "not_sent", CONFIDENCE, q=q, confidence=confidence[node], layer=layer)
            verdicts.append(run.rec.verdict(verdict))
    if nodes:
        run.rec.step(SELECT, kept, verdicts)


def _mark(run: Run, nodes: Iterable[int]) -> None:
    """Record that nodes were not confident enough to be extended."""
    for node in nodes:
        known = run.rec.known(node)
        if known:
            run.rec.node(replace(known, leaf="confidence"))


DECODER = Decoder(
    name="eagle2",
    title="EAGLE-2: a confidence-guided draft tree",
    paper="Li et al. 2024",
    step=step,
    settings=EagleSettings,
    oracle=multinomial,
    view="tree",
    rules=(CONFIDENCE, *FOLLOWING),
    phases=(SELECT,),
    layers=(LevelLayer, SelectionLayer),
)
