"""Keep log lines short, and keep visitors' texts out of the log of a public app.

Gradio and other libraries print whole tracebacks, whose messages often quote the values of a call, such as a prompt or
ten megabytes of text. Here, an error is logged with its kind and position. Its message is logged only on a local
machine or with `EXPLORER_LOG_PROMPTS=1`.
"""

import logging
import sys
import threading
import traceback
import warnings
from types import TracebackType
from typing import Any, TextIO

from decoders.switches import is_on
from explorer.service.offered import is_public

MOST = 1000  # most characters of a message
SHORT = 200  # most characters of a library's message, on a public page
FRAMES = 12  # innermost frames of a traceback that are logged
_LEFT_OUT = " (its message may quote a visitor and is left out; EXPLORER_LOG_PROMPTS=1 shows it)"


def shortened(text: str, most: int = MOST) -> str:
    """Shorten a text of more than `most` characters by leaving out its middle.

    >>> shortened("abcdefghij", 4)
    'ab… 6 more characters …ij'
    """
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]}… {len(text) - 2 * half} more characters …{text[-half:]}"


def described(error: BaseException) -> str:
    """An error's traceback in a few short lines, without its message if the message may quote a visitor."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    places = [f'  File "{shortened(frame.filename, 300)}", line {frame.lineno}, in {frame.name}' for frame in frames]
    message = f": {shortened(_message(error))}" if _messages_shown() else _LEFT_OUT
    return "\n".join(["Traceback (most recent call last):", *places, f"{type(error).__name__}{message}"])


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # if an error cannot write its message, its traceback must still be logged
        return "(no message)"


def _messages_shown() -> bool:
    return not is_public() or is_on("EXPLORER_LOG_PROMPTS")


class ShortRecord(logging.LogRecord):
    """A log record with a short message and with the traceback of `described`."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        error = self.exc_info[1] if self.exc_info else None
        if error is not None:
            self.exc_text = described(error)  # formatters write this instead of their own traceback

    def getMessage(self) -> str:  # noqa: N802 - logging's name
        """The message, shortened.

        On a public page, a message from another library is cut to its first line, without values.
        """
        if _messages_shown() or self.name.split(".")[0] == "explorer":
            return shortened(super().getMessage())
        return shortened(str(self.msg).split("\n", 1)[0], SHORT)


def install() -> None:
    """Shorten everything that this process logs, whichever library writes it. Call it once, before the app listens."""
    logging.setLogRecordFactory(ShortRecord)
    traceback.print_exc = _print_current
    sys.excepthook = _print
    threading.excepthook = _print_of_thread
    warnings.showwarning = _print_warning


def _print(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if isinstance(error, KeyboardInterrupt):
        return sys.__excepthook__(kind, error, trace)
    print(described(error.with_traceback(trace)), file=sys.stderr, flush=True)


def _print_of_thread(given: threading.ExceptHookArgs) -> None:
    if given.exc_value is not None and not isinstance(given.exc_value, SystemExit):
        _print(given.exc_type, given.exc_value, given.exc_traceback)


def _print_current(limit: int | None = None, file: TextIO | None = None, chain: bool = True) -> None:
    """Replacement for `traceback.print_exc`, which Gradio calls for every error of a handler."""
    error = sys.exception()
    if error is not None:
        print(described(error), file=file or sys.stderr, flush=True)


def _print_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    text = f": {shortened(str(message))}" if _messages_shown() else ""
    print(f"{filename}:{lineno}: {category.__name__}{text}", file=file or sys.stderr, flush=True)
