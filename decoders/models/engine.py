"""Which engine runs the models: this project's own or OpenVINO on a CPU, or torch.

`auto` is what was measured on this machine, on a small model of the usual make, once for every CPU and every release of
the engines; a model that the fastest does not run goes to the next. Torch is imported to measure, and not else. A
choice is facts, for the trace's header; the sentence about them is made in explorer/story.
"""

# What torch and transformers say of their own functions is partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportMissingTypeStubs=false

import hashlib
import math
import os
import platform
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

from decoders.errors import BadInput
from decoders.models.cache import add_to_json, engine_folder, read_json
from decoders.models.cpu_engines import CPU_ENGINES, CpuEngine
from decoders.models.fetch import Progress
from decoders.models.parts import CannotConvertError
from decoders.models.steps import ENGINE_STEP, step
from decoders.models.timing import CONTEXT, Times, by_speed, timed

ENGINES = ("auto", *CPU_ENGINES, "torch")
MEASURED = ("numba", "openvino")  # what `auto` compares with torch: those of float32, whose numbers are the same
Why = Literal["asked", "measured", "missing", "broken", "refused", "device", "dtype", "gpu"]
CGROUP = Path("/sys/fs/cgroup")  # where Linux says how much of the machine a container has
DEVICE_FILES = Path("/dev")
GPU_FILES = ("nvidia[0-9]*", "nvhost*", "nvgpu*", "nvmap", "dxg", "kfd")  # NVIDIA, Jetsons, WSL, AMD
MADE_OF = ("numba", "llvmlite", "numpy", "openvino", "torch", "transformers")  # whose releases a measurement is of
HELD_TO = "ONEDNN_MAX_CPU_ISA"  # set, it holds what all engines compute with to older vectors
SMALL: dict[
    str, Any
] = {  # a model large enough not to fit into what is closest to a core, small enough for half a second
    "vocab_size": 4096,
    "hidden_size": 576,
    "intermediate_size": 1536,
    "num_hidden_layers": 4,
    "num_attention_heads": 9,
    "num_key_value_heads": 3,
    "max_position_embeddings": 1024,
}


@dataclass(frozen=True)
class Choice:
    """An engine, and why this one: it was `asked` for or `measured` (in these times); or those of MEASURED are
    `missing` or `broken` (they cannot be imported), `refused` the model that they are measured on, the `device` or the
    `dtype` asked for is none of theirs, or there is a `gpu`."""

    engine: str
    why: Why
    times: "Times | None" = None

    @property
    def order(self) -> tuple[str, ...]:
        """The engines to be tried for a model, one after the other: where they were measured, the fastest first."""
        return (self.engine,) if self.times is None else by_speed(self.times)


def check_engine(engine: str) -> None:
    """Raise BadInput for a word that names no engine."""
    if engine not in ENGINES:
        raise BadInput(f"--engine {engine[:60]} is not one of {', '.join(ENGINES)}")


def choose(engine: str, device: str, dtype: str, progress: Progress, stored: str = "bfloat16") -> Choice:
    """The engine for models on a device in a dtype, all three as words; `stored` is what their weights are kept in.

    Raises BadInput for one that cannot be had.
    """
    check_engine(engine)
    if engine == "torch":
        return Choice("torch", "asked")
    asked = CPU_ENGINES.get(engine)
    hindrance = _hindrance(device, dtype, asked)
    if asked is not None:
        if hindrance:
            why = {
                "missing": f"the package {asked.package} is not installed here",
                "device": f"it runs on the CPU, and the device is {device}",
                "dtype": f"it computes in {asked.dtype}, and the dtype is {dtype}",
            }[hindrance]
            raise BadInput(f"--engine {engine} cannot be used: {why}; use --engine auto or torch")
        if asked.dtype == "bfloat16" and not has_bfloat16():
            raise BadInput(f"--engine {engine} cannot be used: this CPU has no bfloat16 units; use --engine auto")
        return Choice(engine, "asked")
    if hindrance is None and device == "auto" and _has_gpu():
        return Choice("torch", "gpu")
    if hindrance:
        return Choice("torch", hindrance)
    try:
        return faster(measured(_rival(dtype, stored), progress))
    except ImportError:  # it is there, and this machine lacks what it needs
        return Choice("torch", "broken")
    except CannotConvertError:
        return Choice("torch", "refused")


