"""MTAD Figure 3: the threshold τ."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, grid, metrics

EXPERIMENT = Experiment(
    name="mtad-figure-3",
    paper="MTAD",
    item="Figure 3",
    title="the threshold τ",
    varies="τ",
    measures="perplexity, tokens/s, tokens a target pass",
    needs="any pair and any prompts",
    cells=grid(
        "mtad",
        "MTAD",
        x="threshold",
        threshold=(0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0),
        gamma=4,
        draft_width=4,
        **papers.MTAD,
    ),
    metrics=metrics("perplexity", "tokens_per_s", "tokens_per_pass"),
    measure=measure.run,
    draw=draw.curves("τ", "perplexity", "tokens_per_s"),
    quick=4,
)
