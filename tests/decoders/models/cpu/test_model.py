"""The engine of this project's own gives what torch gives in float32 on the same weights, and the same bits for a path
whatever is computed beside it.
"""

import errno
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numba.core.caching import IndexDataCacheFile

from decoders.core.checkpoint import checked
from decoders.core.sublayers import parse_skips
from decoders.errors import BadInput
from decoders.models import slots
from decoders.models.cpu import model as ours
from decoders.models.cpu import passes
from decoders.models.cpu import session as folders
from decoders.models.cpu.kernels import BF16, BLOCK, BYTES, F16, F32, INT8, LANES, WIDTH, compiled, numba, product
from decoders.models.cpu.model import ROWS, WEIGHTS, Crew, NumbaModel
from decoders.models.cpu.session import ABOUT, HEAD_IDS
from decoders.models.engine import HELD_TO, cpu_fact
from decoders.models.host import HostLogits
from decoders.models.parts import CannotConvertError, Parts
from decoders.models.rounding import round_weights
from decoders.models.skipping import skip_sublayers
from decoders.models.torch.huggingface import HuggingFaceModel
from tests.engines import CLOSE, Checked, float_heads, folder_of, grow, grow_at_random, in_float, made, reduced, some
from tests.engines import engine as on_engine
from tests.engines import twin as twin_of
from tests.tiny import VOCAB, plain, tiny, tiny_heads

ROOT = Path(__file__).parents[4]
NAMES = ("llama-64", "llama-128")
KEPT = {"bfloat16": torch.bfloat16, "float16": torch.float16, "float32": torch.float32, "int8": None}


@cache
def rounded(name: str) -> Any:
    """A tiny network whose matrices are rounded to 8 bits."""
    return round_weights(deepcopy(tiny(name, torch.bfloat16)))


@cache
def engine(name: str = "llama-64", kept: str = "bfloat16", heads: int = 0) -> NumbaModel:
    """A tiny model on the built-in engine, with weights in one of KEPT."""
    dtype = KEPT[kept]
    if dtype is not None:
        return on_engine(name, dtype, heads)
    return NumbaModel(made(Parts(rounded(name), eight_bits=True)), name, VOCAB)


def twin(name: str = "llama-64", kept: str = "bfloat16") -> Any:
    """A network with the same weights that computes in float32."""
    dtype = KEPT[kept]
    return rounded(name) if dtype is None else twin_of(name, dtype)


@cache
def crew_of(threads: int) -> Crew:
    return Crew(threads)


def other(name: str, **changes: Any) -> Any:
    """A tiny network in bfloat16 with unusual changes."""
    return tiny.__wrapped__(name, torch.bfloat16, **changes)


# Exact


@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize("name", NAMES)
def test_scores_are_those_of_float32_over_a_tree(name: str, kept: str) -> None:
    """Every probability shown would be wrong if short weights were not computed in float32."""
    grow(Checked(engine(name, kept), twin(name, kept), some(11)))


@pytest.mark.parametrize(
    "changes",
    [
        {"num_attention_heads": 2, "num_key_value_heads": 2},
        {"num_attention_heads": 8, "num_key_value_heads": 1},
        {"tie_word_embeddings": True},
        {"rms_norm_eps": 0.1},
        {"hidden_size": 128, "intermediate_size": 192},
    ],
    ids=str,
)
def test_other_shapes_of_the_kind(changes: dict[str, Any]) -> None:
    """Models with other numbers of heads, a shared embedding or whole blocks must be as exact."""
    net = other("llama-64", **changes)
    grow(Checked(NumbaModel(made(Parts(net)), "it", VOCAB), in_float(net), some(9)))


def test_norms_count() -> None:
    """A random model's norms are all one, but a trained model's are not."""
    net = deepcopy(tiny("llama-64", torch.bfloat16))
    random = torch.Generator().manual_seed(3)
    for name, weight in net.named_parameters():
        if "norm" in name:
            weight.data = (1 + torch.randn(weight.shape, generator=random) / 3).bfloat16()
    grow(Checked(NumbaModel(made(Parts(net)), "it", VOCAB), in_float(net), some(9)))


@pytest.mark.parametrize(
    "rope",
    [
        {"rope_type": "linear", "factor": 3.0},
        {
            "rope_type": "llama3",
            "factor": 8.0,
            "low_freq_factor": 1.0,
            "high_freq_factor": 4.0,
            "original_max_position_embeddings": 32,
        },
    ],
    ids=lambda rope: rope["rope_type"],
)
def test_stretched_positions_are_exact(rope: dict[str, Any]) -> None:
    """Llama 3 scales its positions; plain ones would change every long text."""
    net = other("llama-64", rope_parameters={"rope_theta": 10000.0, **rope})
    assert not torch.allclose(plain(in_float(net), some(40)), plain(twin(), some(40)), atol=10 * CLOSE)
    grow(Checked(NumbaModel(made(Parts(net)), "it", VOCAB), in_float(net), some(40)))


