"""The recorded traces in assets with the commands that made them, and the toy pairs.

Toy pairs are tables small enough to compute every probability exactly. A file's `note` says in one line what to look
at. Its `run` has the method, prompt, number of tokens, seed and settings that show this
(tests/decoders/methods/test_edge_pairs.py runs them). Pairs for an edge case of the rules are named edge-METHOD-CASE.
"""

import json
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.files import ASSETS, read_text
from decoders.models.loading.embedded import PLAIN
from explorer.story.common.bundled import SAMPLED, SHEEP
from explorer.story.registry import STORIES
from explorer.story.story import Bundled

FOLDER = ASSETS / "traces"
SKY = "Explain why the sky is blue."


@dataclass(frozen=True)
class Recorded:
    """A bundled run with the command that records it. `name` is the name of its file."""

    name: str
    method: str
    note: str
    pair: str
    prompt: str
    settings: dict[str, str]
    seed: int
    tokens: int
    raw: bool = False

    @property
    def command(self) -> str:
        """The command line that records the run."""
        words = ["python", "-m", "explorer", "record", self.method, "--pair", self.pair, "--prompt", self.prompt]
        for key, value in self.settings.items():
            words += ["--set", f"{key}={value}"]
        words += ["--raw"] if self.raw else []
        words += ["--seed", str(self.seed), "--max-new-tokens", str(self.tokens)]
        return shlex.join([*words, "-o", f"assets/traces/{self.name}.jsonl.gz"])


def _recorded(method: str, run: Bundled) -> Recorded:
    """Return the record of a run that a story names; a run of a paper's figure is described by its toy pair."""
    if not run.figure:
        pair, prompt, settings = run.pair or PLAIN, run.prompt or SKY, dict(run.settings)
        return Recorded(run.name, method, run.note, pair, prompt, settings, run.seed, run.tokens, run.raw)
    known = json.loads((ASSETS / "toys" / f"{run.name}.json").read_text(encoding="utf-8"))["run"]
    settings = {key: str(value) for key, value in known["settings"].items()}
    pair = f"toy:assets/toys/{run.name}.json"
    return Recorded(
        run.name, known["method"], run.note, pair, known["prompt"], settings, known["seed"], known["tokens"]
    )


def _toy(
    name: str, method: str, note: str, pair: str, prompt: str, seed: int, tokens: int, **settings: str
) -> Recorded:
    """A run of a toy pair that a lesson opens."""
    return Recorded(name, method, note, f"toy:assets/toys/{pair}.json", prompt, settings, seed, tokens)


def _words(name: str, note: str, **settings: str) -> Recorded:
    """A run of one token on the toy pair lesson-words."""
    return _toy(name, "multinomial", note, "lesson-words", "drink", 0, 1, **settings)


def _block(name: str, method: str, note: str, seed: int) -> Recorded:
    """A run of three tokens on the toy pair lesson-block, with drafts of two tokens."""
    return _toy(name, method, note, "lesson-block", "visit", seed, 3, gamma="2")


HELLO, CODE = "Write a short poem about the sea.", "Write a Python function that reverses a string."
_COOL = {"temperature": "0.6", "top_k": "10", "top_p": "0.9"}


def _hello(name: str, method: str, note: str, **settings: str) -> Recorded:
    """A run of a method on the task HELLO, with the page's default pair and engine."""
    return Recorded(f"hello-{name}", method, note, "smollm2", HELLO, {**_COOL, **settings}, 726, 40)


def _code(name: str, method: str, note: str, **settings: str) -> Recorded:
    """A run of a method on the task CODE, with the page's default pair and engine.

    It is long enough for each method to write the function and its first sentence.
    """
    return Recorded(f"code-{name}", method, note, "smollm2", CODE, settings, 2, 41)


