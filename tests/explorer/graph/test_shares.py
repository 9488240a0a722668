"""The shares of a draft forest's nodes: which numbers a node shows, and from which step on."""

from collections.abc import Iterator

import pytest

from decoders.core.record import Iteration, Verdict
from decoders.methods.dsbd.recording import WidthLayer
from explorer.graph.shares import Share, shares_of
from tests.bundled import bundled, packed

RUNS = ["dsbd-widths", "dsbd-figure-2", "dsbd", "dsbd-distinct", "code-dsbd"]


def rounds_of(name: str) -> Iterator[tuple[Iteration, int, dict[int, list[Share]]]]:
    """Every round of a bundled run, the step of its target pass, and its shares."""
    for one, shown in zip(bundled(name).iterations, packed(name)["iterations"], strict=True):
        yield one, shown["seen"], shares_of(one, one.steps, shown["seen"])


def first_tests(one: Iteration) -> dict[int, Verdict]:
    """The first test of every layer, by layer."""
    found: dict[int, Verdict] = {}
    for verdict in one.verdicts:
        if verdict.decision in ("accepted", "rejected") and verdict.layer is not None:
            found.setdefault(verdict.layer, verdict)
    return found


@pytest.mark.parametrize("name", RUNS)
def test_a_node_shows_the_shares_that_its_test_compares(name: str) -> None:
    """A draft share of 30% at the node and 43% in the reason would be two numbers for one thing."""
    tested = 0
    for one, _, shares in rounds_of(name):
        entries = {entry.id: entry for entry in one.entries}
        for layer, verdict in first_tests(one).items():
            assert verdict.entry is not None
            if entries[verdict.entry].node not in shares or entries[verdict.entry].layer != layer:
                continue
            last = shares[verdict.node][-1]
            assert last.q == pytest.approx(verdict.q)
            assert last.p == pytest.approx(verdict.p)
            tested += 1
    assert tested > 3


@pytest.mark.parametrize("name", RUNS)
def test_the_targets_share_appears_when_the_beams_of_the_layer_are_known(name: str) -> None:
    """No share of the total probability exists before the layer above is decided: it would reveal the outcome."""
    later = 0
    for one, seen, shares in rounds_of(name):
        begins = {step.layer: k for k, step in enumerate(one.steps) if step.phase == "layer"}
        layer_of = {entry.node: entry.layer for entry in reversed(one.entries) if entry.q is not None}
        for node, rows in shares.items():
            assert [row.p for row in rows if row.step < seen] == [None]
            known = [row for row in rows if row.p is not None]
            assert len(known) <= 1
            if known and rows[0].step == 0 and len(rows) == 2:
                first = layer_of[node] == 1
                assert known[0].step == (seen if first else begins[layer_of[node]])
                later += not first
    assert later


def test_untested_candidates_have_shares_and_discarded_ones_have_none() -> None:
    """The reader compares all boxes of a layer, also the one that was never tested."""
    one, _, shares = next(rounds_of("dsbd-widths"))
    states = {verdict.node: verdict.decision for verdict in one.verdicts}
    p = {states[node]: rows[-1].p for node, rows in shares.items()}
    assert p["unused"] == pytest.approx(0.3)
    assert p["orphaned"] is None


def test_a_draft_share_grows_when_a_parent_was_discarded() -> None:
    """The test uses the rescaled share, so the box must, too; all shares grow alike."""
    _, _, shares = next(rounds_of("dsbd-widths"))
    rescaled = {node: rows for node, rows in shares.items() if len(rows) == 2 and rows[1].step > rows[0].step + 3}
    factors = {round((rows[1].q or 0) / (rows[0].q or 1), 6) for rows in rescaled.values()}
    assert len(factors) == 1
    assert min(factors) > 1


def test_dsbd_widths_shows_what_a_newcomer_should_see() -> None:
    """The first run of DSBD: widths that differ, tests in between, a target beam, and beams that stay different."""
    run = bundled("dsbd-widths")
    layers = [each for one in run.iterations for each in one.layers if isinstance(each, WidthLayer) and each.candidates]
    assert [layer.width for layer in layers] == [3, 2, 3, 2]
    assert all(layer.threshold == 0.6 for layer in layers)
    assert {verdict.decision for one in run.iterations for verdict in one.verdicts} >= {
        "accepted",
        "rejected",
        "residual",
    }
    between = [
        v for one in run.iterations for v in one.verdicts if v.decision == "rejected" and v.p and v.q and v.p < v.q
    ]
    assert between, "a rejection of a token that the target does not exclude"
    assert all(len({beam.node for beam in one.final.beams}) == len(one.final.beams) > 1 for one in run.iterations)
