"""Captured passes have the scores of plain ones, whether padded, packed, moved or reused.

Without a GPU nothing can be captured; `Again` stands in, which runs the same computation at the same addresses anew.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pytest
import torch

from decoders.errors import BadInput, is_out_of_memory
from decoders.models.probe import Expected
from decoders.models.timing import NODES
from decoders.models.torch import capturing
from decoders.models.torch.capturing import CapturedTree, Rooms, cuda_graph, rooms_for
from decoders.models.torch.device import wants_graphs
from decoders.models.torch.huggingface import HuggingFaceModel
from decoders.models.torch.passed import Passed
from decoders.models.torch.sessions import TreeSession
from tests.tiny import BY_TREE, GREEDY, REACH, VOCAB, plain, tiny, tiny_heads, written

PROMPT = [5, 9, 13, 2, 7]
needs_gpu = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")


class Again:
    """A stand-in for CUDA's capture on a CPU: it runs the same computation again, into the same memory."""

    def __init__(self) -> None:
        self.captured = 0

    def __call__(self, run: Callable[[], Passed]) -> tuple[Passed, Callable[[], object]]:
        self.captured += 1
        first = run()

        def replay() -> None:
            again = run()
            for name in ("scores", "hidden", "features"):
                if getattr(first, name) is not None:
                    getattr(first, name).copy_(getattr(again, name))

        first.scores.zero_()  # a capture computes nothing
        return first, replay


def model_of(family: str = "llama-grouped", dtype: torch.dtype = torch.float64, **given: Any) -> HuggingFaceModel:
    return HuggingFaceModel(tiny(family, dtype, seed=31), VOCAB, family, **given)


def captured(model: HuggingFaceModel, prompt: Sequence[int] = PROMPT) -> CapturedTree:
    return CapturedTree(model, Rooms(model, Again), prompt)


def scores(logits: Any) -> torch.Tensor:
    return torch.stack([logits.row(i) for i in range(len(logits))])


def walk(*sessions: Any, rounds: int, seed: int, most: int = 7, close: float = 1e-9) -> None:
    """Feed random trees to several sessions, keep random parts, and compare all scores."""
    rng = np.random.default_rng(seed)
    parent: list[int] = []
    for _ in range(rounds):
        n = int(rng.integers(1, most + 1))
        new = [int(rng.integers(-1, len(parent) + i)) for i in range(n)]
        tokens = rng.integers(0, VOCAB, n).tolist()
        found = [scores(session.forward(tokens, new)) for session in sessions]
        for other in found[1:]:
            torch.testing.assert_close(other, found[0], rtol=0, atol=close)
        parent += new
        kept: list[int] = []
        for slot, above in enumerate(parent):
            if (above < 0 or above in kept) and rng.random() < 0.55:
                kept.append(slot)
        for session in sessions:
            session.keep(kept)
        place = {slot: i for i, slot in enumerate(kept)}
        parent = [place.get(parent[slot], -1) for slot in kept]
        assert len({session.kv_length for session in sessions}) == 1


@pytest.mark.parametrize("family", BY_TREE)
def test_captured_passes_are_plain_ones(family: str) -> None:
    """Over the probe's tree, every family that supports trees has the scores of passes without a cache."""
    model = model_of(family)
    assert Expected(model).error(partial(captured, model)) < 1e-6


@pytest.mark.parametrize("prompt", [[], PROMPT], ids=["no prompt", "prompt"])
def test_random_trees_have_the_scores_of_an_eager_session(prompt: list[int]) -> None:
    """Branches, surviving nodes and gaps in the cache, over many rounds."""
    model = model_of()
    walk(TreeSession(model, prompt), captured(model, prompt), rounds=30, seed=1)


