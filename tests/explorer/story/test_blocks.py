"""The words about block and traversal verification: if these fail, a test has no words, or words with wrong numbers."""

import re
from typing import Any

import pytest

from decoders.methods.block_verification import BlockVerificationLayer
from decoders.methods.traversal import TraversalLayer
from explorer.story.methods.blocks import BLOCK, TRAVERSAL
from tests.bundled import bundled, packed
from tests.explorer.story.sweep import check_slots, reached_cases, unreached
from tests.explorer.trace.runs import told

Part = dict[str, Any]
COMMON = ("draw", "greedy_match", "draw_match", "off_path")  # words of several families
CHAINS = (
    {"gamma": 3},
    {"gamma": 4, "temperature": 0},
    {"gamma": 4, "top_k": 2},
    {"gamma": 1},
    {"gamma": 6, "temperature": 2},
)
TREES = (
    {"branching": "3,2"},
    {"branching": "3,2", "replacement": "true"},
    {"branching": "2,2,1", "top_k": 2},
    {"branching": "1,1,1,1"},
    {"branching": "3,2", "temperature": 0},
)
NEVER = {  # a record that lacks layers or numbers, and rounding
    "prefix step, plain: unrecorded",
    "prefix step, exact: unrecorded",
    "block_prefix, plain: unknown.accepted",
    "block_prefix, plain: unknown.rejected",
    "block_prefix, exact: unknown.accepted",
    "block_prefix, exact: unknown.rejected",
    "verify step, plain: none",
    "verify step, exact: none",
    "leaf_ratio, plain: unknown",
    "leaf_ratio, exact: unknown",
    "leaf_ratio, plain: bare.accepted",
    "leaf_ratio, plain: bare.rejected",
    "leaf_ratio, exact: bare.accepted",
    "leaf_ratio, exact: bare.rejected",
    "prefix step, plain: certain.one",  # p = q
}


def test_every_slot_can_be_filled() -> None:
    """A slot that no view has would be found by the first reader of that case."""
    check_slots(BLOCK)
    check_slots(TRAVERSAL)


def test_the_cases_that_no_run_reaches_are_known() -> None:
    """Words that nobody has ever seen filled in may be wrong."""
    chains, trees = reached_cases("block", *CHAINS, seeds=12), reached_cases("traversal", *TREES, seeds=12)
    assert unreached(BLOCK, chains, common=COMMON) | unreached(TRAVERSAL, trees, common=COMMON) == NEVER


def test_every_prefix_says_its_numbers_when_it_is_tested() -> None:
    """Whether a prefix passes must follow from the two numbers in its sentence."""
    seen: set[tuple[bool, bool]] = set()
    for iteration, tell in told("block", {"gamma": 4}, seeds=8):
        layer = next(layer for layer in iteration.layers if isinstance(layer, BlockVerificationLayer))
        for prefix in layer.prefixes:
            step = next(one for one in iteration.steps if one.phase == "prefix" and one.place == prefix.j)
            said = tell.exact(step)
            assert said.startswith(f"Prefix {prefix.j} {'passes' if prefix.passed else 'fails'}: P = min(")
            ran = re.search(r", 1\) = ([\d.e-]+),", said)
            assert ran is not None
            assert float(ran[1]) == pytest.approx(prefix.P, rel=5e-3, abs=1e-12)
            found = re.search(r"u = ([\d.e-]+) ([<≥]) h = (?:R/\(R \+ 1 − P\) = )?([\d.e-]+|P)", said)
            if found:
                cut = prefix.P if found[3] == "P" else float(found[3])
                assert (found[2] == "<") == prefix.passed
                assert float(found[1]) == pytest.approx(prefix.u, rel=0.01)
                assert cut == pytest.approx(prefix.h, rel=0.01, abs=1e-9)
            else:
                assert said.endswith("= 1, so h = 1.")
            seen.add((prefix.passed, found is None))
    assert seen == {(True, False), (False, False), (True, True)}


def test_a_token_that_would_be_rejected_alone_is_named() -> None:
    """The bundled run is there for it: “A” fails, “A bicycle” passes, and both are accepted."""
    first = packed("block")["iterations"][0]
    said = [verdict["plain"] for verdict in first["verdicts"]]
    assert said[0] == (
        "“A” is accepted although its own prefix fails, because the first 2 tokens pass together. Tested alone, it "
        "would be rejected: 0.95 is not below target 33.5% ÷ draft 70.3%."
    )
    assert said[1].startswith("“bicycle” is accepted because ")
    alone = packed("spd-block")["iterations"][0]
    assert alone["verdicts"][0]["state"] == "rejected"
    drafts = [
        [node.token for node in bundled(name).iterations[0].nodes if node.role == "draft"]
        for name in ("block", "spd-block")
    ]
    assert drafts[0] == drafts[1]


def test_the_panel_of_a_chain_shows_every_test() -> None:
    """The running ratio, the threshold and the random number are the method."""
    for one, recorded in zip(packed("block")["iterations"], bundled("block").iterations, strict=True):
        layer = next(layer for layer in recorded.layers if isinstance(layer, BlockVerificationLayer))
        panel = next(each for each in one["panels"] if each["kind"] == "judged")
        assert [row["cut"] for row in panel["rows"]] == pytest.approx([each.h for each in layer.prefixes], rel=1e-4)
        assert [row["u"] for row in panel["rows"]] == pytest.approx([each.u for each in layer.prefixes], rel=1e-4)
        assert [k for k, row in enumerate(panel["rows"], 1) if row["chosen"]] == [layer.longest] * bool(layer.longest)
        assert all(one["steps"][row["step"]]["phase"] == "prefix" for row in panel["rows"])


def test_leaves_are_told_in_the_order_of_their_tests() -> None:
    """Time runs from the leaves to the root: no node may be tested before all that is left below it."""
    tested = 0
    for one, recorded in zip(packed("traversal")["iterations"], bundled("traversal").iterations, strict=True):
        for layer in recorded.layers:
            if isinstance(layer, TraversalLayer):
                parent = {node.id: node.parent for node in recorded.nodes}
                order = [leaf.node for leaf in layer.leaves]
                for k, node in enumerate(order):
                    assert all(parent[later] != node for later in order[k + 1 :])
                    tested += 1
                panel = next(each for each in one["panels"] if each["kind"] == "judged")
                assert [one["steps"][row["step"]]["called"] for row in panel["rows"]] == [
                    f"Leaf {k}" for k in range(1, len(order) + 1)
                ]
    assert tested > 40


def test_a_lowered_threshold_says_why() -> None:
    """A threshold that is not p/q would look like an error."""
    said = [verdict["plain"] for one in packed("traversal")["iterations"] for verdict in one["verdicts"]]
    lowered = [each for each in said if "lowered because" in each]
    assert lowered
    assert all(
        re.search(r"\(lowered because (1 guess after it was|\d+ guesses after it were) deleted\)", one)
        for one in lowered
    )
