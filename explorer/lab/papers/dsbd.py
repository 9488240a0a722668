"""The experiments of DSBD (Qin et al. 2024, arXiv 2409.16560, with its appendix), and the paper's values."""

from dataclasses import replace
from functools import partial

from explorer.lab import measure
from explorer.lab.analysis import draw
from explorer.lab.experiment import Cell, Experiment, grid, marks, metrics

WARP = {"temperature": 1.0, "top_k": 10, "top_p": 0.8}  # 𝒯 in all experiments (App. C)

MULTINOMIAL = Cell("multinomial", "multinomial", WARP, "multinomial")
SPD = Cell("SpD", "spd", {"gamma": 4, **WARP}, "SpD")
SPECINFER = Cell("SpecInfer", "specinfer", {"branching": "2,1,1,1", **WARP}, "SpecInfer")
BEAM = Cell("beam sampling W=5", "beam-sampling", {"width": 5, **WARP}, "Beam")
ONE_CACHE = {"gamma": 4, "draft_width": 6, "threshold": 0.7, "min_width": 3, "one_cache": True, **WARP}
DSBD = Cell("DSBD", "dsbd", ONE_CACHE, "DSBD")

# The points of the Pareto plots: beam sampling with widths 1 to 4, DSBD's grid, SpD and SpecInfer (§4.2).
FORESTS = tuple(
    cell
    for cell in grid(
        "dsbd", "DSBD", gamma=(2, 4), draft_width=(2, 3, 4, 5, 6), threshold=(0.7, 0.9), min_width=(1, 2, 3), **WARP
    )
    if cell.settings["draft_width"] >= cell.settings["min_width"]
)
PARETO = (*grid("beam-sampling", "beam sampling", width=(1, 2, 3, 4), **WARP), SPD, SPECINFER, *FORESTS)


def _grouped(key: str, sign: str) -> tuple[Cell, ...]:
    """The grid of DSBD with one colour per value of a setting."""
    return tuple(replace(cell, group=f"{sign} = {cell.settings[key]}") for cell in FORESTS)


