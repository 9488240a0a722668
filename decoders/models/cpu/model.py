"""Language models on the built-in CPU engine, as `runner.LanguageModel`, without torch.

A model is a folder written by packing.py. Its passes (passes.py) compute in float32 from weights in their short format.
The code is compiled once for this CPU and cached. Only one pass runs at a time, on all cores; passes of other runs
wait. This module does not depend on decoders or probability rules.
"""

# The types of Numba's functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportMissingTypeStubs=false

import logging
import math
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from decoders.core.checkpoint import checkpoint
from decoders.models.cpu import passes, stages
from decoders.models.cpu.arguments import Inputs, Network, Own, Results, Shared
from decoders.models.cpu.kernels import BF16, BLOCK, F16, INT8, WIDTH
from decoders.models.cpu.session import STATES, FolderModel, FolderReader
from decoders.models.engine import usable_cores
from decoders.models.host import Found, HostLogits
from decoders.models.windows import Window

WEIGHTS, ROWS = "weights.bin", "rows.bin"
MOST_THREADS = 8  # more threads do not pay off, because a small model's pieces of work are short
ROOM = 256  # initial number of cache positions, and the minimum growth
FEW_ROWS = 16  # passes of up to this many rows reuse the buffers of the previous pass
ALIGNED = 64
_NUMBERS = {BF16: np.uint16, F16: np.float16, INT8: np.int8}


def threads_here() -> int:
    """The number of threads that share a pass. There is at most one thread per core, because two threads on one core
    would wait for each other.
    """
    import psutil

    usable = usable_cores()
    return min(usable, max(2, psutil.cpu_count(logical=False) or usable), MOST_THREADS)


