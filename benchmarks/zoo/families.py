"""The families of the zoo, with the configuration of a small random model of each.

Sizes are chosen so that a wrong mask, position or window changes the text: weights are larger than a trained model's,
and windows are shorter than the generated texts.
"""

from dataclasses import dataclass, field
from typing import Any

VOCAB = 400  # number of ids of the zoo's tokenizer
EOS = 2
POSITIONS = 512

_IDS = {"vocab_size": VOCAB, "eos_token_id": EOS, "bos_token_id": None, "pad_token_id": 0}
_SIZES = {
    **_IDS,
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": POSITIONS,
    "initializer_range": 0.15,
}
_FOUR = {**_SIZES, "num_hidden_layers": 4}
_ONE_KEY_HEAD_EACH = {**_SIZES, "num_key_value_heads": 4}
_EXPERTS = {"num_experts": 4, "num_experts_per_tok": 2}
_LOCAL_EXPERTS = {"num_local_experts": 4, "num_experts_per_tok": 2}
_GPT = {**_IDS, "n_embd": 64, "n_layer": 3, "n_head": 4, "n_positions": POSITIONS, "initializer_range": 0.15}
_LATENT = {  # DeepSeek's compressed keys and values
    **_ONE_KEY_HEAD_EACH,
    "moe_intermediate_size": 32,
    "n_routed_experts": 4,
    "num_experts_per_tok": 2,
    "n_group": 1,
    "topk_group": 1,
    "kv_lora_rank": 16,
    "q_lora_rank": 16,
    "qk_rope_head_dim": 8,
    "qk_nope_head_dim": 16,
    "v_head_dim": 12,
    "first_k_dense_replace": 1,
}

_MAMBA = {**_IDS, "hidden_size": 64, "num_hidden_layers": 2, "state_size": 8, "initializer_range": 0.15}
_MIXER = {"mamba_n_heads": 4, "mamba_d_head": 32, "mamba_d_state": 8, "mamba_n_groups": 1, "mamba_chunk_size": 8}
_DELTA = {  # gated delta rule
    "linear_num_value_heads": 4,
    "linear_num_key_heads": 2,
    "linear_key_head_dim": 8,
    "linear_value_head_dim": 8,
}


def _rope(kind: str, **more: Any) -> dict[str, Any]:
    return {"rope_parameters": {"rope_type": kind, "rope_theta": 10000.0, **more}}


@dataclass(frozen=True)
class Family:
    """One small model of the zoo: the name of its family in transformers, and its configuration.

    `label` is its name in the table. `seed` determines the weights, and `scale` multiplies its inner matrices. Both are
    chosen so that texts have many different tokens, which a wrong position or mask would change. `recurrent` models
    have a running state.
    """

    label: str
    kind: str
    config: dict[str, Any] = field(default_factory=lambda: dict(_SIZES))
    seed: int = 0
    scale: float = 1.0
    recurrent: bool = False


