"""Read a network from a folder or a Hub id, in safetensors or GGUF, onto a device in a dtype.

No remote code is ever run, and only safetensors and GGUF weights are read. Torch is imported when a network is read.
"""

# The types of torch's, safetensors' and transformers' functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownLambdaType=false

import re
from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from decoders.errors import BadInput, is_out_of_memory
from decoders.models.engine import check_engine
from decoders.models.loading.adapters import check_peft, full_weights_of, merged
from decoders.models.loading.checkpoint import (
    CONFIG,
    check_tokenizer,
    has_full_weights,
    is_adapter,
    shown,
    stored_dtype,
)
from decoders.models.loading.complete import refuse_gaps, refuse_left_blocks, refuse_not_numbers
from decoders.models.loading.families import check_family
from decoders.models.loading.gguf import the_gguf
from decoders.models.loading.hub import refusal
from decoders.models.loading.locate import folder_of, locate
from decoders.models.quiet import import_transformers, quiet_gguf
from decoders.models.torch.device import half_of, room

DTYPES = ("auto", "bfloat16", "float16", "float32", "float64")
DEVICES = re.compile(r"auto|cpu|mps|(cuda|xpu)(:\d{1,3})?")


def check_words(device: str, dtype: str, engine: str = "auto") -> None:
    """Raise BadInput if the device, dtype or engine is unknown. `pick_device` checks whether a device is available."""
    if not DEVICES.fullmatch(device):
        raise BadInput(f"Unknown device {device}. Choose one of: auto, cpu, cuda, cuda:N, mps, xpu.")
    if dtype not in DTYPES:
        raise BadInput(f"Unknown dtype {dtype}. Choose one of: {', '.join(DTYPES)}.")
    check_engine(engine)


def pick_device(device: str) -> str:
    """The device with this name; `auto` is the first GPU if there is one. Raises BadInput if the device is
    unavailable.
    """
    import torch

    if device == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    check_words(device, "auto")
    try:
        kind = torch.device(device)
        torch.empty(1, device=kind)
    except (RuntimeError, AssertionError, NotImplementedError):
        raise BadInput(f"Device {device} is not available here. Use cpu or auto.") from None
    return device


def pick_dtype(dtype: str, device: str = "cpu", files: Iterable[Path] = ()) -> Any:
    """The torch dtype with this name; `auto` depends on the device and on the weights in `files`.

    On a CPU, `auto` means bfloat16 if the weights are stored in bfloat16 and config.json says so. Otherwise it means
    float32, which represents the weights exactly. On other devices, `auto` means the 16-bit dtype that the device
    computes in.
    """
    import torch

    check_words("auto", dtype)
    if dtype != "auto":
        return getattr(torch, dtype)
    if torch.device(device).type != "cpu":
        return half_of(device)
    return torch.bfloat16 if stored_dtype(files) == "bfloat16" else torch.float32


def read_weights(name: str, device: str, dtype: Any) -> Any:
    """Read a network onto a device in a dtype (None: the dtype of its weights). A LoRA adapter is merged into it.

    On `cuda` without a number, the network is placed on the first GPU if it fits there, otherwise on several.
    Raises BadInput if a weight is missing from its files or is not a number.
    """
    parts = locate(name)
    if parts.adapter is not None:
        check_peft(parts.name, parts.adapter)
    net = _read_full(parts.base, device, dtype)
    adapter = parts.adapter
    if adapter is not None:
        net = read_or_refuse(parts.name, lambda: merged(parts.name, net, adapter))
    refuse_not_numbers(parts.name, net)
    return net


def _read_full(base: str, device: str, dtype: Any) -> Any:
    """Read a network from full weights, without an adapter.

    Raises BadInput if a weight is missing, unexpected or of the wrong shape.
    """
    import_transformers()
    from transformers import AutoModelForCausalLM

    where = {"device_map": "sequential", "max_memory": room()} if device == "cuda" else {"device_map": device}
    place = folder_of(base)
    file = None if place is None else _packed(place)
    config = {} if file else _checked_config(base, place)
    given: dict[str, Any] = {"trust_remote_code": False, **where, "output_loading_info": True}
    given["ignore_mismatched_sizes"] = True  # missing tensors are refused below, with their names
    if file:
        given |= packed_files(str(file), dequantize=True) | {"dtype": dtype or pick_dtype("auto", device)}
    else:
        given |= {"use_safetensors": True, "dtype": dtype or "auto"}
    beside = place is not None and place.is_dir() and is_adapter(place)
    files = full_weights_of(place) if beside and place else nullcontext(str(file.parent) if file else base)
    with files as folder, quiet_gguf() if file else nullcontext():
        net, info = read_or_refuse(base, lambda: AutoModelForCausalLM.from_pretrained(folder, **given))
    refuse_gaps(base, net, info, config)
    if file:
        refuse_left_blocks(file, net)
    return net


