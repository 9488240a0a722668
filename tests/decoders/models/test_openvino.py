"""OpenVINO gives what torch gives in float32 on the same weights, over any tree, and its caches keep what they must."""

import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from decoders.core.checkpoint import checked
from decoders.errors import BadInput
from decoders.models import converting, slots
from decoders.models import folder as folders
from decoders.models import openvino as ours
from decoders.models.huggingface import HuggingFaceModel
from decoders.models.openvino import OpenVinoModel, core
from decoders.models.parts import CannotConvertError, Parts
from decoders.models.rounding import round_weights
from tests.engines import (
    CLOSE,
    Checked,
    engine,
    float_heads,
    folder_of,
    grow,
    grow_at_random,
    in_float,
    reduced,
    some,
    twin,
)
from tests.tiny import BY_PATHS, BY_TREE, LIMIT, RECURRENT, SLIDING, VOCAB, WINDOW, plain, tiny

ROOT = Path(__file__).parents[3]


# Families


CONVERTED = tuple(name for name in BY_TREE if name not in SLIDING)
COMMON = ("llama-grouped", "opt", "gpt2", "qwen3")  # each converts in its own way; converting takes seconds


@pytest.mark.parametrize(
    "name", [*COMMON, *(pytest.param(name, marks=pytest.mark.large) for name in CONVERTED if name not in COMMON)]
)
def test_every_family_is_exact_over_a_tree(name: str) -> None:
    """Every probability shown would be wrong: bf16 weights, computed with in float32, as torch in float32 has them."""
    grow(Checked(engine(name), twin(name), some(11)))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16], ids=["float32", "float16"])
def test_weights_of_other_precisions(dtype: torch.dtype) -> None:
    """A checkpoint in float32 or float16 loses nothing either."""
    grow(Checked(engine("llama-grouped", dtype), twin("llama-grouped", dtype), some(11)))


@pytest.mark.parametrize(
    "name", ["bloom", "mamba", *(pytest.param(name, marks=pytest.mark.large) for name in (*BY_PATHS[1:], RECURRENT[1]))]
)
def test_other_families_say_why_they_do_not_convert(name: str) -> None:
    """They run on torch, and the trace says why; converted they would give another model's numbers."""
    with pytest.raises(CannotConvertError, match=r"\w"):
        folder_of(name)


def test_converting_leaves_the_network_as_it_was() -> None:
    """The draft is converted from layers that it shares with the target."""
    net = tiny("llama-grouped", torch.bfloat16)
    before = {name: weight.clone() for name, weight in net.state_dict().items()}
    scores = plain(net, some(9))
    folder_of("llama-grouped")
    after = net.state_dict()
    assert after.keys() == before.keys()
    assert all(after[name].dtype == before[name].dtype and after[name].equal(before[name]) for name in before)
    assert plain(net, some(9)).equal(scores)


def test_rounded_weights_are_the_model_that_was_rounded() -> None:
    """A model of 8 bits is another model, but one and the same on both engines, and takes a byte for each weight."""
    net = round_weights(deepcopy(tiny("llama-grouped", torch.bfloat16)))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        converting.write(Parts(net, eight_bits=True), folder, VOCAB)
        model = OpenVinoModel(folder, "rounded", VOCAB)
        grow(Checked(model, net, some(11)))
        assert model.sizes.value_bytes == 1
        whole = folder_of("llama-grouped", torch.float32) / "model.bin"
        assert (folder / "model.bin").stat().st_size < 0.4 * whole.stat().st_size
    plain_scores = plain(twin("llama-grouped"), some(11))
    assert not torch.allclose(plain(net, some(11)), plain_scores, atol=CLOSE)


