"""GSD Table 2: speed-up without determinism."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Cell, Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="gsd-table-2",
    paper="GSD",
    item="Table 2",
    title="speed-up without determinism",
    varies="the method",
    measures="speed-up over sampling",
    needs="any pair (the paper: --data gsm8k:FILE, --data xsum:FILE)",
    cells=(
        Cell("multinomial", "multinomial", papers.GSD_SAMPLING, "multinomial"),
        Cell("SSD", "ssd", {"verification": "sampling", **papers.GSD_SAMPLING}, "SSD"),
        Cell("TSD", "tsd", {"verification": "sampling", **papers.GSD_TREE, **papers.GSD_SAMPLING}, "TSD"),
        Cell("GSD", "gsd", {"verification": "sampling", **papers.GSD_TREE, **papers.GSD_SAMPLING}, "GSD"),
    ),
    metrics=metrics("speedup", "tokens_per_pass", "graph_acceptance"),
    measure=measure.run,
    draw=draw.bars("speedup", "tokens_per_pass"),
    marks=tuple(
        Mark(f"Table 2, {data}", method, "speedup", value)
        for data, row in (("GSM8k", (1.80, 1.81, 2.14)), ("XSum", (1.58, 1.46, 1.89)))
        for method, value in zip(("SSD", "TSD", "GSD"), row, strict=True)
    ),
    differs="acceptance follows one draw from the target and is exact; the paper's own is lossy",
)
