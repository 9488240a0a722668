"""MTAD Figure 5: energy against speed."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, Mark, metrics
from explorer.lab.experiments import mtad_table_5


def _of(metric: str) -> list[Mark]:
    """What Table 5 has of a metric: the figure is made of its numbers (App. C.8)."""
    return [mark for mark in mtad_table_5.EXPERIMENT.marks if mark.metric == metric]


EXPERIMENT = Experiment(
    name="mtad-figure-5",
    paper="MTAD",
    item="Figure 5",
    title="energy against speed",
    varies="the method",
    measures="modelled J/token, tokens/s",
    needs="any pair and any prompts",
    cells=(papers.MULTINOMIAL, papers.BILD, papers.TYPICAL, *papers.LOSSLESS, papers.MTAD_CELL),
    metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token"),
    measure=measure.run,
    draw=draw.pareto(("tokens_per_s", "j_per_token")),
    marks=tuple(
        Mark(speed.where, speed.group, "j_per_token", joules.value, speed.value)
        for speed, joules in zip(_of("tokens_per_s"), _of("j_per_token"), strict=True)
    ),
    quick=8,
    differs=papers.ENERGY,
)
