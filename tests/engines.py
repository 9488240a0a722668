"""Tiny models converted for OpenVINO, once in a test run, and the float32 twins that they must agree with."""

import tempfile
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import torch

from decoders.models import converting
from decoders.models.openvino import OpenVinoModel
from decoders.models.parts import Parts
from tests.tiny import VOCAB, tiny, tiny_heads

CLOSE = 5e-3  # largest difference of a logit from torch's in float32; the logits of tiny models are of the order of 10


@cache
def folder_of(name: str, dtype: torch.dtype = torch.bfloat16, head: tuple[int, ...] = (), heads: int = 0) -> Path:
    """A converted model. Raises CannotConvertError."""
    folder = Path(tempfile.mkdtemp(prefix="engine-test-"))
    net = tiny(name, dtype)
    if head:
        net = reduced(net, head)
    made = Parts(net, torch.tensor(head) if head else None, tiny_heads(net, heads) if heads else None)
    converting.write(made, folder, VOCAB)
    return folder


def reduced(net: Any, head: tuple[int, ...]) -> Any:
    """The same network with an output head of these rows."""
    cut = deepcopy(net)
    rows = net.get_output_embeddings().weight.detach()[list(head)].clone()
    cut.lm_head = torch.nn.Linear(rows.shape[1], len(head), bias=False, dtype=rows.dtype)
    cut.lm_head.weight = torch.nn.Parameter(rows, requires_grad=False)
    return cut


@cache
def engine(name: str, dtype: torch.dtype = torch.bfloat16, heads: int = 0) -> OpenVinoModel:
    """A tiny model of a family on OpenVINO."""
    return OpenVinoModel(folder_of(name, dtype, heads=heads), name, VOCAB)


@cache
def twin(name: str, dtype: torch.dtype = torch.bfloat16) -> Any:
    """The network of the same weights that computes in float32."""
    return deepcopy(tiny(name, dtype)).float()
