"""Check the files in a model's folder, without torch or transformers.

If a folder's model cannot be run, the message says what the folder contains and what to do. Whether transformers knows
the model's family is checked in families.py, when the weights are read.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from decoders.errors import BadInput
from decoders.models.loading.gguf import the_gguf

CONFIG, ADAPTER_CONFIG = "config.json", "adapter_config.json"
SINGLE, INDEX = "model.safetensors", "model.safetensors.index.json"  # the index names the files of a large model
PICKLED = (".bin", ".pt", ".pth", ".ckpt", ".h5", ".msgpack", ".pkl")
TOKENIZERS = ("tokenizer.json", "*.model", "vocab.*", "merges.txt", "tekken.json", "*.tiktoken")
POINTER = b"version https://git-lfs"  # the beginning of the file that Git leaves if Git LFS was not run
MOST_HEADER = 100_000_000  # bytes; the safetensors library refuses longer headers too


def shown(text: object, most: int = 80) -> str:
    """Make text from a file printable and short, so that a sentence can contain it.

    >>> shown("a\\nb"), shown("x" * 5, 3)
    ('a b', 'xxx')
    """
    return "".join(c if c.isprintable() else " " for c in str(text))[:most]


def listed(names: Iterable[object], most: int = 3) -> str:
    """Join the first few names and count the others.

    >>> listed("abcde")
    'a, b, c and 2 more'
    """
    given = [shown(name) for name in names]
    more = f" and {len(given) - most} more" if len(given) > most else ""
    return ", ".join(given[:most]) + more


@dataclass(frozen=True)
class Tensor:
    """The name and type of a stored tensor; the type is written as in safetensors, such as BF16."""

    name: str
    kind: str
    dimensions: int


def read_object(path: Path) -> dict[str, Any]:
    """Read a JSON object from a file. Raises BadInput, which says why the file cannot be read."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        why = f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else type(error).__name__
        raise BadInput(f"{path} is not valid JSON ({why}). Download it again.") from None
    if not isinstance(value, dict):
        raise BadInput(f"{path} does not contain a JSON object. Download it again.")
    return cast(dict[str, Any], value)


def is_adapter(folder: Path) -> bool:
    """Whether a folder contains a LoRA adapter, alone or next to full weights."""
    return (folder / ADAPTER_CONFIG).is_file()


def has_full_weights(folder: Path) -> bool:
    """Whether a folder contains a whole network, not only an adapter."""
    return any((folder / name).is_file() for name in (SINGLE, INDEX))


def check_files(name: str) -> None:
    """Raise BadInput if a local path does not contain a model that can be run. Hub ids are not checked."""
    place = Path(name)
    if place.is_file():
        the_gguf(name)
        return
    if not place.is_dir():
        return
    if is_adapter(place) and not has_full_weights(place):
        read_object(place / ADAPTER_CONFIG)
        return
    if not has_full_weights(place) and the_gguf(name) is not None:
        return
    _check_weights(place)
    config = place / CONFIG
    if not config.is_file():
        raise BadInput(f"{name} has no config.json. Copy this file from the model that the weights belong to.")
    _check_quantization(name, read_object(config), place)


def check_tokenizer(name: str) -> None:
    """Raise BadInput if a local folder contains no tokenizer. A GGUF file contains its own tokenizer."""
    place = Path(name)
    if place.is_dir() and not any(any(place.glob(pattern)) for pattern in TOKENIZERS):
        raise BadInput(
            f"{name} has no tokenizer (tokenizer.json or tokenizer.model). Copy the tokenizer's files from the model "
            "that the weights belong to."
        )


def _check_weights(folder: Path) -> None:
    if not has_full_weights(folder):
        raise _no_weights(folder)
    for path in safetensors_of(folder):
        read_tensors(path)


def _no_weights(folder: Path) -> BadInput:
    files = sorted(file.name for file in folder.glob("*") if file.is_file())
    other = [name for name in files if name.endswith(".safetensors")]
    if other:
        return BadInput(
            f"{folder} has {listed(other)}, but neither {SINGLE} nor {INDEX}, one of which is needed. "
            "Download the model again, with all of its files."
        )
    pickled = [name for name in files if name.endswith(PICKLED) and not name.startswith("training_args")]
    if pickled:
        return BadInput(
            f"{folder} has its weights only as {listed(pickled)}, but only safetensors and GGUF can be read. "
            "Load the model with transformers, and write it with save_pretrained, which writes safetensors."
        )
    return BadInput(f"Folder {folder} contains no safetensors or GGUF weights. Use the folder with the model's files.")


