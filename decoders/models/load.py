"""How a pair of networks is loaded and checked: weights, tokenizer, the embedded pair's own draft and heads.

No remote code is ever run and only safetensors and GGUF weights are read. Torch is imported when something is loaded.
"""

# What torch, safetensors and transformers say of their own functions is partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownLambdaType=false

import contextlib
import hashlib
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from decoders.core.decode import Models
from decoders.core.pair import Pair
from decoders.errors import BadInput, is_out_of_memory
from decoders.files import ASSETS
from decoders.models.fetch import Progress, bundled_target
from decoders.models.hub import check_hub
from decoders.models.tokens import piece_text

DRAFT_FOLDER = ASSETS / "draft"
HEADS_FOLDER = ASSETS / "medusa"
DTYPES = ("auto", "bfloat16", "float16", "float32", "float64")
DEVICES = re.compile(r"auto|cpu|mps|(cuda|xpu)(:\d{1,3})?")


def check_words(device: str, dtype: str) -> None:
    """Raise BadInput for words that name no device or no dtype; whether a device is there is `pick_device`'s to say."""
    if not DEVICES.fullmatch(device):
        raise BadInput(f"--device {device} names no device; it should be auto, cpu, cuda, cuda:N, mps or xpu")
    if dtype not in DTYPES:
        raise BadInput(f"--dtype {dtype} is not one of {', '.join(DTYPES)}")


@contextlib.contextmanager
def quiet_libraries() -> Any:
    """No progress bars and no advice from transformers while it loads."""
    from transformers.utils import logging

    before = logging.get_verbosity()
    logging.set_verbosity(50)  # critical only
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(before)


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


def pick_dtype(dtype: str) -> Any:
    """The torch dtype of that name; `auto` is bfloat16."""
    import torch

    check_words("auto", dtype)
    return torch.bfloat16 if dtype == "auto" else getattr(torch, dtype)


def smollm2(device: str, dtype: str, progress: Progress) -> Pair:
    """The embedded pair, fetched on its first use. Raises BadInput."""
    from decoders.models.heads import read_heads

    where, kind = pick_device(device), pick_dtype(dtype)
    with quiet_libraries():
        tokenizer, target = _converted(where, kind, progress)
        draft, head = _shipped(DRAFT_FOLDER, lambda: distilled_draft(DRAFT_FOLDER, target))
        heads = _shipped(HEADS_FOLDER, lambda: read_heads(HEADS_FOLDER, target))
    names = ("SmolLM2-135M-Instruct (Q4_1)", draft_name(DRAFT_FOLDER))
    pair = _pair("smollm2", tokenizer, target, draft, head, names, heads)
    progress("Ready", 1.0)
    return pair


def _converted(device: str, dtype: Any, progress: Progress) -> tuple[Any, Any]:
    """Tokenizer and weights of the embedded target; a damaged copy is thrown away and made again, once."""
    for last in (False, True):
        folder = bundled_target(progress)
        progress("Loading the models", 0.5)
        try:
            return _tokenizer(str(folder)), _weights(str(folder), device, dtype)
        except BadInput as error:
            if last:
                raise BadInput(f"{error}; delete {folder}, which is made again on the next run") from None
            progress("The kept weights are damaged: making them again", 0.0)
            shutil.rmtree(folder, ignore_errors=True)
    raise AssertionError("the last attempt returns or raises")


def _shipped(folder: Path, load: Callable[[], Any]) -> Any:
    """What is read from a folder of this repository. Raises BadInput if its files are missing or damaged."""
    from safetensors import SafetensorError

    try:
        return load()
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, SafetensorError) as error:
        first = (str(error).splitlines() or [""])[0][:160]
        raise BadInput(
            f"the files in {folder} are damaged ({type(error).__name__}: {first}); fetch the repository again"
        ) from None


def draft_name(folder: Path) -> str:
    """The bundled draft with the first digits of its weights' SHA-256, so that a trace says which training made it."""
    digest = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    return f"assets/draft {digest[:12]}"


