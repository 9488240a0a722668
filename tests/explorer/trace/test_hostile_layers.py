"""Layers and headers that contradict themselves are refused in one sentence that names their line."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from benchmarks import fuzz
from decoders.errors import BadInput
from explorer.trace.format import read
from tests.explorer.trace.test_fuzz import lines_of

Part = dict[str, Any]
Change = Callable[[Part, Part], None]  # of an iteration and of its layer of the kind


def parts_with(name: str, kind: str) -> tuple[list[Part], int, Part]:
    """The lines of a run on a toy pair, the number of the first one with a filled layer of this kind, and the layer."""
    parts = [json.loads(line) for line in lines_of(name)]
    lists = {"block_verification": "prefixes", "traversal": "leaves", "suffix": "nodes", "written": "nodes"}
    for number, part in enumerate(parts, 1):
        for layer in part.get("layers", []):
            if layer["kind"] == kind and layer.get(lists[kind]):
                return parts, number, layer
    pytest.fail(f"the run of {name} has no layer of kind {kind}")


def field(names: str, value: Any) -> Change:
    """Set a field of a layer; `prefixes.h` is the field h of the first prefix. `None` removes it."""

    def change(part: Part, layer: Part) -> None:
        *path, last = names.split(".")
        for each in path:
            layer = layer[each][0]
        if value is None:
            del layer[last]
        else:
            layer[last] = value

    return change


def twice(name: str) -> Change:
    """Repeat the entries of a list."""
    return lambda part, layer: layer.update({name: layer[name] * 2})


def cyclic(part: Part, layer: Part) -> None:
    part["nodes"][-1]["parent"] = part["nodes"][-1]["id"]


def backwards(part: Part, layer: Part) -> None:
    part["nodes"][0]["parent"] = part["nodes"][-1]["id"]


def heavy(part: Part, layer: Part) -> None:
    """A distribution with more than all of its mass."""
    for dist in part["distributions"]:
        dist["rest"] = 0.5


def light(part: Part, layer: Part) -> None:
    """A distribution without most of its mass."""
    dist = part["distributions"][-1]
    dist["top"], dist["rest"] = [[token, value / 3] for token, value in dist["top"]], 0.0


def repeated(part: Part, layer: Part) -> None:
    """A distribution that names one token twice."""
    dist = part["distributions"][0]
    token, value = dist["top"][0]
    dist["top"] = [[token, value / 2], [token, value / 2], *dist["top"][1:]]


def early(part: Part, layer: Part) -> None:
    layer["leaves"] = [{**layer["leaves"][0], "passed": True}, *layer["leaves"]]


def more_than_its_pattern(part: Part, layer: Part) -> None:
    layer["counts"][0] = layer["occurrences"] + 1


def elsewhere(part: Part, layer: Part) -> None:
    """An entry whose node does not continue the beam of its parent."""
    entry = next(entry for entry in part["entries"] if entry["parent"] is not None)
    entry["node"] = next(node["id"] for node in part["nodes"] if node["id"] not in _around(part, entry))


def _around(part: Part, entry: Part) -> set[int]:
    """The nodes that may belong to a child of the entry's parent."""
    above = next(each["node"] for each in part["entries"] if each["id"] == entry["parent"])
    return {above} | {node["id"] for node in part["nodes"] if node["parent"] == above}