def test_what_a_rounded_draft_shares_is_not_rounded() -> None:
    """Its embedding is its target's: rounding the draft must not change the target, nor take more memory for it."""
    net = deepcopy(tiny("llama-grouped", torch.bfloat16))
    shared, before = net.get_input_embeddings(), net.get_input_embeddings().weight.detach().clone()
    of_the_target = shared.weight.data
    other = net.model.layers[0].mlp.up_proj.weight.detach().clone()
    round_weights(net, shared=shared)
    assert of_the_target.equal(before)
    assert shared.weight.equal(before.float())
    assert not net.model.layers[0].mlp.up_proj.weight.equal(other.float())
    with tempfile.TemporaryDirectory() as name:
        converting.write(Parts(net, eight_bits=True), Path(name), VOCAB)
        grow(Checked(OpenVinoModel(Path(name), "shared", VOCAB), net, some(11)))
        kinds = {(node.get_element_type().to_string(), node.shape[-1] > 1) for node in constants(Path(name))}
        assert {("bf16", True), ("i8", True)} <= kinds
        assert ("f32", True) not in kinds, "only the scales, one number a row"


def constants(folder: Path) -> list[Any]:
    """The matrices of a converted model."""
    ops = core().read_model(folder / "model.xml").get_ordered_ops()
    return [node for node in ops if node.get_type_name() == "Constant" and len(node.shape) == 2]


def test_rounding_leaves_positions_in_float32() -> None:
    """Their frequencies in 16 bits would turn far tokens by the wrong angle."""
    net = deepcopy(tiny("llama-grouped", torch.bfloat16))
    before = {name: buffer.clone() for name, buffer in net.named_buffers()}
    round_weights(net, torch.bfloat16)
    assert before
    assert all(buffer.dtype == before[name].dtype for name, buffer in net.named_buffers())
    assert {weight.dtype for weight in net.parameters()} == {torch.bfloat16}


def test_bfloat16_is_near_float32() -> None:
    """Products of 16-bit numbers: other scores, by little; also over a tree and behind a packed cache."""
    exact = engine("llama-grouped")
    rough = OpenVinoModel(folder_of("llama-grouped"), "rough", VOCAB, dtype="bfloat16")
    assert (exact.dtype, rough.dtype) == ("float32", "bfloat16")
    sessions = exact.start(some(9)), rough.start(some(9))
    for tokens, parents, kept in (([5, 6, 7], [-1, 0, 0], [0, 2]), ([8], [1], [0, 1, 2])):
        one, two = (session.forward(tokens, parents).scores for session in sessions)
        assert np.abs(one - two).max() < 0.1 * one.std()
        for session in sessions:
            session.keep(kept)
            session._pack()
    assert {state.state.element_type.to_string() for state in sessions[1]._request._request.query_state()} == {"f32"}


def test_passes_keep_their_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another number of rows than before costs half a pass; rows that nothing sees must change no score, nor later."""
    model, widths = engine("llama-grouped"), list[int]()
    run = OpenVinoModel.run

    def counted(self: OpenVinoModel, request: Any, tokens: Sequence[int], *more: Any, **given: Any) -> Any:
        widths.append(len(tokens))
        return run(self, request, tokens, *more, **given)

    monkeypatch.setattr(OpenVinoModel, "run", counted)
    checked = Checked(model, twin("llama-grouped"), some(9))
    _, b, _ = checked.extend([checked.tree.root] * 3, [5, 6, 7])
    (d,) = checked.extend([b], [8])
    checked.keep([b, d])
    e, f = checked.extend([d, d], [9, 10])
    wide = checked.extend([f] * 7, [11, 12, 13, 14, 15, 16, 17])
    checked.extend([wide[3], wide[3], e, wide[0], wide[6]], [18, 19, 20, 21, 22])
    checked.keep([f, wide[3]])
    checked.extend([wide[3]], [23])
    assert widths[-6:] == [4, 4, 4, 7, 7, 1], "the root comes with its children"


def test_weights_of_16_bits_stay_so_on_disk() -> None:
    """In float32 they would take twice the disk, and twice the memory that every pass reads."""
    half, whole = (folder_of("llama-grouped", kind) / "model.bin" for kind in (torch.bfloat16, torch.float32))
    assert half.stat().st_size < 0.6 * whole.stat().st_size


# Prompts


@pytest.mark.parametrize("length", [1, 5, 9])
def test_prompts_around_a_chunk(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A prompt of one token leaves nothing to prefill; one of several chunks must not see beyond itself."""
    monkeypatch.setattr(folders, "PREFILL_CHUNK", 4)
    grow(Checked(engine("qwen3"), twin("qwen3"), some(length)))


