"""Transformers models as sessions: the probe, masks, the cost of a pass, and refusals."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor
from transformers import AutoModelForCausalLM

from decoders.catalog import decoder
from decoders.core.decode import Models
from decoders.core.dice import Seeded
from decoders.core.rules import Warp
from decoders.errors import BadInput
from decoders.models.loading.weights import pick_dtype, read_weights
from decoders.models.probe import context_window
from decoders.models.torch import huggingface, sessions
from decoders.models.torch.huggingface import HuggingFaceModel
from decoders.models.torch.sessions import PathSession, TreeSession
from tests.tiny import GREEDY, VOCAB, plain, tiny, written

PARENTS = [-1, 0, 0, 1, 2, 4, 1]  # a small tree: two branches below slot 0, several leaves
TOKENS = [7, 8, 9, 10, 11, 12, 13]


def llama(dtype: torch.dtype = torch.float64, **changes: Any) -> HuggingFaceModel:
    return HuggingFaceModel(tiny("llama-grouped", dtype, **changes), VOCAB, "llama")


# What the probe notices


def slots_as_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    run = HuggingFaceModel.run

    def wrong(self: Any, tokens: list[int], positions: list[int], mask: Any, cache: Any, score: bool = True) -> Any:
        begin = cache.get_seq_length()
        return run(self, tokens, list(range(begin, begin + len(tokens))), mask, cache, score)

    monkeypatch.setattr(HuggingFaceModel, "run", wrong)


def siblings_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(tree: Any, first: int) -> Any:
        return np.tri(len(tree) - first, len(tree), first, dtype=bool)

    monkeypatch.setattr(sessions, "ancestor_rows", wrong)


def parent_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    right = sessions.ancestor_rows

    def wrong(tree: Any, first: int) -> Any:
        seen = right(tree, first)
        seen[np.arange(len(seen)), np.maximum(tree.parent[first:], 0)] = False
        return seen

    monkeypatch.setattr(sessions, "ancestor_rows", wrong)


def cache_cropped(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(self: Any, first: int, slots: Tensor) -> None:
        self.used = first + len(slots)

    monkeypatch.setattr(sessions.SlotLayer, "gather", wrong)


def boolean_mask(monkeypatch: pytest.MonkeyPatch) -> None:
    right = TreeSession._mask
    monkeypatch.setattr(TreeSession, "_mask", lambda self, tree, first: right(self, tree, first) == 0)


FAULTS = [slots_as_positions, siblings_seen, parent_unseen, cache_cropped]


@pytest.mark.parametrize(
    "dtype", [torch.float64, torch.float32, torch.bfloat16], ids=["float64", "float32", "bfloat16"]
)
@pytest.mark.parametrize("fault", FAULTS)
def test_the_probe_notices(
    fault: Callable[[pytest.MonkeyPatch], None], dtype: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model with its own handling of masks, positions or cache must not silently run as a tree."""
    fault(monkeypatch)
    assert llama(dtype).tree_mode.startswith("paths: tree logits differ")


