"""A layer of DSBD's forest about to be verified: who is left of it, p_beam and q_beam over the accepted parents, and
the width it asks for (DSBD §3.1, §3.2; algorithms §2.3 and §2.6). Draws nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from decoders.core.decode import Run
from decoders.core.rules import Dist, Logits
from decoders.methods.beam import JointLaw, joint_law
from decoders.methods.dsbd.forest import DraftedBeam, DraftLayer, DsbdSettings, Spot, restrict
from decoders.methods.dsbd.width import acceptance_rates, acceptance_table, align, at_least, widest


@dataclass(frozen=True, eq=False)
class Trial:
    """A layer to be verified. `parents` are I^(l), `law` is p_beam over them, `q` is q_beam over them.

    `candidates` are the spots left in S^(l), each with its id over I^(l); `shown` is where q is recorded.
    """

    layer: DraftLayer
    parents: tuple[Spot, ...]
    law: JointLaw[DraftedBeam]
    q: Dist | None
    candidates: tuple[tuple[Spot, int], ...]
    shown: tuple[int, ...]

    @property
    def size(self) -> int:
        """All ids of p and q are below this."""
        return len(self.parents) * self.law.base


@dataclass(frozen=True)
class Plan:
    """The width of a layer and where it came from; no rates where they are not needed."""

    width: int
    tilde: int | None
    rates: list[float]
    table: list[list[float]]
    tails: list[float]

    def chance(self, beams: int) -> float:
        """The predicted chance that at least so many are accepted."""
        return self.tails[beams] if beams < len(self.tails) else 0.0


@dataclass(frozen=True, eq=False)
class Scores:
    """The target's logits after every live node of the forest."""

    logits: Logits
    row_of: dict[int, int]

    def law(self, run: Run, parents: Sequence[Spot]) -> JointLaw[DraftedBeam]:
        """𝒯∘p_beam over the parents, weighted by their likelihood since the prompt."""
        beams = [spot.beam for spot in parents]
        return joint_law(self.logits, self.row_of, beams, [beam.logp for beam in beams], run.settings)


def prepare(run: Run, layer: DraftLayer, alive: tuple[Spot, ...], scores: Scores) -> Trial:
    """p_beam over the accepted parents; q_beam restricted to them; the candidates that are left of the layer.

    Children of rejected or unused entries are dropped, and q_beam, already warped, is renormalised over I^(l)
    (algorithms §2.3).
    """
    law, before = scores.law(run, alive), len(layer.law.beams)
    places = {spot.slot: place for place, spot in enumerate(alive)}
    q = restrict(layer.law.dist, list(places), law.base, before)
    candidates = tuple(
        (spot, spot.choice + (places[spot.parent] - spot.parent) * law.base)
        for spot in layer.spots
        if spot.parent in places
    )
    shown = layer.shown
    if run.rec.on and q is not None and q is not layer.law.dist:
        shown = run.dist(alive[0].beam.node, "q_beam", q)
    return Trial(layer, alive, law, q, candidates, shown)


def choose_width(run: Run, trial: Trial) -> Plan:
    """W_L^(l): as set, or max(W_min, W̃_L) from α, P(m, k) and t (Eqs 2–7), known before any candidate is looked at.

    Drafts without replacement say by their number which they are, so W_S then stands for m.
    """
    settings: DsbdSettings = run.settings
    dynamic = settings.width == "dynamic"
    if not (dynamic or run.rec.on):
        return Plan(int(settings.width), None, [], [], [])
    count = len(trial.candidates) if settings.replacement else settings.draft_width
    if trial.q is None:
        count = 0
    rates = acceptance_rates(trial.law.dist, align(trial.q, trial.law.dist, trial.size), count) if trial.q else []
    table = acceptance_table(rates, count)
    tails = at_least(table[count])
    if not dynamic:
        return Plan(int(settings.width), None, rates, table, tails)
    tilde = widest(tails, settings.threshold)
    return Plan(max(settings.min_width, tilde), tilde, rates, table, tails)
