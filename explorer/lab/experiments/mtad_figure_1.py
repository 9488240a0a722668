"""MTAD Figure 1: MTJD: perplexity and ROUGE-L against K."""

from explorer.lab import draw, measure, papers
from explorer.lab.experiment import Experiment, grid, metrics

EXPERIMENT = Experiment(
    name="mtad-figure-1",
    paper="MTAD",
    item="Figure 1",
    title="MTJD: perplexity and ROUGE-L against K",
    varies="K, the tokens chosen jointly",
    measures="perplexity, ROUGE-L",
    needs="texts with references (the paper: --data chatgpt-prompts:FILE; OPT-125M and Llama-68M fine-tuned on it)",
    cells=grid("mtjd", "MTJD", x="block", block=(1, 2, 3, 4, 5), width=4, **papers.MTAD),
    metrics=metrics("perplexity", "rougeL"),
    measure=measure.run,
    draw=draw.curves("K", "perplexity", "rougeL"),
    scorers=("rouge",),
)
