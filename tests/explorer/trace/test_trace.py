"""Traces survive kills, cuts, edits, and newer or hostile senders."""

import gzip
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks import fuzz
from decoders.errors import BadInput
from explorer.energy.parts import tokens_after
from explorer.figures.run import acceptance
from explorer.service.recording import record, record_trace
from explorer.service.request import RunRequest
from explorer.stage.export import page
from explorer.stage.pack import open_message
from explorer.story.page.gallery import FOLDER
from explorer.story.page.show import describe
from explorer.trace.format import SCHEMA_FILE, Trace, lines, read
from tests.records import plain

SCHEMA: dict[str, Any] = json.loads(SCHEMA_FILE.read_text())


@pytest.fixture
def recorded(toy: str) -> Trace:
    return record_trace(RunRequest("spd", toy, "a", {"gamma": 2}, 3, 12))


@pytest.fixture
def parts(recorded: Trace) -> list[dict[str, Any]]:
    return plain(recorded)


@pytest.fixture
def text(recorded: Trace) -> str:
    return "".join(lines(recorded))


def test_reads_back_what_was_written(recorded: Trace, text: str) -> None:
    """A trace that changes on the way to disk would show a run that never happened."""
    trace = read(text.encode())
    assert (trace.header, trace.iterations, trace.summary) == (
        recorded.header,
        recorded.iterations,
        recorded.summary,
    )
    assert trace.incomplete is None
    again = "".join(lines(trace))
    assert [json.loads(line) for line in again.splitlines()] == [json.loads(line) for line in text.splitlines()]
    assert "".join(lines(read(again.encode()))) == again


def test_gzip_reads_the_same(text: str) -> None:
    """People compress traces before they send them."""
    assert read(gzip.compress(text.encode())).summary == read(text.encode()).summary


def test_every_cut_is_incomplete_or_refused(text: str) -> None:
    """A killed run leaves a file that ends anywhere; its finished part must open."""
    raw = text.encode()
    first = raw.index(b"\n") + 1
    second = raw.index(b"\n", first)
    for end in range(0, len(raw), 37):
        if end < second:
            with pytest.raises(BadInput):
                read(raw[:end])
        else:
            assert read(raw[:end]).incomplete


def test_cut_gzip_is_incomplete(text: str) -> None:
    """A cut gzip stream has no end mark, but its complete lines are valid."""
    many = text.splitlines(keepends=True)
    packed = gzip.compress("".join(many[:-1]).encode() + many[-1].encode(), mtime=0)
    trace = read(packed[: len(packed) - 12])
    assert trace.incomplete
    assert trace.iterations


def corrupt(trace: list[dict[str, Any]], place: int, **changes: Any) -> bytes:
    broken = [dict(part) for part in trace]
    broken[place] |= changes
    return "".join(json.dumps(part) + "\n" for part in broken).encode()


