"""Shared parts of all commands: error messages, output streams that accept every character, and ranges of numbers.

No command ends in a traceback because of its input, a full disk, a closed pipe or Ctrl-C.
"""

import argparse
import contextlib
import json
import math
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn, TextIO, TypeVar

from decoders.core.checkpoint import reporting
from decoders.errors import BadInput, is_out_of_memory
from decoders.models.steps import Progress
from explorer.service.conversation import LONGEST
from explorer.story.numbers import END, ISOLATE

ROOT = Path(__file__).parents[2]
MEMORY = "Out of memory. Choose a smaller pair, width, gamma or prompt."
N = TypeVar("N", int, float)
LONGEST_SENTENCE = 2000


def is_page(path: Path) -> bool:
    """Whether a file name is the name of a web page."""
    return path.suffix.lower() in (".html", ".htm")


def default_of(action: argparse.Action) -> str:
    """The default of an option, as `--help` and docs/cli.md show it.

    "" if the option has no default, for example because it takes no value.
    """
    if action.nargs == 0 or action.default in (None, [], "", argparse.SUPPRESS):
        return ""
    value = action.default
    inside = isinstance(value, Path) and value.is_relative_to(ROOT)
    return value.relative_to(ROOT).as_posix() if inside else str(value)


class Help(argparse.HelpFormatter):
    """Help texts that end with the default."""

    def _get_help_string(self, action: argparse.Action) -> str:
        default = default_of(action) if action.option_strings and not action.required else ""
        return (action.help or "") + (f" (default {default})" if default else "")


class Once(argparse.Action):
    """Action that stores the value of an option that may be given only once. By itself, argparse would silently use the
    last of several values.
    """

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: Any = None
    ) -> None:
        given: set[str] = namespace.__dict__.setdefault("_given", set())
        if option_string is not None and self.dest in given:
            raise argparse.ArgumentError(self, "The option is given twice. Use it once.")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line, without the usage, and shows defaults in its help.

    An option that stores one value may be given only once.
    """

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", Help)
        super().__init__(**options)
        self.register("action", None, Once)
        self.register("action", "store", Once)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is not one of the choices, with a message in the style of the other errors."""
        if action.choices is not None and value not in action.choices:
            shown, options = _short(str(value)), ", ".join(map(str, action.choices))
            raise argparse.ArgumentError(action, f"“{shown}” is not valid. Choose one of: {options}.")

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:]
        # The messages of this project end with a full stop and say what to do. argparse's own messages do neither.
        raise BadInput(sentence if sentence.endswith(".") else f"{sentence}. See `{self.prog} --help`.")


def ends(run: Callable[[], int | None], who: str = "explorer: ") -> int:
    """Run a command and return its exit code.

    The exit code is 0 after success, 2 for bad input (with a message), 130 for an interruption, or the code that `run`
    returns.
    """
    _steady()
    code = _caught(run, who)
    try:
        sys.stdout.flush()
    except OSError as error:
        code = _unwritten(error, code, who)
    return code


def _caught(run: Callable[[], int | None], who: str) -> int:
    try:
        return run() or 0
    except SystemExit as end:  # --help
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BadInput as error:
        return tell(str(error), who)
    except KeyboardInterrupt:
        tell("interrupted", "")
        return 130
    except (MemoryError, RuntimeError) as error:
        if not is_out_of_memory(error):
            raise
        return tell(MEMORY, who)
    except OSError as error:
        return _unwritten(error, 0, who)


def _unwritten(error: OSError, code: int, who: str) -> int:
    """Report an error in writing the output. It is not an error if the reader stops early (`| head`)."""
    if isinstance(error, BrokenPipeError):
        _drop(sys.stdout)
        return code
    if error.filename is None:
        _drop(sys.stdout)  # otherwise, flushing stdout's buffer at the end would fail again
    place = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else "The output"
    return tell(f"{place} cannot be used ({error.strerror or error}). Check the path and the free space.", who)


