"""How a pair of networks is loaded and checked: tokenizers, weights, and the engine that runs them.

No remote code is ever run and only safetensors and GGUF weights are read. Torch is imported when a network is loaded,
which a pair that was converted for an engine of the CPU does not need.
"""

# What torch, safetensors and transformers say of their own functions is partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownLambdaType=false

import contextlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from decoders.core.decode import Models
from decoders.core.pair import Pair
from decoders.errors import BadInput, is_out_of_memory
from decoders.models.converted import NotForEngineError, open_model
from decoders.models.cpu_engines import CPU_ENGINES
from decoders.models.device import half_of, room
from decoders.models.engine import Choice, check_engine, choose, engine_folder, instructions
from decoders.models.fetch import Progress
from decoders.models.hub import check_hub
from decoders.models.parts import Parts, Source
from decoders.models.quiet import quiet_libraries
from decoders.models.tokenizer import read_tokenizer
from decoders.models.tokens import piece_text

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


def two(name: str, target: str, draft: str, device: str, dtype: str, progress: Progress, engine: str = "auto") -> Pair:
    """The pair of that name, of two folders or Hub ids with the same tokenizer. Raises BadInput."""
    for part in (target, draft):  # first: a measurement of the engines takes longer than a typing error should
        check_hub(part)
    choice = choose(engine, device, dtype, progress)
    progress(f"Reading the tokenizers of {target} and {draft}", 0.05)
    tokenizer = read_any_tokenizer(target)
    compare_vocabularies(tokenizer.get_vocab(), read_any_tokenizer(draft).get_vocab(), target, draft)

    def source(one: str) -> Source:
        def load(where: str, kind: Any) -> Parts:
            with quiet_libraries():
                return Parts(read_weights(one, where, kind))

        folder = _folder(one)
        whole = folder is not None and has_weights(folder)
        if choice.engine in CPU_ENGINES and not whole:  # what is converted is named after the weights
            progress(f"Fetching {one}", 0.1)
            load("cpu", None)
            folder = _folder(one)
        return Source(one, len(tokenizer), () if folder is None else weight_files(folder), load)

    return pair_of(name, tokenizer, (source(target), source(draft)), Place(choice, device, dtype), progress)


def _folder(name: str) -> Path | None:
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


def with_head(
    name: str, target: str, head: str, device: str, dtype: str, progress: Progress, engine: str = "auto"
) -> Pair:
    """The pair of that name, of a folder or Hub id and an EAGLE-3 head for it (a folder or Hub id). Raises BadInput."""
    for part in (target, head):
        check_hub(part)
    choice = choose(engine, device, dtype, progress)

    def load(where: str, kind: Any) -> tuple[Parts, Parts]:
        from decoders.models.eagle3 import read_head

        with quiet_libraries():
            net = read_weights(target, where, kind)
            where_from = _head_folder(head)
            found = _load(head, lambda: read_head(where_from, net, size))
        return Parts(net), Parts(found.net, found.ids, reads=found.layers)

    progress(f"Loading {target} and {head}", 0.1)
    tokenizer = read_any_tokenizer(target)
    size, joined, place = len(tokenizer), Joined(load), Place(choice, device, dtype)
    where = pick_device(device)
    shown = joined.draft(where, pick_dtype(dtype, where)).reads
    folder = _folder(target)
    files = () if folder is None else weight_files(folder)
    sources = (
        Source(target, size, files, joined.target, shown=shown),
        Source(head, size, (*files, *weight_files(_head_folder(head))), joined.draft, reads=True),
    )
    pair = pair_of(name, tokenizer, sources, place, progress)
    joined.forget()
    return pair


