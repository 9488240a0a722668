"""MTAD Table 4: one token at a time and four jointly."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Cell, Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="mtad-table-4",
    paper="MTAD",
    item="Table 4",
    title="one token at a time and four jointly",
    varies="the method",
    measures="quality, perplexity",
    needs="questions whose answers are judged (--data spider:FILE, humaneval:FILE)",
    cells=(
        papers.MULTINOMIAL,
        Cell("MTJD K=4", "mtjd", {"block": 4, "width": 4, **papers.MTAD}, "MTJD"),
    ),
    metrics=metrics("quality", "perplexity"),
    measure=measure.run,
    draw=draw.bars("quality", "perplexity"),
    marks=tuple(
        Mark(f"Table 4, Llama-3, {data}", method, metric, value)
        for data, rows in (("Spider", ((22.0, 2.58), (52.5, 1.16))), ("HumanEval", ((15.9, 2.09), (36.6, 1.26))))
        for method, row in zip(("multinomial", "MTJD"), rows, strict=True)
        for metric, value in zip(("quality", "perplexity"), row, strict=True)
    ),
    scorers=("sql", "code", "squad", "number"),
    limit=48,
)
