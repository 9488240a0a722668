"""The tables of the README and of docs are those of the catalogue, of the limits and of the kept sweeps."""

from pathlib import Path

import pytest

from explorer.cli.main import parser
from explorer.cli.readme import FILES, with_tables


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_tables_are_current(file: Path) -> None:
    """A reader must find every method, setting and measured number that is there, and none that is not."""
    assert with_tables(file, parser()) == file.read_text(encoding="utf-8"), "run `make readme`"
