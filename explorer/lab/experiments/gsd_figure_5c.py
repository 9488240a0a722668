"""GSD Figure 5(c): the pruning threshold θ_prob."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, grid, metrics

EXPERIMENT = Experiment(
    name="gsd-figure-5c",
    paper="GSD",
    item="Figure 5(c)",
    title="the pruning threshold θ_prob",
    varies="θ_prob",
    measures="acceptance (accepted / drafted depth), drafted tokens",
    needs="any pair and any prompts",
    cells=(
        *grid(
            "gsd",
            "GSD",
            x="prob_threshold",
            prob_threshold=(0.0, 0.1, 0.2, 0.3, 0.4),
            out_degree=4,
            sibling_threshold=0.3,
        ),
        *grid(
            "tsd",
            "TSD",
            x="prob_threshold",
            prob_threshold=(0.0, 0.1, 0.2, 0.3, 0.4),
            out_degree=4,
            sibling_threshold=0.3,
        ),
    ),
    metrics=metrics("graph_acceptance", "drafted_per_token", "tokens_per_pass"),
    measure=measure.run,
    draw=draw.curves("θ_prob", "graph_acceptance", "drafted_per_token"),
    differs="a draft is cut at 128 nodes (node_budget); " + papers.UNPRUNED,
)
