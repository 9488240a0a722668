"""Tiny random models of the families that transformers knows: two layers, 64 tokens, no downloads."""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from transformers import CONFIG_MAPPING, AutoModelForCausalLM, LlamaConfig

from decoders.catalog import decoder
from decoders.core.decode import Models
from decoders.core.dice import Seeded
from decoders.models.reading import ReadingDecoder
from decoders.models.torch.heads import ResidualHeads

VOCAB = 64
LIMIT = 128  # positions
WINDOW = 32  # of the models with sliding attention
REACH = 16  # of those in WINDOWED

# Weights are large on purpose: with the usual 0.02 attention is almost uniform, and a wrong mask hardly shows.
_SIZES = {
    "vocab_size": VOCAB,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "max_position_embeddings": LIMIT,
    "initializer_range": 0.3,
    "bos_token_id": 1,
    "eos_token_id": 2,
    "pad_token_id": 0,
}
_GROUPED = {**_SIZES, "num_key_value_heads": 2}
_SLIDING = {**_GROUPED, "sliding_window": WINDOW}
# Heads as wide as those of models that people use; no size is a multiple of 32, which the engine's blocks are.
_WIDE = {**_SIZES, "hidden_size": 104, "intermediate_size": 80, "initializer_range": 0.2}
_IDS = {"vocab_size": VOCAB, "bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 0, "initializer_range": 0.3}
_GPT = {**_IDS, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": LIMIT}

# name: (transformers' model type, its configuration)
FAMILIES: dict[str, tuple[str, dict[str, Any]]] = {
    "llama": ("llama", {**_SIZES, "num_key_value_heads": 4}),
    "llama-grouped": ("llama", _GROUPED),
    "llama-64": ("llama", {**_WIDE, "num_key_value_heads": 2, "head_dim": 64}),
    "llama-128": (
        "llama",
        {**_WIDE, "hidden_size": 108, "num_attention_heads": 3, "num_key_value_heads": 1, "head_dim": 128},
    ),
    "qwen2": ("qwen2", _GROUPED),
    "qwen2-sliding": ("qwen2", {**_SLIDING, "use_sliding_window": True, "max_window_layers": 1}),
    "qwen3": ("qwen3", {**_GROUPED, "head_dim": 8}),
    "mistral": ("mistral", _SLIDING),
    "gemma2": ("gemma2", {**_SLIDING, "head_dim": 8, "attn_implementation": "eager"}),
    "gemma3": ("gemma3_text", {**_SLIDING, "head_dim": 8, "sliding_window_pattern": 2}),
    "gpt2": ("gpt2", _GPT),
    "opt": ("opt", {**_SIZES, "ffn_dim": 48, "word_embed_proj_dim": 32, "init_std": 0.3, "bos_token_id": 2}),
    "gpt-neox": ("gpt_neox", _SIZES),
    "phi3": ("phi3", _GROUPED),
    "falcon": ("falcon", {**_SIZES, "alibi": False, "multi_query": True, "new_decoder_architecture": False}),
    "smollm3": ("smollm3", _GROUPED),
    "bloom": ("bloom", {**_IDS, "hidden_size": 32, "n_layer": 2, "n_head": 4}),
    "falcon-alibi": ("falcon", {**_SIZES, "alibi": True}),
    "mpt": ("mpt", {**_IDS, "d_model": 32, "n_layers": 2, "n_heads": 4, "max_seq_len": LIMIT}),
    "gpt-neo": (
        "gpt_neo",
        {
            **_IDS,
            "hidden_size": 32,
            "num_layers": 2,
            "num_heads": 4,
            "attention_types": [[["global", "local"], 1]],
            "window_size": 8,
            "max_position_embeddings": LIMIT,
        },
    ),
    "mamba": ("mamba", {**_IDS, "hidden_size": 32, "num_hidden_layers": 2}),
    "lfm2": ("lfm2", {**_GROUPED, "layer_types": ["conv", "full_attention"]}),
}
# Windows of REACH tokens, mostly in one of two layers; all run over a tree.
_REACH = {**_GROUPED, "sliding_window": REACH, "max_position_embeddings": 256}
_MIXED = {**_REACH, "layer_types": ["sliding_attention", "full_attention"]}
_EXPERTS = {"num_local_experts": 2, "num_experts_per_tok": 1}
_GEMMA = {**_MIXED, "head_dim": 8, "tie_word_embeddings": False}  # tied, they repeat one token
WINDOWED: dict[str, tuple[str, dict[str, Any]]] = {
    "mistral-windows": ("mistral", _REACH),
    "mixtral-windows": ("mixtral", {**_REACH, **_EXPERTS}),
    "ministral-windows": ("ministral", {**_MIXED, "head_dim": 8}),
    "phi3-windows": ("phi3", _REACH),
    "starcoder2-windows": ("starcoder2", _REACH),
    "qwen2-windows": ("qwen2", {**_MIXED, "use_sliding_window": True}),
    "smollm3-windows": ("smollm3", {**_MIXED, "use_sliding_window": True, "no_rope_layers": [1, 0]}),
    "gemma2-windows": ("gemma2", _GEMMA),
    "gemma3-windows": ("gemma3_text", _GEMMA),
    "cohere2-windows": ("cohere2", _MIXED),
    "olmo3-windows": ("olmo3", _MIXED),
    "exaone4-windows": ("exaone4", _MIXED),
    "gpt-oss-windows": (
        "gpt_oss",
        {**_MIXED, **_EXPERTS, "head_dim": 8, "rope_parameters": {"rope_type": "default", "rope_theta": 1e4}},
    ),
    "llama4-chunks": (
        "llama4_text",
        {
            **_GROUPED,
            **_EXPERTS,
            "head_dim": 8,
            "intermediate_size_mlp": 48,
            "attention_chunk_size": REACH,
            "layer_types": ["chunked_attention", "full_attention"],
            "no_rope_layers": [1, 0],
            "max_position_embeddings": 256,
        },
    ),
}
RECURRENT = ("mamba", "lfm2")  # more of them are in the zoo
BY_PATHS = ("bloom", "falcon-alibi", "mpt", "gpt-neo")  # ALiBi, or a window that counts cache slots
GREEDY = (("greedy", {}), ("spd", {"temperature": 0, "gamma": 3}))  # two ways to one text
SLIDING = ("qwen2-sliding", "mistral", "gemma2", "gemma3")
BY_TREE = tuple(name for name in FAMILIES if name not in (*RECURRENT, *BY_PATHS))


@cache
def tiny(name: str, dtype: torch.dtype = torch.float64, seed: int = 0, **changes: Any) -> Any:
    """A random model of a family; the same arguments give the same object. The global RNG is restored."""
    kind, given = FAMILIES.get(name) or WINDOWED[name]
    given = {**given, **changes}
    how = {"attn_implementation": given.pop("attn_implementation")} if "attn_implementation" in given else {}
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return AutoModelForCausalLM.from_config(CONFIG_MAPPING[kind](**given), dtype=dtype, **how).eval()


def perturbed(model: Any, share: float = 0.1, seed: int = 1) -> Any:
    """A copy of a model with noise on its weights: as a draft, some of its tokens are accepted and some are not."""
    twin = deepcopy(model)
    random = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for weight in twin.parameters():
            spread = weight.std() if weight.numel() > 1 else 0.0
            weight += share * spread * torch.randn(weight.shape, generator=random).to(weight.dtype)
    return twin


def tiny_heads(model: Any, count: int = 2, seed: int = 0) -> ResidualHeads:
    """Random Medusa heads on a model, over its whole output embedding."""
    rows = model.get_output_embeddings().weight.detach()
    made = torch.randn(count, rows.shape[1], rows.shape[1], generator=torch.Generator().manual_seed(seed))
    return ResidualHeads(torch.nn.Parameter(made.to(rows.dtype) / 3, requires_grad=False), rows)


@torch.no_grad()
def reading_net(target: Any, seed: int = 5) -> ReadingDecoder:
    """A decoder of one layer that uses its target's hidden states, of the bundled form; it differs on purpose."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        config = LlamaConfig(**{**target.config.to_dict(), "num_hidden_layers": 1})
        embedding, rows = target.get_input_embeddings(), target.lm_head.weight.detach()
        net = ReadingDecoder(config, 3 * config.hidden_size, embedding, rows)
        for weight in (net.fc.weight, net.mix.weight, *net.model.layers.parameters()):
            weight.copy_(torch.randn_like(weight) / 3)
    return net.to(rows.dtype)


def write_eagle3(folder: Path, target: Any, kind: str, rows: int = 40, seed: int = 0, **config: Any) -> Path:
    """Write a random EAGLE-3 head for a tiny model in the format `kind` (“SpecForge” or “speculators”)."""
    size, count = target.config.hidden_size, target.config.num_hidden_layers
    random = torch.Generator().manual_seed(seed)
    shape = {
        "model_type": "llama",
        "hidden_size": size,
        "intermediate_size": 48,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "num_hidden_layers": 1,
        "vocab_size": VOCAB,
        "max_position_embeddings": LIMIT,
        "rms_norm_eps": 1e-5,
    }
    kv, first = size // 2, "midlayer" if kind == "SpecForge" else "layers.0"
    shapes = {
        "fc.weight": (size, 3 * size),
        f"{first}.self_attn.q_proj.weight": (size, 2 * size),
        f"{first}.self_attn.k_proj.weight": (kv, 2 * size),
        f"{first}.self_attn.v_proj.weight": (kv, 2 * size),
        f"{first}.self_attn.o_proj.weight": (size, size),
        f"{first}.mlp.gate_proj.weight": (48, size),
        f"{first}.mlp.up_proj.weight": (48, size),
        f"{first}.mlp.down_proj.weight": (size, 48),
        "lm_head.weight": (rows, size),
    }
    norms = [f"{first}.{name}.weight" for name in ("hidden_norm", "input_layernorm", "post_attention_layernorm")]
    tensors = {name: torch.randn(*shape, generator=random) / 3 for name, shape in shapes.items()}
    tensors |= {name: 1 + torch.randn(size, generator=random) / 3 for name in [*norms, "norm.weight"]}
    ids = torch.randperm(VOCAB, generator=random)[:rows].sort().values
    tensors |= {"d2t": ids - torch.arange(rows), "t2d": torch.isin(torch.arange(VOCAB), ids)}
    if kind == "SpecForge":
        places = {"eagle_config": {"eagle_aux_hidden_state_layer_ids": [0, 0, count - 1]}}
        written = {**shape, "architectures": ["LlamaForCausalLMEagle3"], "draft_vocab_size": rows, **places}
    else:
        tensors |= {"embed_tokens.weight": torch.randn(VOCAB, size, generator=random)}
        tensors |= {"input_norm.weight": 1 + torch.randn(3 * size, generator=random) / 3}
        flags = {"norm_before_residual": True, "norm_before_fc": True}
        written = {"speculators_model_type": "eagle3", "transformer_layer_config": shape, "draft_vocab_size": rows}
        written |= {**flags, "eagle_aux_hidden_state_layer_ids": [0, 1, count]}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(written | config), encoding="utf-8")
    save_file(tensors, folder / "model.safetensors")
    return folder


def float32_inside(model: Any) -> float:
    """The largest allowed difference between two ways to compute one result; some CPUs need it for every dtype.

    The eager attention of transformers computes softmax in float32, and two layers of large weights amplify the error.
    """
    return 1e-5 if model.config._attn_implementation == "eager" else 0.0


@torch.inference_mode()
def plain(model: Any, tokens: Sequence[int]) -> torch.Tensor:
    """float[V] after `tokens` from one causal pass without a cache: the reference for all other paths."""
    return model(input_ids=torch.tensor([list(tokens)], device=model.device), use_cache=False).logits[0, -1]


def written(
    method: str, target: Any, draft: Any, given: Mapping[str, Any], prompt: Sequence[int], seed: int, tokens: int
) -> list[tuple[int, ...]]:
    """The tokens of every beam at the end of a method's run on two models; no token ends a text."""
    found = decoder(method)
    settings = found.make_settings(dict(given))
    last = list(found.decode(prompt, Models(target, draft, frozenset()), settings, Seeded(seed), tokens))[-1]
    return [beam.tokens for beam in last.final.beams]
