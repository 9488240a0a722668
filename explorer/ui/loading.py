"""Import Gradio in half the time.

At every import, Gradio writes a type stub next to each component, and parses the component's source to do so. Gradio
skips a component that has no source file, so this module hides the source files during the import. It also turns off
garbage collection, because imported objects stay in memory and cannot be freed.
"""

import contextlib
import gc
import inspect
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def quickly() -> Iterator[None]:
    """Context manager in which to import Gradio, and all modules that define components."""
    known = inspect.getfile

    def getfile(of: Any) -> str:
        if type(of).__name__ == "ComponentMeta":
            raise OSError("this component has no file")  # Gradio expects this of a component without a source file
        return known(of)

    inspect.getfile = getfile
    gc.disable()
    try:
        yield
    finally:
        inspect.getfile = known
        gc.enable()
