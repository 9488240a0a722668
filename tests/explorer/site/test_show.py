"""`trace.show()`: what a notebook displays, without a notebook."""

import html
import json
import re

import pytest

import explorer
from decoders.errors import BadInput
from explorer.features.code import command
from explorer.service.store import BUNDLED

FILE = BUNDLED / "spd.jsonl.gz"


def page_of(shown: object) -> tuple[str, str]:
    """The frame's tag without its page, and the page in it."""
    tag = shown._repr_html_()  # pyright: ignore[reportAttributeAccessIssue]
    page = re.findall(r' srcdoc="([^"]*)"', tag)[0]
    return tag.replace(page, ""), html.unescape(page)


def test_a_notebook_shows_the_stage() -> None:
    """Everything is in the frame, which can reach neither the notebook nor the network."""
    trace = explorer.open_trace(FILE)
    tag, page = page_of(trace.show(2, 3, height=500))
    assert 'height="500"' in tag
    assert re.findall(r'sandbox="([^"]*)"', tag) == ["allow-scripts allow-downloads"]
    assert page.startswith("<!doctype html>")
    assert "default-src 'none'" in page
    message = json.loads(re.findall(r'id="trace">(.*?)</script>', page, re.DOTALL)[0])
    assert message["at"] == {"it": 2, "phase": 3}
    assert len(message["iterations"]) == len(trace.iterations)
    assert f"url: false, command: {json.dumps(command(trace.header))}" in page
    assert "export" in repr(trace.show())


def test_it_opens_on_the_first_step_or_the_end_of_an_iteration() -> None:
    """The first step gives nothing away; an iteration opens on its result."""
    trace = explorer.open_trace(FILE)
    assert '"at":{"it":1,"phase":1}' in page_of(trace.show())[1].replace(" ", "")
    assert '"at":{"it":4}' in page_of(trace.show(4))[1].replace(" ", "")
    with pytest.raises(BadInput, match="has no iteration 99"):
        trace.show(99)
