"""GSD Figure 5(a): the largest out-degree k."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, grid, metrics

EXPERIMENT = Experiment(
    name="gsd-figure-5a",
    paper="GSD",
    item="Figure 5(a)",
    title="the largest out-degree k",
    varies="k",
    measures="acceptance (accepted / drafted depth), drafted tokens",
    needs="any pair and any prompts",
    cells=(
        *grid("gsd", "GSD", x="out_degree", out_degree=(1, 2, 3, 4, 5), prob_threshold=0.2, sibling_threshold=0.3),
        *grid("tsd", "TSD", x="out_degree", out_degree=(1, 2, 3, 4, 5), prob_threshold=0.2, sibling_threshold=0.3),
    ),
    metrics=metrics("graph_acceptance", "drafted_per_token", "tokens_per_pass"),
    measure=measure.run,
    draw=draw.curves("k", "graph_acceptance", "drafted_per_token"),
    differs="a draft is cut at 128 nodes (node_budget); " + papers.UNPRUNED,
)
