"""Beam search and beam sampling with the target alone (DSBD §2.1 Eq. 1).

One step extends the live beams I by one layer. Their possible continuations have the joint distribution 𝒯∘p_beam over I
× V (`JointLaw`): the unwarped probability p(beam) of the beam's tokens after the prompt, times p(token | beam). A
finished beam has only itself as a candidate. *Beam sampling* samples W beams from that distribution, and *beam search*
takes the W most likely. Beam sampling is the reference method of DSBD, and both use `JointLaw`.

`warp=joint` applies 𝒯 to the flattened joint distribution, as in DSBD. `warp=row` applies 𝒯 to each beam's next-token
distribution and then multiplies by the unwarped weights.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Generic, Literal, TypeVar

import numpy as np

from decoders.core.decode import Beam, Run, State
from decoders.core.decoder import Decoder, itself
from decoders.core.dice import draw, last
from decoders.core.record import COMMIT, OWN_PHASES, TARGET, Entry, Layer, Phase, Rule, Verdict
from decoders.core.rules import DRAW, Dist, Ids, Logits, Probs, Warp, split_joint
from decoders.core.settings import Settings, setting
from decoders.core.ties import ranked
from decoders.core.values import JointBase, NodeId

B = TypeVar("B", bound=Beam)
LAYER = Phase("layer", "check")  # a layer's width is chosen, or the target grows a layer of beams
TOP_BEAMS = Rule("top_beams", "x is among the W beams of highest score")


@dataclass(frozen=True)
class BeamSettings(Settings):
    """Settings shared by all beam methods."""

    # `warp` is the key of this setting, so the property `warp` of other settings is called `warping` here.
    warp: str = setting(  # pyright: ignore[reportIncompatibleMethodOverride]
        "joint",
        "Whether the sampling settings act on all (beam, token) pairs together (joint) or on each beam "
        "separately (row).",
        label="Warping",
        choices=("joint", "row"),
        symbol="𝒯",
    )

    @property
    def warping(self) -> Warp:
        """The warping 𝒯 that temperature, top-k and top-p define."""
        return Warp(self.temperature, self.top_k, self.top_p)


@dataclass(frozen=True)
class BeamSamplingSettings(BeamSettings):
    """Settings of beam sampling."""

    width: int = setting(4, "Number of beams sampled at every step.", low=1, high=64, symbol="W")
    replacement: bool = setting(
        True, "Whether the same (beam, token) pair may be sampled twice in one step.", label="With replacement"
    )

    @property
    def most_nodes(self) -> int:
        """See `Settings.most_nodes`."""
        return self.width


@dataclass(frozen=True)
class BeamSearchSettings(BeamSettings):
    """Settings of beam search. 𝒯 only limits the candidates, which are ranked by their unwarped likelihoods."""

    width: int = setting(4, "Number of beams that continue after every step.", low=1, high=64, symbol="W")
    length_penalty: float = setting(
        0.0,
        "Exponent of the length by which log p is divided when beams are ranked. A larger value favours longer beams; "
        "0 disables the penalty.",
        low=0,
        high=5,
    )

    @property
    def most_nodes(self) -> int:
        """See `Settings.most_nodes`."""
        return self.width


@dataclass(frozen=True, kw_only=True)
class BeamsLayer(Layer):
    """The record of the one layer that an iteration of beam sampling or beam search adds."""

    kind: ClassVar[str] = "beams"
    width: int  # W, the number of beams aimed for
    accepted: int  # number of resulting beams
    candidates: int  # number of possible (beam, token) pairs
    inputs: tuple[NodeId, ...]  # nodes of I, by slot
    base: JointBase  # base of the ids of p_beam (`Distribution`)


@dataclass(frozen=True, kw_only=True)
class MemoryLayer(Layer):
    """The largest number of tokens in the target's KV cache, including the prompt, counted in two ways (DSBD §3.3,
    Figure 3).
    """

    kind: ClassVar[str] = "memory"
    kv_distinct: int  # slots in use: every distinct token once
    kv_per_beam: int  # slots if every input beam had its own cache, with its whole path and tree


@dataclass(frozen=True, eq=False)
class JointLaw(Generic[B]):
    """The joint distribution over the continuations of a layer's beams.

    The ids of `dist` are split by `rules.split_joint`. Duplicates of a beam count separately. `rows[i]` is the row of
    beam i in `logits`, or None for a finished beam.
    """

    beams: tuple[B, ...]
    rows: tuple[int | None, ...]
    logits: Logits
    dist: Dist

    @property
    def base(self) -> int:
        """V + 1: the distance between the ids of neighbouring beams."""
        return self.logits.vocab_size + 1

    def split(self, choice: int) -> tuple[int, int | None]:
        """The beam's slot and the token that an id represents; the token is None for a finished beam."""
        return split_joint(choice, self.base)

    def logp(self, slot: int, token: int) -> float:
        """Log-probability, before warping, of a token after the beam in `slot`."""
        row = self.rows[slot]
        assert row is not None, "a finished beam has no next token"
        return self.logits.logp(row, token)

    def child(self, run: Run, choice: int) -> B:
        """The beam that an id represents, as a node of the run's tree. A finished beam is its own child."""
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
    """The last nodes of the unfinished beams, in order and without duplicates."""
    return list(dict.fromkeys(beam.node for beam in beams if not beam.done))


