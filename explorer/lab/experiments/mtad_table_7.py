"""MTAD Tables 7 and 13: the methods: speed, energy, perplexity."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="mtad-table-7",
    paper="MTAD",
    item="Tables 7 and 13",
    title="the methods: speed, energy, perplexity",
    varies="the method",
    measures="tokens/s, modelled J/token, perplexity",
    needs="any pair and data (the paper: --pair llama2, --pair opt; chatgpt-prompts, chatalpaca, cnndm, spider and "
    "mt-bench; Table 13: 70B and 30B targets)",
    cells=(papers.SPD, papers.BILD, papers.SPECTR, papers.SPECINFER, papers.MTAD_CELL),
    metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token", "perplexity", "tokens_per_pass"),
    measure=measure.run,
    draw=draw.bars("tokens_per_s", "j_per_token", "perplexity"),
    marks=tuple(
        Mark(where, method, metric, value)
        for where, rows in (
            (
                "Table 7, ChatGPT-Prompts, Llama-2",
                ((36.8, 34.4, 45.1, 29.7, 63.0), (6.62, 7.45, 5.17, 9.52, 3.38), (3.64, 3.15, 3.64, 3.64, 2.06)),
            ),
            (
                "Table 7, ChatGPT-Prompts, OPT",
                ((33.8, 31.5, 38.0, 32.8, 55.8), (7.48, 8.75, 6.08, 10.3, 3.61), (5.47, 4.51, 5.27, 5.12, 3.00)),
            ),
            (
                "Table 7, ChatAlpaca, Llama-2",
                ((31.6, 28.8, 27.7, 26.5, 44.1), (6.98, 7.99, 7.20, 7.52, 4.72), (2.13, 1.95, 2.15, 2.15, 1.88)),
            ),
            (
                "Table 7, ChatAlpaca, OPT",
                ((35.6, 38.5, 28.4, 31.4, 49.6), (5.74, 5.12, 6.24, 8.68, 4.03), (3.32, 2.60, 3.16, 3.42, 2.07)),
            ),
            (
                "Table 7, CNNDM, Llama-2",
                ((30.7, 30.5, 25.0, 24.6, 44.2), (7.07, 7.41, 8.22, 7.59, 4.80), (2.87, 2.93, 3.06, 2.92, 2.63)),
            ),
            (
                "Table 7, CNNDM, OPT",
                ((31.7, 30.9, 23.7, 25.7, 43.6), (6.37, 6.71, 7.31, 8.03, 4.86), (3.97, 3.74, 4.04, 3.92, 3.17)),
            ),
            (
                "Table 7, Spider, Llama-2",
                ((24.0, 26.2, 24.2, 23.8, 26.4), (10.75, 9.84, 11.0, 11.0, 9.01), (2.26, 2.13, 2.29, 2.29, 1.87)),
            ),
            (
                "Table 7, Spider, OPT",
                ((24.6, 29.9, 19.8, 24.1, 34.4), (15.6, 13.6, 20.1, 16.9, 11.7), (2.30, 1.90, 2.20, 2.21, 1.63)),
            ),
            (
                "Table 7, MT-Bench, Llama-2",
                ((23.0, 23.7, 19.1, 23.7, 29.4), (7.99, 7.40, 9.27, 9.20, 6.71), (3.64, 3.44, 3.64, 3.63, 2.21)),
            ),
            (
                "Table 7, MT-Bench, OPT",
                ((34.0, 44.7, 28.7, 28.5, 48.0), (12.1, 6.23, 12.9, 13.2, 6.11), (2.02, 1.50, 1.97, 1.99, 1.10)),
            ),
            (
                "Table 13, Llama-2-Chat 7B and 70B, all sets",
                ((8.37, 8.64, 9.11, 8.87, 9.53), (138, 142, 122, 125, 119), (1.77, 1.69, 1.73, 1.73, 1.52)),
            ),
            (
                "Table 13, OPT 350M and 30B, all sets",
                ((15.3, 14.5, 17.0, 17.4, 19.5), (72.4, 79.6, 68.2, 62.4, 60.0), (4.74, 3.50, 4.55, 4.49, 2.74)),
            ),
        )
        for metric, row in zip(("tokens_per_s", "j_per_token", "perplexity"), rows, strict=True)
        for method, value in zip(("SpD", "BiLD", "Spectr", "SpecInfer", "MTAD"), row, strict=True)
    ),
    quick=5,
    differs=papers.SETTINGS,
)
