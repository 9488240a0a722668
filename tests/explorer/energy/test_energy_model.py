"""Modelled energy: bytes and FLOPs by hand, compared with torch's counter, and the gain of speculation."""

import json
import math

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from decoders.core.decode import Models
from decoders.errors import BadInput
from decoders.models.sizes import Shape, sizes_of_heads
from decoders.models.torch.huggingface import HuggingFaceModel
from explorer.energy.batch import PAPER, experiment
from explorer.energy.boards import BOARDS, DEFAULT, MOST_PICO, OWN, Coefficients, chosen
from explorer.energy.model import (
    Cost,
    UncountableError,
    cost,
    describe,
    joules,
    shape_of,
)
from explorer.energy.parts import modelled
from explorer.energy.run import Devices
from explorer.service.recording import record_trace
from explorer.service.request import RunRequest
from explorer.trace.format import SCHEMA_FILE, Trace
from explorer.trace.lines import IterationLine
from tests.energy_fakes import tiny_pair
from tests.records import check_part, plain
from tests.tiny import VOCAB, tiny

HIDDEN, INNER, LAYERS, HEADS, KV_HEADS, DIM = 32, 48, 2, 4, 2, 8


def model(name: str = "llama-grouped") -> HuggingFaceModel:
    return HuggingFaceModel(tiny(name, attn_implementation="eager"), VOCAB, name)


def test_the_shape_of_a_llama_is_its_config() -> None:
    """Every matrix and the head are counted once; embeddings are looked up and not read whole."""
    attention = HIDDEN * DIM * (2 * HEADS + 2 * KV_HEADS)
    shape = shape_of(model())
    assert shape.matrix == LAYERS * (attention + 3 * HIDDEN * INNER)
    assert shape.vector == (2 * LAYERS + 1) * HIDDEN
    assert shape.head == VOCAB * HIDDEN
    assert (shape.heads, shape.kv_heads, shape.head_dim, shape.value_bytes) == (HEADS, KV_HEADS, DIM, 8)


def test_bytes_and_flops_by_hand() -> None:
    """Eq. 9's two counts for a model small enough to count by hand."""
    shape = Shape(layers=1, hidden=4, heads=2, kv_heads=1, head_dim=2, matrix=100, vector=10, head=40, value_bytes=2)
    spent = cost(shape, nodes=3, kv=7)
    slot = 2 * 1 * 2 * 2  # K and V, one head of two, two bytes each
    assert spent.weights == 2 * (100 + 10 + 40)
    assert spent.bytes == spent.weights + (7 + 3) * slot + 3 * 4 * 2
    assert spent.flops == 3 * (2 * 140 + 2 * (2 * 2 * 2) * 7)
    many = cost(shape, nodes=1, kv=7, batch=5)  # five sequences have five caches and share the weights
    assert many.bytes == spent.weights + 5 * (7 + 1) * slot + 5 * 4 * 2
    assert many.flops == 5 * (2 * 140 + 2 * (2 * 2 * 2) * 7)


@pytest.mark.parametrize(("prompt", "nodes"), [(1, 1), (5, 1), (5, 6)])
def test_flops_are_those_that_torch_counts(prompt: int, nodes: int) -> None:
    """The count for modelled joules equals torch's, to the last FLOP."""
    net = model()
    session = net.start(list(range(3, 3 + prompt)))
    with FlopCounterMode(display=False) as counter, torch.inference_mode():
        session.forward([4] * nodes, [-1, *range(nodes - 1)])
    assert counter.get_total_flops() == cost(shape_of(net), nodes, prompt + nodes).flops


@pytest.mark.parametrize("family", ["qwen2", "gemma3", "gpt-neox", "opt", "phi3"])
def test_flops_of_other_families(family: str) -> None:
    """Other families agree with torch within one percent."""
    net = model(family)
    session = net.start([3, 4, 5])
    with FlopCounterMode(display=False) as counter, torch.inference_mode():
        session.forward([4, 5], [-1, 0])
    assert counter.get_total_flops() == pytest.approx(cost(shape_of(net), 2, 5).flops, rel=0.01)


