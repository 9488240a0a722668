"""Greedy and multinomial decoding: one target token an iteration. The oracles of the lossless methods."""

from dataclasses import dataclass

from decoders.core.decode import Emitted, Run, State
from decoders.core.decoder import Decoder, itself
from decoders.core.record import Verdict
from decoders.core.rules import Warp
from decoders.core.settings import Settings


@dataclass(frozen=True)
class GreedySettings:
    """Greedy decoding has nothing to set."""

    @property
    def warp(self) -> Warp:
        return Warp(temperature=0)


@dataclass(frozen=True)
class MultinomialSettings(Settings):
    """Multinomial sampling from 𝒯p."""


def step(run: Run, state: State) -> State:
    """x ~ 𝒯p, or argmax p where 𝒯 leaves one token."""
    beam, warp = state.beams[0], run.settings.warp
    logits = run.target.logits([beam.node])
    p = logits.warp(0, warp)
    law = run.law(beam.node, "p", logits, 0, p, warp)
    run.rec.step("target", "Target pass", (beam.node,))
    token = run.dice.choose(p, "token ~ p")
    node = run.tree.add(beam.node, token)
    chance = p.prob(token)
    run.note(node, "target", p=chance)
    how = "the most probable token of p" if warp.greedy else f"drawn from p, where it had {chance:.3g}"
    run.rec.decide("verify", "Choose", Verdict(node, "committed", how.capitalize(), p=chance, distributions=law))
    return run.commit(beam, [Emitted(node, "target", logits.logp(0, token))])


GREEDY = Decoder("greedy", "Greedy decoding", "Graves 2012", step, GreedySettings, itself, "chain", needs_draft=False)
MULTINOMIAL = Decoder(
    "multinomial",
    "Multinomial sampling",
    "Leviathan et al. 2023, §2.1",
    step,
    MultinomialSettings,
    itself,
    "chain",
    needs_draft=False,
)
