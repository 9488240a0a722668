"""Calls of a tokenizer that cannot harm: an end after some seconds, and no panic that passes for something else.

A tokenizer's file may hold a regular expression that takes for ever on some texts. The library then either gives up
with a panic, which is no Exception in Python, or goes on. It cannot be stopped, so it is left to itself in a thread.
"""

import os
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import Any, TypeVar

from decoders.errors import BadInput, is_out_of_memory

T = TypeVar("T")
SECONDS = 20.0  # that a tokenizer may take for one text
_BUSY: dict[str, threading.Thread] = {}  # by name of the model: the thread in which its tokenizer never came back

_LIBRARY_PANICS = {"hidden": False}


def hide_panics() -> None:
    """Keep the library's own words about a panic from stderr, in a process where one thread writes there."""
    _LIBRARY_PANICS["hidden"] = True


def ask_tokenizer(call: Callable[[], T], name: str) -> T:
    """What a call of a tokenizer gives. Raises BadInput, naming the model, if it fails or takes too long."""
    # A text that never ends would take a thread of the library's pool, and all other texts would wait for it.
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    stuck = _BUSY.get(name)
    if stuck is not None and stuck.is_alive():
        raise BadInput(f"the tokenizer of {name} is still busy with an earlier text. Try again later.")
    results, faults = list[T](), list[BaseException]()

    def work() -> None:
        try:
            results.append(call())
        except BaseException as error:  # a panic is no Exception; it is looked at below
            faults.append(error)

    thread = threading.Thread(target=work, daemon=True, name=f"tokenizer of {name}")
    with _without_panics(faults):
        thread.start()
        thread.join(SECONDS)
    if results:
        return results[0]
    if not faults:
        _BUSY[name] = thread
        raise BadInput(f"the tokenizer of {name} did not come back within {SECONDS:g} seconds. Give another text.")
    raise _refusal(faults[0], name) from None


@contextmanager
def _without_panics(faults: list[BaseException]) -> Generator[None]:
    """Within it, what is written to the file of stderr is kept, and written afterwards unless there was a panic."""
    if not _LIBRARY_PANICS["hidden"]:
        yield
        return
    try:
        own = os.dup(2)
    except OSError:  # stderr is closed
        yield
        return
    with TemporaryFile() as kept:
        os.dup2(kept.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(own, 2)
            os.close(own)
            kept.seek(0)
            if all(isinstance(error, Exception) for error in faults):  # a panic is none
                os.write(2, kept.read())


def _refusal(error: Any, name: str) -> BaseException:
    """What is raised for an error of a tokenizer."""
    if isinstance(error, BadInput | KeyboardInterrupt) or is_out_of_memory(error):
        return error
    words = str(error).strip().splitlines()
    message = "".join(c for c in (words[0] if words else type(error).__name__) if c.isprintable())[:160]
    return BadInput(f"the tokenizer of {name} fails on this text ({message}). Give another text.")
