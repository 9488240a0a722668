"""MTAD Table 12: top-k and top-p."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Cell, Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="mtad-table-12",
    paper="MTAD",
    item="Table 12",
    title="top-k and top-p",
    varies="k and p of 𝒯",
    measures="perplexity, tokens/s",
    needs="any pair and any prompts (the paper: --data chatgpt-prompts:FILE, --pair llama2)",
    cells=tuple(
        Cell(
            f"{cell.label} k={k} p={p}", cell.method, {**cell.settings, "top_k": k, "top_p": p}, f"{cell.label} {k} {p}"
        )
        for k, p in ((20, 0.9), (20, 0.8), (10, 0.9), (10, 0.8))
        for cell in (papers.MULTINOMIAL, papers.SPD, papers.MTAD_CELL)
    ),
    metrics=metrics("perplexity", "tokens_per_s"),
    measure=measure.run,
    draw=draw.bars("perplexity", "tokens_per_s"),
    marks=tuple(
        Mark("Table 12, Llama-2", f"{method} {k} {p}", metric, value)
        for k, p, rows in (
            (20, 0.9, ((3.74, 22.6), (3.64, 36.8), (2.06, 63.0))),
            (20, 0.8, ((3.06, 22.7), (3.10, 38.5), (1.93, 58.8))),
            (10, 0.9, ((3.03, 22.7), (3.22, 38.5), (1.95, 62.5))),
            (10, 0.8, ((2.56, 22.7), (2.53, 40.0), (1.80, 62.5))),
        )
        for method, row in zip(("multinomial", "SpD", "MTAD"), rows, strict=True)
        for metric, value in zip(("perplexity", "tokens_per_s"), row, strict=True)
    ),
    differs=papers.TOP_K,
)
