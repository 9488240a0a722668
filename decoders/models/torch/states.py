"""The running state of a recurrent network: how a pass gets it, and how it is copied.

A state is everything that a network carries from one pass to the next: the states of its recurrent, state-space and
convolution layers, and the keys and values of its attention layers. Networks change a state in place, so a pass that
may be undone gets a copy. This module does not depend on sessions.
"""

# The types of torch's and transformers' functions are only partly known.
# pyright: reportUnknownMemberType=false

import copy
import inspect
import threading
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any, cast

from torch import Tensor
from transformers.cache_utils import Cache, CacheLayerMixin, DynamicCache, LinearAttentionCacheLayerMixin

from decoders.errors import BadInput

NAMES = ("past_key_values", "cache_params", "state")  # the arguments in which networks take their state
INSIDE = ("conv1d_state", "recurrent_states")  # the states that RecurrentGemma stores in its modules


@dataclass(frozen=True)
class RunningState:
    """A network's state after a batch of texts that all have the same length.

    `cache` is the object that the network takes and returns. `inside` holds the states that the network's modules store
    themselves (`Recurrence`).
    """

    cache: Any
    inside: list[dict[str, Tensor | None]] = field(default_factory=list[dict[str, Tensor | None]])

    def picked(self, rows: Sequence[int]) -> "RunningState":
        """A copy of the states of some texts of the batch. A text may be named several times."""
        return RunningState(_picked(self.cache, list(rows)), _picked(self.inside, list(rows)))


def _picked(value: Any, rows: list[int]) -> Any:
    """Copy a part of a state, with only these rows of every tensor that has a batch dimension."""
    if isinstance(value, Tensor):
        return value[rows] if value.ndim > 1 else value.clone()
    if isinstance(value, dict):
        return {key: _picked(each, rows) for key, each in cast(dict[Any, Any], value).items()}
    if isinstance(value, list | tuple):
        copies = [_picked(each, rows) for each in cast(Sequence[Any], value)]
        return copies if isinstance(value, list) else tuple(copies)
    if _is_cache(value):
        twin = copy.copy(value)
        vars(twin).update(_picked(vars(value), rows))
        return twin
    return value


def _is_cache(value: Any) -> bool:
    """Whether an object holds tensors of a state. xLSTM's cache has its own class."""
    layers = Cache | CacheLayerMixin | LinearAttentionCacheLayerMixin
    return isinstance(value, layers) or type(value).__name__ == "xLSTMCache"


class Recurrence:
    """The way in which a network takes a state and returns the next one.

    `steps` says that the network must read one token per pass, because transformers ignores the earlier state in longer
    passes (Mamba, Jamba, RecurrentGemma).
    """

    steps = False

    def __init__(self, net: Any, name: str) -> None:
        """Raises BadInput, which names the model, if the network does not take a state."""
        accepted = inspect.signature(net.forward).parameters
        taken = [argument for argument in NAMES if argument in accepted]
        if not taken:
            raise BadInput(
                f"{name} cannot be used: transformers cannot continue it from a stored state. Choose another model."
            )
        self._argument = taken[0]
        self._has_positions = "position_ids" in accepted
        # RWKV mixes up the texts of a batch if it reads one token of each, so it reads the texts one by one
        self.alone = self._argument == "state"
        self._config = net.config.get_text_config(decoder=True)
        self._parts = [part for part in net.modules() if any(hasattr(part, key) for key in INSIDE)]
        # two runs of one network must not exchange the states that its modules store
        self._turn = threading.Lock() if self._parts else nullcontext()

    def after(self, state: RunningState | None, run: Callable[..., Any], positions: Tensor) -> RunningState:
        """The state after a pass over tokens at `positions` [1, n]. `run` makes the pass with the arguments that it is
        given, and returns the output.

        The network changes `state`, which must not be used afterwards. If `state` is None, a new text starts.
        """
        given: dict[str, Any] = {"position_ids": positions} if self._has_positions else {}
        with self._turn:
            cache = state.cache if state is not None else self._new()
            for i, part in enumerate(self._parts):
                for key in INSIDE:
                    if hasattr(part, key):
                        setattr(part, key, None if state is None else state.inside[i][key])
            output = run(**given if cache is None else given | {self._argument: cache})
            inside = [{key: getattr(part, key) for key in INSIDE if hasattr(part, key)} for part in self._parts]
        returned = getattr(output, self._argument, None)
        return RunningState(cache if returned is None else returned, inside)

    def _new(self) -> Any:
        """Make an empty cache for a network that does not return its own cache; None for all others."""
        return DynamicCache(config=self._config) if self._parts else None
