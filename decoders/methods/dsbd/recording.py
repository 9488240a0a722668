"""What the verification of a DSBD layer leaves in the record: verdicts with the numbers in, and the layer's own data.

The keys of a layer are listed in dsbd.py. Nothing here takes part in a decision, and nothing is built while recording
is off.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from decoders.core.decode import Run
from decoders.core.record import TOP, Decision, Entry, Phase, Verdict
from decoders.core.rules import Dist
from decoders.methods.beam import JointLaw, note_target
from decoders.methods.dsbd.forest import DraftedBeam, DraftLayer, Spot
from decoders.methods.dsbd.trial import Plan, Trial


def support(dist: Dist) -> Dist:
    """A law without its ids of probability 0."""
    keep = dist.probs > 0
    return Dist(dist.ids[keep], dist.probs[keep])


def _top(dist: Dist) -> tuple[list[tuple[int, float]], float]:
    """The most probable ids of a law that may hold zeros, and the mass of the rest."""
    pairs, rest = dist.top(TOP)
    return [(one, chance) for one, chance in pairs if chance > 0], rest


class Notes:
    """The verdicts of one layer, in the order they fall."""

    def __init__(self, run: Run, trial: Trial) -> None:
        self._on = run.rec.on
        self._p: tuple[int, ...] = ()
        self._left = self._p
        if not self._on:
            return
        self._run, self._trial = run, trial
        self._at = trial.parents[0].beam.node
        self._number = trial.layer.number
        self._p = self._left = run.dist(self._at, "p_beam", trial.law.dist)
        self._unused: list[Verdict] = []

    def width(self, plan: Plan) -> None:
        """The step that shows the layer's width, then its orphans."""
        if not self._on:
            return
        trial, number = self._trial, self._number
        left = {spot.entry for spot, _ in trial.candidates}
        title = f"Layer {number}: width {plan.width} of {len(left)}"
        self._run.rec.step("layer", title, dict.fromkeys(s.beam.node for s, _ in trial.candidates), layer=number)
        reason = "Its parent was not accepted, so it is dropped and q is renormalised over the rest"
        orphans = [
            Verdict(s.beam.node, "orphaned", reason, q=trial.layer.law.dist.prob(s.choice), layer=number, entry=s.entry)
            for s in trial.layer.spots
            if s.entry not in left
        ]
        self._step(f"{len(orphans)} orphaned", orphans)

    def tried(self, spot: Spot, choice: int, left: Dist, q: Dist, a: float, u: float | None, rest: Dist | None) -> None:
        """A candidate was accepted, or rejected leaving `rest` as p′."""
        if not self._on:
            return
        run, trial = self._run, self._trial
        p, p_used, qx = trial.law.dist.prob(choice), left.prob(choice), q.prob(choice)
        used = "p" if left is trial.law.dist else "p′"
        side, outcome = ("is below", "accepted") if rest is None else ("is not below", "rejected")
        drawn = "" if u is None else f"u = {u:.3g} {side} "
        reason = f"{drawn}min(1, {used}/q) = min(1, {p_used:.3g}/{qx:.3g}) = {a:.3g}, so the beam is {outcome}"
        law = trial.shown if q is trial.q else run.dist(self._at, "q_beam", q)
        shown = (*self._left, *law)
        self._left = self._p
        if rest is not None:
            size = int(np.count_nonzero(rest.probs))
            self._left = run.rec.distribution(self._at, "residual_beam", lambda: _top(rest), size)
            shown = (*shown, *self._left)
        verdict = Verdict(
            spot.beam.node, outcome, reason, p, qx, p_used, a, u, self._number, spot.entry, distributions=shown
        )
        run.rec.decide("verify", f"Layer {self._number}, candidate {spot.slot + 1}", verdict)

    def unused(self, spot: Spot, choice: int, width: int) -> None:
        """A candidate behind the last one that was needed."""
        if self._on:
            reason = f"{width} beams were already accepted in this layer, so this one is not looked at"
            p = self._trial.law.dist.prob(choice)
            q = None if self._trial.q is None else self._trial.q.prob(choice)
            self._unused.append(Verdict(spot.beam.node, "unused", reason, p, q, layer=self._number, entry=spot.entry))

    def finish(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """One step for all that were not looked at; returns where p′ and p_beam are recorded."""
        if self._on:
            self._step(f"Layer {self._number}: {len(self._unused)} unused", self._unused)
        return self._left, self._p

    def _step(self, title: str, verdicts: Sequence[Verdict]) -> None:
        if verdicts:
            rec = self._run.rec
            nodes = dict.fromkeys(verdict.node for verdict in verdicts)
            rec.step("verify", title, nodes, [rec.verdict(verdict) for verdict in verdicts], self._number)


def leave_unused(run: Run, layers: Sequence[DraftLayer], last: int, failed: bool) -> None:
    """Layers behind the last one are never looked at."""
    if not run.rec.on:
        return
    why = "failed" if failed else "left only finished beams"
    for layer in layers:
        reason = f"Layer {last} {why}, so this one is not looked at"
        verdicts = [
            Verdict(s.beam.node, "unused", reason, q=layer.law.dist.prob(s.choice), layer=layer.number, entry=s.entry)
            for s in layer.spots
        ]
        nodes = dict.fromkeys(verdict.node for verdict in verdicts)
        places = [run.rec.verdict(verdict) for verdict in verdicts]
        run.rec.step("verify", f"Layer {layer.number} unused", nodes, places, layer.number)


@dataclass(frozen=True, eq=False)
class Drawn:
    """A draw of the target: an id of `law` over the parents, drawn from `used`, which is recorded at `shown`."""

    law: JointLaw[DraftedBeam]
    parents: Sequence[Spot]
    used: Dist
    choice: int
    shown: tuple[int, ...]


def record_drawn(run: Run, spot: Spot, drawn: Drawn, decision: Decision, number: int, why: str) -> None:
    """A beam that the target drew: its entry, its node unless it is a finished beam, and a verdict of its own."""
    if not run.rec.on:
        return
    place, token = drawn.law.split(drawn.choice)
    p, p_used = drawn.law.dist.prob(drawn.choice), drawn.used.prob(drawn.choice)
    node, parent = spot.beam.node, drawn.parents[place]
    run.rec.entry(Entry(spot.entry, number, spot.slot, node, parent.entry, p=p))
    if token is not None:
        note_target(run, spot.beam, drawn.law.logp(place, token), spot.tree)
    reason = f"{why}, where it had {p_used:.3g}"
    verdict = Verdict(
        node, decision, reason, p, None, p_used, layer=number, entry=spot.entry, distributions=drawn.shown
    )
    phases: dict[Decision, Phase] = {"residual": "residual", "fill": "fill", "bonus": "bonus"}
    title = f"Layer {number}: {decision} {spot.slot + 1}"
    run.rec.decide(phases.get(decision, "verify"), title, verdict)


def record_layer(run: Run, trial: Trial, plan: Plan, accepted: int) -> None:
    """The layer's data under the papers' names; see dsbd.py."""
    if not run.rec.on:
        return
    settings, candidates = run.settings, len(trial.candidates)
    dynamic = plan.tilde is not None
    floor = settings.min_width if dynamic else plan.width
    run.rec.layer(
        layer=trial.layer.number,
        outcome="succeeded" if accepted >= plan.width else "failed",
        inputs=[spot.beam.node for spot in trial.parents],
        base=trial.law.base,
        candidates=candidates,
        orphaned=len(trial.layer.spots) - candidates,
        accepted=accepted,
        width=plan.width,
        width_tilde=plan.tilde,
        min_width=settings.min_width if dynamic else None,
        threshold=settings.threshold if dynamic else None,
        alpha=plan.rates,
        table=plan.table,
        at_least=plan.tails,
        beta=plan.chance(floor),
        predicted=plan.chance(plan.width),
        approximate=not settings.replacement,
    )


def record_extra(
    run: Run, number: int, law: JointLaw[DraftedBeam], parents: Sequence[Spot], width: int, outcome: str
) -> None:
    """A layer that was only drawn."""
    if run.rec.on:
        nodes = [spot.beam.node for spot in parents]
        run.rec.layer(layer=number, outcome=outcome, inputs=nodes, base=law.base, width=width, accepted=0)
