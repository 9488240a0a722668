"""MTAD Table 1: of ten outputs, the likelier one is the better one."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="mtad-table-1",
    paper="MTAD",
    item="Table 1",
    title="of ten outputs, the likelier one is the better one",
    varies="the output's rank by perplexity",
    measures="perplexity, quality",
    needs="questions whose answers are judged (the paper: GPT-3.5-turbo on Spider)",
    cells=(papers.MULTINOMIAL,),
    metrics=metrics("perplexity", "quality"),
    measure=measure.ranked,
    draw=draw.curves("rank by perplexity of 10 outputs", "perplexity", "quality", split="rank"),
    marks=(
        Mark("Table 1, GPT-3.5-turbo, lowest", "multinomial", "perplexity", 1.07, 1),
        Mark("Table 1, GPT-3.5-turbo, 5th lowest", "multinomial", "perplexity", 1.40, 5),
        Mark("Table 1, GPT-3.5-turbo, highest", "multinomial", "perplexity", 4.13, 10),
        Mark("Table 1, GPT-3.5-turbo, lowest", "multinomial", "quality", 62, 1),
        Mark("Table 1, GPT-3.5-turbo, 5th lowest", "multinomial", "quality", 58, 5),
        Mark("Table 1, GPT-3.5-turbo, highest", "multinomial", "quality", 33, 10),
    ),
    scorers=("sql", "squad", "number"),
    limit=32,
    differs="ranked by the target's own perplexity; GPT-3.5-turbo is not to be had",
    split="rank",
)
