"""DSBD Figure 4: exact match against speed and energy on SQuAD."""

from explorer.lab import draw, forests, measure
from explorer.lab.experiment import Experiment, metrics

EXPERIMENT = Experiment(
    name="dsbd-figure-4",
    paper="DSBD",
    item="Figure 4",
    title="exact match against speed and energy on SQuAD",
    varies="W of beam sampling; γ, W_S, t, W_min of DSBD",
    measures="quality, tokens/s, modelled J/token",
    needs="questions with short answers (--data squad:FILE)",
    cells=forests.PARETO,
    metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token", "quality", "f1", "mean_width"),
    measure=measure.run,
    draw=draw.pareto(("tokens_per_s", "quality"), ("j_per_token", "quality")),
    scorers=("squad",),
    limit=16,
    quick=8,
    differs="the grid has γ 2 and 4; the paper does not list its own γ",
)
