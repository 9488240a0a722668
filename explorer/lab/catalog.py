"""All figures and tables of the three papers. Each has the experiment or command that repeats it, and the models that
it needs.

DSBD is Qin et al. 2024 (arXiv 2409.16560, with its appendix), GSD is Gong et al. 2024, MTAD is Qin et al. 2025.
"""

from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from decoders.errors import BadInput
from decoders.files import ASSETS
from explorer.lab.experiment import Experiment

KEPT = ASSETS / "lab" / "smollm2-plain"  # the bundled sweeps, one folder per experiment
ALONE = "any pair"
GATED = "the paper’s values need its models: a GPU with 32 GB and a Hub login (--pair llama2)"
LLAMA2_7B = "the paper’s values need LLaMA-2-7b (a Hub login)"
TUNED = "the paper’s values need its fine-tuned models"
TOY = "a bundled toy pair"
LLAMA7 = "the paper’s values need LLaMA-7b"
LARGE = "the paper’s values need 70B models"
LLAMA3 = "the paper’s values need --pair llama3 (a GPU with 24 GB and a Hub login)"


@dataclass(frozen=True)
class Item:
    """A figure or table: what it shows, the experiment or command that repeats it (`by`), and the models it needs."""

    paper: str
    item: str
    shows: str
    by: str
    models: str

    def wants(self, needs: str) -> str:
        """The requirements of this item: `needs` of its experiment, and the models of the paper's values, without
        repetition.
        """
        return needs if self.models in (ALONE, needs) else f"{needs}; {self.models}"

    @property
    def experiment(self) -> str | None:
        """The name of the experiment that repeats this item; None for an illustration."""
        return None if " " in self.by else self.by


def _figure(name: str) -> str:
    return f"python -m explorer figure assets/traces/{name}.jsonl.gz --iteration 1 -o {name}.svg"


