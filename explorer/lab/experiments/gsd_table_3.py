"""GSD Table 3: where an iteration's time goes."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Cell, Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="gsd-table-3",
    paper="GSD",
    item="Table 3",
    title="where an iteration's time goes",
    varies="the method and k",
    measures="milliseconds of drafting, verification and others an iteration",
    needs="any pair; one worker on a quiet machine",
    cells=(
        Cell("SSD", "ssd", {}, "SSD"),
        *(
            Cell(f"{method.upper()} k={k}", method, {**papers.GSD_TREE, "out_degree": k}, f"{method.upper()}(k={k})")
            for k in (2, 4)
            for method in ("tsd", "gsd")
        ),
    ),
    metrics=metrics("draft_ms", "target_ms", "other_ms"),
    measure=measure.run,
    draw=draw.bars("draft_ms", "target_ms", "other_ms"),
    marks=tuple(
        Mark("Table 3, LLaMA-2-70b", method, metric, value)
        for method, row in (
            ("SSD", (224.9, 133.5, 45.8)),
            ("TSD(k=2)", (257.0, 172.4, 46.9)),
            ("GSD(k=2)", (225.9, 170.0, 45.5)),
            ("TSD(k=4)", (323.9, 184.4, 49.8)),
            ("GSD(k=4)", (209.0, 178.3, 50.2)),
        )
        for metric, value in zip(("draft_ms", "target_ms", "other_ms"), row, strict=True)
    ),
)
