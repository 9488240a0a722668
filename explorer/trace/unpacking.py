"""Decompress a gzip file in pieces, once only. The size is limited, and the time is linear in the size.

A gzip file may contain several streams (members), one after another. A small file can cause much work by many members,
by a huge output, or by a gzip file inside the gzip file. There is a limit for each of these cases.
"""

import zlib
from collections.abc import Iterator

from decoders.errors import BadInput

MAGIC = b"\x1f\x8b"
BLOCK = 1 << 14  # bytes given to zlib at once; small, because zlib copies the unused rest at the end of every member
PIECE = 1 << 20  # bytes of output at once
MEMBERS = 10_000  # bgzip needs 3,200 for 200 MB
RATIO, FREE = 300, 16 << 20  # maximum ratio of unpacked to packed size, for files of more than `FREE` bytes


class CutError(Exception):
    """Raised if the stream is truncated."""


def unpacked(raw: bytes | bytearray, name: str, most: int) -> tuple[bytes | bytearray, str | None]:
    """Return the decompressed bytes, and the reason if they are truncated (otherwise None). Raises BadInput if a limit
    is exceeded.
    """
    if not raw.startswith(MAGIC):
        if len(raw) > most:
            raise BadInput(f"{name} is larger than {most >> 20} MB, which is the limit. Record a shorter run.")
        return raw, None
    out, cut = bytearray(), None
    try:
        for piece in pieces(raw, name, most):
            out += piece
    except CutError:
        cut = "the gzip stream is incomplete"
    return out, cut


def unpacked_size(raw: bytes, name: str, most: int) -> int:
    """The number of bytes that `unpacked` would return, without storing them. Raises BadInput beyond the limits."""
    size = 0
    try:
        for piece in pieces(raw, name, most):
            size += len(piece)
    except CutError:
        pass
    return size


def pieces(raw: bytes | bytearray, name: str, most: int) -> Iterator[bytes | bytearray]:
    """Yield the decompressed bytes in pieces; an uncompressed file is one piece. Raises CutError if the stream is
    truncated, and BadInput if it is invalid or too large.
    """
    if not raw.startswith(MAGIC):
        yield raw
        return
    given = _Blocks(raw)
    members = size = 0
    while given.left:
        members += 1
        if members > MEMBERS:
            raise BadInput(f"{name} has more than {MEMBERS:,} gzip members. Compress the file again.")
        for piece in _member(given, name):
            if size == 0 and piece.startswith(MAGIC):
                raise BadInput(f"{name} is a gzip file within a gzip file. Unpack it once and open the result.")
            size += len(piece)
            if size > most:
                raise BadInput(
                    f"Unpacked, {name} is larger than {most >> 20} MB, which is the limit. Use a shorter run."
                )
            if size > max(FREE, RATIO * given.read):
                raise BadInput(
                    f"Unpacked, {name} is more than {RATIO} times its packed size, which is the limit. Compress the "
                    "file again."
                )
            yield piece


class _Blocks:
    """The compressed bytes, block by block. A gzip member gives back the unused rest of its last block."""

    def __init__(self, raw: bytes | bytearray) -> None:
        self._raw, self.read = memoryview(raw), 0

    @property
    def left(self) -> int:
        return len(self._raw) - self.read

    def next(self) -> memoryview:
        block = self._raw[self.read : self.read + BLOCK]
        self.read += len(block)
        return block

    def back(self, count: int) -> None:
        self.read -= count


def _member(given: _Blocks, name: str) -> Iterator[bytes]:
    """Yield one gzip member in pieces. Raises CutError if the input ends too early."""
    stream = zlib.decompressobj(wbits=31)
    block: memoryview | bytes = b""
    try:
        while not stream.eof:
            block = block or given.next()
            piece = stream.decompress(block, PIECE)
            if piece:
                yield piece
            elif not block and not given.left and not stream.eof:
                raise CutError
            block = stream.unconsumed_tail
    except zlib.error as error:
        raise BadInput(f"{name} is not a valid gzip file ({error}). Use the file without compression.") from None
    given.back(len(stream.unused_data))
