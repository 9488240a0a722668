"""Settings of SSD, TSD and GSD, and the draft shape that they define (GSD §3 to §5, App. A)."""

from dataclasses import dataclass, replace
from typing import Any

from decoders.core.rules import Warp
from decoders.core.settings import Settings, setting


@dataclass(frozen=True)
class GraphShape:
    """Limits of the draft's shape. `merge` is τ; 0 disables merging."""

    gamma: int
    out_degree: int = 1
    prob_threshold: float = 0.0
    sibling_threshold: float = 0.0
    merge: int = 0
    node_budget: int = 1024


@dataclass(frozen=True)
class VerifiedSettings(Settings):
    """Settings shared by the three methods. Deterministic verification has no randomness, whatever the warping."""

    gamma: int = setting(10, "Maximum depth of the draft.", label="Draft length", low=1, high=32, symbol="γ")
    verification: str = setting(
        "deterministic",
        "Whether the target’s most likely tokens are accepted (deterministic), or the output is sampled from "
        "the target (sampling).",
        choices=("deterministic", "sampling"),
    )

    @property
    def warp(self) -> Warp:
        return Warp(temperature=0) if self.verification == "deterministic" else super().warp

    @property
    def paper(self) -> bool:
        """Whether the paper's lossy acceptance is selected."""
        return False

    @property
    def most_nodes(self) -> int:
        """See `Settings.most_nodes`."""
        return self.gamma


@dataclass(frozen=True)
class SsdSettings(VerifiedSettings):
    """Settings of SSD."""

    @property
    def shape(self) -> GraphShape:
        return GraphShape(self.gamma)


def _prob(default: float) -> Any:
    help = "Minimum draft probability for a node to be extended. A larger value prunes more nodes; 0 prunes none."
    return setting(default, help, label="Probability threshold", low=0, high=1, symbol="θ_prob")


def _sib(default: float) -> Any:
    help = (
        "Minimum fraction of the likeliest sibling’s probability for a node to be extended. A larger value prunes "
        "more nodes; 0 prunes none."
    )
    return setting(default, help, low=0, high=1, symbol="θ_sib")


@dataclass(frozen=True)
class TsdSettings(VerifiedSettings):
    """Settings of TSD. By default nothing is pruned, and only the node budget limits the tree."""

    acceptance: str = setting(
        "exact",
        "With sampling: “exact” follows one sample from the target; “paper” tests every draft token on its own "
        "with p/q, which is lossy.",
        choices=("exact", "paper"),
    )
    out_degree: int = setting(
        4, "Maximum number of children per node.", label="Children per node", low=1, high=64, symbol="k"
    )
    prob_threshold: float = _prob(0.0)
    sibling_threshold: float = _sib(0.0)
    node_budget: int = setting(
        128, "Maximum number of nodes that the target checks in one pass, copies included.", low=1, high=1024
    )

    @property
    def shape(self) -> GraphShape:
        return GraphShape(self.gamma, self.out_degree, self.prob_threshold, self.sibling_threshold, 0, self.node_budget)

    @property
    def most_nodes(self) -> int:
        return self.node_budget

    @property
    def paper(self) -> bool:
        return self.verification == "sampling" and self.acceptance == "paper"


@dataclass(frozen=True)
class GsdSettings(TsdSettings):
    """Settings of GSD, with the defaults of GSD App. A."""

    prob_threshold: float = _prob(0.2)
    sibling_threshold: float = _sib(0.3)
    merge: int = setting(
        2,
        "Length of the n-grams that are merged when they repeat. A larger value merges fewer nodes; 0 disables "
        "merging.",
        label="Merge length",
        low=0,
        high=8,
        symbol="τ",
    )

    @property
    def shape(self) -> GraphShape:
        return replace(super().shape, merge=self.merge)
