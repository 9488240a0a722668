"""GSD Figure 8: which child is accepted, by θ_sib."""

from explorer.lab import draw, measure
from explorer.lab.experiment import Experiment, grid, metrics

EXPERIMENT = Experiment(
    name="gsd-figure-8",
    paper="GSD",
    item="Figure 8",
    title="which child is accepted, by θ_sib",
    varies="θ_sib",
    measures="accepted over judged, and share of all accepted tokens, by child rank",
    needs="any pair and any prompts",
    cells=grid("gsd", "GSD", out_degree=4, merge=1, prob_threshold=0.4, sibling_threshold=(0.1, 0.3, 0.5, 0.7)),
    metrics=metrics("share_accepted", "share_of_accepted"),
    measure=measure.ranks,
    draw=draw.curves("child, most probable first", "share_of_accepted", "share_accepted", split="rank"),
    split="rank",
)
