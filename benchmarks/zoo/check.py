"""Run a family's pair on an engine: compare greedy decoding with transformers', and methods with greedy decoding."""

# The types of torch's and transformers' functions are only partly known.
# pyright: basic

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM

from benchmarks.zoo.families import EOS
from decoders.catalog import decoder
from decoders.core.decode import best_of
from decoders.core.dice import Seeded
from decoders.core.pair import Pair
from decoders.errors import BadInput
from decoders.pairs import load_pair

ENGINES = ("torch", "numba")
TOKENS = 48
PROMPTS = (
    "Why is the sky blue?",
    "How many tokens does one pass of the target write, with a draft of four tokens?",
    "x",
)
TREE = {"node_budget": 20, "prob_threshold": 0.0, "sibling_threshold": 0.0, "out_degree": 2}
METHODS: dict[
    str, dict[str, Any]
] = {  # at temperature 0, each of these methods must write the same text as greedy decoding
    "spd": {"temperature": 0, "gamma": 4},
    "gsd": {"gamma": 4, "merge": 1, **TREE},
    "eagle2": {"temperature": 0, "gamma": 3, "out_degree": 3, "node_budget": 12},
    "dsbd": {"temperature": 0, "width": 1, "draft_width": 2, "gamma": 2},
}


@dataclass(frozen=True)
class Result:
    """The result of a family on an engine.

    `refused` is the error message if the family was refused, else empty. `greedy` and `methods` say what differs; they
    are empty if everything is equal. `accepted` of `tested` draft tokens were accepted, over all methods.
    """

    family: str
    engine: str
    refused: str = ""
    tree_mode: str = ""
    window: int | None = None
    greedy: str = ""
    methods: dict[str, str] = field(default_factory=dict[str, str])
    accepted: int = 0
    tested: int = 0

    @property
    def exact(self) -> bool:
        """Whether everything was equal, with draft tokens both accepted and rejected."""
        return not (self.refused or self.greedy or self.methods) and 0 < self.accepted < self.tested


@dataclass(frozen=True)
class Packed:
    """The result of a format: engine, precision and whether it was exact, or the refusal."""

    format: str
    refused: str = ""
    engine: str = ""
    dtype: str = ""
    different: str = ""


def check_format(name: str, target: Path, draft: Path) -> Packed:
    """Compare greedy decoding of one format under `auto` with transformers' greedy decoding in the same precision."""
    try:
        pair = load_pair(f"{target}+{draft}", device="cpu")
    except BadInput as error:
        return Packed(name, refused=_without(str(error), (target, draft)))
    prompts = [pair.encode(text) for text in PROMPTS]
    texts = [_written(pair, "greedy", {}, prompt)[0] for prompt in prompts]
    expected = references(target, prompts, pair.models.target.vocab_size)
    different = "; ".join(filter(None, map(_difference, texts, expected)))
    return Packed(name, engine=pair.info["engine"]["target"], dtype=pair.info["dtype"], different=different)


def references(folder: Path, prompts: Sequence[Sequence[int]], most_id: int) -> list[list[int]]:
    """The output of transformers' greedy decoding in float32. Ids from `most_id` on have no token."""
    file = {"gguf_file": next(folder.glob("*.gguf")).name} if list(folder.glob("*.gguf")) else {}
    net: Any = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, **file).eval()
    rows = net.get_output_embeddings().weight.shape[0]
    banned = {"suppress_tokens": list(range(most_id, rows))} if rows > most_id else {}
    texts = []
    for prompt in prompts:
        ids = torch.tensor([prompt])
        given = {"attention_mask": torch.ones_like(ids), "eos_token_id": EOS, "pad_token_id": 0, **banned}
        written = net.generate(ids, max_new_tokens=TOKENS, do_sample=False, **given)
        texts.append(written[0, len(prompt) :].tolist())
    return texts


def check(family: str, folders: tuple[Path, Path], engine: str) -> Result:
    """Check a family on one engine."""
    dtype = "float32" if engine == "torch" else "auto"
    try:
        pair = load_pair(f"{folders[0]}+{folders[1]}", device="cpu", dtype=dtype, engine=engine)
        return _compared(family, folders[0], engine, pair)
    except BadInput as error:
        return Result(family, engine, refused=_without(str(error), folders))


def _compared(family: str, target: Path, engine: str, pair: Pair) -> Result:
    """Make all comparisons with a loaded pair."""
    prompts = [pair.encode(text) for text in PROMPTS]
    texts = [_written(pair, "greedy", {}, prompt)[0] for prompt in prompts]
    differing, accepted, tested = dict[str, str](), 0, 0
    for method, settings in METHODS.items():
        for prompt, text in list(zip(prompts, texts, strict=True))[: None if method == "spd" else 2]:
            tokens, yes, count = _written(pair, method, settings, prompt)
            accepted, tested = accepted + yes, tested + count
            if difference := _difference(tokens, text):
                differing[method] = difference
    expected = references(target, prompts, pair.models.target.vocab_size)
    return Result(
        family,
        engine,
        tree_mode=pair.info["tree_mode"]["target"],
        window=pair.models.target.window,
        greedy="; ".join(filter(None, map(_difference, texts, expected))),
        methods=differing,
        accepted=accepted,
        tested=tested,
    )


def _written(pair: Pair, method: str, settings: dict[str, Any], prompt: list[int]) -> tuple[list[int], int, int]:
    """Run a method: its tokens, and the numbers of draft tokens that it accepted and tested."""
    chosen = decoder(method)
    run = list(chosen.decode(prompt, pair.models, chosen.make_settings(settings), Seeded(0), TOKENS))
    verdicts = [verdict.decision for iteration in run for verdict in iteration.verdicts]
    accepted = verdicts.count("accepted")
    return list(best_of(run[-1].final.beams).tokens), accepted, accepted + verdicts.count("rejected")


def _difference(tokens: Sequence[int], expected: Sequence[int]) -> str:
    """A phrase that says where two texts begin to differ; empty if they are equal."""
    if list(tokens) == list(expected):
        return ""
    at = next((i for i, (a, b) in enumerate(zip(tokens, expected, strict=False)) if a != b), None)
    return f"other tokens from {min(len(tokens), len(expected)) if at is None else at} on"


def _without(sentence: str, folders: tuple[Path, Path]) -> str:
    """Remove the names of the folders from a sentence, because they differ in every run."""
    for folder, role in zip(folders, ("TARGET", "DRAFT"), strict=True):
        sentence = sentence.replace(str(folder), role)
    return sentence
