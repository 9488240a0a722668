"""Language models on OpenVINO's CPU engine, as `runner.LanguageModel`: no torch here.

A model is a folder that converting.py wrote: a graph that keeps its keys and values itself, and what must be known of
it. Sums are float32 on every CPU unless bfloat16 is asked for, and weights stay as short in memory as they were. A
session is batch 1. What it has fed stays where it was put: `keep` moves nothing and only hides what was forgotten,
until that is so much that the cache is packed anew. Knows nothing of decoders or of probability rules.
"""

import json
import threading
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
import openvino as ov
from numpy.typing import NDArray

from decoders.core.checkpoint import checkpoint
from decoders.core.runner import LanguageModel, Session, Skipped
from decoders.errors import BadInput, is_out_of_memory
from decoders.models.host import HostLogits, gather_host
from decoders.models.sizes import Shape, UncountableError
from decoders.models.slots import Limits, Places, SlotStates, SlotTree

MODEL, HEADS, VIEW, ABOUT, HEAD_IDS = "model.xml", "heads.xml", "view.xml", "about.json", "head_ids.npy"
STATES = "states"  # what a graph that reads its target takes besides: the state before each token
PREFILL_CHUNK = 512  # prompt tokens per prefill pass
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


class OpenVinoModel(LanguageModel):
    """A converted causal language model; see `runner.LanguageModel`, and huggingface.HuggingFaceModel for the fields.

    `net` gives the same weights as a network of transformers, for what this engine does not do; it is loaded when
    `model` is asked for. `thin` converts it without some sub-layers.
    In bfloat16, products are of 16-bit numbers: where the CPU has units for that, a pass of many nodes costs little
    more than one of a single node.
    """

    tree_mode = "tree"
    device = "cpu"
    devices = frozenset({("cpu", 0)})

    def __init__(
        self,
        folder: Path,
        name: str,
        vocab_size: int,
        net: Callable[[], Any] | None = None,
        thin: "Callable[[str], OpenVinoModel] | None" = None,
        dtype: str = "float32",
    ) -> None:
        about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        self.name = name
        self.vocab_size = vocab_size
        self.dtype = dtype
        self.about: dict[str, Any] = about
        self.window: int | None = about["window"]
        self.layers: int = about["layers"]
        self.ends: list[int] = about["ends"]
        self.head_count: int = about["head_count"]
        self.keeps_states = self.reads or self.head_count > 0  # its sessions remember more of a token than scores
        self.shown: tuple[int, ...] = tuple(about["shown"])
        self.head_sizes = Shape(**about["head_sizes"]) if about["head_sizes"] else None
        self.skipped = _skipped(*about["skipped"]) if about["skipped"] else None
        self.head: NDArray[np.int64] | None = np.load(folder / HEAD_IDS) if (folder / HEAD_IDS).exists() else None
        self._limits = Limits(name, self.window, about["why"], about["ids"])
        self._compiled = core().compile_model(folder / MODEL, "CPU", SETTINGS | COMPUTED_IN[dtype])
        self._folder = folder
        self._net, self._thin = net, thin

    @cached_property
    def model(self) -> Any:
        """The network of transformers over the same weights."""
        assert self._net is not None, "only a model that was made for a test has none"
        return self._net()

    @property
    def held(self) -> dict[int, int]:
        """What it takes in memory: a number of its own → bytes of its weights."""
        return {id(self): (self._folder / MODEL).with_suffix(".bin").stat().st_size}

    @property
    def sizes(self) -> Shape:
        """What its passes read and compute follows from. Raises UncountableError where that is not so."""
        if self.about["sizes"] is None:
            raise UncountableError(self.about["uncountable"])
        return Shape(**self.about["sizes"])

    def thinned(self, skips: str) -> "OpenVinoModel | None":
        return None if self._thin is None else self._thin(skips)

    def start(self, prompt: Sequence[int]) -> Session:
        return OpenVinoSession(self, prompt)

    def check(self, tokens: Sequence[int], length: int) -> None:
        """Raise BadInput if a path of `length` tokens, or one of these tokens, does not fit."""
        self._limits.check(tokens, length)

    def request(self) -> "Request":
        """Something that runs passes and keeps keys and values of its own."""
        return Request(self._compiled, beam_idx=np.zeros(1, dtype=np.int32))

    def run(
        self,
        request: "Request",
        tokens: Sequence[int],
        positions: Any,
        mask: NDArray[np.float32],
        rows: Sequence[int],
        **given: NDArray[np.float32],
    ) -> HostLogits:
        """One pass of n tokens under an additive mask float32[n, places]; scores float32[len(rows), V'] of `rows`.

        `given` are further inputs of the graph, as it takes them.
        """
        checkpoint()  # not within a pass: one that is cancelled leaves the engine with shapes that do not fit the next
        request.infer(
            input_ids=np.array([tokens], dtype=np.int64),
            position_ids=np.array([positions], dtype=np.int64),
            attention_mask=mask[None, None],
            rows=np.array(rows, dtype=np.int64),
            **given,
        )
        width = self.vocab_size if self.head is None else len(self.head)  # columns of padded ids are cut off
        scores = request.output("logits")[:, :width].copy()
        if scores.size and np.isnan(scores.max()):  # greedy decoding would take them for the largest
            raise BadInput(
                f"{self.name} gave scores that are no numbers (NaN): {self._folder} is damaged, or {self.dtype} is too "
                "narrow for its weights; delete that folder, which is made again, or choose --engine torch"
            )
        seen = request.output("hidden").copy() if self.keeps_states else None
        shown = request.output("features").copy() if self.shown else None
        return HostLogits(scores, self.vocab_size, self.head, seen, shown)

    @cached_property
    def _heads(self) -> "SmallGraph":
        try:
            return SmallGraph(self._folder / HEADS)
        except (OSError, RuntimeError) as error:
            if is_out_of_memory(error):
                raise
            raise BadInput(f"{self._folder} is damaged; delete it, and it is made again on the next run") from None

    @cached_property
    def _head_ids(self) -> NDArray[np.int64] | None:
        """The tokens that the extra heads score; None: all."""
        return np.array(self.about["head_ids"], dtype=np.int64) if self.about["head_ids"] else None

    def guess(self, hidden: NDArray[np.float32] | None) -> HostLogits | None:
        """Scores of the extra heads after hidden [D], one row each; None without heads or without a state to read."""
        if not self.head_count or hidden is None:
            return None
        return HostLogits(self._heads(hidden), self.vocab_size, self._head_ids)


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

    @property
    def cache(self) -> Any:
        """Keys and values, as the engine's states."""
        return self._request.query_state()

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


