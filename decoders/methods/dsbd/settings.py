"""Settings of DSBD (DSBD §4.2)."""

from dataclasses import dataclass

from decoders.core.settings import setting
from decoders.methods.beam import BeamSettings


@dataclass(frozen=True)
class DsbdSettings(BeamSettings):
    """Settings of DSBD. The papers use W_S from 2 to 6, W_min from 1 to 3, t = 0.7 or 0.9, top-k 10 and top-p 0.8."""

    gamma: int = setting(
        3, "Maximum number of draft layers per round.", label="Draft length", low=1, high=16, symbol="γ"
    )
    draft_width: int = setting(6, "Number of draft beams sampled per layer.", low=1, high=32, symbol="W_S")
    width: int | str = setting(
        "dynamic",
        "Target width: a fixed number of beams per layer, or “dynamic” (computed for every layer, DSBD Eqs. 2–7).",
        low=1,
        high=32,
        word="dynamic",
        symbol="W_L",
    )
    min_width: int = setting(
        1, "Minimum target width of a dynamic layer.", label="Minimum width", low=1, high=32, symbol="W_min"
    )
    threshold: float = setting(
        0.7,
        "Required probability: a dynamic layer aims for the largest width that it reaches with at least this "
        "probability. A larger value gives narrower layers.",
        label="Required probability",
        low=0,
        high=1,
        symbol="t",
    )
    replacement: bool = setting(
        True, "Whether the same (beam, token) pair may be drafted twice in one layer.", label="With replacement"
    )
    one_cache: bool = setting(
        False,
        "Whether only the output beam with the lowest perplexity continues, so that one KV cache is enough (lossy).",
    )
    draft_weights: str = setting(
        "cumulative",
        "Beam weights in the draft: by likelihood since the prompt (cumulative) or equal in every round (uniform).",
        label="Beam weights",
        choices=("cumulative", "uniform"),
    )

    @property
    def most_nodes(self) -> int:
        """Maximum number of nodes per iteration. A layer has at most as many nodes as there are draft beams or
        continuing beams.
        """
        width = self.width if isinstance(self.width, int) else self.min_width
        return self.gamma * max(self.draft_width, width)
