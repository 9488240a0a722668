"""The parts of steps in all bundled runs: every written calculation gives its result (tests/js/parts.js)."""

import json
from pathlib import Path

from tests.bundled import NAMES, packed
from tests.explorer.stage.test_js import ROOT, node


def test_every_part_of_a_step_adds_up(tmp_path: Path) -> None:
    """Rejections, widths and prefixes are shown in parts, in both voices; none says a number that does not follow."""
    runs = tmp_path / "runs.json"
    runs.write_text(json.dumps({name: packed(name) for name in NAMES}), encoding="utf-8")
    *told, faults = node(str(ROOT / "tests" / "js" / "parts.js"), str(runs)).strip().splitlines()
    assert faults == "0 faults", "\n".join(told[-40:])
    counts = dict(line.split() for line in told)
    assert int(counts.pop("whole")) > 50, "sampled tokens whose probability is shown to be the target’s"
    rejections, others = (
        {"test", "through", "deleted", "left", "proof", "scaled", "root", "reset", "sampling", "sampled"},
        {"check", "plan", "shares", "overlap", "ways", "width", "ratio", "longer", "threshold", "outcome", "missing"},
    )
    aims = {"aim1", "aim2", "aim3", "start"}
    assert counts.keys() == rejections | others | aims
    assert len({counts[part] for part in aims}) == 1, "every first round with a purpose has all of its parts"
    tests, deletions, leftovers, resets = (int(counts[part]) for part in ("test", "deleted", "left", "reset"))
    assert max(leftovers, deletions) < tests <= leftovers + deletions + resets, "each test is followed by one or two"
    shares, missing = int(counts["sampling"]), int(counts["missing"])
    assert shares + missing == int(counts["sampled"]), "the shares come before what is sampled from them"
    assert min(resets, shares, missing) > 0
    assert counts["check"] == counts["plan"]
    assert counts["ratio"] == counts["outcome"]
