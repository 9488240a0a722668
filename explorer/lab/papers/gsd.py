"""The experiments of GSD (Gong et al. 2024), and the paper's values."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from explorer.lab import measure
from explorer.lab.analysis import draw
from explorer.lab.experiment import Cell, Experiment, Mark, grid, marks, metrics

SAMPLING = {"temperature": 0.7, "top_p": 0.7}  # App. A
TREE = {"out_degree": 4, "prob_threshold": 0.2, "sibling_threshold": 0.3}  # App. A; γ = 10 and τ = 2 are defaults
SMALL = {"out_degree": 4, "prob_threshold": 0.4, "sibling_threshold": 0.1}  # Tables 6 to 9, with τ = 1
SAMPLED = {"verification": "sampling", **SAMPLING}
LOSSY = {"verification": "sampling", "acceptance": "paper"}

GREEDY = Cell("greedy", "greedy", {}, "greedy")
MULTINOMIAL = Cell("multinomial", "multinomial", SAMPLING, "multinomial")
SSD = Cell("SSD", "ssd", {}, "SSD")
SSD_SAMPLED = Cell("SSD", "ssd", SAMPLED, "SSD")
TSD = Cell("TSD", "tsd", TREE, "TSD")
GSD = Cell("GSD", "gsd", TREE, "GSD")

CUT = "A draft is cut at 128 nodes (node_budget)"
UNPRUNED = (
    "The paper’s TSD drafts 22,512 tokens on XSum with k = 4, so it seems to be unpruned. However, §5 mentions TSD "
    "with pruning"
)
BARS = metrics("graph_acceptance", "speedup", "tokens_per_pass")


def _both(key: str, values: tuple[float, ...], **fixed: float) -> tuple[Cell, ...]:
    """Cells of GSD and TSD with each value of one setting."""
    given = {key: values, **fixed}
    return (*grid("gsd", "GSD", x=key, **given), *grid("tsd", "TSD", x=key, **given))


def _by_set(where: str, rows: Mapping[str, Sequence[float]]) -> tuple[Mark, ...]:
    """The paper's values (`Mark`) in a table with one row per method.

    A row contains the acceptance and the speed-up on each of three data sets.
    """
    columns = [(data, key) for data in ("Alpaca", "WMT-14", "GSM8K") for key in ("graph_acceptance", "speedup")]
    return tuple(
        Mark(f"{where}, {data}", method, key, value)
        for method, row in rows.items()
        for (data, key), value in zip(columns, row, strict=True)
    )


experiment = partial(Experiment, paper="GSD", measure=measure.run)
figure_5 = partial(
    experiment,
    measures="acceptance (accepted / drafted depth), draft tokens",
    needs="any pair and any prompts",
    metrics=metrics("graph_acceptance", "drafted_per_token", "tokens_per_pass"),
    differs=f"{CUT}. {UNPRUNED}",
)
EXPERIMENTS = (
    experiment(
        name="gsd-figure-3",
        item="Figure 3",
        title="tokens inside repeated n-grams",
        varies="number of drafted levels",
        measures="share of draft tokens inside repeated n-grams, n = 1 to 4",
        needs="any pair and any prompts",
        cells=tuple(
            replace(cell, group=cell.label) for cell in grid("tsd", "tree of depth", gamma=(2, 4, 6, 8, 10), **TREE)
        ),
        metrics=metrics("recurring", "cut"),
        measure=measure.grams,
        draw=draw.curves("n", "recurring", split="n"),
        marks=(Mark("§5.1, depth 10", "tree of depth γ=10", "recurring", 70, 1),),
        differs="A tree is cut at 128 nodes (node_budget)",
        split="n",
    ),
    figure_5(
        name="gsd-figure-5a",
        item="Figure 5(a)",
        title="the largest out-degree k",
        varies="k",
        cells=_both("out_degree", (1, 2, 3, 4, 5), prob_threshold=0.2, sibling_threshold=0.3),
        draw=draw.curves("k", "graph_acceptance", "drafted_per_token"),
    ),
    figure_5(
        name="gsd-figure-5b",
        item="Figure 5(b)",
        title="the merge length τ",
        varies="τ",
        cells=grid("gsd", "GSD", x="merge", merge=(0, 1, 2, 3, 4), **TREE),
        draw=draw.curves("τ", "graph_acceptance", "drafted_per_token"),
    ),
    figure_5(
        name="gsd-figure-5c",
        item="Figure 5(c)",
        title="the pruning threshold θ_prob",
        varies="θ_prob",
        cells=_both("prob_threshold", (0.0, 0.1, 0.2, 0.3, 0.4), out_degree=4, sibling_threshold=0.3),
        draw=draw.curves("θ_prob", "graph_acceptance", "drafted_per_token"),
    ),
    figure_5(
        name="gsd-figure-5d",
        item="Figure 5(d)",
        title="the pruning threshold θ_sib",
        varies="θ_sib",
        cells=_both("sibling_threshold", (0.0, 0.1, 0.3, 0.5, 0.7), out_degree=4, prob_threshold=0.2),
        draw=draw.curves("θ_sib", "graph_acceptance", "drafted_per_token"),
    ),
    experiment(
        name="gsd-figure-7",
        item="Figure 7",
        title="which child is accepted",
        varies="the method",
        measures="accepted / tested draft tokens, and share of all accepted tokens, by child rank",
        needs="any pair and any prompts",
        cells=(SSD, replace(TSD, label="TSD k=4"), replace(GSD, label="GSD k=4")),
        metrics=metrics("share_accepted", "share_of_accepted"),
        measure=measure.ranks,
        draw=draw.curves("child's rank by q", "share_of_accepted", "share_accepted", split="rank"),
        split="rank",
    ),
    experiment(
        name="gsd-figure-8",
        item="Figure 8",
        title="which child is accepted, by θ_sib",
        varies="θ_sib, and θ_prob so that θ_sib has an effect",
        measures="accepted / tested draft tokens, the same without pruned nodes, and share of all accepted tokens, by "
        "child rank",
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
        differs="With the paper’s θ_prob = 0.4, two siblings are extended only if both have q ≥ 0.4. The likelier of "
        "the two then has q ≤ 0.6, so θ_sib ≤ 0.66 prunes nothing more. The curves for these values coincide, "
        "so a second series uses θ_prob = 0.05. In the paper, a higher θ_sib means that fewer later children are "
        "accepted. Here, this holds only for retained children, because a pruned child stays in the draft as a leaf "
        "(§4.2) and is still tested. "
        f"{CUT}",
        split="rank",
    ),
    experiment(
        name="gsd-table-1",
        item="Table 1",
        title="acceptance, draft tokens, graph success, speed-up",
        varies="the method",
        measures="acceptance (accepted / drafted depth), draft tokens, graph success, speed-up over greedy decoding",
        needs="any pair (the paper: --data gsm8k:FILE, --data xsum:FILE)",
        cells=(GREEDY, Cell("Self SSD", "self-ssd", {"temperature": 0.0}, "Self SSD"), SSD, TSD, GSD),
        metrics=metrics("graph_acceptance", "drafted", "graph_success", "speedup", "cut", "tokens_per_pass"),
        draw=draw.bars("graph_acceptance", "drafted", "graph_success", "speedup"),
        marks=(
            *marks(
                "Table 1, GSM8k, LLaMA-2-70b",
                ("graph_acceptance", "drafted", "graph_success", "speedup"),
                {
                    "SSD": (0.795, 629.9, None, 1.85),
                    "TSD": (0.894, 8574.6, 0, 1.81),
                    "GSD": (0.917, 793.1, 27.7, 1.96),
                },
            ),
            *marks(
                "Table 1, XSum, LLaMA-2-70b",
                ("graph_acceptance", "drafted", "graph_success", "speedup"),
                {
                    "SSD": (0.652, 773.2, None, 1.56),
                    "TSD": (0.784, 22512.4, 0, 1.42),
                    "GSD": (0.831, 1544.8, 32.8, 1.73),
                },
            ),
            *marks(
                "Table 1, XSum, chat",
                ("graph_acceptance", "drafted", "graph_success", "speedup"),
                {
                    "SSD": (0.496, 989.4, None, 1.19),
                    "TSD": (0.634, 4601.2, 0, 1.3),
                    "GSD": (0.642, 1545.7, 30.4, 1.32),
                },
            ),
            Mark("Table 1, GSM8k, LLaMA-2-70b", "Self SSD", "speedup", 1.37),
            Mark("Table 1, XSum, LLaMA-2-70b", "Self SSD", "speedup", 1.28),
        ),
        quick=5,
        differs="The paper’s speed-up is the mean over greedy decoding and top-p sampling, but here it is for greedy "
        f"decoding only. Here, TSD is pruned like GSD, and its drafts are cut at 128 nodes. {UNPRUNED}",
    ),
    experiment(
        name="gsd-table-2",
        item="Table 2",
        title="speed-up when sampling",
        varies="the method",
        measures="speed-up over sampling",
        needs="any pair (the paper: --data gsm8k:FILE, --data xsum:FILE)",
        cells=(
            MULTINOMIAL,
            SSD_SAMPLED,
            *(
                Cell(name.upper(), name, {"verification": "sampling", **TREE, **SAMPLING}, name.upper())
                for name in ("tsd", "gsd")
            ),
        ),
        metrics=metrics("speedup", "tokens_per_pass", "graph_acceptance"),
        draw=draw.bars("speedup", "tokens_per_pass"),
        marks=(
            *marks("Table 2, GSM8k", ("SSD", "TSD", "GSD"), {"speedup": (1.80, 1.81, 2.14)}),
            *marks("Table 2, XSum", ("SSD", "TSD", "GSD"), {"speedup": (1.58, 1.46, 1.89)}),
        ),
        differs="A draft token is accepted if it equals one sample from the target, which is exact. The paper’s rule "
        "is lossy",
    ),
    experiment(
        name="gsd-table-3",
        item="Table 3",
        title="time per iteration by part",
        varies="the method and k",
        measures="milliseconds of drafting, verification and other work per iteration",
        needs="any pair; one worker on a quiet machine",
        cells=(
            SSD,
            *(
                Cell(f"{name.upper()} k={k}", name, {**TREE, "out_degree": k}, f"{name.upper()}(k={k})")
                for k in (2, 4)
                for name in ("tsd", "gsd")
            ),
        ),
        metrics=metrics("draft_ms", "target_ms", "other_ms"),
        draw=draw.bars("draft_ms", "target_ms", "other_ms"),
        marks=marks(
            "Table 3, LLaMA-2-70b",
            ("draft_ms", "target_ms", "other_ms"),
            {
                "SSD": (224.9, 133.5, 45.8),
                "TSD(k=2)": (257.0, 172.4, 46.9),
                "GSD(k=2)": (225.9, 170.0, 45.5),
                "TSD(k=4)": (323.9, 184.4, 49.8),
                "GSD(k=4)": (209.0, 178.3, 50.2),
            },
        ),
    ),
    experiment(
        name="gsd-table-4",
        item="Table 4",
        title="Medusa and GSD",
        varies="the method",
        measures="speed-up over greedy decoding",
        needs="a target with Medusa heads (smollm2 has them; the paper: --data gsm8k:FILE, --data xsum:FILE)",
        cells=(GREEDY, Cell("Medusa", "medusa", {"acceptance": "exact", "temperature": 0.0}, "Medusa"), GSD),
        metrics=metrics("speedup", "tokens_per_pass"),
        draw=draw.bars("speedup", "tokens_per_pass"),
        marks=(
            *marks("Table 4, GSM8K, LLaMA-2-70b", ("Medusa", "GSD"), {"speedup": (2.01, 1.96)}),
            *marks("Table 4, XSum, LLaMA-2-70b", ("Medusa", "GSD"), {"speedup": (1.62, 1.73)}),
        ),
    ),
    experiment(
        name="gsd-table-5",
        item="Table 5",
        title="how merging changes the draft’s distribution",
        varies="k and τ",
        measures="KL divergence between the draft’s distributions after a node and after the node it was merged with",
        needs="any pair and any prompts",
        cells=tuple(
            Cell(f"k={sign} τ={tau}", "gsd", {**TREE, "out_degree": k, "merge": tau}, f"k={sign}", float(tau))
            for k, sign in ((3, "3"), (5, "5"), (64, "∞"))
            for tau in (0, 1, 2, 3, 4)
        ),
        metrics=metrics("kl", "cut"),
        measure=measure.merged_kl,
        draw=draw.curves("τ", "kl", "cut"),
        marks=marks(
            "Table 5",
            (0, 1, 2, 3, 4),
            {
                "k=3": (1.19e-4, 2.70e-6, 5.77e-7, 3.34e-7, 5.13e-7),
                "k=5": (1.78e-4, 4.70e-6, 4.21e-7, 7.62e-7, 8.49e-7),
                "k=∞": (1.30e-4, 3.11e-6, 1.03e-6, 9.27e-7, 7.64e-7),
            },
            metric="kl",
        ),
        differs="The column τ = 0 is interpreted as merging by position alone. So in an unmerged tree, every node that "
        "is not pruned is compared with the first node of its level. Here, k = ∞ means 64 children. A draft cut at 128 "
        "nodes (node_budget) then has two levels, and the second level is below a single node. So no n-gram repeats "
        "for τ ≥ 2, and no value can be given. The values are means over merged nodes, in nats. The paper prints "
        "“4-21e-7” for k = 5 and τ = 2, which is interpreted as 4.21e-7",
    ),
    experiment(
        name="gsd-table-6",
        item="Tables 6 to 8",
        title="acceptance and speed-up of smaller pairs",
        varies="the method",
        measures="acceptance (accepted / drafted depth), speed-up over greedy decoding",
        needs="any pair (the paper: --pair bloom, OPT, LLaMA-2-7b; --data alpaca:FILE, wmt-en-de:FILE, gsm8k:FILE)",
        cells=(GREEDY, SSD, Cell("TSD", "tsd", SMALL, "TSD"), Cell("GSD", "gsd", {**SMALL, "merge": 1}, "GSD")),
        metrics=BARS,
        draw=draw.bars("graph_acceptance", "speedup"),
        marks=(
            *_by_set(
                "Table 6, BLOOM-7b1",
                {
                    "SSD": (0.628, 1.12, 0.705, 1.30, 0.653, 1.18),
                    "TSD": (0.783, 0.44, 0.798, 0.59, 0.741, 0.32),
                    "GSD": (0.819, 1.48, 0.812, 1.52, 0.755, 1.26),
                },
            ),
            *_by_set(
                "Table 7, OPT-13b",
                {
                    "SSD": (0.563, 1.12, 0.621, 1.16, 0.602, 1.08),
                    "TSD": (0.672, 0.37, 0.705, 0.38, 0.770, 0.62),
                    "GSD": (0.691, 1.15, 0.733, 1.28, 0.793, 1.22),
                },
            ),
            *_by_set(
                "Table 8, LLaMA-2-7b",
                {
                    "SSD": (0.729, 1.22, 0.783, 1.29, 0.601, 1.04),
                    "TSD": (0.846, 0.65, 0.851, 0.56, 0.775, 0.60),
                    "GSD": (0.860, 1.31, 0.863, 1.36, 0.793, 1.16),
                },
            ),
        ),
    ),
    experiment(
        name="gsd-table-9",
        item="Table 9",
        title="acceptance and speed-up when sampling",
        varies="the method",
        measures="acceptance (accepted / drafted depth), speed-up over sampling",
        needs="any pair (the paper: LLaMA-2-7b; --data alpaca:FILE, wmt-en-de:FILE, gsm8k:FILE)",
        cells=(MULTINOMIAL, SSD_SAMPLED, Cell("GSD", "gsd", {**LOSSY, "merge": 1, **SMALL, **SAMPLING}, "GSD")),
        metrics=BARS,
        draw=draw.bars("graph_acceptance", "speedup"),
        marks=_by_set(
            "Table 9, LLaMA-2-7b",
            {"SSD": (0.695, 1.16, 0.737, 1.21, 0.540, 0.96), "GSD": (0.793, 1.34, 0.848, 1.31, 0.836, 1.18)},
        ),
    ),
    experiment(
        name="gsd-table-10",
        item="Table 10",
        title="text quality when nodes are merged",
        varies="the method and τ",
        measures="ROUGE-1, ROUGE-2, ROUGE-L",
        needs="texts with references (--data xsum:FILE, --data scitldr:FILE, --data cnndm:FILE)",
        cells=(
            Cell("vanilla decoding", "multinomial", SAMPLING, "vanilla decoding"),
            SSD_SAMPLED,
            *(
                Cell(f"GSD τ={tau}", "gsd", {**LOSSY, **SMALL, **SAMPLING, "merge": tau}, f"GSD(τ={tau})")
                for tau in (1, 2)
            ),
        ),
        metrics=metrics("rouge1", "rouge2", "rougeL"),
        draw=draw.bars("rouge1", "rouge2", "rougeL"),
        marks=marks(
            "Table 10, LLaMA-2-7b",
            ("rouge1", "rouge2", "rougeL"),
            {
                "vanilla decoding": (0.25, 0.09, 0.19),
                "SSD": (0.24, 0.09, 0.19),
                "GSD(τ=1)": (0.23, 0.09, 0.18),
                "GSD(τ=2)": (0.23, 0.09, 0.18),
            },
        ),
        scorers=("rouge",),
    ),
)
