"""DSBD Figure 9: the draft width W_S."""

from explorer.lab import draw, forests, measure
from explorer.lab.experiment import Experiment, metrics

EXPERIMENT = Experiment(
    name="dsbd-figure-9",
    paper="DSBD",
    item="Figure 9",
    title="the draft width W_S",
    varies="W_S",
    measures="quality, tokens/s, modelled J/token",
    needs="questions whose answers are judged (the paper: --data spider:FILE)",
    cells=forests.grouped("draft_width", "W_S"),
    metrics=metrics("mean_accepted", "mean_width", "quality", "tokens_per_s", "j_per_token", "measured_j_per_token"),
    measure=measure.run,
    draw=draw.pareto(("tokens_per_s", "quality"), ("j_per_token", "quality")),
    scorers=("sql", "squad", "rouge", "number", "bleu"),
    limit=48,
)
