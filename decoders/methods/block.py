"""Grow a block of tokens after one sequence by beam sampling or beam search, with either model (for MTJD and MTAD).

Both methods approximate the tokens with the highest joint likelihood by the best of W beams that grow for some layers
(MTAD §3.1, §3.2). Here a beam holds only the block's tokens and the sum of their log-probabilities under the model that
grew it, before warping. A finished beam stays, and its only candidate is itself. Entry 0 of the record is the sequence
so far, and layer l has one entry per beam.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from decoders.core.decode import Beam, Run
from decoders.core.record import DRAFT, Entry, Layer, Rule, Side
from decoders.core.rules import Warp
from decoders.core.runner import TreeRunner
from decoders.core.ties import first_of_best
from decoders.core.values import JointBase, NodeId
from decoders.methods.beam import LAYER, JointLaw, draws, live_nodes

Pick = Callable[[Run, JointLaw[Beam], int, str], list[int]]
BEST_BEAM = Rule("best_beam", "another beam has the highest joint likelihood")


@dataclass(frozen=True, kw_only=True)
class BlockLayer(Layer):
    """A layer of beams that grow within one iteration."""

    kind: ClassVar[str] = "block"
    model: Side
    width: int
    inputs: tuple[NodeId, ...]  # nodes of the previous layer, by slot
    base: JointBase  # base of the ids of its joint distribution


@dataclass(frozen=True)
class Block:
    """The beams after the last layer, and the nodes of every layer in the order in which they were added."""

    start: int
    beams: tuple[Beam, ...]
    nodes: tuple[int, ...]

    @property
    def best(self) -> Beam:
        """The beam with the highest joint likelihood; the first one if several beams tie."""
        return self.beams[first_of_best([beam.logp for beam in self.beams], logs=True)]

    def path(self, run: Run) -> list[int]:
        """The nodes of the best beam, without the start node."""
        return run.tree.ancestors(self.best.node)[run.tree.depth(self.start) + 1 :]


def sampled(run: Run, law: JointLaw[Beam], width: int, label: str) -> list[int]:
    """Choose the next beams at random: W samples from the joint distribution, with replacement."""
    return draws(run, law.dist, width, True, label)


def searched(run: Run, law: JointLaw[Beam], width: int, label: str) -> list[int]:
    """Choose the W most likely candidates as the next beams. In a tie, the lowest slot wins, then the lowest token."""
    return [choice for choice, _ in law.dist.top(width)[0]]


def grow_block(run: Run, model: Side, start: int, depth: int, width: int, warp: Warp, pick: Pick) -> Block:
    """Grow W beams for `depth` layers below the node `start`, or until all are finished.

    `warp` is applied to the joint distribution (Warp() for search); `pick` chooses the beams of the next layer.
    """
    runner = run.target if model == "target" else run.draft
    beams: tuple[Beam, ...] = (Beam((), node=start),)
    nodes: dict[int, None] = {}
    run.rec.entry(Entry(0, 0, 0, start))
    first = 0  # id of the entry in slot 0 of the previous layer
    for layer in range(1, depth + 1):
        if not live_nodes(beams):
            break
        law = block_law(runner, beams, warp)
        choices = pick(run, law, width, f"{model} layer {layer}, beam")
        children = tuple(law.child(run, choice) for choice in choices)
        if run.rec.on:
            _record_layer(run, model, layer, law, choices, children, first)
        first += len(beams)
        nodes.update(dict.fromkeys(beam.node for beam in children))
        beams = children
    return Block(start, beams, tuple(nodes))


def block_law(runner: TreeRunner, beams: tuple[Beam, ...], warp: Warp) -> JointLaw[Beam]:
    """Warp the joint distribution over beams × V, weighted by the block's own likelihood (MTAD Eq. 2).

    The likelihood of the text before the block is the same for all beams, so it is left out.
    """
    live = live_nodes(beams)
    logits = runner.logits(live)
    row_of = {node: row for row, node in enumerate(live)}
    rows = tuple(None if beam.done else row_of[beam.node] for beam in beams)
    return JointLaw(beams, rows, logits, logits.warp_joint(rows, [beam.logp for beam in beams], warp))


def _record_layer(
    run: Run,
    model: Side,
    layer: int,
    law: JointLaw[Beam],
    choices: Sequence[int],
    children: tuple[Beam, ...],
    first: int,
) -> None:
    """Record the entries, nodes, joint distribution and layer as one step."""
    letter = "p" if model == "target" else "q"
    ranks = _ranks(law, choices, children) if model == "draft" else {}
    run.dist(law.beams[0].node, "p_beam" if model == "target" else "q_beam", law.dist, law.base)
    for slot, (choice, beam) in enumerate(zip(choices, children, strict=True)):
        entry, parent = first + len(law.beams) + slot, law.split(choice)[0]
        run.rec.entry(Entry(entry, layer, slot, beam.node, first + parent, **{letter: law.dist.prob(choice)}))
        _note(run, model, law, choice, beam, ranks.get(beam.node))
    inputs = tuple(beam.node for beam in law.beams)
    run.rec.layer(BlockLayer(layer=layer, model=model, width=len(children), inputs=inputs, base=law.base))
    run.rec.step(LAYER if model == "target" else DRAFT, dict.fromkeys(beam.node for beam in children), layer=layer)


def _ranks(law: JointLaw[Beam], choices: Sequence[int], children: Sequence[Beam]) -> dict[int, int]:
    """The rank of every new node among the children of the same beam, 0 for the most probable."""
    grown: dict[int, tuple[int, float]] = {}
    for choice, beam in zip(choices, children, strict=True):
        parent, token = law.split(choice)
        if token is not None:
            grown[beam.node] = law.beams[parent].node, law.logp(parent, token)
    return {
        node: sum(logp < other for above, other in grown.values() if above == parent)
        for node, (parent, logp) in grown.items()
    }


def _note(run: Run, model: Side, law: JointLaw[Beam], choice: int, beam: Beam, rank: int | None) -> None:
    """Record a beam's node.

    `count` is how often the beam was chosen. A finished beam can be chosen in several layers.
    """
    parent, token = law.split(choice)
    known = run.rec.known(beam.node)
    if known is not None:
        run.rec.node(replace(known, count=known.count + 1))
    elif token is not None:
        chance = {"p" if model == "target" else "q": math.exp(law.logp(parent, token))}
        run.note(beam.node, model, rank=rank, leaf="eos" if beam.done else None, **chance)


def left_out(run: Run, block: Block) -> list[tuple[int, float | None]]:
    """The nodes that are not on the best beam's path. Each comes with the joint log-likelihood of a beam that ends at
    the node.
    """
    kept = set(block.path(run))
    joint = {beam.node: beam.logp for beam in block.beams}
    return [(node, joint.get(node)) for node in block.nodes if node not in kept]
