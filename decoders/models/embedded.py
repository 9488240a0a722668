"""The embedded pair: its target is fetched once, its draft and its Medusa heads lie in this repository.

Torch is imported when its networks are loaded, which what was converted for OpenVINO does not need.
"""

# What torch, safetensors and transformers say of their own functions is partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from decoders.core.pair import Pair
from decoders.errors import BadInput
from decoders.models.converted import Parts, Source
from decoders.models.engine import choose
from decoders.models.fetch import Progress, bundled_target
from decoders.models.load import Place, pair_of, quiet_libraries, read_any_tokenizer, read_weights, weight_files

DRAFT_FOLDER = Path(__file__).parents[2] / "assets" / "draft"
HEADS_FOLDER = Path(__file__).parents[2] / "assets" / "medusa"


NAME, INT8 = "smollm2", "smollm2-int8"


def smollm2(device: str, dtype: str, progress: Progress, engine: str = "auto", name: str = NAME) -> Pair:
    """The embedded pair, fetched on its first use; under the name INT8 with weights of 8 bits. Raises BadInput."""
    choice = choose(engine, device, dtype, progress)
    folder = bundled_target(progress)
    progress("Loading the models", 0.5)
    rounded = ", rounded to int8" if name == INT8 else ""
    names = f"SmolLM2-135M-Instruct (Q4_1{rounded})", f"{draft_name(DRAFT_FOLDER)}{rounded}"
    try:
        tokenizer = read_any_tokenizer(str(folder))
    except BadInput as error:
        raise _made_again(error, folder) from None
    embedded = Embedded(folder, name == INT8)
    target = (*weight_files(folder), HEADS_FOLDER / "config.json", HEADS_FOLDER / "heads.safetensors")
    draft = tuple(DRAFT_FOLDER / name for name in ("config.json", "model.safetensors", "head_ids.safetensors"))
    size = len(tokenizer)
    sources = (
        Source(names[0], size, (*target, draft[-1]), embedded.target, kept=rounded),
        Source(names[1], size, (*weight_files(folder), *draft), embedded.draft, kept=rounded),
    )
    pair = pair_of(name, tokenizer, sources, Place(choice, device, dtype), progress)
    embedded.forget()
    return pair


class Embedded:
    """The networks of the embedded pair, which share an embedding, loaded when one of them is asked for."""

    def __init__(self, folder: Path, eight_bits: bool) -> None:
        self._folder, self._eight_bits = folder, eight_bits
        self._kept: dict[tuple[str, Any], tuple[Parts, Parts]] = {}

    def target(self, device: str, dtype: Any) -> Parts:
        """The target with its Medusa heads. Raises BadInput for damaged files."""
        return self._both(device, dtype)[0]

    def draft(self, device: str, dtype: Any) -> Parts:
        """The draft with its reduced head. Raises BadInput for damaged files."""
        return self._both(device, dtype)[1]

    def _both(self, device: str, dtype: Any) -> tuple[Parts, Parts]:
        from decoders.models.heads import read_heads
        from decoders.models.rounding import round_weights

        def made(net: Any) -> Any:
            return round_weights(net, dtype) if self._eight_bits else net

        if (device, dtype) not in self._kept:
            with quiet_libraries():
                try:
                    target = made(read_weights(str(self._folder), device, dtype))
                except BadInput as error:
                    raise _made_again(error, self._folder) from None
                draft, head = _shipped(DRAFT_FOLDER, lambda: distilled_draft(DRAFT_FOLDER, target))
                draft = made(draft)
                heads = _shipped(HEADS_FOLDER, lambda: read_heads(HEADS_FOLDER, target))
            self._kept[device, dtype] = (
                Parts(target, None, heads, self._eight_bits),
                Parts(draft, head, None, self._eight_bits),
            )
        return self._kept[device, dtype]

    def forget(self) -> None:
        """Let go of the networks; those in use stay."""
        self._kept.clear()


def _made_again(error: BadInput, folder: Path) -> BadInput:
    return BadInput(f"{error}; delete {folder}, which is made again on the next run")


def _shipped(folder: Path, load: Callable[[], Any]) -> Any:
    """What is read from a folder of this repository. Raises BadInput if its files are missing or damaged."""
    from safetensors import SafetensorError

    try:
        return load()
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, SafetensorError) as error:
        first = (str(error).splitlines() or [""])[0][:160]
        raise BadInput(
            f"the files in {folder} are damaged ({type(error).__name__}: {first}); fetch the repository again"
        ) from None


def draft_name(folder: Path) -> str:
    """The bundled draft with the first digits of its weights' SHA-256, so that a trace says which training made it."""
    digest = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    return f"assets/draft {digest[:12]}"


def distilled_draft(folder: Path, target: Any) -> tuple[Any, Any]:
    """The bundled draft (its layers and norm; embedding and head are the target's) and its head's token ids.

    Returns (LlamaForCausalLM on the target's device and dtype, int64[V'] ascending). The format is described in
    the folder's README.
    """
    import torch
    from safetensors.torch import load_file
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(**json.loads((folder / "config.json").read_text(encoding="utf-8")))
    tensors = load_file(folder / "model.safetensors")
    head = load_file(folder / "head_ids.safetensors")["head_ids"].long()
    with torch.device("meta"):
        draft = LlamaForCausalLM(config)
    shared = target.get_input_embeddings().weight
    own = {name: tensor.to(shared.device, shared.dtype) for name, tensor in tensors.items()}
    missing: Any = draft.load_state_dict(own, strict=False, assign=True)
    left = set(missing.missing_keys) - {"model.embed_tokens.weight", "lm_head.weight"}
    if left or missing.unexpected_keys:
        raise BadInput(f"{folder} is not a draft of this target: {sorted(left | set(missing.unexpected_keys))[:3]}")
    draft.model.embed_tokens.weight = shared
    draft.lm_head = torch.nn.Linear(shared.shape[1], len(head), bias=False, device="meta")
    draft.lm_head.weight = torch.nn.Parameter(shared.detach()[head.to(shared.device)], requires_grad=False)
    draft.model.rotary_emb = type(draft.model.rotary_emb)(config=config).to(shared.device)
    return draft.eval(), head.to(shared.device)