def test_the_probe_notices_a_boolean_mask_under_eager_attention(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eager attention adds the mask: True would be +1."""
    boolean_mask(monkeypatch)
    model = HuggingFaceModel(tiny("gemma2"), VOCAB, "gemma2")
    assert model.tree_mode.startswith("paths: ")


def test_a_model_whose_cache_is_wrong_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither mode would be right, so neither is offered."""
    run = HuggingFaceModel.run_batch

    def wrong(self: Any, paths: Any, cache: Any, cached: int) -> Any:
        logits = run(self, paths, cache, cached)
        logits.scores[0, 0] += 1.0
        return logits

    monkeypatch.setattr(HuggingFaceModel, "run_batch", torch.inference_mode()(wrong))
    said = "llama cannot be used in float64: its logits with and without a cache differ by .* Install the version"
    with pytest.raises(BadInput, match=said):
        llama()
    with pytest.raises(BadInput, match="llama cannot be used in bfloat16: .* Try --dtype float32"):
        llama(torch.bfloat16)


def test_a_model_that_gives_nan_is_refused() -> None:
    """float16 overflows on some models, and their rows must not be sampled from."""
    model = deepcopy(tiny("llama-grouped"))
    with torch.no_grad():
        model.model.norm.weight[0] = torch.nan
    with pytest.raises(BadInput, match="NaN.*use --dtype float32"):
        HuggingFaceModel(model, VOCAB, "broken")


def test_a_model_that_cannot_run_is_refused_with_the_reason() -> None:
    """One sentence instead of a traceback from the middle of a model."""
    model = deepcopy(tiny("llama-grouped"))
    model.model.layers[0].mlp.up_proj = torch.nn.Identity()
    with pytest.raises(BadInput, match="broken cannot be used: a plain forward pass fails .RuntimeError"):
        HuggingFaceModel(model, VOCAB, "broken")


def test_out_of_memory_is_not_taken_for_a_bad_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Path mode needs even more memory."""

    def full(*args: Any, **given: Any) -> None:
        raise torch.OutOfMemoryError

    monkeypatch.setattr(HuggingFaceModel, "run", full)
    with pytest.raises(torch.OutOfMemoryError):
        llama()


# Vocabulary and head


@pytest.mark.parametrize("paths", [False, True], ids=["tree", "paths"])
def test_padded_vocabulary_is_masked(paths: bool) -> None:
    """Rows beyond the tokenizer's length are not tokens: they get no probability and are in no sum."""
    model = HuggingFaceModel(tiny("llama-grouped"), VOCAB - 14, "padded")
    logits = (PathSession if paths else TreeSession)(model, [1, 2, 3]).forward(TOKENS, PARENTS)
    for row, path in ((3, [7, 8, 10]), (5, [7, 9, 11, 12])):
        expected = torch.softmax(plain(model.model, [1, 2, 3, *path])[: VOCAB - 14], 0).numpy()
        law = logits.warp(row, Warp())
        assert law.ids.tolist() == list(range(VOCAB - 14))
        assert np.abs(law.probs - expected).max() < 1e-12
        assert logits.logp(row, 4) == pytest.approx(np.log(expected[4]))
        assert logits.logp(row, VOCAB - 14) == -np.inf
        joint = logits.warp_joint([row, None], [0.0, 0.0], Warp())
        assert joint.ids.max() == (VOCAB - 14 + 1) + VOCAB - 14


@pytest.mark.parametrize("paths", [False, True], ids=["tree", "paths"])
def test_reduced_head(paths: bool) -> None:
    """The bundled draft scores part of the vocabulary; its columns must become the right token ids."""
    whole = tiny("llama-grouped")
    ids = torch.tensor([0, 3, 4, 17, 40, 63])
    few = deepcopy(whole)
    few.lm_head = torch.nn.Linear(32, len(ids), bias=False, dtype=torch.float64)
    few.lm_head.weight = torch.nn.Parameter(whole.lm_head.weight[ids])
    model = HuggingFaceModel(few, VOCAB, "reduced", ids)
    assert model.tree_mode == "tree"
    logits = (PathSession if paths else TreeSession)(model, [1, 2, 3]).forward(TOKENS, PARENTS)
    expected = torch.softmax(plain(whole, [1, 2, 3, 7, 9, 11])[ids], 0)
    law = logits.warp(4, Warp())
    assert law.ids.tolist() == ids.tolist()
    assert np.abs(law.probs - expected.numpy()).max() < 1e-12
    assert logits.warp(4, Warp(temperature=0)).ids.tolist() == [int(ids[expected.argmax()])]
    assert logits.logp(4, 5) == -np.inf


# What a pass costs


@contextmanager
def seen_by(model: HuggingFaceModel) -> Iterator[list[dict[str, Any]]]:
    """The arguments of every forward pass."""
    calls: list[dict[str, Any]] = []
    handle = model.model.register_forward_pre_hook(lambda m, args, given: calls.append(given), with_kwargs=True)
    yield calls
    handle.remove()


def test_a_single_chain_needs_no_mask() -> None:
    """Plain decoding must use the fast attention kernels, which a mask would exclude."""
    model = llama()
    with seen_by(model) as calls:
        session = TreeSession(model, [1, 2, 3])
        session.forward([4], [-1])
        session.forward([5], [0])
        session.forward([6], [0])  # a sibling: slot 1 must not be seen
        session.keep([0, 2])
        session.forward([7], [1])
    masks = [given.get("attention_mask") is not None for given in calls]
    assert masks == [False, False, False, True, False]


def test_a_single_node_is_masked_where_that_is_faster() -> None:
    """In bfloat16 on a CPU, grouped attention without a mask is five times slower."""
    model = llama(torch.bfloat16)
    with seen_by(model) as calls:
        TreeSession(model, [1, 2, 3]).forward([4], [-1])
    mask = calls[-1]["attention_mask"]
    assert (mask.shape, mask.dtype, int(mask.count_nonzero())) == ((1, 1, 1, 4), torch.bfloat16, 0)


def test_prefill_computes_no_logits(monkeypatch: pytest.MonkeyPatch) -> None:
    """4,000 prompt tokens by 49,152 scores would be 0.8 GB."""
    monkeypatch.setattr(sessions, "PREFILL_CHUNK", 8)
    model = llama()
    widths: list[int] = []
    handle = model.model.lm_head.register_forward_hook(lambda m, args, out: widths.append(out.shape[1]))
    for start in (TreeSession, PathSession):
        start(model, list(range(20)))
    handle.remove()
    assert widths == [1] * 6


def test_a_forest_by_paths_scores_only_its_nodes() -> None:
    """The fallback must not score every token of every path."""
    model = llama()
    shapes: list[tuple[int, ...]] = []
    handle = model.model.lm_head.register_forward_hook(lambda m, args, out: shapes.append(tuple(out.shape)))
    PathSession(model, []).forward(TOKENS, PARENTS)
    handle.remove()
    assert shapes == [(len(TOKENS), 1, VOCAB)]


def test_many_paths_behind_a_long_text_go_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every path has a copy of the cache; 128 of them after a long prompt would use all memory."""
    model, prompt = llama(), list(range(20))
    whole = PathSession(model, prompt).forward(TOKENS, PARENTS)
    monkeypatch.setattr(huggingface, "PATH_TOKENS", 3 * (len(prompt) + 4))
    with seen_by(model) as calls:
        parts = PathSession(model, prompt).forward(TOKENS, PARENTS)
    assert [len(given["input_ids"]) for given in calls[1:]] == [3, 3, 1]
    assert torch.allclose(parts.scores, whole.scores)


def test_a_gpu_without_bfloat16_computes_in_float16(monkeypatch: pytest.MonkeyPatch) -> None:
    """A T4 or V100 imitates bfloat16 in software, which is slower than float32."""
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda including_emulation: including_emulation)
    assert pick_dtype("auto", "cuda") is pick_dtype("auto", "cuda:1") is torch.float16
    assert pick_dtype("bfloat16", "cuda") is torch.bfloat16


def test_one_gpu_is_used_where_one_suffices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model spread over all boards is slower, and self-speculation and energy counters do not support it."""
    asked: dict[str, Any] = {}
    whole = {"missing_keys": set[str](), "unexpected_keys": set[str](), "mismatched_keys": set[str]()}
    read = lambda name, **given: asked.update(given) or (tiny("llama"), whole)  # noqa: E731
    monkeypatch.setattr(AutoModelForCausalLM, "from_pretrained", read)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda index: (1000, 2000))
    read_weights("a model", "cuda", torch.float16)
    assert asked["device_map"] == "sequential"
    assert {place: size for place, size in asked["max_memory"].items() if place != "cpu"} == {0: 800, 1: 800}


