"""Traces that people kept from before schema 2: if these fail, one no longer opens, or says what did not happen."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from decoders.errors import BadInput
from explorer.traces.commits import with_committed
from explorer.traces.format import Trace, check_part, lines, read
from explorer.traces.show import describe, state
from explorer.traces.words import Words

FOLDER = Path(__file__).parent / "schema1"
NAMES = sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.gz"))

Part = dict[str, Any]


def old_lines(name: str) -> list[Part]:
    """The lines as they were recorded."""
    return [json.loads(line) for line in gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()).splitlines()]


def opened(name: str) -> Trace:
    return read(FOLDER / f"{name}.jsonl.gz")


@pytest.mark.parametrize("name", NAMES)
def test_an_old_trace_opens_and_says_so(name: str) -> None:
    """What was derived while reading must not pass for what was recorded."""
    trace, old = opened(name), old_lines(name)
    assert old[0]["schema"] == "1"
    assert trace.header["schema"] == "2"
    assert trace.upgraded is not None
    assert "schema 1" in trace.upgraded
    assert state(trace) == [trace.upgraded]
    assert any(line.startswith("output law: ") for line in describe(trace))
    assert trace.summary == old[-1] | {"counts": with_committed(old[-1]["counts"], trace.iterations)}
    for line in lines(trace):  # what is written again is schema 2, and needs no converting
        assert check_part(json.loads(line)) is None
    again = read("".join(lines(trace)).encode())
    assert (again.upgraded, again.iterations) == (None, trace.iterations)


@pytest.mark.parametrize("name", NAMES)
def test_converting_keeps_what_was_recorded(name: str) -> None:
    """Tokens, draws, passes, laws and chances are the run's; only names and sentences change."""
    for old, new in zip(old_lines(name)[1:-1], opened(name).iterations, strict=True):
        assert all(new[key] == old[key] for key in ("index", "entries", "passes", "draws", "seconds"))
        assert [law["top"] for law in new["distributions"]] == [law["top"] for law in old["distributions"]]
        assert new["final"].get("tokens") == old["final"].get("tokens")
        for before, after in zip(old["verdicts"], new["verdicts"], strict=False):
            assert (after["node"], after.get("u"), after.get("a")) == (
                before["node"],
                before.get("u"),
                before.get("threshold"),
            )
        text = json.dumps(new)
        assert '"reason"' not in text
        assert '"title"' not in text
        assert '"threshold": null' not in text


@pytest.mark.parametrize("name", NAMES)
def test_everything_in_an_old_trace_is_told(name: str) -> None:
    """Its sentences are made from the facts that were derived, like those of any trace."""
    trace = opened(name)
    words = Words(trace.header)
    for iteration in trace.iterations:
        tell = words.iteration(iteration, trace.header.get("texts", {}))
        assert all(tell.exact(step) for step in iteration["steps"])
        assert all(tell.exact_reason(verdict) for verdict in iteration["verdicts"])


def test_what_was_derived() -> None:
    """The names that schema 1 did not have."""
    found = {
        name: {(v["decision"], v["rule"]) for iteration in opened(name).iterations for v in iteration["verdicts"]}
        for name in NAMES
    }
    assert {("accepted", "residual_ratio"), ("residual", "draw"), ("orphaned", "lost_parent")} <= found["dsbd-figure-2"]
    assert ("unused", "failed_layer") in found["dsbd-figure-2"]
    assert found["mtad-figure-2"] == {("accepted", "joint_ratio"), ("bonus", "argmax")}
    assert {("merged", "recurring_gram"), ("accepted", "greedy_match")} <= found["gsd-figure-4"]
    phases = {step["phase"] for name in NAMES for one in opened(name).iterations for step in one["steps"]}
    assert {"prefix", "select", "unmerge", "orphaned", "unused"} <= phases
    kinds = {layer["kind"] for name in NAMES for one in opened(name).iterations for layer in one["layers"]}
    assert kinds == {"width", "memory", "joint", "block", "graph"}


def test_a_greedy_choice_shows_the_p_of_the_list() -> None:
    """Warped to one token p is 1; beside a list of p that says .6 a reader must see .6, and that it was greedy."""
    (iteration,) = opened("gsd-figure-4").iterations
    kept = [v for v in iteration["verdicts"] if v["decision"] == "accepted"]
    assert all(v["greedy"] and v["p_used"] == 1.0 for v in kept)
    token = {node["id"]: node["token"] for node in iteration["nodes"]}
    for v in kept:
        law = next(iteration["distributions"][i] for i in v["distributions"])
        assert v["p"] == dict(map(tuple, law["top"]))[token[v["node"]]]


def without(value: Any, key: str) -> Any:
    """A copy in which no object has the key."""
    if isinstance(value, dict):
        return {name: without(each, key) for name, each in value.items() if name != key}
    return [without(each, key) for each in value] if isinstance(value, list) else value


def keys(value: Any) -> set[str]:
    """Every key of every object."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return set(value if isinstance(value, dict) else ()).union(*map(keys, inner))


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_missing_it_opens_or_is_refused_in_a_sentence(name: str) -> None:
    """Schema 1 asked for less than it wrote, and its layers could hold anything."""
    parts, opening = old_lines(name)[:2], set[str]()
    for key in sorted(keys(parts)):
        try:
            trace = read("".join(json.dumps(without(part, key)) + "\n" for part in parts).encode())
        except BadInput:
            continue
        opening.add(key)
        tell = Words(trace.header).iteration(trace.iterations[0], {})
        assert all(tell.exact(step) for step in trace.iterations[0]["steps"])
        assert all(tell.exact_reason(verdict) for verdict in trace.iterations[0]["verdicts"])
    assert {"steps", "texts", "lossless", "reason"} <= opening


def test_an_old_line_that_is_wrong_is_named() -> None:
    """By its number, and in one sentence, as any other."""
    parts = old_lines("dsbd-figure-2")
    parts[1]["verdicts"][0]["decision"] = "liked"
    with pytest.raises(BadInput, match="line 2 .*liked"):
        read("".join(json.dumps(part) + "\n" for part in parts).encode())
    parts = old_lines("dsbd-figure-2")
    next(layer for layer in parts[1]["layers"] if "outcome" in layer)["outcome"] = "x"
    with pytest.raises(BadInput, match="line 2 .*schema 2.*record it again"):
        read("".join(json.dumps(part) + "\n" for part in parts).encode())