ANY: list[tuple[str, Change, str]] = [
    ("a node that is its own parent", cyclic, "which comes after it"),
    ("a parent that comes later", backwards, "which comes after it"),
    ("too much mass", heavy, "instead of 1"),
    ("too little mass", light, "instead of 1"),
    ("a token twice", repeated, "names a token twice"),
    ("no kind", field("kind", None), "the kind is missing"),
    ("a level below 0", field("layer", -1), "layer"),
]
BLOCK: list[tuple[str, Change, str]] = [
    ("no prefixes", field("prefixes", None), "prefixes: this field is missing"),
    ("prefixes that are no list", field("prefixes", 3), "prefixes"),
    ("no h", field("prefixes.h", None), "h: this field is missing"),
    ("h below 0", field("prefixes.h", -0.25), "h must be at least 0"),
    ("h above 1", field("prefixes.h", 1.5), "h must be at most 1"),
    ("h as text", field("prefixes.h", "0.5"), "h must be a number"),
    ("P above 1", field("prefixes.P", 7.0), "P must be at most"),
    ("R above 1", field("prefixes.R", 2.0), "R must be at most"),
    ("u outside [0, 1)", field("prefixes.u", -1.0), "u must be at least"),
    ("q above 1", field("prefixes.q", 1e9), "q must be at most"),
    ("a node that does not exist", field("prefixes.node", 10**6), "names a node that is not in this iteration"),
    ("a wrong number", field("prefixes.j", 2), "not numbered from 1"),
    ("prefixes twice", twice("prefixes"), "not numbered from 1"),
    ("longer than the chain", field("longest", 99), "not numbered from 1 to the longest"),
    ("passed as a number", field("prefixes.passed", 1), "passed must be true or false"),
]
TRAVERSAL: list[tuple[str, Change, str]] = [
    ("no leaves", field("leaves", None), "leaves: this field is missing"),
    ("no α", field("leaves.alpha", None), "alpha: this field is missing"),
    ("α above 1", field("leaves.alpha", 1.2), "alpha must be at most"),
    ("α below 0", field("leaves.above", -0.1), "above must be at least"),
    ("p above 1", field("leaves.p_used", 3.0), "p_used must be at most"),
    ("S above 1", field("leaves.S", 5.0), "S must be at most"),
    ("S below 0", field("leaves.S", -1.0), "S must be at least"),
    ("a node that does not exist", field("leaves.node", 10**6), "names a node that is not in this iteration"),
    ("a test after the accepted leaf", early, "has a test after the leaf that was accepted"),
    ("deleted below 0", field("leaves.deleted", -1), "deleted must be at least"),
    ("a leaf that is a number", field("leaves", [1]), "leaves/0"),
]
SUFFIX: list[tuple[str, Change, str]] = [
    ("no source", field("source", None), "source: this field is missing"),
    ("another source", field("source", "elsewhere"), "source must be"),
    ("a node that does not exist", field("nodes", [10**6]), "names a node that is not in this iteration"),
    ("counts that are missing", field("counts", []), "differ in length"),
    ("estimates twice", twice("probs"), "differ in length"),
    ("a length that is not the pattern's", field("matched", 77), "differ in length"),
    ("a count of 0", field("counts", [0]), "counts/0 must be at least"),
    ("more often than the pattern", more_than_its_pattern, "more often than its pattern"),
    ("an estimate above 1", field("probs", [1.5]), "probs/0 must be at most"),
]
WRITTEN: list[tuple[str, Change, str]] = [
    ("a node that does not exist", field("nodes", [10**6]), "names a node that is not in this iteration"),
    ("q that are missing", field("q", []), "differ in length"),
    ("q above 1", field("q", [1.2]), "q/0 must be at most"),
    ("tokens that are numbers", field("pieces", [1]), "pieces/0 must be text"),
]
CASES = [
    pytest.param(name, kind, change, says, id=f"{name}: {what}")
    for name, kind, cases in (
        ("block", "block_verification", [*ANY, *BLOCK]),
        ("traversal", "traversal", [*ANY, *TRAVERSAL]),
        ("suffix", "suffix", [*ANY[:1], *SUFFIX]),
    )
    for what, change, says in cases
]


def refused(parts: list[Part], number: int, says: str) -> None:
    """Check that a trace is refused in one sentence about this line, and by everything that reads traces."""
    raw = "".join(json.dumps(part) + "\n" for part in parts).encode()
    with pytest.raises(BadInput) as error:
        read(raw)
    said = str(error.value)
    assert re.match(rf"Line {number} of the trace is (not a valid trace line|inconsistent) \(.+\)\. Correct this", said)
    assert says in said
    assert "\n" not in said
    assert fuzz.tried(raw, figures=False) == "refused"


