"""The files of a network, and how they are read: a folder or a Hub id, safetensors or GGUF, onto a device in a dtype.

No remote code is ever run and only safetensors and GGUF weights are read. Torch is imported when a network is read.
"""

# What torch, safetensors and transformers say of their own functions is partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import contextlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from decoders.errors import BadInput, is_out_of_memory
from decoders.models.device import half_of, room
from decoders.models.engine import check_engine
from decoders.models.hub import refusal

DTYPES = ("auto", "bfloat16", "float16", "float32", "float64")
DEVICES = re.compile(r"auto|cpu|mps|(cuda|xpu)(:\d{1,3})?")


def check_words(device: str, dtype: str, engine: str = "auto") -> None:
    """Raise BadInput for words that name no device, dtype or engine; whether a device is there `pick_device` says."""
    if not DEVICES.fullmatch(device):
        raise BadInput(f"--device {device} names no device; it should be auto, cpu, cuda, cuda:N, mps or xpu")
    if dtype not in DTYPES:
        raise BadInput(f"--dtype {dtype} is not one of {', '.join(DTYPES)}")
    check_engine(engine)


def pick_device(device: str) -> str:
    """`auto` is the first GPU where there is one. Raises BadInput for a device that is not there."""
    import torch

    if device == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    check_words(device, "auto")
    try:
        kind = torch.device(device)
        torch.empty(1, device=kind)
    except (RuntimeError, AssertionError, NotImplementedError):
        raise BadInput(f"--device {device} is not available here; use cpu or auto") from None
    return device


def pick_dtype(dtype: str, device: str = "cpu") -> Any:
    """The torch dtype of that name; `auto` is the 16-bit one that the device computes in."""
    import torch

    check_words("auto", dtype)
    return half_of(device) if dtype == "auto" else getattr(torch, dtype)


def folder_of(name: str) -> Path | None:
    """The folder of a model: a local one, or where the Hub's library keeps what it has fetched; None if it has not.

    Raises BadInput for a path that leads nowhere.
    """
    if Path(name).is_dir():
        return Path(name)
    if name.startswith(("/", ".", "~")):  # as no name on the Hub does
        raise BadInput(f"there is no folder {name}; give a local folder with a model, or its name on the Hub")
    from huggingface_hub import try_to_load_from_cache

    with contextlib.suppress(ValueError):  # no name that the Hub could know
        found = try_to_load_from_cache(name, "config.json")
        return Path(found).parent if isinstance(found, str) else None
    return None


WEIGHTS = (".safetensors", ".gguf")
INDEX = "model.safetensors.index.json"  # which files the weights of a large model are in


def has_weights(folder: Path) -> bool:
    """Whether all of a network's weights are there, and not only what is fetched before them."""
    try:
        parts = set(json.loads((folder / INDEX).read_text(encoding="utf-8"))["weight_map"].values())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return any(file.suffix in WEIGHTS for file in folder.glob("*"))
    return all((folder / part).exists() for part in parts)


def weight_files(folder: Path) -> tuple[Path, ...]:
    """What a network is made of, in the order of names."""
    named = [folder / name for name in ("config.json", "generation_config.json") if (folder / name).exists()]
    return (*named, *sorted(file for file in folder.glob("*") if file.suffix in WEIGHTS))


def read_weights(name: str, device: str, dtype: Any) -> Any:
    """A network on a device in a dtype, None: that of its weights.

    On `cuda`, without a number, it lies on the first GPU alone if it fits there, and only else on several.
    """
    from transformers import AutoModelForCausalLM

    where = {"device_map": "sequential", "max_memory": room()} if device == "cuda" else {"device_map": device}
    given = {"trust_remote_code": False, **where, **packed_files(name, dequantize=True)}
    packed = "gguf_file" in given
    given["dtype"] = dtype or (pick_dtype("auto", device) if packed else "auto")
    if not packed:
        given["use_safetensors"] = True
    return read_or_refuse(name, lambda: AutoModelForCausalLM.from_pretrained(name, **given))


def packed_files(name: str, dequantize: bool = False) -> dict[str, Any]:
    """The arguments for a folder whose weights are one GGUF file."""
    files = sorted(Path(name).glob("*.gguf")) if Path(name).is_dir() else []
    if not files or list(Path(name).glob("*.safetensors")):
        return {}
    from transformers import GgufConfig

    packed = {"quantization_config": GgufConfig(dequantize=True)} if dequantize else {}
    return {"gguf_file": files[0].name, **packed}


def read_or_refuse(name: str, load: Callable[[], Any]) -> Any:
    try:
        return load()
    except (BadInput, MemoryError):
        raise
    except Exception as error:  # what the libraries raise for a damaged file is anything
        if is_out_of_memory(error):
            raise
        if (refused := refusal(error, name)) is not None:
            raise refused from None
        first = next((line for line in str(error).splitlines() if line.strip()), type(error).__name__).rstrip(" :.")
        where = "a local folder with config.json, tokenizer and safetensors or GGUF weights, or a Hub id"
        raise BadInput(f"{name} cannot be loaded: {first[:200]} (it should be {where})") from None
