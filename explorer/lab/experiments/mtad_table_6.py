"""MTAD Table 6: the data sets."""

from explorer.lab import draw, measure
from explorer.lab.experiment import Cell, Experiment, Mark, metrics

EXPERIMENT = Experiment(
    name="mtad-table-6",
    paper="MTAD",
    item="Table 6",
    title="the data sets",
    varies="the data set",
    measures="tokens of a prompt",
    needs="any data, several sets together (the paper: chatgpt-prompts, chatalpaca, cnndm, spider, humaneval)",
    cells=(Cell("prompts", "", {}, "prompts"),),
    metrics=metrics("input_tokens"),
    measure=measure.inputs,
    draw=draw.sets("input_tokens"),
    marks=tuple(
        Mark(f"Table 6, {data}", "prompts", "input_tokens", value)
        for data, value in (
            ("ChatGPT-Prompts", 25.2),
            ("ChatAlpaca", 277.7),
            ("CNNDM", 3967.1),
            ("Spider", 347.68),
            ("HumanEval", 67),
        )
    ),
)
