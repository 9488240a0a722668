"""GSD Figure 5(b): the length τ of what is merged."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, grid, metrics

EXPERIMENT = Experiment(
    name="gsd-figure-5b",
    paper="GSD",
    item="Figure 5(b)",
    title="the length τ of what is merged",
    varies="τ",
    measures="acceptance (accepted / drafted depth), drafted tokens",
    needs="any pair and any prompts",
    cells=grid("gsd", "GSD", x="merge", merge=(0, 1, 2, 3, 4), **papers.GSD_TREE),
    metrics=metrics("graph_acceptance", "drafted_per_token", "tokens_per_pass"),
    measure=measure.run,
    draw=draw.curves("τ", "graph_acceptance", "drafted_per_token"),
    differs="a draft is cut at 128 nodes (node_budget); " + papers.UNPRUNED,
)
