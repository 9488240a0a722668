"""Language models on OpenVINO's CPU engine, as `runner.LanguageModel`: no torch here.

A model is a folder that converting.py wrote: a graph that keeps its keys and values itself, and what must be known of
it. Sums are float32 on every CPU unless bfloat16 is asked for, and weights stay as short in memory as they were. Knows
nothing of decoders or of probability rules.
"""

import threading
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
import openvino as ov
from numpy.typing import NDArray

from decoders.core.checkpoint import checkpoint
from decoders.errors import BadInput, is_out_of_memory
from decoders.models.folder import FolderModel, FolderReader
from decoders.models.host import HostLogits

MODEL, HEADS, VIEW = "model.xml", "heads.xml", "view.xml"
FEW, SOME = 4, 16  # nodes of a pass up to which the engine's products take about the same time, by two ways of theirs
HIDDEN_SLOT = np.finfo(np.float32).min
SETTINGS = {
    "INFERENCE_PRECISION_HINT": "f32",  # else CPUs with bfloat16 units would give other logits than the rest
    "KV_CACHE_PRECISION": "f32",  # else it is 8 bits
    "DYNAMIC_QUANTIZATION_GROUP_SIZE": "0",
    "PERFORMANCE_HINT": "LATENCY",
}
COMPUTED_IN = {"float32": {}, "bfloat16": {"INFERENCE_PRECISION_HINT": "bf16"}}


@cache
def core() -> Any:
    """OpenVINO, started on first use."""
    return ov.Core()


def version() -> str:
    """The release, such as 2026.4.1."""
    return ov.get_version().split("-")[0]


class OpenVinoModel(FolderModel):
    """A converted causal language model; see `FolderModel` for the arguments.

    In bfloat16, products are of 16-bit numbers: where the CPU has units for that, a pass of many nodes costs little
    more than one of a single node.
    """

    def __init__(self, folder: Path, *given: Any, **named: Any) -> None:
        super().__init__(folder, *given, **named)
        self._compiled = core().compile_model(folder / MODEL, "CPU", SETTINGS | COMPUTED_IN[self.dtype])

    @property
    def held(self) -> dict[int, int]:
        return {id(self): (self.folder / MODEL).with_suffix(".bin").stat().st_size}

    def request(self) -> "Request":
        return Request(self._compiled, beam_idx=np.zeros(1, dtype=np.int32))

    def idle(self, n: int, last: int) -> int:
        return steady_width(n, last) - n

    def run(
        self,
        request: "Request",
        tokens: Sequence[int],
        positions: Sequence[int],
        hidden: NDArray[np.bool_],
        rows: Sequence[int],
        **given: NDArray[np.float32],
    ) -> HostLogits:
        checkpoint()  # not within a pass: one that is cancelled leaves the engine with shapes that do not fit the next
        request.infer(
            input_ids=np.array([tokens], dtype=np.int64),
            position_ids=np.array([positions], dtype=np.int64),
            attention_mask=np.where(hidden, HIDDEN_SLOT, np.float32(0))[None, None],
            rows=np.array(rows, dtype=np.int64),
            **given,
        )
        width = self.vocab_size if self.head is None else len(self.head)  # columns of padded ids are cut off
        seen = request.output("hidden").copy() if self.keeps_states else None
        shown = request.output("features").copy() if self.shown else None
        return self.scored(request.output("logits")[:, :width].copy(), seen, shown)

    @cached_property
    def _heads(self) -> "SmallGraph":
        try:
            return SmallGraph(self.folder / HEADS)
        except (OSError, RuntimeError) as error:
            if is_out_of_memory(error):
                raise
            raise BadInput(f"{self.folder} is damaged; delete it, and it is made again on the next run") from None

    def guess(self, hidden: NDArray[np.float32] | None) -> HostLogits | None:
        if not self.head_count or hidden is None:
            return None
        return HostLogits(self._heads(hidden), self.vocab_size, self.guessed_ids)


class Request:
    """One of the engine's requests, fed with arrays by name. Two threads must not use one at the same time.

    The engine's own call for this looks at every input anew, which takes longer than a draft's attention does: here
    an array of the same shape as in the pass before is copied to where the engine reads it.
    """

    def __init__(self, compiled: Any, **fixed: NDArray[Any]) -> None:
        """`fixed` are inputs that stay as they are."""
        self._request = compiled.create_infer_request()
        self._fed = dict[str, NDArray[Any]]()
        for name, array in fixed.items():
            self._feed(name, array)

    def infer(self, **arrays: NDArray[Any]) -> None:
        """Run with these inputs, and those that were fed before."""
        for name, array in arrays.items():
            self._feed(name, array)
        self._request.start_async()  # begins sooner than the call that waits itself
        self._request.wait()

    def output(self, name: Any) -> NDArray[Any]:
        """What the last run gave by this name, in the engine's own memory: the next run writes over it."""
        return self._request.get_tensor(name).data

    def pack(self, places: NDArray[np.int64]) -> None:
        """See `folder.Request`."""
        for state in self._request.query_state():
            state.state = ov.Tensor(np.ascontiguousarray(state.state.data[:, :, places]))

    def _feed(self, name: str, array: NDArray[Any]) -> None:
        fed = self._fed.get(name)
        if fed is not None and fed.shape == array.shape:
            fed[...] = array
        else:
            self._fed[name] = own = array.copy()  # the tensor has none
            self._request.set_tensor(name, ov.Tensor(own, shared_memory=True))


class SmallGraph:
    """A graph of one array from another, for sessions of any thread: each thread has a request of its own."""

    def __init__(self, path: Path) -> None:
        self._compiled = core().compile_model(path, "CPU", SETTINGS)
        self._own = threading.local()

    def __call__(self, array: NDArray[np.float32]) -> NDArray[np.float32]:
        if not hasattr(self._own, "request"):
            self._own.request = Request(self._compiled)
        self._own.request.infer(**{self._compiled.input(0).any_name: array})
        return self._own.request.output(self._compiled.output(0)).copy()


def steady_width(n: int, last: int) -> int:
    """How many rows a pass of n nodes is given after one of `last` rows.

    For another number of rows than before the engine prepares all its products anew, which takes as long as half a
    pass: so rows that nothing sees are added where they cost less.

    >>> steady_width(1, 0), steady_width(1, 3), steady_width(5, 3), steady_width(5, 9), steady_width(2, 9)
    (1, 3, 5, 9, 2)
    """
    same = n <= last <= FEW or FEW < n <= last <= SOME
    return last if same else n


class OpenVinoReader(OpenVinoModel, FolderReader):
    """A converted draft that reads its target: its graph takes the state before every token beside the token, and
    gives its own states beside the scores; a second, small graph makes states of what the target shows."""

    def __init__(self, folder: Path, *given: Any, **named: Any) -> None:
        super().__init__(folder, *given, **named)
        self._view = SmallGraph(folder / VIEW)

    def view(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        idle = max(0, FEW - len(features))  # so that most of a run's calls are of one number of rows
        rows = np.concatenate([features, np.zeros((idle, features.shape[1]), dtype=np.float32)])
        return self._view(rows)[: len(features)]
