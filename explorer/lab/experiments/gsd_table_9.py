"""GSD Table 9: acceptance and speed-up without determinism."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Cell, Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="gsd-table-9",
    paper="GSD",
    item="Table 9",
    title="acceptance and speed-up without determinism",
    varies="the method",
    measures="acceptance (accepted / drafted depth), speed-up over sampling",
    needs="any pair (the paper: LLaMA-2-7b; --data alpaca:FILE, wmt-en-de:FILE, gsm8k:FILE)",
    cells=(
        Cell("multinomial", "multinomial", papers.GSD_SAMPLING, "multinomial"),
        Cell("SSD", "ssd", {"verification": "sampling", **papers.GSD_SAMPLING}, "SSD"),
        Cell(
            "GSD",
            "gsd",
            {"verification": "sampling", "acceptance": "paper", "merge": 1, **papers.GSD_SMALL, **papers.GSD_SAMPLING},
            "GSD",
        ),
    ),
    metrics=metrics("graph_acceptance", "speedup", "tokens_per_pass"),
    measure=measure.run,
    draw=draw.bars("graph_acceptance", "speedup"),
    marks=tuple(
        Mark(f"Table 9, LLaMA-2-7b, {data}", method, metric, value)
        for method, row in (
            ("SSD", (0.695, 1.16, 0.737, 1.21, 0.540, 0.96)),
            ("GSD", (0.793, 1.34, 0.848, 1.31, 0.836, 1.18)),
        )
        for place, value in enumerate(row)
        for data, metric in [(("Alpaca", "WMT-14", "GSM8K")[place // 2], ("graph_acceptance", "speedup")[place % 2])]
    ),
)
