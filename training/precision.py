"""The number format of training and evaluation: 16-bit numbers if the device multiplies them faster."""

from __future__ import annotations

import sys
import time
from functools import cache
from pathlib import Path

import torch

sys.path.append(str(Path(__file__).parents[1]))  # the folder of the explorer
from decoders.models.torch.device import half_of

SIZE, TRIES = 1024, 5  # size of the matrices whose products are timed; one product takes some hundredths of a second


@cache
def computed_in(device: str) -> torch.dtype:
    """The number format to compute in: bfloat16, or float32 on a device that multiplies 16-bit numbers more slowly.

    On a CPU this is measured. A CPU with AVX-512-BF16 but without AMX may take twice as long for 16-bit numbers.
    """
    half, on_cpu = half_of(device), torch.device(device).type == "cpu"
    if half != torch.bfloat16 or (on_cpu and seconds(torch.bfloat16) > seconds(torch.float32)):
        return torch.float32
    return torch.bfloat16


def seconds(dtype: torch.dtype) -> float:
    """The seconds of a product of two square matrices on the CPU: the shortest of several."""
    one = torch.ones(SIZE, SIZE, dtype=dtype)
    times = []
    for _ in range(TRIES):
        began = time.perf_counter()
        one @ one
        times.append(time.perf_counter() - began)
    return min(times)


def mixed(device: str) -> torch.autocast:
    """Context manager in which matrices of any type are multiplied in the format that `computed_in` gives."""
    return torch.autocast(torch.device(device).type, torch.bfloat16, enabled=computed_in(device) == torch.bfloat16)
