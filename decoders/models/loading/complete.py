"""Check that a network's files contain all of its weights, so that random weights are never run or converted.

If a checkpoint lacks weights, transformers fills them with random numbers. It ignores weights that it does not expect.
Both would change the text silently, so both are refused here, with the names of the tensors.
"""

# The types of torch's and transformers' functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.models.loading.checkpoint import listed

# Tensors that do not change what a model writes: buffers that older releases stored, and heads for other tasks or for
# drafting several tokens ahead.
UNUSED = re.compile(
    r"(^|\.)(attn|attention)\.(masked_)?bias$|(^|\.)(masked_bias|causal_mask|position_ids|num_batches_tracked)$"
    r"|(^|[._])(inv_freq|cos_cached|sin_cached)$|(^|\.)embed_positions\.weights$|(en|de)coder\.version$"
    r"|\.[kqv]_scale$|(^|\.)mtp(_layers|_block|_head)?\.|^(v_head|multiple_choice_head)\."
)
# Parts of multimodal models that are ignored, because only the text decoder is run.
TOWERS = re.compile(
    r"vision|visual|image|video|audio|speech|multi_modal|multimodal|projector|resampler|talker|token2wav|code2wav"
)
MEDIA = ("vision_config", "audio_config", "image_config", "video_config", "speech_config", "thinker_config")


def refuse_gaps(name: str, net: Any, info: dict[str, Any], config: dict[str, Any]) -> None:
    """Raise BadInput unless the files contain every weight of the network, and no others.

    `info` is transformers' loading info, and `config` is the model's whole config.json (empty for GGUF).
    """
    mismatched: list[Any] = sorted(info["mismatched_keys"])
    if mismatched:
        key, stored, described = mismatched[0]
        more = f" ({len(mismatched) - 1} more differ)" if len(mismatched) > 1 else ""
        raise BadInput(
            f"{name} cannot be loaded: {listed([key])} has the shape {list(stored)} in its weights, but "
            f"{list(described)} in its config.json{more}. Download both again from the same repository."
        )
    missing: list[str] = sorted(info["missing_keys"])
    unexpected: list[str] = sorted(key for key in info["unexpected_keys"] if not _is_unused(key, net, config))
    if missing:
        raise BadInput(_missing(name, missing, unexpected))
    if unexpected:
        raise BadInput(
            f"{name} cannot be loaded: its weights contain {listed(unexpected)}, which the model described by its "
            "config.json does not have. Download both again from the same repository."
        )


def refuse_left_blocks(file: Path, net: Any) -> None:
    """Raise BadInput if a GGUF file contains more layers than it declares. Transformers would ignore the undeclared
    layers.
    """
    from gguf import GGUFReader

    config = net.config.get_text_config(decoder=True)
    layers = config.num_hidden_layers + (getattr(config, "num_nextn_predict_layers", None) or 0)
    names = [str(tensor.name) for tensor in GGUFReader(file).tensors]
    left = sorted(name for name in names if (block := re.match(r"blk\.(\d+)\.", name)) and int(block[1]) >= layers)
    if left:
        raise BadInput(
            f"{file} cannot be loaded: it contains {listed(left)}, but declares only {layers} layers. Download "
            "it again."
        )


def _missing(name: str, missing: list[str], unexpected: list[str]) -> str:
    lacks = f"{name} cannot be loaded: its weights lack {listed(missing)}"
    if unexpected:
        return f"{lacks}, and contain {listed(unexpected)} instead. Rename the tensors, or download the model again."
    if missing == ["lm_head.weight"]:
        return (
            f"{lacks}. If the output head is the input embedding, set tie_word_embeddings to true in config.json; "
            "otherwise download the model again."
        )
    return f"{lacks}. Download the model again."


def _is_unused(key: str, net: Any, config: dict[str, Any]) -> bool:
    if UNUSED.search(key):
        return True
    if any(part in config for part in MEDIA) and TOWERS.search(key):
        return True
    ahead: Any = getattr(net.config, "num_nextn_predict_layers", None) or config.get("num_nextn_predict_layers")
    layer = re.search(r"(^|\.)layers\.(\d+)\.", key)
    if not isinstance(ahead, int) or layer is None:
        return False
    first = net.config.get_text_config(decoder=True).num_hidden_layers
    return first <= int(layer.group(2)) < first + ahead  # layers for drafting several tokens ahead


def refuse_not_numbers(name: str, net: Any) -> None:
    """Raise BadInput, which names the tensor, if a weight is NaN or infinite."""
    import torch

    for key, weight in _on_device(net.named_parameters()):
        if not weight.is_floating_point() or weight.element_size() < 2:
            continue
        total = weight.detach().sum(
            dtype=torch.float32
        )  # the sum needs no memory; every weight is checked only if it is not finite
        if not bool(torch.isfinite(total)) and not bool(torch.isfinite(weight.detach()).all()):
            narrow = ", or float16 is too narrow for it. Try --dtype float32" if weight.dtype == torch.float16 else ""
            raise BadInput(
                f"{name} cannot be run, because {listed([key])} contains NaN or infinite values. "
                f"Its weights are damaged{narrow or '. Download them again'}."
            )


def _on_device(named: Iterable[tuple[str, Any]]) -> Iterable[tuple[str, Any]]:
    """The weights that are in memory.

    If a network does not fit into memory, parts of it are elsewhere. Weights that are elsewhere are not checked.
    """
    return ((key, weight) for key, weight in named if weight.device.type != "meta")
