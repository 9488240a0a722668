"""Sessions whose passes are captured once as CUDA graphs and replayed. Only this module knows about CUDA graphs.

A pass launches hundreds of small computations on the GPU. If the pass has only a few nodes, launching takes longer than
computing. A CUDA graph launches all of them at once. Every replay must have the shapes and addresses of the captured
pass. Keys and values therefore have fixed cache positions, and a pass is padded to one of a few numbers of nodes. It
also attends to one of a few numbers of positions, and unused positions are masked. This module does not depend on
decoders or probability rules.
"""

# The types of torch's and transformers' functions are only partly known.
# pyright: reportUnknownMemberType=false

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers.cache_utils import Cache, DynamicLayer

from decoders.core.checkpoint import checkpoint
from decoders.errors import is_out_of_memory
from decoders.models.probe import EXACT, HALF_TREE, Expected, first_line
from decoders.models.slots import Places
from decoders.models.timing import CONTEXT, by_speed, timed
from decoders.models.torch.device import synchronise
from decoders.models.torch.logits import TorchLogits
from decoders.models.torch.sessions import PREFILL_CHUNK, Cached, TreeSession
from decoders.models.windows import ALL

if TYPE_CHECKING:
    from decoders.models.torch.huggingface import HuggingFaceModel
    from decoders.models.torch.passed import Passed

NODES = (1, 2, 4, 8, 16, 32, 64)  # a pass is padded to one of these numbers of nodes, or to a multiple of the last
FEWEST = 256  # smallest number of positions that a pass attends to; larger numbers are powers of two
WARM_UPS = 3  # number of passes before the capture, in which libraries choose kernels and allocate memory
FREE_ROOMS = 2  # maximum number of unused rooms (caches) that are kept for a model's next sessions

Run = Callable[[], "Passed"]
Replay = Callable[[], object]
Capture = Callable[[Run], "tuple[Passed, Replay]"]  # returns a pass's outputs and a function that replays it
NewCapture = Callable[[], Capture]  # returns a capture for one room


