"""The bundled traces, read and packed once per worker, because many tests only look at them."""

from functools import cache
from typing import Any

from explorer.stage.pack import open_content
from explorer.story.gallery import FOLDER
from explorer.trace.format import Trace, read

NAMES = sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.jsonl.gz"))


@cache
def bundled(name: str) -> Trace:
    """A bundled trace as the app opens it (validated by test_gallery.py). Do not change it."""
    return read(FOLDER / f"{name}.jsonl.gz")


@cache
def packed(name: str) -> dict[str, Any]:
    """A bundled trace as the stage gets it. Do not change it."""
    return open_content(bundled(name))