class Crew:
    """The threads that share a pass: the caller's, and helpers that wait for work."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._turn = threading.Lock()
        self._work: list[SimpleQueue[Callable[[int], object]]] = [SimpleQueue() for _ in range(threads - 1)]
        for k, work in enumerate(self._work, 1):
            threading.Thread(target=self._help, args=(work, k), daemon=True, name=f"pass-{k}").start()

    @staticmethod
    def _help(work: "SimpleQueue[Callable[[int], object]]", k: int) -> None:
        while True:
            try:
                work.get()(k)
            # a helper can fail only before it takes a piece, and in that case the leading thread fails too
            except Exception:
                logging.getLogger(__name__).warning("a helper left a pass", exc_info=True)

    def run(self, share: Callable[[int], object]) -> None:
        """Run the shares of a pass (thread k calls `share(k)`), and return when all work is done.

        A helper that comes too late finds no work left.
        """
        with self._turn:
            for work in self._work:
                work.put(share)
            share(0)


_CREWS: list[Crew] = []
_ONE_CREW = threading.Lock()


def crew() -> Crew:
    """The threads of this process."""
    with _ONE_CREW:
        if not _CREWS:
            _CREWS.append(Crew(threads_here()))
        return _CREWS[0]


if hasattr(os, "register_at_fork"):  # a process that was forked has none of the threads
    os.register_at_fork(after_in_child=_CREWS.clear)


def zeros(*shape: int) -> NDArray[np.float32]:
    """An array of float32 zeros, aligned so that whole vectors can be read from it."""
    count = int(np.prod(shape))
    room = np.zeros(count + ALIGNED // 4, dtype=np.float32)
    start = -room.ctypes.data % ALIGNED // 4
    return room[start : start + count].reshape(shape)


def rooms(*shape: int) -> NDArray[np.float32]:
    """An uninitialised array of float32 numbers, aligned so that whole vectors can be read from it."""
    return np.empty(shape, dtype=np.float32)


def check_size(path: Path, size: int) -> None:
    """Raise ValueError unless a file has `size` bytes."""
    if path.stat().st_size != size:
        raise ValueError(f"{path} is incomplete")


class Held:
    """The weight file of a converted model in memory, with access to its vectors and matrices."""

    def __init__(self, path: Path, size: int) -> None:
        """Raises ValueError unless the file has `size` bytes."""
        check_size(path, size)
        room = np.empty(size + ALIGNED, dtype=np.uint8)
        start = -room.ctypes.data % ALIGNED
        self.bytes = room[start : start + size]
        self.address: int = self.bytes.ctypes.data
        with path.open("rb") as file:
            file.readinto(self.bytes.data)

    @property
    def vectors(self) -> NDArray[np.float32]:
        """The whole file as an array of float32 numbers, which contains the biases and norms."""
        return self.bytes[: len(self.bytes) // 4 * 4].view(np.float32)

    def vector(self, at: int, size: int) -> NDArray[np.float32]:
        """The `size` float32 numbers that begin at byte `at`."""
        return self.bytes[at : at + 4 * size].view(np.float32)

    def matrix(self, about: dict[str, Any] | None) -> NDArray[np.int64]:
        """The description of a matrix as an entry [FIELDS] of the table of stages.py."""
        if about is None:
            return np.array([0, 0, 0, 0, 0, stages.NONE])
        scales = self.address + about["scales"] if about["scales"] else 0
        bias = _place(about["bias"])
        return np.array([self.address + about["at"], scales, about["kind"], about["blocks"], about["length"], bias])


def _place(at: int | None) -> int:
    """The index in `Held.vectors` of a vector that begins at a byte; NONE if there is no vector."""
    return stages.NONE if at is None else at // 4


@dataclass(frozen=True)
class Rows:
    """A matrix from which single rows are read (an embedding), with one scale per row if it is stored in 8 bits."""

    whole: NDArray[Any]
    scales: NDArray[np.float32] | None

    def of(self, ids: Sequence[int]) -> NDArray[np.float32]:
        """Return the rows of some token ids, in float32."""
        rows = self.whole.take(ids, 0)
        if rows.dtype == np.uint16:
            return np.left_shift(rows, 16, dtype=np.uint32).view(np.float32)
        wide = rows.astype(np.float32)
        return wide if self.scales is None else wide * self.scales.take(ids)[:, None]


def rows_of(path: Path, whole: int, about: dict[str, int], size: int) -> Rows:
    """Open a matrix whose rows are read from the disk when they are needed. A run looks up only a few rows of a
    vocabulary.
    """
    check_size(path, whole)
    kept = np.asarray(np.memmap(path, mode="r"))  # a plain array is faster to index
    numbers = np.dtype(_NUMBERS.get(about["kind"], np.float32))
    end = about["rows"] * size * numbers.itemsize
    scales = kept[about["scales"] :].view(np.float32)[: about["rows"]] if about["scales"] else None
    return Rows(kept[:end].view(numbers).reshape(-1, size), scales)


class Turns:
    """The cosines and sines of rotary position embeddings. Each is computed only once."""

    def __init__(self, frequencies: NDArray[np.float32], factor: np.float32) -> None:
        self._frequencies, self._factor = frequencies, factor
        self._known = rooms(0, len(frequencies)), rooms(0, len(frequencies))

    def at(self, positions: Sequence[int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the cosines and sines [n, dim / 2] for n positions."""
        cos, sin = self._known
        last = max(positions)
        if last >= len(cos):
            angles = np.arange(last + ROOM, dtype=np.float32)[:, None] * self._frequencies
            self._known = cos, sin = np.cos(angles) * self._factor, np.sin(angles) * self._factor
        return cos.take(positions, 0), sin.take(positions, 0)


