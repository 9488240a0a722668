"""Beam search and beam sampling with the target alone (algorithms §1; DSBD §2.1 Eq. 1).

A step takes the live beams I to the next layer. What they can become is the joint law 𝒯∘p_beam over I × V
(`JointLaw`): weight p(beam) since the prompt, unwarped, times p(token | beam). A finished beam stays as it is and
offers one candidate, itself (algorithms §2.8). *Beam sampling* draws W beams from that law, *beam search* takes the
W most likely. DSBD must have the law of beam sampling, so it is its oracle, and both use the `JointLaw` here.

`warp=joint` puts 𝒯 on the flattened law as DSBD writes it; `warp=row` puts 𝒯 on each beam's next-token law and weighs
the rows afterwards, temperature not touching the weights.

Layer data recorded: `layer` (always 1), `width` (beams asked for), `accepted` (beams that came out), `candidates`
(pairs in the support), `inputs` (nodes of I, by place) and `base`: an id of a recorded p_beam is place·base + token,
where the token base − 1 stands for the finished beam itself. And of kind "memory": see `record_memory`.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np

from decoders.core.decode import Beam, Run, State
from decoders.core.decoder import Decoder, itself
from decoders.core.record import Entry, Verdict
from decoders.core.rules import Dist, Logits, Warp
from decoders.core.settings import Settings, setting

B = TypeVar("B", bound=Beam)


@dataclass(frozen=True)
class BeamSettings(Settings):
    """What every beam method has."""

    # The key `warp` is fixed, so what other settings call `warp` is `warping` here.
    warp: str = setting(  # pyright: ignore[reportIncompatibleMethodOverride]
        "joint",
        "Whether 𝒯 acts on the joint law of all (beam, token) pairs or on each beam's next-token law",
        choices=("joint", "row"),
        symbol="𝒯",
    )

    @property
    def warping(self) -> Warp:
        """The warping 𝒯 that temperature, top_k and top_p ask for."""
        return Warp(self.temperature, self.top_k, self.top_p)


@dataclass(frozen=True)
class BeamSamplingSettings(BeamSettings):
    """Settings of beam sampling."""

    width: int = setting(4, "Beams drawn at every step", low=1, high=64, symbol="W")
    replacement: bool = setting(True, "Draw the beams of a step with replacement: a pair may be drawn twice")


@dataclass(frozen=True)
class BeamSearchSettings(BeamSettings):
    """Settings of beam search. 𝒯 only limits what may be chosen; the order is that of the unwarped likelihoods."""

    width: int = setting(4, "Beams kept at every step", low=1, high=64, symbol="W")
    length_penalty: float = setting(
        0.0, "Beams are ranked by log p over their length to this power; 0 is log p itself", low=0, high=5
    )


@dataclass(frozen=True, eq=False)
class JointLaw(Generic[B]):
    """What the beams of a layer can become, and how probably.

    The id of (beam i, token x) in `dist` is i·(V+1)+x; x = V stands for a finished beam itself. Copies of a beam are
    separate. `rows[i]` is the beam's row in `logits`, None for a finished one.
    """

    beams: tuple[B, ...]
    rows: tuple[int | None, ...]
    logits: Logits
    dist: Dist

    @property
    def base(self) -> int:
        """V + 1: how far the ids of neighbouring beams are apart."""
        return self.logits.vocab_size + 1

    def split(self, choice: int) -> tuple[int, int | None]:
        """The place of the beam and the token, None for a finished beam."""
        slot, token = divmod(choice, self.base)
        return slot, None if token == self.base - 1 else token

    def logp(self, slot: int, token: int) -> float:
        """Unwarped log-probability of a token after the beam in `slot`."""
        row = self.rows[slot]
        assert row is not None, "a finished beam has no next token"
        return self.logits.logp(row, token)

    def child(self, run: Run, choice: int) -> B:
        """The beam an id stands for, as a node of the run's tree; a finished beam is its own child."""
        slot, token = self.split(choice)
        beam = self.beams[slot]
        if token is None:
            return beam
        return replace(
            beam,
            tokens=(*beam.tokens, token),
            done=token in run.models.eos,
            node=run.tree.add(beam.node, token),
            logp=beam.logp + self.logp(slot, token),
        )


def live_nodes(beams: Iterable[Beam]) -> list[int]:
    """The distinct last nodes of the unfinished beams, in order."""
    return list(dict.fromkeys(beam.node for beam in beams if not beam.done))