def test_rounded_weights_take_a_byte_each() -> None:
    """A model of 8 bits stored in 16 would not be faster than its original."""
    folder = engine("llama-64", "int8").folder
    assert engine("llama-64", "int8").sizes.value_bytes == 1
    others = engine().folder, folder_of("llama-64", torch.float32)
    size, half, whole = (sum((path / file).stat().st_size for file in (WEIGHTS, ROWS)) for path in (folder, *others))
    assert size < 0.3 * whole
    assert half < 0.55 * whole
    assert engine().held == {id(engine()): (engine().folder / WEIGHTS).stat().st_size}


def test_what_a_rounded_draft_shares_is_not_rounded() -> None:
    """A draft's embedding is its target's, so it stays in 16 bits."""
    net = deepcopy(tiny("llama-64", torch.bfloat16))
    round_weights(net, shared=net.get_input_embeddings())
    model = NumbaModel(made(Parts(net, eight_bits=True)), "shared", VOCAB)
    grow(Checked(model, net, some(11)))
    about = model.about["numba"]
    assert (about["embedding"]["kind"], about["layers"][0]["qkv"]["kind"]) == (BF16, INT8)


def test_writing_leaves_the_network_as_it_was() -> None:
    """The draft is written from layers that it shares with the target."""
    net = tiny("llama-64", torch.bfloat16)
    before = {name: weight.clone() for name, weight in net.state_dict().items()}
    made(Parts(net))
    after = net.state_dict()
    assert all(after[name].dtype == weight.dtype and after[name].equal(weight) for name, weight in before.items())


# Others


@pytest.mark.parametrize(
    ("name", "changes", "why"),
    [
        ("gemma2", {}, "its architecture, Gemma2ForCausalLM, is not supported"),
        ("gpt2", {}, "its architecture, GPT2LMHeadModel, is not supported"),
        ("mamba", {}, "its architecture, MambaForCausalLM, is not supported"),
        ("phi3", {}, "its architecture, Phi3ForCausalLM, is not supported"),
        ("llama-64", {"hidden_act": "gelu"}, "its activation is gelu, but the kernels compute silu"),
        (
            "llama-64",
            {"rope_parameters": {"rope_type": "dynamic", "rope_theta": 1e4, "factor": 4.0}},
            "of the kind dynamic",
        ),
    ],
)
def test_other_kinds_are_refused_by_name(name: str, changes: dict[str, Any], why: str) -> None:
    """The kernels would compute other numbers, so another engine runs them and the trace says why."""
    with pytest.raises(CannotConvertError, match=why):
        made(Parts(other(name, **changes)))


def test_weights_in_float64_are_refused() -> None:
    """Half of their digits would be lost silently."""
    with pytest.raises(CannotConvertError, match=r"stored as torch\.float64"):
        made(Parts(tiny("llama-64")))


def test_what_comes_out_wrong_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a CPU gets wrong code, the model must be refused instead of writing nonsense."""
    run = NumbaModel.run

    def wrong(self: Any, request: Any, tokens: Any, positions: Any, hidden: Any, *more: Any, **given: Any) -> Any:
        return run(self, request, tokens, [0] * len(tokens), hidden, *more, **given)

    monkeypatch.setattr(NumbaModel, "run", wrong)
    with pytest.raises(CannotConvertError, match="differ by .* standard deviations from those that torch computes"):
        made(Parts(tiny("llama-64", torch.bfloat16)))


# Bit for bit

PATH = [7, 12, 33, 5, 40]


def alone(model: NumbaModel, prompt: Sequence[int], path: Sequence[int]) -> list[np.ndarray]:
    """The scores after each node of a path that is fed alone, node by node."""
    session = model.start(prompt)
    return [session.forward([token], [slot]).scores[0] for slot, token in enumerate(path, -1)]


def among(model: NumbaModel, prompt: Sequence[int], path: Sequence[int], rows: int, rng: Any) -> list[np.ndarray]:
    """The scores after each node in passes with many rows: others are elsewhere in the tree, or forgotten."""
    session, node, live, found = model.start(prompt), -1, 0, []
    trunk: list[int] = []
    for token in path:
        at = int(rng.integers(0, rows))
        tokens = [int(one) for one in rng.integers(0, VOCAB, rows)]
        parents = [int(rng.integers(-1, live + i)) for i in range(rows)]
        tokens[at], parents[at] = token, node
        found.append(session.forward(tokens, parents).scores[at])
        node = live + at
        trunk, live = [*trunk, node], live + rows
        if rng.random() < 0.5:
            session.keep(trunk)
            trunk = list(range(len(trunk)))
            node, live = trunk[-1], len(trunk)
    return found


def same(one: Sequence[np.ndarray], two: Sequence[np.ndarray]) -> bool:
    return len(one) == len(two) and all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


@pytest.mark.parametrize("spare", [0, 10_000])
@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize("name", NAMES)
def test_a_path_has_the_same_bits_alone_and_in_a_tree(
    name: str, kept: str, spare: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A verified draft must be compared with the same numbers as greedy decoding, whatever else is in the pass."""
    monkeypatch.setattr(slots, "SPARE", spare)
    model, rng = engine(name, kept), np.random.default_rng(spare)
    expected = alone(model, some(9), PATH)
    for rows in range(1, 15):
        assert same(among(model, some(9), PATH, rows, rng), expected), f"with {rows} rows"


