"""GSD Table 5: what merging does to the draft's law."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Cell, Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="gsd-table-5",
    paper="GSD",
    item="Table 5",
    title="what merging does to the draft's law",
    varies="k and τ",
    measures="KL divergence of the draft's law after a node and after the one it was merged with",
    needs="any pair and any prompts",
    cells=tuple(
        Cell(f"k={told} τ={tau}", "gsd", {**papers.GSD_TREE, "out_degree": k, "merge": tau}, f"k={told}", float(tau))
        for k, told in ((3, "3"), (5, "5"), (64, "∞"))
        for tau in (0, 1, 2, 3, 4)
    ),
    metrics=metrics("kl", "cut"),
    measure=measure.merged_kl,
    draw=draw.curves("τ", "kl", "cut"),
    marks=tuple(
        Mark("Table 5", f"k={k}", "kl", value, tau)
        for k, row in (
            ("3", (1.19e-4, 2.70e-6, 5.77e-7, 3.34e-7, 5.13e-7)),
            ("5", (1.78e-4, 4.70e-6, 4.21e-7, 7.62e-7, 8.49e-7)),
            ("∞", (1.30e-4, 3.11e-6, 1.03e-6, 9.27e-7, 7.64e-7)),
        )
        for tau, value in enumerate(row)
    ),
    differs="τ = 0 is read as merging by position alone: on a tree in which nothing was merged every node that is "
    "not pruned is held against the first of its level; ∞ is 64 children, and a draft cut at 128 nodes (node_budget) "
    "then has two levels, the second below one node alone, so that for τ ≥ 2 nothing recurs and there is no number; a "
    "mean over merged nodes, in nats; the paper prints “4-21e-7” for k = 5, τ = 2, which is read as 4.21e-7",
)
