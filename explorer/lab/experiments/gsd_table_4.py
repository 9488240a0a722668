"""GSD Table 4: Medusa and GSD."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Cell, Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="gsd-table-4",
    paper="GSD",
    item="Table 4",
    title="Medusa and GSD",
    varies="the method",
    measures="speed-up over greedy decoding",
    needs="a target with Medusa heads (smollm2 has them; the paper: --data gsm8k:FILE, --data xsum:FILE)",
    cells=(
        Cell("greedy", "greedy", {}, "greedy"),
        Cell("Medusa", "medusa", {"acceptance": "exact", "temperature": 0.0}, "Medusa"),
        Cell("GSD", "gsd", papers.GSD_TREE, "GSD"),
    ),
    metrics=metrics("speedup", "tokens_per_pass"),
    measure=measure.run,
    draw=draw.bars("speedup", "tokens_per_pass"),
    marks=tuple(
        Mark(f"Table 4, {data}, LLaMA-2-70b", method, "speedup", value)
        for data, row in (("GSM8K", (2.01, 1.96)), ("XSum", (1.62, 1.73)))
        for method, value in zip(("Medusa", "GSD"), row, strict=True)
    ),
)
