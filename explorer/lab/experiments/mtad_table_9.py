"""MTAD Tables 9, 14 and 15: downstream scores of SpD and MTAD."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="mtad-table-9",
    paper="MTAD",
    item="Tables 9, 14 and 15",
    title="downstream scores of SpD and MTAD",
    varies="the method",
    measures="quality, tokens/s",
    needs="texts with references (--data cnndm:FILE) or databases (--data spider:FILE)",
    cells=(papers.SPD, papers.MTAD_CELL),
    metrics=metrics("quality", "tokens_per_s", "perplexity"),
    measure=measure.run,
    draw=draw.bars("quality", "tokens_per_s"),
    marks=tuple(
        Mark(where, method, "quality", value)
        for where, row in (
            ("Table 9, CNNDM (ROUGE-L)", (11.4, 11.8)),
            ("Table 9, Spider (EA)", (11.5, 13.0)),
            ("Table 14, CNNDM, both fine-tuned", (16.4, 16.8)),
            ("Table 15, Spider, both fine-tuned", (16.3, 18.3)),
        )
        for method, value in zip(("SpD", "MTAD"), row, strict=True)
    ),
    scorers=("rouge", "sql", "squad", "number", "bleu"),
)
