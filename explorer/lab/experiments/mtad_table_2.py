"""MTAD Table 2: the batch size."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Cell, Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="mtad-table-2",
    paper="MTAD",
    item="Table 2",
    title="the batch size",
    varies="inputs in a target pass",
    measures="time and modelled energy a pass and an input",
    needs="a pair of language models; a quiet machine",
    cells=tuple(Cell(f"batch {size}", "", {"batch": size}, "target passes", float(size)) for size in (1, 2, 4, 8, 16)),
    metrics=metrics("ms_per_run", "ms_per_input", "j_per_run", "j_per_input"),
    measure=measure.batches,
    draw=draw.curves("inputs in a pass", "ms_per_run", "ms_per_input", "j_per_run", "j_per_input"),
    marks=tuple(
        Mark("Table 2, OPT-13B on an L40", "target passes", metric, value, size)
        for size, row in (
            (1, (376, 376, 14.1, 14.1)),
            (2, (397, 198, 16.5, 8.26)),
            (4, (392, 98, 17.7, 4.43)),
            (8, (403, 50, 19.7, 2.46)),
            (16, (418, 26, 24.7, 1.54)),
        )
        for metric, value in zip(("ms_per_run", "ms_per_input", "j_per_run", "j_per_input"), row, strict=True)
    ),
    quick=3,
    differs="64 passes of each size, on torch whatever engine a pair decodes on; " + papers.ENERGY,
)
