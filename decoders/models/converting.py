"""Networks of transformers written as folders that openvino.py runs; torch is needed here, and not there.

A network is traced once, on a pass of a few tokens behind a few cached ones, under a mask. Its caches become the
graph's own. Weights stay as they are, in 16 bits where they have 16, and everything is computed in float32. What was
written is then compared on a small tree with torch's plain passes in float32 (probe.Expected): if they differ, the
network is not one for this engine.
"""

# What torch, transformers and OpenVINO say of their own functions is partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportMissingTypeStubs=false

import inspect
import json
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import openvino as ov
import torch
from openvino import opset13 as op
from openvino.frontend.pytorch.ts_decoder import TorchScriptPythonDecoder
from openvino.passes import MakeStateful, Manager
from torch import Tensor, nn
from transformers.cache_utils import Cache, DynamicLayer
from transformers.utils import logging as transformers_logging

from decoders.core.runner import Skipped
from decoders.models.heads import ResidualHeads
from decoders.models.openvino import ABOUT, HEAD_IDS, HEADS, MODEL, OpenVinoModel, version
from decoders.models.parts import Parts
from decoders.models.probe import EXACT, Expected, context_window, end_ids, refuse_recurrent
from decoders.models.rounding import parts_of
from decoders.models.sizes import UncountableError, sizes_of, sizes_of_heads
from decoders.models.skipping import decoder_layers

CACHED, FED = 2, 3  # tokens of the traced pass
HALVES = (torch.bfloat16, torch.float16)
PATCHED = "_openvino_module_extension_patch_orig_forward"


class CannotConvertError(Exception):
    """A network that this engine does not run, with the reason."""


class TracedPass(nn.Module):
    """One pass with plain tensors in and out: the scores of some rows, what they were read from, what a draft reads,
    and all caches."""

    def __init__(self, net: Any, shown: Sequence[int]) -> None:
        super().__init__()
        self.net = net
        self._few = "logits_to_keep" in inspect.signature(net.forward).parameters
        self._hidden: Tensor | None = None
        self._places, self._shown = tuple(shown), dict[int, Tensor]()
        self._hooks = [net.get_output_embeddings().register_forward_pre_hook(self._see)]
        for place in set(shown):
            part = net.get_input_embeddings() if place == 0 else decoder_layers(net)[place - 1]
            self._hooks.append(part.register_forward_hook(partial(self._see_shown, place)))

    def _see(self, embedding: Any, inputs: tuple[Tensor, ...]) -> None:
        self._hidden = inputs[0]

    def _see_shown(self, place: int, layer: Any, inputs: Any, output: Any) -> None:
        self._shown[place] = output[0] if isinstance(output, tuple) else output

    def remove_hooks(self) -> None:
        """Leave the network as it was."""
        for hook in self._hooks:
            hook.remove()

    def forward(
        self, input_ids: Tensor, position_ids: Tensor, attention_mask: Tensor, rows: Tensor, *past: Tensor
    ) -> tuple[Tensor, ...]:
        """Scores [m, V], hidden [m, D] of `rows`, features [n, F], and keys and values [1, heads, cached + n, dim] of
        every layer."""
        layers = [_filled(*pair) for pair in zip(past[::2], past[1::2], strict=True)]
        given = {"logits_to_keep": rows} if self._few else {}
        out = self.net(
            input_ids=input_ids,
            position_ids=position_ids,
            attention_mask=attention_mask,
            past_key_values=Cache(layers=layers),
            use_cache=True,
            **given,
        )
        assert self._hidden is not None, "the hook has seen what the output embedding read"
        scores, hidden = out.logits[0], self._hidden[0]
        if not self._few:
            scores, hidden = scores.index_select(0, rows), hidden.index_select(0, rows)
        seen = [self._shown[place] for place in self._places]
        features = torch.cat(seen, -1)[0] if seen else hidden[:0]
        return scores, hidden, features, *(tensor for layer in layers for tensor in (layer.keys, layer.values))


def _filled(keys: Tensor, values: Tensor) -> Any:
    """A cache layer that holds these already: one that grows from nothing cannot be traced."""
    layer = DynamicLayer()
    layer.lazy_initialization(keys, values)
    layer.keys, layer.values = keys, values
    return layer


class AllHeads(nn.Module):
    """All extra heads after one hidden state."""

    def __init__(self, heads: ResidualHeads) -> None:
        super().__init__()
        self.matrix = nn.Linear(heads.weight.shape[-1], heads.weight.shape[0] * heads.weight.shape[1], bias=False)
        self.matrix.weight = nn.Parameter(heads.weight.detach().flatten(0, 1).float(), requires_grad=False)
        self.out = nn.Linear(heads.rows.shape[1], heads.rows.shape[0], bias=False)
        self.out.weight = nn.Parameter(heads.rows.detach().float(), requires_grad=False)
        self.count = heads.count

    def forward(self, hidden: Tensor) -> Tensor:
        """Scores [H, R] after hidden [D]."""
        return self.out(hidden + nn.functional.silu(self.matrix(hidden).view(self.count, -1)))


