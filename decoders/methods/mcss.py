"""MCSS: multi-candidate speculative sampling (Yang et al. 2024).

As SpecInfer, but a node's children are drawn without replacement: after each draw q[x] ← 0 and q is renormalised,
and it is that shrunken q which stands in the ratio and in the residual of the next try. With replacement it is
SpecInfer's rule. Lossless either way.
"""

from dataclasses import dataclass

from decoders.core.decode import Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.core.settings import setting
from decoders.methods.branching import BranchingSettings, TriesLayer, iteration


@dataclass(frozen=True)
class McssSettings(BranchingSettings):
    """Settings of MCSS."""

    replacement: bool = setting(False, "Whether a node's children are drawn with replacement")


def step(run: Run, state: State) -> State:
    """One iteration, with or without replacement."""
    return iteration(run, state, run.settings.replacement)


DECODER = Decoder(
    "mcss",
    "MCSS: drafts without replacement",
    "Yang et al. 2024",
    step,
    McssSettings,
    multinomial,
    "tree",
    layers=(TriesLayer,),
)
