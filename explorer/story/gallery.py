"""What ships in assets: the recorded traces with the commands that made them, and the toy pairs.

Toy pairs are tables small enough to know exactly. A file's `note` says in one line what to look at; its `run` is the
method, prompt, tokens, seed and settings that show it (tests/decoders/methods/test_edge_pairs.py runs them). Pairs of
an edge case of the rules are named edge-METHOD-CASE.
"""

import json
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.files import ASSETS, read_text
from decoders.models.loading.embedded import PLAIN

FOLDER = ASSETS / "traces"
SKY = "Explain why the sky is blue."
SHEEP = "A farmer has 17 sheep. All but 9 run away. How many sheep are left? Explain step by step."


@dataclass(frozen=True)
class Bundled:
    """One bundled trace: its name is its file's, and what `?trace=` takes."""

    name: str
    method: str
    note: str
    pair: str = PLAIN
    prompt: str = SKY
    settings: dict[str, str] = field(default_factory=dict)
    seed: int = 1
    tokens: int = 48

    @property
    def command(self) -> str:
        """The command line that records it."""
        words = ["python", "-m", "explorer", "record", self.method, "--pair", self.pair, "--prompt", self.prompt]
        for key, value in self.settings.items():
            words += ["--set", f"{key}={value}"]
        words += ["--seed", str(self.seed), "--max-new-tokens", str(self.tokens)]
        return shlex.join([*words, "-o", f"assets/traces/{self.name}.jsonl.gz"])


def figure(name: str, note: str) -> Bundled:
    """The run that a toy file names, here one that draws a paper's figure again."""
    run = json.loads((ASSETS / "toys" / f"{name}.json").read_text(encoding="utf-8"))["run"]
    settings = {key: str(value) for key, value in run["settings"].items()}
    pair = f"toy:assets/toys/{name}.json"
    return Bundled(name, run["method"], note, pair, run["prompt"], settings, run["seed"], run["tokens"])


SAMPLED = {"temperature": "1", "top_k": "10", "top_p": "0.9"}
DSBD = {"temperature": "1", "top_k": "10", "top_p": "0.8"}
FOREST = {**DSBD, "warp": "row", "min_width": "3", "threshold": "0.3"}  # several beams stay alive: trees side by side
TRACES = (
    Bundled("spd", "spd", "One sequence is drafted, checked token by token, and corrected", settings=SAMPLED),
    Bundled("greedy", "greedy", "One target pass for every token: what speculation has to beat", prompt=SHEEP),
    Bundled("multinomial", "multinomial", "Sampling from the target, one token a pass", settings=SAMPLED),
    Bundled("beam-search", "beam-search", "The four most probable sequences, kept in step", settings={"width": "4"}),
    Bundled("beam-sampling", "beam-sampling", "Four beams drawn from their joint law", settings={**DSBD, "width": "4"}),
    Bundled(
        "beam-sampling-distinct",
        "beam-sampling",
        "Four different beams: every row warped by itself, drawn without replacement",
        settings={**DSBD, "width": "4", "warp": "row", "replacement": "false"},
    ),
    Bundled("dsbd", "dsbd", "A forest of drafts, and a width chosen for every layer", settings=FOREST, prompt=SHEEP),
    Bundled(
        "dsbd-fixed",
        "dsbd",
        "A fixed width of three, and beams warped together, as the paper has it: they soon agree",
        settings={**DSBD, "width": "3"},
        prompt=SHEEP,
    ),
    Bundled(
        "dsbd-distinct",
        "dsbd",
        "Draft beams drawn without replacement: no child of a beam is drawn twice",
        settings={**FOREST, "replacement": "false"},
        prompt=SHEEP,
    ),
    Bundled("ssd", "ssd", "A greedy draft, kept while the target agrees", prompt=SHEEP),
    Bundled("tsd", "tsd", "A tree of drafts, no pruning", settings={"gamma": "3", "out_degree": "3"}, prompt=SHEEP),
    Bundled("gsd", "gsd", "A pruned tree in which repeated n-grams merge into a graph", prompt=SHEEP),
    Bundled(
        "gsd-colors",
        "gsd",
        "A small real graph: an n-gram recurs and merges in the second round",
        settings={"gamma": "4", "out_degree": "2"},
        prompt="List three colors and three animals.",
    ),
    Bundled(
        "gsd-sampled",
        "gsd",
        "The same graph checked by sampling from the target: what is kept is a draw from p",
        settings={**SAMPLED, "verification": "sampling"},
    ),
    Bundled("mtjd", "mtjd", "Tokens chosen together, by their joint likelihood", settings=SAMPLED, tokens=32),
    Bundled("mtad", "mtad", "The longest draft prefix whose joint likelihoods agree", settings=SAMPLED),
    Bundled("self-ssd", "self-ssd", "The target drafts for itself, with some sub-layers skipped", settings=SAMPLED),
    Bundled("spectr", "spectr", "Several drafts verified together with one ρ", settings=SAMPLED),
    Bundled("specinfer", "specinfer", "A tree of drafts tried child by child", settings=SAMPLED),
    Bundled("mcss", "mcss", "Children drawn without replacement: q shrinks after each reject", settings=SAMPLED),
    Bundled("bild", "bild", "The draft writes, the target steps in and rolls back", settings=SAMPLED),
    Bundled("typical", "typical", "A bar that falls as the target's entropy rises", settings=SAMPLED),
    Bundled("medusa", "medusa", "Extra heads on the target guess the tokens after the next", settings=SAMPLED),
    Bundled(
        "medusa-exact",
        "medusa",
        "The same heads checked exactly: what is kept is a draw from p",
        settings={**SAMPLED, "acceptance": "exact"},
    ),
    Bundled("eagle2", "eagle2", "A draft tree grown where the draft is confident", settings=SAMPLED),
    Bundled("lookup", "lookup", "Drafts copied from the text so far: no draft model", prompt=SHEEP, settings=SAMPLED),
    figure("dsbd-figure-1", "DSBD Figure 1: beam search finds the word that greedy decoding misses"),
    figure("dsbd-figure-2", "DSBD Figure 2: a rejected beam, its orphan, and the beam drawn from the residual"),
    figure("gsd-figure-4", "GSD Figure 4: an n-gram that recurs is merged, and unmerged to be verified"),
    figure("mtad-figure-2", "MTAD Figure 2: the longest passing prefix, past shorter ones that failed"),
)

