"""Networks of transformers written as folders that openvino.py runs; torch is needed here, and not there.

A network is traced once, on a pass of a few tokens behind a few cached ones, under a mask. Its caches become the
graph's own. Weights stay as they are, in 16 bits where they have 16, and everything is computed in float32.
"""

# What torch, transformers and OpenVINO say of their own functions is partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportMissingTypeStubs=false

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import openvino as ov
import torch
from openvino import opset13 as op
from openvino.frontend.pytorch.ts_decoder import TorchScriptPythonDecoder
from openvino.passes import MakeStateful, Manager
from transformers.cache_utils import Cache, DynamicLayer

from decoders.core.runner import Skipped
from decoders.models.making import HALVES, in_float32, make
from decoders.models.openvino import HEADS, MODEL, VIEW, OpenVinoModel, OpenVinoReader, version
from decoders.models.parts import CannotConvertError, Parts
from decoders.models.probe import context_window, refuse_recurrent
from decoders.models.quiet import quiet_tracing
from decoders.models.rounding import parts_of
from decoders.models.traced import AllHeads, TracedPass, TracedReading, View
from decoders.models.windows import windows_of

CACHED, FED = 2, 3  # tokens of the traced pass
PATCHED = "_openvino_module_extension_patch_orig_forward"


def write(
    parts: Parts, folder: Path, vocab_size: int, skipped: Skipped | None = None, shown: Sequence[int] = ()
) -> None:
    """Convert a network into an empty folder, and compare; see `making.make`."""

    def put() -> dict[str, Any]:
        _write(parts, folder, shown)
        return {"openvino": version()}

    kind = OpenVinoReader if parts.reads else OpenVinoModel
    make(parts, folder, vocab_size, put, lambda: kind(folder, "it", vocab_size), skipped, shown)


def _write(parts: Parts, folder: Path, shown: Sequence[int]) -> None:
    """The graphs of a folder. Raises whatever tracing meets."""
    net, heads = parts.net, parts.heads
    if not parts.reads:
        refuse_recurrent(net, "it")
        _refuse_windows(net.config.get_text_config(decoder=True))
    graph = _graph(TracedReading(net) if parts.reads else TracedPass(net, shown))
    if parts.eight_bits:
        _keep_eight_bits(graph)
    ov.save_model(graph, folder / MODEL, compress_to_fp16=False)
    del graph
    if heads is not None:
        _write_small(AllHeads(heads), torch.zeros(heads.weight.shape[-1]), folder / HEADS)
    if parts.reads:
        with in_float32(net):
            _write_small(View(net), torch.zeros(2, net.feature_size), folder / VIEW, parts.eight_bits)


def _refuse_windows(config: Any) -> None:
    """Raise CannotConvertError for a model whose attention windows end before its positions do."""
    smallest, (positions, _) = windows_of(config, "it").smallest, context_window(config, "it", windows_proved=True)
    if smallest is not None and (positions is None or smallest < positions):
        raise CannotConvertError(f"it has attention windows of {smallest} tokens, which this engine does not run")


def _write_small(module: torch.nn.Module, example: Any, path: Path, eight_bits: bool = False) -> None:
    """A module of a few matrices in float32, as a graph of its own; `eight_bits`: they were rounded to that."""
    with quiet_tracing():
        made = ov.convert_model(module, example_input=example)
    if eight_bits:
        _keep_eight_bits(made)
    ov.save_model(made, path, compress_to_fp16=False)


def _graph(module: TracedPass | TracedReading) -> Any:
    """The traced network, with its caches inside."""
    shapes, more = _cache_shapes(module), module.inputs(FED)
    graph = _traced(module, shapes)
    fixed = {"input_ids": [1, -1], "position_ids": [1, -1], "attention_mask": [1, 1, -1, -1], "rows": [-1]}
    fixed |= {name: [1, -1, example.shape[-1]] for name, example in more.items()}
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
    """Matrices that were rounded to 8 bits are written, and read in every pass, so; others in 16 if that is exact."""
    for node in graph.get_ordered_ops():
        if node.get_type_name() != "Constant" or node.get_element_type() != ov.Type.f32 or len(node.shape) != 2:
            continue
        short = _shorter(torch.from_numpy(node.data.copy()))
        if short is None:
            continue  # positions, masks
        readers = node.output(0).get_target_inputs()
        for reader in readers:
            reader.replace_source_output(short)


def _shorter(matrix: torch.Tensor) -> Any:
    """The output of a graph that makes a float32 matrix of 8 bits and a scale for each row, or of 16 bits; or None."""
    whole, scale = parts_of(matrix)
    if torch.equal(whole * scale, matrix):
        wide = op.convert(op.constant(whole.to(torch.int8).numpy()), np.float32)
        return op.multiply(wide, op.constant(scale.numpy())).output(0)
    half = matrix.to(torch.bfloat16)
    if torch.equal(half.float(), matrix):
        kept = ov.Tensor(ov.Type.bf16, ov.Shape(list(half.shape)))
        kept.data.view(np.int16)[:] = half.view(torch.int16).numpy()
        return op.convert(op.constant(kept), np.float32).output(0)
    return None


def _traced(module: TracedPass | TracedReading, shapes: Sequence[Sequence[int]]) -> Any:
    """One pass of the network, with its caches as inputs and as outputs."""
    ids = torch.arange(FED)[None]
    mask, rows = torch.zeros(1, 1, FED, CACHED + FED), torch.tensor([0, FED - 1])
    caches = [torch.zeros(tuple(shape)) for shape in shapes]
    given = (ids, ids + CACHED, mask, rows, *module.inputs(FED).values(), *caches)
    with _traceable(module.net), quiet_tracing(), torch.inference_mode():
        try:
            decoder = TorchScriptPythonDecoder(module, example_input=given, trace_kwargs={"check_trace": False})
            return ov.convert_model(decoder, example_input=given)
        finally:
            module.remove_hooks()


@torch.inference_mode()
def _cache_shapes(module: TracedPass | TracedReading) -> list[Sequence[int]]:
    """[1, heads, CACHED, dim] of every layer's keys and of its values, in the order of the layers."""
    grown = Cache(layer_class_to_replicate=DynamicLayer)
    module.fill(torch.arange(CACHED)[None], grown)
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