@pytest.mark.parametrize(("name", "kind", "change", "says"), CASES)
def test_a_layer_that_contradicts_itself_is_refused(name: str, kind: str, change: Change, says: str) -> None:
    """The stage would draw tests that never happened, or fail with an error of Python's."""
    parts, number, layer = parts_with(name, kind)
    assert fuzz.tried("".join(json.dumps(part) + "\n" for part in parts).encode(), figures=False) == "opened"
    change(parts[number - 1], layer)
    refused(parts, number, says)


@pytest.mark.parametrize(("change", "says"), [case[1:] for case in WRITTEN], ids=[case[0] for case in WRITTEN])
def test_a_written_text_that_contradicts_itself_is_refused(change: Change, says: str) -> None:
    """Runs on toy pairs have no such layer, because both models have the same words."""
    parts = [json.loads(line) for line in lines_of("spd")]
    node = next(node["id"] for node in parts[1]["nodes"] if node["role"] == "draft")
    layer = {"kind": "written", "layer": 0, "pieces": ["a"], "q": [0.5], "text": "a", "nodes": [node]}
    parts[1]["layers"].append(layer)
    whole = "".join(json.dumps(part) + "\n" for part in parts).encode()
    assert fuzz.tried(whole, figures=True) == "opened"
    change(parts[1], layer)
    refused(parts, 2, says)


BOTH = {"rule": "TLI", "common": 90, "target": 100, "draft": 95}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"rule": "none"}, "vocabularies/rule must be 'TLI' or 'SLEM'"),
        ({"rule": None}, "vocabularies/rule"),
        ({"common": 0}, "vocabularies/common must be at least"),
        ({"common": 96}, "96 tokens in common, which is more than one of them has"),
        ({"common": 101, "draft": 10**9}, "101 tokens in common"),
        ({"target": "100"}, "vocabularies/target must be a whole number"),
        ({"draft": -1}, "vocabularies/draft must be at least"),
        ({"draft": 10**10}, "vocabularies/draft must be at most"),
    ],
    ids=str,
)
def test_two_vocabularies_that_cannot_be_are_refused(change: Part, says: str) -> None:
    """The header's sentence about the draft would be false."""
    parts = [json.loads(line) for line in lines_of("spd")]
    parts[0]["vocabularies"] = BOTH
    assert fuzz.tried("".join(json.dumps(part) + "\n" for part in parts).encode(), figures=False) == "opened"
    parts[0]["vocabularies"] = {**BOTH, **change}
    refused(parts, 1, says)


@pytest.mark.parametrize("tokens", [[-2], ["1"], 3, [2**31]], ids=str)
def test_tokens_that_cannot_be_drafted_are_numbers(tokens: Any) -> None:
    """The browser looks tokens up in this list."""
    parts = [json.loads(line) for line in lines_of("spd")]
    parts[1]["not_in_draft"] = tokens
    refused(parts, 2, "not_in_draft")


def test_an_entry_continues_the_beam_of_its_parent() -> None:
    """A beam that ends on another beam's node had no place in the picture."""
    parts = [json.loads(line) for line in lines_of("dsbd")]
    number, part = next((n, part) for n, part in enumerate(parts, 1) if len(part.get("entries", [])) > 3)
    elsewhere(part, {})
    with pytest.raises(BadInput, match=f"^Line {number} .* which does not continue node"):
        read("\n".join(map(json.dumps, parts)).encode())


def test_the_way_a_model_reads_trees_is_a_text() -> None:
    """It is printed and searched."""
    parts = [json.loads(line) for line in lines_of("traversal")]
    parts[0]["tree_mode"]["target"] = None
    with pytest.raises(BadInput, match="^Line 1 .*tree_mode"):
        read("\n".join(map(json.dumps, parts)).encode())