def joint_law(
    logits: Logits, row_of: Mapping[int, int], beams: Sequence[B], weights: Sequence[float], settings: BeamSettings
) -> JointLaw[B]:
    """Compute the warped joint distribution over beams × V from the beams' log weights float[n] (DSBD Eq. 1).

    `row_of` maps nodes to rows of `logits`.
    """
    rows = tuple(None if beam.done else row_of[beam.node] for beam in beams)
    if settings.warp == "joint":
        return JointLaw(tuple(beams), rows, logits, logits.warp_joint(rows, weights, settings.warping))
    return JointLaw(tuple(beams), rows, logits, _warp_rows(logits, rows, weights, settings.warping))


def _warp_rows(logits: Logits, rows: Sequence[int | None], weights: Sequence[float], warp: Warp) -> Dist:
    """The joint distribution of rows that are warped one by one. The arguments are those of `Logits.warp_joint`."""
    base, best = logits.vocab_size + 1, max(weights)
    ids: list[Ids] = []
    probs: list[Probs] = []
    for slot, (row, weight) in enumerate(zip(rows, weights, strict=True)):
        finished = Dist(np.array([base - 1]), np.ones(1))
        law = finished if row is None else logits.warp(row, warp)
        ids.append(law.ids + slot * base)
        probs.append(law.probs * math.exp(weight - best))
    joint = np.concatenate(probs)
    keep = joint > 0
    return Dist(np.concatenate(ids)[keep], joint[keep] / joint.sum())


def draws(run: Run, dist: Dist, count: int, replacement: bool, label: str) -> list[int]:
    """Sample `count` ids from `dist`. The label of each draw contains the number of the draw.

    Without replacement, the number of samples is at most the number of ids in `dist`.
    """
    return [choice for choice, _ in draw(run.dice, dist, count, replacement, lambda n: f"{label} {n}")]


def sampling_step(run: Run, state: State) -> State:
    """Perform one iteration of beam sampling: sample the W beams of the next layer from 𝒯∘p_beam."""
    settings: BeamSamplingSettings = run.settings
    law = target_law(run, state.beams)
    return _next_layer(run, law, draws(run, law.dist, settings.width, settings.replacement, "beam"), "drawn")


def search_step(run: Run, state: State) -> State:
    """Perform one iteration of beam search: take the W candidates with the highest log p / length^penalty.

    If several candidates tie, the one in the lowest slot wins, then the one with the lowest token id.
    """
    settings: BeamSearchSettings = run.settings
    law = target_law(run, state.beams)
    choices = sorted(_contenders(settings, law))
    scores = [_score(law, choice, settings.length_penalty) for choice in choices]
    best = ranked(scores, logs=True)[: settings.width]
    return _next_layer(run, law, [choices[place] for place in best], "chosen")


def _contenders(settings: BeamSearchSettings, law: JointLaw[Beam]) -> list[int]:
    """The W best continuations of each beam.

    The W best candidates overall are among these. All children of a beam have the same length, so the length penalty
    keeps their order.
    """
    warp = settings.warping
    uncut = warp.temperature > 0 and warp == Warp(warp.temperature)
    # in separate rows, a likelier beam cannot make small probabilities underflow
    by_row = uncut or settings.warp == "row"
    contenders: list[int] = []
    for slot, row in enumerate(law.rows):
        first = slot * law.base
        if not by_row:
            start, end = np.searchsorted(law.dist.ids, (first, first + law.base)).tolist()
            own = Dist(law.dist.ids[start:end] - first, law.dist.probs[start:end])
        elif row is not None:
            own = law.logits.warp(row, Warp() if uncut else warp)
        else:
            own = Dist(np.array([law.base - 1]), np.ones(1))
        contenders.extend(first + token for token, _ in own.top(settings.width)[0])
    return contenders


def _score(law: JointLaw[Beam], choice: int, penalty: float) -> float:
    """The score of the beam that an id represents, which is log p divided by the beam's length to the power
    `penalty`.
    """
    slot, token = law.split(choice)
    beam = law.beams[slot]
    if token is None:
        return beam.logp / len(beam.tokens) ** penalty
    return (beam.logp + law.logp(slot, token)) / (len(beam.tokens) + 1) ** penalty


def target_law(run: Run, beams: Sequence[Beam]) -> JointLaw[Beam]:
    """Run one target pass over the live beams, record it as a step, and return 𝒯∘p_beam."""
    nodes = live_nodes(beams)
    logits = run.target.logits(nodes)
    row_of = {node: row for row, node in enumerate(nodes)}
    law = joint_law(logits, row_of, beams, [beam.logp for beam in beams], run.settings)
    run.rec.step(TARGET, nodes)
    return law


