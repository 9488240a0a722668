"""Medusa's extra heads: small residual blocks on the target's last hidden state (Cai et al. 2024, §2.1.1).

Head k, counted from 1, guesses the token k positions after the target's own next token. From the hidden state h after
token t, it computes a distribution for token t + 1 + k: the target's output embedding applied to h + SiLU(W_k h).
Training starts with W_k = 0, so that this distribution equals the target's next-token distribution. The embedding may
be reduced to some rows (`ids`); every other token has q = 0. A folder of heads has `config.json`, `heads.safetensors`
(weight [H, D, D]) and the name of the file that lists the rows. This module does not depend on decoders.
"""

# The types of safetensors' functions are only partly known.
# pyright: reportUnknownVariableType=false

import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional

from decoders.errors import BadInput

CONFIG, WEIGHTS = "config.json", "heads.safetensors"


class ResidualHeads(nn.Module):
    """A set of H heads over R rows of an output embedding: `weight` [H, D, D] is trained, `rows` [R, D] is not."""

    def __init__(self, weight: nn.Parameter, rows: Tensor, ids: Tensor | None = None) -> None:
        """`ids` (ascending int64[R]) are the token ids of `rows`; None if the rows are all ids."""
        super().__init__()
        self.weight = weight
        self.rows = rows
        self.ids = ids

    @property
    def count(self) -> int:
        """The number of heads, H."""
        return self.weight.shape[0]

    def scores(self, hidden: Tensor, head: int) -> Tensor:
        """The scores [n, R] of one head (numbered from 1), computed from the hidden states [n, D]."""
        states = hidden + functional.silu(functional.linear(hidden, self.weight[head - 1]))
        return functional.linear(states, self.rows)

    @torch.inference_mode()
    def all_scores(self, hidden: Tensor) -> Tensor:
        """Scores [H, R] of every head after one hidden state [D]."""
        states = hidden + functional.silu(self.weight @ hidden)
        return functional.linear(states, self.rows)


def write_heads(folder: Path, weight: Tensor, head_ids: str, note: dict[str, Any]) -> None:
    """Write heads as bf16.

    `head_ids` is the path, relative to `folder`, of the file with the row ids. `note` goes into the config.
    """
    folder.mkdir(parents=True, exist_ok=True)
    config = {"heads": weight.shape[0], "hidden_size": weight.shape[1], "head_ids": head_ids, "training": note}
    (folder / CONFIG).write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
    save_file({"weight": weight.detach().to("cpu", torch.bfloat16).contiguous()}, folder / WEIGHTS)


def read_heads(folder: Path, target: Any) -> ResidualHeads:
    """Read the heads in a folder. They use the target's output embedding, and are on its device and in its dtype.

    Raises BadInput if the heads were made for a target with another hidden size.
    """
    config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    ids = load_file(folder / config["head_ids"])["head_ids"].long()
    output = target.get_output_embeddings().weight.detach()
    weight = load_file(folder / WEIGHTS)["weight"].to(output.device, output.dtype)
    if weight.shape != (config["heads"], output.shape[1], output.shape[1]):
        raise BadInput(
            f"The heads in {folder} do not fit this target model: their shape is {tuple(weight.shape)}, but the "
            f"target's hidden size is {output.shape[1]}. Choose heads made for this target."
        )
    ids = ids.to(output.device)
    return ResidualHeads(nn.Parameter(weight, requires_grad=False), output[ids], ids)
