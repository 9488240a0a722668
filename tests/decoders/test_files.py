"""Files that people name: what is read, and what is refused in a sentence."""

import os
from pathlib import Path

import pytest

from decoders.errors import BadInput
from decoders.files import read_plain, read_text


def test_what_is_no_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """Whoever names a folder, a pipe, nothing, or a name with a null reads what to give instead."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, words in (
        (tmp_path, "it is a folder"),
        (pipe, "a device or a pipe"),
        (tmp_path / "none", "there is no file"),
        (tmp_path / "a\0b", "can be no file's name"),
    ):
        with pytest.raises(BadInput, match=f"{words}.*; give a table"):
            read_plain(path, "a table")


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    """Editors and shells of Windows begin a file with it; JSON and TOML allow none."""
    path = tmp_path / "pair.json"
    path.write_text('{"a": 1}', encoding="utf-8-sig")
    assert read_text(path, "a table") == '{"a": 1}'