def test_many_nodes_read_the_weights_once() -> None:
    """The reason why speculation saves energy: one pass of eight nodes costs far less than eight passes."""
    shape = shape_of(model())
    together = joules(cost(shape, 8, 20), DEFAULT)
    apart = sum(joules(cost(shape, 1, kv), DEFAULT) for kv in range(13, 21))
    assert together < apart / 4


def test_extra_heads_by_hand() -> None:
    """Medusa's heads read their own matrices and the shared rows once; every head multiplies by both."""
    pair = tiny_pair()
    heads = pair.models.target.heads  # type: ignore[union-attr]
    own, rows = 3 * HIDDEN * HIDDEN, heads.rows.shape[0] * HIDDEN
    assert cost(sizes_of_heads(heads), 0, 0) == Cost((own + rows) * 8, 2 * own + 3 * 2 * rows, (own + rows) * 8)
    with FlopCounterMode(display=False) as counter, torch.inference_mode():
        for head in (1, 2, 3):
            heads.scores(torch.zeros(1, HIDDEN, dtype=torch.float64), head)
    assert counter.get_total_flops() == cost(sizes_of_heads(heads), 0, 0).flops


def test_a_run_of_medusa_counts_its_heads() -> None:
    """Drafting with heads is not free; the trace has the heads' bytes, not those of a draft model."""
    pair = tiny_pair()
    trace = record_trace(RunRequest("medusa", pair.name, "x", {}, 1, 12), pair=pair)
    assert [check_part(part) for part in plain(trace)] == [None] * (len(trace.iterations) + 2)
    assert "draft" in shapes_of(trace)
    heads = cost(sizes_of_heads(pair.models.target.heads), 0, 0)  # type: ignore[union-attr]
    for one in trace.iterations:
        asked = sum(each.model == "draft" for each in one.passes)
        assert bytes_of(one).get("draft", 0) == asked * heads.bytes
    assert sum(bytes_of(one).get("draft", 0) for one in trace.iterations) > 0


def shapes_of(trace: Trace) -> dict[str, Shape]:
    model = trace.header.energy.model
    assert model is not None
    return model.shapes or {}


def bytes_of(iteration: IterationLine) -> dict[str, int]:
    return (iteration.energy and iteration.energy.bytes) or {}


def test_a_thinned_draft_is_counted_without_what_it_skips() -> None:
    """Self-SSD's draft reads fewer weights and caches fewer layers."""
    pair = tiny_pair()
    request = RunRequest("self-ssd", pair.name, "x", {"skips": "a0,m1", "exit_threshold": 0}, 1, 8)
    trace = record_trace(request, pair=pair)
    shapes = shapes_of(trace)
    attention, mlp = HIDDEN * DIM * (2 * HEADS + 2 * KV_HEADS), 3 * HIDDEN * INNER
    assert shapes["target"].matrix - shapes["draft"].matrix == attention + mlp
    assert (shapes["target"].layers, shapes["draft"].layers) == (LAYERS, LAYERS - 1)
    assert "without 1 attention and 1 MLP sub-layers" in str(trace.header.draft)


def test_coefficients_are_the_data_sheets() -> None:
    """Each number can be traced to watts, bytes per second and FLOPs per second."""
    board = BOARDS["NVIDIA L40"]
    assert board.joules_per_byte == pytest.approx(300 / 864e9)
    assert board.joules_per_flop == pytest.approx(240 / 181.05e12)
    assert "864 GB/s" in board.source
    assert joules(Cost(10, 100), Coefficients("x", 2.0, 3.0, "")) == 320


def test_a_model_of_experts_is_not_counted() -> None:
    """The sizes do not tell what a routed pass reads, and no number is better than a wrong one."""
    net = model()
    net.model.config.num_local_experts = 4
    try:
        with pytest.raises(UncountableError, match="routing"):
            shape_of(net)
        assert "cannot be counted" in describe(Models(net, None, frozenset()), "cpu", {}).reason
    finally:
        del net.model.config.num_local_experts