def write(
    parts: Parts, folder: Path, vocab_size: int, skipped: Skipped | None = None, shown: Sequence[int] = ()
) -> None:
    """Convert a network into an empty folder, and compare. Raises CannotConvertError with the reason.

    `skipped` is what it lacks, `shown` the numbers of layers after which a draft reads its states (0: the embedding).

    The network is as it was afterwards.
    """
    net, head, heads = parts.net, parts.head, parts.heads
    try:
        refuse_recurrent(net, "it")
        graph = _graph(net, shown)
        if parts.eight_bits:
            _keep_eight_bits(graph)
        ov.save_model(graph, folder / MODEL, compress_to_fp16=False)
        del graph
        if heads is not None:
            with _quiet():
                made = ov.convert_model(AllHeads(heads), example_input=torch.zeros(heads.weight.shape[-1]))
            ov.save_model(made, folder / HEADS, compress_to_fp16=False)
    except Exception as error:  # what tracing meets in a model's code is anything
        raise CannotConvertError(_reason(error)) from error
    if head is not None:
        np.save(folder / HEAD_IDS, head.cpu().numpy())
    (folder / ABOUT).write_text(json.dumps(_about(parts, skipped, shown)) + "\n", encoding="utf-8")
    width = vocab_size if head is None else len(head)
    error = compare(net, OpenVinoModel(folder, "it", vocab_size), width)
    if not error <= EXACT:
        raise CannotConvertError(
            f"its logits over a tree differ from torch's along paths by {error:.2g} standard deviations"
        )


def _reason(error: Exception) -> str:
    """What an error says, in one line: of a tracing that failed, what the model's own code raised."""
    text = str(error).strip()
    lines = text.partition("Exception:")[2].strip().splitlines() or text.splitlines()
    return f"{type(error).__name__}: {lines[0][:160]}" if lines else type(error).__name__


def _about(parts: Parts, skipped: Skipped | None, shown: Sequence[int]) -> dict[str, Any]:
    """What openvino.py must know of the model, and what it was made with."""
    net, heads = parts.net, parts.heads
    window, why = context_window(net.config.get_text_config(decoder=True))
    return {
        "openvino": version(),
        "window": window,
        "why": why,
        "ids": net.get_input_embeddings().weight.shape[0],
        "ends": end_ids(net),
        "layers": net.config.get_text_config(decoder=True).num_hidden_layers,
        **_sizes(net, {"value_bytes": 1} if parts.eight_bits else {}),
        "shown": list(shown),
        "skipped": [skipped.attention, skipped.mlp, skipped.of_layers] if skipped else None,
        "head_count": heads.count if heads is not None else 0,
        "head_ids": heads.ids.tolist() if heads is not None and heads.ids is not None else None,
        "head_sizes": asdict(replace(sizes_of_heads(heads), value_bytes=4)) if heads is not None else None,
    }


def _sizes(net: Any, kept: dict[str, int]) -> dict[str, Any]:
    """The model's sizes as it is kept, or why they do not say what a pass costs."""
    try:
        return {"sizes": asdict(replace(sizes_of(net), kv_bytes=4, **kept))}
    except UncountableError as error:
        return {"sizes": None, "uncountable": str(error)}


def _graph(net: Any, shown: Sequence[int]) -> Any:
    """The traced network, with its caches inside."""
    shapes = _cache_shapes(net)
    graph = _traced(net, shapes, shown)
    fixed = {"input_ids": [1, -1], "position_ids": [1, -1], "attention_mask": [1, 1, -1, -1], "rows": [-1]}
    names = [*fixed, *(f"past.{i}" for i in range(len(shapes)))]
    lengths = [*fixed.values(), *([1, heads, -1, dim] for _, heads, _, dim in shapes)]
    for entry, name, shape in zip(graph.inputs, names, lengths, strict=True):
        entry.get_tensor().set_names({name})
        entry.get_node().set_partial_shape(ov.PartialShape(shape))
    for out, name in zip(
        graph.outputs, ["logits", "hidden", "features", *(f"present.{i}" for i in range(len(shapes)))], strict=True
    ):
        out.get_tensor().set_names({name})
    _keep_caches_inside(graph, shapes)
    return graph


def _keep_eight_bits(graph: Any) -> None:
    """Matrices that were rounded to 8 bits are written, and read in every pass, as such."""
    for node in graph.get_ordered_ops():
        if node.get_type_name() != "Constant" or node.get_element_type() != ov.Type.f32 or len(node.shape) != 2:
            continue
        whole, scale = parts_of(torch.from_numpy(node.data.copy()))
        if (whole * scale).numpy().tobytes() != node.data.tobytes():
            continue  # no rounded matrix: positions, masks
        readers = node.output(0).get_target_inputs()
        wide = op.convert(op.constant(whole.to(torch.int8).numpy()), np.float32)
        product = op.multiply(wide, op.constant(scale.numpy()))
        for reader in readers:
            reader.replace_source_output(product.output(0))


