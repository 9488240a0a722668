"""The process that atheris controls for fuzz_coverage.py: its arguments are libFuzzer's, and atheris ends it.

The coverage of the code that opens and shows traces is counted, so this code must not be imported earlier.
"""

import json
import random
import sys
from importlib import import_module
from typing import Any

atheris: Any = import_module("atheris")  # not a dependency; install it with pip

with atheris.instrument_imports(include=["explorer", "decoders"]):
    from benchmarks import fuzz


def attempt(data: bytes) -> None:
    """Try one input. If it causes a fault, raises AssertionError, and atheris stores the input."""
    outcome = fuzz.tried(data, figures=False)
    if outcome.startswith("fault"):
        raise AssertionError(outcome)


def change(data: bytes, size: int, seed: int) -> bytes:
    """Change one value if the input is still JSON lines, and sometimes its bytes."""
    dice = random.Random(seed)
    try:
        parts = [json.loads(line) for line in data.splitlines()]
        dice.choice(fuzz.CHANGES)(parts, dice)
        made = "".join(map(fuzz._line, parts)).encode("utf-8", "surrogatepass")
    except (ValueError, TypeError, LookupError, RecursionError):
        made = b""
    if not made or len(made) > size or dice.random() < 0.1:
        made = dice.choice(fuzz.CUTS)(data, dice)
    return made[:size]


if __name__ == "__main__":
    atheris.Setup(sys.argv, attempt, custom_mutator=change)
    atheris.Fuzz()
