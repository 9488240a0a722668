"""DSBD Theorem 3.2: the chance of W_L accepted beams, predicted and come true."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, grid, metrics

EXPERIMENT = Experiment(
    name="dsbd-theorem",
    paper="DSBD",
    item="Theorem 3.2",
    title="the chance of W_L accepted beams, predicted and come true",
    varies="t",
    measures="predicted chance and share of layers, by predicted chance",
    needs="any pair with dsbd; the more layers, the better",
    cells=grid("dsbd", "DSBD", gamma=4, draft_width=6, min_width=1, threshold=(0.3, 0.7, 0.9), **papers.DSBD),
    metrics=metrics("predicted", "reached"),
    measure=measure.chances,
    draw=draw.curves("predicted chance", "reached", "predicted", split="bin"),
    differs="the paper proves it and shows no figure; where prediction holds the points lie on the diagonal",
    split="bin",
)
