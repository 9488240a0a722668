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
    needs="questions whose answers are judged (spider:FILE; code is saved and not scored)",
    cells=(papers.MULTINOMIAL, papers.BILD, papers.TYPICAL, *papers.LOSSLESS, papers.MTAD_CELL),
    metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token", "quality", "tokens_per_pass", "perplexity"),
    measure=measure.run,
    draw=draw.bars("tokens_per_s", "j_per_token", "quality"),
    marks=tuple(
        Mark(f"Table 5, {where}", method, metric, value)
        for where, rows in (
            (
                "HumanEval, Llama-3-Instruct",
                (
                    (17.4, 21.7, 22.2, 23.8, 22.8, 23.7, 24.8),
                    (10.0, 8.1, 7.8, 7.8, 7.9, 7.8, 7.6),
                    (37.8, 35.9, 32.9, 32.9, 31.0, 32.0, 38.4),
                ),
            ),
            (
                "HumanEval, Llama-3",
                (
                    (19.6, 22.5, 22.2, 24.4, 22.5, 23.8, 25.6),
                    (9.7, 8.9, 8.9, 8.9, 8.1, 7.9, 7.6),
                    (19.5, 20.0, 15.9, 16.0, 17.7, 17.0, 22.0),
                ),
            ),
            (
                "Spider, Llama-3-Instruct",
                (
                    (20.1, 22.3, 19.6, 22.4, 21.1, 21.7, 23.5),
                    (10.2, 9.5, 10.5, 9.6, 10.2, 10.0, 9.2),
                    (35.0, 42.0, 36.0, 35.5, 37.0, 35.0, 44.0),
                ),
            ),
            (
                "Spider, Llama-3",
                (
                    (23.3, 32.3, 31.1, 32.1, 32.6, 32.7, 33.3),
                    (8.2, 7.9, 7.5, 7.1, 8.1, 8.0, 7.8),
                    (30.5, 29.5, 21.5, 23.0, 21.5, 24.0, 35.0),
                ),
            ),
            (
                "MT-Bench, Llama-3-Instruct",
                ((25.9, 23.4, 26.0, 26.2, 26.3, 26.8, 29.8), (10.8, 12.2, 10.0, 9.9, 10.0, 9.9, 9.2)),
            ),
            (
                "MT-Bench, Llama-3",
                ((24.5, 22.3, 24.1, 24.5, 24.5, 25.7, 28.2), (11.5, 12.4, 11.0, 11.6, 11.7, 11.1, 10.0)),
            ),
        )
        for metric, row in zip(("tokens_per_s", "j_per_token", "quality"), rows, strict=False)
        for method, value in zip(("BiLD", "Typical", "SpD", "Spectr", "SpecInfer", "MCSS", "MTAD"), row, strict=True)
    ),
    scorers=("code", "sql", "squad", "number", "rouge"),
    quick=8,
    differs="MT-Bench's scores are GPT-4's and do not stand here; " + papers.SETTINGS,
)