def joint_law(
    logits: Logits, row_of: Mapping[int, int], beams: Sequence[B], weights: Sequence[float], settings: BeamSettings
) -> JointLaw[B]:
    """𝒯 over beams × V with log weights float[n]; `row_of` maps nodes to rows of `logits` (DSBD Eq. 1)."""
    rows = tuple(None if beam.done else row_of[beam.node] for beam in beams)
    shape = logits.warp_joint if settings.warp == "joint" else _RowWarp(logits)
    return JointLaw(tuple(beams), rows, logits, shape(rows, weights, settings.warping))


@dataclass(frozen=True)
class _RowWarp:
    """The joint law with 𝒯 on every row; called like `Logits.warp_joint`."""

    logits: Logits

    def __call__(self, rows: Sequence[int | None], weights: Sequence[float], warp: Warp) -> Dist:
        base, best = self.logits.vocab_size + 1, max(weights)
        ids, probs = [], []
        for slot, (row, weight) in enumerate(zip(rows, weights, strict=True)):
            scale = math.exp(weight - best)
            if row is None:
                ids.append(np.array([slot * base + base - 1], dtype=np.int64))
                probs.append(np.array([scale]))
            else:
                law = self.logits.warp(row, warp)
                ids.append(law.ids + slot * base)
                probs.append(law.probs * scale)
        flat, joint = np.concatenate(ids), np.concatenate(probs)
        keep = joint > 0
        return Dist(flat[keep], joint[keep] / joint.sum())


def without(dist: Dist | None, choice: int) -> Dist | None:
    """`dist` with one id taken out, renormalised; None if nothing is left."""
    if dist is None:
        return None
    keep = dist.ids != choice
    probs = dist.probs[keep]
    return Dist(dist.ids[keep], probs / probs.sum()) if len(probs) else None


def draw(run: Run, dist: Dist, count: int, replacement: bool, label: str) -> list[int]:
    """`count` ids from `dist`; without replacement at most as many as its support has."""
    drawn: list[int] = []
    left: Dist | None = dist
    while len(drawn) < count:
        if drawn and not replacement:
            left = without(left, drawn[-1])
        if left is None:
            break
        drawn.append(run.dice.choose(left, f"{label} {len(drawn) + 1}"))
    return drawn


def sampling_step(run: Run, state: State) -> State:
    """One layer of beam sampling: W draws from 𝒯∘p_beam."""
    settings: BeamSamplingSettings = run.settings
    law = target_law(run, state.beams)
    drawn = draw(run, law.dist, settings.width, settings.replacement, "beam")
    return _next_layer(run, law, drawn, "drawn from p_beam")


def search_step(run: Run, state: State) -> State:
    """One layer of beam search: the W candidates of highest log p / length^penalty, ties by place and token id."""
    law = target_law(run, state.beams)
    penalty = run.settings.length_penalty
    scored = [(_score(law, choice, penalty), choice) for choice in _contenders(run, law)]
    best = sorted(scored, key=lambda one: (-one[0], one[1]))[: run.settings.width]
    return _next_layer(run, law, [choice for _, choice in best], "among the most likely")


def _contenders(run: Run, law: JointLaw[Beam]) -> list[int]:
    """The W best candidates of every beam: the W best of all are among them, as a beam's children are equally long."""
    warp = run.settings.warping
    uncut = warp.temperature > 0 and warp == Warp(warp.temperature)
    by_row = uncut or run.settings.warp == "row"  # so small probabilities do not vanish beside a likelier beam's
    found: list[int] = []
    for slot, row in enumerate(law.rows):
        first = slot * law.base
        if not by_row:
            start, end = np.searchsorted(law.dist.ids, (first, first + law.base)).tolist()
            own = Dist(law.dist.ids[start:end] - first, law.dist.probs[start:end])
        elif row is not None:
            own = law.logits.warp(row, Warp() if uncut else warp)
        else:
            own = Dist(np.array([law.base - 1]), np.ones(1))
        found.extend(first + token for token, _ in own.top(run.settings.width)[0])
    return found


def _score(law: JointLaw[Beam], choice: int, penalty: float) -> float:
    """log p of the beam an id stands for, over its length to the power `penalty`."""
    slot, token = law.split(choice)
    beam = law.beams[slot]
    if token is None:
        return beam.logp / len(beam.tokens) ** penalty
    return (beam.logp + law.logp(slot, token)) / (len(beam.tokens) + 1) ** penalty


