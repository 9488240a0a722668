"""DSBD Figure 8: the threshold t."""

from explorer.lab import draw, forests, measure
from explorer.lab.experiment import Experiment, metrics

EXPERIMENT = Experiment(
    name="dsbd-figure-8",
    paper="DSBD",
    item="Figure 8",
    title="the threshold t",
    varies="t",
    measures="quality, tokens/s, modelled J/token",
    needs="questions whose answers are judged (the paper: --data spider:FILE)",
    cells=forests.grouped("threshold", "t"),
    metrics=metrics("mean_accepted", "mean_width", "quality", "tokens_per_s", "j_per_token", "measured_j_per_token"),
    measure=measure.run,
    draw=draw.pareto(("tokens_per_s", "quality"), ("j_per_token", "quality")),
    scorers=("sql", "squad", "rouge", "number", "bleu"),
    limit=48,
)