def _traced(net: Any, shapes: Sequence[Sequence[int]], shown: Sequence[int]) -> Any:
    """One pass of the network, with its caches as inputs and as outputs."""
    ids = torch.arange(FED)[None]
    mask, rows = torch.zeros(1, 1, FED, CACHED + FED), torch.tensor([0, FED - 1])
    given = (ids, ids + CACHED, mask, rows, *(torch.zeros(tuple(shape)) for shape in shapes))
    with _traceable(net), _quiet(), torch.inference_mode():
        traced = TracedPass(net, shown)
        try:
            decoder = TorchScriptPythonDecoder(traced, example_input=given, trace_kwargs={"check_trace": False})
            return ov.convert_model(decoder, example_input=given)
        finally:
            traced.remove_hooks()


@torch.inference_mode()
def _cache_shapes(net: Any) -> list[Sequence[int]]:
    """[1, heads, CACHED, dim] of every layer's keys and of its values, in the order of the layers."""
    grown = Cache(layer_class_to_replicate=DynamicLayer)
    ids = torch.arange(CACHED)[None]
    net(input_ids=ids, position_ids=ids, past_key_values=grown, use_cache=True)
    shapes: list[Sequence[int]] = []
    for layer in grown.layers:
        assert isinstance(layer, DynamicLayer), "recurrent models are refused before"
        if layer.keys is None or layer.values is None:
            raise ValueError("some layers share the keys and values of others")
        shapes += [tuple(layer.keys.shape), tuple(layer.values.shape)]
    return shapes


def _keep_caches_inside(graph: Any, shapes: Sequence[Sequence[int]]) -> None:
    """Caches become the graph's state, empty at first.

    The choice of sequences by `beam_idx`, of which there is one here, is what the engine's own attention over a state
    looks for: without it, keys and values are copied in every pass, and weights are widened to 32 bits in memory.
    """
    chosen = op.parameter([1], np.int32, name="beam_idx")
    chosen.output(0).get_tensor().set_names({"beam_idx"})
    graph.add_parameters([chosen])
    first = op.constant(0, dtype=np.int32)
    for i in range(len(shapes)):
        past = graph.input(f"past.{i}")
        readers = past.get_target_inputs()
        picked = op.gather(past, chosen, first)
        for reader in readers:
            reader.replace_source_output(picked.output(0))
    passes = Manager()
    passes.register_pass(MakeStateful({f"past.{i}": f"present.{i}" for i in range(len(shapes))}))
    passes.run_passes(graph)
    for node in graph.get_ops():
        if node.get_type_name() == "ReadValue":
            shape = node.get_output_partial_shape(0)
            empty = np.zeros((1, shape[1].get_length(), 0, shape[3].get_length()), dtype=np.float32)
            node.set_arguments([op.constant(empty).output(0)])
    graph.validate_nodes_and_infer_types()


@contextmanager
def _traceable(net: Any) -> Generator[None]:
    """Within it, weights of 16 bits are traced as they are, and computed with in float32."""
    from openvino.frontend.pytorch import patch_model

    kept = [(tensor, tensor.data) for tensor in (*net.parameters(), *net.buffers()) if tensor.dtype in HALVES]
    if kept:
        getattr(patch_model, "__make_16bit_traceable")(net)
    try:
        yield
    finally:
        if kept:
            patch_model.unpatch_model(net, PATCHED)
        for tensor, data in kept:
            tensor.data = data


@contextmanager
def _in_float32(net: Any) -> Generator[None]:
    """Within it, the network computes in float32 with the same weights."""
    kept = [(tensor, tensor.data) for tensor in (*net.parameters(), *net.buffers()) if tensor.dtype in HALVES]
    for tensor, data in kept:
        tensor.data = data.float()
    try:
        yield
    finally:
        for tensor, data in kept:
            tensor.data = data


@contextmanager
def _quiet() -> Generator[None]:
    """Without the advice that tracing gives."""
    told = transformers_logging.get_verbosity()
    transformers_logging.set_verbosity_error()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        transformers_logging.set_verbosity(told)


class _Truth:
    """torch's plain passes in float32: what the engine must agree with."""

    dtype = "float32"

    def __init__(self, net: Any, vocab_size: int, width: int) -> None:
        self.name, self.vocab_size, self._net, self._width = "torch", vocab_size, net, width

    @torch.inference_mode()
    def plain_scores(self, tokens: Sequence[int]) -> Any:
        """float32[width] after `tokens`."""
        ids = torch.tensor([list(tokens)])
        return self._net(input_ids=ids, use_cache=False).logits[0, -1, : self._width].numpy()


def compare(net: Any, model: OpenVinoModel, width: int) -> float:
    """Largest difference of logits on the probe's tree, in standard deviations of the logits."""
    with _in_float32(net), _quiet():
        known = Expected(_Truth(net, model.vocab_size, width))
    return known.error(model.start)
