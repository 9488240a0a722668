"""The recorded traces in assets/traces, and the commands that made them (`python -m explorer bundle`)."""

import gzip
import json
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from decoders.catalog import DECODERS
from decoders.pairs import Pair, load_pair, no_progress
from explorer.runs.recording import record
from explorer.traces.format import to_line
from explorer.traces.toys import ASSETS

FOLDER = ASSETS / "traces"
SKY = "Explain why the sky is blue."
SHEEP = "A farmer has 17 sheep. All but 9 run away. How many sheep are left? Explain step by step."


@dataclass(frozen=True)
class Bundled:
    """One bundled trace: its name is its file's, and what `?trace=` takes."""

    name: str
    method: str
    note: str
    pair: str = "smollm2"
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
    """The run that a toy file names (explorer/toys.py), here one that draws a paper's figure again."""
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


def bundle(names: Sequence[str], progress: Callable[[str, float], object] = no_progress) -> list[str]:
    """Record the named traces (all if none are named) of the methods there are; returns what was recorded."""
    wanted = [one for one in TRACES if one.method in DECODERS and (not names or one.name in names)]
    pairs: dict[str, Pair] = {}
    for place, one in enumerate(wanted):
        progress(f"Recording {one.name}", place / len(wanted))
        if one.pair not in pairs:
            pairs[one.pair] = load_pair(one.pair)
        write(one, pairs[one.pair], FOLDER)
    (FOLDER / "README.md").write_text(about(), encoding="utf-8")
    return [one.name for one in wanted]


def write(one: Bundled, pair: Pair, folder: Path) -> None:
    """Record one trace into a folder; the gzip header holds no time, so the same run gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = record(one.method, pair, one.prompt, dict(one.settings), one.seed, one.tokens)
    raw = "".join(to_line(part | ({"note": one.note} if part["kind"] == "header" else {})) for part in parts)
    (folder / f"{one.name}.jsonl.gz").write_bytes(gzip.compress(raw.encode(), mtime=0))


def about() -> str:
    """The README of the folder: every trace, what it shows, and the command that made it."""
    there = [one for one in TRACES if (FOLDER / f"{one.name}.jsonl.gz").exists()]
    rows = "\n\n".join(f"**{one.name}**: {one.note}.\n\n```\n{one.command}\n```" for one in there)
    intro = "Runs of real and toy pairs, recorded by `python -m explorer bundle`. Each header says on what."
    return f"# Recorded traces\n\n{intro}\n\n{rows}\n"
