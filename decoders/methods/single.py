"""Greedy decoding and sampling, with one target token per iteration. These two methods are the reference methods of all
lossless methods.
"""

from dataclasses import dataclass

from decoders.core.decode import Run, State
from decoders.core.decoder import Decoder, itself
from decoders.core.rules import ARGMAX, Warp
from decoders.core.settings import Settings
from decoders.methods.tree_verification import OWN_TOKEN, Candidates, Scored, draw_own


@dataclass(frozen=True)
class GreedySettings:
    """Greedy decoding has no settings of its own."""

    @property
    def warp(self) -> Warp:
        """The warping 𝒯 of greedy decoding, which leaves only the most probable token."""
        return Warp(temperature=0)

    @property
    def most_nodes(self) -> int:
        """One node per iteration, which the target adds, because nothing is drafted."""
        return 1


@dataclass(frozen=True)
class MultinomialSettings(Settings):
    """Settings of sampling from 𝒯p."""

    @property
    def most_nodes(self) -> int:
        """One node per iteration, which the target adds, because nothing is drafted."""
        return 1


def step(run: Run, state: State) -> State:
    """Add one token x ~ 𝒯p, or argmax p if 𝒯 leaves a single token, without a draft."""
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
