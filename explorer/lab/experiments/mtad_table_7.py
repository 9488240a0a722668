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
    metrics=metrics("tokens_per_s", "j_per_token", "perplexity", "tokens_per_pass"),
    measure=measure.run,
    draw=draw.bars("tokens_per_s", "j_per_token", "perplexity"),
    marks=tuple(
        Mark(f"{table}", method, metric, value)
        for table, rows in (
            (
                "Table 7, ChatGPT-Prompt, Llama-2",
                ((36.8, 6.62, 3.64), (34.4, 7.45, 3.15), (45.1, 5.17, 3.64), (29.7, 9.52, 3.64), (63.0, 3.38, 2.06)),
            ),
            (
                "Table 7, MT-Bench, Llama-2",
                ((23.0, 7.99, 3.64), (23.7, 7.40, 3.44), (19.1, 9.27, 3.64), (23.7, 9.20, 3.63), (29.4, 6.71, 2.21)),
            ),
            (
                "Table 7, CNNDM, Llama-2",
                ((30.7, 7.07, 2.87), (30.5, 7.41, 2.93), (25.0, 8.22, 3.06), (24.6, 7.59, 2.92), (44.2, 4.80, 2.63)),
            ),
            (
                "Table 13, Llama-2-Chat 7B and 70B, all sets",
                ((8.37, 138, 1.77), (8.64, 142, 1.69), (9.11, 122, 1.73), (8.87, 125, 1.73), (9.53, 119, 1.52)),
            ),
        )
        for method, row in zip(("SpD", "BiLD", "Spectr", "SpecInfer", "MTAD"), rows, strict=True)
        for metric, value in zip(("tokens_per_s", "j_per_token", "perplexity"), row, strict=True)
    ),
    quick=5,
    differs=papers.SETTINGS,
)