@pytest.mark.parametrize("family", ["mistral-windows", "gemma3-windows", "gpt-oss-windows", "llama4-chunks"])
def test_captured_passes_keep_to_windows(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After cuts, compaction and shared rooms, a GPU must show the same probabilities beyond a window."""
    monkeypatch.setattr("decoders.models.slots.SPARE", 10)
    model = model_of(family, torch.float32)
    rooms = Rooms(model, Again)
    with model.narrowed():
        assert Expected(model).error(partial(CapturedTree, model, rooms)) < 1e-4
    prompt = [(37 * i + 5) % VOCAB for i in range(3 * REACH)]
    walk(TreeSession(model, prompt), CapturedTree(model, rooms, prompt), rounds=12, seed=3, close=1e-3)


def test_a_room_is_packed_and_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forgotten slots make room by compaction; what does not fit moves to a larger room."""
    monkeypatch.setattr(capturing, "FEWEST", 16)
    monkeypatch.setattr(capturing, "NODES", (1, 2, 4, 8))
    monkeypatch.setattr("decoders.models.slots.SPARE", 10)
    model, packed, sizes = model_of(), [0], set[int]()
    pack, run = CapturedTree._pack, capturing.Room.run

    def counted(session: CapturedTree) -> None:
        packed[0] += 1
        pack(session)

    def seen(room: capturing.Room, *given: Any) -> Any:
        sizes.add(room.size)
        return run(room, *given)

    monkeypatch.setattr(CapturedTree, "_pack", counted)
    monkeypatch.setattr(capturing.Room, "run", seen)
    session = captured(model)
    chain = TreeSession(model, PROMPT)
    for token in range(20, 50):  # nothing is forgotten: the room must grow
        torch.testing.assert_close(
            scores(session.forward([token], [token - 21])), scores(chain.forward([token], [token - 21]))
        )
    assert len(sizes) > 1
    walk(TreeSession(model, PROMPT), captured(model), rounds=40, seed=2)
    assert packed[0] > 3


def test_a_shape_is_captured_once_and_again_in_another_room() -> None:
    """Usual shapes are captured when a session starts, so no pass waits; the next session reuses the room."""
    model = model_of()
    made = list[Again]()

    def new() -> Again:
        made.append(Again())
        return made[-1]

    rooms = Rooms(model, new)
    first = CapturedTree(model, rooms, PROMPT)
    for n in (3, 4, 3):
        first.forward(range(n), [-1] * n)
    usual = len(capturing.NODES)
    assert [capture.captured for capture in made] == [usual]
    first.forward(range(60), range(-1, 59))
    assert [capture.captured for capture in made] == [usual]
    first.forward([*range(60)] * 2, [-1] * 120)
    assert [capture.captured for capture in made] == [usual + 1], "more nodes than usual"
    beside = CapturedTree(model, rooms, PROMPT)
    beside.forward([1], [-1])
    assert [capture.captured for capture in made] == [usual + 1, usual], "two sessions at once never share a room"
    first.close()
    first.close()
    other = [40, 41, 42]
    later = CapturedTree(model, rooms, other)
    found = scores(later.forward([7, 8, 9], [-1, 0, -1]))
    torch.testing.assert_close(found[1], plain(model.model, [*other, 7, 8]))
    torch.testing.assert_close(found[2], plain(model.model, [*other, 9]))
    assert [capture.captured for capture in made] == [usual + 1, usual]


def test_few_free_rooms_are_kept() -> None:
    """Each room has keys and values for a whole context, and the largest ones are the most useful."""
    model = model_of()
    rooms = Rooms(model, Again)
    taken = [rooms.take(size) for size in (100, 1000, 300, 500)]
    for room in taken:
        rooms.give_back(room)
    assert [rooms.take(1).size, rooms.take(1).size, rooms.take(1).size] == [512, 1024, 256]


def test_scores_outlive_the_next_pass() -> None:
    """A replay overwrites the last output, but decoders look at earlier rows."""
    model = model_of()
    session = captured(model)
    first = session.forward([1], [-1])
    before = scores(first).clone()
    session.forward([2], [0])
    torch.testing.assert_close(scores(first), before)


def test_a_refused_pass_leaves_the_session_as_it_was() -> None:
    """A path beyond the window is refused before anything is written."""
    model = model_of()
    session, eager = captured(model), TreeSession(model, PROMPT)
    for one in (session, eager):
        one.forward([1, 2], [-1, 0])
        with pytest.raises(BadInput, match="no token"):
            one.forward([VOCAB + 5], [1])
    torch.testing.assert_close(scores(session.forward([3], [1])), scores(eager.forward([3], [1])))


def test_heads_and_readers_get_the_same_states() -> None:
    """Extra heads and drafts see the same states as in an eager pass, for new slots, old slots and the prompt."""
    net = tiny("llama-grouped", seed=31)
    model = model_of(heads=tiny_heads(net), shown=(0, 1, 2))
    sessions = [TreeSession(model, PROMPT), captured(model)]
    for session in sessions:
        session.forward([7, 8, 9], [-1, 0, -1])
        session.keep([0, 2])
        session.forward([11], [1])
    eager, found = sessions
    torch.testing.assert_close(found.features([-2, -1, 0, 1, 2]), eager.features([-2, -1, 0, 1, 2]))
    for slot in (-1, 0, 1, 2):
        torch.testing.assert_close(scores(found.heads(slot)), scores(eager.heads(slot)))


@pytest.mark.parametrize(
    ("method", "given"),
    [
        ("greedy", {}),
        ("spd", {"gamma": 3}),
        ("gsd", {"gamma": 4, "out_degree": 2}),
        ("dsbd", {"width": 2, "gamma": 2, "draft_width": 4}),
        ("mtad", {"gamma": 3, "draft_width": 3}),
    ],
)
def test_decoders_write_the_same(method: str, given: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole loop, with rejections and beams, on captured passes of both models."""
    texts = []
    for with_graphs in (False, True):
        models = [model_of(), model_of("llama")]
        if with_graphs:
            for model in models:
                model._rooms = Rooms(model, Again)
        texts.append(written(method, *models, given, PROMPT, 3, 40))
    assert texts[0] == texts[1]


# Whether passes are captured


def test_what_is_right_and_faster_is_captured(monkeypatch: pytest.MonkeyPatch) -> None:
    """The choice is made by measuring the same passes, plain and captured."""
    for quicker, why in (("captured", ""), ("eager", "slower")):
        times = {name: [1.0 if name == quicker else 2.0] * len(NODES) for name in ("captured", "eager")}
        monkeypatch.setattr(capturing, "timed", lambda sessions, times=times: times)
        rooms, said = rooms_for(model_of(), Again)
        assert ((rooms is not None), said) == (not why, why)


@pytest.mark.parametrize(("said", "wanted"), [(None, False), ("", False), ("off", False), ("1", False), (" On ", True)])
def test_graphs_are_for_those_who_ask_for_them(said: str | None, wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Captured graphs are experimental, so nobody should get them by default."""
    monkeypatch.delenv("EXPLORER_CUDA_GRAPHS", raising=False)
    if said is not None:
        monkeypatch.setenv("EXPLORER_CUDA_GRAPHS", said)
    assert wants_graphs() is wanted


def test_a_model_on_several_devices_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model's hooks move states between devices, which a graph cannot do."""
    monkeypatch.setattr(HuggingFaceModel, "devices", {("cuda", 0), ("cuda", 1)})
    assert rooms_for(model_of(), Again) == (None, "devices")


def test_wrong_scores_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay with the scores of the previous pass, as if its inputs had moved, must be noticed."""

    def stale() -> Callable[[Callable[[], Passed]], tuple[Passed, Callable[[], object]]]:
        return lambda run: (run(), lambda: None)

    assert rooms_for(model_of(), stale) == (None, "differs")


def test_what_cannot_be_captured_says_why() -> None:
    """A model's code may wait for the device; a full device is not the model's fault."""

    def refusing(error: Exception) -> Callable[[], Callable[..., Any]]:
        def capture(run: Any) -> Any:
            raise error

        return lambda: capture

    assert rooms_for(model_of(), refusing(RuntimeError("operation not permitted when stream is capturing"))) == (
        None,
        "RuntimeError: operation not permitted when stream is capturing",
    )
    full = torch.OutOfMemoryError("CUDA out of memory")
    assert is_out_of_memory(full)
    with pytest.raises(torch.OutOfMemoryError):
        rooms_for(model_of(), refusing(full))


# On a GPU


@pytest.mark.gpu
@needs_gpu
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=["float32", "bfloat16"])
@pytest.mark.parametrize("family", ["llama-grouped", "gemma3", "gpt2", "qwen3", "mistral-windows", "gemma3-windows"])
def test_a_graph_is_the_eager_pass(family: str, dtype: torch.dtype) -> None:
    """With real capture, the scores equal those of plain passes, over many shapes and replays."""
    model = HuggingFaceModel(tiny(family, dtype, seed=32).cuda(), VOCAB, family)
    assert model.not_captured in ("", "slower"), model.not_captured
    rooms = Rooms(model, partial(cuda_graph, model.device))
    rng = np.random.default_rng(4)
    for _ in range(3):
        eager, graph = TreeSession(model, PROMPT * 5), CapturedTree(model, rooms, PROMPT * 5)
        for _ in range(8):
            n = int(rng.integers(1, 9))
            tokens, parents = (
                rng.integers(0, VOCAB, n).tolist(),
                [int(rng.integers(-1, i)) if i else -1 for i in range(n)],
            )
            expected, found = (scores(one.forward(tokens, parents)).float() for one in (eager, graph))
            error = (found - expected).abs().max() / expected.std()
            assert float(error) < (2e-3 if dtype == torch.float32 else 0.15)
            for one in (eager, graph):
                one.keep(range(min(3, n)))
                one.keep([])
        graph.close()


@pytest.mark.gpu
@needs_gpu
def test_speculation_by_graphs_is_greedy() -> None:
    """The whole loop on graphs of both models gives the text of the target alone."""
    target = HuggingFaceModel(tiny("llama-grouped", torch.float32, seed=33).cuda(), VOCAB, "target")
    draft = HuggingFaceModel(tiny("llama-grouped", torch.float32, seed=34).cuda(), VOCAB, "draft")
    for model in (target, draft):
        model._rooms = Rooms(model, partial(cuda_graph, model.device))
    texts = [written(method, target, draft, given, [1, 2, 3], 0, 24) for method, given in GREEDY]
    assert texts[0] == texts[1]
