"""MTAD Table 10: tokens an iteration by τ."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, Mark, grid, metrics

EXPERIMENT = Experiment(
    name="mtad-table-10",
    paper="MTAD",
    item="Table 10",
    title="tokens an iteration by τ",
    varies="τ",
    measures="tokens a target pass",
    needs="any pair and any prompts (the paper: --pair llama3)",
    cells=grid(
        "mtad", "MTAD", x="threshold", threshold=(0.1, 0.3, 0.5, 0.7, 0.9), gamma=4, draft_width=4, **papers.MTAD
    ),
    metrics=metrics("tokens_per_pass", "perplexity"),
    measure=measure.run,
    draw=draw.curves("τ", "tokens_per_pass"),
    marks=tuple(
        Mark(f"Table 10, {model}", "MTAD", "tokens_per_pass", value, tau)
        for model, row in (
            ("Llama-3", (4.72, 4.43, 4.12, 3.93, 3.64)),
            ("Llama-3-Instruct", (4.74, 4.51, 4.28, 4.06, 3.79)),
        )
        for tau, value in zip((0.1, 0.3, 0.5, 0.7, 0.9), row, strict=True)
    ),
    quick=3,
)
