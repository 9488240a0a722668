"""Numeric types of a record, with the ranges that a trace file may contain. The reader of trace files checks them.

The aliases annotate the fields of record.py and of the layers. For Python and pyright, a `Prob` is a float and a
`TokenId` an int. Nothing is checked while a decoder records. The explorer reads files with pydantic, which gets the
schema of every annotation. A schema is a plain dict, so pydantic is not imported here. An `int` without an alias is a
count from 0 to 2^53 − 1, the largest integer that every JSON reader preserves. A `float` without an alias is any finite
number.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

Schema = dict[str, Any]
Handler = Callable[[Any], Schema]

MOST_ID = 2**53 - 1
MOST_TOKEN = 2**31 - 1
MOST_LEVEL = 10**6
MOST_SECONDS = 1e9


@dataclass(frozen=True)
class Range:
    """The smallest and the largest value of a number in a file."""

    low: float
    high: float

    def __get_pydantic_core_schema__(self, source: Any, handler: Handler) -> Schema:
        """The number's schema, with its bounds."""
        return {**handler(source), "ge": self.low, "le": self.high}


@dataclass(frozen=True)
class Null:
    """The infinite value that null represents in a file, because JSON has no infinity."""

    value: float

    def __get_pydantic_core_schema__(self, source: Any, handler: Handler) -> Schema:
        """The schema of a number or null. The reader replaces null with `value`."""
        return {
            "type": "function-after",
            "function": {"type": "no-info", "function": self.of},
            "schema": {"type": "nullable", "schema": handler(source)},
            "metadata": {"null": True},
        }

    def of(self, value: float | None) -> float:
        """Turn a value from a file back into the number that was recorded."""
        return self.value if value is None else value


@dataclass(frozen=True)
class Length:
    """The minimum and the maximum number of items of a list in a file."""

    most: int
    fewest: int = 0

    def __get_pydantic_core_schema__(self, source: Any, handler: Handler) -> Schema:
        """The list's schema, with its bounds."""
        fewest = {"min_length": self.fewest} if self.fewest else {}
        return {**handler(source), "max_length": self.most} | fewest


@dataclass(frozen=True)
class Spelling:
    """The regular expression that a name in a file must match."""

    pattern: str

    def __get_pydantic_core_schema__(self, source: Any, handler: Handler) -> Schema:
        """The text's schema, with its pattern."""
        return {**handler(source), "pattern": self.pattern}


IDENTIFIER = r"^[a-z][a-z0-9_]{0,39}$"
Identifier = Annotated[str, Spelling(IDENTIFIER)]  # the name of a rule or a phase
Prob = Annotated[float, Range(0, 1.001)]  # rounding may take a probability a little beyond 1
LogProb = Annotated[float, Range(-MOST_SECONDS, 1e-3), Null(-math.inf)]  # nats
JointLogProb = Annotated[float, Null(-math.inf)]  # in nats, summed over several tokens
OrInfinity = Annotated[float, Null(math.inf)]
Drawn = Annotated[int, Range(-MOST_ID, MOST_ID)]  # an id that was sampled
Threshold = Annotated[float, Range(0, 1000)]  # a probability, or nats in BiLD's rollback
TokenId = Annotated[int, Range(-1, MOST_TOKEN)]  # -1: none
NodeId = Annotated[int, Range(0, MOST_ID)]
ParentId = Annotated[int, Range(-1, MOST_ID)]  # -1: none
Level = Annotated[int, Range(0, MOST_LEVEL)]  # a depth, layer, slot, beam or rank
Copies = Annotated[int, Range(1, 10**9)]
Slots = Annotated[int, Range(0, 10**9)]  # a number of KV-cache slots
JointBase = Annotated[int, Range(2, MOST_ID)]  # the base of the ids of a joint distribution
Seconds = Annotated[float, Range(0, MOST_SECONDS)]