@pytest.mark.parametrize("name", NAMES)
def test_a_long_path_has_the_same_bits(name: str) -> None:
    """Long sums can be computed in more ways, and end within a vector or at its edge."""
    model, rng = engine(name), np.random.default_rng(1)
    for length in (1, 15, 16, 17, 31, 62, 63, 64, 65, 100):
        expected = alone(model, some(length), PATH)
        assert same(among(model, some(length), PATH, 9, rng), expected), f"behind {length} tokens"


def test_a_prompt_has_the_same_bits_however_it_is_fed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A continued run must start from the same text as the recorded one."""
    model, prompt = engine(), some(40)
    expected = alone(model, prompt, PATH)
    for chunk in (1, 7, 13, 39):
        with monkeypatch.context() as patch:
            patch.setattr(folders, "PREFILL_CHUNK", chunk)
            assert same(alone(model, prompt, PATH), expected), f"in chunks of {chunk}"
    for split in (0, 1, 20):
        assert same(alone(model, prompt[:split], [*prompt[split:], *PATH])[-len(PATH) :], expected)


@pytest.mark.parametrize("layers", [(), (1,), (0, 2)])
@pytest.mark.parametrize("asked", [[], [6], [2, 5], range(7)])
def test_rows_that_nobody_asks_for_are_left_out_of_the_last_layer(layers: tuple[int, ...], asked: list[int]) -> None:
    """A prompt needs only keys and values, so the last layer is skipped for rows that nobody reads."""
    net = tiny("llama-64", torch.bfloat16)
    model = NumbaModel(made(Parts(net, heads=tiny_heads(net)), shown=layers), "asked", VOCAB)
    hidden = np.triu(np.ones((7, 7), dtype=np.bool_), 1)
    whole, part = model.request(), model.request()
    all_rows = model.run(whole, some(7), range(7), hidden, range(7))
    found = model.run(part, some(7), range(7), hidden, asked)
    assert np.array_equal(found.scores, all_rows.scores[list(asked)])
    assert found.hidden is not None
    assert all_rows.hidden is not None
    assert np.array_equal(found.hidden, all_rows.hidden[list(asked)])
    if layers:
        assert found.features is not None
        assert np.array_equal(found.features, all_rows.features)
    after = [model.run(one, [3], [7], np.zeros((1, 8), dtype=np.bool_), [0]).scores for one in (whole, part)]
    assert np.array_equal(*after), "keys and values are there of every row"


@pytest.mark.parametrize("threads", [2, 3, 5])
@pytest.mark.parametrize("name", NAMES)
def test_any_number_of_threads_gives_the_same_bits(name: str, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs on other machines must agree token for token; threads that disturb each other would show."""
    model = engine(name)

    def walk(count: int) -> list[np.ndarray]:
        monkeypatch.setattr(ours, "crew", lambda: crew_of(count))
        rng = np.random.default_rng(7)
        found = [row for rows in (1, 3, 8, 14) for row in among(model, some(30), PATH, rows, rng)]
        session = model.start(some(70))
        found += list(session.forward(range(33), [-1] * 33).scores)
        return found

    assert same(walk(threads), walk(1))


# Prompts


