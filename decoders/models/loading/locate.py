"""Locate the parts of a named model: its full weights, a LoRA adapter to merge into them, and its tokenizer.

A name is a folder, a path to one GGUF file, or a Hub id. Torch is not needed.
"""

# The types of huggingface_hub's functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from decoders.errors import BadInput
from decoders.models.loading.checkpoint import (
    ADAPTER_CONFIG,
    CONFIG,
    INDEX,
    SINGLE,
    TOKENIZERS,
    check_files,
    has_full_weights,
    is_adapter,
    read_object,
    safetensors_of,
    shown,
)
from decoders.models.loading.gguf import the_gguf
from decoders.models.loading.names import HUB_ID, expanded

ADAPTER_WEIGHTS = "adapter_model.safetensors"
SMALL_FILES = ["*.json", "*.jinja", "*.txt", "*.model"]  # the files of a repository that are needed besides its weights


@dataclass(frozen=True)
class Located:
    """The parts of a model: its name, its full weights, an adapter to merge into them, and its tokenizer.

    Weights and tokenizer are a folder, GGUF file or Hub id; the adapter is a folder.
    """

    name: str
    base: str
    tokenizer: str
    adapter: Path | None = None

    @property
    def files(self) -> tuple[Path, ...] | None:
        """All files that make up the network, the full weights first; None if some have not been downloaded yet."""
        place = folder_of(self.base)
        if place is None or not has_weights(place):
            return None
        more = () if self.adapter is None else (self.adapter / ADAPTER_CONFIG, self.adapter / ADAPTER_WEIGHTS)
        return (*weight_files(place), *more)


def locate(name: str) -> Located:
    """Find the parts of a model. A Hub repository with an adapter is downloaded. Raises BadInput if the model cannot be
    run.
    """
    check_files(name)
    place = Path(name)
    if not place.exists():
        fetched = _fetched_adapter(name)
        return Located(name, name, name) if fetched is None else _with_adapter(name, fetched)
    if place.is_dir() and is_adapter(place):
        return _with_adapter(name, place)
    if place.is_dir() and has_full_weights(place):
        return Located(name, name, name)
    file = str(the_gguf(name) or name)
    return Located(file, file, file)


def _with_adapter(name: str, folder: Path) -> Located:
    """The parts of a model whose folder contains a LoRA adapter, alone or next to full weights."""
    config = read_object(folder / ADAPTER_CONFIG)
    kind = config.get("peft_type")
    if kind != "LORA" or config.get("megatron_config"):
        raise BadInput(
            f"{name} contains an adapter of the type {shown(kind, 30)}, but this program can merge only LoRA adapters. "
            "Merge it into its model with the tool that created it, and use the folder of the merged model."
        )
    if not (folder / ADAPTER_WEIGHTS).is_file():
        raise BadInput(
            f"{name} contains a LoRA adapter without {ADAPTER_WEIGHTS}, and other formats cannot be read. "
            "Save the adapter again with peft, which writes safetensors."
        )
    if has_full_weights(folder):
        return Located(f"{name} (with its LoRA adapter)", str(folder), str(folder), folder)
    given = config.get("base_model_name_or_path")
    base = expanded(given) if isinstance(given, str) else ""
    if (not Path(base).exists() and not HUB_ID.fullmatch(base)) or not base:
        missing = (
            f"{name} is a LoRA adapter for {shown(base)}, which was not found."
            if base
            else f"{name} is a LoRA adapter that does not name its base model."
        )
        raise BadInput(
            f"{missing} Set base_model_name_or_path in its {ADAPTER_CONFIG} to the base model's folder or Hub id."
        )
    check_files(base)
    if Path(base).is_dir() and is_adapter(Path(base)):
        raise BadInput(f"{name} is a LoRA adapter for {base}, which itself has an adapter. Merge that adapter first.")
    full = Path(base)
    base = str(the_gguf(base) or base) if full.is_file() or (full.is_dir() and not has_full_weights(full)) else base
    own = any(any(folder.glob(pattern)) for pattern in TOKENIZERS)
    return Located(f"{name} (LoRA adapter on {base})", base, str(folder) if own else base, folder)


def _fetched_adapter(name: str) -> Path | None:
    """Download a Hub repository that contains an adapter, and return its folder; None if it contains no adapter."""
    from huggingface_hub import hf_hub_download, snapshot_download, try_to_load_from_cache
    from huggingface_hub.errors import EntryNotFoundError, HfHubHTTPError, OfflineModeIsEnabled

    try:
        cached = try_to_load_from_cache(name, ADAPTER_CONFIG)
        here = folder_of(name)
        if cached is None and not (here and has_weights(here)):
            cached = hf_hub_download(name, ADAPTER_CONFIG)
        if not isinstance(cached, str):  # it is None, or the Hub library's mark for a file that does not exist
            return None
        return Path(snapshot_download(name, allow_patterns=[*SMALL_FILES, "*.safetensors"]))
    except (ValueError, OSError, EntryNotFoundError, HfHubHTTPError, OfflineModeIsEnabled):
        return None  # the error is reported when the weights are read


def folder_of(name: str) -> Path | None:
    """The local folder or GGUF file of a model, or the Hub library's folder for a downloaded model.

    None if the model was not downloaded. Raises BadInput if the name is a path that does not exist.
    """
    if Path(name).exists():
        return Path(name)
    if name.startswith(("/", ".", "~")) or name.count("/") > 1:  # no name on the Hub has this form
        raise BadInput(f"Folder {name[:200]} does not exist. Use a model's folder, or its name on the Hub.")
    from huggingface_hub import try_to_load_from_cache

    with contextlib.suppress(ValueError):  # the Hub cannot have this name
        found = try_to_load_from_cache(name, CONFIG)
        return Path(found).parent if isinstance(found, str) else None
    return None


def has_weights(place: Path) -> bool:
    """Whether all of a network's weights are on this machine, not only the small files that are downloaded first."""
    if place.is_file():
        return True
    if (place / INDEX).is_file() and not (place / SINGLE).is_file():
        try:
            return bool(safetensors_of(place))
        except BadInput:
            return False
    return any(file.suffix in (".safetensors", ".gguf") for file in place.glob("*"))


def weight_files(place: Path) -> tuple[Path, ...]:
    """The weight files that are read from a folder or GGUF file, in the order of their names."""
    if place.is_file():
        return (place,)
    named = [place / name for name in (CONFIG, "generation_config.json") if (place / name).exists()]
    return (*named, *_weights_in(place))


def _weights_in(folder: Path) -> Sequence[Path]:
    if has_full_weights(folder):
        with contextlib.suppress(BadInput):
            return safetensors_of(folder)
    files = [file for file in folder.glob("*.safetensors") if file.name != ADAPTER_WEIGHTS]
    return sorted(files or folder.glob("*.gguf"))
