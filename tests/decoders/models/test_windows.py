"""Attention windows: which positions they hide, how models are probed with narrow ones, and where they are a limit."""

from collections.abc import Callable
from copy import copy
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from transformers.masking_utils import chunked_causal_mask_function, sliding_window_causal_mask_function

from decoders.errors import BadInput
from decoders.models.torch.huggingface import HuggingFaceModel
from decoders.models.torch.masks import additive_mask, causal_mask
from decoders.models.torch.sessions import TreeSession
from decoders.models.windows import ALL, CHUNKED, FULL, SLIDING, Window, Windows, narrow_configs, windows_of
from tests.tiny import REACH, VOCAB, plain, tiny

PROMPT = [(37 * i + 5) % VOCAB for i in range(3 * REACH)]


def wrap(name: str, **changes: Any) -> HuggingFaceModel:
    """A model of a family in float32."""
    return HuggingFaceModel(tiny(name, torch.float32, **changes), VOCAB, name)


# What a window hides


@pytest.mark.parametrize("size", [1, 7, 4096, 8192])
def test_a_window_is_that_of_transformers(size: int) -> None:
    """The probe uses narrow windows, and wide ones must end at exactly the same position."""
    at = np.array([0, size - 1, size, size + 1, 2 * size, 3 * size + 2])
    keys = np.arange(3 * size + 3)
    here, there = torch.from_numpy(at)[:, None], torch.from_numpy(keys)[None]
    sliding: Any = sliding_window_causal_mask_function(size)
    chunked: Any = chunked_causal_mask_function(size, torch.zeros(1, dtype=torch.long))
    later = keys[None] > at[:, None]
    for window, theirs in ((Window(size), sliding), (Window(size, chunked=True), chunked)):
        seen = ~(window.hides(at, keys) | later)
        assert (seen == theirs(0, 0, here, there).numpy()).all()


def test_a_window_counts_positions_and_not_slots() -> None:
    """Siblings are far apart in a cache but at one position, so both attend to the same part of the prompt."""
    keys = np.array([0, 1, 2, 3, 3, 3, 4])
    hidden = np.zeros((2, 7), dtype=np.bool_)
    mask = additive_mask(hidden, keys[[3, 5]], keys, Windows({ALL: Window(2)}), torch.float32)
    assert isinstance(mask, torch.Tensor)
    assert (mask[0, 0] != 0).tolist() == [[True, True, False, False, False, False, False]] * 2


def test_one_mask_serves_all_layers_until_a_window_hides_something() -> None:
    """A mask per kind of layers costs time and memory."""
    windows = Windows({SLIDING: Window(4), FULL: None})
    assert isinstance(causal_mask(0, 4, windows, torch.float32), torch.Tensor)
    masks = causal_mask(0, 5, windows, torch.float32)
    assert isinstance(masks, dict)
    assert {kind: int((mask[0, 0, -1] == 0).sum()) for kind, mask in masks.items()} == {SLIDING: 4, FULL: 5}


WINDOWS: list[tuple[dict[str, Any], dict[str, Window | None]]] = [
    ({}, {}),
    ({"sliding_window": None}, {}),
    ({"sliding_window": 0}, {}),
    ({"sliding_window": 20}, {ALL: Window(20)}),
    ({"sliding_window": 20, "use_sliding_window": False}, {}),
    ({"sliding_window": 20, "layer_types": [FULL, FULL]}, {}),
    ({"sliding_window": 20, "layer_types": [SLIDING]}, {ALL: Window(20)}),
    ({"sliding_window": 20, "layer_types": [FULL, SLIDING]}, {SLIDING: Window(20), FULL: None}),
    ({"sliding_window": None, "layer_types": [FULL, SLIDING]}, {}),
    ({"sliding_window": "x", "layer_types": [FULL]}, {}),
    ({"attention_chunk_size": 30}, {ALL: Window(30, chunked=True)}),
    ({"attention_chunk_size": 30, "layer_types": [CHUNKED, FULL]}, {CHUNKED: Window(30, chunked=True), FULL: None}),
    ({"attention_chunk_size": 30, "layer_types": [FULL]}, {}),
]