experiment = partial(Experiment, paper="DSBD", measure=measure.run)
# Figures 4 to 6 show the same cells. Figures 7 to 9 show the same grid of DSBD.
pareto = partial(
    experiment,
    varies="W of beam sampling; γ, W_S, t, W_min of DSBD",
    cells=PARETO,
    quick=8,
    differs="The grid has γ = 2 and γ = 4, because the paper does not give its own γ",
)
forests = partial(
    experiment,
    needs="questions with reference answers (the paper: --data spider:FILE)",
    metrics=metrics("mean_accepted", "mean_width", "quality", "tokens_per_s", "j_per_token", "measured_j_per_token"),
    draw=draw.pareto(("tokens_per_s", "quality"), ("j_per_token", "quality")),
    scorers=("sql", "squad", "rouge", "number", "bleu"),
    limit=48,
)
EXPERIMENTS = (
    pareto(
        name="dsbd-figure-4",
        item="Figure 4",
        title="exact match against speed and energy on SQuAD",
        measures="quality, tokens/s, modelled J/token",
        needs="questions with short answers (--data squad:FILE)",
        metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token", "quality", "f1", "mean_width"),
        draw=draw.pareto(("tokens_per_s", "quality"), ("j_per_token", "quality")),
        scorers=("squad",),
        limit=16,
    ),
    pareto(
        name="dsbd-figure-5",
        item="Figure 5",
        title="execution accuracy against speed and energy on Spider",
        measures="quality, tokens/s, modelled J/token",
        needs="questions with databases (--data spider:FILE); the paper omits OPT, whose accuracy is near 0",
        metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token", "quality", "mean_width"),
        draw=draw.pareto(("tokens_per_s", "quality"), ("j_per_token", "quality")),
        scorers=("sql",),
        limit=48,
    ),
    pareto(
        name="dsbd-figure-6",
        item="Figure 6",
        title="perplexity against speed and energy",
        measures="perplexity, tokens/s, modelled J/token",
        needs="any pair and any prompts (the paper: --data spider:FILE)",
        metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token", "perplexity", "mean_width"),
        draw=draw.pareto(("tokens_per_s", "perplexity"), ("j_per_token", "perplexity")),
    ),
    forests(
        name="dsbd-figure-7",
        item="Figure 7",
        title="average accepted width against quality, speed and energy",
        varies="γ, W_S, t, W_min",
        measures="W̄, quality, tokens/s, modelled J/token",
        cells=FORESTS,
        draw=draw.pareto(
            ("mean_accepted", "quality"), ("mean_accepted", "tokens_per_s"), ("mean_accepted", "j_per_token")
        ),
    ),
    forests(
        name="dsbd-figure-8",
        item="Figure 8",
        title="the threshold t",
        varies="t",
        measures="quality, tokens/s, modelled J/token",
        cells=_grouped("threshold", "t"),
    ),
    forests(
        name="dsbd-figure-9",
        item="Figure 9",
        title="the draft width W_S",
        varies="W_S",
        measures="quality, tokens/s, modelled J/token",
        cells=_grouped("draft_width", "W_S"),
    ),
    experiment(
        name="dsbd-table-1",
        item="Table 1",
        title="MT-Bench: SpecInfer, beam sampling and DSBD with one cache",
        varies="the method",
        measures="perplexity, tokens/s, modelled J/token",
        needs="any pair; prompts of MT-Bench (--data mt-bench:FILE)",
        cells=(SPECINFER, BEAM, DSBD),
        metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token", "perplexity"),
        draw=draw.bars("tokens_per_s", "j_per_token", "perplexity"),
        marks=(
            *marks("Table 1, Llama-2-13B", ("SpecInfer", "Beam", "DSBD"), {"tokens_per_s": (21.8, 12.1, 16.5)}),
            *marks("Table 1, Llama-3-8B", ("SpecInfer", "Beam", "DSBD"), {"tokens_per_s": (20.2, 10.5, 17.8)}),
            *marks("Table 1, Llama-2-13B", ("SpecInfer", "Beam", "DSBD"), {"j_per_token": (21.2, 26.3, 16.1)}),
            *marks("Table 1, Llama-3-8B", ("SpecInfer", "Beam", "DSBD"), {"j_per_token": (19.8, 33.3, 22.9)}),
        ),
        differs="The paper’s scores are from GPT-4. The target’s perplexity is used instead",
    ),
    experiment(
        name="dsbd-table-2",
        item="Table 2",
        title="DSBD with one cache, and single-sequence methods",
        varies="the method",
        measures="quality, tokens/s, modelled J/token, KV slots",
        needs="questions with reference answers (--data squad:FILE, --data spider:FILE)",
        cells=(MULTINOMIAL, SPD, SPECINFER, DSBD),
        metrics=metrics(
            "quality", "f1", "tokens_per_s", "j_per_token", "measured_j_per_token", "kv_peak", "perplexity"
        ),
        draw=draw.bars("quality", "tokens_per_s", "j_per_token"),
        marks=(
            *marks(
                "Table 2, Llama-2, SQuAD",
                ("quality", "tokens_per_s", "j_per_token"),
                {
                    "multinomial": (74, 21.14, 12.36),
                    "SpD": (75, 27.11, 8.34),
                    "SpecInfer": (74, 27.15, 9.22),
                    "DSBD": (86, 26.67, 8.75),
                },
            ),
            *marks(
                "Table 2, Llama-2, Spider",
                ("quality", "tokens_per_s", "j_per_token"),
                {
                    "multinomial": (20, 21.98, 11.14),
                    "SpD": (19, 31.74, 7.06),
                    "SpecInfer": (19, 32.00, 8.01),
                    "DSBD": (31, 30.30, 7.17),
                },
            ),
        ),
        scorers=("squad", "sql"),
        limit=48,
    ),
    experiment(
        name="dsbd-theorem",
        item="Theorem 3.2",
        title="probability of accepting W_L beams, predicted and observed",
        varies="t",
        measures="predicted probability and observed share of layers, by predicted probability",
        needs="any pair with dsbd; more layers give better estimates",
        cells=grid("dsbd", "DSBD", gamma=4, draft_width=6, min_width=1, threshold=(0.3, 0.7, 0.9), **WARP),
        metrics=metrics("predicted", "reached"),
        measure=measure.chances,
        draw=draw.curves("predicted probability", "reached", "predicted", split="bin"),
        differs="The paper has a proof but no figure. If the prediction holds, the points are on the diagonal",
        split="bin",
    ),
)
