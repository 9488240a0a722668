"""The draft as a model and as files: create it from a target's layers, save, load and export it.

A draft is a plain transformers decoder with a few of its target's layers, retrained. It shares
the target's frozen token embedding, and its LM head is the rows `head_ids` of the target's output
embedding, so the files contain only its layers and final norm. This module does not depend on training.
"""

from __future__ import annotations

import argparse
import copy
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from precision import computed_in
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoTokenizer,
    PreTrainedModel,
)

FRESH = ("fc.", "state_norm.", "mix.")  # further tensors of a draft that uses the target's hidden states
OWN = ("model.layers.", "model.norm.", *FRESH)
WEIGHTS, HEAD_FILE = "model.safetensors", "head_ids.safetensors"


def load_target(args: argparse.Namespace) -> PreTrainedModel:
    """Load the target onto a device, in the number format that is fast there. `args` has `target` and `device`."""
    model = AutoModelForCausalLM.from_pretrained(args.target, dtype=computed_in(args.device))
    return model.to(args.device).eval().requires_grad_(False)


def draft_config(target: PreTrainedModel, layers: int) -> Any:
    """The target's config with `layers` layers."""
    config = copy.deepcopy(target.config)
    config.num_hidden_layers = layers
    if getattr(config, "layer_types", None):
        config.layer_types = config.layer_types[:layers]
    return config


def own_tensors(draft: nn.Module) -> dict[str, Tensor]:
    """The tensors that the draft does not share with its target, by state-dict name."""
    return {k: v for k, v in draft.state_dict().items() if k.startswith(OWN)}


def head_rows(target: PreTrainedModel, head_ids: Tensor) -> Tensor:
    """The rows [H, D] of the target's output embedding at head_ids [H], detached."""
    output: Any = target.get_output_embeddings()
    return output.weight.detach()[head_ids.long().to(target.device)]


def share_with_target(draft: PreTrainedModel, target: PreTrainedModel, head_ids: Tensor) -> None:
    """Give `draft` the target's embedding and, as LM head, its output rows at `head_ids` [H]."""
    rows = head_rows(target, head_ids)
    head = nn.Linear(rows.shape[1], rows.shape[0], bias=False, device="meta")
    head.weight = nn.Parameter(rows, requires_grad=False)
    draft.config.tie_word_embeddings = False  # the head is a slice of the embedding, so the two are not tied
    embedding = nn.Embedding.from_pretrained(target.get_input_embeddings().weight.detach())
    draft.set_input_embeddings(embedding)
    draft.set_output_embeddings(head)


def new_draft(target: PreTrainedModel, layers: Sequence[int], head_ids: Tensor, dtype: torch.dtype) -> PreTrainedModel:
    """Create a draft whose layer i starts as the target's layer `layers[i]`; its own tensors are in `dtype`.

    It maps ids [B, T] to logits [B, T, H] over head_ids [H].
    """
    draft = AutoModelForCausalLM.from_config(draft_config(target, len(layers)), dtype=dtype)
    for mine, origin in zip(draft.model.layers, layers, strict=True):
        mine.load_state_dict(target.model.layers[origin].state_dict())
    draft.model.norm.load_state_dict(target.model.norm.state_dict())
    share_with_target(draft, target, head_ids)
    return draft.to(target.device)


def save_draft(folder: Path, draft: PreTrainedModel, tensors: dict[str, Tensor], head_ids: Tensor, note: dict) -> None:
    """Write a draft into a folder: config.json, model.safetensors (bf16) and head_ids.safetensors.

    note: keys added to config.json under "draft", which transformers ignores
    """
    folder.mkdir(parents=True, exist_ok=True)
    config = draft.config.to_dict() | {"tie_word_embeddings": True, "dtype": "bfloat16"}
    config = {k: v for k, v in config.items() if not k.startswith("_")}
    config |= {"architectures": [type(draft).__name__], "draft": note}
    (folder / "config.json").write_text(json.dumps(config, indent=2, sort_keys=True) + "\n")
    bf16 = {k: v.detach().to("cpu", torch.bfloat16).contiguous() for k, v in tensors.items()}
    save_file(bf16, folder / WEIGHTS, metadata={"format": "pt"})
    save_file({"head_ids": head_ids.to("cpu", torch.int32)}, folder / HEAD_FILE)


def load_draft(folder: Path, target: PreTrainedModel) -> tuple[PreTrainedModel, Tensor]:
    """Load a saved draft onto the target's device in its dtype. Also returns its head_ids [H] (int64).

    The draft's logits [B, T, H] are over head_ids; every other token has q = 0.
    """
    config = AutoConfig.from_pretrained(folder)
    head_ids = load_file(folder / HEAD_FILE)["head_ids"].long()
    draft = AutoModelForCausalLM.from_config(config, dtype=target.dtype)
    missing = set(own_tensors(draft)) ^ set(load_file(folder / WEIGHTS))
    if missing:
        raise ValueError(f"{folder / WEIGHTS} and config.json disagree on {sorted(missing)[:3]}")
    draft.load_state_dict(load_file(folder / WEIGHTS), strict=False)
    share_with_target(draft, target, head_ids)
    return draft.to(target.device).eval(), head_ids.to(target.device)


def export_full(folder: Path, target_dir: str, out: Path) -> None:
    """Write the draft as a folder that AutoModelForCausalLM.from_pretrained can load without the target.

    The folder contains every tensor, a head over the full vocabulary and the target's tokenizer.
    """
    target = AutoModelForCausalLM.from_pretrained(target_dir, dtype=torch.bfloat16)
    config = AutoConfig.from_pretrained(folder)
    full = AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16)
    full.load_state_dict(target.state_dict() | load_file(folder / WEIGHTS), strict=False)
    full.generation_config = target.generation_config
    full.save_pretrained(out)
    AutoTokenizer.from_pretrained(target_dir).save_pretrained(out)
