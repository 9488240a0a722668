"""The Traces tab, and the trace files behind the tabs."""

import re

import pytest

from decoders.errors import BadInput
from explorer.service.store import contents
from explorer.site.gallery import gallery_html
from explorer.story.page.gallery import SHELVES
from explorer.trace.format import read


def test_cards_stand_under_their_stories() -> None:
    """Visitors read stories in a useful order, and what to look at before any name."""
    html = gallery_html()
    assert re.findall(r"<h3>(.*?)</h3>", html) == list(SHELVES)
    assert re.findall(r'data-trace="(.*?)"', html) == [name for names in SHELVES.values() for name in names]
    first = re.search(r"<a [^>]*><b>(.*?)</b>", html)
    assert first is not None
    assert first[1].startswith("Three guesses a round")


def test_what_was_checked_is_read_as_the_same_trace() -> None:
    """Reading without the schema is twenty times as fast, must give the same, and still checks the order."""
    raw = contents("spd")
    assert read(raw, "spd") == read(raw, "spd")
    first, second, third, *rest = raw.split(b"\n")
    with pytest.raises(BadInput, match="is iteration 1, but iteration 0 is expected"):
        read(b"\n".join([first, third, second, *rest]), "spd")