FAMILIES: dict[str, Family] = {
    # Llama and its variants
    "llama": Family("Llama", "llama"),
    "llama-tied": Family("Llama, tied embeddings", "llama", {**_SIZES, "tie_word_embeddings": True}, seed=1),
    "llama-rope-llama3": Family(
        "Llama 3, scaled RoPE",
        "llama",
        _SIZES
        | _rope("llama3", factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0, original_max_position_embeddings=64),
    ),
    "llama-rope-yarn": Family(
        "Llama, YaRN", "llama", _SIZES | _rope("yarn", factor=4.0, original_max_position_embeddings=128), seed=1
    ),
    "llama-rope-linear": Family("Llama, linear RoPE", "llama", _SIZES | _rope("linear", factor=2.0), seed=1),
    "llama-rope-dynamic": Family(
        "Llama, dynamic RoPE", "llama", {**_SIZES, "max_position_embeddings": 256} | _rope("dynamic", factor=4.0)
    ),
    "llama-bias": Family("Llama, biases", "llama", {**_SIZES, "attention_bias": True, "mlp_bias": True}),
    "llama-head-24": Family("Llama, heads of 24", "llama", {**_SIZES, "head_dim": 24}),
    "llama-odd": Family(
        "Llama, three heads of 20",
        "llama",
        {
            **_SIZES,
            "hidden_size": 60,
            "num_attention_heads": 3,
            "num_key_value_heads": 1,
            "head_dim": 20,
            "intermediate_size": 100,
        },
    ),
    "llama-padded": Family("Llama, padded vocabulary", "llama", {**_SIZES, "vocab_size": 448}),
    # dense models with rotary positions
    "mistral": Family("Mistral", "mistral", {**_SIZES, "sliding_window": None}),
    "mistral-window": Family("Mistral, window of 32", "mistral", {**_SIZES, "sliding_window": 32}),
    "ministral": Family(
        "Ministral",
        "ministral",
        {
            **_FOUR,
            "head_dim": 16,
            "sliding_window": 32,
            "layer_types": ["sliding_attention", "full_attention"] * 2,
        },
    ),
    "qwen2": Family("Qwen2, Qwen2.5", "qwen2"),
    "qwen2-window": Family(
        "Qwen2, window of 48",
        "qwen2",
        {**_SIZES, "use_sliding_window": True, "sliding_window": 48, "max_window_layers": 1},
    ),
    "qwen3": Family("Qwen3", "qwen3", {**_SIZES, "head_dim": 32}),
    "smollm3": Family("SmolLM3", "smollm3", {**_FOUR, "no_rope_layer_interval": 2}),
    "granite": Family(
        "Granite",
        "granite",
        {
            **_SIZES,
            "embedding_multiplier": 12.0,
            "logits_scaling": 8.0,
            "residual_multiplier": 0.22,
            "attention_multiplier": 0.1,
        },
        seed=1,
    ),
    "olmo": Family("OLMo", "olmo"),
    "olmo2": Family("OLMo2", "olmo2"),
    "olmo3": Family("OLMo3", "olmo3", {**_FOUR, "sliding_window": 32}),
    "gemma": Family("Gemma", "gemma", {**_SIZES, "head_dim": 16}, scale=2.0),
    "gemma2": Family(
        "Gemma 2",
        "gemma2",
        {
            **_FOUR,
            "head_dim": 16,
            "tie_word_embeddings": False,
            "sliding_window": 32,
            "query_pre_attn_scalar": 16,
            "attn_logit_softcapping": 5.0,
            "final_logit_softcapping": 3.0,
        },
        scale=2.0,
    ),
    "gemma3": Family(
        "Gemma 3 (text)",
        "gemma3_text",
        {
            **_SIZES,
            "head_dim": 16,
            "tie_word_embeddings": False,
            "sliding_window": 32,
            "query_pre_attn_scalar": 16,
            "num_hidden_layers": 6,
        },
        scale=2.0,
    ),
    "phi": Family("Phi", "phi", {**_SIZES, "partial_rotary_factor": 0.5}, seed=1),
    "phi3": Family("Phi-3", "phi3"),
    "phi3-longrope": Family(
        "Phi-3, longrope",
        "phi3",
        {**_SIZES, "original_max_position_embeddings": 128}
        | _rope("longrope", short_factor=[1.0] * 8, long_factor=[2.0] * 8, original_max_position_embeddings=128),
    ),
    "stablelm": Family("StableLM", "stablelm", {**_SIZES, "partial_rotary_factor": 0.25}),
    "starcoder2": Family("StarCoder2", "starcoder2", {**_SIZES, "sliding_window": None}, scale=2.0),
    "cohere": Family("Command R", "cohere", {**_SIZES, "logit_scale": 0.25}, seed=1),
    "cohere2": Family("Command R7B", "cohere2", {**_FOUR, "sliding_window": 32}, seed=1),
    "glm": Family("GLM", "glm", {**_SIZES, "head_dim": 16}, seed=1),
    "glm4": Family("GLM-4", "glm4", {**_SIZES, "head_dim": 16, "partial_rotary_factor": 0.5}),
    "nemotron": Family("Nemotron", "nemotron"),
    "exaone4": Family("EXAONE 4", "exaone4", {**_FOUR, "sliding_window": 32, "sliding_window_pattern": 4}),
    "helium": Family("Helium", "helium", {**_SIZES, "head_dim": 16}, seed=1),
    "ernie4_5": Family("ERNIE 4.5", "ernie4_5", {**_SIZES, "head_dim": 16}),
    "seed_oss": Family("Seed-OSS", "seed_oss", {**_SIZES, "head_dim": 16}),
    "arcee": Family("Arcee", "arcee", {**_SIZES, "head_dim": 16}),
    "hunyuan": Family("Hunyuan (dense)", "hunyuan_v1_dense", {**_SIZES, "head_dim": 16}),
    "apertus": Family("Apertus", "apertus", dict(_SIZES), seed=1),
    "nanochat": Family("nanochat", "nanochat", dict(_SIZES), seed=1),
    "bitnet": Family("BitNet", "bitnet"),
    "diffllama": Family("DiffLlama", "diffllama", {**_SIZES, "head_dim": 16}, seed=1),
    "persimmon": Family("Persimmon", "persimmon", {k: v for k, v in _SIZES.items() if k != "num_key_value_heads"}),
    "vaultgemma": Family(
        "VaultGemma",
        "vaultgemma",
        {**_FOUR, "head_dim": 16, "sliding_window": 32, "query_pre_attn_scalar": 16},
        scale=2.0,
    ),
    # mixtures of experts
    "mixtral": Family("Mixtral", "mixtral", {**_SIZES, **_LOCAL_EXPERTS, "sliding_window": None}),
    "qwen2-moe": Family(
        "Qwen2-MoE",
        "qwen2_moe",
        {**_SIZES, **_EXPERTS, "moe_intermediate_size": 32, "shared_expert_intermediate_size": 32},
    ),
    "qwen3-moe": Family("Qwen3-MoE", "qwen3_moe", {**_SIZES, **_EXPERTS, "moe_intermediate_size": 32}, seed=2),
    "olmoe": Family("OLMoE", "olmoe", {**_SIZES, **_EXPERTS}),
    "granitemoe": Family("GraniteMoE", "granitemoe", {**_SIZES, **_LOCAL_EXPERTS}),
    "gpt-oss": Family("gpt-oss", "gpt_oss", {**_FOUR, **_LOCAL_EXPERTS, "head_dim": 16, "sliding_window": 32}),
    "deepseek-v3": Family("DeepSeek-V3", "deepseek_v3", dict(_LATENT), seed=1),
    "deepseek-v2": Family("DeepSeek-V2", "deepseek_v2", {**_LATENT, "topk_method": "greedy"}),
    "llama4": Family(
        "Llama 4 (text)",
        "llama4_text",
        {
            **_FOUR,
            "head_dim": 16,
            "num_local_experts": 2,
            "num_experts_per_tok": 1,
            "intermediate_size_mlp": 96,
            "attention_chunk_size": 32,
        },
    ),
    "phimoe": Family("PhiMoE", "phimoe", {**_SIZES, **_LOCAL_EXPERTS, "sliding_window": None}, seed=1),
    "ernie4_5-moe": Family(
        "ERNIE 4.5 MoE",
        "ernie4_5_moe",
        {**_SIZES, "head_dim": 16, "moe_num_experts": 4, "moe_k": 2, "moe_intermediate_size": 32},
    ),
    # older models: learned positions, ALiBi, biases everywhere
    "gpt2": Family("GPT-2", "gpt2", dict(_GPT)),
    "gpt-bigcode": Family("StarCoder (GPT-BigCode)", "gpt_bigcode", dict(_GPT)),
    "gptj": Family("GPT-J", "gptj", {**_GPT, "rotary_dim": 8}, seed=1),
    "codegen": Family("CodeGen", "codegen", {**_GPT, "rotary_dim": 8}),
    "gpt-neo": Family(
        "GPT-Neo",
        "gpt_neo",
        {
            **_IDS,
            "hidden_size": 64,
            "num_layers": 4,
            "attention_types": [[["global", "local"], 2]],
            "num_heads": 4,
            "window_size": 32,
            "max_position_embeddings": POSITIONS,
            "initializer_range": 0.15,
        },
    ),
    "gpt-neox": Family(
        "GPT-NeoX, Pythia",
        "gpt_neox",
        {k: v for k, v in _SIZES.items() if k != "num_key_value_heads"} | {"rotary_pct": 0.25},
    ),
    "opt": Family(
        "OPT",
        "opt",
        {
            **_IDS,
            "pad_token_id": 1,
            "hidden_size": 64,
            "ffn_dim": 96,
            "num_hidden_layers": 3,
            "num_attention_heads": 4,
            "max_position_embeddings": POSITIONS,
            "word_embed_proj_dim": 64,
            "init_std": 0.15,
        },
        scale=2.0,
    ),
    "bloom": Family(
        "BLOOM",
        "bloom",
        {**_IDS, "bos_token_id": 1, "hidden_size": 64, "n_layer": 3, "n_head": 4, "initializer_range": 0.15},
        seed=1,
        scale=3.0,
    ),
    "falcon": Family(
        "Falcon",
        "falcon",
        {k: v for k, v in _SIZES.items() if k != "num_key_value_heads"} | {"multi_query": True, "alibi": False},
    ),
    "falcon-alibi": Family(
        "Falcon, ALiBi",
        "falcon",
        {k: v for k, v in _SIZES.items() if k != "num_key_value_heads"}
        | {"multi_query": True, "alibi": True, "bias": True},
        seed=2,
    ),
    "mpt": Family(
        "MPT",
        "mpt",
        {**_IDS, "d_model": 64, "n_layers": 3, "n_heads": 4, "max_seq_len": POSITIONS, "initializer_range": 0.15},
        seed=1,
        scale=2.0,
    ),
    "biogpt": Family(
        "BioGPT",
        "biogpt",
        {k: v for k, v in _SIZES.items() if k != "num_key_value_heads"} | {"pad_token_id": 1},
        scale=3.0,
    ),
    "xglm": Family(
        "XGLM",
        "xglm",
        {
            **_IDS,
            "pad_token_id": 1,
            "d_model": 64,
            "ffn_dim": 96,
            "num_layers": 3,
            "attention_heads": 4,
            "max_position_embeddings": POSITIONS,
            "init_std": 0.15,
        },
        scale=3.0,
    ),
    # recurrent models, which continue stored states
    "mamba": Family("Mamba", "mamba", _MAMBA, seed=1, scale=2.0, recurrent=True),
    "falcon-mamba": Family("Falcon Mamba", "falcon_mamba", _MAMBA, scale=2.0, recurrent=True),
    "mamba2": Family(
        "Mamba-2", "mamba2", {**_MAMBA, "num_heads": 8, "head_dim": 16, "n_groups": 1, "chunk_size": 8}, recurrent=True
    ),
    "jamba": Family(
        "Jamba",
        "jamba",
        {
            **_FOUR,
            "attn_layer_period": 2,
            "attn_layer_offset": 1,
            "expert_layer_period": 2,
            "expert_layer_offset": 1,
            "num_experts": 2,
            "num_experts_per_tok": 1,
            "mamba_d_state": 8,
            "mamba_dt_rank": 4,
            "use_mamba_kernels": False,
        },
        recurrent=True,
    ),
    "bamba": Family("Bamba", "bamba", {**_FOUR, **_MIXER, "attn_layer_indices": [1, 3]}, recurrent=True),
    "granite-4": Family(
        "Granite 4",
        "granitemoehybrid",
        {
            **_FOUR,
            **_MIXER,
            **_LOCAL_EXPERTS,
            "shared_intermediate_size": 48,
            "layer_types": ["linear_attention", "full_attention"] * 2,
            "position_embedding_type": "nope",
            "embedding_multiplier": 12.0,
            "logits_scaling": 4.0,
            "residual_multiplier": 0.5,
            "attention_multiplier": 0.1,
        },
        recurrent=True,
    ),
    "zamba": Family(
        "Zamba",
        "zamba",
        {
            **_SIZES,
            "num_hidden_layers": 6,
            "layers_block_type": ["mamba", "mamba", "hybrid", "mamba", "hybrid", "mamba"],
            "mamba_d_state": 8,
            "mamba_dt_rank": 4,
            "use_mamba_kernels": False,
        },
        recurrent=True,
    ),
    "zamba2": Family(
        "Zamba 2",
        "zamba2",
        {
            **_FOUR,
            "layers_block_type": ["mamba", "hybrid"] * 2,
            "mamba_d_state": 8,
            "n_mamba_heads": 4,
            "chunk_size": 8,
            "adapter_rank": 8,
            "use_mamba_kernels": False,
        },
        recurrent=True,
    ),
    "falcon-h1": Family(
        "Falcon-H1",
        "falcon_h1",
        {**_SIZES, **_MIXER, "mamba_d_ssm": 64, "mamba_d_head": 16},
        recurrent=True,
    ),
    "nemotron-h": Family(
        "Nemotron-H",
        "nemotron_h",
        {
            **{key: value for key, value in _SIZES.items() if key != "num_hidden_layers"},
            "layers_block_type": ["mamba", "attention", "mamba", "mlp"],
            "head_dim": 16,
            "ssm_state_size": 8,
            "mamba_num_heads": 8,
            "mamba_head_dim": 16,
            "n_groups": 1,
            "chunk_size": 8,
            "use_mamba_kernels": False,
        },
        recurrent=True,
    ),
    "lfm2": Family(
        "LFM2",
        "lfm2",
        {**_FOUR, "layer_types": ["conv", "full_attention"] * 2, "block_ff_dim": 96},
        recurrent=True,
    ),
    "lfm2-moe": Family(
        "LFM2, mixture of experts",
        "lfm2_moe",
        {
            **_FOUR,
            **_EXPERTS,
            "layer_types": ["conv", "full_attention"] * 2,
            "moe_intermediate_size": 32,
            "num_dense_layers": 1,
        },
        recurrent=True,
    ),
    "qwen3-next": Family(
        "Qwen3-Next",
        "qwen3_next",
        {
            **_FOUR,
            **_DELTA,
            "head_dim": 16,
            "num_experts": 2,
            "num_experts_per_tok": 1,
            "moe_intermediate_size": 32,
            "shared_expert_intermediate_size": 32,
        },
        recurrent=True,
    ),
    "qwen3.5": Family("Qwen3.5", "qwen3_5_text", {**_FOUR, **_DELTA, "head_dim": 16}, recurrent=True),
    "qwen3.5-moe": Family(
        "Qwen3.5, mixture of experts",
        "qwen3_5_moe_text",
        {
            **_FOUR,
            **_DELTA,
            **_EXPERTS,
            "head_dim": 16,
            "moe_intermediate_size": 32,
            "shared_expert_intermediate_size": 32,
        },
        recurrent=True,
    ),
    "olmo-hybrid": Family(
        "OLMo Hybrid",
        "olmo_hybrid",
        {**_FOUR, **_DELTA, "layer_types": ["linear_attention", "full_attention"] * 2},
        recurrent=True,
    ),
    "kimi-linear": Family(
        "Kimi Linear",
        "kimi_linear",
        {
            **{key: value for key, value in _LATENT.items() if key != "first_k_dense_replace"},
            "num_hidden_layers": 4,
            "q_lora_rank": None,
            "num_local_experts": 4,
            "layer_types": ["linear_attention", "full_attention"] * 2,
            "linear_head_dim": 16,
            "linear_num_heads": 4,
        },
        recurrent=True,
    ),
    "minimax": Family(
        "MiniMax",
        "minimax",
        {**_FOUR, **_LOCAL_EXPERTS, "layer_types": ["linear_attention", "full_attention"] * 2, "block_size": 16},
        recurrent=True,
    ),
    "rwkv": Family(
        "RWKV",
        "rwkv",
        {**_IDS, "hidden_size": 64, "num_hidden_layers": 4, "attention_hidden_size": 64},
        scale=8.0,
        recurrent=True,
    ),
    "xlstm": Family(
        "xLSTM",
        "xlstm",
        {
            **_IDS,
            "hidden_size": 64,
            "num_hidden_layers": 2,
            "num_heads": 4,
            "qk_dim_factor": 1.0,
            "autocast_kernel_dtype": "float32",
        },
        recurrent=True,
    ),
    "recurrent-gemma": Family(
        "RecurrentGemma",
        "recurrent_gemma",
        {
            **_SIZES,
            "lru_width": 64,
            "attention_window_size": 64,
            "block_types": ["recurrent", "recurrent", "attention"],
        },
        seed=1,
        scale=3.0,
        recurrent=True,
    ),
}