def tell(sentence: str, who: str = "explorer: ") -> int:
    """Print one line to stderr, whatever characters it contains, and return 2."""
    line = printable(" ".join(sentence.split()))
    if len(line) > LONGEST_SENTENCE:
        line = f"{line[: LONGEST_SENTENCE // 2]} … {line[-LONGEST_SENTENCE // 2 :]}"
    try:
        print(f"{who}{line}", file=sys.stderr, flush=True)
    except OSError:  # stderr is closed
        _drop(sys.stderr)
    return 2


def printable(text: str) -> str:
    """Replace each character that would control a terminal or reverse the direction of the text with its code.

    Line breaks stay. Unicode isolates set the direction of the text that they enclose; they stay if every isolate in a
    line is closed.
    """
    return "\n".join(map(_printable_line, text.split("\n")))


def _printable_line(line: str) -> str:
    kept = ISOLATE + END if _closed(line) else ""
    return "".join(
        c if c.isprintable() or c in kept else c.encode("unicode_escape", "surrogatepass").decode() for c in line
    )


def _closed(line: str) -> bool:
    """Whether every Unicode isolate of a line is closed, and no closing mark is left over."""
    depth = 0
    for character in line:
        depth += (character == ISOLATE) - (character == END)
        if depth < 0:
            return False
    return depth == 0


def _steady() -> None:
    """Make the streams accept every character.

    Characters that a stream does not support are written as codes. A missing stream is replaced with one that discards
    everything.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - for all time
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _drop(stream: TextIO) -> None:
    """Discard the output that is still to be written."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextlib.contextmanager
def progress() -> Iterator[Progress]:
    """Show a progress bar on stderr if stderr is a terminal."""
    from tqdm import tqdm

    bar = tqdm(total=100, bar_format="{desc}: {percentage:3.0f}% |{bar}| {elapsed}", disable=not sys.stderr.isatty())

    def show(what: str, share: float) -> None:
        bar.set_description_str(what, refresh=False)
        bar.n = min(100, round(100 * share))
        bar.refresh()

    with bar, reporting(show):
        yield show


def print_json(value: Any) -> None:
    """Print JSON to stdout in a form that is valid in the encoding of stdout."""
    plain = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "").startswith("utf")
    print(json.dumps(value, ensure_ascii=not plain, allow_nan=False))


def whole(low: int, high: int) -> Callable[[str], int]:
    """Make an argparse type: a whole number in this range."""
    return _within(int, "a whole number", low, high)


def number(low: float, high: float) -> Callable[[str], float]:
    """Make an argparse type: a number in this range. Infinity is allowed only as an end of the range."""
    return _within(float, "a number", low, high)


def destination(text: str) -> str:
    """Convert an argument to an output path. An empty name is refused, because it would mean the current folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("The name is empty. Enter a file or folder.")
    return text


def _within(kind: Callable[[str], N], what: str, low: N, high: N) -> Callable[[str], N]:
    def parse(text: str) -> N:
        with contextlib.suppress(ValueError):
            if text.isascii() and "_" not in text and low <= (found := kind(text)) <= high:
                return found
        limits = f"that is {_limit(low)} or more" if high == math.inf else f"from {_limit(low)} to {_limit(high)}"
        raise argparse.ArgumentTypeError(f"“{_short(text)}” is not valid. Use {what} {limits}.")

    return parse


def _limit(value: float) -> str:
    """Write a limit without an exponent, and with commas between thousands.

    >>> _limit(1e-06), _limit(1e9), _limit(4096), _limit(0.5)
    ('0.000001', '1,000,000,000', '4,096', '0.5')
    """
    return f"{value:,.0f}" if value == int(value) else f"{value:.9f}".rstrip("0")


def _short(text: str) -> str:
    """Shorten a text to its beginning, for a message that quotes it."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
