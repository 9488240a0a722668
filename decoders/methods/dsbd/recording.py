"""Record the verification of a DSBD forest. Nothing here influences a decision.

There are entries for layer 0 (the inputs) and for every layer. Verdicts have `entry` and `layer`, and a beam that the
target adds has its own entry. The q_beam from which a layer was sampled has slots of S^(l−1); all other distributions
have slots of I^(l).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from decoders.core.decode import Run
from decoders.core.record import UNUSED, VERIFY, DistributionKind, Entry, Layer, Phase, Rule, Verdict
from decoders.core.rules import DRAW, RATIO, RESIDUAL_RATIO, Dist, Logits
from decoders.core.values import JointBase, NodeId, Prob, Threshold
from decoders.methods.beam import LAYER, JointLaw, record_inputs, record_memory, record_own
from decoders.methods.dsbd.layer import DraftedBeam, DraftLayer, Drawn, Forest, Spot, Trial, Try
from decoders.methods.dsbd.settings import DsbdSettings
from decoders.methods.dsbd.width import Plan, support

ORPHANED = Phase("orphaned", "decide")  # several draft beams are orphaned
LOST_PARENT = Rule("lost_parent", "the parent of x was not accepted")
WIDTH_REACHED = Rule("width_reached", "the layer has W_L beams")
FAILED_LAYER = Rule("failed_layer", "an earlier layer has fewer than W_L accepted beams")
FINISHED_LAYER = Rule("finished_layer", "all beams of an earlier layer are finished")
RULES = (RATIO, RESIDUAL_RATIO, LOST_PARENT, WIDTH_REACHED, FAILED_LAYER, FINISHED_LAYER, DRAW)
PHASES = (LAYER, ORPHANED)


@dataclass(frozen=True, kw_only=True)
class WidthLayer(Layer):
    """A layer of beams: its width, the numbers that determined the width, and the outcome.

    An `extra` layer (after all drafted layers succeeded) and a `final` one (nothing could be drafted) were only
    sampled. Their fields from `candidates` on are empty. With a fixed width, W̃_L, W_min and t are omitted. For draws
    without replacement, α and the table are omitted. If `prediction` is none, every probability is omitted, and W̃_L is
    computed as for draws with replacement.
    """

    kind: ClassVar[str] = "width"
    outcome: Literal["succeeded", "failed", "extra", "final"]
    inputs: tuple[NodeId, ...]  # nodes of I^(l), by slot
    base: JointBase  # base of the ids of p_beam
    width: int  # W_L^(l)
    accepted: int
    candidates: int | None = None  # m
    orphaned: int | None = None
    unused: int | None = None
    width_tilde: int | None = None  # W̃_L
    min_width: int | None = None  # W_min
    threshold: Threshold | None = None  # t
    alpha: tuple[Prob, ...] = ()  # α_1…α_m
    table: tuple[tuple[Prob, ...], ...] = ()  # P(m′, k): row m′ = 0…m has k = 0…m′
    at_least: tuple[Prob, ...] = ()  # P(at least K accepted), K = 0…m; without replacement K = 0…W_S
    beta: Prob | None = None  # P(at least W_min accepted) (§3.2); with a fixed width, P(at least W_L accepted)
    predicted: Prob | None = None  # P(at least W_L^(l) accepted), which is below t if W̃_L < W_min
    prediction: Literal["exact", "simulated", "none"] | None = None
    error: float | None = None  # standard error of `predicted`


def record_pass(run: Run, forest: Forest, logits: Logits, row_of: Mapping[int, int]) -> None:
    """Record the inputs, the memory and p of every drafted node.

    These include EOS tokens, which are not fed. Their p comes from the pass over their parents.
    """
    if not run.rec.on:
        return
    drafted = [spot for layer in forest.layers for spot in layer.spots]
    beams = [spot.beam for spot in forest.inputs]
    record_inputs(run, beams)
    record_memory(run, beams, [(spot.tree, spot.beam.node) for spot in drafted if not spot.beam.done])
    for node in dict.fromkeys(spot.beam.node for spot in drafted):
        known, row = run.rec.known(node), row_of.get(run.tree.parent(node))
        if known is not None and known.role == "draft" and row is not None:
            run.rec.node(replace(known, p=math.exp(logits.logp(row, known.token))))


def record_layer(run: Run, trial: Trial, plan: Plan, tries: Sequence[Try], drawn: Sequence[Drawn]) -> None:
    """Record a layer: its width, orphans, tests, unused candidates, beams that the target added, and numbers."""
    if not run.rec.on:
        return
    number, candidates = trial.layer.number, trial.candidates
    run.rec.step(LAYER, dict.fromkeys(spot.beam.node for spot in candidates), layer=number)
    left = {spot.entry for spot in candidates}
    orphans = [spot for spot in trial.layer.spots if spot.entry not in left]
    _leave(run, trial.layer, orphans, ORPHANED, LOST_PARENT)
    p_law = _dist(run, trial, "p_beam", trial.law.dist)
    left_law = _record_tries(run, trial, tries, p_law)
    untried = candidates[len(tries) :]
    run.rec.decide_all(UNUSED, [_untried(trial, spot) for spot in untried], number)
    for own in drawn:
        record_drawn(run, number, trial.law, trial.parents, own, left_law if own.decision == "residual" else p_law)
    run.rec.layer(_numbers(run.settings, trial, plan, sum(one.accepted for one in tries), len(untried)))


def _leave(run: Run, layer: DraftLayer, spots: Sequence[Spot], phase: Phase, rule: Rule) -> None:
    """Record the entries that were not tested, with their q when they were sampled, as one step."""
    q, number = layer.law.dist, layer.number
    decision = "orphaned" if phase == ORPHANED else "unused"
    verdicts = [
        Verdict(spot.beam.node, decision, rule, q=q.prob(spot.choice), layer=number, entry=spot.entry) for spot in spots
    ]
    run.rec.decide_all(phase, verdicts, number)


def leave_unused(run: Run, layers: Sequence[DraftLayer], rule: Rule) -> None:
    """Record the drafted layers after the last verified one, which are never tested."""
    for layer in layers:
        _leave(run, layer, layer.spots, UNUSED, rule)


def _dist(run: Run, trial: Trial, kind: DistributionKind, law: Dist) -> tuple[int, ...]:
    """Record a joint distribution over the parents."""
    return run.dist(trial.parents[0].beam.node, kind, law, trial.law.base)


def _record_tries(run: Run, trial: Trial, tries: Sequence[Try], p_law: tuple[int, ...]) -> tuple[int, ...]:
    """Record a step for every test. Returns the index of the distribution that replaces p after the last test."""
    q_law, left_law = trial.layer.shown, p_law
    for place, one in enumerate(tries):
        if trial.restricted if place == 0 else not run.settings.replacement:
            q_law = _dist(run, trial, "q_beam", one.q)
        shown = (*left_law, *q_law)
        left_law = p_law
        if one.rest is not None:
            left_law = _dist(run, trial, "residual_beam", support(one.rest))
            shown = (*shown, *left_law)
        run.rec.decide(VERIFY, _verdict(trial, tries, place, shown), one.spot.slot + 1)
    return left_law


def _verdict(trial: Trial, tries: Sequence[Try], place: int, shown: tuple[int, ...]) -> Verdict:
    """The verdict of one test. After a rejection, the candidate is tested against p′, even if p′ has the value of p."""
    one, x = tries[place], tries[place].spot.choice
    q, whole = one.q.prob(x), 0.0 if trial.q is None else trial.q.prob(x)
    return Verdict(
        one.spot.beam.node,
        "accepted" if one.accepted else "rejected",
        RESIDUAL_RATIO if place and not tries[place - 1].accepted else RATIO,
        p=trial.law.dist.prob(x),
        q=q,
        p_used=one.left.prob(x),
        a=one.a,
        u=one.u,
        draw=one.draw,
        q_left=whole / q if whole < q else None,
        layer=trial.layer.number,
        entry=one.spot.entry,
        distributions=shown,
    )


def _untried(trial: Trial, spot: Spot) -> Verdict:
    """The verdict on a candidate that was not needed, because enough candidates before it were accepted."""
    p, q = trial.law.dist.prob(spot.choice), None if trial.q is None else trial.q.prob(spot.choice)
    return Verdict(spot.beam.node, "unused", WIDTH_REACHED, p, q, layer=trial.layer.number, entry=spot.entry)


def record_drawn(
    run: Run,
    number: int,
    law: JointLaw[DraftedBeam],
    parents: Sequence[Spot],
    own: Drawn,
    shown: tuple[int, ...],
) -> None:
    """Record a beam that the target sampled."""
    spot, parent = own.spot, parents[law.split(own.choice)[0]]
    p, used = law.dist.prob(own.choice), own.used.prob(own.choice)
    entry = Entry(spot.entry, number, spot.slot, spot.beam.node, parent.entry, p=p)
    record_own(run, law, own.choice, entry, spot.beam, spot.tree, own.decision, used, shown, own.draw)


def record_extra(
    run: Run, number: int, law: JointLaw[DraftedBeam], parents: Sequence[Spot], drawn: Sequence[Drawn]
) -> None:
    """Record a layer that was only sampled."""
    if not run.rec.on:
        return
    shown = run.dist(parents[0].beam.node, "p_beam", law.dist, law.base)
    for own in drawn:
        record_drawn(run, number, law, parents, own, shown)
    inputs = tuple(spot.beam.node for spot in parents)
    outcome = "final" if drawn[0].decision == "drawn" else "extra"
    run.rec.layer(WidthLayer(layer=number, outcome=outcome, inputs=inputs, base=law.base, width=len(drawn), accepted=0))


def _numbers(settings: DsbdSettings, trial: Trial, plan: Plan, accepted: int, unused: int) -> WidthLayer:
    """The numbers of a layer, under the paper's names."""
    guess, candidates = plan.prediction, len(trial.candidates)
    assert guess is not None, "a recorded layer has a prediction"
    dynamic, predicted = plan.tilde is not None, guess.kind != "none"
    return WidthLayer(
        layer=trial.layer.number,
        outcome="succeeded" if accepted >= plan.width else "failed",
        inputs=tuple(spot.beam.node for spot in trial.parents),
        base=trial.law.base,
        width=plan.width,
        accepted=accepted,
        candidates=candidates,
        orphaned=len(trial.layer.spots) - candidates,
        unused=unused,
        width_tilde=plan.tilde,
        min_width=settings.min_width if dynamic else None,
        threshold=settings.threshold if dynamic else None,
        alpha=tuple(guess.rates) if predicted else (),
        table=tuple(map(tuple, guess.table)) if predicted else (),
        at_least=tuple(guess.tails) if predicted else (),
        beta=guess.chance(settings.min_width if dynamic else plan.width),
        predicted=guess.chance(plan.width),
        prediction=guess.kind,
        error=guess.error(plan.width),
    )
