"""Models stored as folders for the CPU engine, as `runner.LanguageModel`, and their sessions. Torch is not needed.

This module handles the facts stored with the weights, and the cache positions. A pass takes tokens, positions and an
attention mask, and returns scores on the host. A session has batch size 1. `keep` does not move data: dropped slots are
masked, and the cache is compacted when there are too many of them. This module does not depend on decoders or
probability rules.
"""

import json
from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from decoders.core.runner import LanguageModel, ReadingDraft, ReadingSession, Session, Skipped
from decoders.errors import BadInput
from decoders.models.host import Found, HostLogits, gather_host
from decoders.models.sizes import Shape, UncountableError
from decoders.models.slots import Limits, Places, ReadingSlots, SlotSession

ABOUT, HEAD_IDS = "about.json", "head_ids.npy"
STATES = "states"  # an additional input for a draft that uses the target's states: the state before each token
PREFILL_CHUNK = 512  # prompt tokens per prefill pass


class NoNumbersError(BadInput):
    """Raised when a model's scores are NaN or infinite."""


class Request(Protocol):
    """An engine's handle for one session, with its own keys and values."""

    def pack(self, places: NDArray[np.int64]) -> None:
        """Keep only the keys and values at these positions, and make the positions consecutive."""
        ...


class FolderModel(LanguageModel):
    """A causal language model in a folder; see `runner.LanguageModel`, and huggingface.HuggingFaceModel for the fields.

    `net` loads the same weights as a transformers network, for operations that the engine lacks. It is called when
    `model` is first accessed. `thin` builds the model without some sub-layers.
    """

    tree_mode = "tree"
    device, dtype = "cpu", "float32"
    devices = frozenset({("cpu", 0)})
    keeps_windows = False  # whether the passes apply sliding windows, so that paths may be longer than these

    def __init__(
        self,
        folder: Path,
        name: str,
        vocab_size: int,
        net: Callable[[], Any] | None = None,
        thin: "Callable[[str], FolderModel] | None" = None,
    ) -> None:
        about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        self.name = name
        self.vocab_size = vocab_size
        self.about: dict[str, Any] = about
        self.window: int | None = about["window"]
        self.layers: int = about["layers"]
        self.ends: list[int] = about["ends"]
        self.head_count: int = about["head_count"]
        # whether sessions store more about a token than its scores
        self.keeps_states = self.reads or self.head_count > 0
        self.shown: tuple[int, ...] = tuple(about["shown"])
        self.head_sizes = Shape(**about["head_sizes"]) if about["head_sizes"] else None
        self.skipped = _skipped(*about["skipped"]) if about["skipped"] else None
        self.head = _head(folder / HEAD_IDS, about["output_rows"])
        self.folder = folder
        self.embedded: int = about["ids"]
        self._limits = Limits(name, self.window, about["why"], self.embedded)
        self._net, self._thin = net, thin

    @cached_property
    def model(self) -> Any:
        """This model as a transformers network, loaded at first use."""
        assert self._net is not None, "only a model that was made for a test has no network"
        return self._net()

    @property
    def windows(self) -> frozenset[int]:
        """The sizes of the sliding windows, in tokens, that the passes apply if the model `keeps_windows`."""
        return frozenset()

    def narrow_windows(self, size: int) -> None:
        """Set each of `windows` to `size` tokens, so that short texts show whether the passes apply the windows."""

    @property
    @abstractmethod
    def held(self) -> dict[int, int]:
        """The memory of the weights, as a mapping from address to number of bytes."""

    @property
    def sizes(self) -> Shape:
        """The sizes that determine the cost of a pass.

        Raises UncountableError if the sizes do not determine the cost.
        """
        if self.about["sizes"] is None:
            raise UncountableError(self.about["uncountable"])
        return Shape(**self.about["sizes"])

    def thinned(self, skips: str) -> "FolderModel | None":
        return None if self._thin is None else self._thin(skips)

    def start(self, prompt: Sequence[int]) -> Session:
        return FolderSession(self, prompt)

    def check(self, tokens: Sequence[int], length: int) -> None:
        """Raise BadInput if a path of `length` tokens, or one of these tokens, does not fit."""
        self._limits.check(tokens, length)

    def warm(self) -> None:
        """Load compiled code now, so that the first pass does not wait for it."""

    @abstractmethod
    def request(self) -> Request:
        """A new handle for one session, with its own keys and values."""

    @abstractmethod
    def run(
        self,
        request: Any,
        tokens: Sequence[int],
        positions: Sequence[int],
        hidden: NDArray[np.bool_],
        rows: Sequence[int],
        **given: NDArray[np.float32],
    ) -> HostLogits:
        """Run one pass of n tokens and return the scores of `rows`.

        hidden[n, places] marks the positions that each token may not attend to; the last n are those of the pass
        itself. `given` holds further inputs of the model, such as STATES [1, n, D].
        """

    @abstractmethod
    def guess(self, hidden: NDArray[np.float32] | None) -> HostLogits | None:
        """Scores of the extra heads, one row each, from a hidden state [D]; None if there are no heads or no state."""

    def scored(
        self,
        scores: NDArray[np.float32],
        hidden: NDArray[np.float32] | None,
        features: NDArray[np.float32] | None,
        found: Found | None = None,
    ) -> HostLogits:
        """The output of a pass as logits, together with the values (`found`) that the engine computed from the scores.

        Raises NoNumbersError if scores are NaN or infinite.
        """
        made = HostLogits(scores, self.vocab_size, self.head, hidden, features, found)
        if made.broken:  # otherwise greedy decoding would choose NaN as the largest score
            raise NoNumbersError(
                f"{self.name} produced NaN or infinite logits: {self.folder} may be damaged, or "
                f"{self.dtype} may be too narrow for its weights. Delete that folder (it will be created again), or "
                "use --engine torch."
            )
        return made

    @cached_property
    def guessed_ids(self) -> NDArray[np.int64] | None:
        """The ids of the tokens that the extra heads score; None if they score all tokens."""
        return np.array(self.about["head_ids"], dtype=np.int64) if self.about["head_ids"] else None