def _longer(rows: NDArray[np.float32], more: int) -> NDArray[np.float32]:
    """Rows [1, n, D] with rows of zeros behind them: `np.pad` takes longer than a draft's attention."""
    return np.concatenate([rows, np.zeros((1, more, rows.shape[2]), dtype=np.float32)], axis=1)


def _skipped(attention: list[int], mlp: list[int], of_layers: int) -> Skipped:
    return Skipped(tuple(attention), tuple(mlp), of_layers)


class OpenVinoSession(Session):
    """A prompt and a tree in the cache of one request; see `runner.Session`."""

    def __init__(self, model: OpenVinoModel, prompt: Sequence[int], before: NDArray[np.float32] | None = None) -> None:
        """`before` [len(prompt), D]: with a draft that reads, the state before each token."""
        self._model = model
        self._prompt = len(prompt)
        self._tree = SlotTree()
        self._places = Places(self._prompt)
        self._states = SlotStates()  # for its extra heads
        self._features = SlotStates()  # for a draft that reads it
        self._width = 0  # rows of the last pass
        model.check(prompt, self._prompt)
        self._request: Any = model.request()
        for start in range(0, self._prompt, PREFILL_CHUNK):
            chunk = prompt[start : start + PREFILL_CHUNK]
            end = start + len(chunk)
            mask = np.triu(np.full((len(chunk), end), HIDDEN_SLOT), start + 1)
            rows = [len(chunk) - 1] if model.head_count and end == self._prompt else []
            given = {} if before is None else {STATES: before[None, start:end]}
            logits = model.run(self._request, chunk, range(start, end), mask, rows, **given)
            self._states.before(logits.hidden)
            self._features.before(logits.features)

    @property
    def kv_length(self) -> int:
        return self._prompt + len(self._tree)

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> HostLogits:
        return self._extend(tokens, parents)

    def _extend(self, tokens: Sequence[int], parents: Sequence[int], **given: NDArray[np.float32]) -> HostLogits:
        """One pass; `given` is what `run` takes besides."""
        first, n = len(self._tree), len(tokens)
        tree = self._tree.grown(parents)
        positions = [self._prompt + depth for depth in tree.depth[first:]]
        self._model.check(tokens, max(positions) + 1)
        idle = steady_width(n, self._width) - n
        self._width = n + idle
        mask = np.where(self._places.hidden(tree.parent, idle), HIDDEN_SLOT, np.float32(0))
        fed, at = [*tokens, *[tokens[0]] * idle], [*positions, *[positions[0]] * idle]
        if idle:
            given = {name: _longer(rows, idle) for name, rows in given.items()}
        try:
            logits = self._model.run(self._request, fed, at, mask, range(n), **given)
        except BaseException:
            self._pack()
            raise
        self._tree, self._places = tree, self._places.grown(n, idle)
        logits.only(n)
        self._states.add(logits.hidden)
        self._features.add(logits.features)
        return logits

    def gather(self, logits: Sequence[tuple[Any, int]]) -> HostLogits:
        return gather_host(logits)

    def keep(self, slots: Sequence[int]) -> None:
        self._tree = self._tree.kept(slots)
        self._places = self._places.kept(slots)
        self._states.keep(slots)
        self._features.keep(slots)
        if self._places.wasteful:
            self._pack()

    def heads(self, slot: int) -> HostLogits | None:
        return self._model.guess(self._states.after(slot))

    def features(self, slots: Sequence[int]) -> NDArray[np.float32] | None:
        return np.stack(self._features.all_after(slots)) if self._model.shown else None

    def _pack(self) -> None:
        """Leave the prompt and the slots in the cache, one behind the other, and nothing else."""
        places = np.append(np.arange(self._prompt), self._places.of)
        for state in self._request.cache:
            state.state = ov.Tensor(np.ascontiguousarray(state.state.data[:, :, places]))
        self._places = self._places.packed

    def close(self) -> None:
        self._request = None