def test_a_context_longer_than_a_chunk_and_than_first_room() -> None:
    """The engine's buffers grow while a text does: what was in them must come along."""
    checked = Checked(engine("opt"), twin("opt"), some(LIMIT - 10))
    grow(checked)
    net = tiny("llama-grouped", torch.bfloat16, max_position_embeddings=1400)
    with tempfile.TemporaryDirectory() as folder:
        converting.write(Parts(net), Path(folder), VOCAB)
        model = OpenVinoModel(Path(folder), "long", VOCAB)
        long = Checked(model, in_float(net), some(1100))
        tips = [long.tree.root]
        for turn in range(4):
            level = long.extend([tips[0]] * 40, [(turn + i) % VOCAB for i in range(40)])
            tips = level[-1:]
            long.keep(tips)


def test_an_empty_prompt() -> None:
    """The first token then follows nothing."""
    session = engine("gpt2").start([])
    found = session.forward([5, 6, 7], [-1, 0, 0])
    for row, path in enumerate(([5], [5, 6], [5, 7])):
        assert np.abs(found.row(row) - plain(twin("gpt2"), path).numpy()).max() < CLOSE  # pyright: ignore
    assert session.heads(-1) is None


def test_a_run_is_left_between_two_passes() -> None:
    """Stop must not wait for the end of a long prompt; the model is as it was for the next run."""
    looks: list[int] = []

    def leave() -> None:
        looks.append(1)
        if len(looks) == 2:
            raise TimeoutError

    model, tokens = engine("llama-grouped"), some(40)
    with checked(leave), pytest.raises(TimeoutError):
        model.start(tokens[:-1]).forward([tokens[-1]], [-1])
    rows = model.start(tokens[:-1]).forward([tokens[-1]], [-1])
    assert np.abs(rows.row(0) - plain(twin("llama-grouped"), tokens).numpy()).max() < CLOSE  # pyright: ignore


# What is forgotten


