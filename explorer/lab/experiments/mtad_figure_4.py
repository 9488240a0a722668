"""MTAD Figure 4: relative perplexity against relative quality."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, metrics

EXPERIMENT = Experiment(
    name="mtad-figure-4",
    paper="MTAD",
    item="Figure 4",
    title="relative perplexity against relative quality",
    varies="the method",
    measures="perplexity and quality over multinomial sampling's",
    needs="questions whose answers are judged, several sets together",
    cells=(papers.MULTINOMIAL, papers.BILD, papers.TYPICAL, *papers.LOSSLESS, papers.MTAD_CELL),
    metrics=metrics("rel_perplexity", "rel_quality"),
    measure=measure.run,
    draw=draw.pareto(("rel_perplexity", "rel_quality")),
    scorers=("sql", "squad", "rouge", "number", "bleu", "code"),
    quick=8,
)