def distilled_draft(folder: Path, target: Any) -> tuple[Any, Any]:
    """The bundled draft (its layers and norm; embedding and head are the target's) and its head's token ids.

    Returns (LlamaForCausalLM on the target's device and dtype, int64[V'] ascending). The format is described in
    the folder's README.
    """
    import torch
    from safetensors.torch import load_file
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(**json.loads((folder / "config.json").read_text(encoding="utf-8")))
    tensors = load_file(folder / "model.safetensors")
    head = load_file(folder / "head_ids.safetensors")["head_ids"].long()
    with torch.device("meta"):
        draft = LlamaForCausalLM(config)
    shared = target.get_input_embeddings().weight
    own = {name: tensor.to(shared.device, shared.dtype) for name, tensor in tensors.items()}
    missing: Any = draft.load_state_dict(own, strict=False, assign=True)
    left = set(missing.missing_keys) - {"model.embed_tokens.weight", "lm_head.weight"}
    if left or missing.unexpected_keys:
        raise BadInput(f"{folder} is not a draft of this target: {sorted(left | set(missing.unexpected_keys))[:3]}")
    draft.model.embed_tokens.weight = shared
    draft.lm_head = torch.nn.Linear(shared.shape[1], len(head), bias=False, device="meta")
    draft.lm_head.weight = torch.nn.Parameter(shared.detach()[head.to(shared.device)], requires_grad=False)
    draft.model.rotary_emb = type(draft.model.rotary_emb)(config=config).to(shared.device)
    return draft.eval(), head.to(shared.device)


def two(name: str, target: str, draft: str, device: str, dtype: str, progress: Progress) -> Pair:
    """The pair of that name, of two folders or Hub ids with the same tokenizer. Raises BadInput."""
    where, kind = pick_device(device), pick_dtype(dtype)
    for part in (target, draft):
        check_hub(part)
    with quiet_libraries():
        progress(f"Reading the tokenizers of {target} and {draft}", 0.05)
        tokenizer = _tokenizer(target)
        compare_vocabularies(tokenizer.get_vocab(), _tokenizer(draft).get_vocab(), target, draft)
        progress(f"Loading {target}", 0.1)
        big = _weights(target, where, kind)
        progress(f"Loading {draft}", 0.8)
        small = _weights(draft, where, kind)
    pair = _pair(name, tokenizer, big, small, None, (target, draft))
    progress("Ready", 1.0)
    return pair


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


def _tokenizer(name: str) -> Any:
    from transformers import AutoTokenizer

    return _load(name, lambda: AutoTokenizer.from_pretrained(name, trust_remote_code=False, **_gguf(name)))


def _weights(name: str, device: str, dtype: Any) -> Any:
    from transformers import AutoModelForCausalLM

    where = {"device_map": "auto"} if device == "cuda" else {"device_map": device}
    given = {"dtype": dtype, "trust_remote_code": False, **where, **_gguf(name, dequantize=True)}
    if "gguf_file" not in given:
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
        first = next((line for line in str(error).splitlines() if line.strip()), type(error).__name__)
        where = "a local folder with config.json, tokenizer and safetensors or GGUF weights, or a Hub id"
        raise BadInput(f"{name} cannot be loaded: {first[:200]} (it should be {where})") from None


def _pair(
    name: str, tokenizer: Any, target: Any, draft: Any, head: Any, names: tuple[str, str], heads: Any = None
) -> Pair:
    from decoders.models.huggingface import HuggingFaceModel

    size = len(tokenizer)
    big = HuggingFaceModel(target, size, names[0], heads=heads)
    small = HuggingFaceModel(draft, size, names[1], head)
    byte_level = "Ġ" in tokenizer.get_vocab()
    info = {
        "target": names[0],
        "draft": names[1],
        "tree_mode": {"target": big.tree_mode, "draft": small.tree_mode},
        "device": _device_name(big.device),
        "dtype": str(big.dtype).removeprefix("torch."),
    }
    return Pair(
        name,
        Models(big, small, _eos(target, tokenizer)),
        lambda text, raw: _encode(tokenizer, text, raw),
        lambda ids: tokenizer.decode(list(ids), skip_special_tokens=True, clean_up_tokenization_spaces=False),
        lambda i: piece_text(tokenizer.convert_ids_to_tokens(int(i)), byte_level),
        info,
    )


def _encode(tokenizer: Any, text: str, raw: bool) -> list[int]:
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


def _eos(model: Any, tokenizer: Any) -> frozenset[int]:
    ids = getattr(model.generation_config, "eos_token_id", None)
    found = cast(list[Any], ids) if isinstance(ids, list) else [ids]
    return frozenset(int(i) for i in (*found, tokenizer.eos_token_id) if i is not None)


def _device_name(device: Any) -> str:
    import torch

    return f"{device} ({torch.cuda.get_device_name(device)})" if device.type == "cuda" else str(device)
