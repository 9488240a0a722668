"""Folders of tiny models: complete, or with one fault."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from tests.tiny import VOCAB, tiny

Tensors = dict[str, torch.Tensor]


def words(word: str = "t{}", **named: str) -> PreTrainedTokenizerFast:
    """A tokenizer of the words t0, t1, …; t2 ends a text."""
    vocabulary = Tokenizer(models.WordLevel({word.format(i): i for i in range(VOCAB)}, unk_token=word.format(0)))
    vocabulary.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return PreTrainedTokenizerFast(tokenizer_object=vocabulary, **{"eos_token": word.format(2), **named})


def saved(
    folder: Path, family: str = "llama", dtype: torch.dtype = torch.float32, seed: int = 0, **config: Any
) -> Path:
    """A tiny model with a tokenizer of words t0, t1, …; t2 ends a text."""
    tiny(family, dtype, seed, **config).save_pretrained(folder)
    words(unk_token="t0").save_pretrained(folder)
    return folder


def configure(folder: Path, **changes: Any) -> None:
    """Change entries of a folder's config.json; None deletes one."""
    path = folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8")) | changes
    path.write_text(json.dumps({key: value for key, value in config.items() if value is not None}), encoding="utf-8")


def reweigh(folder: Path, change: Callable[[Tensors], Tensors]) -> None:
    """Write a folder's weights again with a change."""
    path = folder / "model.safetensors"
    save_file(change(load_file(path)), path, metadata={"format": "pt"})


def write_gguf(path: Path, config: Any, tensors: Tensors) -> Path:
    """A tiny Llama as a GGUF file in float32, without a tokenizer."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_vocab_size(config.vocab_size)
    for name, tensor in tensors.items():
        writer.add_tensor(*_as_gguf(name, tensor.float().numpy(), config))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


_OUTER = {"model.embed_tokens": "token_embd", "model.norm": "output_norm", "lm_head": "output"}
_INNER = {
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


def _as_gguf(name: str, values: Any, config: Any) -> tuple[str, Any]:
    """A tensor under llama.cpp's name, with the rows of queries and keys in its order."""
    stem = name.removesuffix(".weight")
    if stem in _OUTER:
        return f"{_OUTER[stem]}.weight", values
    _, _, layer, part = stem.split(".", 3)
    heads = {"self_attn.q_proj": config.num_attention_heads, "self_attn.k_proj": config.num_key_value_heads}.get(part)
    if heads:
        values = values.reshape(heads, 2, -1, values.shape[1]).swapaxes(1, 2).reshape(values.shape)
    return f"blk.{layer}.{_INNER[part]}.weight", np.ascontiguousarray(values)
