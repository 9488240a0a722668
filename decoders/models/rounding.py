"""Round weights to 8 bits, row by row. The result is a different model of half the size.

A row of a matrix is stored as whole numbers from −127 to 127 and one scale that multiplies them. The scale has 8
significant bits, so the product is exact in float32. The whole numbers and the scale can therefore be recovered from
the rounded weights (`parts_of`).
"""

# The types of torch's functions are only partly known.
# pyright: reportUnknownMemberType=false

from typing import Any

import torch
from torch import Tensor

LARGEST = 127


def round_weights(net: Any, dtype: torch.dtype | None = None, shared: Any = None) -> Any:
    """Round every matrix of the network in place, including embeddings, and convert it to a dtype.

    If the dtype is None, float32 is used, which represents the rounded weights exactly. The weights of `shared`, a
    module that belongs to another network, are not rounded. Buffers stay as they are, because positions need float32.
    """
    whole_ones = {id(weight) for weight in shared.parameters()} if shared is not None else set[int]()
    for weight in net.parameters():  # a shared parameter occurs only once
        wide = weight.data.float()
        if weight.ndim == 2 and id(weight) not in whole_ones:
            whole, scale = parts_of(wide)
            wide = whole * scale
        weight.data = wide if dtype is None else wide.to(dtype)
    return net


def parts_of(weight: Tensor) -> tuple[Tensor, Tensor]:
    """Return whole numbers [n, m] and scales [n, 1], both float32. Their product is the rounded `weight`.

    >>> whole, scale = parts_of(torch.tensor([[0.3, -1.0], [0.0, 0.0]]))
    >>> [float(one.sum()) for one in whole]
    [-89.0, 0.0]
    """
    scale = (weight.abs().amax(1, keepdim=True) / LARGEST).to(torch.bfloat16).float()
    scale = torch.where(scale > 0, scale, 1.0)
    return (weight / scale).round().clamp(-LARGEST, LARGEST), scale
