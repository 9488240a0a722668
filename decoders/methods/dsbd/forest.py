"""The draft stage of DSBD, which drafts γ layers of W_S beams below the input beams (DSBD §3.1).

Entries ("spots") are sampled from q_beam, the draft model's joint distribution over the continuations of the previous
layer. The target is not used.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import ClassVar

import numpy as np

from decoders.core.decode import Beam, Run
from decoders.core.record import DRAFT, Entry, Layer
from decoders.core.rules import Dist
from decoders.methods.beam import JointLaw, draws, joint_law, live_nodes
from decoders.methods.dsbd.layer import DraftedBeam, DraftLayer, Forest, Spot
from decoders.methods.dsbd.settings import DsbdSettings


@dataclass(frozen=True, kw_only=True)
class DraftWeightsLayer(Layer):
    """Recorded if no input beam is possible under q. All input beams then have the same weight in this iteration."""

    kind: ClassVar[str] = "draft_weights"


def draft_forest(run: Run, beams: Sequence[Beam]) -> Forest:
    """Draft up to γ layers of W_S beams.

    There are fewer layers near the length limit and at the end of the draft's window. There are none if all beams are
    finished.
    """
    settings: DsbdSettings = run.settings
    length = max(len(beam.tokens) for beam in beams if not beam.done)
    depth = min(settings.gamma, run.draft_room(length))
    tracked = _catch_up(run, beams) if depth else [_tracked(beam) for beam in beams]
    weights = _input_weights(run, tracked)
    entries = count()
    inputs = tuple(
        Spot(next(entries), slot, beam, weight, slot)
        for slot, (beam, weight) in enumerate(zip(tracked, weights, strict=True))
    )
    layers: list[DraftLayer] = []
    while len(layers) < depth:
        before = layers[-1].spots if layers else inputs
        if all(spot.beam.done for spot in before):
            break
        layers.append(_draft_layer(run, before, len(layers) + 1, entries))
    return Forest(inputs, tuple(layers), entries)


def _tracked(beam: Beam) -> DraftedBeam:
    if isinstance(beam, DraftedBeam):
        return beam
    return DraftedBeam(beam.tokens, beam.done, beam.node, beam.logp)


def _weighed(run: Run, beam: Beam) -> DraftedBeam:
    """A copy of a beam with its log q, which is computed here if the beam lacks it.

    Older traces lack log q. If a run continues after their iterations (`Run.go_on`), the draft reads the nodes again.
    """
    tracked = _tracked(beam)
    if tracked is beam or not beam.tokens or run.settings.draft_weights == "uniform":
        return tracked
    parents = run.tree.ancestors(beam.node)[:-1]
    behind = not run.draft.has_fed(parents[-1])
    read = parents[: len(parents) - behind]
    logits = run.draft.logits(read)
    logq = sum(logits.logp(row, token) for row, token in enumerate(beam.tokens[: len(read)]))
    return replace(tracked, logq=logq, behind=behind)


def _catch_up(run: Run, beams: Sequence[Beam]) -> list[DraftedBeam]:
    """Complete the log q of the beams so that it includes every token.

    This costs no extra pass, because the first draft layer needs the same pass.
    """
    tracked = [_weighed(run, beam) for beam in beams]
    if run.settings.draft_weights == "uniform" or not any(beam.behind for beam in tracked):
        return tracked
    parents = {beam.node: run.tree.parent(beam.node) for beam in tracked if beam.behind}
    nodes = list(dict.fromkeys([*parents.values(), *live_nodes(tracked)]))
    logits = run.draft.logits(nodes)

    def caught_up(beam: DraftedBeam) -> DraftedBeam:
        if not beam.behind:
            return beam
        row = nodes.index(parents[beam.node])
        return replace(beam, logq=beam.logq + logits.logp(row, beam.tokens[-1]), behind=False)

    return [caught_up(beam) for beam in tracked]


def _input_weights(run: Run, beams: Sequence[DraftedBeam]) -> list[float]:
    """Log weights of the input beams under q; equal weights if all of them are impossible under q."""
    if run.settings.draft_weights == "uniform":
        return [0.0] * len(beams)
    weights = [beam.logq for beam in beams]
    if max(weights) > -math.inf:
        return weights
    run.rec.layer(DraftWeightsLayer())
    return [0.0] * len(beams)


def _draft_layer(run: Run, before: Sequence[Spot], number: int, entries: Iterator[int]) -> DraftLayer:
    """Sample W_S entries from 𝒯∘q_beam over the previous layer. One draft pass feeds that layer's distinct nodes."""
    settings: DsbdSettings = run.settings
    beams = [spot.beam for spot in before]
    nodes = live_nodes(beams)
    logits = run.draft.logits(nodes)
    row_of = {node: row for row, node in enumerate(nodes)}
    law = joint_law(logits, row_of, beams, [spot.weight for spot in before], settings)
    drawn = draws(run, law.dist, settings.draft_width, settings.replacement, f"draft layer {number} slot")
    spots = tuple(_spot(run, law, before, slot, choice, next(entries)) for slot, choice in enumerate(drawn))
    layer = DraftLayer(number, law, spots, run.dist(before[0].beam.node, "q_beam", law.dist, law.base))
    if run.rec.on:
        _record(run, layer, before)
    return layer