@pytest.mark.parametrize("length", [1, 5, 9])
def test_prompts_around_a_chunk(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A prompt of one token leaves nothing to prefill, and a chunk must not attend beyond itself."""
    monkeypatch.setattr(folders, "PREFILL_CHUNK", 4)
    grow(Checked(engine(), twin(), some(length)))


def test_a_context_longer_than_the_first_room() -> None:
    """Keys and values move to a larger buffer while a text grows, and nothing may be lost."""
    net = tiny("llama-64", torch.bfloat16, max_position_embeddings=1400)
    long = Checked(NumbaModel(made(Parts(net)), "long", VOCAB), in_float(net), some(ours.ROOM + 480))
    request: Any = long.runner
    tip, rooms = long.tree.root, set[int]()
    for turn in range(4):
        tip = long.extend([tip] * 12, [(turn + i) % VOCAB for i in range(12)])[-1]
        rooms.add(request._session._request.places)
        if turn % 2:
            long.keep([tip])
    assert len(rooms) > 1, "it has moved"


def test_an_empty_prompt() -> None:
    """In this case the first token follows nothing."""
    session = engine(heads=2).start([])
    assert session.heads(-1) is None
    found = session.forward([5, 6, 7], [-1, 0, 0])
    for row, path in enumerate(([5], [5, 6], [5, 7])):
        assert np.abs(found.row(row) - plain(twin(), path).numpy()).max() < CLOSE  # pyright: ignore


@pytest.mark.parametrize("token", [VOCAB, -1])
def test_unknown_tokens_are_refused(token: int) -> None:
    """An id beyond the embedding would read foreign memory."""
    with pytest.raises(BadInput, match="has no token 64|prompt is empty"):
        engine().start([token])
    with pytest.raises(BadInput, match="has no token 64|prompt is empty"):
        engine().start([1, 2]).forward([token], [-1])


def test_padded_ids_are_cut_off() -> None:
    """Rows of the embedding without a token must not get probability."""
    model = NumbaModel(folder_of("llama-64"), "padded", VOCAB - 4)
    law = model.start(some(4)).forward([1], [-1])
    assert law.row(0).shape == (VOCAB - 4,)  # pyright: ignore[reportAttributeAccessIssue]


# What is forgotten


@pytest.mark.parametrize("spare", [0, 20, 10_000])
def test_random_trees_whatever_is_packed(spare: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forgotten slots are masked and sometimes removed; neither may change a row."""
    monkeypatch.setattr(slots, "SPARE", spare)
    grow_at_random(Checked(engine("llama-128"), twin("llama-128"), some(7)), spare)


def test_packing_is_rare_and_leaves_no_more_than_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copying the cache in every iteration would be slow; never copying would fill the memory."""
    packed: list[int] = []
    pack = folders.FolderSession._pack

    def counted(self: Any) -> None:
        pack(self)
        packed.append(self._places.used)

    monkeypatch.setattr(folders.FolderSession, "_pack", counted)
    session: Any = engine().start(some(10))
    for _ in range(60):
        session.forward([1] * 10, [-1] * 10)
        session.keep([0])
        session.keep([])
        assert session._places.used - session.kv_length <= slots.SPARE
    assert set(packed) <= {10, 11}
    assert 1 <= len(packed) <= 3
    assert session._request.places <= 10 + 2 * slots.SPARE


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read as Linux gives it")
def test_closing_gives_memory_back() -> None:
    """A class steps through hundreds of runs, so each must free its memory."""

    def resident_after(runs: int) -> int:
        for _ in range(runs):
            session: Any = engine().start(some(100))
            session.forward([1] * 20, [-1] * 20)
            session.close()
            assert session._request is None
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

    before = resident_after(20)
    assert resident_after(60) - before < 4e6


def test_a_pass_that_fails_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory may run out within a pass; a continued run must not see half of it."""
    one = Checked(engine(), twin(), some(6))
    first = one.extend([one.tree.root] * 3, [1, 2, 3])
    run = NumbaModel.run

    def late(self: Any, *given: Any) -> Any:
        run(self, *given)
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(NumbaModel, "run", late)
        with pytest.raises(MemoryError):
            one.extend([first[1]], [9])
    one.extend([first[1], first[2]], [9, 10])


def test_a_run_is_left_between_two_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop must not wait for the end of a long prompt, and other runs on the model continue."""
    monkeypatch.setattr(folders, "PREFILL_CHUNK", 20)
    monkeypatch.setattr(ours, "crew", lambda: crew_of(2))
    model, tokens, looks = engine(), some(40), list[int]()
    beside = model.start(tokens[:-1])

    def leave() -> None:
        looks.append(1)
        if len(looks) == 2:
            raise TimeoutError

    with checked(leave), pytest.raises(TimeoutError):
        model.start(tokens[:-1])
    assert len(looks) == 2
    for session in (beside, model.start(tokens[:-1])):
        rows: Any = session.forward([tokens[-1]], [-1])
        assert np.abs(rows.row(0) - plain(twin(), tokens).numpy()).max() < CLOSE


# What is read of scores and states


HEAD = (1, 4, 5, 9, 30, 63)


def test_a_reduced_head() -> None:
    """The embedded pair's draft proposes only some tokens, under their own ids."""
    model = NumbaModel(folder_of("llama-64", head=HEAD), "cut", VOCAB)
    torch_model = HuggingFaceModel(reduced(twin(), HEAD), VOCAB, "cut", torch.tensor(HEAD))
    found, expected = (one.start(some(5)).forward([3, 4], [-1, 0]) for one in (model, torch_model))
    for row in range(2):
        assert [found.logp(row, t) for t in HEAD] == pytest.approx([expected.logp(row, t) for t in HEAD], abs=CLOSE)
        assert found.logp(row, 2) == -np.inf
        assert [t for t, _ in found.top(row, 3)[0]] == [t for t, _ in expected.top(row, 3)[0]]


@pytest.mark.parametrize("vocab", [VOCAB, VOCAB - 4])
def test_what_the_engine_sums_up_is_so(vocab: int) -> None:
    """Probabilities are scores minus a row's norm, which must be that of all columns."""
    model = NumbaModel(folder_of("llama-64"), "it", vocab)
    found: Any = model.start(some(5)).forward([3, 4, 5], [-1, 0, 0])
    again = HostLogits(found.scores.copy(), vocab)
    for row in range(3):
        assert found.best(row) == again.best(row) == found.scores[row].max()
        assert found._largest[row] is not None
        for k in (1, 5, passes.FIRST, passes.FIRST + 4, vocab):
            assert found.largest(row, k).tolist() == np.argsort(-found.scores[row], kind="stable")[:k].tolist()
        assert found.norm(row) == pytest.approx(again.norm(row), abs=1e-5)
        assert found.entropy(row) == pytest.approx(again.entropy(row), abs=1e-5)


def test_extra_heads() -> None:
    """Medusa reads the target's state after any slot, and at the end of the prompt."""
    model = engine(heads=2)
    theirs = HuggingFaceModel(twin(), VOCAB, "heads", heads=float_heads("llama-64"))
    assert model.head_count == 2
    sessions: list[Any] = [one.start(some(6)) for one in (model, theirs)]
    for session in sessions:
        session.forward([1, 2, 3], [-1, 0, 0])
        session.keep([0, 2])
        session.forward([4], [1])
    for slot in (-1, 0, 1, 2):
        found, expected = (session.heads(slot) for session in sessions)
        for row in range(2):
            pairs = [(found.logp(row, t), expected.logp(row, t)) for t in range(VOCAB)]
            assert max(abs(a - b) for a, b in pairs) < CLOSE


def test_extra_heads_of_two_runs_at_once() -> None:
    """Two visitors may run Medusa on one loaded pair; each must read its own state."""
    model = engine(heads=2)
    sessions = [model.start(some(length)) for length in (4, 9)]

    def rows(session: Any) -> list[float]:
        heads = session.heads(-1)
        return [heads.logp(row, 7) for row in range(2)]

    alone = [rows(session) for session in sessions]
    assert alone[0] != alone[1]
    with ThreadPoolExecutor(2) as pool:
        found = [pool.submit(rows, sessions[i % 2]) for i in range(2000)]
        assert all(one.result() == alone[i % 2] for i, one in enumerate(found))


def test_extra_heads_of_some_tokens() -> None:
    """The embedded pair's heads guess only some tokens, under their own ids."""
    net = tiny("llama-64", torch.bfloat16)
    heads = tiny_heads(net, 2)
    heads.ids, heads.rows = torch.tensor(HEAD), heads.rows[list(HEAD)]
    session = NumbaModel(made(Parts(net, heads=heads)), "it", VOCAB).start(some(6))
    whole: Any = engine(heads=2).start(some(6)).heads(-1)
    found: Any = session.heads(-1)
    assert np.abs(found.row(1) - whole.row(1)[list(HEAD)]).max() < CLOSE
    assert found.head.tolist() == list(HEAD)


@pytest.mark.parametrize("layers", [(0, 1, 2), (2, 0, 2), (1,)], ids=str)
def test_what_a_draft_reads(layers: tuple[int, ...]) -> None:
    """A draft must get the hidden states of the right token and layer."""
    net = tiny("llama-64", torch.bfloat16)
    model = NumbaModel(made(Parts(net), shown=layers), "shown", VOCAB)
    theirs = HuggingFaceModel(in_float(net), VOCAB, "shown", shown=layers)
    sessions: list[Any] = [one.start(some(6)) for one in (model, theirs)]
    for session in sessions:
        session.forward([7, 8, 9], [-1, -1, 0])
        session.forward([10], [2])
        session.keep([0, 2, 3])
        session.forward([11, 12], [1, 2])
    places = [*range(-6, 0), 0, 1, 2, 4]
    found, expected = (np.asarray(session.features(places)) for session in sessions)
    assert found.shape == expected.shape == (10, len(layers) * net.config.hidden_size)
    assert np.abs(found - expected).max() < CLOSE
    with pytest.raises(IndexError, match="not live"):
        sessions[0].features([5])
    assert engine().start(some(4)).features([-1]) is None


@pytest.mark.parametrize("gone", ["a1,m0", "a0", "m0,m1", "a0,m0,m1"])
def test_a_thinned_model_is_torchs(gone: str) -> None:
    """Self-SSD drafts with the target's own layers, without the skipped ones."""
    net = tiny("llama-64", torch.bfloat16)
    thin = skip_sublayers(net, parse_skips(gone, 2))
    same_weights = skip_sublayers(twin(), parse_skips(gone, 2))
    model = NumbaModel(made(Parts(thin)), "thin", VOCAB)
    grow(Checked(model, same_weights, some(8)))
    assert not np.allclose(alone(model, some(8), [1])[0], alone(engine(), some(8), [1])[0], atol=CLOSE)


# What is damaged


def spoiled(file: str, at: int, count: int) -> NumbaModel:
    """A model with weights that are NaN from a byte of a file on."""
    folder = made(Parts(tiny("llama-64", torch.bfloat16)))
    whole = np.memmap(folder / file, np.uint8, "r+")
    whole[at : at + count] = 0xFF
    whole.flush()
    return NumbaModel(folder, "spoiled", VOCAB)


@pytest.mark.parametrize("part", ["query", "key", "value", "out", "gate", "up", "down", "head", "embedding", "norm"])
def test_weights_that_are_no_numbers_are_refused(part: str) -> None:
    """Greedy decoding would write the token of the NaN forever."""
    about = engine().about["numba"]
    layer = about["layers"][0]

    def of(matrix: dict[str, int], column: int = 0) -> int:
        return matrix["at"] + 2 * (column // WIDTH * WIDTH * matrix["length"] + column % WIDTH)

    at = {
        "query": of(layer["qkv"]),
        "key": of(layer["qkv"], 4 * BLOCK),
        "value": of(layer["qkv"], 6 * BLOCK),
        "out": of(layer["out"]),
        "gate": of(layer["gate_up"]),
        "up": of(layer["gate_up"], BLOCK // 2),
        "down": of(layer["down"]),
        "head": of(about["head"]),
        "embedding": about["embedding"]["at"],
        "norm": about["norm"],
    }[part]
    with pytest.raises(BadInput, match=r"NaN or infinite logits.* Delete that folder") as caught:
        spoiled(ROWS if part == "embedding" else WEIGHTS, at, 16).start([0, 1, 2]).forward([3], [-1])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("change", [-1, 1])
@pytest.mark.parametrize("file", [WEIGHTS, ROWS])
def test_weights_that_are_not_whole_are_refused(file: str, change: int) -> None:
    """Memory beyond the end of a truncated file would be read as weights."""
    folder = made(Parts(tiny("llama-64", torch.bfloat16)))
    whole = (folder / file).read_bytes()
    (folder / file).write_bytes(whole[:change] if change < 0 else whole + b"1")
    with pytest.raises(ValueError, match="is incomplete"):
        NumbaModel(folder, "cut", VOCAB)


@pytest.mark.parametrize(
    ("head", "ids"),
    [((1, 5, 9), None), ((1, 5, 9), [1, 5]), ((1, 5, 9), [1, 5, 9, 11]), ((1, 5, 9), [[1, 5, 9]]), ((), [1, 5, 9])],
)
def test_ids_that_are_not_those_of_the_output_are_refused(head: tuple[int, ...], ids: list[Any] | None) -> None:
    """A draft with a lost or changed list of ids would draft wrong tokens and only seem slow."""
    net = tiny("llama-64", torch.bfloat16)
    parts = Parts(reduced(net, head), torch.tensor(head)) if head else Parts(net)
    folder = made(parts)
    assert NumbaModel(folder, "whole", VOCAB).start([1, 2]).forward([3], [-1])
    if ids is None:
        (folder / HEAD_IDS).unlink()
    else:
        np.save(folder / HEAD_IDS, np.array(ids))
    with pytest.raises(ValueError, match="does not match the folder's other files"):
        NumbaModel(folder, "changed", VOCAB)


def test_a_network_that_gives_no_numbers_is_refused_as_such() -> None:
    """After a failed conversion there is no folder to delete, and the fault is in the network."""
    net = deepcopy(tiny("llama-64", torch.bfloat16))
    net.lm_head.weight.data[3, 0] = np.nan
    with pytest.raises(CannotConvertError, match=r"^its weights produce NaN or infinite logits in float32$"):
        made(Parts(net))


# Several at once


@pytest.mark.parametrize("threads", [1, 2])
def test_sessions_in_threads_do_not_meet(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The app runs several methods at once on one loaded pair."""
    monkeypatch.setattr(ours, "crew", lambda: crew_of(threads))
    model = engine()

    def text(seed: int) -> list[bytes]:
        session: Any = model.start([(seed * 7 + i) % VOCAB for i in range(20)])
        found = []
        for i in range(12):
            logits = session.forward([(seed + i) % VOCAB] * 3, [i - 1] * 3)
            found.append(logits.scores.tobytes())
            session.keep(range(i + 1))
        session.close()
        return found

    apart = [text(seed) for seed in range(4)]
    together: dict[int, list[bytes]] = {}
    runs = [threading.Thread(target=lambda s=s: together.update({s: text(s)})) for s in range(4)]
    for run in runs:
        run.start()
    for run in runs:
        run.join(120)
    assert [together[seed] for seed in range(4)] == apart


def test_a_crew_is_as_large_as_the_machine() -> None:
    """With more threads than cores, threads would wait; with fewer, cores would be idle."""
    assert 1 <= ours.usable_cores() <= min(os.cpu_count() or 1, ours.MOST_THREADS)
    crew = crew_of(3)
    seen, all_there = list[int](), threading.Barrier(3, timeout=60)
    crew.run(lambda k: (seen.append(k), all_there.wait()))
    assert sorted(seen) == [0, 1, 2]


# Machine code


def aligned(array: np.ndarray) -> np.ndarray:
    """A copy that is aligned for vectors."""
    room = np.empty(array.nbytes + 64, np.uint8)
    start = -room.ctypes.data % 64
    copy = room[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def columns(kind: int, length: int, rng: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """BLOCK columns in a storage format, their scales, and their values in float64."""
    whole = rng.normal(size=(BLOCK, length)).astype(np.float32)
    scales = rng.uniform(0.5, 2.0, BLOCK).astype(np.float32) if kind == INT8 else np.ones(BLOCK, np.float32)
    if kind == BF16:
        held = (whole.view(np.uint32) >> 16).astype(np.uint16)
        true = (held.astype(np.uint32) << 16).view(np.float32)
    else:
        held = {F16: whole.astype(np.float16), F32: whole, INT8: (whole * 40).clip(-127, 127).astype(np.int8)}[kind]
        true = held
    panels = held.reshape(BLOCK // WIDTH, WIDTH, length).transpose(0, 2, 1)
    assert panels.itemsize == BYTES[kind]
    return aligned(panels), aligned(scales), true.astype(np.float64) * scales[:, None]


@pytest.mark.parametrize("length", [1, 37, 108])
@pytest.mark.parametrize("kind", [BF16, F16, F32, INT8])
def test_a_product_is_numpys(kind: int, length: int) -> None:
    """A model's results consist of these products: each must be right, with equal bits for any number of rows."""
    rng = np.random.default_rng(kind)
    held, scales, true = columns(kind, length, rng)
    x = rng.normal(size=(13, length + 3)).astype(np.float32)
    one = np.empty((13, BLOCK), np.float32)
    for row in range(13):
        product(
            kind, held.ctypes.data, scales.ctypes.data, x[row:].ctypes.data, one[row:].ctypes.data, 1, length,
            length * LANES, length + 3, BLOCK,
        )  # fmt: skip
    wanted = x[:, :length].astype(np.float64) @ true.T
    most = np.abs(x[:, :length]).astype(np.float64) @ np.abs(true).T
    assert (np.abs(one - wanted) <= 1e-6 * most).all()
    for rows in range(1, 14):
        y = np.full((14, BLOCK + 5), 77, np.float32)
        product(
            kind, held.ctypes.data, scales.ctypes.data, x.ctypes.data, y.ctypes.data, rows, length, length * LANES,
            length + 3, BLOCK + 5,
        )  # fmt: skip
        assert np.array_equal(y[:rows, :BLOCK], one[:rows]), f"with {rows} rows"
        assert (y[rows:] == 77).all()
        assert (y[:, BLOCK:] == 77).all(), "and nothing else is written"


@pytest.mark.skipif(WIDTH != BLOCK, reason="narrower vectors take longer to compute than to read")
@pytest.mark.parametrize("kind", [BF16, F32])
def test_eight_rows_do_not_wait_for_memory(kind: int) -> None:
    """Prefetching past Intel's caches made a pass of eight nodes five times as slow as one of one node."""
    blocks, length = 160, 576  # more than a core's own caches hold
    held = aligned(np.zeros(blocks * BLOCK * length * BYTES[kind], np.uint8))
    x, y = np.zeros((8, length), np.float32), np.zeros((8, BLOCK), np.float32)

    start = held.ctypes.data, x.ctypes.data, y.ctypes.data

    @numba.njit
    def passes_over(weights: int, x_at: int, y_at: int, step: int) -> None:
        for block in range(blocks):
            at = weights + block * step * length * BYTES[kind]
            product(kind, at, at, x_at, y_at, 8, length, length * LANES, length, BLOCK)

    reading, products, cached = inf, inf, inf
    passes_over(*start, BLOCK)
    for times_read in range(400):  # as many as a busy machine takes
        times = [time.perf_counter()]
        held.view(np.uint32).max()
        times.append(time.perf_counter())
        passes_over(*start, BLOCK)
        times.append(time.perf_counter())
        passes_over(*start, 0)  # the same block again and again
        times.append(time.perf_counter())
        read, both, computed = np.diff(times)
        reading, products, cached = min(reading, read), min(products, both), min(cached, computed)
        # Where memory is as quick as on Zen 5, computing takes longer than reading.
        if times_read >= 15 and products < max(2.7 * reading, 1.5 * cached):
            return
    pytest.fail(f"{products}, {reading}, {cached}")


def test_exp_is_numpys() -> None:
    """Attention and activations use it; very small results count as zero, not as nonsense."""
    x = np.concatenate([np.linspace(-87, 0, 4001), np.linspace(0, 80, 2001)]).astype(np.float32)
    found = np.array([passes.exp(one) for one in x], dtype=np.float64)
    assert np.abs(found / np.exp(x.astype(np.float64)) - 1).max() < 3e-7
    assert passes.exp(np.float32(0)) == 1
    assert 0 <= passes.exp(np.float32(-1e30)) < 2e-38


def process(code: str, **env: str) -> list[str]:
    """The output of a separate process, which reuses the compiled code."""
    env = {**os.environ, "NUMBA_CACHE_DIR": str(Path(numba.config.CACHE_DIR).parent), **env}
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env=env)
    return out.stdout.splitlines()


def test_neither_torch_nor_a_compiler_is_needed_to_run() -> None:
    """Importing torch or compiling again would take most of a warm start."""
    engine().start([1, 2, 3]).forward([4], [-1])
    code = (
        "import sys; from pathlib import Path; from decoders.models.cpu import passes;"
        "from decoders.models.cpu.model import NumbaModel;"
        f"s = NumbaModel(Path({str(engine().folder)!r}), 'x', {VOCAB}).start([1, 2, 3]);"
        "print(len(s.forward([4], [-1])));"
        "print(sorted({'torch', 'transformers'} & set(sys.modules)));"
        "stats = passes.share.stats; print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))"
    )
    assert process(code) == ["1", "[]", "1 0"]


def twice(x: int) -> int:
    """A function to compile."""
    return 2 * x


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"], ids=["index", "code"])
@pytest.mark.parametrize("left", [0, 0.5], ids=["nothing", "half"])
def test_damaged_compiled_code_is_compiled_again(
    suffix: str, left: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut can leave empty files, which must not break every later start."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    assert compiled()(twice)(21) == 42
    [file] = tmp_path.rglob(f"*{suffix}")
    whole = file.read_bytes()
    file.write_bytes(whole[: int(left * len(whole))])
    assert compiled()(twice)(21) == 42
    again = compiled()(twice)
    assert again(21) == 42
    assert sum(again.stats.cache_hits.values()) == 1, "and kept"


def test_code_that_cannot_be_kept_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk must not prevent a run."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))

    def full(*given: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(IndexDataCacheFile, "save", full)
    assert compiled()(twice)(21) == 42


def test_every_model_runs_the_same_code() -> None:
    """A draft with its own code would be compiled for half a minute at a start."""
    for name in NAMES:
        for kept in KEPT:
            alone(engine(name, kept), some(3), [1])
    engine(heads=2).start(some(5)).heads(-1)
    NumbaModel(folder_of("llama-64", head=HEAD), "cut", VOCAB).start(some(5)).forward([1, 2], [-1, 0])
    assert len(passes.share.signatures) == 1
    assert len(passes.times.signatures) <= 1


@pytest.mark.skipif("avx2" not in cpu_fact("flags").split(), reason="needs a CPU with AVX2")
def test_a_cpu_of_older_vectors() -> None:
    """Most laptops have only AVX2: their code must give the same numbers."""
    with tempfile.TemporaryDirectory() as work:
        code = (
            "import numpy as np; from decoders.models.cpu import kernels;"
            "from tests.decoders.models.cpu.test_model import engine;"
            "print(kernels.WIDE, kernels.WIDTH); m = engine();"
            "a, b = m.start(range(30)), m.start(range(30));"
            "wide = a.forward(range(9), [-1] * 9).scores;"
            "one = [b.forward([i], [-1]).scores[0] for i in range(9)];"
            f"print(np.array_equal(wide, one)); np.save({str(Path(work) / 'x.npy')!r}, wide);"
            "from tests.decoders.models.cpu.test_kernel_families import *;"
            "names = 'llama-odd', 'llama-heads-of-80', 'qwen3-window-64', 'olmo2', 'granite-biases';"
            "[grow(Checked(model(name), network(name), some(70))) for name in names]"
        )
        assert process(code, **{HELD_TO: "AVX2"}) == [f"False {LANES}", "True"]
        found = np.load(Path(work) / "x.npy")
    expected: Any = engine().start(range(30)).forward(range(9), [-1] * 9)
    assert np.abs(found - expected.scores).max() < CLOSE


def test_weights_that_lie_as_other_vectors_want_them_are_refused() -> None:
    """A cache from another CPU would be read in a wrong order, as another model's weights."""
    folder = folder_of("llama-64")
    about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    about["numba"]["width"] += LANES
    (folder / ABOUT).write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(ValueError, match="a CPU with different vector instructions"):
        NumbaModel(folder, "moved", VOCAB)


def test_code_that_cannot_be_kept_is_made_all_the_same(tmp_path: Path) -> None:
    """Without a writable folder, as in some containers, the app must still run."""
    file = tmp_path / "file"
    file.write_text("no folder")
    code = "from decoders.models.cpu import kernels; print(kernels.KEPT, len(kernels.product.signatures))"
    assert process(code, NUMBA_CACHE_DIR="", EXPLORER_HOME=str(file)) == ["False 1"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks")
def test_a_forked_process_has_threads_of_its_own() -> None:
    """A forked process has no helpers, so it must not wait for them or store work for them."""
    engine().start([1, 2, 3]).forward([4], [-1])
    code = (
        "import os; from pathlib import Path; from decoders.models.cpu import model as numba;"
        f"m = numba.NumbaModel(Path({str(engine().folder)!r}), 'x', {VOCAB});"
        "before = numba.crew(); m.start([1, 2]).forward([3], [-1]); child = os.fork();"
        "m.start([1, 2]).forward([3], [-1]); other = numba.crew() is not before;"
        'os.write(1, f\'{"parent" if child else "child"} {other}\\n\'.encode());'  # a line of either is whole
        "os._exit(0) if child == 0 else os.waitpid(child, 0)"
    )
    assert sorted(process(code)) == ["child True", "parent False"]


def test_a_helper_that_failed_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """One fault must not leave the app on fewer cores or fill the memory."""
    made, seen = Crew(2), threading.Event()

    def failing(k: int) -> None:
        if k:
            raise MemoryError

    made.run(failing)
    made.run(lambda k: seen.set() if k else None)
    assert seen.wait(60)


def test_gathered_rows_keep_what_is_known_of_them() -> None:
    """A row's norm would be summed again over the vocabulary whenever rows are combined."""
    session = engine().start(some(5))
    one: Any = session.forward([1, 2], [-1, 0])
    two: Any = session.forward([3], [-1])
    both: Any = session.gather([(two, 0), (one, 1)])
    assert None not in both._sums
    assert [one.tolist() for one in both._largest] == [two._largest[0].tolist(), one._largest[1].tolist()]
    for row, (logits, at) in enumerate(((two, 0), (one, 1))):
        assert both.norm(row) == logits.norm(at)
        assert both.best(row) == logits.best(at) == logits.scores[at].max()


@pytest.mark.parametrize(("score", "broken"), [(np.nan, True), (np.inf, True), (-np.inf, False), (3e38, False)])
def test_what_is_no_score(score: float, broken: bool) -> None:
    """Nothing can be sampled with an infinite score; a score of −∞ is a token that never occurs."""
    assert HostLogits(np.array([[0.0, 1.0], [score, 1.0]], dtype=np.float32), 2).broken == broken