@pytest.mark.parametrize("spare", [0, 20, 10_000])
def test_random_trees_whatever_is_packed(spare: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forgotten slots are hidden, and now and then thrown out: neither may change a single row."""
    monkeypatch.setattr(slots, "SPARE", spare)
    grow_at_random(Checked(engine("llama-grouped"), twin("llama-grouped"), some(7)), spare)


def test_packing_is_rare_and_leaves_no_more_than_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copying the whole cache in every iteration would cost more than a pass; never copying would fill the memory."""
    packed: list[int] = []
    pack = folders.FolderSession._pack

    def counted(self: Any) -> None:
        pack(self)
        packed.append(self._places.used)

    monkeypatch.setattr(folders.FolderSession, "_pack", counted)
    session: Any = engine("llama-grouped").start(some(10))
    for _ in range(60):
        session.forward([1] * 10, [-1] * 10)
        session.keep([0])
        session.keep([])
        assert session._places.used - session.kv_length <= slots.SPARE
    assert set(packed) <= {10, 11}
    assert 1 <= len(packed) <= 3
    length = session._request._request.query_state()[0].state.shape[2]
    assert length <= 10 + slots.SPARE


def test_a_pass_that_fails_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory may run out in the middle of a pass; the run that goes on must not see half of it."""
    model = engine("llama-grouped")
    checked = Checked(model, twin("llama-grouped"), some(6))
    first = checked.extend([checked.tree.root] * 3, [1, 2, 3])
    run = OpenVinoModel.run

    def late(self: Any, *given: Any) -> Any:
        run(self, *given)
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(OpenVinoModel, "run", late)
        with pytest.raises(MemoryError):
            checked.extend([first[1]], [9])
    checked.extend([first[1], first[2]], [9, 10])


@pytest.mark.parametrize("name", SLIDING)
def test_windows_are_refused(name: str) -> None:
    """Beyond its window a converted model would see too much; torch runs it instead."""
    with pytest.raises(CannotConvertError, match=f"it has attention windows of {WINDOW} tokens"):
        folder_of(name)


def test_unknown_tokens_are_refused() -> None:
    """An id beyond the embedding would read memory that is none of the model's."""
    with pytest.raises(BadInput, match="has no token 64"):
        engine("gpt2").start([64])


# Heads


HEAD = (1, 4, 5, 9, 30, 63)


def test_a_reduced_head() -> None:
    """The embedded pair's draft proposes some tokens only, under their own ids."""
    model = OpenVinoModel(folder_of("llama-grouped", head=HEAD), "cut", VOCAB)
    torch_model = HuggingFaceModel(reduced(twin("llama-grouped"), HEAD), VOCAB, "cut", torch.tensor(HEAD))
    found, expected = (one.start(some(5)).forward([3, 4], [-1, 0]) for one in (model, torch_model))
    for row in range(2):
        assert [found.logp(row, t) for t in HEAD] == pytest.approx([expected.logp(row, t) for t in HEAD], abs=CLOSE)
        assert found.logp(row, 2) == -np.inf
        assert [t for t, _ in found.top(row, 3)[0]] == [t for t, _ in expected.top(row, 3)[0]]


def test_extra_heads() -> None:
    """Medusa reads the target's state after any slot, and at the end of the prompt."""
    model = engine("llama-grouped", heads=2)
    net = twin("llama-grouped")
    theirs = HuggingFaceModel(in_float(net), VOCAB, "heads", heads=float_heads("llama-grouped"))
    assert model.head_count == 2
    sessions = [one.start(some(6)) for one in (model, theirs)]
    for session in sessions:
        session.forward([1, 2, 3], [-1, 0, 0])
        session.keep([0, 2])
    for slot in (-1, 0, 1):
        found, expected = (session.heads(slot) for session in sessions)
        assert found is not None
        assert expected is not None
        for row in range(2):
            pairs = [(found.logp(row, t), expected.logp(row, t)) for t in range(VOCAB)]
            assert max(abs(a - b) for a, b in pairs) < CLOSE


def test_damaged_heads_are_told() -> None:
    """They are opened when they are first asked for, long after what else would notice."""
    folder = folder_of("llama-grouped", heads=2)
    (folder / ours.HEADS).write_text("<net")
    session = OpenVinoModel(folder, "broken", VOCAB).start(some(5))
    with pytest.raises(BadInput, match="is damaged; delete it"):
        session.heads(-1)


def test_scores_that_are_no_numbers_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Greedy decoding would write the token of the NaN for ever, as if the model had said so."""
    session = engine("llama-grouped").start(some(5))
    real = ours.Request.output
    monkeypatch.setattr(
        ours.Request, "output", lambda self, name: real(self, name) * (np.nan if name == "logits" else 1)
    )
    with pytest.raises(BadInput, match="no numbers"):
        session.forward([1], [-1])


def test_extra_heads_of_two_runs_at_once() -> None:
    """The app lets two visitors run Medusa on one loaded pair: each must read the heads after its own state."""
    model = engine("llama-grouped", heads=2)
    sessions = [model.start(some(length)) for length in (4, 9)]

    def rows(session: Any) -> list[float]:
        heads = session.heads(-1)
        return [heads.logp(row, 7) for row in range(2)]

    alone = [rows(session) for session in sessions]
    assert alone[0] != alone[1]
    with ThreadPoolExecutor(2) as pool:
        found = [pool.submit(rows, sessions[i % 2]) for i in range(2000)]
        assert all(one.result() == alone[i % 2] for i, one in enumerate(found))


def test_what_a_draft_reads() -> None:
    """A draft that reads its target would read nonsense if they were of another token or layer."""
    layers = (0, 1, 2)
    net = tiny("llama-grouped", torch.bfloat16)
    with tempfile.TemporaryDirectory() as name:
        converting.write(Parts(net), Path(name), VOCAB, shown=layers)
        ours_ = OpenVinoModel(Path(name), "shown", VOCAB)
        theirs = HuggingFaceModel(in_float(net), VOCAB, "shown", shown=layers)
        sessions: list[Any] = [model.start(some(6)) for model in (ours_, theirs)]
        for session in sessions:
            session.forward([7, 8, 9], [-1, -1, 0])
            session.forward([10], [2])
            session.keep([0, 2, 3])
            session.forward([11, 12], [1, 2])
        slots = [*range(-6, 0), 0, 1, 2, 4]
        found, expected = (np.asarray(session.features(slots)) for session in sessions)
        assert found.shape == expected.shape
        assert np.abs(found - expected).max() < CLOSE
        with pytest.raises(IndexError, match="not live"):
            sessions[0].features([5])
    assert engine("llama-grouped").start(some(4)).features([-1]) is None


def test_padded_ids_are_cut_off() -> None:
    """Rows of the embedding that no token has must not get probability."""
    model = OpenVinoModel(folder_of("llama-grouped"), "padded", VOCAB - 4)
    law = model.start(some(4)).forward([1], [-1])
    assert law.row(0).shape == (VOCAB - 4,)  # pyright: ignore[reportAttributeAccessIssue]


# Several at once, and afterwards


def test_sessions_in_threads_do_not_meet() -> None:
    """The app runs several methods at once on one loaded pair."""
    model = engine("llama-grouped")

    def text(seed: int) -> list[float]:
        session = model.start([(seed * 7 + i) % VOCAB for i in range(20)])
        found = []
        for i in range(15):
            logits = session.forward([(seed + i) % VOCAB] * 3, [i - 1] * 3)
            found.append(float(logits.row(1).sum()))  # pyright: ignore[reportAttributeAccessIssue]
            session.keep(range(i + 1))
        session.close()
        return found

    alone = [text(seed) for seed in range(4)]
    together: dict[int, list[float]] = {}
    threads = [threading.Thread(target=lambda s=s: together.update({s: text(s)})) for s in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert [together[seed] for seed in range(4)] == alone


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read as Linux gives it")
def test_closing_gives_memory_back() -> None:
    """A class steps through hundreds of runs: each must leave nothing behind."""
    model = engine("gpt2")

    def one() -> None:
        session: Any = model.start(some(100))
        session.forward([1] * 20, [-1] * 20)
        session.close()
        assert session._request is None

    for _ in range(20):
        one()
    before = _resident()
    for _ in range(60):
        one()
    assert _resident() - before < 4e6


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def test_nothing_is_told_to_anybody() -> None:
    """OpenVINO reports imports and conversions to its maker by a package that pip installs beside it."""
    code = "import sys, decoders.models.openvino, openvino.tools.ovc.telemetry_utils as t; print(t.tm.__name__)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert out.stdout.strip() == "openvino.tools.ovc.telemetry_stub"


def test_torch_is_not_needed_to_run() -> None:
    """Importing it is most of what a warm start would take."""
    folder = folder_of("llama-grouped")
    code = (
        "import sys; from pathlib import Path; from decoders.models.openvino import OpenVinoModel;"
        f"s = OpenVinoModel(Path({str(folder)!r}), 'x', {VOCAB}).start([1, 2, 3]); print(len(s.forward([4], [-1])));"
        "print(sorted({'torch', 'transformers'} & set(sys.modules)))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert out.stdout.split("\n")[:2] == ["1", "[]"]
