"""The bundled traces, read and packed once per worker, because many tests only look at them."""

from functools import cache
from typing import Any

from decoders.core.record import to_plain
from explorer.stage.pack import open_content
from explorer.story.page.gallery import FOLDER
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


@cache
def rounds(name: str) -> list[dict[str, Any]]:
    """Its rounds as the stage gets them, each with the `layers` and verdicts (`facts`) of the trace."""
    both = zip(packed(name)["iterations"], bundled(name).iterations, strict=True)
    return [shown | {"layers": to_plain(one.layers), "facts": to_plain(one.verdicts)} for shown, one in both]
