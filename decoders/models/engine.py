"""The engine that runs the models: the built-in kernels on a CPU, or torch.

`auto` means torch if there is a GPU. If there is no GPU, `auto` means the kernels, or torch for model families that the
kernels do not support. A choice is recorded as facts in the trace's header; explorer/story makes the sentence.
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
CGROUP = Path("/sys/fs/cgroup")  # files in which Linux says how much of the machine a container may use
DEVICE_FILES = Path("/dev")
# device files of NVIDIA GPUs, Jetsons, WSL and AMD GPUs
GPU_FILES = ("nvidia[0-9]*", "nvhost*", "nvgpu*", "nvmap", "dxg", "kfd")
MADE_OF = ("numba", "llvmlite", "numpy", "torch", "transformers")  # packages whose versions affect the time of a pass
HELD_TO = "ONEDNN_MAX_CPU_ISA"  # if set, this variable limits all engines to older vector instructions


@dataclass(frozen=True)
class Choice:
    """An engine, and the reason why it was chosen.

    An engine can be `asked` for by the user, or be the `default`. Torch can also be chosen because the kernels are
    `missing`, because they do not support the requested `device` or `dtype`, or because there is a `gpu`.
    """

    engine: str
    why: Why


def check_engine(engine: str) -> None:
    """Raise BadInput if the engine is unknown."""
    if engine not in ENGINES:
        raise BadInput(f"Unknown engine {engine[:60]}. Choose one of: {', '.join(ENGINES)}.")


def choose(engine: str, device: str, dtype: str) -> Choice:
    """Choose the engine for models with this device and dtype, all given as words. Raises BadInput if the requested
    engine cannot be used.
    """
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
    return Choice(TORCH, "gpu") if device == "auto" and has_gpu() else Choice(KERNELS, "default")


def _hindrance(device: str, dtype: str) -> Literal["missing", "device", "dtype"] | None:
    """The reason why the kernels cannot be used with this device and dtype; None if they can be used."""
    if not installed():
        return "missing"
    if device not in ("auto", "cpu"):
        return "device"
    return None if dtype in ("auto", "float32") else "dtype"


def installed() -> bool:
    """Whether the package that compiles the kernels is installed."""
    return find_spec(KERNELS) is not None


def has_gpu() -> bool:
    """Whether torch can use a GPU. Torch is imported only if there may be a GPU, because the import takes seconds."""
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
    """Whether there may be a GPU that NVML does not see: a Jetson, WSL, or an AMD GPU.

    On Linux, compute GPUs are visible as device files. On other systems, only torch knows.
    """
    return not DEVICE_FILES.is_dir() or any(any(DEVICE_FILES.glob(pattern)) for pattern in GPU_FILES)


def cpu_key() -> str:
    """A key for the CPU, its usable cores, and the versions of the engines."""
    flags = hashlib.sha256(" ".join(sorted(cpu_fact("flags").split())).encode()).hexdigest()[:12]
    releases = " ".join(f"{name} {release(name)}" for name in MADE_OF)
    name = cpu_fact("model name") or platform.machine()
    held = f" held to {instructions()}" if os.environ.get(HELD_TO) else ""
    return f"{name}{held}, {usable_cores()} cores, {flags}, {releases}, {own_code()}"


def usable_cores() -> int:
    """The number of cores that this process may use: its affinity, or the limit of its container."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError):
        quota, period = (CGROUP / "cpu.max").read_text(encoding="ascii").split()
        return min(usable, max(1, math.ceil(int(quota) / int(period))))  # the value may be "max"
    with suppress(OSError, ValueError, ZeroDivisionError):
        quota, period = (int((CGROUP / f"cpu/cpu.cfs_{x}_us").read_text()) for x in ("quota", "period"))
        return usable if quota <= 0 else min(usable, max(1, math.ceil(quota / period)))
    return usable


def own_code() -> str:
    """A short digest of the source code of the built-in kernels."""
    names = "kernels.py", "stages.py", "attention.py", "passes.py"
    files = [Path(__file__).parent / "cpu" / name for name in names]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def instructions() -> str:
    """The widest vector instructions that the engines use here (AVX-512 or AVX2), or the machine type."""
    flags = cpu_fact("flags").split()
    held = os.environ.get(HELD_TO, "").upper()
    known = {"avx512f": "AVX-512", "avx2": "AVX2"}
    if held.startswith("AVX2"):
        del known["avx512f"]
    elif held.startswith(("SSE", "AVX")) and not held.startswith(("AVX512", "AVX10")):
        known = {}
    return next((name for flag, name in known.items() if flag in flags), platform.machine())


def cpu_fact(name: str) -> str:
    """The value with this name that Linux reports for the first core; empty on other systems."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.split(":")[0].strip() == name:
                return line.partition(":")[2].strip()
    return ""


def release(name: str) -> str:
    """The installed version of a package."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"
