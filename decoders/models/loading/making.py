"""Networks of transformers written as folders for the built-in CPU kernels, with what must be known of them.

Torch is needed here, and not where the folder is used.

What was written is compared on a small tree with torch's plain passes in float32 (probe.Expected): if they differ,
the network is not one for the kernels.
"""

# What torch and transformers say of their own functions is partly unknown.
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
    """Fill an empty folder, and compare. Raises CannotConvertError with the reason.

    What says nothing of the network, a full disk or too little memory, is raised as it is. `skipped` is what the
    network lacks, `shown` the numbers of layers after which a draft reads its states (0: the embedding).

    The network is as it was afterwards.
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
    except NoNumbersError as error:  # which names a folder that is gone in a moment
        why = "its weights produce NaN or infinite logits in float32"
        raise CannotConvertError(why) from error
    except Exception as error:  # what tracing and compiling meet in a model's code is anything
        if isinstance(error, OSError) or is_out_of_memory(error):
            raise
        raise CannotConvertError(_reason(error)) from error
    if not error <= EXACT:
        raise CannotConvertError(
            f"its logits over a tree differ from torch's along paths by {error:.2g} standard deviations"
        )


def _reason(error: Exception) -> str:
    """What an error says, in one line: of a tracing that failed, what the model's own code raised."""
    if isinstance(error, BadInput | CannotConvertError):
        return str(error)
    text = str(error).strip()
    lines = text.partition("Exception:")[2].strip().splitlines() or text.splitlines()
    return f"{type(error).__name__}: {lines[0][:160]}" if lines else type(error).__name__


def _about(parts: Parts, skipped: Skipped | None, shown: Sequence[int]) -> dict[str, Any]:
    """What an engine must know of the model, whichever it is."""
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
    """The model's sizes as it is kept, or why they do not say what a pass costs."""
    try:
        return {"sizes": asdict(replace(sizes_of(net), kv_bytes=4, **kept))}
    except UncountableError as error:
        return {"sizes": None, "uncountable": str(error)}


@contextmanager
def in_float32(net: Any) -> Generator[None]:
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
def narrow_windows(net: Any, model: FolderModel) -> Generator[None]:
    """Within it, sliding layers of the network see NARROW tokens, and those of the model from then on.

    The probe's paths are longer than that, whatever the true windows are. Raises CannotConvertError if the model has
    another window than the network. Nothing changes for a model that keeps to no windows.
    """
    if not model.keeps_windows:
        yield
        return
    window = getattr(net.model.config, "sliding_window", None)  # a thinned network has another configuration itself
    if not model.windows <= {window}:
        raise CannotConvertError(f"its sliding window is {window}, but {sorted(model.windows)} was written")
    model.narrow_windows(NARROW)
    with narrow_configs(net, NARROW):
        yield


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


class _ReadTruth:
    """torch's passes in float32 of a draft that reads, token after token: by its own states, behind a read prompt."""

    dtype = "float32"

    def __init__(self, reader: TorchReader, seen: Any) -> None:
        self.name, self.vocab_size, self._reader, self._seen = "torch", reader.vocab_size, reader, seen

    def plain_scores(self, tokens: Sequence[int]) -> Any:
        """float32[rows] after `tokens`, of which the first PROMPT were read."""
        session, logits = self._reader.start_after(tokens[:PROMPT], self._seen), None
        for slot, token in enumerate(tokens[PROMPT:], -1):
            logits = session.forward_after([token], [slot], (), None)
        assert logits is not None, "the probe's paths continue after its prompt"
        return logits.row(0).numpy()  # pyright: ignore[reportAttributeAccessIssue]


def compare(parts: Parts, model: FolderModel, vocab_size: int) -> float:
    """Largest difference of logits on the probe's tree, in standard deviations of the logits."""
    with in_float32(parts.net), narrow_windows(parts.net, model), quiet_tracing():
        known = Expected(_Truth(parts.net, vocab_size, vocab_size if parts.head is None else len(parts.head)))
    return known.error(model.start)


def compare_reader(parts: Parts, model: FolderReader, vocab_size: int) -> float:
    """The same of a draft that reads, behind a prompt of which it read some features that are all different."""
    features = parts.net.feature_size
    seen = np.sin(np.arange((PROMPT - 1) * features, dtype=np.float32)).reshape(PROMPT - 1, features)
    with in_float32(parts.net), quiet_tracing():
        known = Expected(_ReadTruth(TorchReader(parts.net, vocab_size, "it", parts.head), seen))
    return known.error(lambda prompt: model.start_after(prompt, seen))