class FolderReader(FolderModel, ReadingDraft):
    """A draft that uses the target's hidden states; see `runner.ReadingDraft`, and `FolderModel` for the arguments.

    `runner.ReadingRunner` decides when the target's states are used.
    """

    reads = True

    def start(self, prompt: Sequence[int]) -> ReadingSession:
        return self.start_after(prompt, None)

    def start_after(self, prompt: Sequence[int], seen: Any) -> ReadingSession:
        first = min(len(prompt), int(self.about["needs_state"]))
        before = self.no_states(len(prompt))
        if seen is not None:
            before[1:] = self.states(seen)
        return FolderReading(self, prompt[first:], before[first:])

    def states(self, seen: Any) -> NDArray[np.float32]:
        """States [n, D] from a target's features [n, F], which may be NumPy arrays or tensors on any device."""
        return self.view(np.asarray(seen.float().cpu() if hasattr(seen, "cpu") else seen, dtype=np.float32))

    @abstractmethod
    def view(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """States from features that are NumPy arrays."""

    def no_states(self, count: int) -> NDArray[np.float32]:
        """The states for tokens that have no token before them: zeros [count, D]."""
        return np.zeros((count, self.about["state_size"]), dtype=np.float32)


def _head(path: Path, rows: int | None) -> NDArray[np.int64] | None:
    """The token ids of the output rows; None for the whole vocabulary.

    Raises ValueError if the number of rows is wrong, because the scores would then belong to other tokens.
    """
    ids = np.load(path) if path.exists() else None
    if (None if ids is None else ids.shape) != (None if rows is None else (rows,)):
        raise ValueError(f"{path} does not match the folder's other files")
    return ids


def _skipped(attention: list[int], mlp: list[int], of_layers: int) -> Skipped:
    return Skipped(tuple(attention), tuple(mlp), of_layers)


class FolderSession(SlotSession):
    """A prompt and a tree in the cache of one request; see `runner.Session`."""

    def __init__(self, model: FolderModel, prompt: Sequence[int], before: NDArray[np.float32] | None = None) -> None:
        """`before` [len(prompt), D] holds the state before each prompt token, for a draft that uses the target's
        states.
        """
        super().__init__(model, prompt)
        self._places = Places(self._prompt)
        self._request: Any = model.request()
        for start in range(0, self._prompt, PREFILL_CHUNK):
            chunk = prompt[start : start + PREFILL_CHUNK]
            end = start + len(chunk)
            hidden = np.triu(np.ones((len(chunk), end), dtype=np.bool_), start + 1)
            rows = [len(chunk) - 1] if model.keeps_states and end == self._prompt else []
            given = {} if before is None else {STATES: before[None, start:end]}
            self._begin(model.run(self._request, chunk, range(start, end), hidden, rows, **given))

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> HostLogits:
        return self._extend(tokens, parents)

    def _extend(self, tokens: Sequence[int], parents: Sequence[int], **given: NDArray[np.float32]) -> HostLogits:
        """Run one pass over new slots. `given` holds further arguments of `run`."""
        first, n = len(self._tree), len(tokens)
        tree = self._tree.grown(parents)
        positions = [self._prompt + depth for depth in tree.depth[first:]]
        self._model.check(tokens, max(positions) + 1)
        hidden = self._places.hidden(tree)
        try:
            logits = self._model.run(self._request, tokens, positions, hidden, range(n), **given)
        except BaseException:
            self._pack()
            raise
        self._tree, self._places = tree, self._places.grown(n)
        self._grow(logits)
        return logits

    def gather(self, logits: Sequence[tuple[Any, int]]) -> HostLogits:
        return gather_host(logits)

    def keep(self, slots: Sequence[int]) -> None:
        self._tree = self._tree.kept(slots)
        self._places = self._places.kept(slots)
        self._forget(slots)
        if self._places.wasteful:
            self._pack()

    def features(self, slots: Sequence[int]) -> NDArray[np.float32] | None:
        return np.stack(self._features.all_after(slots)) if self._model.shown else None

    def _pack(self) -> None:
        """Keep only the prompt and the live slots in the cache, at consecutive positions."""
        self._request.pack(np.append(np.arange(self._prompt), self._places.of))
        self._places = self._places.packed

    def close(self) -> None:
        self._request = None


class FolderReading(ReadingSlots, FolderSession):
    """A tree session in which every token is fed with a state; see `runner.ReadingSession`."""

    _model: FolderReader

    def forward_after(self, tokens: Sequence[int], parents: Sequence[int], at: Sequence[int], seen: Any) -> HostLogits:
        return self._extend(tokens, parents, **{STATES: self._before(parents, at, seen)[None]})
