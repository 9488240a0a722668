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
    needs="questions whose answers are judged (--data spider:FILE; code is saved and not scored)",
    cells=(
        papers.MULTINOMIAL,
        Cell("MTJD K=4", "mtjd", {"block": 4, "width": 4, **papers.MTAD}, "MTJD"),
    ),
    metrics=metrics("quality", "perplexity"),
    measure=measure.run,
    draw=draw.bars("quality", "perplexity"),
    marks=tuple(
        Mark(f"Table 4, {where}", method, metric, value)
        for where, rows in (
            ("Llama-3, Spider", ((22.0, 2.58), (52.5, 1.16))),
            ("Llama-3, MT-Bench", ((None, 2.40), (None, 1.32))),
            ("Llama-3, HumanEval", ((15.9, 2.09), (36.6, 1.26))),
            ("Llama-3-Instruct, Spider", ((36.0, 2.23), (60.5, 1.18))),
            ("Llama-3-Instruct, MT-Bench", ((None, 1.91), (None, 1.27))),
        )
        for method, row in zip(("multinomial", "MTJD"), rows, strict=True)
        for metric, value in zip(("quality", "perplexity"), row, strict=True)
        if value is not None
    ),
    scorers=("sql", "code", "squad", "number"),
    limit=48,
    differs="MT-Bench's scores are GPT-4's, and of the paper's MT-Bench only perplexity stands here",
)
