"""DSBD Figure 6: perplexity against speed and energy."""

from explorer.lab import draw, forests, measure
from explorer.lab.experiment import Experiment, metrics

EXPERIMENT = Experiment(
    name="dsbd-figure-6",
    paper="DSBD",
    item="Figure 6",
    title="perplexity against speed and energy",
    varies="W of beam sampling; γ, W_S, t, W_min of DSBD",
    measures="perplexity, tokens/s, modelled J/token",
    needs="any pair and any prompts (the paper: --data spider:FILE)",
    cells=forests.PARETO,
    metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token", "perplexity", "mean_width"),
    measure=measure.run,
    draw=draw.pareto(("tokens_per_s", "perplexity"), ("j_per_token", "perplexity")),
    quick=8,
    differs="the grid has γ 2 and 4; the paper does not list its own γ",
)
