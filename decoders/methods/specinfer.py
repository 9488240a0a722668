"""SpecInfer: a tree of iid children, each node's tried in turn (Miao et al. 2024).

A child is accepted with min(1, p′/q), else p′ ← norm(max(p′ − q, 0)) and the next one is tried; q stays as it is.
A token drawn twice is one node with two tries. Lossless.
"""

from dataclasses import dataclass

from decoders.core.decode import Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.methods.branching import BranchingSettings, TriesLayer, iteration


@dataclass(frozen=True)
class SpecInferSettings(BranchingSettings):
    """Settings of SpecInfer."""


def step(run: Run, state: State) -> State:
    """One iteration: children drawn iid, that is, with replacement."""
    return iteration(run, state, replacement=True)


DECODER = Decoder(
    "specinfer",
    "SpecInfer: a tree of drafts tried in turn",
    "Miao et al. 2024",
    step,
    SpecInferSettings,
    multinomial,
    "tree",
    layers=(TriesLayer,),
)