@pytest.mark.parametrize(("config", "kinds"), WINDOWS)
def test_windows_of_a_configuration(config: dict[str, Any], kinds: dict[str, Window | None]) -> None:
    """Each family states in its own way which of its layers have a window."""
    assert windows_of(SimpleNamespace(**config), "it").kinds == kinds


# The probe


@pytest.mark.parametrize("name", ["mistral-windows", "gemma3-windows", "llama4-chunks"])
def test_the_probe_leaves_the_configuration_as_it_was(name: str) -> None:
    """A model that kept the probe's window of a few tokens would forget its prompt."""
    net = tiny(name, torch.float32)
    before = {id(part): part.config for part in net.modules() if hasattr(part, "config")}
    model = HuggingFaceModel(net, VOCAB, name)
    assert model.windows.smallest == REACH
    assert all(part.config is before[id(part)] for part in net.modules() if hasattr(part, "config"))
    for key in ("sliding_window", "attention_chunk_size"):
        assert getattr(net.config, key, None) in (None, REACH)


def test_a_network_of_the_same_configuration_is_not_narrowed() -> None:
    """A target may run while its layer-skipped draft, which shares its configuration, is probed."""
    net = tiny("mistral-windows", torch.float32)
    other = copy(net)
    other._modules = {**net._modules, "model": copy(net.model)}
    with narrow_configs(other, 4):
        assert (other.model.config.sliding_window, net.model.config.sliding_window) == (4, REACH)


def no_windows(self: Window, positions: Any, keys: Any) -> Any:
    return np.zeros((len(positions), len(keys)), dtype=np.bool_)


def one_too_many(self: Window, positions: Any, keys: Any) -> Any:
    return keys[None] < (positions - self.size)[:, None]


def by_slots(self: Window, positions: Any, keys: Any) -> Any:
    places = np.arange(len(keys))
    return places[None] <= (places[-len(positions) :] - self.size)[:, None]


