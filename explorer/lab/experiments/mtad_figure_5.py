"""MTAD Figure 5: energy against speed."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="mtad-figure-5",
    paper="MTAD",
    item="Figure 5",
    title="energy against speed",
    varies="the method",
    measures="modelled J/token, tokens/s",
    needs="any pair and any prompts",
    cells=(papers.MULTINOMIAL, papers.BILD, papers.TYPICAL, *papers.LOSSLESS, papers.MTAD_CELL),
    metrics=metrics("tokens_per_s", "j_per_token"),
    measure=measure.run,
    draw=draw.pareto(("tokens_per_s", "j_per_token")),
    marks=tuple(
        Mark(f"Table 5, {data}, Llama-3-Instruct", method, "j_per_token", joules, speed)
        for data, row in (
            ("HumanEval", ((17.4, 10.0), (21.7, 8.1), (22.2, 7.8), (23.8, 7.8), (22.8, 7.9), (23.7, 7.8), (24.8, 7.6))),
            ("Spider", ((20.1, 10.2), (22.3, 9.5), (19.6, 10.5), (22.4, 9.6), (21.1, 10.2), (21.7, 10.0), (23.5, 9.2))),
        )
        for method, (speed, joules) in zip(
            ("BiLD", "Typical", "SpD", "Spectr", "SpecInfer", "MCSS", "MTAD"), row, strict=True
        )
    ),
    quick=8,
    differs=papers.ENERGY,
)
