"""Networks of the Llama kind written as folders that numba.py runs; torch is needed here, and not there.

A matrix is written as kernels.py reads it, its numbers as short as they are: in 16 bits where they have 16,
in 8 where they were rounded to that. Nothing is traced or compiled, so this takes as long as copying. What is not of
this kind is refused by name.
"""

# What torch and transformers say of their own functions is partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import torch
from torch import Tensor, nn
from transformers import LlamaForCausalLM

from decoders.core.runner import Skipped
from decoders.models.kernels import BF16, BLOCK, BYTES, F16, F32, INT8, WIDTH
from decoders.models.making import make
from decoders.models.numba import ALIGNED, ROWS, WEIGHTS, NumbaModel, NumbaReader
from decoders.models.parts import CannotConvertError, Parts
from decoders.models.reading import ReadingDecoder
from decoders.models.rounding import parts_of
from decoders.models.sizes import sizes_of_heads
from decoders.models.skipping import NoAttention, NoMlp

KINDS = {torch.bfloat16: BF16, torch.float16: F16, torch.float32: F32}
STILL = ("default", "linear", "llama3")  # ways of rotary positions whose frequencies are the same at any length


def write(
    parts: Parts, folder: Path, vocab_size: int, skipped: Skipped | None = None, shown: Sequence[int] = ()
) -> None:
    """Write a network into an empty folder, and compare; see `making.make`."""
    kind = NumbaReader if parts.reads else NumbaModel
    make(
        parts,
        folder,
        vocab_size,
        lambda: _put(parts, folder),
        lambda: kind(folder, "it", vocab_size),
        skipped,
        shown,
    )


def _put(parts: Parts, folder: Path) -> dict[str, Any]:
    """Write the weights; where each of them lies and how it is to be read, as numba.py takes it, and what is known of
    the heads' sizes by that."""
    net = parts.net
    refuse(net)
    body = net.model
    with (folder / WEIGHTS).open("wb") as file, (folder / ROWS).open("wb") as rows:
        weights = Weights(file, parts.eight_bits)
        found: dict[str, Any] = _sizes(body) | {
            "layers": [_layer(weights, layer) for layer in body.layers],
            "head": weights.matrix(net.get_output_embeddings().weight),
            "embedding": Weights(rows, parts.eight_bits).rows(body.embed_tokens.weight),
            "norm": weights.vector(body.norm.weight),
        }
        if parts.reads:
            found["reading"] = {
                "norm": weights.vector(net.state_norm.weight),
                "mix": weights.matrix(net.mix.weight),
                "view": weights.matrix(net.fc.weight),
            }
        if parts.heads is not None:
            heads = parts.heads
            found["guessing"] = {
                "states": [weights.matrix(each) for each in heads.weight.detach()],
                "rows": weights.matrix(heads.rows),
            }
        found |= {"bytes": file.tell(), "row_bytes": rows.tell()}
    if parts.heads is None:
        return {"numba": found}
    sizes = replace(sizes_of_heads(parts.heads), value_bytes=BYTES[found["guessing"]["rows"]["kind"]])
    return {"numba": found, "head_sizes": asdict(sizes)}


def refuse(net: Any) -> None:
    """Raise CannotConvertError for a network that this engine does not run."""
    name = type(net).__name__
    if type(net) not in (LlamaForCausalLM, ReadingDecoder):
        raise CannotConvertError(f"{name} is not of the Llama kind")
    config = net.config
    body: Any = net.model
    kept = {p.dtype for p in net.parameters()} - set(KINDS)
    biased = [name for name, _ in net.named_parameters() if name.endswith(".bias")]
    turned = body.rotary_emb.rope_type
    reasons = {
        f"its activation is {config.hidden_act}": config.hidden_act != "silu",
        "some of its matrices have biases": bool(biased),
        f"its heads have {config.head_dim} dimensions, no multiple of {BLOCK}": config.head_dim % BLOCK != 0,
        f"its rotary positions are of the kind {turned}": turned not in STILL,
        f"its weights are kept as {', '.join(map(str, kept))}": bool(kept),
    }
    for reason, applies in reasons.items():
        if applies:
            raise CannotConvertError(f"{name}: {reason}")


