"""Published EAGLE-3 heads, read from a folder of safetensors as SpecForge and as speculators write them.

Both hold `fc`, one special decoder layer (`midlayer` or `layers.0`), `norm`, `lm_head`, and, where the head's
vocabulary is a part of its target's, `d2t`: what to add to a row's number to have its token id (`t2d`, the same as a
mask, is not needed). The embedding is the target's where the folder has none. Knows nothing of sessions.
"""

# What torch, safetensors and transformers say of their own functions is partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor
from transformers import LlamaConfig

from decoders.errors import BadInput, is_out_of_memory
from decoders.models.probe import first_line
from decoders.models.reading import Eagle3Net

UNUSED = ("t2d", "verifier_norm.weight", "verifier_lm_head.weight")
AUX = "eagle_aux_hidden_state_layer_ids"
SHAPE = (  # of a config.json, all that says what the layers compute: the rest may ask for anything
    "vocab_size", "hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads",
    "head_dim", "hidden_act", "max_position_embeddings", "rms_norm_eps", "attention_bias", "mlp_bias",
    "rope_parameters", "rope_scaling", "rope_theta", "partial_rotary_factor",
)  # fmt: skip


@dataclass(frozen=True)
class Head:
    """A folder's network, the token ids (ascending int64[R]) of its rows, and after which layers it reads."""

    net: Eagle3Net
    ids: Tensor
    layers: tuple[int, ...]


def read_head(folder: Path, target: Any, vocab_size: int) -> Head:
    """The head of a folder for a loaded target, on its device and in its dtype. Raises BadInput.

    Rows for ids that the tokenizer does not have (`vocab_size` on) are dropped.
    """
    config, tensors = _config(folder), _tensors(folder)
    sizes = target.config.get_text_config(decoder=True)
    layers = _layers(config, sizes.num_hidden_layers, folder)
    embedding = target.get_input_embeddings().weight
    rows = len(tensors["lm_head.weight"])
    offsets = tensors.pop("d2t", torch.zeros(rows, dtype=torch.int64))
    tensors.setdefault("embed_tokens.weight", embedding.detach())
    net = _empty(config, tensors, len(layers) * sizes.hidden_size, folder)
    _check(net, tensors, offsets, folder)
    ids, order = (torch.arange(rows) + offsets.long()).sort()
    if len(ids.unique()) < rows or not 0 <= int(ids[0]) < vocab_size:
        raise BadInput(f"{folder} is no head for this target: its d2t does not give different ids of its tokenizer")
    order = order[ids < vocab_size]
    tensors["lm_head.weight"] = tensors["lm_head.weight"][order]
    net.lm_head = torch.nn.Linear(net.config.hidden_size, len(order), bias=False, device="meta")
    own = {name: tensor.to(embedding.device, embedding.dtype) for name, tensor in tensors.items()}
    net.load_state_dict(own, assign=True)
    net.rotary_emb = type(net.rotary_emb)(config=net.config).to(embedding.device)
    return Head(net.requires_grad_(False), ids[ids < vocab_size].to(embedding.device), layers)


