"""DSBD: speculative beam decoding with a fixed or a dynamic width (Qin et al. 2024; algorithms §2).

One iteration: a draft forest below the input beams (forest.py), one target pass over all its trees, then layer by
layer: of the candidates S^(l) those whose parent was accepted are tried one after the other against p′, until W_L^(l)
beams are accepted. A layer with fewer is completed from p′ and p_beam and is the last; when every layer succeeded
one more is drawn from p_beam. Given the beams before it, a layer's outputs are iid draws from 𝒯∘p_beam, so that with a
fixed width the law is that of beam sampling. With one_cache only the best output beam goes on, which is lossy.

Between iterations `State.extra` is (steps, widths) with a dynamic width, else empty: the beams of every layer so far,
as tuples of token tuples, and how many they were. Steps are kept up to HISTORY new tokens, for exact laws; longer runs
keep the widths alone.

Recorded: nodes (`count` entries, `beam` = slot of the input beam), entries of layer 0 (the inputs) and of every
layer, verdicts with `entry` and `layer`. Distributions p_beam, q_beam and residual_beam have joint ids, place·base +
token, where the token base − 1 is the finished beam itself; q_beam as drawn from counts places in S^(l−1), all others
in `inputs`. A layer dict has:

* `layer`, `outcome`: succeeded, failed, extra (all drafted layers succeeded) or final (nothing could be drafted);
* `inputs` (nodes of I^(l) by place), `base`;
* `candidates` m, `orphaned`, `accepted`, `unused`: how many entries;
* `width` W_L^(l), `width_tilde` W̃_L, `min_width` W_min, `threshold` t (the last three None with a fixed width);
* `alpha` (α_1…α_m), `table` (P(m′, k), row m′ = 0…m has k = 0…m′), `at_least` (Σ_{k ≥ K} P(m, k) for K = 0…m);
* `beta`: the chance that W_min (fixed: W_L) beams are accepted, as in §3.2; `predicted`: that W_L^(l) are;
* `approximate`: drafts without replacement, for which α and P are not exact and m stands for W_S.

Layer 0 of kind "memory" has `kv_distinct` and `kv_per_beam` (beam.record_memory); of kind "draft_weights" `reason`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from decoders.core.decode import Run, State
from decoders.core.decoder import Decoder, Oracle, lossy, warping
from decoders.core.record import Decision
from decoders.core.rules import Dist, acceptance
from decoders.methods.beam import JointLaw, live_nodes, record_inputs, record_memory, without
from decoders.methods.dsbd.forest import DraftedBeam, DraftLayer, DsbdSettings, Forest, Spot, draft_forest
from decoders.methods.dsbd.recording import (
    Drawn,
    Notes,
    leave_unused,
    record_drawn,
    record_extra,
    record_layer,
    support,
)
from decoders.methods.dsbd.trial import Plan, Scores, Trial, choose_width, prepare
from decoders.methods.dsbd.width import align, remainder

HISTORY = 64  # new tokens up to which the beams of every layer are kept in State.extra


def step(run: Run, state: State) -> State:
    """One iteration: draft forest, one target pass, verification layer by layer."""
    forest = draft_forest(run, state.beams)
    scores = target_pass(run, forest)
    layers = verify_forest(run, forest, scores, first_width(run, state))
    return _next_state(run, state, layers)


def first_width(run: Run, state: State) -> int:
    """The width of a layer that nothing could be drafted for: that of the layer before, W_min at the very first."""
    settings: DsbdSettings = run.settings
    if isinstance(settings.width, int):
        return settings.width
    widths = state.extra[1] if state.extra else ()
    return widths[-1] if widths else settings.min_width


def target_pass(run: Run, forest: Forest) -> Scores:
    """Every live node of the forest, input beams included, through the target at once."""
    spots = [*forest.inputs, *(spot for layer in forest.layers for spot in layer.spots)]
    nodes = live_nodes(spot.beam for spot in spots)
    scores = Scores(run.target.logits(nodes), {node: row for row, node in enumerate(nodes)})
    if run.rec.on:
        record_inputs(run, [spot.beam for spot in forest.inputs])
        drafted = [(spot.tree, spot.beam.node) for spot in spots[len(forest.inputs) :] if not spot.beam.done]
        record_memory(run, [spot.beam for spot in forest.inputs], drafted)
        for node in dict.fromkeys(spot.beam.node for spot in spots):  # also a drafted EOS, whose parent has its p
            known, row = run.rec.known(node), scores.row_of.get(run.tree.parent(node))
            if known is not None and known.role == "draft" and row is not None:
                run.rec.node(replace(known, p=math.exp(scores.logits.logp(row, known.token))))
    run.rec.step("target", "Target pass", nodes)
    return scores


def verify_forest(run: Run, forest: Forest, scores: Scores, width: int) -> list[tuple[Spot, ...]]:
    """The output beams of every layer of this iteration, the last of which go on (DSBD Algorithm 1)."""
    alive, made = forest.inputs, []
    for layer in forest.layers:
        trial = prepare(run, layer, alive, scores)
        plan = choose_width(run, trial)
        width = plan.width
        judged = judge(run, trial, plan)
        alive = fill(run, forest, trial, judged, width)
        made.append(alive)
        record_layer(run, trial, plan, len(judged.accepted))
        failed = len(judged.accepted) < width
        if failed or all(spot.beam.done for spot in alive):
            leave_unused(run, forest.layers[layer.number :], layer.number, failed)
            return made
    made.append(extra_layer(run, forest, scores.law(run, alive), alive, width))
    return made


@dataclass(frozen=True, eq=False)
class Judged:
    """What came of a layer's candidates: those accepted, and p′ as it then is; `shown`: where p′ and p are recorded."""

    accepted: list[Spot]
    left: Dist
    shown: tuple[tuple[int, ...], tuple[int, ...]]


