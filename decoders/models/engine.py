"""Which engine runs the models: the built-in kernels on a CPU, or torch.

`auto` is torch where there is a GPU, else the kernels for the families that they run and torch for the others. A choice
is facts, for the trace's header; the sentence about them is made in explorer/story.
"""

# NVIDIA's package has no types.
# pyright: reportUnknownMemberType=false, reportMissingTypeStubs=false

import hashlib
import math
import os
import platform
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from decoders.errors import BadInput

KERNELS, TORCH = "numba", "torch"
ENGINES = ("auto", KERNELS, TORCH)
Why = Literal["asked", "default", "missing", "device", "dtype", "gpu"]
CGROUP = Path("/sys/fs/cgroup")  # where Linux says how much of the machine a container has
DEVICE_FILES = Path("/dev")
GPU_FILES = ("nvidia[0-9]*", "nvhost*", "nvgpu*", "nvmap", "dxg", "kfd")  # NVIDIA, Jetsons, WSL, AMD
MADE_OF = ("numba", "llvmlite", "numpy", "torch", "transformers")  # on whose releases the time of a pass depends
HELD_TO = "ONEDNN_MAX_CPU_ISA"  # set, it holds what all engines compute with to older vectors


@dataclass(frozen=True)
class Choice:
    """An engine, and why this one: it was `asked` for or is the `default`; or the kernels are `missing`, the `device`
    or the `dtype` asked for is not theirs, or there is a `gpu`."""

    engine: str
    why: Why


def check_engine(engine: str) -> None:
    """Raise BadInput for a word that names no engine."""
    if engine not in ENGINES:
        raise BadInput(f"Unknown engine {engine[:60]}. Choose one of: {', '.join(ENGINES)}.")


def choose(engine: str, device: str, dtype: str) -> Choice:
    """The engine for models on a device in a dtype, all three as words. Raises BadInput for one that cannot be had."""
    check_engine(engine)
    if engine == TORCH:
        return Choice(TORCH, "asked")
    hindrance = _hindrance(device, dtype)
    if engine == KERNELS:
        if hindrance:
            why = {
                "missing": f"the package {KERNELS} is not installed here",
                "device": f"it runs on the CPU, but the device is {device}",
                "dtype": f"it computes in float32, but the dtype is {dtype}",
            }[hindrance]
            raise BadInput(f"Engine {engine} cannot be used: {why}. Use --engine auto or torch.")
        return Choice(KERNELS, "asked")
    if hindrance:
        return Choice(TORCH, hindrance)
    return Choice(TORCH, "gpu") if device == "auto" and _has_gpu() else Choice(KERNELS, "default")


def _hindrance(device: str, dtype: str) -> Literal["missing", "device", "dtype"] | None:
    """What keeps the kernels from these words."""
    if not installed():
        return "missing"
    if device not in ("auto", "cpu"):
        return "device"
    return None if dtype in ("auto", "float32") else "dtype"


def installed() -> bool:
    """Whether the package that compiles the kernels is there."""
    return find_spec(KERNELS) is not None


def _has_gpu() -> bool:
    """Whether torch can use one. Torch is asked only where there may be one, because importing it takes seconds."""
    if version("torch").endswith("+cpu") or not (_nvml_starts() or _may_have_gpu()):
        return False
    import torch

    return torch.cuda.is_available()


def _nvml_starts() -> bool:
    """Whether NVIDIA's management library finds its driver."""
    with suppress(ImportError):
        import pynvml

        with suppress(pynvml.NVMLError):
            pynvml.nvmlInit()
            return True
    return False


def _may_have_gpu() -> bool:
    """Whether a GPU may be here that NVML does not see: a Jetson, WSL, or one of AMD.

    Linux shows a GPU that computes as a device file; elsewhere only torch can answer.
    """
    return not DEVICE_FILES.is_dir() or any(any(DEVICE_FILES.glob(pattern)) for pattern in GPU_FILES)


def cpu_key() -> str:
    """The CPU with what it may do and how much of it is ours, and what the engines are made of."""
    flags = hashlib.sha256(" ".join(sorted(cpu_fact("flags").split())).encode()).hexdigest()[:12]
    releases = " ".join(f"{name} {release(name)}" for name in MADE_OF)
    name = cpu_fact("model name") or platform.machine()
    held = f" held to {instructions()}" if os.environ.get(HELD_TO) else ""
    return f"{name}{held}, {usable_cores()} cores, {flags}, {releases}, {own_code()}"


def usable_cores() -> int:
    """The cores that this process may keep busy: those it may run on, or what a container gives it of them."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError):
        quota, period = (CGROUP / "cpu.max").read_text(encoding="ascii").split()
        return min(usable, max(1, math.ceil(int(quota) / int(period))))  # "max" is no number
    with suppress(OSError, ValueError, ZeroDivisionError):
        quota, period = (int((CGROUP / f"cpu/cpu.cfs_{x}_us").read_text()) for x in ("quota", "period"))
        return usable if quota <= 0 else min(usable, max(1, math.ceil(quota / period)))
    return usable


def own_code() -> str:
    """A short digest of what this project's own engine is compiled from."""
    names = "kernels.py", "stages.py", "attention.py", "passes.py"
    files = [Path(__file__).parent / "cpu" / name for name in names]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def instructions() -> str:
    """The widest vectors that the engines use here, as people call them: AVX-512, AVX2, or the kind of machine."""
    flags = cpu_fact("flags").split()
    held = os.environ.get(HELD_TO, "").upper()
    known = {"avx512f": "AVX-512", "avx2": "AVX2"}
    if held.startswith("AVX2"):
        del known["avx512f"]
    elif held.startswith(("SSE", "AVX")) and not held.startswith(("AVX512", "AVX10")):
        known = {}
    return next((name for flag, name in known.items() if flag in flags), platform.machine())


def cpu_fact(name: str) -> str:
    """What Linux says of the first core under this name; empty elsewhere."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.split(":")[0].strip() == name:
                return line.partition(":")[2].strip()
    return ""


def release(name: str) -> str:
    """The installed release of a package."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"
