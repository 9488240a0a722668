"""No text in the graphs of the bundled runs touches another text, a bar or the edge of its box (tests/js/boxes.js)."""

import json
import re
from pathlib import Path

from tests.bundled import NAMES, packed
from tests.explorer.stage.test_js import ROOT, node


def test_no_text_in_a_box_touches_anything(tmp_path: Path) -> None:
    """A bar through the word “target” hides whose number it is, in all rounds, both voices and three sizes."""
    runs = tmp_path / "runs.json"
    runs.write_text(json.dumps({name: packed(name) for name in NAMES}), encoding="utf-8")
    told = node(str(ROOT / "tests" / "js" / "boxes.js"), str(runs))
    found = re.search(r"^(\d+) pictures, 0 faults$", told, re.MULTILINE)
    assert found, told[-3000:]
    assert int(found[1]) > 6 * sum(len(packed(name)["iterations"]) for name in NAMES) * 0.9
