"""DSBD Figure 7: average accepted width against quality, speed and energy."""

from explorer.lab import draw, forests, measure
from explorer.lab.experiment import Experiment, metrics

EXPERIMENT = Experiment(
    name="dsbd-figure-7",
    paper="DSBD",
    item="Figure 7",
    title="average accepted width against quality, speed and energy",
    varies="γ, W_S, t, W_min",
    measures="W̄, quality, tokens/s, modelled J/token",
    needs="questions whose answers are judged (the paper: --data spider:FILE)",
    cells=forests.FORESTS,
    metrics=metrics("mean_accepted", "mean_width", "quality", "tokens_per_s", "j_per_token", "measured_j_per_token"),
    measure=measure.run,
    draw=draw.pareto(("mean_accepted", "quality"), ("mean_accepted", "tokens_per_s"), ("mean_accepted", "j_per_token")),
    scorers=("sql", "squad", "rouge", "number", "bleu"),
    limit=48,
)
