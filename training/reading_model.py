"""A draft that uses the target's hidden states during training: initial weights, and outputs at every draft step."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import torch
from distill_model import HEAD_FILE, WEIGHTS, head_rows
from distill_train import Fit, fit
from precision import mixed
from reading_data import ReadBatch
from safetensors.torch import load_file
from torch import Tensor, nn
from transformers import DynamicCache, LlamaConfig, PreTrainedModel

sys.path.append(str(Path(__file__).parents[1]))  # the folder of the explorer
from decoders.models.reading import ReadingDecoder, ReadingNet


def new_reader(
    target: PreTrainedModel, folder: Path, features: int, layers: Sequence[int] | None = None
) -> tuple[ReadingDecoder, Tensor]:
    """Create a draft from the packed one in `folder`, with `features` numbers per token. Also returns its head's ids
    [H].

    If the packed draft uses hidden states, the new draft does so too. Otherwise it starts with a projection of zero.
    layers: the layers of the packed draft that it starts with, in this order (None: all)
    """
    config = LlamaConfig(**json.loads((folder / "config.json").read_text(encoding="utf-8")))
    kept = list(range(config.num_hidden_layers) if layers is None else layers)
    config.num_hidden_layers = len(kept)
    ids = load_file(folder / HEAD_FILE)["head_ids"].long()
    embedding = nn.Embedding.from_pretrained(target.get_input_embeddings().weight.detach())
    net = ReadingDecoder(config, features, embedding, head_rows(target, ids))
    packed = {k: v.float() for k, v in load_file(folder / WEIGHTS).items()}
    for name, layer in zip(kept, net.model.layers, strict=True):
        start = f"model.layers.{name}."
        layer.load_state_dict({k.removeprefix(start): v for k, v in packed.items() if k.startswith(start)})
    net.load_state_dict({k: v for k, v in packed.items() if not k.startswith("model.layers.")}, strict=False)
    if "fc.weight" not in packed:
        net.start_plain()
    return net.to(target.device), ids


def load_reader(folder: Path, target: PreTrainedModel) -> tuple[ReadingDecoder, Tensor]:
    """Load a packed draft that uses hidden states, on the target's device in its dtype.

    Also returns its head's ids [H].
    """
    weights = load_file(folder / WEIGHTS)
    net, ids = new_reader(target, folder, weights["fc.weight"].shape[1])
    net.load_state_dict(weights, strict=False)
    return net.to(target.dtype).eval(), ids.to(target.device)


def chain_mask(length: int, step: int) -> Tensor:
    """The attention mask of draft step `step` (from 0): bool[length, (step + 1) * length], keys in order of steps.

    Position i attends to the target's states up to i - step, and then to one key of each later step, up to its own.

    >>> chain_mask(3, 1).int().tolist()
    [[0, 0, 0, 1, 0, 0], [1, 0, 0, 0, 1, 0], [1, 1, 0, 0, 0, 1]]
    """
    gap = torch.arange(length)[:, None] - torch.arange(length)
    return torch.cat([gap >= step, *(gap == step - later for later in range(1, step + 1))], 1)


def after(states: Tensor) -> Tensor:
    """Shift states [B, T, D] by one position, so that each token has the state before it; zeros at the first."""
    return nn.functional.pad(states[:, :-1], (0, 0, 1, 0))


def chain_states(net: ReadingNet, ids: Tensor, features: Tensor, steps: int) -> list[Tensor]:
    """The draft's own states [B, T, D] at each draft step: the training-time test of EAGLE-3 (Li et al. 2025, §3.2).

    Step k at position i is the draft's state there after it drafted the k tokens up to i by itself.
    """
    cache = DynamicCache()
    states, own = net.project(features), []
    places = torch.arange(ids.shape[1], device=ids.device)[None]
    for step in range(steps):
        mask = chain_mask(ids.shape[1], step).to(ids.device)[None, None]
        own.append(
            net(
                ids,
                after(states),
                position_ids=places,
                attention_mask=mask,
                past_key_values=cache,
                use_cache=True,
            )
        )
        states = own[-1]
    return own


def top_fit(scores: Tensor, batch: ReadBatch, reached: Tensor) -> Fit:
    """The fit of scores [n, H] to the soft labels of the n learnt tokens that the mask `reached` [N] chooses."""
    return fit(scores, batch.top_ids[reached], batch.top_logp[reached])


def chain_fits(
    net: ReadingNet, batch: Any, device: str, steps: int, fitted: Callable[[Tensor, Any, Tensor], Fit] = top_fit
) -> list[Fit]:
    """The fit at each draft step, over the learnt tokens that a draft of this length can reach, in mixed precision.

    `batch` has the fields ids, features, rows and first of a `ReadBatch`, and whatever else `fitted` uses.
    """
    fits = []
    with mixed(device):
        for step, states in enumerate(chain_states(net, batch.ids, batch.features.float(), steps)):
            reached = batch.rows - batch.first >= step
            fits.append(fitted(net.scores(states.flatten(0, 1)[batch.rows[reached]]).float(), batch, reached))
    return fits


def measure_of(steps: int) -> partial[list[Fit]]:
    """`chain_fits` with a fixed number of steps, as the measure of a training run."""
    return partial(chain_fits, steps=steps)