def judge(run: Run, trial: Trial, plan: Plan) -> Judged:
    """Try the candidates in order until the planned width is reached.

    Each is accepted with min(1, p′/q); p′ is p_beam again after an acceptance and norm(max(p′ − q, 0)) after a
    rejection. Without replacement q is that of the candidate's own draw. p′ is on p_beam's ids, zeros included.
    """
    accepted: list[Spot] = []
    p = left = trial.law.dist
    q, notes = trial.q, Notes(run, trial)
    notes.width(plan)
    for place, (spot, choice) in enumerate(trial.candidates):
        if len(accepted) == plan.width:
            notes.unused(spot, choice, plan.width)
            continue
        if place and not run.settings.replacement:
            q = without(q, trial.candidates[place - 1][1])
        assert q is not None, "a candidate was drawn from q"
        a = acceptance(left.prob(choice), q.prob(choice))
        ok, u = run.dice.accept(a, f"accept layer {trial.layer.number} slot {spot.slot + 1}")
        rest = None if ok else remainder(left, align(q, left, trial.size))[1]
        notes.tried(spot, choice, left, q, a, u, rest)
        if rest is None:  # accepted, or no residual: acceptance was certain up to rounding
            accepted.append(born(trial.law, run, spot, choice))
        left = p if rest is None else rest
    return Judged(accepted, left, notes.finish())


def born(law: JointLaw[DraftedBeam], run: Run, spot: Spot, choice: int) -> Spot:
    """An accepted spot: its beam now has the target's log p."""
    return replace(spot, beam=replace(law.child(run, choice), logq=spot.beam.logq))


