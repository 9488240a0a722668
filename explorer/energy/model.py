"""Modelled energy (MTAD §4 Eq. 9): E = PW_flop·T_flop + PW_mem·T_mem, T_flop = FLOPs/peak, T_mem = bytes/bandwidth.

So each byte costs PW_mem/bandwidth joules and each FLOP costs PW_flop/peak joules. Bytes and FLOPs of every pass are
counted from the model's sizes, the nodes fed and the KV length. The coefficients come from data sheets (boards.py).
Energy can be modelled from a trace alone, without a GPU. Modelled energy is never called measured.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from decoders.core.record import Pass
from decoders.models.sizes import Shape, UncountableError
from explorer.energy.boards import coefficients_for
from explorer.trace.lines import Coefficients, EnergyModel

NOT_COUNTED = "the prompt pass, activations (which stay on the chip), and the work of the rules"


@dataclass(frozen=True)
class Cost:
    """The bytes moved and the FLOPs computed.

    `weights` is how many of the bytes are weights. The rest are the KV cache and embeddings.
    """

    bytes: int = 0
    flops: int = 0
    weights: int = 0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(self.bytes + other.bytes, self.flops + other.flops, self.weights + other.weights)


def cost(shape: Shape, nodes: int, kv: int, batch: int = 1) -> Cost:
    """The cost of one pass that adds `nodes` tokens to each of `batch` sequences, which then have `kv` KV slots each.

    Every weight is read once, however many nodes there are. This is why speculation pays off.

    >>> tiny = Shape(1, 2, 1, 1, 2, matrix=10, vector=3, head=8, value_bytes=2)
    >>> cost(tiny, nodes=1, kv=5)
    Cost(bytes=94, flops=76, weights=42)
    """
    weights = (shape.matrix + shape.vector + shape.head) * shape.value_bytes
    if not shape.layers:  # Medusa heads read one hidden state; they feed no nodes and have no cache
        return Cost(weights, 2 * (shape.matrix + shape.heads * shape.head), weights)
    fed = nodes * batch
    slot = 2 * shape.layers * shape.kv_heads * shape.head_dim * (shape.kv_bytes or shape.value_bytes)
    moved = (batch * kv + fed) * slot + fed * shape.hidden * shape.value_bytes
    attention = 4 * shape.layers * shape.heads * shape.head_dim * kv  # QKᵀ and AV over every slot, 2 FLOPs each
    return Cost(weights + moved, fed * (2 * (shape.matrix + shape.head) + attention), weights)


def joules(spent: Cost, by: Coefficients) -> float:
    """Total energy in joules (Eq. 9)."""
    return memory_joules(spent, by) + flop_joules(spent, by)


def memory_joules(spent: Cost, by: Coefficients) -> float:
    """Energy in joules for moving the bytes: PW_mem·T_mem."""
    return spent.bytes * by.joules_per_byte


def flop_joules(spent: Cost, by: Coefficients) -> float:
    """Energy in joules for computing the FLOPs: PW_flop·T_flop."""
    return spent.flops * by.joules_per_flop


def shape_of(model: Any) -> Shape:
    """The sizes of a language model. Raises UncountableError with the reason if its passes cannot be counted."""
    sizes = getattr(model, "sizes", None)
    if sizes is None:
        raise UncountableError("the model is a table, not a network")
    return sizes


def describe(models: Any, device: str, tree_mode: Mapping[str, str]) -> EnergyModel:
    """Make the field `energy.model` of a trace's header: the sizes of both models and the coefficients.

    If energy cannot be modelled, `energy.model` contains the reason instead.
    """
    by = coefficients_for(device)
    try:
        shapes = {name: shape_of(one) for name, one in _pair(models) if one is not None}
        if models.draft is None and (heads := getattr(models.target, "head_sizes", None)) is not None:
            shapes["draft"] = heads
    except UncountableError as error:
        return EnergyModel(reason=f"bytes and FLOPs cannot be counted: {error}")
    notes = [
        f"tokens that the path-batched {name} computes repeatedly"
        for name, mode in tree_mode.items()
        if name in shapes and mode != "tree"
    ]
    return EnergyModel(
        method="modelled",
        equation="MTAD §4 Eq. 9",
        coefficients=by,
        shapes=shapes,
        not_counted="; ".join([NOT_COUNTED, *notes]),
    )


def _pair(models: Any) -> tuple[tuple[str, Any], ...]:
    return ("target", models.target), ("draft", models.draft)


def counted(shapes: Mapping[str, Shape], passes: Iterable[Pass]) -> dict[str, Cost]:
    """Add up, for each model, the cost of an iteration's passes. Models without a shape are left out."""
    total: dict[str, Cost] = {}
    for each in passes:
        if each.model in shapes:
            total[each.model] = total.get(each.model, Cost()) + cost(shapes[each.model], each.size, each.kv)
    return total
