"""Greedy and multinomial decoding: one target token an iteration. The oracles of the lossless methods."""

from dataclasses import dataclass

from decoders.core.decode import Run, State
from decoders.core.decoder import Decoder, itself
from decoders.core.rules import Warp
from decoders.core.settings import Settings
from decoders.methods.tree_verification import Candidates, Scored, draw_own


@dataclass(frozen=True)
class GreedySettings:
    """Greedy decoding has nothing to set."""

    @property
    def warp(self) -> Warp:
        """𝒯 leaves the most probable token."""
        return Warp(temperature=0)


@dataclass(frozen=True)
class MultinomialSettings(Settings):
    """Multinomial sampling from 𝒯p."""


def step(run: Run, state: State) -> State:
    """x ~ 𝒯p, or argmax p where 𝒯 leaves one token: a tree in which nothing was drafted."""
    beam = state.beams[0]
    return run.commit(beam, [draw_own(run, Scored(run, Candidates(beam.node)), beam.node)])


GREEDY = Decoder(
    "greedy",
    "Greedy decoding",
    "baseline",
    step,
    GreedySettings,
    itself,
    "chain",
    needs_draft=False,
    most_nodes=lambda settings: 1,
)
MULTINOMIAL = Decoder(
    "multinomial",
    "Multinomial sampling",
    "baseline",
    step,
    MultinomialSettings,
    itself,
    "chain",
    needs_draft=False,
    most_nodes=lambda settings: 1,
)
