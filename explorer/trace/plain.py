"""Values in a trace file that have no declared type: settings, template variables, and layers of unknown kinds."""

import math
from typing import Any

MOST_DEPTH = 16  # deepest nesting of values
MOST_INTEGER = 2**63 - 1


def plain_value(value: Any, depth: int = 0) -> Any:
    """Return the value if it can be written to a file again. Raises ValueError for infinite numbers, long integers and
    deep nesting.
    """
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("a number is infinite")
    if isinstance(value, int) and abs(value) > MOST_INTEGER:
        raise ValueError("an integer is too large")
    if depth > MOST_DEPTH:
        raise ValueError(f"values are nested more than {MOST_DEPTH} levels deep")
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        plain_value(inner, depth + 1)
    return value
