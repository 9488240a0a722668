"""The toy pairs in assets/toys: tables small enough to know exactly, each with a note on what it shows."""

import json
from pathlib import Path

ASSETS = Path(__file__).parent.parent / "assets"


def bundled_toys() -> list[tuple[str, str, int]]:
    """(path relative to the project where possible, note, bytes) of every bundled toy pair."""
    found = []
    for path in sorted((ASSETS / "toys").glob("*.json")):
        note = json.loads(path.read_text(encoding="utf-8")).get("note", "toy pair")
        near = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
        found.append((str(near), note, path.stat().st_size))
    return found
