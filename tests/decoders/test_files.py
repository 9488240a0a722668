"""Files that people name: what is read, and what is refused in a sentence."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from decoders.errors import BadInput
from decoders.files import read_plain, read_text, write_whole


def test_what_is_no_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """A folder, a pipe, a missing file or a name with a null gets a sentence that says what to give."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, words in (
        (tmp_path, "is a folder, not a file"),
        (pipe, "a device or a pipe"),
        (tmp_path / "none", "does not exist"),
        (tmp_path / "a\0b", "is not a valid file name"),
    ):
        with pytest.raises(BadInput, match=f"{words}.* Use a table"):
            read_plain(path, "a table")


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    """Windows editors begin files with a byte order mark, which JSON and TOML do not allow."""
    path = tmp_path / "pair.json"
    path.write_text('{"a": 1}', encoding="utf-8-sig")
    assert read_text(path, "a table") == '{"a": 1}'


def test_two_threads_that_write_one_file(tmp_path: Path) -> None:
    """With a shared temporary file, one thread would remove the other's."""
    texts = [letter * 100_000 for letter in "ab"]
    with ThreadPoolExecutor(2) as pool:
        for one in [pool.submit(write_whole, tmp_path / "file", texts[i % 2]) for i in range(200)]:
            one.result()
    assert (tmp_path / "file").read_text() in texts
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