def filled(nodes: int) -> int:
    """The number of nodes to which a pass is padded.

    >>> [filled(n) for n in (1, 3, 8, 65)]
    [1, 4, 8, 128]
    """
    return next((size for size in NODES if size >= nodes), -(-nodes // NODES[-1]) * NODES[-1])


def looked_at(places: int) -> int:
    """The number of cache positions to which a pass attends if it needs `places`.

    >>> [looked_at(n) for n in (1, 256, 257, 3000)]
    [256, 256, 512, 4096]
    """
    return max(FEWEST, 1 << (places - 1).bit_length())


class FixedLayer(DynamicLayer):
    """One layer's keys and values [1, heads, size, dim] at fixed addresses. A pass writes to the positions that the
    room sets.
    """

    def __init__(self, room: "Room") -> None:
        super().__init__()
        self._room = room

    def update(self, key_states: Tensor, value_states: Tensor, *args: Any, **kwargs: Any) -> tuple[Tensor, Tensor]:
        """Write key/value states [1, heads, n, dim] to the pass's positions.

        Returns the keys and values to which the pass attends.
        """
        if not self.is_initialized:
            self._begin(key_states, value_states)
        keys, values = self._both()
        keys.index_copy_(2, self._room.where, key_states)
        values.index_copy_(2, self._room.where, value_states)
        return keys[:, :, : self._room.seen], values[:, :, : self._room.seen]

    def move(self, first: int, places: Tensor) -> None:
        """Copy the data at `places` to consecutive positions from `first` on."""
        if self.is_initialized:  # otherwise the layer shares another layer's keys and values
            for kept in self._both():
                kept[:, :, first : first + len(places)] = kept.index_select(2, places)

    def take(self, other: "FixedLayer", count: int) -> None:
        """Copy the first `count` positions of one layer from another room."""
        if other.is_initialized:
            if not self.is_initialized:
                self._begin(*other._both())
            for kept, given in zip(self._both(), other._both(), strict=True):
                kept[:, :, :count] = given[:, :, :count]

    def _begin(self, key_states: Tensor, value_states: Tensor) -> None:
        """Allocate zeros in the shape of these states.

        The buffers must contain finite numbers, because masked values are still multiplied by 0.
        """
        self.lazy_initialization(key_states, value_states)
        size = self._room.size
        self.keys, self.values = (
            like.new_zeros(*like.shape[:2], size, like.shape[-1]) for like in (key_states, value_states)
        )

    def _both(self) -> tuple[Tensor, Tensor]:
        assert self.keys is not None
        assert self.values is not None
        return self.keys, self.values


@dataclass(frozen=True)
class Inputs:
    """The inputs of a pass of fixed shape, at fixed addresses."""

    ids: Tensor  # int64[1, n]
    positions: Tensor  # int64[1, n]
    where: Tensor  # int64[n]: the cache positions that the pass writes
    masks: dict[str, Tensor]  # [1, 1, n, seen], additive, by kind of layers (see `windows.Windows`)

    @staticmethod
    def of(nodes: int, seen: int, kinds: Iterable[str], device: torch.device, dtype: torch.dtype) -> "Inputs":
        """Inputs for a pass over `nodes` nodes that attends to `seen` positions, with a mask for each kind of layer."""
        ids, positions, where = (torch.zeros(nodes, dtype=torch.long, device=device) for _ in range(3))
        masks = {kind: torch.zeros(1, 1, nodes, seen, dtype=dtype, device=device) for kind in kinds}
        return Inputs(ids[None], positions[None], where, masks)

    @property
    def seen(self) -> int:
        """The number of positions to which the pass attends."""
        return next(iter(self.masks.values())).shape[-1]

    def fill(
        self, tokens: Sequence[int], positions: Sequence[int], first: int, hidden: Mapping[str, NDArray[np.bool_]]
    ) -> None:
        """Set the tokens for the positions from `first` on. Padding nodes come after the other nodes.

        hidden[n, places] marks the positions to which a token may not attend, for each kind of layer.
        """
        rest = [0] * (self.ids.shape[1] - len(tokens))
        self.ids.copy_(torch.tensor([[*tokens, *rest]]))
        self.positions.copy_(torch.tensor([[*positions, *rest]]))
        self.where.copy_(torch.arange(first, first + self.ids.shape[1]))
        for kind, mask in self.masks.items():
            _fill(mask, hidden[kind])


def _fill(mask: Tensor, hidden: NDArray[np.bool_]) -> None:
    """Write hidden[n, places] into a mask [1, 1, nodes, seen] in place.

    Padding nodes attend to position 0, because a node that attends to nothing has no score.
    """
    n, places = hidden.shape
    all_hidden = np.ones(mask.shape[2:], dtype=np.bool_)
    all_hidden[:n, :places] = hidden
    all_hidden[n:, 0] = False
    mask.zero_()
    mask[0, 0].masked_fill_(torch.from_numpy(all_hidden).to(mask.device), torch.finfo(mask.dtype).min)


class Room:
    """Keys and values at `size` fixed positions, and the passes captured over them. One session at a time uses it."""

    def __init__(self, model: "HuggingFaceModel", size: int, capture: Capture) -> None:
        self.size = size
        self.where = torch.empty(0, dtype=torch.long)  # the positions that the current pass writes
        self.seen = 0  # number of positions to which the current pass attends
        self._model = model
        self._capture = capture
        self._cache: Any = Cache(layer_class_to_replicate=partial(FixedLayer, self))  # pyright: ignore
        self._passes: dict[tuple[int, int], tuple[Inputs, Passed, Replay]] = {}

    @torch.inference_mode()
    def prefill(self, tokens: list[int], start: int) -> TorchLogits:
        """Feed the part of the prompt that follows its first `start` tokens. This pass is not captured."""
        end = start + len(tokens)
        self.where, self.seen = torch.arange(start, end, device=self._model.device), end
        mask = self._model.causal_mask(start, len(tokens))
        return self._model.run(tokens, list(range(start, end)), mask, self._cache, score=False)

    @torch.inference_mode()
    def prepare(self, first: int) -> None:
        """Capture the passes at the positions from `first` on in advance. Later passes then need not wait for a
        capture.
        """
        for nodes in NODES:
            self._pass(nodes, first)

    @torch.inference_mode()
    def run(
        self, tokens: Sequence[int], positions: Sequence[int], first: int, hidden: Mapping[str, NDArray[np.bool_]]
    ) -> TorchLogits:
        """Run a pass over n tokens at the positions from `first` on, and return logits[n, V'].

        hidden[n, first + n] marks the positions to which a token may not attend, for each kind of layer. A new shape is
        captured. The positions for `filled(n)` nodes must exist.
        """
        checkpoint()  # a run can be stopped only between passes, because a captured pass must be completed
        n = len(tokens)
        inputs, passed, replay = self._pass(filled(n), first)
        inputs.fill(tokens, positions, first, hidden)
        replay()
        synchronise(self._model.device)
        return self._model.as_logits(passed.rows((0, slice(n))).copied())

    def _pass(self, nodes: int, first: int) -> "tuple[Inputs, Passed, Replay]":
        """The captured pass over this number of nodes at the positions from `first` on.

        A missing pass is captured with padding.
        """
        key = nodes, looked_at(first + nodes)
        if key not in self._passes:
            kinds = self._model.windows.kinds or (ALL,)
            inputs = Inputs.of(*key, kinds, self._model.device, self._model.dtype)
            inputs.fill([], [], first, dict.fromkeys(kinds, np.ones((0, first), dtype=np.bool_)))
            self._passes[key] = (inputs, *self._capture(partial(self._forward, inputs)))
        return self._passes[key]

    def _forward(self, inputs: Inputs) -> "Passed":
        """Compute the forward pass that is about to be captured."""
        self.where, self.seen = inputs.where, inputs.seen
        mask = inputs.masks.get(ALL, inputs.masks)
        return self._model.forward(inputs.ids, inputs.positions, mask, self._cache)

    @torch.inference_mode()
    def pack(self, first: int, places: NDArray[np.int64]) -> None:
        """Move the data at `places` to the positions from `first` on."""
        where = torch.from_numpy(places).to(self._model.device)
        for layer in self._cache.layers:
            layer.move(first, where)

    @torch.inference_mode()
    def take(self, other: "Room", count: int) -> None:
        """Copy the first `count` positions of a room of the same model."""
        layers = other._cache.layers
        while len(self._cache.layers) < len(layers):
            self._cache.layers.append(FixedLayer(self))
        for mine, theirs in zip(self._cache.layers, layers, strict=True):
            mine.take(theirs, count)


class Rooms:
    """The unused rooms of a model, whose captured passes serve its next sessions."""

    def __init__(self, model: "HuggingFaceModel", new_capture: NewCapture) -> None:
        self._model = model
        self._new_capture = new_capture
        self._free: list[Room] = []
        self._lock = threading.Lock()

    def take(self, places: int) -> Room:
        """Take an unused room with at least this many positions, or make a new one."""
        with self._lock:
            fitting = [room for room in self._free if room.size >= places]
            if fitting:
                room = min(fitting, key=lambda room: room.size)
                self._free.remove(room)
                return room
        return Room(self._model, looked_at(places), self._new_capture())

    def give_back(self, room: Room) -> None:
        """Release a room that a session no longer needs. If there are more than FREE_ROOMS unused rooms, the smallest
        one is dropped.
        """
        with self._lock:
            self._free = sorted([*self._free, room], key=lambda room: -room.size)[:FREE_ROOMS]


class CapturedTree(Cached):
    """A prompt and a tree in a room; see `runner.Session`. `keep` does not move data until too many positions have been
    dropped.
    """

    def __init__(self, model: "HuggingFaceModel", rooms: Rooms, prompt: Sequence[int]) -> None:
        super().__init__(model, prompt)
        self._rooms = rooms
        self._places = Places(self._prompt)
        self._room: Room | None = rooms.take(self._prompt + NODES[-1])
        for start in range(0, self._prompt, PREFILL_CHUNK):
            self._begin(self._room.prefill(list(prompt[start : start + PREFILL_CHUNK]), start))
        self._room.prepare(self._prompt)

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> TorchLogits:
        first, n = len(self._tree), len(tokens)
        tree = self._tree.grown(parents)
        positions = [self._prompt + depth for depth in tree.depth[first:]]
        self._model.check(tokens, max(positions) + 1)
        room = self._room_for(filled(n))
        hidden = self._model.windows.hidden(
            self._places.hidden(tree), np.array(positions), self._places.positions(tree)
        )
        logits = room.run(tokens, positions, self._places.used, hidden)
        self._tree, self._places = tree, self._places.grown(n)
        self._grow(logits)
        return logits

    def keep(self, slots: Sequence[int]) -> None:
        self._tree = self._tree.kept(slots)
        self._places = self._places.kept(slots)
        self._forget(slots)
        if self._places.wasteful:
            self._pack()

    def close(self) -> None:
        if self._room is not None:
            self._rooms.give_back(self._room)
        self._room = None

    def _room_for(self, nodes: int) -> Room:
        """The session's room, with space for this many more nodes. It is compacted or exchanged if necessary."""
        assert self._room is not None, "the session was closed"
        if self._places.used + nodes > self._room.size:
            self._pack()
        if self._places.used + nodes > self._room.size:
            larger = self._rooms.take(self._places.used + nodes)
            larger.take(self._room, self._places.used)
            self._rooms.give_back(self._room)
            self._room = larger
        return self._room

    def _pack(self) -> None:
        assert self._room is not None
        self._room.pack(self._prompt, self._places.of)
        self._places = self._places.packed


def cuda_graph(device: torch.device) -> Capture:
    """Capture the passes of one room on a CUDA device as graphs. They run one at a time and share their memory."""
    pool = torch.cuda.graph_pool_handle()

    def capture(run: Run) -> "tuple[Passed, Replay]":
        with torch.cuda.device(device):
            here, aside = torch.cuda.current_stream(), torch.cuda.Stream()
            aside.wait_stream(here)
            with torch.cuda.stream(aside):
                for _ in range(WARM_UPS):
                    run()
            here.wait_stream(aside)
            graph = torch.cuda.CUDAGraph()
            try:
                with torch.cuda.graph(
                    graph, pool=pool, capture_error_mode="thread_local"
                ):  # other runs continue during the capture
                    passed = run()
            finally:
                torch.cuda.set_stream(here)  # a failed capture leaves the wrong stream current
        return passed, graph.replay

    return capture


def rooms_for(model: "HuggingFaceModel", new_capture: NewCapture) -> tuple[Rooms | None, str]:
    """Rooms for a model's captured passes, if these passes give the scores of plain passes and are faster; otherwise
    None and the reason.

    The reason is `devices` (the model is on several devices), `differs`, `slower`, or the error of the capture.
    """
    if len(model.devices) > 1:
        return None, "devices"
    rooms = Rooms(model, new_capture)
    start = partial(CapturedTree, model, rooms)
    try:
        with model.narrowed():
            # the second session replays the passes that the first one captured
            worst = np.max([Expected(model, token).error(start) for token in (3, 4)])
        prompt = [0] * min(CONTEXT, (model.window or 2 * CONTEXT) // 2)
        sessions = {"captured": start(prompt), "eager": TreeSession(model, prompt)}
        times = timed(sessions)
        for session in sessions.values():
            session.close()
    except Exception as error:  # a model's code may contain operations that cannot be captured
        if is_out_of_memory(error):
            raise
        return None, first_line(error)
    if not worst <= (EXACT if model.dtype in (torch.float32, torch.float64) else HALF_TREE):
        return None, "differs"
    return (rooms, "") if by_speed(times)[0] == "captured" else (None, "slower")