class Joined:
    """Two networks that are loaded together, as the draft is made with parts of the target.

    Both are kept until `forget`, and from then on none.
    """

    def __init__(self, load: Callable[[str, Any], tuple[Parts, Parts]]) -> None:
        """`load` makes both on a device in a dtype (None: their own)."""
        self._load = load
        self._kept: dict[tuple[str, Any], tuple[Parts, Parts]] | None = {}

    def target(self, device: str, dtype: Any) -> Parts:
        """The target. Raises BadInput for damaged files."""
        return self._both(device, dtype)[0]

    def draft(self, device: str, dtype: Any) -> Parts:
        """The draft. Raises BadInput for damaged files."""
        return self._both(device, dtype)[1]

    def _both(self, device: str, dtype: Any) -> tuple[Parts, Parts]:
        if self._kept is None:
            return self._load(device, dtype)
        if (device, dtype) not in self._kept:
            self._kept[device, dtype] = self._load(device, dtype)
        return self._kept[device, dtype]

    def forget(self) -> None:
        """Let go of the networks; those in use stay."""
        self._kept = None


def _head_folder(head: str) -> Path:
    """The local folder of a head, fetched from the Hub if it is none."""
    if Path(head).is_dir():
        return Path(head)
    from huggingface_hub import snapshot_download

    with quiet_libraries():
        return Path(_load(head, lambda: snapshot_download(head, allow_patterns=["*.json", "*.safetensors"])))


def compare_vocabularies(target: dict[str, int], draft: dict[str, int], target_name: str, draft_name: str) -> None:
    """Raise BadInput unless both tokenizers give the same id to every token."""
    if target == draft:
        return
    odd = sorted(t for t in target.keys() | draft.keys() if target.get(t) != draft.get(t))
    example = odd[0]
    raise BadInput(
        f"the tokenizers of {target_name} and {draft_name} differ in {len(odd)} tokens (for example {example!r} is "
        f"{target.get(example)} and {draft.get(example)}); choose a draft of the target's own family"
    )


def read_any_tokenizer(name: str) -> Any:
    """The tokenizer of a folder or Hub id, read without transformers where that was seen to be the same."""

    def transformers() -> Any:
        from transformers import AutoTokenizer

        with quiet_libraries():
            given = {"trust_remote_code": False, **_gguf(name)}
            return _load(name, lambda: AutoTokenizer.from_pretrained(name, **given))

    folder = _folder(name)
    return transformers() if folder is None else read_tokenizer(folder, engine_folder(), transformers)


def read_weights(name: str, device: str, dtype: Any) -> Any:
    """A network on a device in a dtype, None: that of its weights.

    On `cuda`, without a number, it lies on the first GPU alone if it fits there, and only else on several.
    """
    from transformers import AutoModelForCausalLM

    where = {"device_map": "sequential", "max_memory": room()} if device == "cuda" else {"device_map": device}
    given = {"trust_remote_code": False, **where, **_gguf(name, dequantize=True)}
    packed = "gguf_file" in given
    given["dtype"] = dtype or (pick_dtype("auto", device) if packed else "auto")
    if not packed:
        given["use_safetensors"] = True
    return _load(name, lambda: AutoModelForCausalLM.from_pretrained(name, **given))


def _gguf(name: str, dequantize: bool = False) -> dict[str, Any]:
    """The arguments for a folder whose weights are one GGUF file."""
    files = sorted(Path(name).glob("*.gguf")) if Path(name).is_dir() else []
    if not files or list(Path(name).glob("*.safetensors")):
        return {}
    from transformers import GgufConfig

    packed = {"quantization_config": GgufConfig(dequantize=True)} if dequantize else {}
    return {"gguf_file": files[0].name, **packed}


def _load(name: str, load: Callable[[], Any]) -> Any:
    try:
        return load()
    except (BadInput, MemoryError):
        raise
    except Exception as error:  # what the libraries raise for a damaged file is anything
        if is_out_of_memory(error):
            raise
        first = next((line for line in str(error).splitlines() if line.strip()), type(error).__name__).rstrip(" :.")
        where = "a local folder with config.json, tokenizer and safetensors or GGUF weights, or a Hub id"
        raise BadInput(f"{name} cannot be loaded: {first[:200]} (it should be {where})") from None