def _config(folder: Path) -> dict[str, Any]:
    try:
        config: Any = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        kind = _inner(config)["model_type"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise BadInput(
            f"{folder} is no EAGLE-3 head: it should have a config.json as SpecForge or speculators write it"
        ) from None
    if kind != "llama":
        raise BadInput(f"{folder} is a head of {kind} layers; only those of llama layers can be read")
    if not isinstance(config.get("eagle_config") or {}, dict):
        raise BadInput(
            f"{folder} is no EAGLE-3 head: eagle_config in its config.json should be an object; fetch it again"
        )
    return config


def _inner(config: dict[str, Any]) -> dict[str, Any]:
    """The part of a config.json that is about the layers."""
    return config.get("transformer_layer_config", config)


def _empty(config: dict[str, Any], tensors: dict[str, Tensor], features: int, folder: Path) -> Eagle3Net:
    """The network that a config.json describes, without weights, for so many features.

    Raises BadInput for one of another number of layers than there are: a million of them would take all memory.
    """
    shape: dict[str, Any] = {key: value for key, value in _inner(config).items() if key in SHAPE}
    shape |= {"attn_implementation": "eager"}
    said, found = shape.get("num_hidden_layers"), len({n.split(".")[1] for n in tensors if n.startswith("layers.")})
    if said != found:
        raise BadInput(
            f"{folder} cannot be read as an EAGLE-3 head: its config.json says num_hidden_layers = {said!r:.40}, and "
            f"its weights are of {found}; fetch both again"
        )
    flags = bool(config.get("norm_before_residual")), bool(config.get("norm_before_fc"))
    try:
        with torch.device("meta"):
            return Eagle3Net(LlamaConfig(**shape), features, len(tensors["lm_head.weight"]), *flags)
    except Exception as error:  # what the libraries raise for odd values is anything
        if is_out_of_memory(error):
            raise
        raise BadInput(
            f"{folder} cannot be read as an EAGLE-3 head: its config.json describes no layers ({first_line(error)}); "
            "fetch it again"
        ) from None


def _tensors(folder: Path) -> dict[str, Tensor]:
    """All tensors of a folder, by speculators' names."""
    files = sorted(folder.glob("*.safetensors"))
    try:
        found = {name: tensor for file in files for name, tensor in load_file(file).items()}
    except (OSError, SafetensorError) as error:
        raise BadInput(f"the weights in {folder} are damaged ({type(error).__name__}); fetch them again") from None
    if not found:
        raise BadInput(f"{folder} is no EAGLE-3 head: it should have safetensors (other formats are not read)")
    named = {name.removeprefix("model.").replace("midlayer.", "layers.0."): t for name, t in found.items()}
    if "lm_head.weight" not in named:
        raise BadInput(f"{folder} cannot be read as an EAGLE-3 head: it lacks lm_head.weight")
    return {name: tensor for name, tensor in named.items() if name not in UNUSED}


def _layers(config: dict[str, Any], count: int, folder: Path) -> tuple[int, ...]:
    """How many of the target's layers have run where the head reads.

    speculators writes just that, SpecForge the place of the last one of them; both leave out what is usual.
    """
    inner = (config.get("eagle_config") or {}).get(AUX)
    given: Any = inner or config.get(AUX) or [2, count // 2, count - 3]
    if not isinstance(given, list) or any(type(place) is not int for place in given):
        raise BadInput(
            f"{folder} cannot be read as an EAGLE-3 head: {AUX} in its config.json is {given!r:.40}, which should be a "
            "list of whole numbers; fetch it again"
        )
    layers: Sequence[int] = [place + 1 for place in given] if inner else given
    if not all(0 <= place <= count for place in layers):
        raise BadInput(
            f"{folder} is no head for this target: it reads layers {list(layers)}, and the target has {count}"
        )
    return tuple(layers)


def _check(net: Eagle3Net, tensors: dict[str, Tensor], offsets: Tensor, folder: Path) -> None:
    """Raise BadInput unless the tensors are those of the network."""
    wanted = {name: tuple(tensor.shape) for name, tensor in net.state_dict().items()}
    if odd := sorted(wanted.keys() ^ tensors.keys()):
        what = "lacks" if odd[0] in wanted else "has what no EAGLE-3 head has:"
        raise BadInput(f"{folder} cannot be read as an EAGLE-3 head: it {what} {odd[0]}")
    for name, shape in wanted.items():
        if tuple(tensors[name].shape) != shape:
            raise BadInput(
                f"{folder} is no head for this target: {name} is {tuple(tensors[name].shape)}, and it should be {shape}"
            )
    if offsets.shape != (wanted["lm_head.weight"][0],):
        raise BadInput(f"{folder} cannot be read as an EAGLE-3 head: d2t should have one number for each output row")
