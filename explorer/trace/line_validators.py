"""Check the lines of a trace file against their dataclasses, and turn them into records.

pydantic reads the dataclasses and their ranges. Its schemas are dicts, and are made stricter here. The check of a list
stops at the first invalid element, every plain int is a count, and every float is finite.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from pydantic import TypeAdapter
from pydantic_core import CoreSchema, SchemaValidator, ValidationError, core_schema

from decoders.catalog import DECODERS
from decoders.core.values import MOST_ID
from explorer.trace.lines import Header, IterationLine, Summary

Line = Header | IterationLine | Summary


def validator() -> SchemaValidator:
    """A validator for any line that returns its record. It is rebuilt when a method is registered."""
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
    """A header from plain values, for a run that is about to start. Raises ValidationError."""
    return _headers().validate_python(values)


def core_schema_of_lines() -> CoreSchema:
    """The core schema of any line, which is chosen by the line's `kind`."""
    choices: dict[Any, Any] = {line.kind: TypeAdapter(line).core_schema for line in (Header, IterationLine, Summary)}
    return core_schema.tagged_union_schema(tightened(choices), discriminator="kind")


def tightened(schema: Any) -> Any:
    """Make a core schema of pydantic stricter about numbers and lists, as the module's docstring describes."""
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
    if not where:
        return "the kind must be header, iteration or summary"
    if first["type"] == "union_tag_not_found":
        return f"{where[:100]}: the kind is missing"
    if first["type"] == "missing":
        return f"{where[:100]}: this field is missing"
    found = first["input"]
    what = f", not {str(found)[:40]!r}" if isinstance(found, str | int | float | None) else ""
    return f"{where[:100]}: {first['msg'].removeprefix('Value error, ')[:400]}{what}"
