"""Weights rounded to 8 bits, row by row: another model than the one they were taken from, of half the size.

A row of a matrix becomes whole numbers from -127 to 127 times one scale. The scale itself has 8 significant bits, so
that whole number times scale is exact in float32 and both can be read off the rounded weights again (`parts_of`).
"""

# What torch says of its own functions is partly unknown.
# pyright: reportUnknownMemberType=false

from typing import Any

import torch
from torch import Tensor

LARGEST = 127


def round_weights(net: Any, dtype: torch.dtype | None = None) -> Any:
    """The network with every matrix rounded in place, embeddings too, in a dtype (None: float32, which is exact)."""
    net.to(torch.float32)
    with torch.no_grad():
        for weight in net.parameters():  # shared ones come once
            if weight.ndim == 2:
                whole, scale = parts_of(weight)
                weight.copy_(whole * scale)
    return net if dtype is None else net.to(dtype)


def parts_of(weight: Tensor) -> tuple[Tensor, Tensor]:
    """Whole numbers [n, m] and scales [n, 1], both float32, whose product is `weight` once rounded.

    >>> whole, scale = parts_of(torch.tensor([[0.3, -1.0], [0.0, 0.0]]))
    >>> [float(one.sum()) for one in whole]
    [-89.0, 0.0]
    """
    scale = (weight.abs().amax(1, keepdim=True) / LARGEST).to(torch.bfloat16).float()
    scale = torch.where(scale > 0, scale, 1.0)
    return (weight / scale).round().clamp(-LARGEST, LARGEST), scale
