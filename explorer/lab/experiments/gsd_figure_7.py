"""GSD Figure 7: which child is accepted."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Cell, Experiment, metrics

EXPERIMENT = Experiment(
    name="gsd-figure-7",
    paper="GSD",
    item="Figure 7",
    title="which child is accepted",
    varies="the method",
    measures="accepted over judged, and share of all accepted tokens, by child rank",
    needs="any pair and any prompts",
    cells=(
        Cell("SSD", "ssd", {}, "SSD"),
        Cell("TSD k=4", "tsd", papers.GSD_TREE, "TSD"),
        Cell("GSD k=4", "gsd", papers.GSD_TREE, "GSD"),
    ),
    metrics=metrics("share_accepted", "share_of_accepted"),
    measure=measure.ranks,
    draw=draw.curves("child's rank by q", "share_of_accepted", "share_accepted", split="rank"),
    split="rank",
)
