"""DSBD Figure 5: execution accuracy against speed and energy on Spider."""

from explorer.lab import draw, forests, measure
from explorer.lab.experiment import Experiment, metrics

EXPERIMENT = Experiment(
    name="dsbd-figure-5",
    paper="DSBD",
    item="Figure 5",
    title="execution accuracy against speed and energy on Spider",
    varies="W of beam sampling; γ, W_S, t, W_min of DSBD",
    measures="quality, tokens/s, modelled J/token",
    needs="questions with databases (--data spider:FILE); the paper leaves out OPT, whose accuracy is near 0",
    cells=forests.PARETO,
    metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token", "quality", "mean_width"),
    measure=measure.run,
    draw=draw.pareto(("tokens_per_s", "quality"), ("j_per_token", "quality")),
    scorers=("sql",),
    limit=48,
    quick=8,
    differs="the grid has γ 2 and 4; the paper does not list its own γ",
)
