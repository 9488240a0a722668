"""Read files of other engines piece by piece, so that memory does not grow with the file.

A file is text, or gzip-compressed text. JSON is decoded one value at a time: values in a row or on lines, the events of
a stream, the elements of one long list, or the list `records` of one large object. Each value has a size limit.
"""

import codecs
import json
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from decoders.core.checkpoint import checkpoint
from decoders.errors import BadInput
from decoders.files import read_plain
from explorer.imports.record import Reading
from explorer.trace.unpacking import MAGIC, CutError, pieces

MAX_BYTES = 512 << 20  # largest file, before and after unpacking
MAX_PACKED = 64 << 20
PIECE = 1 << 18
MOST_LINE = 1 << 16  # most characters of a log line that are read; prompts in debug logs can be longer
MOST_VALUE = 4 << 20  # most characters of one JSON value
WHAT = "a log, metrics or responses of an engine"
_RECORDS = re.compile(r'"records"\s*:\s*\[')
_SPACE = re.compile(r"[\s,]*")
_JSON = re.compile(r'\s*(?:\{\s*["}]|\[\s*[\[{\]])')
_STREAM = re.compile(r"\s*(?:event:[^\n]*\n\s*|:[^\n]*\n\s*)*data:")


def _refused(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")


DECODER = json.JSONDecoder(parse_constant=_refused)  # also raises ValueError for NaN and infinity


class Source:
    """A file that is read once. Its first piece, `first`, shows its `kind`: json, stream or lines."""

    def __init__(self, path: Path, name: str) -> None:
        """Raise BadInput if the path is not a plain text file within the size limit, or if the file is empty."""
        self.name, self.cut = name, ""
        self.reading: Reading | None = None  # set by the reader, after the last value or line
        self._chunks = self._decoded(path)
        self.first = next(self._chunks, "")
        head = self.first[:MOST_LINE]
        if not head.strip():
            what = "is an incomplete gzip file without text" if self.cut else "is empty"
            raise BadInput(f"{name} {what}. Save it again, after at least one request.")
        if "\0" in head:
            raise BadInput(
                f"{name} is not a text file. Logs, metrics and JSON can be read, with or without gzip compression."
            )
        self.kind = "json" if _JSON.match(head) else "stream" if _STREAM.match(head) else "lines"

    def chunks(self) -> Iterator[str]:
        """The text, piece by piece."""
        yield self.first
        yield from self._chunks

    def lines(self) -> Iterator[str]:
        """Every line without its end, at most MOST_LINE characters of each."""
        return (line[:MOST_LINE] for line in self._whole_lines(MOST_LINE))

    def values(self) -> Iterator[Any]:
        """Every JSON value of the file. Raises BadInput at the first one that is not valid."""
        if self.kind == "stream":
            yield from self._events()
        else:
            yield from _Values(self).read()

    def _decoded(self, path: Path) -> Iterator[str]:
        decoder: codecs.IncrementalDecoder | None = None
        for piece in self._bytes(path):
            checkpoint()
            if decoder is None:
                utf16 = piece.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
                decoder = codecs.getincrementaldecoder("utf-16" if utf16 else "utf-8-sig")("replace")
            if text := decoder.decode(piece):
                yield text

    def _bytes(self, path: Path) -> Iterator[bytes]:
        head = _head(path, self.name)
        if head.startswith(MAGIC):
            packed = read_plain(path, WHAT, MAX_PACKED)
            try:
                yield from map(bytes, pieces(packed, self.name, MAX_BYTES))
            except CutError:
                self.cut = "The gzip stream is incomplete, so the end of the file is missing."
            return
        with path.open("rb") as file:
            size = 0
            while piece := file.read(PIECE):
                size += len(piece)
                if size > MAX_BYTES:
                    raise BadInput(
                        f"{self.name} is larger than {MAX_BYTES >> 20} MB, which is the limit. Split it by request."
                    )
                yield piece

    def _whole_lines(self, most: int) -> Iterator[str]:
        """The lines. A longer line loses characters, so that memory holds at most `most` of them and one piece."""
        rest = ""
        for chunk in self.chunks():
            *whole, last = (rest + chunk).split("\n")
            yield from (line.rstrip("\r") for line in whole)
            rest = last if len(last) <= most else last[:most]
        if rest:
            yield rest.rstrip("\r")

    def _events(self) -> Iterator[Any]:
        """The values of a stream's `data:` lines."""
        for number, line in enumerate(self._whole_lines(MOST_VALUE), 1):
            event, _, data = line.partition("data:")
            if event.strip() or data.strip() in ("", "[DONE]"):
                continue
            if len(data) > MOST_VALUE:
                raise too_large(self.name)
            try:
                yield DECODER.decode(data.strip())
            except (ValueError, RecursionError) as error:
                raise not_json(self.name, number, error) from None


def not_json(name: str, line: int, error: ValueError | RecursionError) -> BadInput:
    """The error for a value that cannot be decoded and that begins in or before this line."""
    if isinstance(error, json.JSONDecodeError):
        return BadInput(f"Line {line} of {name} is not valid JSON ({error.msg}). Save the file again.")
    where = f"The JSON value that begins in line {line} of {name}"
    if isinstance(error, RecursionError):
        return BadInput(f"{where} is nested too deeply. Save only the responses.")
    if "JSON number" not in str(error):
        return BadInput(f"{where} has a number with too many digits. Use the file as the engine wrote it.")
    return BadInput(f"{where} is not valid, because {error}. Replace it with null, or remove this value.")


def too_large(name: str) -> BadInput:
    """The error for a value that is larger than the limit."""
    return BadInput(
        f"A JSON value of {name} is larger than {MOST_VALUE >> 20} MB. Save one response per line, without logprobs."
    )


def _head(path: Path, name: str) -> bytes:
    """The first bytes of a regular file. Raises BadInput if the path is not one."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            kind = "a folder" if path.is_dir() else "a device or a pipe"
            raise BadInput(f"{name} is {kind}, not a file. Choose {WHAT}.")
        with path.open("rb") as file:
            return file.read(len(MAGIC))
    except BadInput:
        raise
    except FileNotFoundError:
        raise BadInput(f"The file {path} does not exist. Check its path.") from None
    except (OSError, ValueError) as error:
        shown = getattr(error, "strerror", None) or "its name is not valid"
        raise BadInput(f"{name} cannot be read ({shown}). Check its path and your permissions.") from None


class _Values:
    """A window over the text of a file, from which one JSON value after the other is decoded."""

    def __init__(self, source: Source) -> None:
        self._source, self._chunks = source, source.chunks()
        self._text, self._at, self._line = "", 0, 1  # the window, the position in it, and the line of the file
        self._count = 0

    def read(self) -> Iterator[Any]:
        """The values in a row, or the elements if the file is one list."""
        inside = self._next() == "["
        self._at += inside
        yield from self._elements(closed=inside)
        if inside and self._next():
            raise BadInput(
                f"Line {self._line} of {self._source.name} is not valid JSON (more text follows the end of the "
                "list). Save the file again."
            )

    def _elements(self, closed: bool) -> Iterator[Any]:
        """The values up to the end of the file, or up to `]` for the elements of a list that must be `closed`."""
        while character := self._next():
            if closed and character == "]":
                self._at += 1
                return
            try:
                value = self._value()
            except _CutError:
                self._cut_off()
                return
            except _LargeError:
                if self._count:
                    raise too_large(self._source.name) from None
                yield from self._hollow()
                return
            self._count += 1
            yield value
        if closed:
            self._cut_off()

    def _hollow(self) -> Iterator[Any]:
        """The elements of the list `records` in one large object, and then the object without them."""
        match = _RECORDS.search(self._text, self._at)
        if match is None:
            raise too_large(self._source.name)
        before = self._text[self._at : match.end()]
        self._at, self._count = match.end(), 1
        yield from self._elements(closed=True)
        while self._fill():
            if len(self._text) - self._at > MOST_VALUE:
                raise too_large(self._source.name)
        try:
            yield DECODER.decode(f"{before}]{self._text[self._at :]}".strip())
        except (ValueError, RecursionError):
            self._cut_off()

    def _value(self) -> Any:
        """Read the next value. Raises _CutError if the file ends within it, and _LargeError beyond the limit."""
        while True:
            try:
                value, end = DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if len(self._text) - self._at > MOST_VALUE:
                    raise _LargeError from None
                place = error.pos - self._at
                if self._fill():
                    continue
                if place < len(self._text.rstrip()) and not error.msg.startswith("Unterminated"):
                    line = self._line + self._text.count("\n", 0, place)
                    raise not_json(self._source.name, line, error) from None
                raise _CutError from None
            except (ValueError, RecursionError) as error:
                raise not_json(self._source.name, self._line, error) from None
            if end == len(self._text) and self._fill():
                continue  # the next piece may continue a number
            self._move(end)
            return value

    def _cut_off(self) -> None:
        """Record that the file is cut off. Raises BadInput if no value was read before."""
        if not self._count:
            raise BadInput(f"{self._source.name} ends in the middle of a JSON value. Save it again.")
        self._source.cut = self._source.cut or "The file ends in the middle of a JSON value, which is left out."

    def _next(self) -> str:
        """The next character that is not white space or a comma; empty at the end."""
        while True:
            match = _SPACE.match(self._text, self._at)
            self._move(match.end() if match else self._at)
            if self._at < len(self._text) or not self._fill():
                return self._text[self._at : self._at + 1]

    def _move(self, to: int) -> None:
        self._line += self._text.count("\n", self._at, to)
        self._at = to

    def _fill(self) -> bool:
        """Add the next piece of the file and drop the text that was read. Returns whether there was a next piece."""
        chunk = next(self._chunks, None)
        self._text, self._at = self._text[self._at :] + (chunk or ""), 0
        return chunk is not None


class _LargeError(Exception):
    """Raised for a value that is larger than the limit."""


class _CutError(Exception):
    """Raised if the file ends within a value."""