@pytest.mark.parametrize(
    ("place", "changes", "words"),
    [
        (0, {"kind": "iteration"}, "Line 1"),
        (0, {"schema": "3"}, "Update the explorer"),
        (0, {"schema": "1"}, "Record the run again"),
        (0, {"schema": "2.1.x"}, "Line 1"),
        (0, {"oracle": {"kind": "lossless", "because": "x"}}, "lossless"),
        (0, {"prompt_tokens": "x"}, "Line 1"),
        (1, {"index": 5}, "Line 2"),
        (1, {"kind": "tune"}, "Line 2"),
        (1, {"nodes": [{"id": -4}]}, "Line 2"),
        (1, {"verdicts": [{"node": 999, "decision": "accepted", "rule": "ratio"}]}, "Line 2"),
        (1, {"verdicts": [{"node": 0, "decision": "accepted"}]}, "verdicts/0/rule: this field is missing"),
        (1, {"verdicts": [{"node": 0, "decision": "liked", "rule": "ratio"}]}, "or .own., not .liked.\\). Correct"),
        (1, {"steps": [{"phase": "draft", "verdicts": [99]}]}, "Line 2"),
        (1, {"steps": [{"phase": None}]}, "steps/0/phase"),
        (-1, {"tokens": ["a"]}, "line"),
        (-1, {"joules": 1e300}, "joules must be at most"),
        (-1, {"seconds": {"total": -1e300}}, "seconds/total must be at least"),
        (1, {"passes": [{"model": "target", "nodes": [], "seconds": 0, "kv": 1e308}]}, "whole number"),
        (
            1,
            {"passes": [{"model": "target", "nodes": [], "seconds": 0, "kv": 10**15}]},
            "passes/0/kv must be at most",
        ),
        (
            1,
            {"steps": [], "passes": [{"model": "target", "nodes": [9999], "seconds": 0, "kv": 1}]},
            "a pass names a node",
        ),
        (
            1,
            {"verdicts": [{"node": 0, "decision": "accepted", "rule": "ratio", "q": 10**18}]},
            "verdicts/0/q must be at most 1.001",
        ),
        (1, {"steps": [], "verdicts": [{"node": 0, "decision": "accepted", "rule": "ratio", "entry": 7}]}, "entry"),
        (1, {"steps": [{"phase": "draft", "verdicts": [0.0]}]}, "whole number"),
        (1, {"layers": [{"alpha": [1]}]}, "Line 2"),
        (1, {"layers": [{"kind": "width", "alpha": "x"}]}, "Line 2"),
        (1, {"layers": [{"kind": "graph", "recurring": [[1]]}]}, "Line 2"),
        (1, {"entries": [{"id": 1, "layer": 1, "slot": 0, "node": 0, "parent": 1}]}, "before"),
        (1, {"entries": 2 * [{"id": 1, "layer": 1, "slot": 0, "node": 0}]}, "same id"),
        (1, {"final": {"beams": [{"node": 99, "tokens": [], "logp": 0, "done": False}]}}, "a beam names"),
        (
            1,
            {"final": {"beams": [{"tokens": [], "logp": 0, "done": False}]}},
            "final/beams/0/node: this field is missing",
        ),
        (1, {"nodes": []}, "nodes: .*at least 1 item"),
        (
            1,
            {"nodes": [{"id": 0, "parent": -1, "token": 0, "depth": 0, "role": "draft"}] * 10_001},
            "nodes: .*at most",
        ),
    ],
)
def test_broken_lines_are_named(parts: list[dict[str, Any]], place: int, changes: dict[str, Any], words: str) -> None:
    """Somebody who edits a trace by hand needs the number of the broken line."""
    with pytest.raises(BadInput, match=words):
        read(corrupt(parts, place, **changes))


@pytest.mark.parametrize(
    "junk", [b"", b"\n", b"not json\n", b"[1]\n", b"\x1f\x8bjunk", b"\xff\xfe\x00", b"[" * 100_000]
)
def test_junk_is_refused(junk: bytes) -> None:
    """A wrong file in the app must give one sentence, never a crash."""
    with pytest.raises(BadInput):
        read(junk)


def test_a_gzip_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small upload must not fill the server's memory."""
    monkeypatch.setattr("explorer.trace.format.MAX_BYTES", 1 << 20)
    with pytest.raises(BadInput, match="Unpacked"):
        read(gzip.compress(b"\0" * (5 << 20)))


def test_unknown_fields_are_ignored(parts: list[dict[str, Any]]) -> None:
    """Traces of a later version with more fields still open."""
    assert isinstance(read(corrupt(parts, 1, colour="blue")), Trace)


def test_same_seed_same_trace(toy: str) -> None:
    """A link to a seed must show the same run to everybody."""

    def run(seed: int) -> list[dict[str, Any]]:
        return without_times(plain(record_trace(RunRequest("spd", toy, "a", {}, seed, 12))))

    assert run(5) == run(5)
    assert run(5) != run(6)


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if k not in ("seconds", "recorded")}
    return [without_times(v) for v in value] if isinstance(value, list) else value


def test_closing_a_run_early_is_quiet(toy: str) -> None:
    """Stop and a closed tab end a run between two iterations."""
    run = record(RunRequest("spd", toy, "a", {}, 1, 12))
    next(run)
    next(run)
    run.close()  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"seed":', '"seed":NaN,"x":', "seed"),
        ('"seed":', '"seed":1' + "0" * 40 + ',"x":', "seed"),
        ('"prompt":"', '"prompt":"\\ud800', "not valid JSON"),
        ('"kind":"header"', '"kind":[]', "kind must be"),
    ],
)
def test_values_that_nothing_could_show_are_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    """Python parses such JSON, but neither a browser nor an export can use it."""
    from explorer.story.page.gallery import FOLDER

    text = gzip.decompress((FOLDER / "mtad-figure-2.jsonl.gz").read_bytes()).decode()
    assert old in text
    path = tmp_path / "odd.jsonl"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(BadInput, match=said):
        read(path)