# Runs with settings that suit a small pair, and one run with settings that cost more than they save.
HELLOS = (
    _hello("spd", "spd", "Three guesses a round: over 1.5 times as fast", gamma="3"),
    _hello("alone", "multinomial", "The target alone, one token per pass"),
    _hello("tree", "specinfer", "Two candidates for the next token, and two guesses after each", branching="2,1,1"),
    _hello("long", "spd", "Ten guesses a round are too many: slower than the target alone", gamma="10"),
)
# The first tree that a visitor sees. All six guesses of its first round differ, and each of its levels has a rejection
# that is followed by an acceptance. It ends with its sentence.
TREE = Recorded(
    "hello-branches",
    "specinfer",
    "A draft tree: “As” is rejected, “The” and “story” are accepted",
    "smollm2",
    "Tell me a short story about a rabbit.",
    {"temperature": "1", "top_k": "50", "top_p": "0.9", "branching": "2,2"},
    2344,
    19,
)
CODES = (
    _code("greedy", "greedy", "The target alone, always its most likely token"),
    _code(
        "tsd",
        "tsd",
        "A pruned draft tree of up to five tokens; the text stays the same",
        gamma="4",
        out_degree="2",
        prob_threshold="0.5",
        sibling_threshold="0.3",
        node_budget="5",
    ),
    _code(
        "eagle2",
        "eagle2",
        "A draft tree of three tokens; the text stays the target’s own",
        temperature="0",
        gamma="2",
        out_degree="3",
        node_budget="3",
    ),
    _code("beams", "beam-sampling", "Three beams of the target alone", **SAMPLED, warp="row", width="3"),
    _code(
        "dsbd",
        "dsbd",
        "A small draft forest; the models’ agreement decides its width",
        **SAMPLED,
        warp="row",
        gamma="3",
        draft_width="4",
        min_width="2",
        threshold="0.7",
    ),
    _code("mtjd", "mtjd", "Four tokens chosen by their joint probability, without a draft", **SAMPLED),
    _code(
        "mtad",
        "mtad",
        "The draft searches with four beams; most of the best is accepted",
        **SAMPLED,
        draft_width="4",
        gamma="3",
        threshold="0.3",
    ),
)

# A chain and a tree over few words, so that every probability of a test can be seen.
_WHOLE = "Three words as a whole: the second prefix makes up for the first"
_LEAVES = "A tree over few words: one leaf fails, the next one passes"
WORDS = (
    _toy("block-words", "block", _WHOLE, "whole-words", "we", 5030, 4, temperature="1", gamma="3"),
    _toy("traversal-words", "traversal", _LEAVES, "leaf-words", "we", 1035, 4, temperature="1", branching="2,2"),
)

# Runs whose beams differ. In most others, beams soon become equal, because a likely text is sampled more than once.
DIFFERENT = (
    Recorded(
        "dsbd-different",
        "dsbd",
        "Two or three beams that are different texts after every round",
        "smollm2",
        "Give my cat a funny name.",
        {
            "temperature": "1",
            "top_k": "10",
            "top_p": "0.95",
            "gamma": "2",
            "draft_width": "4",
            "min_width": "2",
            "threshold": "0.7",
        },
        71,
        8,
    ),
    Recorded(
        "mtad-different",
        "mtad",
        "Two or three different beams every round; one to three tokens pass",
        "smollm2",
        "Write a poem about the moon.",
        {
            "temperature": "1",
            "top_k": "10",
            "top_p": "0.9",
            "draft_width": "3",
            "gamma": "3",
            "threshold": "0.1",
        },
        37,
        12,
    ),
)

# A draft with its own tokenizer (TLI): the target's words for the question are not in the draft's vocabulary.
OTHER_TOKENIZER = Recorded(
    "spd-tokenizers",
    "spd",
    "With another tokenizer, “Tyr” and “osaurus” cannot be drafted",
    "smollm2-16k",
    "Name three dinosaurs.",
    {"temperature": "1", "top_k": "10", "gamma": "3"},
    3,
    12,
)

# Runs that only lessons open; the lists of recorded runs leave them out.
LESSON_RUNS = (
    _words("lesson-words", "One token sampled from five words"),
    _words("lesson-words-cold", "One token sampled from five words at temperature 0.5", temperature="0.5"),
    _words("lesson-words-topk", "One token sampled from five words with top-k 2", top_k="2"),
    _words("lesson-words-topp", "One token sampled from five words with top-p 0.8", top_p="0.8"),
    _toy(
        "lesson-sea",
        "specinfer",
        "Three sampled candidates for one position, tested one by one",
        "lesson-sea",
        "sea",
        660,
        4,
        branching="3",
    ),
    _toy(
        "lesson-echo",
        "beam-search",
        "The more probable text is a repetition",
        "lesson-echo",
        "joke",
        0,
        4,
        width="2",
    ),
    _toy(
        "lesson-tea-alone",
        "greedy",
        "The text that the target of MTAD Figure 2 writes alone",
        "mtad-figure-2",
        "I",
        0,
        8,
    ),
    _toy(
        "lesson-merge-one",
        "gsd",
        "GSD Figure 4 with τ = 1: one matching token is enough to merge",
        "gsd-figure-4",
        "it",
        0,
        8,
        merge="1",
    ),
    _block("lesson-block", "block", "The draft “New York”, tested as a whole: both tokens are accepted", 2),
    _block("lesson-block-spd", "spd", "The same draft, tested token by token: “New” is rejected", 2),
    _block("lesson-block-two", "block", "The draft “New towns”: “New” is accepted, and a residual follows", 1),
    _block("lesson-block-none", "block", "The draft “New towns”, tested as a whole: no token is accepted", 8),
    _block("lesson-block-none-spd", "spd", "The same draft, tested token by token: “New” is accepted", 8),
    Recorded(
        "tsd-small",
        "tsd",
        "A pruned tree of at most six drafts",
        PLAIN,
        SHEEP,
        {
            "gamma": "4",
            "out_degree": "2",
            "prob_threshold": "0.3",
            "sibling_threshold": "0.3",
            "node_budget": "6",
        },
        1,
        48,
    ),
)

