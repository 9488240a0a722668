"""Write networks as folders that model.py runs. The networks are Llama and families that differ from it only in some
options (`RUN`).

A matrix is written in the layout that kernels.py reads. The numbers keep their format: 16 bits, or 8 bits if they were
rounded to 8 bits. Nothing is traced or compiled, so writing takes only as long as copying. Other networks are refused
with a reason. Writing a folder needs torch; using it does not.
"""

# The types of torch's and transformers' functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import re
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import torch
from torch import Tensor, nn
from transformers import (
    GraniteForCausalLM,
    LlamaForCausalLM,
    MistralConfig,
    MistralForCausalLM,
    Olmo2ForCausalLM,
    Qwen2ForCausalLM,
    Qwen3ForCausalLM,
    SmolLM3ForCausalLM,
)

from decoders.models.cpu.kernels import BF16, BLOCK, BYTES, F16, F32, INT8, WIDTH
from decoders.models.cpu.model import ALIGNED, ROWS, WEIGHTS
from decoders.models.parts import CannotConvertError, Parts
from decoders.models.probe import context_window
from decoders.models.reading import ReadingDecoder
from decoders.models.rounding import parts_of
from decoders.models.sizes import sizes_of_heads
from decoders.models.skipping import NoAttention, NoMlp

KINDS = {torch.bfloat16: BF16, torch.float16: F16, torch.float32: F32}
STILL = ("default", "linear", "llama3", "yarn")  # kinds of rotary positions whose frequencies do not change with length
RUN = (
    LlamaForCausalLM,
    MistralForCausalLM,
    Qwen2ForCausalLM,
    Qwen3ForCausalLM,
    SmolLM3ForCausalLM,
    GraniteForCausalLM,
    Olmo2ForCausalLM,
    ReadingDecoder,
)
# The names, without layer numbers, of all parts with parameters. A part that is not listed would be ignored.
PARTS = {
    *("lm_head", "model.embed_tokens", "model.norm"),
    *("embed_tokens", "state_norm", "mix", "fc"),  # the parts of a ReadingDecoder
    *(f"model.layers.self_attn.{name}" for name in ("q_proj", "k_proj", "v_proj", "o_proj", "q_norm", "k_norm")),
    *(f"model.layers.mlp.{name}" for name in ("gate_proj", "up_proj", "down_proj")),
    *(f"model.layers.{name}_layernorm" for name in ("input", "post_attention", "post_feedforward")),
}


def put(parts: Parts, folder: Path) -> dict[str, Any]:
    """Write the weights, and return a description of them for model.py.

    The description gives the offset and storage format of each weight, the longest path, and the sizes of extra
    heads.
    """
    net = parts.net
    body = net.model
    with (folder / WEIGHTS).open("wb") as file, (folder / ROWS).open("wb") as rows:
        weights = Weights(file, parts.eight_bits)
        written: dict[str, Any] = _sizes(net) | {
            "layers": [_layer(weights, body, i) for i in range(len(body.layers))],
            "head": weights.matrix(net.get_output_embeddings().weight),
            "embedding": Weights(rows, parts.eight_bits).rows(body.embed_tokens.weight),
            "norm": weights.vector(body.norm.weight),
        }
        if parts.reads:
            written["reading"] = {
                "norm": weights.vector(net.state_norm.weight),
                "mix": weights.matrix(net.mix.weight),
                "view": weights.matrix(net.fc.weight),
            }
        if parts.heads is not None:
            heads = parts.heads
            written["guessing"] = {
                "states": [weights.matrix(each) for each in heads.weight.detach()],
                "rows": weights.matrix(heads.rows),
            }
        written |= {"bytes": file.tell(), "row_bytes": rows.tell()}
    window, why = context_window(body.config, "it", windows_proved=True)  # the comparison with torch checks this
    facts = {"numba": written, "window": window, "why": why}
    if parts.heads is None:
        return facts
    sizes = replace(sizes_of_heads(parts.heads), value_bytes=BYTES[written["guessing"]["rows"]["kind"]])
    return facts | {"head_sizes": asdict(sizes)}


