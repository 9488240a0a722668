"""Settings of SSD, TSD and GSD, and the shape of the draft that they ask for (GSD §3 to §5, App. A)."""

from dataclasses import dataclass, replace
from typing import Any

from decoders.core.rules import Warp
from decoders.core.settings import Settings, setting


@dataclass(frozen=True)
class GraphShape:
    """What the draft may look like. `merge` is τ, 0 for no merging."""

    gamma: int
    out_degree: int = 1
    prob_threshold: float = 0.0
    sibling_threshold: float = 0.0
    merge: int = 0
    node_budget: int = 1024


@dataclass(frozen=True)
class VerifiedSettings(Settings):
    """What the three methods share. Deterministic verification leaves nothing to chance, whatever the warping."""

    gamma: int = setting(10, "Levels drafted per iteration", low=1, high=32, symbol="γ")
    verification: str = setting(
        "deterministic",
        "Keep drafts that are the target's most probable token, or sample from the target",
        choices=("deterministic", "sampling"),
    )

    @property
    def warp(self) -> Warp:
        return Warp(temperature=0) if self.verification == "deterministic" else super().warp

    @property
    def paper(self) -> bool:
        """Whether the paper's lossy acceptance is asked for."""
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
    return setting(default, "A drafted token with q below this is not expanded", low=0, high=1, symbol="θ_prob")


def _sib(default: float) -> Any:
    words = "A drafted token with q below this share of its likeliest sibling's is not expanded"
    return setting(default, words, low=0, high=1, symbol="θ_sib")


@dataclass(frozen=True)
class TsdSettings(VerifiedSettings):
    """Settings of TSD: nothing is pruned by default, and only the node budget ends the growth."""

    acceptance: str = setting(
        "exact",
        "With sampling: follow one draw from p (exact), or the paper's independent p/q accepts, which are lossy",
        choices=("exact", "paper"),
    )
    out_degree: int = setting(4, "Children drafted below every open node", low=1, high=64, symbol="k")
    prob_threshold: float = _prob(0.0)
    sibling_threshold: float = _sib(0.0)
    node_budget: int = setting(128, "Most nodes the target verifies in one pass, replicas included", low=1, high=1024)

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
        "Length of the n-gram whose recurrence merges two nodes; larger merges less, 0 is off",
        low=0,
        high=8,
        symbol="τ",
    )

    @property
    def shape(self) -> GraphShape:
        return replace(super().shape, merge=self.merge)