# The bundled traces by topic, in the order in which one would explain them.
SHELVES = {
    "Start here": ("hello-spd", "hello-alone", TREE.name, "hello-long"),
    "One task, many methods": tuple(run.name for run in CODES),
    "Speculative decoding": ("spd", "greedy", "spd-tokenizers"),
    "Drafts tested as a whole": (
        "block-words",
        "block-weak",
        "block",
        "spd-block",
        "traversal-words",
        "traversal-deep",
        "traversal",
    ),
    "Trees": ("hello-tree", "specinfer", "tsd", "spectr", "mcss", "eagle2", "medusa", "medusa-exact", "typical"),
    "Graph": ("gsd-copies", "gsd-figure-4", "gsd-colors", "gsd", "gsd-sampled"),
    "Beams": (
        "dsbd-layers",
        "dsbd-widths",
        "dsbd-different",
        "dsbd-figure-1",
        "beam-search",
        "beam-sampling",
        "beam-sampling-distinct",
        "dsbd",
        "dsbd-figure-2",
        "dsbd-fixed",
        "dsbd-distinct",
    ),
    "Joint decoding": ("mtad-beams", "mtad-different", "mtad-figure-2", "mtad", "mtjd"),
    "Baselines": ("multinomial", "ssd", "slem", "bild", "self-ssd", "lookup", "suffix"),
}

# The runs that show most about a method, if they are not the first runs of the method on the shelves.
TELLING = {"spd": "spd", "dsbd": "dsbd-layers", "mtad": "mtad-beams"}


def traces() -> tuple[Recorded, ...]:
    """Return all bundled runs. The featured runs and the runs that stories name come first, in the order of the
    shelves. The runs of the lessons follow.
    """
    found = {run.name: _recorded(story.method, run) for story in STORIES.built_in.values() for run in story.gallery}
    found |= {run.name: run for run in (*HELLOS, TREE, *CODES, *DIFFERENT, *WORDS, OTHER_TOKENIZER)}
    return *(found[name] for names in SHELVES.values() for name in names), *LESSON_RUNS


def shelf_of(name: str) -> str:
    """Return the shelf of a bundled trace; “More” for a trace that somebody added."""
    return next((shelf for shelf, names in SHELVES.items() if name in names), "More")


def about() -> str:
    """Return the README of the folder: every trace, what it shows, and the command that made it."""
    there = [one for one in traces() if (FOLDER / f"{one.name}.jsonl.gz").exists()]
    rows = "\n\n".join(f"**{one.name}**: {one.note}.\n\n```\n{one.command}\n```" for one in there)
    intro = "`python -m explorer bundle` records these runs of real and toy pairs. Each header names the machine."
    return f"# Recorded traces\n\n{intro}\n\n{rows}\n"


def bundled_toys() -> list[tuple[Path, str, int]]:
    """Return (path, note with the command that shows it, bytes) of every bundled toy pair."""
    return [(path, _note(path), path.stat().st_size) for path in sorted((ASSETS / "toys").glob("*.json"))]


def _note(path: Path) -> str:
    try:
        return note_of(json.loads(read_text(path, "the file of an undamaged copy of the explorer")))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"The bundled toy pair {path} is damaged. Install the explorer again.") from None


def note_of(data: dict[str, Any]) -> str:
    """Return the note of a toy file, with the command that shows it."""
    note = str(data.get("note", "toy pair"))
    return f"{note} Command: {how(data['run'])}" if "run" in data else note


def how(run: dict[str, Any]) -> str:
    """Return a run as a command line.

    >>> how({"method": "gsd", "prompt": "it", "tokens": 8, "seed": 0, "settings": {"merge": 1}})
    'gsd --prompt "it" --seed 0 --max-new-tokens 8 --set merge=1'
    """
    values = {key: str(value).lower() if isinstance(value, bool) else value for key, value in run["settings"].items()}
    given = "".join(f" --set {key}={value}" for key, value in values.items())
    return f'{run["method"]} --prompt "{run["prompt"]}" --seed {run["seed"]} --max-new-tokens {run["tokens"]}{given}'
