"""GSD Figure 3: tokens inside recurring n-grams."""

from dataclasses import replace

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, Mark, grid, metrics

EXPERIMENT = Experiment(
    name="gsd-figure-3",
    paper="GSD",
    item="Figure 3",
    title="tokens inside recurring n-grams",
    varies="levels drafted",
    measures="share of drafted tokens inside n-grams that recur, n = 1 to 4",
    needs="any pair and any prompts",
    cells=tuple(
        replace(cell, group=cell.label)
        for cell in grid("tsd", "tree of depth", gamma=(2, 4, 6, 8, 10), **papers.GSD_TREE)
    ),
    metrics=metrics("recurring", "cut"),
    measure=measure.grams,
    draw=draw.curves("n", "recurring", split="n"),
    marks=(Mark("§5.1, depth 10", "tree of depth γ=10", "recurring", 70, 1),),
    differs="a tree is cut at 128 nodes (node_budget)",
    split="n",
)