def test_plain_decoding_by_paths_is_one_pass_per_token() -> None:
    """Otherwise ALiBi models would be twice as slow at greedy decoding, and SpD would look twice as good."""
    model = llama()
    model.tree_mode = "paths: forced"
    with seen_by(model) as calls:
        found = decoder("greedy")
        list(found.decode([1, 2, 3], Models(model, None, frozenset()), found.make_settings({}), Seeded(0), 5))
    assert [tuple(given["input_ids"].shape) for given in calls] == [(1, 2)] + [(1, 1)] * 5


def test_a_cache_grows_and_shrinks_in_place() -> None:
    """After hundreds of tokens, outgrown buffers and gathers, rows must equal those of a fresh pass."""
    model = llama(max_position_embeddings=2000)
    prompt = [(11 * i) % VOCAB for i in range(120)]
    session = TreeSession(model, prompt)
    path: list[int] = []
    for turn in range(90):
        parents = [len(path) - 1, len(path) - 1, len(path), len(path) + 1] + [len(path) + 2] * 8
        tokens = [(turn + 5 * i) % VOCAB for i in range(len(parents))]
        logits = session.forward(tokens, parents)
        session.keep([*range(len(path)), len(path) + 1, len(path) + 3])
        path += [tokens[1], tokens[3]]
        assert session.kv_length == len(prompt) + len(path)
        if turn % 15 == 14:
            expected = plain(model.model, [*prompt, *path])
            assert float((logits.row(3) - expected).abs().max() / expected.std()) < 1e-9


