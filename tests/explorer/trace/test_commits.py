"""Accepted, committed and wasted drafts: a run's cost must not look smaller than it was."""

import json
from dataclasses import replace
from typing import Any

import pytest

from decoders.core.record import BeamRecord
from explorer.trace.commits import commits_of, committed_nodes, live_entries, with_committed
from explorer.trace.format import line_of, read
from explorer.trace.format import lines as lines_of
from explorer.trace.metrics import Totals
from tests.bundled import NAMES, bundled
from tests.explorer.trace.runs import SETTINGS, lines
from tests.records import iteration_of

Part = dict[str, Any]
BEAM = BeamRecord(1, (5,), -0.5, False)
DSBD = ("dsbd", {"threshold": 0.1, "draft_width": 4, "gamma": 3})
ONE_CACHE = ("dsbd", {"width": 3, "draft_width": 4, "one_cache": "true"})


def iterations(method: str, given: Part) -> list[Part]:
    """The iterations of four runs, as lines of a trace."""
    return [part for seed in range(4) for part in json.loads(lines(method, json.dumps(given), seed))]


def check(part: Part) -> None:
    """The definition recomputed from a line: by tokens for one sequence, by entries for beams."""
    iteration, final = iteration_of(part), part["final"]
    beams = any("entry" in verdict for verdict in part["verdicts"])
    commits = commits_of(iteration)
    assert 0 <= commits.used <= commits.committed <= commits.accepted <= commits.drafted + len(part["nodes"])
    assert commits.wasted == commits.drafted - commits.used >= 0
    if beams:
        ends = {entry["id"] for entry in part["entries"]} & live_entries(iteration)
        last = max((e["layer"] for e in part["entries"] if e["id"] in ends), default=0)
        assert len([e for e in part["entries"] if e["id"] in ends and e["layer"] == last]) == len(final["beams"])
        parents = {e["id"]: e.get("parent") for e in part["entries"]}
        assert all(parents[entry] is None or parents[entry] in ends for entry in ends)
    else:
        kept = sum(origin in ("draft", "merged") for origin in final.get("origins", ()))
        assert commits.committed == commits.accepted == kept


@pytest.mark.parametrize(("method", "given"), [*SETTINGS, DSBD, ONE_CACHE], ids=lambda value: str(value))
def test_committed_is_what_became_of_toy_runs(method: str, given: Part) -> None:
    """An accepted draft that leads to nothing must not count as useful; for one sequence there is none."""
    for part in iterations(method, given):
        check(part)


@pytest.mark.parametrize("name", NAMES)
def test_committed_is_what_became_of_bundled_runs(name: str) -> None:
    """The runs that everybody sees first follow the definition, and so do the counts in their files."""
    trace = bundled(name)
    totals = Totals()
    for part in trace.iterations:
        check(line_of(part))
        totals.add(part)
    assert trace.summary is not None
    found = totals.counts(BEAM)
    for key in ("drafted", "accepted", "committed", "judged", "wasted", "target_passes", "draft_passes"):
        assert getattr(trace.summary.counts, key) == getattr(found, key), key


def test_an_accepted_beam_without_a_live_child_is_wasted() -> None:
    """DSBD accepts beams that die out in the next layer; they cost a draft and give nothing."""
    commits = [commits_of(iteration_of(part)) for part in iterations(*DSBD)]
    assert sum(part.committed for part in commits) < sum(part.accepted for part in commits)


def test_a_copy_counts_by_itself() -> None:
    """Two copies of a beam on one node with one live child: the other copy's draw was wasted."""
    part: Part = {
        "kind": "iteration",
        "index": 0,
        "layers": [],
        "draws": [],
        "nodes": [
            {"id": 0, "parent": -1, "token": 0, "depth": 0, "role": "input"},
            {"id": 1, "parent": 0, "token": 1, "depth": 1, "role": "draft", "count": 2},
            {"id": 2, "parent": 1, "token": 2, "depth": 2, "role": "draft"},
        ],
        "entries": [
            {"id": 0, "layer": 0, "slot": 0, "node": 0},
            {"id": 1, "layer": 1, "slot": 0, "node": 1, "parent": 0, "q": 0.5},
            {"id": 2, "layer": 1, "slot": 1, "node": 1, "parent": 0, "q": 0.5},
            {"id": 3, "layer": 2, "slot": 0, "node": 2, "parent": 1, "q": 0.5},
        ],
        "passes": [],
        "verdicts": [
            {"node": node, "decision": "accepted", "rule": "ratio", "entry": entry}
            for node, entry in ((1, 1), (1, 2), (2, 3))
        ],
        "final": {"beams": [{"node": 2, "tokens": [1, 2], "logp": -1.0, "done": False}]},
    }
    commits = commits_of(iteration_of(part))
    assert (commits.drafted, commits.accepted, commits.committed, commits.wasted) == (3, 3, 2, 1)
    assert committed_nodes(iteration_of(part)) == {0, 1, 2}


def test_a_file_of_an_earlier_version_is_counted_again() -> None:
    """An old summary's drafted − accepted would look better than a new run's number."""
    trace = bundled("dsbd")
    assert trace.summary is not None
    counts = trace.summary.counts
    assert None not in (counts.drafted, counts.accepted, counts.wasted)
    old = replace(counts, committed=None, wasted=counts.drafted - counts.accepted)
    earlier = replace(trace, summary=replace(trace.summary, counts=old))
    again = read("".join(lines_of(earlier)).encode())
    assert again.summary is not None
    assert again.summary.counts == counts
    assert counts.wasted > old.wasted
    assert with_committed(counts, ()) == counts
