"""The number format of training and evaluation: 16 bits if the device multiplies them faster."""

from __future__ import annotations

import sys
import time
from functools import cache
from pathlib import Path

import torch

sys.path.append(str(Path(__file__).parents[1]))  # the explorer
from decoders.models.torch.device import half_of

SIZE, TRIES = 1024, 5  # of the products that are timed: some hundredths of a second each


@cache
def computed_in(device: str) -> torch.dtype:
    """bfloat16, or float32 on a device on which products of 16-bit numbers are the slower ones.

    Which they are on a CPU is measured: one with AVX-512-BF16 and without AMX may take twice as long for them.
    """
    half, on_cpu = half_of(device), torch.device(device).type == "cpu"
    if half != torch.bfloat16 or (on_cpu and seconds(torch.bfloat16) > seconds(torch.float32)):
        return torch.float32
    return torch.bfloat16


def seconds(dtype: torch.dtype) -> float:
    """The shortest of some products of two square matrices on the CPU, in seconds."""
    one = torch.ones(SIZE, SIZE, dtype=dtype)
    times = []
    for _ in range(TRIES):
        began = time.perf_counter()
        one @ one
        times.append(time.perf_counter() - began)
    return min(times)


def mixed(device: str) -> torch.autocast:
    """A context in which matrices are multiplied as `computed_in` says, whatever type they are kept in."""
    return torch.autocast(torch.device(device).type, torch.bfloat16, enabled=computed_in(device) == torch.bfloat16)