def test_close_releases_the_cache() -> None:
    """The memory of a finished run must be freed at once."""
    for start in (TreeSession, PathSession):
        session = start(llama(), [1, 2, 3])
        session.forward(TOKENS, PARENTS)
        session.close()
        assert session._cache.layers == []


# Limits


LIMITS = [
    ({}, None, ""),
    ({"max_position_embeddings": 99}, 99, "position"),
    ({"max_position_embeddings": 99, "sliding_window": None}, 99, "position"),
    ({"max_position_embeddings": 99, "sliding_window": 20}, 20, "sliding"),
    ({"max_position_embeddings": 99, "sliding_window": 20, "use_sliding_window": False}, 99, "position"),
    ({"max_position_embeddings": 99, "sliding_window": 20, "layer_types": ["full_attention"]}, 99, "position"),
    ({"max_position_embeddings": 99, "sliding_window": 20, "layer_types": ["sliding_attention"]}, 20, "sliding"),
    ({"max_position_embeddings": 99, "attention_chunk_size": 30}, 30, "chunk"),
    ({"max_position_embeddings": 20, "sliding_window": 20}, 20, "position"),
    ({"rope_parameters": {"rope_type": "default"}}, None, ""),
    ({"rope_parameters": {"full_attention": {"rope_type": "default"}}}, None, ""),
]


@pytest.mark.parametrize(("config", "window", "why"), LIMITS)
def test_context_window(config: dict[str, Any], window: int | None, why: str) -> None:
    """Beyond the window, keys that the model hides or untrained positions would be used."""
    found, name = context_window(SimpleNamespace(**config), "it")
    assert found == window
    assert why in name
    positions = config.get("max_position_embeddings")
    proved = context_window(SimpleNamespace(**config), "it", windows_proved=True)
    assert proved[0] == positions, "proved windows are no limit"


@pytest.mark.parametrize("value", ["x", 0.5, True, -1, [8]])
@pytest.mark.parametrize("key", ["max_position_embeddings", "sliding_window", "attention_chunk_size"])
def test_a_limit_that_is_none_is_named(key: str, value: Any) -> None:
    """A damaged config.json must be named, so that nobody has to read a traceback."""
    with pytest.raises(BadInput, match=rf"^a model cannot be used: {key} in its config\.json is .* whole number"):
        context_window(SimpleNamespace(**{key: value}), "a model")


# On a GPU


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=["float32", "bfloat16"])
@pytest.mark.parametrize("name", ["llama-grouped", "gemma3", "gpt2", "bloom"])
def test_tree_is_paths_on_a_gpu(name: str, dtype: torch.dtype) -> None:
    """Masks, positions and slots must be on the computing device, whatever kernel it uses."""
    torch_model = HuggingFaceModel(tiny(name, dtype, seed=21).cuda(), VOCAB, name)
    assert (torch_model.tree_mode == "tree") == (name != "bloom")
    for paths in (False, True):
        torch_model.tree_mode = "paths: forced" if paths or name == "bloom" else "tree"
        session = torch_model.start([1, 2, 3, 4, 5])
        session.forward(TOKENS, PARENTS)
        session.keep([0, 2, 4])
        logits = session.forward([20, 21], [2, 1])
        for row, path in ((0, [7, 9, 11, 20]), (1, [7, 9, 21])):
            expected = plain(torch_model.model, [1, 2, 3, 4, 5, *path]).float()
            error = (logits.row(row) - expected).abs().max() / expected.std()  # pyright: ignore
            assert float(error) < (2e-3 if dtype == torch.float32 else 0.15)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
def test_speculation_on_a_gpu_is_greedy() -> None:
    """The whole loop on a device, with rejections, gives the text of the target alone."""
    target = HuggingFaceModel(tiny("llama-grouped", torch.float32, seed=22).cuda(), VOCAB, "target")
    draft = HuggingFaceModel(tiny("llama-grouped", torch.float32, seed=23).cuda(), VOCAB, "draft")
    texts = [written(method, target, draft, given, [1, 2, 3], 0, 24) for method, given in GREEDY]
    assert texts[0] == texts[1]
