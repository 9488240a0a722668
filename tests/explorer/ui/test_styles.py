"""The style sheets: if these fail, a browser drops a rule without a word."""

import re
from pathlib import Path

import pytest

SHEETS = sorted((Path(__file__).parents[3] / "explorer").rglob("*.css"))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_no_rule_is_for_one_browser_only(sheet: Path) -> None:
    """A part that one browser does not know makes it drop the whole rule: a bar that should move stood there empty."""
    heads = re.findall(r"[^{}]+(?=\{)", sheet.read_text(encoding="utf-8"))
    assert [head.strip() for head in heads if "::-webkit-" in head and "::-moz-" in head] == []
