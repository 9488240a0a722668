"""Convert a transformers network to a folder for the built-in CPU kernels, and check the result against torch.

Converting needs torch; using the folder does not.

The folder's scores on a small tree are compared with torch's plain passes in float32 (probe.Expected). If they differ,
the kernels do not run this network.
"""

# The types of torch's and transformers' functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from decoders.core.runner import Skipped
from decoders.errors import BadInput, is_out_of_memory
from decoders.models.cpu import packing
from decoders.models.cpu.model import NumbaModel, NumbaReader
from decoders.models.cpu.session import ABOUT, HEAD_IDS, FolderModel, FolderReader, NoNumbersError
from decoders.models.parts import CannotConvertError, Parts
from decoders.models.probe import EXACT, NARROW, PROMPT, Expected, context_window, end_ids
from decoders.models.quiet import quiet_tracing
from decoders.models.sizes import UncountableError, sizes_of, sizes_of_heads
from decoders.models.torch.reader import TorchReader
from decoders.models.windows import narrow_configs

HALVES = (torch.bfloat16, torch.float16)


def write(
    parts: Parts, folder: Path, vocab_size: int, skipped: Skipped | None = None, shown: Sequence[int] = ()
) -> None:
    """Write a network into an empty folder and compare the copy with the original.

    Raises CannotConvertError with the reason. Errors that do not concern the network, such as a full disk or too little
    memory, are raised unchanged. `skipped` lists the skipped sub-layers. `shown` lists the numbers of layers after
    which a draft uses the states (0: the embedding). The network is unchanged afterwards.
    """
    packing.refuse(parts.net)
    try:
        facts = _about(parts, skipped, shown)
        facts |= packing.put(parts, folder)
        if parts.head is not None:
            np.save(folder / HEAD_IDS, parts.head.cpu().numpy())
        (folder / ABOUT).write_text(json.dumps(facts) + "\n", encoding="utf-8")
        if parts.reads:
            error = compare_reader(parts, NumbaReader(folder, "it", vocab_size), vocab_size)
        else:
            error = compare(parts, NumbaModel(folder, "it", vocab_size), vocab_size)
    except NoNumbersError as error:  # the error names a temporary folder that will be deleted
        why = "its weights produce NaN or infinite logits in float32"
        raise CannotConvertError(why) from error
    except Exception as error:  # a model's code can raise any exception
        if isinstance(error, OSError) or is_out_of_memory(error):
            raise
        raise CannotConvertError(_reason(error)) from error
    if not error <= EXACT:
        raise CannotConvertError(
            f"its logits for a tree differ by {error:.2g} standard deviations from those that torch computes for the "
            "tree's paths"
        )


def _reason(error: Exception) -> str:
    """An error's message on one line.

    If tracing failed, this is the message of the error in the model's own code.
    """
    if isinstance(error, BadInput | CannotConvertError):
        return str(error)
    text = str(error).strip()
    lines = text.partition("Exception:")[2].strip().splitlines() or text.splitlines()
    return f"{type(error).__name__}: {lines[0][:160]}" if lines else type(error).__name__


def _about(parts: Parts, skipped: Skipped | None, shown: Sequence[int]) -> dict[str, Any]:
    """The facts about a model that are stored with its weights for the engine."""
    net, heads = parts.net, parts.heads
    window, why = context_window(net.config.get_text_config(decoder=True), "it")
    reading = {"needs_state": net.needs_state, "state_size": net.config.hidden_size} if parts.reads else {}
    embedding = net.embed_tokens if parts.reads else net.get_input_embeddings()
    return {
        "window": window,
        "why": why,
        "ids": embedding.weight.shape[0],
        "ends": [] if parts.reads else end_ids(net),
        "layers": net.config.get_text_config(decoder=True).num_hidden_layers,
        **_sizes(net, {"value_bytes": 1} if parts.eight_bits else {}),
        "output_rows": None if parts.head is None else len(parts.head),
        "shown": list(shown),
        "skipped": [skipped.attention, skipped.mlp, skipped.of_layers] if skipped else None,
        "head_count": heads.count if heads is not None else 0,
        "head_ids": heads.ids.tolist() if heads is not None and heads.ids is not None else None,
        "head_sizes": asdict(replace(sizes_of_heads(heads), value_bytes=4)) if heads is not None else None,
        **reading,
    }


