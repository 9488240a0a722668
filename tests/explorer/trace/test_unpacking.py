"""Files that need far more work than their size are refused, after work in proportion to their size."""

import gzip
import io
import json
import tracemalloc
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from decoders.errors import BadInput
from explorer.story.page.gallery import FOLDER
from explorer.trace import format, unpacking
from explorer.trace.format import read
from explorer.trace.unpacking import unpacked

SPD = next(FOLDER.glob("spd.jsonl*"))


class _Counted:
    """A stand-in for zlib that counts the bytes that it gets and returns."""

    error = zlib.error

    def __init__(self) -> None:
        self.bytes = 0

    def decompressobj(self, wbits: int) -> "_Stream":
        return _Stream(self, zlib.decompressobj(wbits))


class _Stream:
    def __init__(self, counted: _Counted, real: "zlib._Decompress") -> None:
        self._counted, self._real = counted, real

    def __getattr__(self, name: str) -> object:
        return getattr(self._real, name)

    def decompress(self, data: bytes, most: int) -> bytes:
        self._counted.bytes += len(data)
        return self._real.decompress(data, most)


@pytest.mark.parametrize("members", [9_000, 400_000])
def test_many_empty_members_cost_no_more_than_their_size(members: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An upload of 8 MB must not block the check of uploads for minutes."""
    counted = _Counted()
    monkeypatch.setattr(unpacking, "zlib", counted)
    raw = gzip.compress(b"") * members
    if members > unpacking.MEMBERS:
        with pytest.raises(BadInput, match=r"more than 10,000 gzip members\. Compress the file again\."):
            unpacked(raw, "it", 1 << 20)
    else:
        assert unpacked(raw, "it", 1 << 20) == (b"", None)
    assert counted.bytes <= unpacking.BLOCK * (unpacking.MEMBERS + 2)


def test_gzip_within_gzip_is_refused_before_it_is_unpacked() -> None:
    """A file of 2 kB must not take 920 MB of memory by double compression."""
    bomb = gzip.compress(gzip.compress(bytes(64 << 20)))
    tracemalloc.start()
    try:
        with pytest.raises(BadInput, match="a gzip file within a gzip file"):
            read(bomb)
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


def test_a_file_that_grows_beyond_measure_is_refused() -> None:
    """A small upload must not use the memory of the largest allowed trace."""
    with pytest.raises(BadInput, match="more than 300 times its packed size"):
        unpacked(gzip.compress(bytes(64 << 20)), "it", 1 << 30)


@pytest.mark.parametrize("chunk", [1, 1000, 1 << 20])
def test_members_of_any_size_unpack_to_the_same_bytes(chunk: int) -> None:
    """A trace packed in parallel has many members and must open like any other."""
    plain = b"".join(json.dumps({"i": i}).encode() + b"\n" for i in range(1 if chunk == 1 else 40_000))
    out = io.BytesIO()
    for begin in range(0, len(plain), chunk):
        out.write(gzip.compress(plain[begin : begin + chunk], 1))
    assert unpacked(out.getvalue(), "it", 1 << 30) == (plain, None)
    start, cut = unpacked(out.getvalue()[:-9], "it", 1 << 30)
    assert cut == "the gzip stream is incomplete"
    assert plain.startswith(start)


HEADER, FIRST = (SPD.read_bytes() if SPD.suffix == ".jsonl" else gzip.decompress(SPD.read_bytes())).split(b"\n")[:2]


def _nodes() -> bytes:
    """A line of many small nodes, so that it has fewer values than the limit."""
    return json.dumps(json.loads(FIRST) | {"nodes": [{"id": i, "parent": -1} for i in range(99_000)]}).encode()


def _keys() -> bytes:
    return b"{" + b",".join(b'"%d":0' % i for i in range(1_200_000)) + b"}"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (_keys, "Line 2 of it has more than 400,000 values"),
        (lambda: b"[" + b"[]," * 500_000 + b"0]", "has more than 400,000 values"),
        (lambda: b'{"x":"' + bytes(17 << 20) + b'"}', "Line 2 of it is larger than 16 MB"),
    ],
)
def test_a_line_that_is_too_large_is_refused_before_it_is_checked(
    line: Callable[[], bytes], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line of 8 MB must not block the check of uploads for seconds."""
    checked_lines, real = list[bytes](), format.validator()
    monkeypatch.setattr(format, "validator", lambda: Watched(checked_lines, real))
    with pytest.raises(BadInput, match=says):
        read(HEADER + b"\n" + line() + b"\n", "it")
    assert checked_lines == [HEADER]


class Watched:
    """A validator that records its input."""

    def __init__(self, given: list[bytes], real: Any) -> None:
        self._given, self._real = given, real

    def validate_json(self, line: bytes, *, strict: bool) -> Any:
        self._given.append(line)
        return self._real.validate_json(line, strict=strict)


def test_a_line_of_too_many_nodes_is_refused_at_the_first_wrong_one() -> None:
    """An error for each of a million nodes would take more memory than the line."""
    with pytest.raises(BadInput, match=r"Line 2 of it is not a valid trace line \(nodes/0/token"):
        read(HEADER + b"\n" + _nodes() + b"\n", "it")
