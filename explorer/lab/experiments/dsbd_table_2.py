"""DSBD Table 2: one cache: DSBD beside what keeps one sequence."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Cell, Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="dsbd-table-2",
    paper="DSBD",
    item="Table 2",
    title="one cache: DSBD beside what keeps one sequence",
    varies="the method",
    measures="quality, tokens/s, modelled J/token, KV slots",
    needs="questions whose answers are judged (--data squad:FILE, --data spider:FILE)",
    cells=(
        Cell("multinomial", "multinomial", papers.DSBD, "multinomial"),
        Cell("SpD", "spd", {"gamma": 4, **papers.DSBD}, "SpD"),
        Cell("SpecInfer", "specinfer", {"branching": "2,1,1,1", **papers.DSBD}, "SpecInfer"),
        Cell(
            "DSBD",
            "dsbd",
            {"gamma": 4, "draft_width": 6, "threshold": 0.7, "min_width": 3, "one_cache": True, **papers.DSBD},
            "DSBD",
        ),
    ),
    metrics=metrics("quality", "f1", "tokens_per_s", "j_per_token", "measured_j_per_token", "kv_peak", "perplexity"),
    measure=measure.run,
    draw=draw.bars("quality", "tokens_per_s", "j_per_token"),
    marks=tuple(
        Mark(f"Table 2, Llama-2, {data}", method, metric, value)
        for data, rows in (
            ("SQuAD", ((74, 21.14, 12.36), (75, 27.11, 8.34), (74, 27.15, 9.22), (86, 26.67, 8.75))),
            ("Spider", ((20, 21.98, 11.14), (19, 31.74, 7.06), (19, 32.00, 8.01), (31, 30.30, 7.17))),
        )
        for method, row in zip(("multinomial", "SpD", "SpecInfer", "DSBD"), rows, strict=True)
        for metric, value in zip(("quality", "tokens_per_s", "j_per_token"), row, strict=True)
    ),
    scorers=("squad", "sql"),
    limit=48,
)
