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
        Mark(where, method, metric, value)
        for where, rows in (
            ("Table 9, CNNDM (ROUGE-L)", ((11.4, 11.8),)),
            ("Table 9, Spider (EA)", ((11.5, 13.0),)),
            ("Table 14, CNNDM (ROUGE-L), no fine-tuning", ((11.4, 11.8), (37.7, 44.2))),
            ("Table 14, CNNDM (ROUGE-L), 68M fine-tuned", ((11.4, 12.1), (20.4, 25.0))),
            ("Table 14, CNNDM (ROUGE-L), both fine-tuned", ((16.4, 16.8), (24.3, 27.1))),
            ("Table 15, Spider (EA), no fine-tuning", ((11.5, 13.0), (28.5, 30.3))),
            ("Table 15, Spider (EA), 68M fine-tuned", ((11.5, 14.8), (27.8, 32.3))),
            ("Table 15, Spider (EA), both fine-tuned", ((16.3, 18.3), (25.6, 29.4))),
        )
        for metric, row in zip(("quality", "tokens_per_s"), rows, strict=False)
        for method, value in zip(("SpD", "MTAD"), row, strict=True)
    ),
    scorers=("rouge", "sql", "squad", "number", "bleu"),
    differs="ROUGE-L is in per cent, where the paper has shares; MT-Bench's scores are GPT-4's and do not stand here",
)
