"""The style sheets: no browser silently drops a rule."""

import re
from pathlib import Path

import pytest

SHEETS = sorted((Path(__file__).parents[3] / "explorer").rglob("*.css"))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_no_rule_is_for_one_browser_only(sheet: Path) -> None:
    """An unknown part makes a browser drop the whole rule, so rules must not be for one browser."""
    heads = re.findall(r"[^{}]+(?=\{)", sheet.read_text(encoding="utf-8"))
    assert [head.strip() for head in heads if "::-webkit-" in head and "::-moz-" in head] == []
