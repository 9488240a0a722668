"""Read the fields of JSON objects that engines wrote. A wrong type or size raises BadInput with the field's name."""

import json
from collections.abc import Mapping
from typing import Any

from decoders.errors import BadInput

MOST = 10**12  # largest count; a larger one is a mistake
LEAST = 1e-12  # smallest number except 0; a smaller one is not a measurement, and dividing by it overflows
LONGEST_DRAFT = 4096  # draft tokens of one pass
MOST_STEPS = 1_000_000  # passes of one request
SHOWN = 40  # characters of a wrong value
AS_WRITTEN = "Use the file as the engine wrote it."


def altered(where: str, clause: str) -> BadInput:
    """The error for values that the engine cannot have written. `clause` says what is wrong with them."""
    return BadInput(f"{where}: {clause}. {AS_WRITTEN}")


def _short(value: Any) -> str:
    """A value as JSON writes it, cut to SHOWN characters; “a list” or “an object” instead of its content."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return json.dumps(value) if value is None or isinstance(value, bool) else repr(value)[:SHOWN]


class Fields:
    """The fields of one JSON object. `where` names the object in messages."""

    def __init__(self, values: Mapping[str, Any], where: str) -> None:
        self.values, self.where = values, where

    def wrong(self, key: str, what: str) -> BadInput:
        """The error for a field that has another value than `what` describes."""
        if key not in self.values:
            return altered(self.where, f"{key} is missing")
        return altered(self.where, f"{key} is {_short(self.values[key])}, not {what}")

    def has(self, *keys: str) -> bool:
        """Whether all these fields exist and are not null."""
        return all(self.values.get(key) is not None for key in keys)

    def whole(self, key: str, most: int = MOST) -> int:
        """A whole number from 0 to `most`."""
        value = self.values.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise self.wrong(key, f"a whole number from 0 to {most:,}")
        return value

    def maybe_whole(self, key: str, most: int = MOST) -> int | None:
        """A whole number from 0 to `most`; None if the field is missing or null."""
        return self.whole(key, most) if self.has(key) else None

    def number(self, key: str) -> float:
        """A finite number that is 0 or more."""
        value = self.values.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST:
            raise self.wrong(key, "a finite number that is 0 or more")
        return float(value) if value >= LEAST else 0.0

    def maybe_number(self, key: str) -> float | None:
        """A finite number that is 0 or more; None if the field is missing or null."""
        return self.number(key) if self.has(key) else None

    def wholes(self, key: str, longest: int) -> tuple[int, ...]:
        """A list of at most `longest` whole numbers."""
        values = self.values.get(key)
        if not isinstance(values, list) or len(values) > longest:
            raise self.wrong(key, f"a list of at most {longest:,} whole numbers")
        for value in values:
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST:
                raise altered(self.where, f"{key} has the entry {_short(value)}, which is not a count")
        return tuple(values)

    def text(self, key: str, longest: int = 1 << 20) -> str:
        """A text of at most `longest` characters; "" if the field is missing or is not a text."""
        value = self.values.get(key)
        return value[:longest] if isinstance(value, str) else ""

    def fields(self, key: str) -> "Fields":
        """An object within this one."""
        value = self.values.get(key)
        if not isinstance(value, dict):
            raise self.wrong(key, "an object")
        return Fields(value, self.where)

    def inside(self, key: str) -> "Fields":
        """An object within this one; an empty one if it is missing or null."""
        return self.fields(key) if self.has(key) else Fields({}, self.where)

    def list_of_fields(self, key: str) -> "list[Fields]":
        """A list of objects."""
        values = self.values.get(key)
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            raise self.wrong(key, "a list of objects")
        return [Fields(value, self.where) for value in values]

    def histogram(self, key: str) -> dict[int, int]:
        """The nonzero counts by bucket. The field is a list of counts, or an object with a count for each bucket."""
        value = self.values.get(key)
        if isinstance(value, list):
            return {bucket: count for bucket, count in enumerate(self.wholes(key, LONGEST_DRAFT + 1)) if count}
        buckets = self.fields(key)
        numbers = {self._bucket(key, bucket): buckets.whole(bucket) for bucket in buckets.values}
        if len(numbers) < len(buckets.values):
            raise altered(self.where, f"{key} names the same bucket twice")
        return {bucket: count for bucket, count in numbers.items() if count}

    def rows(self, key: str) -> dict[int, dict[int, int]]:
        """The histograms by draft length, from an object with one histogram per length."""
        rows = self.fields(key)
        return {self._bucket(key, length): rows.histogram(length) for length in rows.values}

    def _bucket(self, key: str, name: str) -> int:
        """Convert the name of a field to a whole number."""
        if not (name.isascii() and name.isdigit() and len(name) < 6 and int(name) <= LONGEST_DRAFT):
            raise altered(self.where, f"{key} has the bucket {name[:SHOWN]!r}, which is not a number of tokens")
        return int(name)
