"""Files that people name: what is read, and what is refused in a sentence."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from decoders.errors import BadInput
from decoders.files import read_plain, read_text, write_whole


def test_what_is_no_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """Whoever names a folder, a pipe, nothing, or a name with a null reads what to give instead."""
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
    """Editors and shells of Windows begin a file with it; JSON and TOML allow none."""
    path = tmp_path / "pair.json"
    path.write_text('{"a": 1}', encoding="utf-8-sig")
    assert read_text(path, "a table") == '{"a": 1}'


def test_two_threads_that_write_one_file(tmp_path: Path) -> None:
    """With one half-written file for both, one would take it away from under the other."""
    texts = [letter * 100_000 for letter in "ab"]
    with ThreadPoolExecutor(2) as pool:
        for one in [pool.submit(write_whole, tmp_path / "file", texts[i % 2]) for i in range(200)]:
            one.result()
    assert (tmp_path / "file").read_text() in texts
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