def _next_layer(run: Run, law: JointLaw[Beam], choices: Sequence[int], decision: Literal["drawn", "chosen"]) -> State:
    """Make the next state from the chosen ids, and record it: entries of both layers, nodes, verdicts and memory."""
    beams = tuple(law.child(run, choice) for choice in choices)
    if not run.rec.on:
        return State(beams)
    record_inputs(run, law.beams)
    shown = run.dist(law.beams[0].node, "p_beam", law.dist, law.base)
    final = (
        None if decision == "chosen" or run.settings.warping.greedy else last(run.dice)
    )  # index of the last beam's draw
    for slot, (choice, beam) in enumerate(zip(choices, beams, strict=True)):
        place, p = law.split(choice)[0], law.dist.prob(choice)
        entry = Entry(len(law.beams) + slot, 1, slot, beam.node, place, p=p)
        used, drawn = p if decision == "drawn" else None, None if final is None else final - len(beams) + 1 + slot
        record_own(run, law, choice, entry, beam, place, decision, used, shown, drawn)
    inputs = tuple(beam.node for beam in law.beams)
    width, candidates = run.settings.width, len(law.dist.ids)
    run.rec.layer(
        BeamsLayer(layer=1, width=width, accepted=len(beams), candidates=candidates, inputs=inputs, base=law.base)
    )
    record_memory(run, law.beams, [])
    run.rec.step(COMMIT, dict.fromkeys(beam.node for beam in beams))
    return State(beams)


def record_own(
    run: Run,
    law: JointLaw[B],
    choice: int,
    entry: Entry,
    beam: Beam,
    slot: int,
    decision: Literal["residual", "fill", "bonus", "drawn", "chosen"],
    used: float | None,
    shown: tuple[int, ...],
    drawn: int | None,
) -> None:
    """Record the entry, node and verdict of a beam that the target added below the input beam in `slot`.

    `choice` is the beam's id. The recorded p is the joint probability, which is 1 if 𝒯 leaves a single pair. A finished
    beam stays at its node. `drawn` is the index of the beam's random choice in the record.
    """
    place, token = law.split(choice)
    run.rec.entry(entry)
    if token is not None:
        note_target(run, beam, law.logp(place, token), slot)
    rule = TOP_BEAMS if decision == "chosen" else DRAW
    verdict = Verdict(
        beam.node,
        decision,
        rule,
        entry.p,
        p_used=used,
        draw=drawn,
        logp=beam.logp,
        layer=entry.layer,
        entry=entry.id,
        distributions=shown,
    )
    run.rec.decide(OWN_PHASES[decision], verdict, entry.slot + 1)


def record_inputs(run: Run, beams: Sequence[Beam]) -> None:
    """Record the input beams as the entries 0…n−1 of layer 0."""
    for slot, beam in enumerate(beams):
        run.rec.entry(Entry(slot, 0, slot, beam.node))


def note_target(run: Run, beam: Beam, logp: float, slot: int) -> None:
    """Record the node of a beam that the target added below the input beam in `slot`.

    If the node was also drafted, its count is unchanged, because the count is the draft's number of draws.
    """
    known = run.rec.known(beam.node)
    if known is None:
        run.note(beam.node, "target", p=math.exp(logp), beam=slot, leaf="eos" if beam.done else None)
    elif known.role == "target":
        run.rec.node(replace(known, count=known.count + 1))


def record_memory(run: Run, inputs: Sequence[Beam], forest: Sequence[tuple[int, int]]) -> None:
    """Record how many tokens the target's KV cache holds. `forest` lists (input slot, node) of the drafted nodes in the
    pass.
    """
    fed = run.tree.closure([*live_nodes(inputs), *(node for _, node in forest)])
    for beam in inputs:  # a beam's EOS was never fed, but the tokens before it were
        fed |= run.tree.closure([run.tree.parent(beam.node) if beam.done else beam.node])
    held = run.target.kv_length
    prompt = held - len(fed)
    paths = sum(prompt + 1 + len(beam.tokens) - beam.done for beam in inputs)
    run.rec.layer(MemoryLayer(kv_distinct=held, kv_per_beam=paths + len(set(forest))))


LAYERS = (BeamsLayer, MemoryLayer)
BEAM_SEARCH = Decoder(
    name="beam-search",
    title="Beam search",
    paper="Qin et al. 2024 (DSBD §2.1)",
    step=search_step,
    settings=BeamSearchSettings,
    oracle=itself,
    view="beams",
    rules=(TOP_BEAMS,),
    layers=LAYERS,
    needs_draft=False,
)
BEAM_SAMPLING = Decoder(
    name="beam-sampling",
    title="Beam sampling",
    paper="Shi et al. 2024; Qin et al. 2024 (DSBD Eq. 1)",
    step=sampling_step,
    settings=BeamSamplingSettings,
    oracle=itself,
    view="beams",
    rules=(DRAW,),
    layers=LAYERS,
    needs_draft=False,
)
