"""A block of tokens by beam sampling or beam search below one sequence, with either model: what MTJD and MTAD share.

Both approximate "the tokens of highest joint likelihood" by the best of W beams grown for some layers (003 §3.1, §3.2).
A beam here holds the tokens of the block alone, and Σ log of their probabilities under the model that grew it, before
any warping. Finished beams stay and offer one candidate, themselves (algorithms §2.8).

Recorded: entry 0 is the sequence so far, layer l has an entry per beam; the joint law as p_beam or q_beam (ids are
place·base + token, as in beam.py); and per layer a dict of kind "beams": `layer`, `model`, `width`, `inputs` (nodes of
the layer before by place), `base`.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from decoders.core.decode import Beam, Run
from decoders.core.record import Entry, Role, Verdict
from decoders.core.rules import Warp
from decoders.core.runner import TreeRunner
from decoders.methods.beam import JointLaw, draws, live_nodes

Pick = Callable[[Run, JointLaw[Beam], int, str], list[int]]


@dataclass(frozen=True)
class Block:
    """The beams after the last layer, and the nodes of every layer in the order they were grown."""

    beams: tuple[Beam, ...]
    nodes: tuple[int, ...]

    @property
    def best(self) -> Beam:
        """The beam of highest joint likelihood, the first on ties."""
        return max(self.beams, key=lambda beam: beam.logp)


def sampled(run: Run, law: JointLaw[Beam], width: int, label: str) -> list[int]:
    """W draws from the joint law, with replacement."""
    return draws(run, law.dist, width, True, label)


def searched(run: Run, law: JointLaw[Beam], width: int, label: str) -> list[int]:
    """The W most likely candidates, ties by place and token id."""
    return [choice for choice, _ in law.dist.top(width)[0]]


def grow_block(run: Run, model: Role, start: int, depth: int, width: int, warp: Warp, pick: Pick) -> Block:
    """Grow W beams for `depth` layers below the node `start`, or until all are finished.

    `warp` is 𝒯 of the joint law (Warp() for search); `pick` takes the beams of the next layer from it.
    """
    runner = run.target if model == "target" else run.draft
    beams: tuple[Beam, ...] = (Beam((), node=start),)
    nodes: dict[int, None] = {}
    run.rec.entry(Entry(0, 0, 0, start))
    first = 0  # id of the entry in slot 0 of the layer before
    for layer in range(1, depth + 1):
        if not live_nodes(beams):
            break
        law = block_law(run, runner, beams, warp)
        choices = pick(run, law, width, f"{model} layer {layer}, beam")
        children = tuple(law.child(run, choice) for choice in choices)
        if run.rec.on:
            _record_layer(run, model, layer, law, choices, children, first)
        first += len(beams)
        nodes.update(dict.fromkeys(beam.node for beam in children))
        beams = children
    return Block(beams, tuple(nodes))


def block_law(run: Run, runner: TreeRunner, beams: tuple[Beam, ...], warp: Warp) -> JointLaw[Beam]:
    """𝒯 over beams × V, weighted by the block's own likelihood: what comes before is common to all (003 Eq. 2)."""
    live = live_nodes(beams)
    logits = runner.logits(live)
    row_of = {node: row for row, node in enumerate(live)}
    rows = tuple(None if beam.done else row_of[beam.node] for beam in beams)
    return JointLaw(beams, rows, logits, logits.warp_joint(rows, [beam.logp for beam in beams], warp))


def _record_layer(
    run: Run,
    model: Role,
    layer: int,
    law: JointLaw[Beam],
    choices: list[int],
    children: tuple[Beam, ...],
    first: int,
) -> None:
    """Entries, nodes, the joint law and the layer's dict; one step."""
    side = "p" if model == "target" else "q"
    run.dist(law.beams[0].node, f"{side}_beam", law.dist)
    for slot, (choice, beam) in enumerate(zip(choices, children, strict=True)):
        parent, token = law.split(choice)
        entry = first + len(law.beams) + slot
        run.rec.entry(Entry(entry, layer, slot, beam.node, first + parent, **{side: law.dist.prob(choice)}))
        if token is not None:
            _note(run, model, beam, math.exp(law.logp(parent, token)), side)
    inputs = [beam.node for beam in law.beams]
    run.rec.layer(layer=layer, kind="beams", model=model, width=len(children), inputs=inputs, base=law.base)
    grown = dict.fromkeys(beam.node for beam in children)
    phase, title = ("layer", "Layer") if model == "target" else ("draft", "Draft")
    run.rec.step(phase, f"{title} {layer}: {len(children)} beam{'s' * (len(children) > 1)}", grown, layer=layer)


def _note(run: Run, model: Role, beam: Beam, chance: float, side: str) -> None:
    """Record a beam's node; `count` is how many beams of its layer are copies of it."""
    known = run.rec.known(beam.node)
    copies = known.count if known is not None and known.role == model else 0
    leaf = "eos" if beam.done else None
    run.note(beam.node, model, count=copies + 1, leaf=leaf, **{side: chance})


def left_over(run: Run, block: Block, path: Sequence[int]) -> tuple[list[int], list[int]]:
    """The grown nodes that do not lie on the best beam, and the places of their verdicts (unused)."""
    kept = set(path)
    others = [node for node in block.nodes if node not in kept]
    why = f"The beam of highest joint likelihood, {block.best.logp:.4g} in log, goes another way"
    return others, [run.rec.verdict(Verdict(node, "unused", why)) for node in others]
