"""The generated tables of README and docs are current."""

from pathlib import Path

import pytest

from explorer.cli.main import parser
from explorer.cli.readme import FILES, with_tables


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_tables_are_current(file: Path) -> None:
    """Readers must find every method, setting and measured number, and none that does not exist."""
    assert with_tables(file, parser()) == file.read_text(encoding="utf-8"), "run `make readme`"
