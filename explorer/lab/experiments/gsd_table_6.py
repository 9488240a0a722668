"""GSD Tables 6 to 8: acceptance and speed-up of smaller pairs."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Cell, Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="gsd-table-6",
    paper="GSD",
    item="Tables 6 to 8",
    title="acceptance and speed-up of smaller pairs",
    varies="the method",
    measures="acceptance (accepted / drafted depth), speed-up over greedy decoding",
    needs="any pair (the paper: --pair bloom, OPT, LLaMA-2-7b; --data alpaca:FILE, wmt-en-de:FILE, gsm8k:FILE)",
    cells=(
        Cell("greedy", "greedy", {}, "greedy"),
        Cell("SSD", "ssd", {}, "SSD"),
        Cell("TSD", "tsd", papers.GSD_SMALL, "TSD"),
        Cell("GSD", "gsd", {**papers.GSD_SMALL, "merge": 1}, "GSD"),
    ),
    metrics=metrics("graph_acceptance", "speedup", "tokens_per_pass"),
    measure=measure.run,
    draw=draw.bars("graph_acceptance", "speedup"),
    marks=tuple(
        Mark(f"{table}, {data}", method, metric, value)
        for table, rows in (
            (
                "Table 6, BLOOM-7b1",
                (
                    (0.628, 1.12, 0.705, 1.30, 0.653, 1.18),
                    (0.783, 0.44, 0.798, 0.59, 0.741, 0.32),
                    (0.819, 1.48, 0.812, 1.52, 0.755, 1.26),
                ),
            ),
            (
                "Table 7, OPT-13b",
                (
                    (0.563, 1.12, 0.621, 1.16, 0.602, 1.08),
                    (0.672, 0.37, 0.705, 0.38, 0.770, 0.62),
                    (0.691, 1.15, 0.733, 1.28, 0.793, 1.22),
                ),
            ),
            (
                "Table 8, LLaMA-2-7b",
                (
                    (0.729, 1.22, 0.783, 1.29, 0.601, 1.04),
                    (0.846, 0.65, 0.851, 0.56, 0.775, 0.60),
                    (0.860, 1.31, 0.863, 1.36, 0.793, 1.16),
                ),
            ),
        )
        for method, row in zip(("SSD", "TSD", "GSD"), rows, strict=True)
        for place, value in enumerate(row)
        for data, metric in [(("Alpaca", "WMT-14", "GSM8K")[place // 2], ("graph_acceptance", "speedup")[place % 2])]
    ),
)
