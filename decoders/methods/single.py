"""Greedy and multinomial decoding: one target token an iteration. The oracles of the lossless methods."""

from dataclasses import dataclass

from decoders.core.decode import Run, State
from decoders.core.decoder import Decoder, itself
from decoders.core.rules import ARGMAX, Warp
from decoders.core.settings import Settings
from decoders.methods.tree_verification import OWN_TOKEN, Candidates, Scored, draw_own


@dataclass(frozen=True)
class GreedySettings:
    """Greedy decoding has nothing to set."""

    @property
    def warp(self) -> Warp:
        """𝒯 leaves the most probable token."""
        return Warp(temperature=0)

    @property
    def most_nodes(self) -> int:
        """Nothing is drafted; the target writes one."""
        return 1


@dataclass(frozen=True)
class MultinomialSettings(Settings):
    """Multinomial sampling from 𝒯p."""

    @property
    def most_nodes(self) -> int:
        """Nothing is drafted; the target writes one."""
        return 1


def step(run: Run, state: State) -> State:
    """x ~ 𝒯p, or argmax p where 𝒯 leaves one token: a tree in which nothing was drafted."""
    beam = state.beams[0]
    return run.commit(beam, [draw_own(run, Scored(run, Candidates(beam.node)), beam.node)])


GREEDY = Decoder(
    name="greedy",
    title="Greedy decoding",
    paper="baseline",
    step=step,
    settings=GreedySettings,
    oracle=itself,
    view="chain",
    rules=(ARGMAX,),
    needs_draft=False,
)
MULTINOMIAL = Decoder(
    name="multinomial",
    title="Multinomial sampling",
    paper="baseline",
    step=step,
    settings=MultinomialSettings,
    oracle=itself,
    view="chain",
    rules=OWN_TOKEN,
    needs_draft=False,
)
