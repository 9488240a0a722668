"""The toy pairs in assets/toys: tables small enough to know exactly, each with a note on what it shows.

A file's `note` says in one line what to look at; its `run` is the method, prompt, tokens, seed and settings that show
it (tests/decoders/test_edge_pairs.py runs them). Pairs of an edge case of the rules are named edge-METHOD-CASE.
"""

import json
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.files import read_text

ASSETS = Path(__file__).parents[2] / "assets"


def bundled_toys() -> list[tuple[str, str, int]]:
    """(path relative to the project where possible, note with the run that shows it, bytes) of every bundled pair."""
    found = []
    for path in sorted((ASSETS / "toys").glob("*.json")):
        near = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
        found.append((str(near), _note(path), path.stat().st_size))
    return found


def _note(path: Path) -> str:
    try:
        return note_of(json.loads(read_text(path, "an undamaged file: fetch the repository again")))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"the bundled toy pair {path} is damaged; fetch the repository again") from None


def note_of(data: dict[str, Any]) -> str:
    """What a toy file says about itself: its note, and how to see it."""
    note = str(data.get("note", "toy pair"))
    return f"{note} To see it: {how(data['run'])}" if "run" in data else note


def how(run: dict[str, Any]) -> str:
    """A run in the words of the command line.

    >>> how({"method": "gsd", "prompt": "it", "tokens": 8, "seed": 0, "settings": {"merge": 1}})
    'gsd --prompt "it" --seed 0 --max-new-tokens 8 --set merge=1'
    """
    values = {key: str(value).lower() if isinstance(value, bool) else value for key, value in run["settings"].items()}
    given = "".join(f" --set {key}={value}" for key, value in values.items())
    return f'{run["method"]} --prompt "{run["prompt"]}" --seed {run["seed"]} --max-new-tokens {run["tokens"]}{given}'
