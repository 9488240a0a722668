"""MTAD Table 5: the methods: speed, energy, quality."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="mtad-table-5",
    paper="MTAD",
    item="Table 5",
    title="the methods: speed, energy, quality",
    varies="the method",
    measures="tokens/s, modelled J/token, quality",
    needs="questions whose answers are judged (humaneval:FILE with --run-code, spider:FILE)",
    cells=(papers.MULTINOMIAL, papers.BILD, papers.TYPICAL, *papers.LOSSLESS, papers.MTAD_CELL),
    metrics=metrics("tokens_per_s", "j_per_token", "quality", "tokens_per_pass", "perplexity"),
    measure=measure.run,
    draw=draw.bars("tokens_per_s", "j_per_token", "quality"),
    marks=tuple(
        Mark(f"Table 5, {data}, Llama-3-Instruct", method, metric, value)
        for data, rows in (
            (
                "HumanEval",
                (
                    (17.4, 10.0, 37.8),
                    (21.7, 8.1, 35.9),
                    (22.2, 7.8, 32.9),
                    (23.8, 7.8, 32.9),
                    (22.8, 7.9, 31.0),
                    (23.7, 7.8, 32.0),
                    (24.8, 7.6, 38.4),
                ),
            ),
            (
                "Spider",
                (
                    (20.1, 10.2, 35.0),
                    (22.3, 9.5, 42.0),
                    (19.6, 10.5, 36.0),
                    (22.4, 9.6, 35.5),
                    (21.1, 10.2, 37.0),
                    (21.7, 10.0, 35.0),
                    (23.5, 9.2, 44.0),
                ),
            ),
        )
        for method, row in zip(("BiLD", "Typical", "SpD", "Spectr", "SpecInfer", "MCSS", "MTAD"), rows, strict=True)
        for metric, value in zip(("tokens_per_s", "j_per_token", "quality"), row, strict=True)
    ),
    scorers=("code", "sql", "squad", "number", "rouge"),
    quick=8,
    differs=papers.SETTINGS,
)