def test_parents_come_before_their_children(parts: list[dict[str, Any]]) -> None:
    """A node below itself has no place in a tree, and walking up would never end."""
    first = parts[1]["nodes"]
    for parent, words in ((first[-1]["id"], "comes after"), (first[-1]["id"] + 1, "comes after")):
        nodes = [first[0], {**first[1], "parent": parent}, *first[2:]]
        with pytest.raises(BadInput, match=words):
            read(corrupt(parts, 1, nodes=nodes))
    with pytest.raises(BadInput, match="same id"):
        read(corrupt(parts, 1, nodes=[*first, first[-1]]))
    later = parts[2]["nodes"]
    with pytest.raises(BadInput, match="does not exist"):
        read(corrupt(parts, 2, nodes=[*later, {**later[-1], "id": 10**6, "parent": 10**6 - 1}]))


def test_a_draw_that_is_not_there_is_refused(parts: list[dict[str, Any]]) -> None:
    """What if? would change a random choice that was never made."""
    verdicts = parts[1]["verdicts"]
    assert verdicts[0]["draw"] < len(parts[1]["draws"])
    for draw in (len(parts[1]["draws"]), -1):
        with pytest.raises(BadInput, match="draw"):
            read(corrupt(parts, 1, verdicts=[{**verdicts[0], "draw": draw}, *verdicts[1:]]))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("joules_per_byte", 1e308),
        ("joules_per_flop", 2e-6),
        ("joules_per_byte", -1),
        ("matrix", 10**18),
        ("kv_heads", 1.5),
    ],
)
def test_what_energy_is_modelled_from_has_a_range(key: str, value: float) -> None:
    """Beyond the range, a run would use infinitely many joules."""
    from explorer.story.page.gallery import FOLDER

    found = [json.loads(line) for line in gzip.decompress((FOLDER / "spd.jsonl.gz").read_bytes()).splitlines()]
    model = found[0]["energy"]["model"]
    (model["coefficients"] if "joules" in key else model["shapes"]["target"])[key] = value
    with pytest.raises(BadInput, match=f"Line 1 .*{key}"):
        read("".join(json.dumps(line) + "\n" for line in found).encode())


def test_files_larger_than_a_trace_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Large files are refused, packed or unpacked."""
    path = tmp_path / "t.jsonl"
    path.write_text(text)
    assert read(path).summary
    monkeypatch.setattr("explorer.trace.format.MAX_BYTES", len(text) - 1)
    for source in (path, text.encode(), gzip.compress(text.encode())):
        with pytest.raises(BadInput, match="is larger than"):
            read(source)


def test_deep_nesting_is_refused(parts: list[dict[str, Any]]) -> None:
    """Python can read such nesting but not write it."""
    deep: Any = []
    for _ in range(400):
        deep = [deep]
    with pytest.raises(BadInput, match="not valid JSON"):
        read(corrupt(parts, 0, versions={"x": deep}))
    for _ in range(370):
        (deep,) = deep
    with pytest.raises(BadInput, match="nested"):
        read(corrupt(parts, 0, versions={"x": deep}))
    with pytest.raises(BadInput, match="a number is infinite"):
        read(corrupt(parts, 0, versions={"x": 0.125}).replace(b"0.125", b"1e999"))


def _objects(schema: dict[str, Any], name: str, found: dict[int, tuple[str, dict[str, Any]]]) -> None:
    """Every kind of object in the schema, by identity, with a name."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        schema = SCHEMA["$defs"][name]
    if id(schema) in found:
        return
    found[id(schema)] = (name, schema)
    for key, inner in schema.get("properties", {}).items():
        _objects(inner, f"{name}.{key}", found)
    if isinstance(schema.get("items"), dict):
        _objects(schema["items"], f"{name}[]", found)
    for each in schema.get("allOf", ()):
        _objects(each["then"], name, found)