def test_a_trace_is_modelled_without_its_models() -> None:
    """A class opens a recorded trace without GPU and torch, and can change the coefficients."""
    pair = tiny_pair()
    trace = record_trace(RunRequest("spd", pair.name, "x", {}, 1, 8), pair=pair)
    shapes = shapes_of(trace)
    assert shapes == {"target": shape_of(pair.models.target), "draft": shape_of(pair.models.draft)}
    assert trace.header.energy.model.coefficients == DEFAULT  # type: ignore[union-attr]
    own = modelled(trace)
    assert own is not None
    by_hand = [
        sum(joules(cost(shapes[each.model], len(each.nodes), each.kv), DEFAULT) for each in one.passes)
        for one in trace.iterations
    ]
    assert own.joules() == pytest.approx(by_hand)
    assert sum(own.split().values()) == pytest.approx(sum(own.joules()))
    counted = [sum(bytes_of(one).values()) for one in trace.iterations]
    assert counted == [sum(one.bytes for one in step.values()) for step in own.steps]
    other = modelled(trace, Coefficients("twice", 2 * DEFAULT.joules_per_byte, 2 * DEFAULT.joules_per_flop, ""))
    assert other is not None
    assert other.joules() == pytest.approx([2 * value for value in own.joules()])


def test_speculation_is_modelled_cheaper_when_drafts_are_accepted() -> None:
    """With a good draft, the target's weights are read less often per token."""
    pair = tiny_pair()
    per_token = {}
    for method in ("greedy", "lookup"):
        given = {"temperature": 0} if method == "lookup" else {}
        found = modelled(record_trace(RunRequest(method, pair.name, "x", given, 1, 40), pair=pair))
        assert found is not None
        per_token[method] = sum(found.joules()) / found.tokens[-1]
    assert per_token["lookup"] <= per_token["greedy"]


def test_batches_share_the_weights() -> None:
    """Table 2's experiment: modelled energy hardly grows per pass and falls per input."""
    pair = tiny_pair()
    told: list[float] = []
    rows = list(experiment(pair, _cpu(), None, sizes=(1, 4), passes=3, context=4, progress=lambda w, s: told.append(s)))
    assert [row.batch for row in rows] == [1, 4] * 3, "sizes take turns, so that a slow minute meets them all"
    assert [row.passes for row in rows] == [1, 1, 2, 2, 3, 3]
    assert told == sorted(told)
    assert told[-1] == 1
    one, four = (row.to_json() for row in rows[-2:])
    assert one["joules"] is None
    assert four["joules_per_input"] is None
    assert four["modelled_joules_per_pass"] < 4 * one["modelled_joules_per_pass"]
    assert four["modelled_joules_per_input"] < one["modelled_joules_per_input"]


def test_batch_flops_are_those_that_torch_counts() -> None:
    """The modelled batch is the one that runs."""
    net = model()
    with FlopCounterMode(display=False) as counter, torch.inference_mode():
        net.model(input_ids=torch.full((4, 1), 3), use_cache=True)
    assert counter.get_total_flops() == pytest.approx(cost(shape_of(net), 1, 1, batch=4).flops, rel=0.01)


def test_the_papers_rise_is_75_percent() -> None:
    """MTAD calls 14.1 → 24.7 J per run slight, but it is 75%."""
    assert PAPER[-1].joules is not None
    assert PAPER[0].joules is not None
    assert PAPER[-1].joules / PAPER[0].joules == pytest.approx(1.745, abs=0.01)


def _cpu() -> Devices:
    return Devices(others=("cpu",))


def test_own_coefficients_have_a_range() -> None:
    """Command line, app and traces share the range; beyond it, joules would be infinite."""
    most = chosen(OWN, MOST_PICO, MOST_PICO)
    assert (most.joules_per_byte, most.joules_per_flop) == pytest.approx((1e-6, 1e-6))
    limits = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))["$defs"]["Coefficients"]["properties"]
    assert {limits[key]["maximum"] for key in ("joules_per_byte", "joules_per_flop")} == {most.joules_per_byte}
    for byte, flop in ((1e308, 1), (1, MOST_PICO + 1), (math.nan, 1), (1, -1), (math.inf, 1), (None, 1)):
        with pytest.raises(BadInput, match="1,000,000 picojoules"):
            chosen(OWN, byte, flop)
    assert all(max(one.joules_per_byte, one.joules_per_flop) < most.joules_per_byte / 100 for one in BOARDS.values())
