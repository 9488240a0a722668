"""The Exactness tab: a verdict belongs to what was enumerated."""

import sys
from pathlib import Path

import pytest

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from decoders.exact.law import output_law
from decoders.pairs import load_pair
from explorer.ui.tabs import exactness


@pytest.mark.parametrize("name", ["beam-sampling", "dsbd", "mtjd"])
def test_forests_begin_with_settings_whose_law_can_be_enumerated(name: str) -> None:
    """With large defaults, the first enumeration would end without a result."""
    found, toy, small = DECODERS[name], load_pair("toy:assets/toys/dsbd-figure-1.json"), exactness.small(name)
    assert small, "its defaults take minutes"
    law = output_law(found.step, toy.encode("h", False), toy.models, found.make_settings(dict(small)), 2)
    assert sum(law.values()) == pytest.approx(1)


def test_what_is_quick_keeps_its_defaults() -> None:
    """A method's own defaults are used whenever they are fast enough."""
    assert exactness.small("spd") == {}
    assert exactness.small("dsbd") == {"draft_width": 2}  # its width is chosen by itself


@pytest.mark.parametrize("end", ["", '{"mutation": "resid'])
def test_a_reply_that_is_not_whole_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, end: str) -> None:
    """An enumeration killed halfway must not be shown as complete or cached."""
    child = tmp_path / "python"
    child.write_text(f"#!/bin/sh\necho '{{}}'\nprintf '%s' '{end}'\n")
    child.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(child))
    monkeypatch.setattr(exactness, "_kept", {})
    for _ in range(2):
        with pytest.raises(BadInput, match="stopped early"):
            list(exactness.laws_of({"toy": {}, "mutations": ["residual-p"]}))
    assert [part for part in exactness.laws_of({"toy": {}}) if part is not None] == [{}], "one law was wanted"
