"""GSD Table 10: text quality when nodes are merged."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Cell, Experiment, Mark, metrics

_LOSSY = {"verification": "sampling", "acceptance": "paper", **papers.GSD_SMALL, **papers.GSD_SAMPLING}
EXPERIMENT = Experiment(
    name="gsd-table-10",
    paper="GSD",
    item="Table 10",
    title="text quality when nodes are merged",
    varies="the method and τ",
    measures="ROUGE-1, ROUGE-2, ROUGE-L",
    needs="texts with references (--data xsum:FILE, --data scitldr:FILE, --data cnndm:FILE)",
    cells=(
        Cell("vanilla decoding", "multinomial", papers.GSD_SAMPLING, "vanilla decoding"),
        Cell("SSD", "ssd", {"verification": "sampling", **papers.GSD_SAMPLING}, "SSD"),
        *(Cell(f"GSD τ={tau}", "gsd", {**_LOSSY, "merge": tau}, f"GSD(τ={tau})") for tau in (1, 2)),
    ),
    metrics=metrics("rouge1", "rouge2", "rougeL"),
    measure=measure.run,
    draw=draw.bars("rouge1", "rouge2", "rougeL"),
    marks=tuple(
        Mark("Table 10, LLaMA-2-7b", method, metric, value)
        for method, row in (
            ("vanilla decoding", (0.25, 0.09, 0.19)),
            ("SSD", (0.24, 0.09, 0.19)),
            ("GSD(τ=1)", (0.23, 0.09, 0.18)),
            ("GSD(τ=2)", (0.23, 0.09, 0.18)),
        )
        for metric, value in zip(("rouge1", "rouge2", "rougeL"), row, strict=True)
    ),
    scorers=("rouge",),
)
