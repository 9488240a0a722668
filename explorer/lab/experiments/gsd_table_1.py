"""GSD Table 1: acceptance, drafted tokens, graph success, speed-up."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Cell, Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="gsd-table-1",
    paper="GSD",
    item="Table 1",
    title="acceptance, drafted tokens, graph success, speed-up",
    varies="the method",
    measures="acceptance (accepted / drafted depth), drafted tokens, graph success, speed-up over greedy decoding",
    needs="any pair (the paper: --data gsm8k:FILE, --data xsum:FILE)",
    cells=(
        Cell("greedy", "greedy", {}, "greedy"),
        Cell("Self SSD", "self-ssd", {"temperature": 0.0}, "Self SSD"),
        Cell("SSD", "ssd", {}, "SSD"),
        Cell("TSD", "tsd", papers.GSD_TREE, "TSD"),
        Cell("GSD", "gsd", papers.GSD_TREE, "GSD"),
    ),
    metrics=metrics("graph_acceptance", "drafted", "graph_success", "speedup", "cut", "tokens_per_pass"),
    measure=measure.run,
    draw=draw.bars("graph_acceptance", "drafted", "graph_success", "speedup"),
    marks=(
        *tuple(
            Mark(f"Table 1, {data}", method, metric, value)
            for data, rows in (
                (
                    "GSM8k, LLaMA-2-70b",
                    ((0.795, 629.9, None, 1.85), (0.894, 8574.6, 0, 1.81), (0.917, 793.1, 27.7, 1.96)),
                ),
                (
                    "XSum, LLaMA-2-70b",
                    ((0.652, 773.2, None, 1.56), (0.784, 22512.4, 0, 1.42), (0.831, 1544.8, 32.8, 1.73)),
                ),
                ("XSum, chat", ((0.496, 989.4, None, 1.19), (0.634, 4601.2, 0, 1.3), (0.642, 1545.7, 30.4, 1.32))),
            )
            for method, row in zip(("SSD", "TSD", "GSD"), rows, strict=True)
            for metric, value in zip(("graph_acceptance", "drafted", "graph_success", "speedup"), row, strict=True)
            if value is not None
        ),
        Mark("Table 1, GSM8k, LLaMA-2-70b", "Self SSD", "speedup", 1.37),
        Mark("Table 1, XSum, LLaMA-2-70b", "Self SSD", "speedup", 1.28),
    ),
    quick=5,
    differs="the paper's speed-up is the mean of greedy and top-p sampling, here of greedy alone; here TSD is pruned "
    f"as GSD is, and cut at 128 nodes; {papers.UNPRUNED}",
)
