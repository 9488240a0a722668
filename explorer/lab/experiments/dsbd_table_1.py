"""DSBD Table 1: MT-Bench: SpecInfer, beam sampling and DSBD with one cache."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Cell, Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="dsbd-table-1",
    paper="DSBD",
    item="Table 1",
    title="MT-Bench: SpecInfer, beam sampling and DSBD with one cache",
    varies="the method",
    measures="perplexity, tokens/s, modelled J/token",
    needs="any pair; prompts of MT-Bench (--data mt-bench:FILE)",
    cells=(
        Cell("SpecInfer", "specinfer", {"branching": "2,1,1,1", **papers.DSBD}, "SpecInfer"),
        Cell("beam sampling W=5", "beam-sampling", {"width": 5, **papers.DSBD}, "Beam"),
        Cell(
            "DSBD",
            "dsbd",
            {"gamma": 4, "draft_width": 6, "threshold": 0.7, "min_width": 3, "one_cache": True, **papers.DSBD},
            "DSBD",
        ),
    ),
    metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token", "perplexity"),
    measure=measure.run,
    draw=draw.bars("tokens_per_s", "j_per_token", "perplexity"),
    marks=(
        Mark("Table 1, Llama-2-13B", "SpecInfer", "tokens_per_s", 21.8),
        Mark("Table 1, Llama-2-13B", "Beam", "tokens_per_s", 12.1),
        Mark("Table 1, Llama-2-13B", "DSBD", "tokens_per_s", 16.5),
        Mark("Table 1, Llama-3-8B", "SpecInfer", "tokens_per_s", 20.2),
        Mark("Table 1, Llama-3-8B", "Beam", "tokens_per_s", 10.5),
        Mark("Table 1, Llama-3-8B", "DSBD", "tokens_per_s", 17.8),
        Mark("Table 1, Llama-2-13B", "SpecInfer", "j_per_token", 21.2),
        Mark("Table 1, Llama-2-13B", "Beam", "j_per_token", 26.3),
        Mark("Table 1, Llama-2-13B", "DSBD", "j_per_token", 16.1),
        Mark("Table 1, Llama-3-8B", "SpecInfer", "j_per_token", 19.8),
        Mark("Table 1, Llama-3-8B", "Beam", "j_per_token", 33.3),
        Mark("Table 1, Llama-3-8B", "DSBD", "j_per_token", 22.9),
    ),
    differs="the paper's score is GPT-4's; perplexity by the target stands in its place",
)
