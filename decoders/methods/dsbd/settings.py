"""Settings of DSBD (DSBD §4.2)."""

from dataclasses import dataclass

from decoders.core.settings import setting
from decoders.methods.beam import BeamSettings


@dataclass(frozen=True)
class DsbdSettings(BeamSettings):
    """Settings of DSBD; the papers' ranges are W_S 2–6, W_min 1–3, t 0.7 or 0.9, top-k 10, top-p 0.8."""

    gamma: int = setting(3, "Draft layers per iteration", low=1, high=16, symbol="γ")
    draft_width: int = setting(6, "Draft beams per layer", low=1, high=32, symbol="W_S")
    width: int | str = setting(
        "dynamic",
        "Beams kept per layer: a number, or dynamic for Eqs 2–7",
        low=1,
        high=32,
        word="dynamic",
        symbol="W_L",
    )
    min_width: int = setting(1, "Fewest beams a dynamic layer asks for", low=1, high=32, symbol="W_min")
    threshold: float = setting(
        0.7,
        "A dynamic layer asks for as many beams as are accepted with at least this chance",
        low=0,
        high=1,
        symbol="t",
    )
    replacement: bool = setting(True, "Draw the draft beams of a layer with replacement: a pair may be drawn twice")
    one_cache: bool = setting(
        False, "Only the output beam of lowest perplexity goes on, so that one KV cache suffices (lossy)"
    )
    draft_weights: str = setting(
        "cumulative",
        "What the input beams weigh under q: their likelihood since the prompt, or all the same in every iteration",
        choices=("cumulative", "uniform"),
    )

    @property
    def most_nodes(self) -> int:
        """A layer has no more than the drafts', or the beams that are kept."""
        width = self.width if isinstance(self.width, int) else self.min_width
        return self.gamma * max(self.draft_width, width)