def target_law(run: Run, beams: Sequence[Beam]) -> JointLaw[Beam]:
    """One target pass over the live beams, and 𝒯∘p_beam; both recorded."""
    nodes = live_nodes(beams)
    logits = run.target.logits(nodes)
    row_of = {node: row for row, node in enumerate(nodes)}
    law = joint_law(logits, row_of, beams, [beam.logp for beam in beams], run.settings)
    run.rec.step("target", "Target pass", nodes)
    return law


def _next_layer(run: Run, law: JointLaw[Beam], choices: Sequence[int], how: str) -> State:
    beams = tuple(law.child(run, choice) for choice in choices)
    if run.rec.on:
        _record_layer(run, law, choices, beams, how)
    return State(beams)


def _record_layer(run: Run, law: JointLaw[Beam], choices: Sequence[int], beams: Sequence[Beam], how: str) -> None:
    """Entries of both layers, nodes, one verdict a beam, the layer and the memory."""
    record_inputs(run, law.beams)
    shown = run.dist(law.beams[0].node, "p_beam", law.dist)
    for slot, (choice, beam) in enumerate(zip(choices, beams, strict=True)):
        parent, token = law.split(choice)
        chance, entry = law.dist.prob(choice), len(law.beams) + slot
        run.rec.entry(Entry(entry, 1, slot, beam.node, parent, p=chance))
        if token is not None:
            note_target(run, beam, law.logp(parent, token), parent)
        what = "The finished beam stays" if token is None else "The beam is"
        reason = f"{what} {how}, where it has {chance:.3g}; log p = {beam.logp:.4g}"
        verdict = Verdict(beam.node, "committed", reason, chance, layer=1, entry=entry, distributions=shown)
        run.rec.decide("verify", f"Beam {slot + 1}", verdict)
    run.rec.layer(
        layer=1,
        width=run.settings.width,
        accepted=len(beams),
        candidates=len(law.dist.ids),
        inputs=[beam.node for beam in law.beams],
        base=law.base,
    )
    record_memory(run, law.beams, [])
    run.rec.step("commit", f"{len(beams)} beams go on", dict.fromkeys(beam.node for beam in beams))


def record_inputs(run: Run, beams: Sequence[Beam]) -> None:
    """The input beams as the entries 0…n−1 of layer 0."""
    for slot, beam in enumerate(beams):
        run.rec.entry(Entry(slot, 0, slot, beam.node))


def note_target(run: Run, beam: Beam, logp: float, origin: int | None) -> None:
    """Record the node of a beam that the target made, counting its entries."""
    known = run.rec.known(beam.node)
    if known is not None:
        run.rec.node(replace(known, count=known.count + 1))
    else:
        run.note(beam.node, "target", p=math.exp(logp), beam=origin, leaf="eos" if beam.done else None)


def record_memory(run: Run, inputs: Sequence[Beam], forest: Sequence[tuple[int, int]]) -> None:
    """KV tokens of the target at their peak, prompt included, counted both ways (kind "memory", layer 0).

    `kv_distinct` is what is held: every distinct token once. `kv_per_beam` is what one cache per input beam would
    hold (DSBD §3.3, Figure 3): the whole path of each, and its own tree. `forest` lists (input slot, node) of the
    drafted nodes in the pass.
    """
    fed = run.tree.closure([*live_nodes(inputs), *(node for _, node in forest)])
    for beam in inputs:  # the token that finished a beam was never fed, what comes before it was
        fed |= run.tree.closure([run.tree.parent(beam.node) if beam.done else beam.node])
    prompt = run.target.kv_length - len(fed)
    own = {(slot, node) for slot, node in forest}
    paths = sum(prompt + 1 + len(beam.tokens) - beam.done for beam in inputs)
    run.rec.layer(layer=0, kind="memory", kv_distinct=run.target.kv_length, kv_per_beam=paths + len(own))


BEAM_SEARCH = Decoder(
    "beam-search",
    "Beam search",
    "Qin et al. 2024 (DSBD §2.1)",
    search_step,
    BeamSearchSettings,
    itself,
    "beams",
    needs_draft=False,
)
BEAM_SAMPLING = Decoder(
    "beam-sampling",
    "Beam sampling",
    "Shi et al. 2024; Qin et al. 2024 (DSBD Eq. 1)",
    sampling_step,
    BeamSamplingSettings,
    itself,
    "beams",
    needs_draft=False,
)
