"""The user's cache folder ($EXPLORER_HOME), and the small JSON files in it that several processes write."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from decoders.files import write_whole
from decoders.models.locks import only_one


def cache_folder() -> Path:
    """The folder for weights: $EXPLORER_HOME or, if that is not set, the user's cache folder."""
    given = os.environ.get("EXPLORER_HOME")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "speculative-explorer"


def engine_folder() -> Path:
    """The folder for converted models and measurements."""
    return cache_folder() / "engine"


def read_json(path: Path) -> dict[str, Any]:
    """Read a JSON object from a cache file. The object is empty if the file is missing or damaged."""
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return cast(dict[str, Any], found)
    return {}


def add_to_json(path: Path, new: Mapping[str, Any]) -> None:
    """Add entries to a JSON object in a cache file, and keep those that other processes added. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with only_one(path.with_suffix(".lock")):
        write_whole(path, json.dumps(read_json(path) | dict(new), indent=1) + "\n")