def fill(run: Run, forest: Forest, trial: Trial, judged: Judged, width: int) -> tuple[Spot, ...]:
    """The layer's outputs: the accepted beams, filled up to W_L^(l) with one from p′ and the rest from p_beam."""
    made, p = list(judged.accepted), trial.law.dist
    short = f"Only {len(made)} of {width} beams were accepted, so this one is drawn from"
    pending = judged.left is not p  # the last candidate was rejected
    while len(made) < width:
        decision: Decision = "residual" if pending else "fill"
        law = support(judged.left) if pending else p
        choice = run.dice.choose(law, f"layer {trial.layer.number} {decision} {len(made) + 1}")
        made.append(_target_spot(run, forest, trial.law, trial.parents, choice, len(made), trial.layer))
        drawn = Drawn(trial.law, trial.parents, law, choice, judged.shown[0 if pending else 1])
        why = f"{short} {'p′, what the rejected beams left of p_beam' if pending else 'p_beam'}"
        record_drawn(run, made[-1], drawn, decision, trial.layer.number, why)
        pending = False
    return tuple(made)


def extra_layer(
    run: Run, forest: Forest, law: JointLaw[DraftedBeam], parents: tuple[Spot, ...], width: int
) -> tuple[Spot, ...]:
    """One more layer of `width` draws from p_beam: every drafted layer succeeded, or there was none."""
    number, made = len(forest.layers) + 1, []
    decision: Decision = "bonus" if forest.layers else "committed"
    why = "Every drafted layer succeeded" if forest.layers else "Nothing can be drafted before the length limit"
    shown = run.dist(parents[0].beam.node, "p_beam", law.dist)
    for slot in range(width):
        choice = run.dice.choose(law.dist, f"layer {number} {decision} {slot + 1}")
        made.append(_target_spot(run, forest, law, parents, choice, slot, None))
        drawn = Drawn(law, parents, law.dist, choice, shown)
        record_drawn(run, made[-1], drawn, decision, number, f"{why}, so this beam is drawn from p_beam")
    record_extra(run, number, law, parents, width, "extra" if forest.layers else "final")
    return tuple(made)


def _target_spot(
    run: Run,
    forest: Forest,
    law: JointLaw[DraftedBeam],
    parents: Sequence[Spot],
    choice: int,
    slot: int,
    layer: DraftLayer | None,
) -> Spot:
    """A beam drawn from the target's law. Its log q comes from the draft's logits of this `layer`, or later."""
    place, token = law.split(choice)
    parent = parents[place]
    beam = law.child(run, choice)
    if token is not None and run.settings.draft_weights == "cumulative":
        step = 0.0 if layer is None else layer.law.logp(parent.slot, token)
        beam = replace(beam, logq=beam.logq + step, behind=layer is None)
    return Spot(next(forest.entries), slot, beam, 0.0, parent.tree)


def _next_state(run: Run, state: State, layers: Sequence[tuple[Spot, ...]]) -> State:
    """The outputs of the last layer go on; with one cache only the one of lowest perplexity, the first on ties."""
    settings: DsbdSettings = run.settings
    found = State(tuple(spot.beam for spot in layers[-1]))
    beams = (found.best,) if settings.one_cache else found.beams
    nodes = dict.fromkeys(beam.node for beam in beams)
    run.rec.step("commit", f"{len(beams)} beam{'s' * (len(beams) > 1)} go{'es' * (len(beams) == 1)} on", nodes)
    if settings.width != "dynamic":
        return State(beams)
    steps, widths = state.extra or ((), ())
    if run.limit <= HISTORY:
        steps = (*steps, *(tuple(spot.beam.tokens for spot in layer) for layer in layers))
    return State(beams, (steps, (*widths, *map(len, layers))))


def beam_sampling(settings: DsbdSettings) -> Oracle:
    """Only a fixed width with all beams kept has a law of its own to equal."""
    if settings.one_cache and settings.width != 1:
        return lossy("one_cache")
    if settings.width == "dynamic":
        return Oracle("conditional", "dynamic_width", "beam-sampling")
    given = {**warping(settings), "width": settings.width, "warp": settings.warp, "replacement": True}
    return Oracle("exact", "lossless_beams", "beam-sampling", given)


DECODER = Decoder(
    "dsbd",
    "DSBD: dynamic-width speculative beam decoding",
    "Qin et al. 2024",
    step,
    DsbdSettings,
    beam_sampling,
    "forest",
)
