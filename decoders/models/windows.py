"""Attention windows, as read from a model's configuration. A window says which earlier positions a layer attends to.

This module needs only NumPy. A window counts positions (depths in the tree), never slots of a cache.
"""

import copy
import inspect
import sys
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from decoders.errors import BadInput

FULL, SLIDING, CHUNKED = "full_attention", "sliding_attention", "chunked_attention"
ALL = ""  # the name of the single kind, if one mask serves all layers
# the keys of a configuration that contain the size of a window
SIZES = {SLIDING: "sliding_window", CHUNKED: "attention_chunk_size"}
# only one thread at a time may change the configurations, because models can share modules
_NARROWING = threading.Lock()


@dataclass(frozen=True)
class Window:
    """The positions that a token attends to. They are the last `size` positions, including its own, or the positions in
    its own chunk of `size` positions.

    >>> Window(2).hides(np.array([3]), np.arange(4)).astype(int).tolist()
    [[1, 1, 0, 0]]
    >>> Window(3, chunked=True).hides(np.array([4]), np.arange(5)).astype(int).tolist()
    [[1, 1, 1, 0, 0]]
    """

    size: int
    chunked: bool = False

    def hides(self, positions: NDArray[np.int64], keys: NDArray[np.int64]) -> NDArray[np.bool_]:
        """The matrix hidden[n, m], which marks the keys outside the window of each of n tokens.

        Key j is at position keys[j]. No key may come after any of the tokens.
        """
        if self.chunked:
            return (keys // self.size)[None] != (positions // self.size)[:, None]
        return keys[None] <= (positions - self.size)[:, None]


@dataclass(frozen=True)
class Windows:
    """The windows of a model: a window for each kind of layer, or None for layers that attend to all positions.

    `kinds` is empty for a model without windows. The kind ALL means every layer.
    """

    kinds: Mapping[str, Window | None] = field(default_factory=dict[str, Window | None])

    @property
    def smallest(self) -> int | None:
        """The number of tokens of the longest path in which no window hides a token; None if no window ever does."""
        return min((window.size for window in self.kinds.values() if window is not None), default=None)

    def reach(self, longest: int) -> bool:
        """Whether a window hides an earlier token from a token at position `longest`."""
        return self.smallest is not None and longest >= self.smallest

    def narrow(self, size: int) -> "Windows":
        """A copy with the same kinds of layers, but with windows of `size` tokens."""
        return Windows({kind: window and Window(size, window.chunked) for kind, window in self.kinds.items()})

    def hidden(
        self, hidden: NDArray[np.bool_], positions: NDArray[np.int64], keys: NDArray[np.int64]
    ) -> dict[str, NDArray[np.bool_]]:
        """The keys to which n tokens may not attend, for each kind of layer.

        These are the keys that `hidden` [n, m] marks, and the keys outside the windows. `positions` [n] are the
        positions of the tokens, and `keys` [m] are the positions of the keys. If there are no windows, the only kind is
        ALL.
        """
        if not self.kinds:
            return {ALL: hidden}
        return {
            kind: hidden if window is None else hidden | window.hides(positions, keys)
            for kind, window in self.kinds.items()
        }


def windows_of(config: Any, name: str) -> Windows:
    """The windows in a decoder's configuration. Raises BadInput, which names the model, if a size is invalid."""
    listed: list[str] = list(getattr(config, "layer_types", None) or [])
    unused = not listed and not getattr(config, "use_sliding_window", True)
    windows = dict[str, Window | None]()
    for kind, key in SIZES.items():
        if kind in listed or not (listed or (unused and kind == SLIDING)):
            size = whole_tokens(getattr(config, key, None), key, name)
            windows[kind] = Window(size, kind == CHUNKED) if size else None
    if FULL in listed:
        windows[FULL] = None
    if not any(windows.values()):
        return Windows()
    if not listed or len(windows) == 1:
        return Windows({ALL: next(window for window in windows.values() if window)})
    return Windows(windows)


def reads_windows(net: Any) -> bool:
    """Whether the code of a network's family uses attention windows at all.

    A `sliding_window` in the configuration of a Llama changes nothing, because the code of that family ignores it. The
    result is True if the code is not available.
    """
    modules = {type(part).__module__ for part in net.modules()}
    return any(_mentions_windows(module) for module in modules if not module.startswith("torch."))


def _mentions_windows(module: str) -> bool:
    try:
        code = inspect.getsource(sys.modules[module])
    except (KeyError, OSError, TypeError):
        return True
    return "sliding" in code or "chunk" in code


def whole_tokens(value: Any, key: str, name: str) -> int | None:
    """Read the number of tokens under `key` in a configuration; None if the key is not set.

    Raises BadInput if the value is not a positive whole number.
    """
    if value is None or value is False or value == 0:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise BadInput(
            f"{name} cannot be used: {key} in its config.json is {value!r:.40}, which is not a positive "
            "whole number. Download the model again."
        )
    return value


@contextmanager
def narrow_configs(net: Any, size: int) -> Generator[None]:
    """Context manager in which a network's configurations have windows of `size` tokens.

    During this time, the network's modules have copies, so another network that shares the configuration is not
    affected.
    """
    copies: dict[int, Any] = {}
    with _NARROWING:
        changed = [(part, part.config) for part in net.modules() if hasattr(part, "config")]
        try:
            for part, config in changed:
                if id(config) not in copies:
                    copies[id(config)] = _narrow(config, size)
                part.config = copies[id(config)]
            yield
        finally:
            for part, config in changed:
                part.config = config


def _narrow(config: Any, size: int) -> Any:
    """Copy a configuration and set every window of its decoder to `size` tokens. Layers without a window get none."""
    twin = copy.deepcopy(config)
    decoder = twin.get_text_config(decoder=True) if hasattr(twin, "get_text_config") else twin
    for key in SIZES.values():
        if getattr(decoder, key, None):
            setattr(decoder, key, size)
    return twin
