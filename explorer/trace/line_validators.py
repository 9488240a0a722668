"""Check the lines of a trace file against their dataclasses, and turn them into records.

pydantic reads the dataclasses and their ranges. Its schemas are dicts, which this module makes stricter: the check of a
list stops at the first invalid element, every plain int is a count, and every float is finite.
"""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from pydantic import TypeAdapter
from pydantic_core import CoreSchema, ErrorDetails, SchemaValidator, ValidationError, core_schema

from decoders.catalog import DECODERS
from decoders.core.values import MOST_ID
from explorer.trace.lines import Header, IterationLine, Summary

EXPECTED = "Input should be "  # how messages of pydantic begin
PLAIN = {
    "greater than or equal to": "at least",
    "greater than": "more than",
    "less than or equal to": "at most",
    "a valid integer": "a whole number",
    "a valid number": "a number",
    "a valid string": "text",
    "a valid boolean": "true or false",
    "a valid array": "a list",
    "a valid dictionary": "an object",
}

Line = Header | IterationLine | Summary


def validator() -> SchemaValidator:
    """Return a validator that turns any line into its record. The validator is rebuilt when a method is registered."""
    return _validator(DECODERS.version)


@lru_cache(maxsize=1)
def _validator(version: int) -> SchemaValidator:
    return SchemaValidator(core_schema_of_lines())


@cache
def _headers() -> TypeAdapter[Header]:
    return TypeAdapter(Header)


def prepare_headers() -> None:
    """Build the validator of headers, which takes 20 ms, before the first run."""
    _headers()


def header_of(values: Mapping[str, Any]) -> Header:
    """A header from plain values, for a run that is about to start. Raises ValidationError if a value is not valid."""
    return _headers().validate_python(values)


def core_schema_of_lines() -> CoreSchema:
    """The core schema of any line, which is chosen by the line's `kind`."""
    choices: dict[Any, Any] = {line.kind: TypeAdapter(line).core_schema for line in (Header, IterationLine, Summary)}
    return core_schema.tagged_union_schema(tightened(choices), discriminator="kind")


def tightened(schema: Any) -> Any:
    """Return a core schema of pydantic that is stricter about numbers and lists (see the module's docstring)."""
    if isinstance(schema, list):
        return [tightened(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {key: tightened(part) for key, part in schema.items()}
    match schema.get("type"):
        case "list" | "tuple":
            schema["fail_fast"] = True
        case "int":
            schema = {"ge": 0, "le": MOST_ID} | schema
        case "float":
            schema["allow_inf_nan"] = False
        case "nullable" if schema["schema"].get("metadata", {}).get("null"):
            return schema["schema"]  # in such a field, null means an infinite number
        case _:
            pass
    return schema


def first_problem(error: ValidationError) -> str:
    """Describe the first fault: its position in the line, what is expected, and the value found."""
    first = error.errors(include_url=False, include_context=False)[0]
    where = "/".join(str(part) for part in first["loc"][1:])
    return described(first, where) if where else "the kind must be header, iteration or summary"


def described(fault: ErrorDetails, where: str) -> str:
    """One fault that pydantic found: its position, what is expected there, and the value found."""
    where, found = where[:100], fault["input"]
    if fault["type"] == "union_tag_not_found":
        return f"{where}: the kind is missing"
    if fault["type"] == "missing":
        return f"{where}: this field is missing"
    what = f", not {json.dumps(found, ensure_ascii=False)[:40]}" if isinstance(found, str | int | float | None) else ""
    if fault["msg"].startswith(EXPECTED):
        return f"{where} must be {plainly(fault['msg'].removeprefix(EXPECTED))[:400]}{what}"
    return f"{where}: {fault['msg'].removeprefix('Value error, ')[:400]}{what}"


def plainly(expected: str) -> str:
    """Write in this project's words what pydantic expects.

    >>> plainly("greater than or equal to 0"), plainly("a valid integer"), plainly("'input' or 'draft'")
    ('at least 0', 'a whole number', "'input' or 'draft'")
    """
    return next(
        (says + expected.removeprefix(begin) for begin, says in PLAIN.items() if expected.startswith(begin)), expected
    )
