"""MTAD Table 11: beams of the draft."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, Mark, grid, metrics

EXPERIMENT = Experiment(
    name="mtad-table-11",
    paper="MTAD",
    item="Table 11",
    title="beams of the draft",
    varies="W_S",
    measures="tokens/s, modelled J/token, perplexity",
    needs="any pair and any prompts (the paper: --data chatgpt-prompts:FILE, --pair llama2, --pair opt)",
    cells=grid("mtad", "MTAD", x="draft_width", draft_width=(2, 4, 6, 8), gamma=4, threshold=0.1, **papers.MTAD),
    metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token", "perplexity", "tokens_per_pass"),
    measure=measure.run,
    draw=draw.curves("beams of the draft", "tokens_per_s", "j_per_token", "perplexity"),
    marks=tuple(
        Mark(f"Table 11, {model}", "MTAD", metric, value, beams)
        for model, rows in (
            ("Llama-2", ((55.9, 2.43, 2.44), (59.9, 2.25, 2.12), (60.2, 2.22, 2.14), (61.3, 2.20, 2.10))),
            ("OPT", ((51.0, 2.50, 3.63), (54.1, 2.32, 3.16), (54.3, 2.36, 3.42), (55.9, 2.30, 3.19))),
        )
        for beams, row in zip((2, 4, 6, 8), rows, strict=True)
        for metric, value in zip(("tokens_per_s", "j_per_token", "perplexity"), row, strict=True)
    ),
)
