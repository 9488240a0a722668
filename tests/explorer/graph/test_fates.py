"""The fate of every node and the inspector's facts, which appear in every picture of the stage."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from decoders.core.record import Decision, Final, Iteration, Layer, Node, Role, Step, Verdict, to_plain
from decoders.methods.mtad import Bounds, JointLayer, Prefix
from explorer.graph.fates import Fates, brief, copies
from explorer.stage.pack import open_content
from explorer.trace.format import Trace
from explorer.trace.states import STATES
from tests.bundled import NAMES, packed
from tests.records import header_with, iteration_of


def node(id: int, parent: int, role: Role = "draft", **more: Any) -> Node:
    return Node(id, parent, id, id, role, **more)


def fates_of(
    nodes: Sequence[Node], verdicts: Sequence[Verdict], steps: Sequence[Step], layers: Sequence[Layer] = ()
) -> list[Any]:
    """The fates of an iteration whose nodes all exist from the start."""
    whole = Iteration(0, tuple(nodes), (), (), tuple(layers), (), tuple(verdicts), (), tuple(steps), Final())
    made = Fates(whole, steps, [0] * len(nodes))
    return [made.of(place) for place in range(len(nodes))]


def test_a_node_is_pending_until_its_step_says_otherwise() -> None:
    """An early mark would reveal the outcome, and a late one would hide it."""
    verdict = Verdict(2, "rejected", "ratio", u=0.71, a=0.32, q=0.5)
    steps = [Step("draft"), Step("verify", verdicts=(0,)), Step("commit")]
    start, draft = fates_of([node(1, -1, "input"), node(2, 1, q=0.5)], [verdict], steps)
    assert [fate[:4] for fate in start] == [(0, "input", None, "after the prompt")]
    assert [fate[:4] for fate in draft] == [(0, "pending", None, "q .50"), (1, "rejected", 0, "u ≥ .32")]


def test_of_copies_the_strongest_decision_is_drawn_and_all_are_counted() -> None:
    """One of four draws was accepted, so the node is; the others must be counted."""
    words: tuple[Decision, ...] = ("rejected", "accepted", "unused")
    verdicts = [Verdict(2, word, "ratio", entry=i) for i, word in enumerate(words)]
    steps = [Step("draft"), *(Step("verify", verdicts=(i,)) for i in range(3))]
    draft = fates_of([node(1, -1, "input"), node(2, 1, q=0.5, count=3)], verdicts, steps)[1]
    assert [(fate[1], fate[2]) for fate in draft] == [
        ("pending", None),
        ("rejected", 0),
        ("accepted", 1),
        ("accepted", 1),
    ]
    assert [fate[4] for fate in draft] == ["×3", "✕??", "✕●?", "✕●○"]
    assert draft[-1][5] == "one box, sampled 3 times: 1 rejected, 1 accepted, 1 not tested"


def test_a_tested_prefix_shows_before_anything_is_decided() -> None:
    """MTAD tests prefixes one by one; the accepted prefix is known after the last."""
    prefixes = (Prefix(1, 2, -1.0, -2.0, 1.0, True),)
    steps = [Step("draft"), Step("prefix", layer=1), Step("verify", verdicts=(0,))]
    verdict = Verdict(2, "accepted", "joint_ratio")
    bounds = Bounds(1.0, 0.5, 0.0, 1, 0.0)
    layer = JointLayer(joint="raw", threshold=0.1, prefixes=prefixes, longest=1, bounds=bounds)
    draft = fates_of([node(1, -1, "input"), node(2, 1, q=0.5)], [verdict], steps, [layer])[1]
    assert [(fate[0], fate[1]) for fate in draft] == [(0, "pending"), (1, "passes"), (2, "accepted")]
    assert [fate[3] for fate in draft] == ["q .50", "∏ p/q 2.72", "∏ p/q 2.72"]  # of all tokens, and not cut at 1
    assert draft[-1][6] == "joint 2.72"


@pytest.mark.parametrize(
    ("rule", "said", "step"), [("joint_ratio", "", 1), ("residual_ratio", ": 1 accepted, 3 not tested", 2)]
)
def test_draws_without_a_decision_of_their_own_are_counted(rule: str, said: str, step: int) -> None:
    """“4 times: 1 accepted” leaves three draws open. In MTAD, they are one beam, whose box has the outcome."""
    verdict = Verdict(2, "accepted", rule)
    steps = [Step("draft"), Step("verify", verdicts=(0,)), Step("commit")]
    draft = fates_of([node(1, -1, "input"), node(2, 1, q=0.5, count=4)], [verdict], steps)[1]
    told = {fate[0]: fate[5] for fate in draft}
    assert told[step] == f"one box, sampled 4 times{said}"
    assert all(not said or said not in words for at, words in told.items() if at < step)


def test_a_beam_that_the_target_draws_upon_a_draft_is_one_more_copy() -> None:
    """DSBD fills a layer with an existing beam, which a thicker border alone would hide."""
    words: tuple[Decision, ...] = ("accepted", "rejected", "fill")
    verdicts = [Verdict(2, word, "ratio", entry=i) for i, word in enumerate(words)]
    steps = [Step("draft"), *(Step("verify", verdicts=(i,)) for i in range(3))]
    draft = fates_of([node(1, -1, "input"), node(2, 1, q=0.5, count=2)], verdicts, steps)[1]
    assert [fate[4] for fate in draft] == ["×2", "●?", "●✕", "●✕★"]
    assert draft[-1][5] == "one box, sampled 3 times: 1 accepted, 1 rejected, 1 extra beam"


def test_a_draft_with_zero_probability_has_no_threshold() -> None:
    """“u ≥ 0” looks like an error, and is the first rejection that visitors meet."""
    for one in packed("spd")["iterations"]:
        for verdict in one["verdicts"]:
            if verdict.get("a") == 0:
                assert one["n"]["fates"][verdict["place"]][-1][3] == "p = 0"


@pytest.mark.parametrize("name", NAMES)
def test_a_node_has_one_short_number(name: str) -> None:
    """A node has room for twenty-two characters, and the plain voice uses no symbols."""
    for one in packed(name)["iterations"]:
        for exact, plain in {(fate[3], fate[6]) for fates in one["n"]["fates"] for fate in fates}:
            assert max(len(exact), len(plain)) <= 22, (exact, plain)
            assert exact.split(" ")[0] in ("", "after", "text", "q", "p", "p′", "u", "q_beam", "∏"), exact
            begins = ("after", "text", "joint", "over", "almost", "share ")
            assert not re.search("[a-z]", plain) or plain.startswith(begins), plain


def test_what_the_target_draws_is_counted_as_it_comes() -> None:
    """×2 next to the first of two draws would reveal the second."""
    filled = node(3, 1, "target", count=2)
    assert copies(filled, Counter(["fill"]), 2) == ("", "")
    assert copies(filled, Counter(["fill", "fill"]), 2) == ("★★", "one box, sampled twice: 2 extra beams")


@pytest.mark.parametrize(
    ("value", "text"), [(0.996, ".996"), (0.999999, ".9999"), (0.0, "0"), (3e-5, "3.0e-5"), (0.5, ".50")]
)
def test_a_number_that_is_nearly_one_is_not_written_as_one(value: float, text: str) -> None:
    """u = .9999 ≥ 1 would be confusing."""
    assert brief(value) == text


@pytest.mark.parametrize("name", NAMES)
def test_every_bundled_node_has_a_fate_at_every_step(name: str) -> None:
    """From its birth on, in the order of steps, in states of states.json, with its steps' verdicts."""
    for one in packed(name)["iterations"]:
        when = {verdict: k for k, step in enumerate(one["steps"]) for verdict in step["verdicts"]}
        for place, fates in enumerate(one["n"]["fates"]):
            at = [step for step, *_ in fates]
            assert at == sorted(set(at))
            assert at[0] == one["born"][place]
            for step, state, verdict, *_ in fates:
                assert state in STATES
                if verdict is not None:
                    assert one["verdicts"][verdict]["place"] == place
                    assert one["verdicts"][verdict]["state"] == state
                    assert when[verdict] <= step or state == "unused"  # it is clear earlier that it will not be tested
        for panel in one["panels"]:
            rows = [*panel.get("tries", ()), *panel.get("prefixes", ())]
            assert all(0 <= row["step"] < len(one["steps"]) for row in rows)


def test_a_joint_law_names_the_beams_it_starts_from() -> None:
    """Ids of a joint distribution contain a beam's slot; without its node no row could be read."""
    laws = [
        law
        for one in packed("dsbd")["iterations"]
        for verdict in one["verdicts"]
        for law in (one["dists"][place] for place in verdict["dists"])
        if "beam" in law
    ]
    assert laws
    assert all(max(law["beam"]) < len(law["ends"]) for law in laws)


def test_a_trace_without_steps_is_one_step() -> None:
    """Old or foreign traces open, too."""
    one = iteration_of({"nodes": [to_plain(node(1, -1, "input")), to_plain(node(2, 1))]})
    shown = open_content(Trace(header_with(), [one]))["iterations"][0]
    assert [step["phase"] for step in shown["steps"]] == ["commit"]
    assert [fates[0][1] for fates in shown["n"]["fates"]] == ["input", "pending"]
