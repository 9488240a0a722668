"""GSD Figure 8: which child is accepted, by θ_sib."""

from explorer.lab import draw, measure
from explorer.lab.experiment import Experiment, grid, metrics

EXPERIMENT = Experiment(
    name="gsd-figure-8",
    paper="GSD",
    item="Figure 8",
    title="which child is accepted, by θ_sib",
    varies="θ_sib, and θ_prob so that θ_sib has something to prune",
    measures="accepted over judged, the same without what was pruned, and share of all accepted tokens, by child rank",
    needs="any pair and any prompts",
    cells=tuple(
        cell
        for name, prob in (("GSD", 0.4), ("GSD θ_prob=0.05", 0.05))
        for cell in grid(
            "gsd", name, out_degree=4, merge=1, prob_threshold=prob, sibling_threshold=(0.1, 0.3, 0.5, 0.7)
        )
    ),
    metrics=metrics("share_accepted", "retained", "share_of_accepted"),
    measure=measure.ranks,
    draw=draw.curves("child's rank by q", "retained", "share_accepted", "share_of_accepted", split="rank"),
    differs="at the paper's θ_prob = 0.4 two siblings stay open only where both have q ≥ 0.4, so that the "
    "likelier has q ≤ 0.6 and θ_sib up to 0.66 prunes nothing more: those curves are one; a second series has θ_prob = "
    "0.05, where θ_sib does prune; the higher θ_sib, the fewer later children the paper accepts: here so only of "
    "those that were retained, since a pruned child stays in the draft as a leaf (§4.2) and is verified all the same; "
    "a draft is cut at 128 nodes (node_budget)",
    split="rank",
)