def _without(value: Any, schema: dict[str, Any], kind: dict[str, Any], key: str) -> Any:
    """A copy of a value of this schema in which objects of a kind lack a key."""
    schema = SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        return [_without(one, schema["items"], kind, key) for one in value]
    if not isinstance(value, dict):
        return value
    for each in schema.get("allOf", ()):  # a layer, by its kind
        if each["if"]["properties"]["kind"]["const"] == value["kind"]:
            return _without(value, each["then"], kind, key)
    inner = schema.get("properties", {})
    kept = (name for name in value if schema is not kind or name != key)
    return {name: _without(value[name], inner.get(name, {}), kind, key) for name in kept}


@pytest.mark.parametrize("name", ["dsbd-figure-2", "gsd", "mtad", "medusa", "typical", "bild", "beam-search"])
def test_what_a_trace_need_not_hold_may_be_missing(name: str) -> None:
    """A valid trace opens everywhere, so code relies only on required fields."""
    whole = plain(read(FOLDER / f"{name}.jsonl.gz"))
    parts = fuzz.shortened(whole, 2)
    kinds: dict[int, tuple[str, dict[str, Any]]] = {}
    for kind in ("header", "iteration", "summary"):
        _objects(SCHEMA["$defs"][kind], kind, kinds)
    tried = 0
    for _, kind in kinds.values():
        for key in set(kind.get("properties", {})) - set(kind.get("required", ())):
            lines = [_without(part, SCHEMA["$defs"][part["kind"]], kind, key) for part in parts if part]
            if lines == parts:
                continue
            try:
                trace = read("".join(json.dumps(line) + "\n" for line in lines).encode())
            except BadInput:  # no line that stands alone may rely on it, but lines may rely on one another
                continue
            tried += 1
            tokens_after(trace)
            describe(trace)
            page(trace, "x")  # holds the stage's message
    assert tried > 20


@pytest.mark.parametrize("by", ["by_depth", "by_rank"])
def test_more_accepted_than_judged_is_refused(parts: list[dict[str, Any]], by: str) -> None:
    """No interval of such a share exists."""
    row = {by.removeprefix("by_"): 1, "accepted": 2**53 - 1, "judged": 2**53 - 1}
    untested = [part | {"verdicts": [], "steps": []} if part["kind"] == "iteration" else part for part in parts]
    assert acceptance([read(corrupt(untested, -1, **{by: [row]}))], by.removeprefix("by_"), ["x"])
    with pytest.raises(BadInput, match=f"Line {len(parts)} .* is inconsistent .{by} counts more accepted"):
        read(corrupt(parts, -1, **{by: [row, row | {"judged": 3}]}))


def test_a_law_of_more_beams_than_there_are_is_refused() -> None:
    """The weights of the input beams are derived from it."""
    found = plain(read(FOLDER / "dsbd-figure-2.jsonl.gz"))
    place, first = next(
        (place, layer)
        for place, part in enumerate(found)
        for layer in part.get("layers", ())
        if layer["kind"] == "width" and layer["layer"] == 1 and len(layer["inputs"]) > 1
    )
    first["inputs"].pop()
    with pytest.raises(BadInput, match=f"Line {place + 1} .*a distribution of the first layer names a beam"):
        read("".join(json.dumps(line) + "\n" for line in found).encode())
    first["inputs"].clear()
    describe(read("".join(json.dumps(line) + "\n" for line in found).encode()))


def test_a_draft_of_nothing_opens() -> None:
    """If nothing could be drafted, the step has no nodes."""
    trace = read(FOLDER / "gsd.jsonl.gz")
    for place, part in enumerate(trace.iterations):
        steps = tuple(replace(step, nodes=()) if step.phase == "draft" else step for step in part.steps)
        trace.iterations[place] = replace(part, steps=steps)
    trace = read("".join(lines(trace)).encode())
    describe(trace)
    page(trace, "x")


def test_an_impossible_beam_opens() -> None:
    """log p is null where it is minus infinity."""
    trace = read(FOLDER / "dsbd-figure-2.jsonl.gz")
    for place, part in enumerate(trace.iterations):
        first, *others = part.final.beams
        final = replace(part.final, beams=(replace(first, logp=-math.inf), *others))
        trace.iterations[place] = replace(part, final=final)
    open_message(trace, "x")
    describe(trace)
