"""The tab "Exactness": if these fail, a visitor reads a verdict on something else than what was enumerated."""

import sys
from pathlib import Path

import pytest

from decoders.errors import BadInput
from explorer.ui import exactness


@pytest.mark.parametrize("end", ["", '{"mutation": "resid'])
def test_a_reply_that_is_not_whole_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, end: str) -> None:
    """An enumeration that is killed behind its first law must not be shown as done, nor be kept for everybody."""
    child = tmp_path / "python"
    child.write_text(f"#!/bin/sh\necho '{{}}'\nprintf '%s' '{end}'\n")
    child.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(child))
    monkeypatch.setattr(exactness, "_kept", {})
    for _ in range(2):
        with pytest.raises(BadInput, match="ended early"):
            list(exactness.laws_of({"toy": {}, "mutations": ["residual-p"]}))
    assert [part for part in exactness.laws_of({"toy": {}}) if part is not None] == [{}], "one law was wanted"
