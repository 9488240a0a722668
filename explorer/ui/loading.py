"""Gradio is loaded in half the time.

At every import Gradio writes a type stub beside each of its components, and reads and parses their sources for that. A
component that has no file gets none: while it is loaded, no component has one. What an import makes stays, so there is
nothing to look for among it that could be freed.
"""

import contextlib
import gc
import inspect
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def quickly() -> Iterator[None]:
    """For the import of Gradio and of all that makes components."""
    known = inspect.getfile

    def getfile(of: Any) -> str:
        if type(of).__name__ == "ComponentMeta":
            raise OSError("no stub is wanted")  # what Gradio expects of a component that is in no file
        return known(of)

    inspect.getfile = getfile
    gc.disable()
    try:
        yield
    finally:
        inspect.getfile = known
        gc.enable()
