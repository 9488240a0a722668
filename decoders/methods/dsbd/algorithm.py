"""DSBD: speculative beam decoding with a fixed or a dynamic width (Qin et al. 2024, Algorithm 1).

One iteration drafts a forest below the input beams (forest.py) and runs one target pass over all its trees. Then it
verifies layer by layer. In layer l, the candidates S^(l) with an accepted parent are tested one by one against p′ until
W_L^(l) beams are accepted. If fewer are accepted, the layer is completed with samples from p′ and p_beam, and it is the
last layer. If every layer succeeds, one more layer is sampled from p_beam.

Given the beams before it, a layer's outputs are i.i.d. samples from 𝒯∘p_beam. So with a fixed width, the output
distribution is that of beam sampling. With one_cache, only the best output beam continues, which is lossy (§3.4).

With a dynamic width, `State.history` holds the beams of every layer so far, and `State.extra` holds the layers' widths.
The history is used for exact distributions and covers up to HISTORY new tokens. Longer runs store only the widths.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from decoders.core.decode import Beam, Run, State, best_of
from decoders.core.decoder import Decoder, Oracle, lossy, warping
from decoders.core.dice import last
from decoders.core.record import COMMIT, TARGET, Iteration
from decoders.core.rules import acceptance, without
from decoders.methods.beam import JointLaw, MemoryLayer, joint_law, live_nodes
from decoders.methods.dsbd.forest import DraftWeightsLayer, draft_forest, restrict
from decoders.methods.dsbd.layer import DraftedBeam, DraftLayer, Drawn, Forest, Spot, Trial, Try, recorded_beam
from decoders.methods.dsbd.recording import (
    FAILED_LAYER,
    FINISHED_LAYER,
    PHASES,
    RULES,
    WidthLayer,
    leave_unused,
    record_extra,
    record_layer,
    record_pass,
)
from decoders.methods.dsbd.settings import DsbdSettings
from decoders.methods.dsbd.width import Plan, Prediction, align, predict, predict_distinct, remainder, support, widest

HISTORY = 64  # number of new tokens up to which the beams of every layer are stored

Law = JointLaw[DraftedBeam]
Beams = tuple[Spot, ...]


def step(run: Run, state: State) -> State:
    """Run one iteration: draft a forest, run one target pass, and verify layer by layer."""
    forest = draft_forest(run, state.beams)
    p_beam = target_pass(run, forest)
    return next_state(run, state, verify_forest(run, forest, p_beam, first_width(run, state)))


def verify_forest(run: Run, forest: Forest, p_beam: Callable[[Beams], Law], width: int) -> list[Beams]:
    """Verify the forest, and return the output beams of every layer.

    The next iteration starts from the last layer (DSBD Algorithm 1).
    `width` is the width of a layer for which nothing could be drafted.
    """
    alive, outputs = forest.inputs, list[Beams]()
    for layer in forest.layers:
        trial = put_on_trial(layer, alive, p_beam(alive))
        plan = choose_width(run, trial)
        tries = judge(run, trial, plan.width)
        drawn = fill(run, forest, trial, tries, plan.width)
        record_layer(run, trial, plan, tries, drawn)
        alive = (*(born(run, trial, one) for one in tries if one.accepted), *(own.spot for own in drawn))
        outputs.append(alive)
        if drawn or all(spot.beam.done for spot in alive):
            leave_unused(run, forest.layers[layer.number :], FAILED_LAYER if drawn else FINISHED_LAYER)
            return outputs
        width = plan.width
    return [*outputs, extra_layer(run, forest, alive, p_beam(alive), width)]


def put_on_trial(layer: DraftLayer, alive: Beams, law: Law) -> Trial:
    """Prepare a layer for its tests: S^(l) without orphans, and q_beam restricted to I^(l) and renormalised.

    Orphans are the children of rejected and of unused beams. Because q_beam is renormalised, dropping them does not
    change the output distribution.
    """
    places = {spot.slot: place for place, spot in enumerate(alive)}
    q = restrict(layer.law.dist, list(places), law.base, len(layer.law.beams))
    candidates = tuple(
        replace(spot, choice=spot.choice + (places[spot.parent] - spot.parent) * law.base)
        for spot in layer.spots
        if spot.parent in places
    )
    return Trial(layer, alive, law, q, candidates)


def choose_width(run: Run, trial: Trial) -> Plan:
    """Choose the width W_L^(l) before any candidate is tested: the fixed width, or max(W_min, W̃_L) (Eqs. 2–7)."""
    settings: DsbdSettings = run.settings
    if settings.width != "dynamic":
        return Plan(int(settings.width), None, predict_layer(settings, trial) if run.rec.on else None)
    prediction = predict_layer(settings, trial)
    tilde = widest(prediction.tails, settings.threshold)
    return Plan(max(settings.min_width, tilde), tilde, prediction)


def predict_layer(settings: DsbdSettings, trial: Trial) -> Prediction:
    """Predict how many candidates will be accepted.

    With replacement, the prediction is for m candidates. Without replacement, it is for W_S draws, because m would
    reveal which candidates there are.
    """
    p, q, size = trial.law.dist, trial.q, trial.size
    if settings.replacement or q is None:
        return predict(p, q, size, len(trial.candidates))
    slots = [spot.slot for spot in trial.parents]
    distinct = predict_distinct(p, trial.layer.law.dist, slots, trial.law.base, settings.draft_width)
    return distinct or replace(predict(p, q, size, settings.draft_width), kind="none")


def judge(run: Run, trial: Trial, width: int) -> list[Try]:
    """Test the candidates in order against p′ until `width` are accepted (Algorithm 1, lines 13 to 25).

    Each candidate is accepted with probability min(1, p′/q). After an acceptance, p′ is reset to p_beam. After a
    rejection, it becomes norm(max(p′ − q, 0)). Without replacement, q is the distribution of the candidate's own draw.
    The ids of p′ are those of p_beam, including ids of probability 0.
    """
    settings: DsbdSettings = run.settings
    tries = list[Try]()
    left, q = trial.law.dist, trial.q
    for spot in trial.candidates:
        if sum(one.accepted for one in tries) == width:
            break
        assert q is not None, "a candidate was drawn from q"
        a = acceptance(left.prob(spot.choice), q.prob(spot.choice))
        ok, u = run.dice.accept(a, f"accept layer {trial.layer.number} slot {spot.slot + 1}")
        rest = None if ok else remainder(left, align(q, left, trial.size))[1]
        certain = rest is None and not ok  # the residual would then be only a rounding error
        tries.append(Try(spot, left, q, 1.0 if certain else a, u, last(run.dice), rest))
        left = rest or trial.law.dist
        q = q if settings.replacement else without(q, spot.choice)
    return tries


def born(run: Run, trial: Trial, accepted: Try) -> Spot:
    """Make the entry (spot) of an accepted candidate. Its beam now has log p from the target."""
    spot = accepted.spot
    return replace(spot, beam=replace(trial.law.child(run, spot.choice), logq=spot.beam.logq))


def fill(run: Run, forest: Forest, trial: Trial, tries: Sequence[Try], width: int) -> list[Drawn]:
    """Complete a layer to W_L^(l) beams.

    If the last test was a rejection, one beam is sampled from p′. All others are sampled from p_beam.
    """
    rest = tries[-1].rest if tries else None
    drawn = list[Drawn]()
    for slot in range(sum(one.accepted for one in tries), width):
        label = "fill" if rest is None else "residual"
        law = trial.law.dist if rest is None else support(rest)
        choice = run.dice.choose(law, f"layer {trial.layer.number} {label} {slot + 1}")
        draw = draw_place(run)
        spot = draw_spot(run, forest, trial.law, trial.parents, choice, slot, trial.layer)
        drawn.append(Drawn(spot, choice, law, label, draw))
        rest = None
    return drawn


def extra_layer(run: Run, forest: Forest, parents: Beams, law: Law, width: int) -> Beams:
    """Sample one more layer of `width` beams from p_beam, if every drafted layer succeeded or there was none."""
    number, drawn = len(forest.layers) + 1, list[Drawn]()
    for slot in range(width):
        label = "bonus" if forest.layers else "committed"
        choice = run.dice.choose(law.dist, f"layer {number} {label} {slot + 1}")
        spot = draw_spot(run, forest, law, parents, choice, slot, None)
        drawn.append(Drawn(spot, choice, law.dist, "bonus" if forest.layers else "drawn", draw_place(run)))
    record_extra(run, number, law, parents, drawn)
    return tuple(own.spot for own in drawn)


def draw_place(run: Run) -> int | None:
    """The index of the latest random choice in the record; None if 𝒯 leaves a single beam."""
    return None if run.settings.warping.greedy else last(run.dice)


def draw_spot(
    run: Run, forest: Forest, law: Law, parents: Beams, choice: int, slot: int, layer: DraftLayer | None
) -> Spot:
    """Make an entry for a beam that the target sampled.

    Its log q comes from the draft's logits of this `layer`; if there are none, it is computed later.
    """
    place, token = law.split(choice)
    parent = parents[place]
    beam = law.child(run, choice)
    if token is not None and run.settings.draft_weights == "cumulative":
        logq = 0.0 if layer is None else layer.law.logp(parent.slot, token)
        beam = replace(beam, logq=beam.logq + logq, behind=layer is None)
    return Spot(next(forest.entries), slot, beam, 0.0, parent.tree)


def first_width(run: Run, state: State) -> int:
    """The width of a layer without drafts.

    This is the width of the previous layer, or W_min in the first layer of the run.
    """
    settings: DsbdSettings = run.settings
    if isinstance(settings.width, int):
        return settings.width
    return state.extra[-1] if state.extra else settings.min_width


def target_pass(run: Run, forest: Forest) -> Callable[[Beams], Law]:
    """Run every live node of the forest, including input beams, through the target in one pass.

    Returns a function that computes p_beam for given spots of the forest. Beams are weighted by their likelihood after
    the prompt.
    """
    spots = [*forest.inputs, *(spot for layer in forest.layers for spot in layer.spots)]
    nodes = live_nodes(spot.beam for spot in spots)
    logits, row_of = run.target.logits(nodes), {node: row for row, node in enumerate(nodes)}
    record_pass(run, forest, logits, row_of)
    run.rec.step(TARGET, nodes)

    def p_beam(parents: Beams) -> Law:
        beams = [spot.beam for spot in parents]
        return joint_law(logits, row_of, beams, [beam.logp for beam in beams], run.settings)

    return p_beam


def next_state(run: Run, state: State, layers: Sequence[Beams]) -> State:
    """Make the state that follows the last layer.

    With one cache, only the beam of lowest perplexity continues (the first one if several beams tie).
    """
    settings: DsbdSettings = run.settings
    beams: tuple[Beam, ...] = tuple(spot.beam for spot in layers[-1])
    if settings.draft_weights == "uniform":  # log q is not used again
        beams = tuple(Beam(beam.tokens, beam.done, beam.node, beam.logp) for beam in beams)
    if settings.one_cache:
        beams = (best_of(beams),)
    run.rec.step(COMMIT, dict.fromkeys(beam.node for beam in beams))
    if settings.width != "dynamic":
        return State(beams)
    history = state.history
    if run.limit <= HISTORY:
        history = (*history, *(tuple(spot.beam.tokens for spot in layer) for layer in layers))
    return State(beams, (*state.extra, *map(len, layers)), history)


def beam_sampling(settings: DsbdSettings) -> Oracle:
    """The method with which DSBD's output distribution is compared.

    DSBD has exactly this method's output distribution only if the width is fixed and all beams continue.
    """
    if settings.one_cache and settings.width != 1:
        return lossy("one_cache")
    if settings.width == "dynamic":
        return Oracle("conditional", "dynamic_width", "beam-sampling")
    given = {**warping(settings), "width": settings.width, "warp": settings.warp, "replacement": True}
    return Oracle("exact", "lossless_beams", "beam-sampling", given)


def _widths(settings: DsbdSettings, iterations: Sequence[Iteration]) -> tuple[Any, ...]:
    """W_L of every layer of the recorded iterations. Raises ValueError if the settings do not allow a width."""
    layers = [layer for iteration in iterations for layer in iteration.layers if isinstance(layer, WidthLayer)]
    most, widths = max(settings.draft_width, settings.min_width), tuple(layer.width for layer in layers)
    if settings.width != "dynamic":
        return ()
    if any(width > most for width in widths):
        raise ValueError(f"a layer has width {max(widths)}, but the settings allow at most {most}")
    return widths


DECODER = Decoder(
    name="dsbd",
    title="DSBD: dynamic-width speculative beam decoding",
    paper="Qin et al. 2024",
    step=step,
    settings=DsbdSettings,
    oracle=beam_sampling,
    view="forest",
    rules=RULES,
    phases=PHASES,
    layers=(WidthLayer, MemoryLayer, DraftWeightsLayer),
    extra=_widths,
    beam=recorded_beam,
)
