"""The sizes of a model that determine the cost of a pass, which is counted in bytes read and operations.

Torch is not imported, because a converted model's sizes are stored with it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from decoders.core.values import Level, Range
from decoders.models.probe import is_recurrent

Hidden = Annotated[int, Range(0, 10**7)]
Weights = Annotated[int, Range(0, 10**15)]
Width = Annotated[int, Range(0, 16)]  # bytes per number


class UncountableError(Exception):
    """Raised if a model's sizes do not determine the cost of a pass; the message is the reason."""


@dataclass(frozen=True)
class Shape:
    """The sizes of a model. `matrix`, `vector` and `head` count weights.

    For Medusa's extra heads, there are no `layers`. `heads` is their number, and `matrix` counts their weights. They
    share one `head`.
    """

    layers: Level
    hidden: Hidden
    heads: Level
    kv_heads: Level
    head_dim: Level
    matrix: Weights  # weights in the matrices of all layers
    vector: Weights  # weights in norms and biases
    head: Weights  # weights in the output head: rows × hidden size
    value_bytes: Width
    kv_bytes: Width | None = None  # bytes per number in the cache, if it differs from the weights


def sizes_of(net: Any) -> Shape:
    """The sizes of a transformers network. Raises UncountableError if these sizes do not determine the cost of a
    pass.
    """
    config = net.config.get_text_config(decoder=True)
    if is_recurrent(net):
        raise UncountableError("a pass also reads and writes a running state")
    for key in ("num_local_experts", "num_experts", "n_routed_experts", "kv_lora_rank"):
        if getattr(config, key, None):
            raise UncountableError(
                f"the number of bytes that a pass reads depends on routing or on a compressed cache ({key})"
            )
    head = net.get_output_embeddings().weight
    looked_up = {id(p) for part in net.modules() if "Embedding" in type(part).__name__ for p in _own(part)}
    counted = [p for p in net.parameters() if id(p) not in looked_up | {id(head)}]
    heads = config.num_attention_heads
    return Shape(
        config.num_hidden_layers,
        config.hidden_size,
        heads,
        _kv_heads(config, heads),
        getattr(config, "head_dim", None) or config.hidden_size // heads,
        sum(p.numel() for p in counted if p.ndim > 1),
        sum(p.numel() for p in counted if p.ndim <= 1),
        head.numel(),
        head.element_size(),
    )


def sizes_of_heads(heads: Any) -> Shape:
    """The sizes of a target's extra heads (heads.ResidualHeads), which are computed together in one separate pass."""
    weight, rows = heads.weight, heads.rows
    return Shape(0, weight.shape[-1], heads.count, 0, 0, weight.numel(), 0, rows.numel(), rows.element_size())


def _own(module: Any) -> Iterable[Any]:
    return module.parameters(recurse=False)


def _kv_heads(config: Any, heads: int) -> int:
    if getattr(config, "multi_query", False) and not getattr(config, "new_decoder_architecture", False):
        return 1
    return getattr(config, "num_key_value_heads", None) or getattr(config, "num_kv_heads", None) or heads