def safetensors_of(folder: Path) -> tuple[Path, ...]:
    """The files that hold a network's weights, in the order of names. Raises BadInput if one of them is missing."""
    if (folder / SINGLE).is_file():
        return (folder / SINGLE,)
    index = read_object(folder / INDEX).get("weight_map")
    if not isinstance(index, dict) or not index:
        raise BadInput(f"{folder / INDEX} does not name a file for every weight. Download it again.")
    names = sorted({str(name) for name in cast(dict[str, Any], index).values()})
    missing = [name for name in names if not (folder / name).is_file()]
    if missing:
        raise BadInput(f"{folder} lacks {listed(missing)}, which its {INDEX} names. Download the missing files.")
    return tuple(folder / name for name in names)


def read_tensors(path: Path) -> list[Tensor]:
    """Read the names and types of a safetensors file's tensors. Raises BadInput if the file is damaged or truncated."""
    try:
        with path.open("rb") as file:
            first = file.read(8)
            length = int.from_bytes(first, "little")
            if (first + file.read(len(POINTER) - 8)).startswith(POINTER):
                raise BadInput(f"{path} is a Git LFS pointer, not the weights. Run git lfs pull in its folder.")
            file.seek(8)
            header = json.loads(file.read(length)) if 0 < length <= MOST_HEADER else None
        tensors = {name: about for name, about in header.items() if name != "__metadata__"}  # pyright: ignore[reportOptionalMemberAccess]
        end = 8 + length + max((about["data_offsets"][1] for about in tensors.values()), default=0)
        found = [Tensor(name, about["dtype"], len(about["shape"])) for name, about in tensors.items()]
    except BadInput:
        raise
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        raise BadInput(f"{path} is not a valid safetensors file. Download it again.") from None
    if path.stat().st_size < end:
        raise BadInput(f"{path} is incomplete: it has {path.stat().st_size:,} of {end:,} bytes. Download it again.")
    return found


# Quantization methods that always store weights in types other than the usual ones of 16 bits and more.
_PACKED = (
    *("awq", "gptq", "auto-round", "bitsandbytes", "fp8", "fbgemm_fp8", "mxfp4", "mxfp8", "nvfp4"),
    *("compressed-tensors", "eetq", "hqq", "quanto", "aqlm", "vptq", "spqr"),
)
_USUAL = ("F64", "F32", "F16", "BF16")


def quantization_of(config: dict[str, Any]) -> str | None:
    """The quantization method in a config.json: "" if the method has no name, None if the weights are not quantized."""
    given: Any = config.get("quantization_config")
    return str(given.get("quant_method") or "") if isinstance(given, dict) else None  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]


def _check_quantization(name: str, config: dict[str, Any], folder: Path) -> None:
    """Raise BadInput if config.json says that the weights are quantized, but they are stored unquantized."""
    method = quantization_of(config)
    if method not in _PACKED or config["quantization_config"].get("format") == "dense":
        return
    kinds = {tensor.kind for path in safetensors_of(folder) for tensor in read_tensors(path)}
    if kinds <= {*_USUAL}:
        raise BadInput(
            f"{name} says in its config.json that its weights are quantized ({shown(method)}), but they are stored "
            f"unquantized ({listed(sorted(kinds))}). Download the quantized weights, or delete "
            "quantization_config to run "
            "these."
        )


def stored_dtype(files: Iterable[Path]) -> str:
    """The dtype in which to load weights. It is "bfloat16" or "float16" if both config.json and the weights say so;
    otherwise "float32".

    float32 exactly represents every value of the other types in which weights are usually stored. Quantized weights are
    also loaded as float32.

    Only the first file's folder is examined, because a draft's files may come after those of its target.
    """
    given = list(files)
    own = [file for file in given if file.parent == given[0].parent]
    wide = {"BF16": "bfloat16", "F16": "float16"}
    try:
        config = next((read_object(file) for file in own if file.name == CONFIG), dict[str, Any]())
        kinds = {
            tensor.kind
            for file in own
            if file.suffix == ".safetensors"
            for tensor in read_tensors(file)
            if tensor.dimensions > 1 and tensor.kind in _USUAL
        }
    except BadInput:  # reported when the weights are read
        return "float32"
    kept = wide.get(kinds.pop(), "float32") if len(kinds) == 1 else "float32"
    text: Any = config.get("text_config")
    places: list[dict[str, Any]] = [config, text] if isinstance(text, dict) else [config]
    said = {
        str(part[key]).removeprefix("torch.") for part in places for key in ("dtype", "torch_dtype") if part.get(key)
    }
    return kept if said <= {kept} else "float32"
