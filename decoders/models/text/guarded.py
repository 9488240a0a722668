"""Call a tokenizer safely: with a time limit, and with panics turned into errors.

A tokenizer's file may contain a regular expression that never ends on some texts. The library then either panics, which
is not an Exception in Python, or runs forever. A call cannot be stopped, so an endless call is left running in a
thread.
"""

import os
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import Any, TypeVar

from decoders.errors import BadInput, is_out_of_memory

T = TypeVar("T")
SECONDS = 20.0  # time limit of a tokenizer for one text
_BUSY: dict[str, threading.Thread] = {}  # by model name, the thread in which its tokenizer is still running

_LIBRARY_PANICS = {"hidden": False}


def hide_panics() -> None:
    """Keep the library's message about a panic off stderr, for a process in which only one thread writes there."""
    _LIBRARY_PANICS["hidden"] = True


def ask_tokenizer(call: Callable[[], T], name: str) -> T:
    """Return the result of a tokenizer call. If the call fails or takes too long, raises BadInput, which names the
    model.
    """
    # A call that never ends would occupy a thread of the library's pool, so all other texts would have to wait.
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    stuck = _BUSY.get(name)
    if stuck is not None and stuck.is_alive():
        raise BadInput(f"The tokenizer of {name} is still busy with an earlier text. Try again later.")
    results, faults = list[T](), list[BaseException]()

    def work() -> None:
        try:
            results.append(call())
        except BaseException as error:  # a panic is not an Exception, so it is examined below
            faults.append(error)

    thread = threading.Thread(target=work, daemon=True, name=f"tokenizer of {name}")
    with _without_panics(faults):
        thread.start()
        thread.join(SECONDS)
    if results:
        return results[0]
    if not faults:
        _BUSY[name] = thread
        raise BadInput(f"The tokenizer of {name} did not finish within {SECONDS:g} seconds. Use another text.")
    raise _refusal(faults[0], name) from None


@contextmanager
def _without_panics(faults: list[BaseException]) -> Generator[None]:
    """Context manager that collects output to stderr, and writes the output afterwards unless there was a panic."""
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
            if all(isinstance(error, Exception) for error in faults):  # a panic is not an Exception
                os.write(2, kept.read())


def _refusal(error: Any, name: str) -> BaseException:
    """Turn a tokenizer's error into the exception to raise."""
    if isinstance(error, BadInput | KeyboardInterrupt) or is_out_of_memory(error):
        return error
    words = str(error).strip().splitlines()
    message = "".join(c for c in (words[0] if words else type(error).__name__) if c.isprintable())[:160]
    return BadInput(f"The tokenizer of {name} fails on this text ({message}). Use another text.")