def _hindrance(device: str, dtype: str, asked: CpuEngine | None) -> Literal["missing", "device", "dtype"] | None:
    """What keeps an engine of the CPU, or all of MEASURED, from these words."""
    if not (asked.installed if asked else installed()):
        return "missing"
    if device not in ("auto", "cpu"):
        return "device"
    return None if dtype in ("auto", asked.dtype if asked else "float32") else "dtype"


def installed() -> bool:
    """Whether one of MEASURED is."""
    return any(CPU_ENGINES[name].installed for name in MEASURED)


def has_bfloat16() -> bool:
    """Whether OpenVINO says that this CPU multiplies bfloat16 itself."""
    try:
        from decoders.models.openvino import core
    except ImportError:
        return False
    return "BF16" in core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")


def _rival(dtype: str, stored: str = "bfloat16") -> str:
    """What torch would compute in on this CPU: for `auto` see `weights.pick_dtype`."""
    if dtype != "auto":
        return dtype
    return "bfloat16" if stored == "bfloat16" else "float32"


def known_choice() -> Choice | None:
    """What `auto` is here, if that was measured before; nothing is measured, loaded or imported to say it."""
    kept = read_json(engine_folder() / "measured.json")
    rivals = (_rival("auto"), _rival("auto", "float32"))  # by how the weights of the measured pair are stored
    times = next((kept[key] for key in map(cpu_key, rivals) if key in kept), None)
    return None if times is None or not installed() else faster(times)


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


def faster(times: Times) -> Choice:
    """The engine of the shortest passes.

    >>> faster({"openvino": [0.002, 0.004], "torch": [0.002, 0.009]}).order
    ('openvino', 'torch')
    """
    return Choice(by_speed(times)[0], "measured", times)


def measured(dtype: str, progress: Progress) -> Times:
    """What passes take on this CPU with each engine, measured once and then kept."""
    path, key = engine_folder() / "measured.json", cpu_key(dtype)
    known = read_json(path).get(key)
    if known is None:
        progress(step("Compiling, and measuring which engine is fastest here (only once)", "measure", ENGINE_STEP), 0.0)
        known = {name: list(seconds) for name, seconds in measure(dtype).items()}
        with suppress(OSError):  # it is measured again next time
            add_to_json(path, {key: known})
    return known


def cpu_key(dtype: str) -> str:
    """The CPU with what it may do and how much of it is ours, and what the engines are made of."""
    flags = hashlib.sha256(" ".join(sorted(cpu_fact("flags").split())).encode()).hexdigest()[:12]
    releases = " ".join(f"{name} {release(name)}" for name in MADE_OF)
    name = cpu_fact("model name") or platform.machine()
    held = f" held to {instructions()}" if os.environ.get(HELD_TO) else ""
    return f"{name}{held}, {usable_cores()} cores, {flags}, {releases}, {own_code()}, {dtype}"


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
    files = [Path(__file__).with_name(name) for name in names]
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


def measure(dtype: str) -> Times:
    """Seconds of passes over NODES behind CONTEXT tokens, the shortest of interleaved rounds of all engines.

    Raises ImportError or CannotConvertError where nothing but torch runs here.
    """
    import torch
    from transformers import AutoModelForCausalLM, LlamaConfig

    from decoders.models.huggingface import HuggingFaceModel
    from decoders.models.parts import Parts

    with torch.random.fork_rng(devices=[]):
        net = AutoModelForCausalLM.from_config(LlamaConfig(**SMALL), dtype=torch.bfloat16).eval()
    size = SMALL["vocab_size"]
    models, failed = dict[str, Any](), list[Exception]()
    with tempfile.TemporaryDirectory() as work:
        for name in MEASURED:
            folder = Path(work) / name
            folder.mkdir()
            try:
                CPU_ENGINES[name].write(Parts(net), folder, size)
                models[name] = CPU_ENGINES[name].open(folder, "small", size)
            except (ImportError, CannotConvertError) as error:
                failed.append(error)
        if not models:
            raise failed[0]
        models["torch"] = HuggingFaceModel(net.to(getattr(torch, dtype)), size, "small")
        sessions = {name: model.start(range(CONTEXT)) for name, model in models.items()}
        best = timed(sessions)
        for session in sessions.values():
            session.close()
        sessions.clear()
        models.clear()
    return best
