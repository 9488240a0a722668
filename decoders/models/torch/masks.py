"""Additive attention masks in the form that transformers expects: one for all layers, or one for each kind of layer."""

# The types of torch's functions are only partly known.
# pyright: reportUnknownMemberType=false

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from decoders.models.windows import ALL, Windows

Mask = Tensor | dict[str, Tensor]  # [1, 1, n, m] for all layers, or by the kinds of a configuration's `layer_types`


def additive_mask(
    hidden: NDArray[np.bool_],
    positions: NDArray[np.int64],
    keys: NDArray[np.int64],
    windows: Windows,
    dtype: torch.dtype,
) -> Mask:
    """The additive mask of n tokens at `positions` [n] over m keys at positions `keys` [m].

    The mask is finfo.min for keys that `hidden` [n, m] marks or that are outside the windows, and 0 for all others.
    Each kind of layer gets its own mask only if a window hides a key.
    """
    reached = windows if windows.reach(int(positions.max())) else Windows()
    masks = {kind: _additive(rows, dtype) for kind, rows in reached.hidden(hidden, positions, keys).items()}
    return masks.get(ALL, masks)


def causal_mask(start: int, n: int, windows: Windows, dtype: torch.dtype) -> Mask:
    """The causal additive mask of n tokens after `start` cached ones, over all start + n keys."""
    keys = np.arange(start + n)
    return additive_mask(keys[None] > keys[start:, None], keys[start:], keys, windows, dtype)


def on_device(mask: Mask, device: torch.device) -> Mask:
    """Move a mask to a device."""
    if isinstance(mask, Tensor):
        return mask.to(device)
    return {kind: rows.to(device) for kind, rows in mask.items()}


def _additive(hidden: NDArray[np.bool_], dtype: torch.dtype) -> Tensor:
    mask = torch.zeros((1, 1, *hidden.shape), dtype=dtype)
    return mask.masked_fill_(torch.from_numpy(hidden), torch.finfo(dtype).min)
