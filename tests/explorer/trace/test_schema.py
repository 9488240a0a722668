"""The schema of a trace agrees with the dataclasses and is strict enough."""

import json
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any

import pytest

from decoders.catalog import DECODERS
from decoders.core.record import Verdict
from explorer.service.recording import record
from explorer.service.request import RunRequest
from explorer.trace.format import SCHEMA_FILE, to_line
from explorer.trace.json_schema import schema, schema_text
from tests.explorer.trace.runs import SETTINGS, lines
from tests.records import check_part

SCHEMA: dict[str, Any] = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))


def test_the_schema_is_current() -> None:
    """A field that the schema file lacks would not be checked."""
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text(), "run `python -m explorer schema`"


def test_every_layer_is_checked_by_its_kind() -> None:
    """A layer is a dataclass of its method; an unknown kind is accepted but not shown."""
    kinds = {layer.kind: layer for decoder in DECODERS.values() for layer in decoder.layers}
    union = {
        each["if"]["properties"]["kind"]["const"]: each["then"]["$ref"] for each in SCHEMA["$defs"]["Layer"]["allOf"]
    }
    assert set(union) == set(kinds)
    for kind, layer in kinds.items():
        named = SCHEMA["$defs"][union[kind].rpartition("/")[2]]
        assert named["properties"]["kind"] == {"const": kind}
        assert set(named["properties"]) == {"kind", *(field.name for field in fields(layer))}
        assert set(named["required"]) <= {"kind", "layer", *(f.name for f in fields(layer) if f.default is MISSING)}


def test_the_verdict_is_the_records() -> None:
    """Names in the file are those of the dataclass."""
    assert set(SCHEMA["$defs"]["Verdict"]["properties"]) == {field.name for field in fields(Verdict)}
    assert SCHEMA["$defs"]["Verdict"]["required"] == ["node", "decision", "rule"]


@pytest.mark.parametrize(("method", "given"), SETTINGS, ids=lambda value: str(value))
def test_what_is_recorded_fits(method: str, given: dict[str, Any]) -> None:
    """A run whose own trace is refused is lost."""
    for seed in range(3):
        for iteration in json.loads(lines(method, json.dumps(given), seed)):
            assert check_part(iteration) is None


@pytest.mark.parametrize(
    ("layer", "wrong"),
    [
        ({"kind": "width"}, "this field is missing"),
        ({"layer": 1}, "layers/0"),
        ({"kind": 3, "layer": 0}, "layers/0"),
        ({"kind": "typical", "layer": 1, "node": 0, "entropy": "x"}, ""),
        ({"kind": "memory", "layer": 0, "kv_distinct": 1.5, "kv_per_beam": 1}, "whole number"),
        ({"kind": "of a later version", "layer": 0, "anything": [[]]}, None),
    ],
)
def test_layers_that_are_none(layer: dict[str, Any], wrong: str | None) -> None:
    """The stage must not draw invalid layers."""
    (iteration, *_) = json.loads(lines("greedy"))
    found = check_part(iteration | {"layers": [layer]})
    assert (found is None) == (wrong is None)
    assert wrong is None or (found is not None and wrong in found)


def test_every_count_and_coefficient_has_a_maximum() -> None:
    """Every later addition needs a maximum, too, or must be a logarithm, a ratio or a bound."""
    integers = [name for kind, name in _open(SCHEMA["$defs"]) if kind == "integer"]
    assert integers == []
    numbers = {name for kind, name in _open(SCHEMA["$defs"]) if kind == "number"}
    shares = {"p", "q", "p_used", "u", "rest", "q_left", "max_q", "alpha", "table", "at_least", "seconds", "joules"}
    assert not numbers & shares


def _open(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Numbers without a maximum, as (type, field)."""
    if isinstance(value, list):
        for each in value:
            yield from _open(each, name)
    if not isinstance(value, dict):
        return
    kinds = value.get("type", ())
    for kind in {"integer", "number"} & set([kinds] if isinstance(kinds, str) else kinds):
        if "maximum" not in value:
            yield kind, name
    for key, each in value.items():
        inner = key not in ("properties", "items", "prefixItems", "additionalProperties")
        yield from _open(each, key if inner else name)


def test_the_schema_is_one() -> None:
    """A validator in another language must be able to read it."""
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(schema())


def test_the_header_explains_the_rules() -> None:
    """Without the method, its formulas and step groups are known from the file."""
    request = RunRequest("gsd", "toy:assets/toys/dsbd-figure-1.json", "", {}, limit=1)
    head = json.loads(to_line(next(iter(record(request)))))
    assert head["rules"]["draw_match"] == "x = y, y ~ p"
    assert "phases" not in head, "those of gsd are in states.json"
    for part in ({"rules": {"p/q": "x"}}, {"phases": {"guess": "before"}}, {"rules": {"ratio": 1}}):
        assert check_part(head) is None
        assert check_part(head | part) is not None


def test_rules_and_phases_are_open_lists() -> None:
    """Traces of other packages' methods must be readable, but names must not break a page."""
    iteration = json.loads(lines("spd"))[0]
    for part, key in (("verdicts", "rule"), ("steps", "phase")):
        iteration[part][0][key] = "of_another_package"
        assert check_part(iteration) is None
        for wrong in ("<b>", "", "x" * 41, None):
            assert check_part(iteration | {part: [iteration[part][0] | {key: wrong}]}) is not None
