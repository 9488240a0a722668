"""The G-test reports how far the sampled outputs are from the exact distribution."""

from collections import Counter
from pathlib import Path

import pytest

from benchmarks import gtest
from decoders.pairs import load_pair

TOY = f"toy:{Path(__file__).parents[2] / 'assets' / 'toys' / 'dsbd-figure-2.json'}"
GIVEN = {"gamma": 1, "width": 2, "draft_width": 3, "top_k": 3}


def test_impossible_beams_are_far_from_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decoder whose outputs all have probability zero is at distance 1, not at half of it."""
    pair = load_pair(TOY)
    impossible = Counter({((10**6,), (10**6,)): 50})
    monkeypatch.setattr(gtest, "draw_beams", lambda *given: impossible)
    row = gtest.examine(pair, pair.encode("ask", False), 2, GIVEN, range(50))
    assert row["p_value"] == 0
    assert row["tv"] == pytest.approx(1)
