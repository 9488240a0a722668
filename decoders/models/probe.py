"""Probe a model: find out how long a context it supports, and whether a pass over a token tree gives the same scores as
plain passes over its paths.

The probe runs once, when a model is loaded or converted. Rows may be tensors or arrays, so torch is not imported.
"""

# The types of torch's and transformers' functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from decoders.core.runner import Session
from decoders.core.tree import path_to
from decoders.errors import BadInput, is_out_of_memory
from decoders.models.windows import Windows, whole_tokens, windows_of

# the kinds of layers in a configuration that have a running state
RECURRENT = {"conv", "linear_attention", "mamba", "recurrent", "hybrid", "hybrid_sliding"}
EXACT = 1e-3  # largest error, in standard deviations of the logits, in float32 and float64
HALF = 0.3  # largest error of plain passes in half precision, which round differently for each shape of a pass
HALF_TREE = 0.2  # a tree pass in half precision may differ by this much, or by three times the error of plain passes
TESTED = "Install the version of transformers in requirements.txt, or choose another model."
MOST_IDS = 2**31  # no token has such a large id
PROMPT = 6  # number of tokens of the probe's prompt
NARROW = 4  # size of attention windows while they are probed, so that their edges are inside the prompt and the tree

# Parents by slot. Here, slots and depths differ a lot, so a model that confuses them is noticed.
FIRST = (-1, *[0] * 9, *[9] * 4, 1, 13, 15)
CHECKED = (5, 14, 16)  # leaves whose logits are compared; they are the beams that survive `keep`
SECOND = (2, 5, 7, 7, 8, 10, 3)  # parents in the second round, as slots after `keep` (8 and above are new slots)


class Plain(Protocol):
    """The interface of a model that the probe uses."""

    name: str
    vocab_size: int
    dtype: Any

    def plain_scores(self, tokens: Sequence[int]) -> Any:
        """The scores float[V'] after `tokens`, from one causal pass without a cache."""
        ...


class Windowed(Plain, Protocol):
    """The interface of a model with attention windows that the probe uses."""

    def narrowed(self) -> AbstractContextManager[object]:
        """Context manager in which the model's windows have about `NARROW` tokens, in plain passes and in sessions."""
        ...


Start = Callable[[Sequence[int]], Session]


def is_recurrent(net: Any) -> bool:
    """Whether a network has layers with a running state, which cannot be rolled back to fewer tokens."""
    kinds = set(getattr(net.config.get_text_config(decoder=True), "layer_types", None) or ())
    return bool(getattr(net, "_is_stateful", False)) or not RECURRENT.isdisjoint(kinds)


def context_window(config: Any, name: str, *, windows_proved: bool = False) -> tuple[int | None, str]:
    """The longest path in tokens, and what limits it: position embeddings, or an attention window that was not
    verified.

    `windows_proved` says whether the sessions are correct beyond the attention windows (see `choose_windowed`). Raises
    BadInput, which names the model, if the limit is not a number of tokens.
    """
    rope: dict[str, Any] = getattr(config, "rope_parameters", None) or {}
    stretched = rope if rope.get("rope_type") == "longrope" else {}
    positions, original = "max_position_embeddings", "original_max_position_embeddings"
    windows = Windows() if windows_proved else windows_of(config, name)
    chunked = any(window.chunked for window in windows.kinds.values() if window)
    window = "its attention chunk" if chunked else "its sliding attention window"
    known = (
        (whole_tokens(getattr(config, positions, None), positions, name), "its position limit"),
        (windows.smallest, f"{window}, beyond which results are not checked"),
        (whole_tokens(stretched.get(original), original, name), "its rotary embedding changes beyond"),
    )
    limits = [(value, why) for value, why in known if value]
    return min(limits) if limits else (None, "")


def end_ids(net: Any) -> list[int]:
    """The token ids that end a text, from the files of a network."""
    return named_ends(getattr(net.generation_config, "eos_token_id", None), net.config.name_or_path or "The model")


def named_ends(known: Any, name: str) -> list[int]:
    """The token ids in a model's `eos_token_id`. An id that no token can have, such as −1, ends no text.

    Raises BadInput if an entry is not a whole number.
    """
    found = [i for i in (cast(list[Any], known) if isinstance(known, list) else [known]) if i is not None]
    if any(isinstance(i, bool) or not isinstance(i, int | float) or i % 1 != 0 for i in found):
        raise BadInput(
            f"{name} cannot be used: its eos_token_id is {known!r:.40}. Change it in generation_config.json or "
            "config.json to a token id or a list of token ids."
        )
    return [int(i) for i in found if 0 <= i < MOST_IDS]


