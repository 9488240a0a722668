"""Build trace records for tests from plain values, or change one value of a record."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pydantic_core import ValidationError

from explorer.trace.format import Trace, line_of, trace_of
from explorer.trace.line_validators import Line, first_problem, validator
from explorer.trace.lines import Header, IterationLine, Summary

PLAIN_HEADER: dict[str, Any] = {
    "kind": "header",
    "schema": "2",
    "method": "spd",
    "pair": "toy:x",
    "settings": {},
    "seed": None,
    "prompt": "",
    "prompt_tokens": [],
    "device": "cpu",
    "versions": {},
    "energy": {"method": "unavailable"},
}
PLAIN_SUMMARY: dict[str, Any] = {
    "kind": "summary",
    "tokens": [],
    "text": "",
    "counts": {},
    "seconds": {},
    "joules": None,
}


def record_of(line: Mapping[str, Any]) -> Line:
    """The record of a line's plain values. Raises ValidationError."""
    return validator().validate_json(json.dumps(line), strict=True)


def check_part(part: Mapping[str, Any]) -> str | None:
    """The first fault in a line's plain values; None if it is valid."""
    try:
        record_of(part)
    except ValidationError as error:
        return first_problem(error)
    return None


def header_with(**fields: Any) -> Header:
    """A header with these fields; required fields that are missing come from a run on a toy pair."""
    made = record_of(PLAIN_HEADER | fields)
    assert isinstance(made, Header)
    return made


def iteration_of(line: Mapping[str, Any]) -> IterationLine:
    """The record of an iteration's plain values; missing lists become empty."""
    lists = ("entries", "passes", "layers", "draws", "verdicts", "distributions", "steps")
    made = record_of({"kind": "iteration", "index": 0, "final": {}} | {name: [] for name in lists} | dict(line))
    assert isinstance(made, IterationLine)
    return made


def an_iteration(**fields: Any) -> IterationLine:
    """An iteration of one node with these fields."""
    return iteration_of({"nodes": [{"id": 0, "parent": -1, "token": 0, "depth": 0, "role": "input"}]} | fields)


def summary_with(**fields: Any) -> Summary:
    """A summary with these fields."""
    made = record_of(PLAIN_SUMMARY | fields)
    assert isinstance(made, Summary)
    return made


def edited(line: Line, change: Callable[[dict[str, Any]], object]) -> Any:
    """The record of a line after its plain values were changed in place."""
    values = json.loads(json.dumps(line_of(line)))
    change(values)
    return record_of(values)


def plain(trace: Trace) -> list[dict[str, Any]]:
    """The lines of a trace as plain values, which a test may change."""
    lines = (trace.header, *trace.iterations, *([trace.summary] if trace.summary else ()))
    return json.loads(json.dumps([line_of(line) for line in lines]))


def trace_from(lines: Iterable[Mapping[str, Any]]) -> Trace:
    """A trace from lines in plain values; it may be incomplete."""
    return trace_of(record_of(line) for line in lines)