@dataclass(frozen=True)
class Place:
    """Where models should run: the engine, and the device and the dtype as they were asked for."""

    choice: Choice
    device: str
    dtype: str


def pair_of(name: str, tokenizer: Any, sources: tuple[Source, Source], place: Place, progress: Progress) -> Pair:
    """Target and draft on their engines, as a pair. Raises BadInput for what cannot be run there."""
    about: dict[str, Any] = {"why": place.choice.why, "cpu": instructions()}
    if place.choice.times is not None:
        about["seconds"] = {name: list(times) for name, times in place.choice.times.items()}
    models: list[Any] = []
    for role, source in zip(("target", "draft"), sources, strict=True):
        progress(f"Loading {source.name}", 0.5 + 0.3 * len(models))
        model, about[role], refused = _model(source, place, progress)
        models.append(model)
        if refused:
            about[f"{role}_refused"] = refused
        if about[role] == "torch":
            if model.captured:
                about.setdefault("graphs", []).append(role)
            elif model.not_captured:
                about[f"{role}_not_captured"] = model.not_captured
    target, draft = models
    byte_level = "Ġ" in tokenizer.get_vocab()
    info = {
        "target": target.name,
        "draft": draft.name,
        "tree_mode": {"target": target.tree_mode, "draft": draft.tree_mode},
        "device": _device_name(target.device),
        "dtype": str(target.dtype).removeprefix("torch."),
        "engine": about,
    }
    progress("Ready", 1.0)
    own = [] if tokenizer.eos_token_id is None else [int(tokenizer.eos_token_id)]
    return Pair(
        name,
        Models(target, draft, frozenset([*target.ends, *own])),
        lambda text, raw: encode(tokenizer, text, raw),
        lambda ids: tokenizer.decode(list(ids), skip_special_tokens=True, clean_up_tokenization_spaces=False),
        lambda i: piece_text(tokenizer.convert_ids_to_tokens(int(i)), byte_level),
        info,
    )


def _model(source: Source, place: Place, progress: Progress) -> tuple[Any, str, str]:
    """A model, the engine that runs it, and why no faster one (else empty). Raises BadInput."""
    refused = list[str]()
    for engine in place.choice.order:
        if engine not in CPU_ENGINES:
            break
        try:
            return open_model(source, progress, engine), engine, "; ".join(refused)
        except NotForEngineError as error:
            if place.choice.why == "asked":
                known = CPU_ENGINES[engine].name
                raise BadInput(f"{known} cannot run {source.name}: {error}; use --engine auto or torch") from None
            refused.append(f"{engine}: {error}")
    from decoders.models.huggingface import HuggingFaceModel
    from decoders.models.reader import TorchReader

    where = pick_device(place.device)
    parts = source.load(where, pick_dtype(place.dtype, where))
    if source.reads:
        return TorchReader(parts.net, source.vocab_size, source.name, parts.head), "torch", "; ".join(refused)
    model = HuggingFaceModel(parts.net, source.vocab_size, source.name, parts.head, parts.heads, source.shown)
    return model, "torch", "; ".join(refused)


def encode(tokenizer: Any, text: str, raw: bool) -> list[int]:
    """The ids of a prompt, as one user turn where there is a chat template and it is not `raw`. Raises BadInput."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadInput("the prompt is not valid Unicode text; give --prompt in UTF-8") from None
    if raw or not tokenizer.chat_template:
        ids = tokenizer(text)["input_ids"]
    else:
        turn = [{"role": "user", "content": text}]
        ids = tokenizer.apply_chat_template(turn, add_generation_prompt=True, return_dict=True)["input_ids"]
    if not ids:
        raise BadInput("the prompt is empty; give at least one token with --prompt")
    return [int(i) for i in ids]


def _device_name(device: Any) -> str:
    """A device as people know it; `device` is torch's, or a word where torch is not used."""
    if str(device) == "cpu":
        return "cpu"
    import torch

    return f"{device} ({torch.cuda.get_device_name(device)})" if device.type == "cuda" else str(device)