def choose_windowed(model: Windowed, config: Any, tree: Start, paths: Start) -> str | None:
    """Like `choose_mode`, but all windows of the model were first made narrower than the probe's prompt.

    In this way, windows of thousands of tokens can be checked without passes of thousands of tokens. Returns None if
    the check proves nothing, because narrower windows do not change the scores or because the sessions are wrong beyond
    a window.
    """
    path = [(37 * i + 3) % model.vocab_size for i in range(2 * PROMPT)]
    try:
        wide = on_host(model.plain_scores(path))
        with model.narrowed():
            change = np.abs(on_host(model.plain_scores(path)) - wide).max() / (wide.std() or 1.0)
            return choose_mode(model, config, tree, paths) if change > tolerance(model) else None
    except Exception as error:  # `choose_mode` reports the fault for the unchanged model
        if is_out_of_memory(error):
            raise
        return None


def tolerance(model: Plain) -> float:
    """The largest error of plain passes with a cache, in standard deviations of the logits."""
    return EXACT if str(model.dtype).removeprefix("torch.") in ("float32", "float64") else HALF


def choose_mode(model: Plain, config: Any, tree: Start, paths: Start) -> str:
    """ "tree", or "paths: <why>" for a model that has to run path by path.

    Raises BadInput, which names the model, if passes with a cache disagree with passes without one.
    """
    try:
        known = Expected(model)
        noise = known.error(paths)
    except BadInput:
        raise
    except Exception as error:
        if is_out_of_memory(error):
            raise
        raise BadInput(
            f"{model.name} cannot be used: a plain forward pass fails ({first_line(error)}). Choose another model."
        ) from error
    dtype = str(model.dtype).removeprefix("torch.")
    if not noise <= tolerance(model):
        hint = "Try --dtype float32." if tolerance(model) == HALF else TESTED
        raise BadInput(
            f"{model.name} cannot be used in {dtype}: its logits with and without "
            f"a cache differ by {noise:.2g} standard deviations. {hint}"
        )
    if "local" in (getattr(config, "attention_layers", None) or []):
        return "paths: its local attention counts cache slots, not positions"
    try:
        worst = known.error(tree)
    except Exception as error:
        if is_out_of_memory(error):
            raise
        return f"paths: the model does not support tree masks ({type(error).__name__})"
    if worst <= (EXACT if tolerance(model) == EXACT else max(HALF_TREE, 3 * noise)):
        return "tree"
    return f"paths: tree logits differ from path logits by {worst:.2g} standard deviations"


def first_line(error: Exception) -> str:
    """The type of an error and the beginning of its message."""
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0][:120]}" if text else type(error).__name__


class Expected:
    """A small tree that is fed in two rounds with `keep` between them, and the plain logits of some of its paths."""

    def __init__(self, model: Plain, first_token: int = 3) -> None:
        """`first_token` begins the prompt. Another first token changes the contexts of all paths."""
        self._size = model.vocab_size
        self._first_token = first_token
        self._prompt = [self._token(i) for i in range(PROMPT)]
        self._plain = [on_host(model.plain_scores(path)) for path in self._paths()]

    def _token(self, i: int) -> int:
        return (37 * i + self._first_token) % self._size

    def _paths(self) -> Iterator[list[int]]:
        """Token paths after the prompt, in the order in which `error` compares them."""
        first = [[self._token(PROMPT + at) for at in path_to(node, FIRST)] for node in range(len(FIRST))]
        survivors = sorted({node for leaf in CHECKED for node in path_to(leaf, FIRST)})
        for leaf in CHECKED:
            yield self._prompt + first[leaf]
        paths = [first[node] for node in survivors]
        for i, parent in enumerate(SECOND):
            paths.append([*paths[parent], self._token(PROMPT + len(FIRST) + i)])
        yield from (self._prompt + path for path in paths[len(survivors) :])

    def error(self, start: Start) -> float:
        """The largest absolute difference between logits, in standard deviations of the logits. It is NaN if any logit
        is NaN.
        """
        session = start(self._prompt)
        first = session.forward([self._token(PROMPT + i) for i in range(len(FIRST))], FIRST)
        found = [(first, row) for row in CHECKED]
        session.keep(sorted({node for leaf in CHECKED for node in path_to(leaf, FIRST)}))
        begin = PROMPT + len(FIRST)
        second = session.forward([self._token(begin + i) for i in range(len(SECOND))], SECOND)
        found += [(second, row) for row in range(len(SECOND))]
        session.close()
        differences = [
            np.abs(on_host(logits.row(row)) - plain).max()  # pyright: ignore[reportAttributeAccessIssue]
            for (logits, row), plain in zip(found, self._plain, strict=True)
        ]
        spread = max(float(plain.std()) for plain in self._plain)
        return float(np.max(differences)) / (spread or 1.0)


def on_host(row: Any) -> NDArray[np.float64]:
    """Return a row of scores (a tensor on any device, or an array) as an array on the host."""
    return np.asarray(row.double().cpu() if hasattr(row, "cpu") else row, dtype=np.float64)