ITEMS = (
    Item("DSBD", "Figure 1", "greedy and beam sampling on one prefix", _figure("dsbd-figure-1"), TOY),
    Item("DSBD", "Figure 2", "one iteration", _figure("dsbd-figure-2"), TOY),
    Item(
        "DSBD", "Figure 3", "the attention mask of a forest", "the page: Attention mask, of a dsbd trace", "any trace"
    ),
    Item("DSBD", "Figure 4", "SQuAD: quality, speed, energy", "dsbd-figure-4", GATED),
    Item("DSBD", "Figure 5", "Spider: quality, speed, energy", "dsbd-figure-5", GATED),
    Item(
        "DSBD",
        "Figure 6",
        "perplexity, speed, energy",
        "dsbd-figure-6",
        "the paper’s values need --pair opt on Spider",
    ),
    Item("DSBD", "Figure 7", "average accepted width", "dsbd-figure-7", GATED),
    Item("DSBD", "Figure 8", "the threshold t", "dsbd-figure-8", GATED),
    Item("DSBD", "Figure 9", "the draft width W_S", "dsbd-figure-9", GATED),
    Item("DSBD", "Table 1", "MT-Bench", "dsbd-table-1", f"{GATED}; its scores need GPT-4 as the judge"),
    Item("DSBD", "Table 2", "one cache", "dsbd-table-2", GATED),
    Item("GSD", "Figure 1", "a tree and a graph of drafts", _figure("gsd-figure-4"), TOY),
    Item("GSD", "Figure 2", "the method at a glance", _figure("gsd-figure-4"), TOY),
    Item("GSD", "Figure 3", "repeated n-grams", "gsd-figure-3", LARGE),
    Item("GSD", "Figure 4", "drafting and verifying a graph", _figure("gsd-figure-4"), TOY),
    Item("GSD", "Figure 5", "k, τ, θ_prob, θ_sib", "gsd-figure-5a", ALONE),
    Item(
        "GSD",
        "Figure 6",
        "which tokens came from merged nodes",
        "the page: the text of a gsd trace",
        "any trace of gsd",
    ),
    Item("GSD", "Figure 7", "which child is accepted", "gsd-figure-7", LLAMA7),
    Item("GSD", "Figure 8", "which child is accepted, by θ_sib", "gsd-figure-8", LLAMA7),
    Item("GSD", "Table 1", "acceptance, draft tokens, graph success, speed-up", "gsd-table-1", LARGE),
    Item("GSD", "Table 2", "speed-up when sampling", "gsd-table-2", LARGE),
    Item("GSD", "Table 3", "time of one iteration", "gsd-table-3", LARGE),
    Item("GSD", "Table 4", "Medusa", "gsd-table-4", LARGE),
    Item("GSD", "Table 5", "KL after merging", "gsd-table-5", ALONE),
    Item("GSD", "Table 6", "BLOOM", "gsd-table-6", "the paper’s values need --pair bloom (a GPU with 24 GB)"),
    Item("GSD", "Table 7", "OPT", "gsd-table-6", "the paper’s values need --pair facebook/opt-13b+facebook/opt-350m"),
    Item("GSD", "Table 8", "LLaMA-2-7b", "gsd-table-6", LLAMA2_7B),
    Item("GSD", "Table 9", "LLaMA-2-7b, sampling", "gsd-table-9", LLAMA2_7B),
    Item("GSD", "Table 10", "ROUGE after merging", "gsd-table-10", LLAMA2_7B),
    Item("MTAD", "Figure 1", "perplexity and ROUGE-L against K", "mtad-figure-1", "the paper fine-tuned both models"),
    Item("MTAD", "Figure 2", "a verification", _figure("mtad-figure-2"), TOY),
    Item("MTAD", "Figure 3", "the threshold τ", "mtad-figure-3", ALONE),
    Item("MTAD", "Figure 4", "relative perplexity and quality", "mtad-figure-4", LLAMA3),
    Item("MTAD", "Figure 5", "energy against speed", "mtad-figure-5", LLAMA3),
    Item("MTAD", "Table 1", "perplexity and accuracy", "mtad-table-1", "the paper’s values need GPT-3.5-turbo"),
    Item("MTAD", "Table 2", "batch size", "mtad-table-2", "the paper’s values need OPT-13B on an L40"),
    Item("MTAD", "Table 3", "sampling and SpD", "mtad-table-3", GATED),
    Item("MTAD", "Table 4", "MTJD", "mtad-table-4", LLAMA3),
    Item("MTAD", "Table 5", "seven methods", "mtad-table-5", LLAMA3),
    Item(
        "MTAD", "Table 6", "lengths of the prompts", "mtad-table-6", "any data; the paper’s values need its data sets"
    ),
    Item("MTAD", "Table 7", "five methods", "mtad-table-7", GATED),
    Item("MTAD", "Table 8", "tokens per iteration", "mtad-table-8", GATED),
    Item("MTAD", "Table 9", "downstream scores", "mtad-table-9", f"{GATED}; MT-Bench needs GPT-4 as the judge"),
    Item("MTAD", "Table 10", "tokens per iteration by τ", "mtad-table-10", LLAMA3),
    Item("MTAD", "Table 11", "number of draft beams", "mtad-table-11", GATED),
    Item("MTAD", "Table 12", "top-k and top-p", "mtad-table-12", GATED),
    Item("MTAD", "Table 13", "OPT-30B and Llama-2-70B", "mtad-table-7", LARGE),
    Item("MTAD", "Table 14", "fine-tuned on CNNDM", "mtad-table-9", TUNED),
    Item("MTAD", "Table 15", "fine-tuned on Spider", "mtad-table-9", TUNED),
)

BESIDES = (
    Item("DSBD", "Theorem 3.2", "predicted and observed probabilities", "dsbd-theorem", ALONE),
    Item("GSD", "Figure 5(b)", "the merge length τ", "gsd-figure-5b", ALONE),
    Item("GSD", "Figure 5(c)", "the pruning threshold θ_prob", "gsd-figure-5c", ALONE),
    Item("GSD", "Figure 5(d)", "the pruning threshold θ_sib", "gsd-figure-5d", ALONE),
)


@lru_cache(maxsize=1)
def known() -> dict[str, Experiment]:
    """All experiments by name.

    Their modules are imported at the first call, because the list of figures and tables does not need them.
    """
    from explorer.lab.papers import dsbd, gsd, mtad

    tables = (*dsbd.EXPERIMENTS, *gsd.EXPERIMENTS, *mtad.EXPERIMENTS)
    return {experiment.name: experiment for experiment in sorted(tables, key=lambda one: one.name)}


def experiment_of(name: str) -> Experiment:
    """The experiment with this name. Raises BadInput, which suggests similar names."""
    if name not in known():
        near = get_close_matches(name, known(), 4, 0.4) or list(known())[:4]
        raise BadInput(f"Unknown experiment {name[:60]}. Use a name from `lab --list`, such as {', '.join(near)}.")
    return known()[name]