def _checked_config(base: str, place: Path | None) -> dict[str, Any]:
    """The config.json of a folder or Hub id (downloaded if needed); empty if there is none."""
    folder = place
    if folder is None:
        from huggingface_hub import hf_hub_download

        with suppress(ValueError, OSError):  # transformers will try again and report the error
            folder = Path(hf_hub_download(base, CONFIG)).parent
    return check_family(base, folder) if folder is not None and (folder / CONFIG).exists() else {}


def _packed(place: Path) -> Path | None:
    """The GGUF file in a folder; None if the folder has safetensors files, which are preferred."""
    return None if place.is_dir() and has_full_weights(place) else the_gguf(str(place))


def packed_files(name: str, dequantize: bool = False) -> dict[str, Any]:
    """The arguments that make transformers read a model from a GGUF file in its folder."""
    file = _packed(Path(name))
    if file is None:
        return {}
    import_transformers()
    from transformers import GgufConfig

    packed = {"quantization_config": GgufConfig(dequantize=True)} if dequantize else {}
    return {"gguf_file": file.name, **packed}


def tokenizer_from(place: str) -> Any:
    """The tokenizer of a folder, GGUF file or Hub id, as transformers reads it. Raises BadInput if this fails."""
    import_transformers()
    from transformers import AutoTokenizer

    check_tokenizer(place)
    folder = tokenizer_folder(place)
    if folder is None:
        return read_or_refuse(place, lambda: _packed_tokenizer(place))
    if not _needs_sentencepiece(folder):
        where = str(folder) if folder.is_dir() else place
        return read_or_refuse(place, lambda: AutoTokenizer.from_pretrained(where, trust_remote_code=False))
    raise BadInput(
        f"{place} contains its tokenizer only as tokenizer.model, but the packages that read it are not installed. "
        "Run pip install sentencepiece protobuf, or add the model's tokenizer.json."
    )


def tokenizer_folder(place: str) -> Path | None:
    """The folder with a model's tokenizer files, which may be next to a GGUF file; None if the GGUF file contains the
    tokenizer.
    """
    file = _packed(Path(place))
    if file is None:
        return Path(place)
    whole = all((file.parent / name).is_file() for name in ("tokenizer.json", "tokenizer_config.json"))
    return file.parent if whole else None


def _packed_tokenizer(place: str) -> Any:
    """Read the tokenizer in a GGUF file.

    Files next to the GGUF file are hidden, because transformers would use parts of them.
    """
    import_transformers()
    from transformers import AutoTokenizer

    file = _packed(Path(place))
    assert file is not None
    with TemporaryDirectory() as alone:
        (Path(alone) / file.name).symlink_to(file.resolve())
        return AutoTokenizer.from_pretrained(alone, gguf_file=file.name, trust_remote_code=False)


def _needs_sentencepiece(folder: Path) -> bool:
    """Whether a tokenizer can only be read with a package that is not installed."""
    alone = (folder / "tokenizer.model").is_file() and not (folder / "tokenizer.json").is_file()
    others = any((folder / name).is_file() for name in ("tekken.json", "vocab.json", "vocab.txt"))
    return alone and not others and any(find_spec(package) is None for package in ("sentencepiece", "google"))


def read_or_refuse(name: str, load: Callable[[], Any]) -> Any:
    """Return the result of `load`. Any library error is turned into a BadInput that begins with the name."""
    try:
        return load()
    except (BadInput, MemoryError):
        raise
    except Exception as error:  # the libraries can raise any exception if a file is damaged
        if is_out_of_memory(error):
            raise
        if (refused := refusal(error, name)) is not None:
            raise refused from None
        why = " ".join(str(error).split()).rstrip(" :.")
        if " " not in why:  # for example, only the name of a missing key
            why = f"{type(error).__name__}: {why}"
        advice = "Compare its config.json and tokenizer files with the published ones, or download it again."
        raise BadInput(f"{name} cannot be loaded ({shown(why, 200)}). {advice}") from None
