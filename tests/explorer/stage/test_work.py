"""The work of opening a trace grows in proportion to its size, so no file blocks other visitors."""

import json
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from decoders.errors import BadInput
from explorer.graph.graph import build
from explorer.graph.layout import place
from explorer.stage.pack import pack
from explorer.stage.pictures import Pictures
from explorer.story import Words
from explorer.trace.format import read
from explorer.trace.lines import MOST_NODES, MOST_PARTS
from explorer.trace.metrics import descent, measures
from tests.records import header_with, iteration_of

Part = dict[str, Any]
HEADER = {
    "kind": "header",
    "schema": "2",
    "method": "dsbd",
    "view": "forest",
    "pair": "toy:x",
    "settings": {},
    "seed": 0,
    "prompt": "",
    "prompt_tokens": [0],
    "device": "cpu",
    "versions": {},
    "energy": {"method": "unavailable"},
}


def lines_run(work: Callable[[], object]) -> int:
    """The number of Python lines that `work` runs, counting each turn of a loop."""
    count = 0

    def trace(frame: FrameType, event: str, given: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def iteration(parents: list[int], **more: Any) -> Part:
    """An iteration whose node i has the parent parents[i], and otherwise only what is given."""
    nodes = [
        {"id": i, "parent": parent, "token": i, "depth": i, "role": "draft" if i else "input", "q": 0.5, "p": 0.5}
        for i, parent in enumerate(parents)
    ]
    parts: Part = {key: [] for key in ("entries", "passes", "layers", "draws", "verdicts", "distributions")}
    return {"kind": "iteration", "index": 0, "nodes": nodes, "final": {}, "seconds": 0.1, **parts, **more}


def chain(size: int) -> Part:
    return iteration([i - 1 for i in range(size)])


def comb(size: int) -> Part:
    return iteration([-1, *((i - 1 if i % 2 else i - 2) if i > 1 else 0 for i in range(1, size))])


def star(size: int) -> Part:
    return iteration([-1, *[0] * (size - 1)])


def forest(size: int) -> Part:
    return iteration([-1] * size)


def beams(size: int) -> Part:
    """A chain with a beam ending at every node."""
    ends = [{"node": i, "tokens": [], "logp": -1.0, "done": False} for i in range(size)]
    return chain(size) | {"final": {"beams": ends}}


def one_node(size: int) -> Part:
    """Many verdicts on one node, each in its own step."""
    verdicts = [{"node": 1, "decision": "rejected", "rule": "ratio", "layer": 1, "u": 0.5, "a": 0.4}] * size
    steps = [{"phase": "verify", "layer": 1, "nodes": [1], "verdicts": [i], "passes": []} for i in range(size)]
    return iteration([-1, 0], verdicts=verdicts, steps=steps)


def entries(size: int) -> Part:
    """Many entries in one layer, with a verdict each."""
    drawn = [{"id": i, "node": 1, "layer": 1, "slot": i, "q": 0.1} for i in range(size)]
    verdicts = [
        {"node": 1, "entry": i, "decision": "rejected", "rule": "ratio", "layer": 1, "u": 0.5, "a": 0.4, "q": 0.1}
        for i in range(size)
    ]
    return iteration([-1, 0], entries=drawn, verdicts=verdicts)


def layers_of(kind: str, size: int) -> Part:
    """A chain in which every node has a layer record, a verdict and a step."""
    own: Part = {
        "tries": lambda i: {"tries": [i], "q": [0.5], "p_used": [0.4]},
        "typical": lambda i: {"entropy": 1.0, "epsilon": 0.1, "delta": 0.3, "threshold": 0.1},
        "rollback": lambda i: {"nll": 1.0, "threshold": 0.5, "rolled_back": True},
    }[kind]
    rule = {"tries": "ratio", "typical": "typical", "rollback": "rollback"}[kind]
    layers = [{"kind": kind, "layer": 0, "node": i - 1, **own(i)} for i in range(1, size)]
    numbers = {"p": 0.4, "q": 0.5, "a": 0.8, "u": 0.9, "bar": 0.5}
    verdicts = [{"node": i, "decision": "rejected", "rule": rule, **numbers} for i in range(1, size)]
    steps = [{"phase": "verify", "nodes": [i], "verdicts": [i - 1], "layer": i, "place": 1} for i in range(1, size)]
    return chain(size) | {"layers": layers, "verdicts": verdicts, "steps": steps}


SHAPES = (chain, comb, star, forest, beams, one_node, entries)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_twice_the_size_takes_twice_the_work(shape: Callable[[int], Part]) -> None:
    """A file of 85 kB with 9,900 nodes in a chain must not take 15 seconds to open."""

    def opened(size: int) -> int:
        part, head = iteration_of(shape(size)), header_with(**HEADER)
        told = Words(head).iteration(part, {})
        return lines_run(lambda: pack(part, told) | Pictures(head).add(part))

    opened(10)
    assert opened(600) < 2.3 * opened(300)


@pytest.mark.parametrize(
    ("method", "kind"), [("specinfer", "tries"), ("mcss", "tries"), ("typical", "typical"), ("bild", "rollback")]
)
def test_a_layer_is_found_at_once(method: str, kind: str) -> None:
    """Each verdict looks up its layer, which must not search all of them."""

    def told(size: int) -> int:
        part = iteration_of(layers_of(kind, size))
        tell = Words(header_with(**HEADER | {"method": method, "view": "tree"})).iteration(part, {})
        return lines_run(lambda: pack(part, tell))

    told(10)
    assert told(400) < 2.3 * told(200)


@pytest.mark.parametrize("shape", [chain, beams], ids=lambda shape: shape.__name__)
def test_deep_beams_are_walked_once(shape: Callable[[int], Part]) -> None:
    """Ten thousand beams on one deep path must not be walked ten thousand times."""
    for work in (measures, lambda part: descent(part, [0]), lambda part: place(build(part.nodes))):
        small, large = iteration_of(shape(300)), iteration_of(shape(600))
        assert lines_run(lambda: work(large)) < 2.3 * lines_run(lambda: work(small))  # noqa: B023


def test_levels_beyond_any_decoder_are_refused() -> None:
    """Sentences walk from a node to its root, so a file must not have endless paths."""
    raw = "".join(json.dumps(part) + "\n" for part in (HEADER, chain(3000))).encode()
    with pytest.raises(BadInput, match="add up to 4,498,500, but the limit is 2,000,000"):
        read(raw)
    assert read("".join(json.dumps(part) + "\n" for part in (HEADER, chain(300))).encode()).iterations


ITEMS: dict[str, tuple[Part, int]] = {  # of an iteration's lists: an item, and how many there may be
    "nodes": ({"id": 0, "parent": -1, "token": 0, "depth": 0, "role": "draft"}, MOST_NODES),
    "entries": ({"id": 0, "layer": 0, "slot": 0, "node": 0}, MOST_NODES),
    "verdicts": ({"node": 0, "decision": "unused", "rule": "off_path"}, MOST_NODES),
    "distributions": ({"at": 0, "kind": "p", "top": [], "rest": 1.0, "size": 1}, MOST_NODES),
    "layers": ({"kind": "none", "layer": 0}, MOST_PARTS),
    "steps": ({"phase": "commit"}, MOST_PARTS),
    "passes": ({"model": "target", "nodes": [], "seconds": 0.0, "kv": 0}, MOST_PARTS),
}


@pytest.mark.parametrize("key", ITEMS)
def test_lists_beyond_any_decoder_are_refused(key: str) -> None:
    """Layers times verdicts, or steps times layers, would keep the app busy for minutes."""
    item, most = ITEMS[key]
    part = chain(3) | {key: [item] * (most + 1)}
    with pytest.raises(BadInput, match=f"{key}: .*at most {most} items"):
        read("".join(json.dumps(part) + "\n" for part in (HEADER, part)).encode())


@pytest.mark.parametrize("name", ["place", "self", "node_for_adding", "attr", "id"])
def test_unknown_keys_of_nodes_are_ignored(name: str) -> None:
    """A node with an unexpected key must not cause a Python error."""
    part = chain(3)
    for node in part["nodes"]:
        node.setdefault(name, "x")
    trace = read("".join(json.dumps(part) + "\n" for part in (HEADER, part)).encode())
    first = trace.iterations[0]
    assert [data["place"] for _, data in build(first.nodes).nodes(data=True)] == [0, 1, 2]
    packed = pack(first, Words(trace.header).iteration(first, {}))
    assert packed["lay"]["col"] == [0, 1, 2]
