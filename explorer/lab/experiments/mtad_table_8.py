"""MTAD Table 8: tokens an iteration."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="mtad-table-8",
    paper="MTAD",
    item="Table 8",
    title="tokens an iteration",
    varies="the method",
    measures="tokens a target pass",
    needs="any pair and any prompts (the paper: --pair llama2, --pair opt, all sets)",
    cells=(papers.SPD, papers.BILD, papers.SPECTR, papers.SPECINFER, papers.MTAD_CELL),
    metrics=metrics("tokens_per_pass", "acceptance"),
    measure=measure.run,
    draw=draw.bars("tokens_per_pass"),
    marks=tuple(
        Mark(f"Table 8, {model}", method, "tokens_per_pass", value)
        for model, row in (("Llama-2", (2.02, 1.83, 2.73, 2.74, 3.17)), ("OPT", (2.60, 2.68, 3.45, 3.45, 4.30)))
        for method, value in zip(("SpD", "BiLD", "Spectr", "SpecInfer", "MTAD"), row, strict=True)
    ),
    quick=5,
    differs=papers.SETTINGS,
)
