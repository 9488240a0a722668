"""The numbers that training and evaluation compute in: 16-bit ones where the device multiplies those itself."""

from __future__ import annotations

import sys
from pathlib import Path

import torch

sys.path.append(str(Path(__file__).parents[1]))  # the explorer, which asks its engine what the CPU can do
from decoders.models.device import half_of
from decoders.models.engine import has_bfloat16


def computed_in(device: str) -> torch.dtype:
    """bfloat16, or float32 on a device without units for it: there, products of 16-bit numbers are the slower ones."""
    half, on_cpu = half_of(device), torch.device(device).type == "cpu"
    return half if half == torch.bfloat16 and (not on_cpu or has_bfloat16()) else torch.float32


def mixed(device: str) -> torch.autocast:
    """A context in which matrices are multiplied as `computed_in` says, whatever type they are kept in."""
    return torch.autocast(torch.device(device).type, torch.bfloat16, enabled=computed_in(device) == torch.bfloat16)
