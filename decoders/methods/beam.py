"""Beam search and beam sampling with the target alone (DSBD §2.1 Eq. 1).

A step takes the live beams I to the next layer. What they can become is the joint law 𝒯∘p_beam over I × V
(`JointLaw`): weight p(beam) since the prompt, unwarped, times p(token | beam). A finished beam stays as it is and
offers one candidate, itself. *Beam sampling* draws W beams from that law, *beam search* takes the W most likely. DSBD
must have the law of beam sampling, so it is its oracle, and both use the `JointLaw` here.

`warp=joint` puts 𝒯 on the flattened law as DSBD writes it; `warp=row` puts 𝒯 on each beam's next-token law and weighs
the rows afterwards, temperature not touching the weights.
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
LAYER = Phase("layer", "check")  # a layer's width is chosen; a layer of beams is grown by the target
TOP_BEAMS = Rule("top_beams", "x is among the W beams of highest score")


@dataclass(frozen=True)
class BeamSettings(Settings):
    """What every beam method has."""

    # The key `warp` is fixed, so what other settings call `warp` is `warping` here.
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
        """The warping 𝒯 that temperature, top_k and top_p ask for."""
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
    """Settings of beam search. 𝒯 only limits what may be chosen; the order is that of the unwarped likelihoods."""

    width: int = setting(4, "Number of beams that continue after every step.", low=1, high=64, symbol="W")
    length_penalty: float = setting(
        0.0,
        "Exponent of the length that divides log p when beams are ranked. Larger favours longer beams; 0 disables it.",
        low=0,
        high=5,
    )

    @property
    def most_nodes(self) -> int:
        """See `Settings.most_nodes`."""
        return self.width


@dataclass(frozen=True, kw_only=True)
class BeamsLayer(Layer):
    """The one layer of an iteration of beam sampling or beam search."""

    kind: ClassVar[str] = "beams"
    width: int  # W, the beams asked for
    accepted: int  # beams that came out
    candidates: int  # (beam, token) pairs in the support
    inputs: tuple[NodeId, ...]  # nodes of I, by place
    base: JointBase  # of the ids of p_beam


@dataclass(frozen=True, kw_only=True)
class MemoryLayer(Layer):
    """KV tokens of the target at their peak, prompt included, counted both ways (DSBD §3.3, Figure 3)."""

    kind: ClassVar[str] = "memory"
    kv_distinct: int  # what is held: every distinct token once
    kv_per_beam: int  # what one cache per input beam would hold: the whole path of each, and its own tree


@dataclass(frozen=True, eq=False)
class JointLaw(Generic[B]):
    """What the beams of a layer can become, and how probably.

    Ids of `dist` are those that `rules.split_joint` takes apart. Copies of a beam are separate. `rows[i]` is the row of
    beam i in `logits`, None for a finished one.
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
        return split_joint(choice, self.base)

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
    if settings.warp == "joint":
        return JointLaw(tuple(beams), rows, logits, logits.warp_joint(rows, weights, settings.warping))
    return JointLaw(tuple(beams), rows, logits, _warp_rows(logits, rows, weights, settings.warping))


def _warp_rows(logits: Logits, rows: Sequence[int | None], weights: Sequence[float], warp: Warp) -> Dist:
    """The joint law with 𝒯 on every row; called like `Logits.warp_joint`."""
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
    """`count` ids from `dist`, labelled by their number; without replacement at most as many as there are."""
    return [choice for choice, _ in draw(run.dice, dist, count, replacement, lambda n: f"{label} {n}")]


def sampling_step(run: Run, state: State) -> State:
    """One layer of beam sampling: W draws from 𝒯∘p_beam."""
    settings: BeamSamplingSettings = run.settings
    law = target_law(run, state.beams)
    return _next_layer(run, law, draws(run, law.dist, settings.width, settings.replacement, "beam"), "drawn")


def search_step(run: Run, state: State) -> State:
    """One layer of beam search: the W candidates of highest log p / length^penalty, ties by place and token id."""
    settings: BeamSearchSettings = run.settings
    law = target_law(run, state.beams)
    choices = sorted(_contenders(settings, law))
    scores = [_score(law, choice, settings.length_penalty) for choice in choices]
    best = ranked(scores, logs=True)[: settings.width]
    return _next_layer(run, law, [choices[place] for place in best], "chosen")


def _contenders(settings: BeamSearchSettings, law: JointLaw[Beam]) -> list[int]:
    """The W best candidates of every beam: the W best of all are among them, as a beam's children are equally long."""
    warp = settings.warping
    uncut = warp.temperature > 0 and warp == Warp(warp.temperature)
    by_row = uncut or settings.warp == "row"  # so small probabilities do not vanish beside a likelier beam's
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
    """log p of the beam an id stands for, over its length to the power `penalty`."""
    slot, token = law.split(choice)
    beam = law.beams[slot]
    if token is None:
        return beam.logp / len(beam.tokens) ** penalty
    return (beam.logp + law.logp(slot, token)) / (len(beam.tokens) + 1) ** penalty


def target_law(run: Run, beams: Sequence[Beam]) -> JointLaw[Beam]:
    """One target pass over the live beams, recorded as a step, and 𝒯∘p_beam, which is recorded with what it gave."""
    nodes = live_nodes(beams)
    logits = run.target.logits(nodes)
    row_of = {node: row for row, node in enumerate(nodes)}
    law = joint_law(logits, row_of, beams, [beam.logp for beam in beams], run.settings)
    run.rec.step(TARGET, nodes)
    return law


def _next_layer(run: Run, law: JointLaw[Beam], choices: Sequence[int], decision: Literal["drawn", "chosen"]) -> State:
    """The beams that were drawn or chosen, recorded: entries of both layers, nodes, a verdict a beam, the memory."""
    beams = tuple(law.child(run, choice) for choice in choices)
    if not run.rec.on:
        return State(beams)
    record_inputs(run, law.beams)
    shown = run.dist(law.beams[0].node, "p_beam", law.dist, law.base)
    final = None if decision == "chosen" or run.settings.warping.greedy else last(run.dice)  # the draw of the last beam
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
    """Entry, node and verdict of a beam of the target's own, whose id is `choice`, below the input beam in `slot`.

    Its p is the joint probability, 1 where 𝒯 leaves one pair: no law of one token. A finished beam has its node.
    `drawn` is the place of its random choice in the record.
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
    """The input beams as the entries 0…n−1 of layer 0."""
    for slot, beam in enumerate(beams):
        run.rec.entry(Entry(slot, 0, slot, beam.node))


def note_target(run: Run, beam: Beam, logp: float, slot: int) -> None:
    """Record the node of a beam that the target made below the input beam in `slot`.

    A drafted node keeps its count, which is that of its drafts.
    """
    known = run.rec.known(beam.node)
    if known is None:
        run.note(beam.node, "target", p=math.exp(logp), beam=slot, leaf="eos" if beam.done else None)
    elif known.role == "target":
        run.rec.node(replace(known, count=known.count + 1))


def record_memory(run: Run, inputs: Sequence[Beam], forest: Sequence[tuple[int, int]]) -> None:
    """Count the target's KV tokens; `forest` lists (input slot, node) of the drafted nodes in the pass."""
    fed = run.tree.closure([*live_nodes(inputs), *(node for _, node in forest)])
    for beam in inputs:  # the token that finished a beam was never fed, what comes before it was
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
