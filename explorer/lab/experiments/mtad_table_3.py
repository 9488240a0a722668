"""MTAD Table 3: speed and energy of sampling and of SpD."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="mtad-table-3",
    paper="MTAD",
    item="Table 3",
    title="speed and energy of sampling and of SpD",
    varies="the method",
    measures="tokens/s, modelled J/token",
    needs="any pair (the paper: --pair opt, --pair llama2)",
    cells=(papers.MULTINOMIAL, papers.SPD),
    metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token"),
    measure=measure.run,
    draw=draw.bars("tokens_per_s", "j_per_token"),
    marks=tuple(
        Mark(f"Table 3, {model}", method, metric, value)
        for model, method, row in (
            ("OPT", "multinomial", (23.8, 11.3)),
            ("OPT", "SpD", (35.6, 5.74)),
            ("Llama-2", "multinomial", (22.0, 11.2)),
            ("Llama-2", "SpD", (31.6, 6.97)),
        )
        for metric, value in zip(("tokens_per_s", "j_per_token"), row, strict=True)
    ),
    differs=papers.ENERGY,
)