@pytest.mark.parametrize("fault", [no_windows, one_too_many, by_slots])
@pytest.mark.parametrize("name", ["mistral-windows", "gemma3-windows"])
def test_the_probe_notices_a_wrong_window(
    name: str, fault: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mask that is wrong only beyond thousands of tokens would otherwise not be noticed."""
    monkeypatch.setattr(Window, "hides", fault)
    model = wrap(name)
    assert model.tree_mode.startswith("paths: tree logits differ")
    assert model.window == 256, "path by path it is right beyond its window"


def test_a_model_that_takes_no_mask_by_kind_runs_path_by_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """A family with one mask for all layers, only some of which have a window, must not be refused."""
    net = tiny("gemma3-windows", torch.float32, seed=5)
    forward = type(net.model).forward

    def takes_one(self: Any, *args: Any, attention_mask: Any = None, **given: Any) -> Any:
        if isinstance(attention_mask, dict):
            raise TypeError("one mask is expected")
        return forward(self, *args, attention_mask=attention_mask, **given)

    monkeypatch.setattr(type(net.model), "forward", takes_one)
    model = HuggingFaceModel(net, VOCAB, "one-mask")
    assert (model.tree_mode, model.window) == ("paths: the model does not support tree masks (TypeError)", 256)
    session = model.start(PROMPT)
    row: Any = session.forward([3], [-1]).row(0)  # pyright: ignore[reportAttributeAccessIssue]
    assert float((row - plain(net, [*PROMPT, 3])).abs().max()) < 1e-3


def test_a_window_that_the_family_does_not_read_limits_nothing() -> None:
    """Some Llamas have a sliding_window in config.json that changes nothing and must not end their texts."""
    net = tiny("llama-grouped", torch.float32, seed=6, sliding_window=REACH)
    model = HuggingFaceModel(net, VOCAB, "stray")
    assert (model.tree_mode, model.windows) == ("tree", Windows())
    session = model.start(PROMPT)
    row: Any = session.forward([3], [-1]).row(0)  # pyright: ignore[reportAttributeAccessIssue]
    assert len(PROMPT) > REACH
    assert float((row - plain(net, [*PROMPT, 3])).abs().max()) < 1e-3


def test_a_window_that_changes_nothing_stays_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that is not where the configuration says proves nothing, and text beyond it could be wrong."""
    monkeypatch.setattr("decoders.models.torch.huggingface.reads_windows", lambda net: True)
    net = tiny("llama-grouped", torch.float32, seed=6, sliding_window=REACH)
    model = HuggingFaceModel(net, VOCAB, "odd")
    assert (model.tree_mode, model.window, model.windows) == ("tree", REACH, Windows())
    with pytest.raises(
        BadInput,
        match="odd takes at most 16 tokens .its sliding attention window, beyond which results are not checked",
    ):
        model.start(PROMPT)


def test_sessions_that_are_wrong_beyond_a_window_end_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model whose sessions are wrong beyond its window is still right within it."""
    net = tiny("mistral-windows", torch.float32, seed=7)
    right = HuggingFaceModel.run_plain

    def unwindowed(self: Any, tokens: Any, cache: Any, at: int, score: bool = True) -> Any:
        with monkeypatch.context() as patch:
            patch.setattr(net.model, "config", copy(net.model.config))
            net.model.config.sliding_window = 10_000
            return right(self, tokens, cache, at, score)

    monkeypatch.setattr(HuggingFaceModel, "run_plain", unwindowed)
    model = HuggingFaceModel(net, VOCAB, "cut")
    assert (model.tree_mode, model.window) == ("tree", REACH)


@pytest.mark.parametrize("size", [1, 4, 13])
def test_windows_as_short_as_the_probe_itself(size: int) -> None:
    """A window as long as the probe's would prove nothing, so the probe takes another length."""
    model = wrap("mistral-windows", sliding_window=size)
    assert (model.tree_mode, model.window) == ("tree", 256)
    session = TreeSession(model, PROMPT)
    row: Any = session.forward([3, 4], [-1, -1]).row(1)
    assert float((row - plain(model.model, [*PROMPT, 4])).abs().max()) < 1e-3


def test_half_precision_proves_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most checkpoints run in bfloat16 on a GPU; rounding must not hide whether a window works."""
    net = tiny("mistral-windows", torch.bfloat16)
    assert HuggingFaceModel(net, VOCAB, "half").tree_mode == "tree"
    monkeypatch.setattr(Window, "hides", no_windows)
    assert HuggingFaceModel(net, VOCAB, "half").tree_mode.startswith("paths: tree logits differ")


@pytest.mark.parametrize("name", ["mistral-windows", "gemma3-windows"])
def test_a_single_masked_node_keeps_to_windows(name: str) -> None:
    """In bfloat16 on a CPU, even a single node has a mask; plain decoding must not attend beyond a window."""
    model = wrap(name)
    model.packs_masked = True
    session, text = TreeSession(model, PROMPT), list(PROMPT)
    for slot, token in enumerate((3, 9, 27)):
        text.append(token)
        row: Any = session.forward([token], [slot - 1]).row(0)
        assert float((row - plain(model.model, text)).abs().max()) < 1e-3


def test_a_probe_takes_few_tokens() -> None:
    """A window of 4,096 tokens must not cost a pass of 4,096 tokens when a model is loaded."""
    net = tiny("mistral-windows", torch.float32, sliding_window=4096, max_position_embeddings=8192)
    lengths: list[int] = []
    handle = net.register_forward_pre_hook(
        lambda m, args, given: lengths.append(given["input_ids"].numel()), with_kwargs=True
    )
    model = HuggingFaceModel(net, VOCAB, "long")
    handle.remove()
    assert (model.tree_mode, model.window) == ("tree", 8192)
    assert max(lengths) < 100