def _sizes(body: Any) -> dict[str, Any]:
    """What a pass must know of the network besides its weights."""
    config = body.config
    return {
        "width": WIDTH,
        "size": config.hidden_size,
        "heads": config.num_attention_heads,
        "kv_heads": config.num_key_value_heads,
        "dim": config.head_dim,
        "epsilon": config.rms_norm_eps,
        "frequencies": body.rotary_emb.inv_freq.double().tolist(),
        "factor": body.rotary_emb.attention_scaling,
        "scale": next(
            (x.self_attn.scaling for x in body.layers if not isinstance(x.self_attn, NoAttention)),
            config.head_dim**-0.5,
        ),
    }


def _layer(weights: "Weights", layer: Any) -> dict[str, Any]:
    """Where the parts of a layer lie; those of a sub-layer that was left out are missing."""
    attention, mlp = layer.self_attn, layer.mlp
    found: dict[str, Any] = {}
    if not isinstance(attention, NoAttention):
        joined = [attention.q_proj.weight, attention.k_proj.weight, attention.v_proj.weight]
        found |= {
            "norm_1": weights.vector(layer.input_layernorm.weight),
            "qkv": weights.matrix(torch.cat([part.detach() for part in joined])),
            "out": weights.matrix(attention.o_proj.weight),
        }
    if not isinstance(mlp, NoMlp):
        found |= {
            "norm_2": weights.vector(layer.post_attention_layernorm.weight),
            "gate_up": weights.matrix(side_by_side(mlp.gate_proj.weight, mlp.up_proj.weight)),
            "down": weights.matrix(padded(mlp.down_proj.weight.detach().T, BLOCK // 2).T),
        }
    return found


def padded(matrix: Tensor, multiple: int) -> Tensor:
    """With rows of zeros, so that there are a multiple of some number of them."""
    return nn.functional.pad(matrix, (0, 0, 0, -len(matrix) % multiple))


def side_by_side(gate: Tensor, up: Tensor) -> Tensor:
    """Two matrices of rows in turns, half a BLOCK of each.

    >>> side_by_side(torch.zeros(64, 1), torch.ones(64, 1)).reshape(4, 32).mean(1).tolist()
    [0.0, 1.0, 0.0, 1.0]
    """
    pieces = [padded(part.detach(), BLOCK // 2).reshape(-1, BLOCK // 2, part.shape[1]) for part in (gate, up)]
    return torch.stack(pieces, 1).flatten(0, 2)


class Weights:
    """A file that weights are written into, one behind the other."""

    def __init__(self, file: BinaryIO, eight_bits: bool) -> None:
        """`eight_bits`: matrices that were rounded to that are written so."""
        self._file, self._eight_bits = file, eight_bits

    def _write(self, array: np.ndarray[Any, Any]) -> int:
        """Where it begins."""
        self._file.write(bytes(-self._file.tell() % ALIGNED))
        at = self._file.tell()
        self._file.write(array.tobytes())
        return at

    def vector(self, weight: Tensor) -> int:
        """Where it begins, in float32."""
        return self._write(weight.detach().float().numpy())

    def matrix(self, weight: Tensor) -> dict[str, int]:
        """A matrix [columns of the product, length], as kernels.py reads it."""
        whole, scales, kind = self._kept(padded(weight.detach(), BLOCK))
        columns, length = whole.shape
        parts = whole.reshape(columns // WIDTH, WIDTH, length).transpose(0, 2, 1)
        return {
            "at": self._write(parts),
            "scales": 0 if scales is None else self._write(scales),
            "kind": kind,
            "blocks": columns // BLOCK,
            "length": length,
            "columns": len(weight),
        }

    def rows(self, weight: Tensor) -> dict[str, int]:
        """A matrix that is looked up row by row."""
        whole, scales, kind = self._kept(weight.detach())
        at = self._write(whole)
        return {"at": at, "scales": 0 if scales is None else self._write(scales), "kind": kind, "rows": len(whole)}

    def _kept(self, matrix: Tensor) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any] | None, int]:
        """Its numbers as they are written, a scale for each row or none, and the kind; exact."""
        if self._eight_bits:
            whole, scale = parts_of(matrix.float())
            if torch.equal(whole * scale, matrix.float()):
                return whole.to(torch.int8).numpy(), scale[:, 0].numpy(), INT8
            half = matrix.to(torch.bfloat16)
            matrix = half if torch.equal(half.float(), matrix.float()) else matrix
        kind = KINDS[matrix.dtype]
        return (matrix.view(torch.int16) if kind == BF16 else matrix).numpy(), None, kind
