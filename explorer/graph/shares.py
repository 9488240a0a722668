"""Each node's share of the total probability of all beams in a draft forest, under both models and step by step (DSBD).

A share is joint: it belongs to a beam together with its next token. The target's shares of a layer are known once the
beams of the previous layer are known. In the first layer, they are known after the target's pass; in a later
layer, when its tests begin. From then on, the draft's shares are those that the tests use, rescaled if beams were
discarded.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from decoders.core.record import Entry, Iteration, Step, Verdict
from decoders.methods.dsbd.recording import WidthLayer

WHOLE = 1e-6  # a distribution is incomplete if its unrecorded pairs have more probability than this in total


@dataclass(frozen=True)
class Share:
    """A node's share of the total probability of all beams under both models, from one step onwards. `p` is null before
    the target's share is known.
    """

    step: int
    q: float | None
    p: float | None


def first_shares(iteration: Iteration) -> dict[int, float]:
    """Return, for each node of a draft forest, the probability with which it was first sampled: its share of the total
    probability of all beams.
    """
    first = dict[int, float]()
    if any(isinstance(layer, WidthLayer) for layer in iteration.layers):
        for entry in iteration.entries:
            if entry.q is not None:
                first.setdefault(entry.node, entry.q)
    return first


def shares_of(iteration: Iteration, steps: Sequence[Step], seen: int) -> dict[int, list[Share]]:
    """Return the shares of every drafted node of a forest, oldest first. `seen` is the step of the target's pass."""
    shares = {node: [Share(0, q, None)] for node, q in first_shares(iteration).items()}
    begins = {step.layer: number for number, step in reversed(list(enumerate(steps))) if step.phase == "layer"}
    for layer in iteration.layers:
        if isinstance(layer, WidthLayer) and layer.candidates:
            step = seen if layer.layer == 1 else begins.get(layer.layer)
            for node, share in _tested(iteration, layer, step or 0).items():
                if step is not None and node in shares:
                    shares[node].append(share)
    return shares


def _tested(iteration: Iteration, layer: WidthLayer, step: int) -> dict[int, Share]:
    """The shares of a layer's candidates when its tests begin. A draft whose parent was not accepted has no share."""
    entries = {entry.id: entry for entry in iteration.entries}
    verdicts = {v.entry: v for v in iteration.verdicts if v.layer == layer.layer and v.entry is not None}
    target, token = _target_shares(iteration, layer), {node.id: node.token for node in iteration.nodes}
    factor = _rescaled(entries, verdicts)
    found = dict[int, Share]()
    for entry in iteration.entries:
        above = None if entry.parent is None else entries.get(entry.parent)
        lost = entry.id in verdicts and verdicts[entry.id].decision == "orphaned"
        if entry.layer != layer.layer or entry.q is None or entry.node in found or lost or above is None:
            continue
        if above.node not in layer.inputs or entry.node not in token:
            continue
        ends = layer.base - 1 if entry.node == above.node else token[entry.node]
        place = layer.inputs.index(above.node) * layer.base + ends
        known = verdicts[entry.id].p if entry.id in verdicts else None
        found[entry.node] = Share(step, entry.q * factor, known if known is not None else target(place))
    return found


def _target_shares(iteration: Iteration, layer: WidthLayer) -> Callable[[int], float | None]:
    """Look up the recorded p_beam of a layer by its joint ids.

    The share of a pair that is not recorded is unknown, unless the recorded pairs together have all of the probability.
    """
    numbers = (number for v in iteration.verdicts if v.layer == layer.layer for number in v.distributions)
    recorded = (iteration.distributions[number] for number in numbers if number < len(iteration.distributions))
    p_beam = next((each for each in recorded if each.kind == "p_beam"), None)
    return lambda place: None if p_beam is None else p_beam.prob(place, WHOLE)


def _rescaled(entries: Mapping[int, Entry], verdicts: Mapping[int, Verdict]) -> float:
    """The factor by which the draft's shares grow from the first test of the layer on, because drafts were
    discarded.
    """
    tested = (v for v in verdicts.values() if v.decision in ("accepted", "rejected") and v.q is not None)
    first = next(tested, None)
    drawn = None if first is None or first.entry is None else entries[first.entry].q
    return first.q / drawn if first and first.q and drawn else 1.0