def refuse(net: Any) -> None:
    """Raise CannotConvertError if the kernels cannot run a network."""
    if type(net) not in RUN:
        raise CannotConvertError(f"its architecture, {type(net).__name__}, is not supported")
    config, rotary = net.config, net.model.rotary_emb
    dim, turned = _head_dim(net.model), rotary.rope_type
    dtypes = {p.dtype for p in net.parameters()} - set(KINDS)
    unknown = sorted({key for key, _ in net.named_parameters() if _part_of(key) not in PARTS})
    reasons = {
        f"its activation is {config.hidden_act}, but the kernels compute silu": config.hidden_act != "silu",
        f"it has weights that the kernels do not use ({', '.join(unknown[:2])})": bool(unknown),
        f"its rotary positions are of the kind {turned}, but the kernels compute {', '.join(STILL)}": turned
        not in STILL,
        "its rotary positions cover only a part of each head": 2 * len(rotary.inv_freq) != dim,
        f"its weights are stored as {', '.join(map(str, dtypes))}": bool(dtypes),
    }
    for reason, applies in reasons.items():
        if applies:
            raise CannotConvertError(reason)


def _part_of(key: str) -> str:
    """The part that a parameter belongs to, without the number of its layer; empty if the parameter is not a weight or
    a bias.

    >>> _part_of("model.layers.3.mlp.up_proj.weight")
    'model.layers.mlp.up_proj'
    """
    part, _, kind = key.rpartition(".")
    with_bias = part.endswith("_proj")
    return re.sub(r"\.\d+\.", ".", part) if kind == "weight" or (kind == "bias" and with_bias) else ""


def _head_dim(body: Any) -> int:
    """The number of dimensions of an attention head."""
    config = body.config
    return getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads


def _sizes(net: Any) -> dict[str, Any]:
    """The facts about a network that a pass needs in addition to the weights."""
    body, config = net.model, net.model.config
    dim = _head_dim(body)
    after = type(net) is Olmo2ForCausalLM
    return {
        "width": WIDTH,
        "size": config.hidden_size,
        "heads": config.num_attention_heads,
        "kv_heads": config.num_key_value_heads,
        "dim": dim,
        "epsilon": config.rms_norm_eps,
        "frequencies": body.rotary_emb.inv_freq.double().tolist(),
        "factor": body.rotary_emb.attention_scaling,
        "scale": next(
            (x.self_attn.scaling for x in body.layers if not isinstance(x.self_attn, NoAttention)), dim**-0.5
        ),
        "multipliers": multipliers(net),
        "whole_norms": after,
        "norms_after": after,
    }


def multipliers(net: Any) -> dict[str, float]:
    """The factors that multiply embeddings and the outputs of sub-layers, and the divisor of the scores."""
    if type(net) is not GraniteForCausalLM:
        return {"embedding": 1.0, "residual": 1.0, "scores": 1.0}
    config = net.model.config
    return {
        "embedding": float(config.embedding_multiplier),
        "residual": float(config.residual_multiplier),
        "scores": float(config.logits_scaling),
    }


def window_of(body: Any, layer: int) -> int | None:
    """The number of tokens that a layer attends to, including the token itself; None if it attends to all."""
    config = body.config
    kinds = getattr(config, "layer_types", None)
    slides = type(config) is MistralConfig or (kinds is not None and kinds[layer] == "sliding_attention")
    return config.sliding_window if slides else None


def has_rope(attention: Any) -> bool:
    """Whether a layer uses rotary positions."""
    return bool(getattr(attention, "use_rope", True))


