"""The embedded pairs. Their common target is downloaded once. The drafts and the target's Medusa heads are in this
repository.

Torch is imported only when networks are loaded. Models that were converted for the CPU kernels do not need it.
"""

# The types of torch's, safetensors' and transformers' functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import hashlib
import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from decoders.core.pair import Pair
from decoders.errors import BadInput
from decoders.files import ASSETS
from decoders.models.engine import choose
from decoders.models.loading.fetch import bundled_target, check_target
from decoders.models.loading.load import Joined, Place, pair_of, read_any_tokenizer
from decoders.models.loading.locate import weight_files
from decoders.models.loading.weights import read_weights
from decoders.models.parts import Parts, Source
from decoders.models.quiet import import_transformers, quiet_libraries
from decoders.models.steps import WEIGHTS_STEP, Progress, step
from decoders.models.text.shortened import ShortTokenizer
from decoders.models.text.tokenizer import vocabulary_size
from decoders.models.text.vocabularies import Vocabulary

DRAFT_FOLDER, READING_FOLDER, HEADS_FOLDER = ASSETS / "draft", ASSETS / "draft-eagle3", ASSETS / "medusa"
NAME, INT8, PLAIN, SHORT = "smollm2", "smollm2-int8", "smollm2-plain", "smollm2-16k"
NAMES = (NAME, INT8, PLAIN, SHORT)
SHORT_SIZE = 16_384  # tokens of the draft of SHORT; the target has 49,152
ROUNDED, SHORTENED = ", rounded to int8", f", {SHORT_SIZE:,} tokens"


def smollm2(device: str, dtype: str, progress: Progress, engine: str = "auto", name: str = NAME) -> Pair:
    """Load the embedded pair `name`, one of NAMES, which is downloaded on its first use. Raises BadInput if this fails.

    By default the draft uses the target's hidden states and is rounded to 8 bits. In the pair INT8, the target is
    rounded too. The draft of PLAIN is unrounded and uses only tokens. SHORT has the draft of PLAIN, but with a smaller
    tokenizer of its own. A damaged copy of the target is deleted and created again, once.
    """
    try:
        return _embedded(device, dtype, progress, engine, name)
    except DamagedError:
        progress(step("Rebuilding the saved weights, which are damaged", "again", WEIGHTS_STEP), 0.0)
        shutil.rmtree(bundled_target(progress), ignore_errors=True)
        return _embedded(device, dtype, progress, engine, name)


class DamagedError(BadInput):
    """Raised when the stored copy of the target cannot be read."""


def _embedded(device: str, dtype: str, progress: Progress, engine: str, name: str) -> Pair:
    choice = choose(engine, device, dtype)
    plain, tokens = name in (PLAIN, SHORT), SHORT_SIZE if name == SHORT else None
    folder, drafts = bundled_target(progress), DRAFT_FOLDER if plain else READING_FOLDER
    _check_whole(folder)
    progress(step("Reading the tokenizer", "tokenizer", WEIGHTS_STEP), 0.5)
    kept = ROUNDED if name == INT8 else "", SHORTENED if tokens else "" if plain else ROUNDED
    names = f"SmolLM2-135M-Instruct (Q4_1{kept[0]})", f"{draft_name(drafts)}{kept[1]}"
    try:
        tokenizer = read_any_tokenizer(str(folder))
        both = two_vocabularies(tokenizer, folder, names) if tokens else None
    except BadInput as error:
        raise _damaged(error, folder) from None
    joined = Joined(_both(folder, drafts, name == INT8, not plain, tokens))
    # loaded even if the draft does not use them, so that one converted target serves all drafts
    shown = _shipped(READING_FOLDER, lambda: read_layers(READING_FOLDER))
    target = (*weight_files(folder), HEADS_FOLDER / "config.json", HEADS_FOLDER / "heads.safetensors")
    draft = tuple(drafts / name for name in ("config.json", "model.safetensors", "head_ids.safetensors"))
    size = vocabulary_size(tokenizer)
    sources = (
        Source(names[0], size, (*target, draft[-1]), joined.target, kept=kept[0], shown=shown),
        Source(names[1], tokens or size, (*weight_files(folder), *draft), joined.draft, kept=kept[1], reads=not plain),
    )
    pair = pair_of(name, tokenizer, sources, Place(choice, device, dtype), progress, vocabularies=both)
    joined.forget()
    return pair


def two_vocabularies(tokenizer: Any, folder: Path, names: tuple[str, str]) -> tuple[Vocabulary, Vocabulary]:
    """The vocabularies of the pair SHORT: that of the target, and its first tokens, which the draft uses.

    `names` are the names of the models.
    """
    short = ShortTokenizer(folder, tokenizer.special_tokens_map, SHORT_SIZE)
    return Vocabulary(tokenizer, names[0]), Vocabulary(short, names[1])


def _check_whole(folder: Path) -> None:
    """Raise DamagedError if a stored target was changed after it was written. Its output would be garbage."""
    try:
        with suppress(OSError):  # an unreadable file is reported when the weights are read
            check_target(folder)
    except (ValueError, TypeError) as error:
        raise _damaged(BadInput(f"{error}"), folder) from None