def _spot(run: Run, law: JointLaw[DraftedBeam], before: Sequence[Spot], slot: int, choice: int, entry: int) -> Spot:
    place, token = law.split(choice)
    parent = before[place]
    if token is None:
        return Spot(entry, slot, parent.beam, parent.weight, parent.tree, place, choice)
    step = law.logp(place, token)
    beam = DraftedBeam(
        (*parent.beam.tokens, token),
        token in run.models.eos,
        run.tree.add(parent.beam.node, token),
        logq=parent.beam.logq + step,
    )
    return Spot(entry, slot, beam, parent.weight + step, parent.tree, place, choice)


def _record(run: Run, layer: DraftLayer, before: Sequence[Spot]) -> None:
    """Record a layer's entries, and its nodes with their number of draws and their rank among siblings."""
    drawn: dict[int, list[Spot]] = {}
    for spot in layer.spots:
        q = layer.law.dist.prob(spot.choice)
        run.rec.entry(Entry(spot.entry, layer.number, spot.slot, spot.beam.node, before[spot.parent].entry, q))
        drawn.setdefault(spot.beam.node, []).append(spot)
    known = {node: run.rec.known(node) for node in drawn}
    new = {node: spots[0] for node, spots in drawn.items() if known[node] is None}
    chance = {node: math.exp(layer.law.logp(spot.parent, spot.beam.tokens[-1])) for node, spot in new.items()}
    for node, spots in drawn.items():
        finished = known[node]
        if finished is None:
            siblings = [other for other in new if run.tree.parent(other) == run.tree.parent(node)]
            rank = sum(chance[other] > chance[node] for other in siblings)
            leaf = "eos" if spots[0].beam.done else None
            run.note(node, "draft", q=chance[node], count=len(spots), beam=spots[0].tree, rank=rank, leaf=leaf)
        elif finished.role == "draft":
            run.rec.node(replace(finished, count=finished.count + len(spots)))
    run.rec.step(DRAFT, list(drawn), layer=layer.number)


def restrict(q: Dist, slots: Sequence[int], base: int, size: int) -> Dist | None:
    """Restrict a joint distribution over `size` beams to those in `slots` (ascending); renumber and renormalise it.

    Returns None if these beams have no mass, because then nothing was sampled below them.
    """
    if len(slots) == size:
        return q
    edges = np.searchsorted(q.ids, [edge * base for slot in slots for edge in (slot, slot + 1)]).tolist()
    parts = [slice(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True)]
    ids = [q.ids[part] - (slot - i) * base for i, (part, slot) in enumerate(zip(parts, slots, strict=True))]
    probs = np.concatenate([q.probs[part] for part in parts])
    total = float(probs.sum())
    return Dist(np.concatenate(ids), probs / total) if total > 0 else None
