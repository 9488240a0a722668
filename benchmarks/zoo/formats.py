"""Save the zoo's Llama in every file format and precision that is checked."""

# The types of torch's, gguf's and transformers' functions are only partly known.
# pyright: basic

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gguf
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoModelForCausalLM, AutoTokenizer, BertConfig, BertModel

SINGLE, CONFIG = "model.safetensors", "config.json"
Pack = Callable[[Path, Path], None]  # (folder of the Llama, empty folder to fill)
_GGUF_NAMES = {
    "model.embed_tokens": "token_embd",
    "model.norm": "output_norm",
    "lm_head": "output",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
}


def _copied(source: Path, folder: Path, **config: Any) -> None:
    """Copy the model with changed values in its config.json."""
    shutil.copytree(source, folder, dirs_exist_ok=True)
    written = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    (folder / CONFIG).write_text(json.dumps(written | config), encoding="utf-8")


def _with_tensors(change: Callable[[dict[str, torch.Tensor]], None]) -> Pack:
    """Make a function that copies the model with changed tensors."""

    def pack(source: Path, folder: Path) -> None:
        _copied(source, folder)
        tensors = load_file(folder / SINGLE)
        change(tensors)
        save_file(tensors, folder / SINGLE, metadata={"format": "pt"})

    return pack


def _in_parts(source: Path, folder: Path) -> None:
    _copied(source, folder)
    (folder / SINGLE).unlink()
    AutoModelForCausalLM.from_pretrained(source).save_pretrained(folder, max_shard_size="60KB")


def _as(dtype: torch.dtype) -> Pack:
    def pack(source: Path, folder: Path) -> None:
        _copied(source, folder)
        AutoModelForCausalLM.from_pretrained(source, dtype=dtype).save_pretrained(folder)

    return pack


def _pickled(source: Path, folder: Path) -> None:
    _copied(source, folder)
    torch.save(load_file(folder / SINGLE), folder / "pytorch_model.bin")
    (folder / SINGLE).unlink()


def _no_numbers(tensors: dict[str, torch.Tensor]) -> None:
    tensors["model.layers.0.mlp.up_proj.weight"][0, 0] = float("nan")


def _one_missing(tensors: dict[str, torch.Tensor]) -> None:
    del tensors["model.layers.1.mlp.down_proj.weight"]


def _encoder(source: Path, folder: Path) -> None:
    AutoTokenizer.from_pretrained(source).save_pretrained(folder)
    shape: dict[str, Any] = {
        "hidden_size": 32,
        "intermediate_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
    }
    BertModel(BertConfig(vocab_size=400, **shape)).save_pretrained(folder)


def _gguf(kind: str) -> Pack:
    """Make a function that writes the model as one GGUF file, with matrices in the given number format."""

    def pack(source: Path, folder: Path) -> None:
        write_gguf(source, folder / f"llama-{kind}.gguf", kind)

    return pack


def _two_ggufs(source: Path, folder: Path) -> None:
    for kind in ("F16", "Q8_0"):
        write_gguf(source, folder / f"llama-{kind}.gguf", kind)


def _split_gguf(source: Path, folder: Path) -> None:
    for part in (1, 2):
        write_gguf(source, folder / f"llama-{part:05}-of-00002.gguf", "F16")


def write_gguf(source: Path, file: Path, kind: str) -> None:
    """Write a Llama folder with a BPE tokenizer as one GGUF file, with matrices in the given number format."""
    net: Any = AutoModelForCausalLM.from_pretrained(source, dtype=torch.float32)
    words: Any = AutoTokenizer.from_pretrained(source)
    config, writer = net.config, gguf.GGUFWriter(file, "llama")
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_freq_base(10000.0)
    writer.add_rope_dimension_count(config.head_dim)
    writer.add_vocab_size(config.vocab_size)
    _add_tokenizer(writer, source, words)
    for name, weight in net.state_dict().items():
        _add_tensor(writer, name, weight, kind, {"q": config.num_attention_heads, "k": config.num_key_value_heads})
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _add_tokenizer(writer: Any, source: Path, words: Any) -> None:
    tokens = sorted(words.get_vocab(), key=words.get_vocab().get)
    merges = json.loads((source / "tokenizer.json").read_text(encoding="utf-8"))["model"]["merges"]
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(tokens)
    writer.add_token_types([3 if token.startswith("<") and token.endswith(">") else 1 for token in tokens])
    writer.add_token_merges([" ".join(pair) if isinstance(pair, list) else pair for pair in merges])
    writer.add_eos_token_id(words.eos_token_id)
    writer.add_pad_token_id(words.pad_token_id)
    writer.add_chat_template(words.chat_template)


def _add_tensor(writer: Any, name: str, weight: torch.Tensor, kind: str, heads: dict[str, int]) -> None:
    stem, parts = name.removesuffix(".weight"), name.split(".")
    inner = ".".join(parts[3:-1])
    to = f"blk.{parts[2]}.{_GGUF_NAMES[inner]}" if inner in _GGUF_NAMES else _GGUF_NAMES[stem]
    array = weight.float().numpy()
    if inner in ("self_attn.q_proj", "self_attn.k_proj"):  # llama.cpp rotates neighbouring dimensions together
        count = heads[inner[-6]]
        array = array.reshape(count, 2, array.shape[0] // count // 2, -1).swapaxes(1, 2).reshape(array.shape)
    numbers = gguf.GGMLQuantizationType["F32" if array.ndim == 1 else kind]
    if numbers == gguf.GGMLQuantizationType.F32:
        writer.add_tensor(f"{to}.weight", array)
    else:
        writer.add_tensor(f"{to}.weight", gguf.quants.quantize(array, numbers), raw_dtype=numbers)


FORMATS: dict[str, Pack] = {
    "safetensors in one file, float32": _copied,
    "safetensors in parts with an index": _in_parts,
    "bfloat16": _as(torch.bfloat16),
    "float16": _as(torch.float16),
    "float64": _as(torch.float64),
    "GGUF, F32": _gguf("F32"),
    "GGUF, F16": _gguf("F16"),
    "GGUF, Q8_0": _gguf("Q8_0"),
    "GGUF, Q4_0": _gguf("Q4_0"),
    "two GGUF files": _two_ggufs,
    "a split GGUF": _split_gguf,
    "pickled weights (`.bin`)": _pickled,
    "a quantization that transformers does not know": lambda source, folder: _copied(
        source, folder, quantization_config={"quant_method": "mymethod"}
    ),
    "plain weights that claim to be quantized": lambda source, folder: _copied(
        source, folder, quantization_config={"quant_method": "fp8", "weight_block_size": [32, 32]}
    ),
    "a tensor is missing": _with_tensors(_one_missing),
    "a weight is NaN": _with_tensors(_no_numbers),
    "an encoder (BERT)": _encoder,
}