def _both(
    folder: Path, drafts: Path, round_target: bool, round_draft: bool, tokens: int | None
) -> Callable[[str, Any], tuple[Parts, Parts]]:
    """Make a function that loads the target (with its Medusa heads) and the draft (with its reduced head) onto a
    device.

    The draft has only the target's first `tokens` tokens, or all of them if `tokens` is None.
    """

    def load(device: str, dtype: Any) -> tuple[Parts, Parts]:
        from decoders.models.rounding import round_weights
        from decoders.models.torch.heads import read_heads

        with quiet_libraries():
            try:
                target = read_weights(str(folder), device, dtype)
                target = round_weights(target, dtype) if round_target else target
            except BadInput as error:
                raise _damaged(error, folder) from None
            draft = _shipped(drafts, lambda: distilled_draft(drafts, target, tokens))
            heads = _shipped(HEADS_FOLDER, lambda: read_heads(HEADS_FOLDER, target))
        if round_draft:
            # the target's weights are rounded already, or must stay unrounded
            shared = draft.net.model.embed_tokens
            draft = replace(draft, net=round_weights(draft.net, dtype, shared), eight_bits=True)
        return Parts(target, None, heads, round_target), draft

    return load


def _damaged(error: BadInput, folder: Path) -> DamagedError:
    reason = str(error).partition(". ")[0].rstrip(".")
    return DamagedError(
        f"The saved weights are damaged ({reason}). Delete {folder}; it will be created again on the next run."
    )


def _shipped(folder: Path, load: Callable[[], Any]) -> Any:
    """Call `load`, which reads files from a folder of this repository, and return its result. Raises BadInput if the
    folder's files are missing or damaged.
    """
    from safetensors import SafetensorError

    try:
        return load()
    except (OSError, ValueError, LookupError, TypeError, RuntimeError, SafetensorError) as error:
        first = (str(error).splitlines() or [""])[0][:160]
        raise BadInput(
            f"The files in {folder} are damaged ({type(error).__name__}: {first}). Download the repository again."
        ) from None


def draft_name(folder: Path) -> str:
    """The name of a bundled draft. It contains the first digits of its weights' SHA-256, so a trace names the training
    run.
    """
    digest = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    return f"assets/{folder.name} {digest[:12]}"


def read_layers(folder: Path) -> tuple[int, ...]:
    """The layers of the target whose states a bundled draft uses; empty if it uses only tokens."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    return tuple(config.get("draft", {}).get("reads", ()))


def distilled_draft(folder: Path, target: Any, tokens: int | None = None) -> Parts:
    """Load a bundled draft. It has its own layers and norm, and uses the target's embedding and output head, or only
    their rows for the first `tokens` tokens.

    The format is described in the folder's README. Raises BadInput if the draft belongs to another target.
    """
    from safetensors.torch import load_file

    import_transformers()
    from transformers import LlamaConfig

    config = LlamaConfig(**json.loads((folder / "config.json").read_text(encoding="utf-8")))
    layers = read_layers(folder)
    shared = target.get_input_embeddings().weight.detach()[:tokens]
    config.vocab_size = len(shared)
    head = load_file(folder / "head_ids.safetensors")["head_ids"].long().to(shared.device)
    head = head[head < len(shared)]
    rows = target.get_output_embeddings().weight.detach()[head]
    net = (
        _reading_net(config, shared, rows, len(layers) * config.hidden_size)
        if layers
        else _plain_net(config, shared, rows)
    )
    own = load_file(folder / "model.safetensors")
    loaded: Any = net.load_state_dict(
        {k: v.to(shared.device, shared.dtype) for k, v in own.items()}, strict=False, assign=True
    )
    left = {name for name in loaded.missing_keys if not name.endswith(("embed_tokens.weight", "lm_head.weight"))}
    if left or loaded.unexpected_keys:
        raise BadInput(
            f"{folder} is not a draft for this target (it differs in "
            f"{', '.join(sorted(left | set(loaded.unexpected_keys))[:3])}). "
            "Download the repository again."
        )
    net.model.rotary_emb = type(net.model.rotary_emb)(config=config).to(shared.device)
    return Parts(net.eval().requires_grad_(False), head, reads=layers)


def _plain_net(config: Any, shared: Any, rows: Any) -> Any:
    """A plain decoder network for a draft. It uses the target's embedding (`shared`) and some of the target's output
    rows (`rows`).
    """
    import torch

    import_transformers()
    from transformers import LlamaForCausalLM

    with torch.device("meta"):
        net: Any = LlamaForCausalLM(config)
    net.model.embed_tokens.weight = torch.nn.Parameter(shared, requires_grad=False)
    net.lm_head = torch.nn.Linear(shared.shape[1], len(rows), bias=False, device="meta")
    net.lm_head.weight = torch.nn.Parameter(rows, requires_grad=False)
    return net


def _reading_net(config: Any, shared: Any, rows: Any, features: int) -> Any:
    """A decoder network for a draft that uses the target's hidden states; `features` is their length."""
    import torch

    from decoders.models.reading import ReadingDecoder

    embedding = torch.nn.Embedding.from_pretrained(shared)
    with torch.device("meta"):
        return ReadingDecoder(config, features, embedding, rows)