def _layer(weights: "Weights", body: Any, number: int) -> dict[str, Any]:
    """Write a layer. Returns the layer's options and the offsets of its parts. A skipped sub-layer has no parts."""
    layer = body.layers[number]
    attention, mlp = layer.self_attn, layer.mlp
    norm_1, norm_2 = norms_of(layer)
    written: dict[str, Any] = {}
    if not isinstance(attention, NoAttention):
        inputs = attention.q_proj, attention.k_proj, attention.v_proj
        written |= {
            "norm_1": weights.vector(norm_1.weight),
            "qkv": weights.matrix(torch.cat([part.weight.detach() for part in inputs]), bias_of(torch.cat, *inputs)),
            "out": weights.matrix(attention.o_proj.weight, attention.o_proj.bias),
            "turned": has_rope(attention),
            "window": window_of(body, number),
        }
        for name, norm in norms_of_heads(attention).items():
            written[name] = weights.vector(norm.weight)
    if not isinstance(mlp, NoMlp):
        gate, up, down = mlp.gate_proj, mlp.up_proj, mlp.down_proj
        both = side_by_side([gate.weight.detach(), up.weight.detach()])
        written |= {
            "norm_2": weights.vector(norm_2.weight),
            "gate_up": weights.matrix(both, bias_of(side_by_side, gate, up)),
            "down": weights.matrix(padded(down.weight.detach().T, BLOCK // 2).T, down.bias),
        }
    return written


def norms_of(layer: Any) -> tuple[Any, Any]:
    """The norms of a layer's attention and MLP. A network applies them either before or after these sub-layers."""
    if hasattr(layer, "post_feedforward_layernorm"):
        return layer.post_attention_layernorm, layer.post_feedforward_layernorm
    return layer.input_layernorm, layer.post_attention_layernorm


def norms_of_heads(attention: Any) -> dict[str, Any]:
    """The norms of queries and keys, if a layer has them."""
    return {"query_norm": attention.q_norm, "key_norm": attention.k_norm} if hasattr(attention, "q_norm") else {}


def bias_of(join: Callable[[list[Tensor]], Tensor], *linears: Any) -> Tensor | None:
    """The biases of several matrices that are stored together, joined into one vector; None if no matrix has a bias."""
    if all(part.bias is None for part in linears):
        return None
    columns = [torch.zeros(part.out_features) if part.bias is None else part.bias.detach() for part in linears]
    return join([bias.float()[:, None] for bias in columns])[:, 0]


def padded(matrix: Tensor, multiple: int) -> Tensor:
    """A matrix, padded with rows of zeros until its number of rows is a multiple of `multiple`."""
    return nn.functional.pad(matrix, (0, 0, 0, -len(matrix) % multiple))


def side_by_side(both: list[Tensor]) -> Tensor:
    """Interleave the rows of two matrices, half a BLOCK of each in turn.

    >>> side_by_side([torch.zeros(64, 1), torch.ones(64, 1)]).reshape(4, 32).mean(1).tolist()
    [0.0, 1.0, 0.0, 1.0]
    """
    pieces = [padded(part, BLOCK // 2).reshape(-1, BLOCK // 2, part.shape[1]) for part in both]
    return torch.stack(pieces, 1).flatten(0, 2)


class Weights:
    """A file to which weights are written one by one."""

    def __init__(self, file: BinaryIO, eight_bits: bool) -> None:
        """`eight_bits` says whether matrices that were rounded to 8 bits are written in 8 bits."""
        self._file, self._eight_bits = file, eight_bits

    def _write(self, array: np.ndarray[Any, Any]) -> int:
        """Write an array, and return the byte where it begins."""
        self._file.write(bytes(-self._file.tell() % ALIGNED))
        at = self._file.tell()
        self._file.write(array.tobytes())
        return at

    def vector(self, weight: Tensor) -> int:
        """Write a vector in float32, and return the byte where it begins."""
        return self._write(weight.detach().float().numpy())

    def matrix(self, weight: Tensor, bias: Tensor | None = None) -> dict[str, Any]:
        """Write a matrix [columns, length], and the bias [columns] that is added to its product, in the layout of
        kernels.py.
        """
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
            "bias": None if bias is None else self.vector(bias),
        }

    def rows(self, weight: Tensor) -> dict[str, int]:
        """Write a matrix from which single rows are read (an embedding)."""
        whole, scales, kind = self._kept(weight.detach())
        at = self._write(whole)
        return {"at": at, "scales": 0 if scales is None else self._write(scales), "kind": kind, "rows": len(whole)}

    def _kept(self, matrix: Tensor) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any] | None, int]:
        """Choose the storage format in which a matrix can be written without loss. Returns its numbers in this form,
        one scale per row or None, and the format.
        """
        if self._eight_bits:
            whole, scale = parts_of(matrix.float())
            if torch.equal(whole * scale, matrix.float()):
                return whole.to(torch.int8).numpy(), scale[:, 0].numpy(), INT8
            half = matrix.to(torch.bfloat16)
            matrix = half if torch.equal(half.float(), matrix.float()) else matrix
        kind = KINDS[matrix.dtype]
        return (matrix.view(torch.int16) if kind == BF16 else matrix).numpy(), None, kind
