"""GSD Figure 5(d): the pruning threshold θ_sib."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, grid, metrics

EXPERIMENT = Experiment(
    name="gsd-figure-5d",
    paper="GSD",
    item="Figure 5(d)",
    title="the pruning threshold θ_sib",
    varies="θ_sib",
    measures="acceptance (accepted / drafted depth), drafted tokens",
    needs="any pair and any prompts",
    cells=(
        *grid(
            "gsd",
            "GSD",
            x="sibling_threshold",
            sibling_threshold=(0.0, 0.1, 0.3, 0.5, 0.7),
            out_degree=4,
            prob_threshold=0.2,
        ),
        *grid(
            "tsd",
            "TSD",
            x="sibling_threshold",
            sibling_threshold=(0.0, 0.1, 0.3, 0.5, 0.7),
            out_degree=4,
            prob_threshold=0.2,
        ),
    ),
    metrics=metrics("graph_acceptance", "drafted_per_token", "tokens_per_pass"),
    measure=measure.run,
    draw=draw.curves("θ_sib", "graph_acceptance", "drafted_per_token"),
    differs="a draft is cut at 128 nodes (node_budget); " + papers.UNPRUNED,
)