# The bundled traces by what they tell, in the order in which one would be told it.
STORIES = {
    "Start here": ("spd", "greedy"),
    "Trees": ("specinfer", "tsd", "spectr", "mcss", "eagle2", "medusa", "medusa-exact", "typical"),
    "Graph": ("gsd-figure-4", "gsd-colors", "gsd", "gsd-sampled"),
    "Beams": (
        "dsbd-figure-1",
        "beam-search",
        "beam-sampling",
        "beam-sampling-distinct",
        "dsbd",
        "dsbd-figure-2",
        "dsbd-fixed",
        "dsbd-distinct",
    ),
    "Joint": ("mtad-figure-2", "mtad", "mtjd"),
    "Baselines": ("multinomial", "ssd", "bild", "self-ssd", "lookup"),
}


def story_of(name: str) -> str:
    """The story that a bundled trace belongs to; a trace that somebody added stands for itself."""
    return next((story for story, names in STORIES.items() if name in names), "More")


def about() -> str:
    """The README of the folder: every trace, what it shows, and the command that made it."""
    there = [one for one in TRACES if (FOLDER / f"{one.name}.jsonl.gz").exists()]
    rows = "\n\n".join(f"**{one.name}**: {one.note}.\n\n```\n{one.command}\n```" for one in there)
    intro = "Runs of real and toy pairs, recorded by `python -m explorer bundle`. Each header says on what."
    return f"# Recorded traces\n\n{intro}\n\n{rows}\n"


def bundled_toys() -> list[tuple[Path, str, int]]:
    """(path, note with the run that shows it, bytes) of every bundled pair."""
    return [(path, _note(path), path.stat().st_size) for path in sorted((ASSETS / "toys").glob("*.json"))]


def _note(path: Path) -> str:
    try:
        return note_of(json.loads(read_text(path, "an undamaged file: fetch the repository again")))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"the bundled toy pair {path} is damaged; fetch the repository again") from None


def note_of(data: dict[str, Any]) -> str:
    """What a toy file says about itself: its note, and how to see it."""
    note = str(data.get("note", "toy pair"))
    return f"{note} To see it: {how(data['run'])}" if "run" in data else note


def how(run: dict[str, Any]) -> str:
    """A run in the words of the command line.

    >>> how({"method": "gsd", "prompt": "it", "tokens": 8, "seed": 0, "settings": {"merge": 1}})
    'gsd --prompt "it" --seed 0 --max-new-tokens 8 --set merge=1'
    """
    values = {key: str(value).lower() if isinstance(value, bool) else value for key, value in run["settings"].items()}
    given = "".join(f" --set {key}={value}" for key, value in values.items())
    return f'{run["method"]} --prompt "{run["prompt"]}" --seed {run["seed"]} --max-new-tokens {run["tokens"]}{given}'
