"""Records with unknown keys open, and the keys have no effect."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.fuzz import Parts, everything, seeds
from explorer.features.answers import explained
from explorer.public import with_pictures
from explorer.trace.format import read

STRANGE = ("place", "self", "cls", "node_for_adding", "u_of_edge", "v_of_edge", "kwargs", "args", "attr", "", "a b")
IN_LAYERS = (*STRANGE, "confidence")


def records(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a value, except tables whose keys are not names."""
    if isinstance(value, dict):
        if value.keys() & {"kind", "id", "index", "tokens", "model", "rule", "node", "token"}:
            yield value
        for part in value.values():
            yield from records(part)
    elif isinstance(value, list):
        for part in value:
            yield from records(part)


def made_strange(parts: Parts) -> bytes:
    made = copy.deepcopy(parts)
    for record in records(made):
        for key in STRANGE:
            record.setdefault(key, 1)
    for line in made[1:-1]:
        for layer in line.get("layers", []):
            for key in IN_LAYERS:
                layer.setdefault(key, 1)
        odd = {"kind": "somebody’s", "layer": 0, "nodes": 3, "confidence": {"a": []}, "candidates": 7}
        line.get("layers", []).append(odd)
    return "\n".join(map(json.dumps, made)).encode()


def test_keys_of_somebody_elses_change_nothing(subtests: pytest.Subtests, tmp_path: Path) -> None:
    """A trace of another program must not give a blank page or a Python error."""
    drawn = set[str]()  # methods: another run of one has the same kinds of records
    for name, whole in seeds():
        with subtests.test(name=name):
            method = whole[0]["method"]
            reads_as_without(whole, tmp_path / "plain.jsonl", figures=method not in drawn)
            drawn.add(method)


def reads_as_without(whole: Parts, plain: Path, *, figures: bool) -> None:
    """A trace with strange keys is told as the one without, which is written to `plain`."""
    parts = whole[:-1] if whole[-2]["kind"] == "summary" else whole
    trace = read(made_strange(parts))
    everything(trace, figures=figures)
    shown = with_pictures(trace)
    shown.to_pandas()
    plain.write_text("\n".join(map(json.dumps, parts)), encoding="utf-8")
    expected = read(plain)
    for number in range(1, len(trace.iterations) + 1):
        shown.to_networkx(number)
        if figures:
            shown.figure(number)
        for voice in ("plain", "exact"):
            assert explained(trace, number, voice) == explained(expected, number, voice)