class Request:
    """The keys and values of one session; see `session.Request`."""

    def __init__(self, layers: int, kv_heads: int, dim: int) -> None:
        self._shape = layers, kv_heads, dim
        self.places = 0
        # the sequence position of each cache position; used only for sliding windows
        self.positions = np.zeros(0, dtype=np.int64)
        self.keys, self.values = self._of(0)
        self.rooms: dict[int, tuple[Shared, list[Own]]] = {}  # the buffers of a pass, by its number of rows

    def _of(self, places: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        layers, kv_heads, dim = self._shape
        keys = zeros(layers, kv_heads, places // WIDTH, dim, WIDTH)
        return keys, zeros(layers, kv_heads, in_blocks(dim) // WIDTH, places, WIDTH)

    def grow(self, places: int) -> None:
        """Make room for this many cache positions."""
        if places > self.places:
            more = -(-max(places, self.places + max(ROOM, self.places // 2)) // BLOCK) * BLOCK
            keys, values = self._of(more)
            keys[:, :, : self.places // WIDTH] = self.keys
            values[:, :, :, : self.places] = self.values
            self.positions = np.append(self.positions, np.zeros(more - self.places, dtype=np.int64))
            self.keys, self.values, self.places = keys, values, more
            self.rooms.clear()

    def pack(self, places: NDArray[np.int64]) -> None:
        keys, values = self._of(self.places)
        part, column = np.divmod(places, WIDTH)
        to_part, to_column = np.divmod(np.arange(len(places)), WIDTH)
        keys[:, :, to_part, :, to_column] = self.keys[:, :, part, :, column]
        values[:, :, :, : len(places)] = self.values[:, :, :, places]
        self.positions[: len(places)] = self.positions[places]
        self.keys, self.values = keys, values


def in_blocks(columns: int) -> int:
    """The number of `columns`, rounded up to whole BLOCKs."""
    return -(-columns // BLOCK) * BLOCK


class NumbaModel(FolderModel):
    """A model of one of the architectures that packing.py writes; see `FolderModel` for the arguments."""

    keeps_windows = True

    def __init__(self, folder: Path, *given: Any, **named: Any) -> None:
        super().__init__(folder, *given, **named)
        about = self.about["numba"]
        if about["width"] != WIDTH:
            raise ValueError(f"{folder} was converted for a CPU with different vector instructions")
        self._held = held = Held(folder / WEIGHTS, about["bytes"])
        self._size: int = about["size"]
        self._heads_of = about["heads"], about["kv_heads"], about["dim"]
        self._together = BLOCK // math.gcd(about["dim"], BLOCK)  # number of heads that fill whole blocks
        layers = about["layers"]
        windows = {layer["window"] for layer in layers if "qkv" in layer}
        # one window per mask
        self._windows: list[int | None] = sorted(windows or {None}, key=lambda window: window or 0)
        norms = np.ones((2 * len(layers) + 2, self._size), dtype=np.float32)
        for i, layer in enumerate(layers):
            for k, name in enumerate(("norm_1", "norm_2")):
                if name in layer:
                    norms[2 * i + k] = held.vector(layer[name], self._size)
        norms[-2] = held.vector(about["norm"], self._size)
        self._inner = max((x["down"]["length"] for x in layers if "down" in x), default=0)
        self._rows = rows_of(folder / ROWS, about["row_bytes"], about["embedding"], self._size)
        self._turns = Turns(np.array(about["frequencies"], dtype=np.float32), np.float32(about["factor"]))
        times = {name: np.float32(number) for name, number in about["multipliers"].items()}
        self._embedding_times = times["embedding"]
        self._network = Network(
            layers=np.stack([self._row(layer) for layer in layers]),
            head=held.matrix(about["head"]),
            mix=held.matrix(None),
            vectors=held.vectors,
            norms=norms,
            sizes=(*self._heads_of, self._together),
            epsilon=np.float32(about["epsilon"]),
            scale=np.float32(about["scale"]),
            factor=times["residual"],
            divisor=times["scores"],
            shown=np.array(self.shown, dtype=np.int64),
        )

    def _row(self, layer: dict[str, Any]) -> NDArray[np.int64]:
        """A layer's row [ROW] in the table of stages.py."""
        about = self.about["numba"]
        matrices = [self._held.matrix(layer.get(name)) for name in ("qkv", "out", "gate_up", "down")]
        mask = self._windows.index(layer["window"]) if "qkv" in layer else 0
        norms = [_place(layer.get(name)) for name in ("query_norm", "key_norm")]
        whole = about["whole_norms"] and "query_norm" in layer
        options = [layer.get("turned", False), mask, *norms, whole, about["norms_after"]]
        return np.concatenate([*matrices, np.array(options, dtype=np.int64)])

    @property
    def windows(self) -> frozenset[int]:
        return frozenset(window for window in self._windows if window is not None)

    def narrow_windows(self, size: int) -> None:
        self._windows = [window and size for window in self._windows]

    @property
    def held(self) -> dict[int, int]:
        return {id(self): self._held.bytes.nbytes}

    def warm(self) -> None:
        self.start([0]).close()  # loading compiled code takes a few tenths of a second, once per process

    def request(self) -> Request:
        _, kv_heads, dim = self._heads_of
        return Request(len(self._network.layers), kv_heads, dim)

    def run(
        self,
        request: Request,
        tokens: Sequence[int],
        positions: Sequence[int],
        hidden: NDArray[np.bool_],
        rows: Sequence[int],
        **given: NDArray[np.float32],
    ) -> HostLogits:
        checkpoint()
        n, places = hidden.shape
        request.grow(places)
        stream, network, layers = self._rows.of(tokens), self._network, len(self._network.layers)
        if self._embedding_times != 1:
            stream *= self._embedding_times
        masks = self._masks(request, positions, hidden)
        before = given[STATES][0] if given else stream
        cos, sin = self._turns.at(positions)
        team = crew()
        threads = team.threads
        shared, own = self._rooms(request, n, threads)
        wanted = np.array(rows, dtype=np.int64)
        asked = 0 if layers in self.shown else min(rows, default=n)
        ends, seen = rooms(n - asked, self._size), rooms(n, len(self.shown) * self._size)
        to, sums = rooms(len(rows), int(network.head[stages.BLOCKS]) * BLOCK), np.empty((len(rows), 3))
        largest = np.empty((len(rows), passes.FIRST), dtype=np.int64)
        counts = np.zeros((stages.STAGES * (layers + 1) + 1, stages.APART), dtype=np.int64)
        width = min(self.vocab_size, self.embedded) if self.head is None else len(self.head)
        inputs = Inputs(stream, before, cos, sin, places - n, masks, request.keys, request.values, asked, wanted)
        results = Results(seen, ends, to, width, sums, largest)
        team.run(lambda k: passes.share(k, threads, network, inputs, shared, own[k], results, counts))
        if self._embedding_times != 1:
            for k in np.flatnonzero(network.shown == 0):  # a draft reads embeddings before they are multiplied
                seen[:, k * self._size : (k + 1) * self._size] = self._rows.of(tokens)
        states = None if not self.keeps_states else ends if len(rows) == len(ends) else ends[wanted - asked]
        found = Found(sums[:, 0].tolist(), sums[:, 1:].tolist(), largest[:, :width])
        return self.scored(to[:, :width], states, seen if self.shown else None, found)

    def _masks(self, request: Request, positions: Sequence[int], hidden: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The cache positions that each row may not attend to, for each window: hidden[masks, n, places]."""
        if self._windows == [None]:
            return hidden[None]
        n, places = hidden.shape
        request.positions[places - n : places] = positions
        rows, keys = np.array(positions), request.positions[:places]
        return np.stack([hidden | Window(window).hides(rows, keys) if window else hidden for window in self._windows])

    def _rooms(self, request: Request, n: int, threads: int) -> tuple[Shared, list[Own]]:
        """The buffers of a pass of n rows. A session runs one pass at a time, and small passes reuse their buffers."""
        made = request.rooms.get(n)
        if made is None:
            heads, kv_heads, dim = self._heads_of
            width = max(in_blocks(dim), in_blocks(min(self._together, heads + 2 * kv_heads) * dim))
            shared = Shared(
                queries=rooms(kv_heads, n * heads // kv_heads, dim),
                squares=rooms(heads + kv_heads, n),
                mixed=rooms(n, heads * dim),
                moved=zeros(n if self.about["numba"]["norms_after"] else 0, self._size),
                gated=rooms(n, self._inner),
            )
            inner, scores = rooms(threads, n, self._size), rooms(threads, passes.ATTENTION_ROWS, request.places)
            block = rooms(threads, max(n, passes.ATTENTION_ROWS), width)
            made = shared, [Own(*each) for each in zip(inner, block, scores, strict=True)]
            if n <= FEW_ROWS:
                request.rooms[n] = made
        return made

    def product(self, about: dict[str, int], rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """Multiply rows [n, length] by a matrix of the folder, which gives [n, columns]."""
        to = rooms(len(rows), about["blocks"] * BLOCK)
        passes.times(self._held.matrix(about), np.ascontiguousarray(rows), to)
        return to[:, : about["columns"]]

    def guess(self, hidden: NDArray[np.float32] | None) -> HostLogits | None:
        if not self.head_count or hidden is None:
            return None
        about = self.about["numba"]["guessing"]
        one = hidden[None]
        moved = np.concatenate([self.product(matrix, one) for matrix in about["states"]])
        states = (one + moved / (1 + np.exp(-moved))).astype(np.float32)
        return HostLogits(self.product(about["rows"], states), self.vocab_size, self.guessed_ids)


class NumbaReader(NumbaModel, FolderReader):
    """A draft that uses the target's hidden states.

    Its input is a token's embedding, joined with a projection of the previous token's state.
    """

    def __init__(self, folder: Path, *given: Any, **named: Any) -> None:
        super().__init__(folder, *given, **named)
        reading = self.about["numba"]["reading"]
        self._view: dict[str, int] = reading["view"]
        self._network = self._network._replace(mix=self._held.matrix(reading["mix"]))
        self._network.norms[-1] = self._held.vector(reading["norm"], self._size)

    def warm(self) -> None:
        super().warm()
        self.view(np.zeros((1, self._view["length"]), dtype=np.float32))

    def view(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        return self.product(self._view, features)