def _sizes(net: Any, kept: dict[str, int]) -> dict[str, Any]:
    """The sizes of the stored model, or the reason why these sizes do not determine the cost of a pass."""
    try:
        return {"sizes": asdict(replace(sizes_of(net), kv_bytes=4, **kept))}
    except UncountableError as error:
        return {"sizes": None, "uncountable": str(error)}


@contextmanager
def in_float32(net: Any) -> Generator[None]:
    """Context manager in which a network computes in float32 with unchanged weights."""
    kept = [(tensor, tensor.data) for tensor in (*net.parameters(), *net.buffers()) if tensor.dtype in HALVES]
    for tensor, data in kept:
        tensor.data = data.float()
    try:
        yield
    finally:
        for tensor, data in kept:
            tensor.data = data


@contextmanager
def narrow_windows(net: Any, model: FolderModel) -> Generator[None]:
    """Context manager in which the network's sliding windows have NARROW tokens. The windows of `model` remain this
    narrow.

    The probe's paths are longer than NARROW, so they show whether windows are applied. Raises CannotConvertError if the
    model and the network have different windows. Nothing changes for a model without windows.
    """
    if not model.keeps_windows:
        yield
        return
    window = getattr(net.model.config, "sliding_window", None)  # a layer-skipped network has its own configuration
    if not model.windows <= {window}:
        raise CannotConvertError(f"its sliding window is {window}, but the converted file says {sorted(model.windows)}")
    model.narrow_windows(NARROW)
    with narrow_configs(net, NARROW):
        yield


class _Truth:
    """The scores that the engine must reproduce: those of torch's plain passes in float32."""

    dtype = "float32"

    def __init__(self, net: Any, vocab_size: int, width: int) -> None:
        self.name, self.vocab_size, self._net, self._width = "torch", vocab_size, net, width

    @torch.inference_mode()
    def plain_scores(self, tokens: Sequence[int]) -> Any:
        """The scores float32[width] after `tokens`."""
        ids = torch.tensor([list(tokens)])
        return self._net(input_ids=ids, use_cache=False).logits[0, -1, : self._width].numpy()


class _ReadTruth:
    """The scores that the engine must reproduce for a draft that uses hidden states: torch's passes, one token at a
    time.

    The draft gets the target's features for the prompt, and then continues with its own states.
    """

    dtype = "float32"

    def __init__(self, reader: TorchReader, seen: Any) -> None:
        self.name, self.vocab_size, self._reader, self._seen = "torch", reader.vocab_size, reader, seen

    def plain_scores(self, tokens: Sequence[int]) -> Any:
        """The scores float32[rows] after `tokens`. The first PROMPT tokens come with features."""
        session, logits = self._reader.start_after(tokens[:PROMPT], self._seen), None
        for slot, token in enumerate(tokens[PROMPT:], -1):
            logits = session.forward_after([token], [slot], (), None)
        assert logits is not None, "the probe's paths continue after its prompt"
        return logits.row(0).numpy()  # pyright: ignore[reportAttributeAccessIssue]


def compare(parts: Parts, model: FolderModel, vocab_size: int) -> float:
    """The largest difference between logits on the probe's tree, in standard deviations of the logits."""
    with in_float32(parts.net), narrow_windows(parts.net, model), quiet_tracing():
        known = Expected(_Truth(parts.net, vocab_size, vocab_size if parts.head is None else len(parts.head)))
    return known.error(model.start)


def compare_reader(parts: Parts, model: FolderReader, vocab_size: int) -> float:
    """Like `compare`, for a draft that uses hidden states. Every prompt token has different features."""
    features = parts.net.feature_size
    seen = np.sin(np.arange((PROMPT - 1) * features, dtype=np.float32)).reshape(PROMPT - 1, features)
    with in_float32(parts.net), quiet_tracing():
        known = Expected(_ReadTruth(TorchReader(parts.net, vocab_size, "it", parts.head), seen))
    return known.error(lambda prompt: model.start_after(prompt, seen))
