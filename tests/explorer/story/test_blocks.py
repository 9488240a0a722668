"""The words about block and traversal verification: if these fail, a test has no words, or words with wrong numbers."""

import json
import math
import re
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.dice import Seeded
from decoders.exact.toy import read_toy
from decoders.files import ASSETS
from decoders.methods.block_verification import BlockVerificationLayer
from decoders.methods.traversal import LeafTest, TraversalLayer
from explorer.story.methods.blocks import BLOCK
from explorer.story.methods.traversal import TRAVERSAL
from tests.bundled import bundled, packed
from tests.explorer.story.sweep import reached_cases, unreached
from tests.explorer.trace.runs import told
from tests.toys import models_of

Part = dict[str, Any]
COMMON = ("draw", "greedy_match", "draw_match", "off_path")  # words of several families
CHAINS = (
    {"gamma": 3},
    {"gamma": 4, "temperature": 0},
    {"gamma": 4, "top_k": 2},
    {"gamma": 1},
    {"gamma": 6, "temperature": 2},
    {"gamma": 3, "top_k": 2, "temperature": 2},
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
    "verify step, plain: several",
    "verify step, exact: none",
    "leaf_ratio, plain: unknown",
    "leaf_ratio, exact: unknown",
    "leaf_ratio, plain: bare.accepted",
    "leaf_ratio, plain: bare.rejected",
    "leaf_ratio, exact: bare.accepted",
    "leaf_ratio, exact: bare.rejected",
    "prefix step, plain: certain.one",  # p = q
    "leaf_ratio, plain: sure",  # p = q
    "unused step, plain: none",
    "unused step, exact: none",
}


def test_the_cases_that_no_run_reaches_are_known() -> None:
    """Words that nobody has ever seen filled in may be wrong."""
    chains, trees = reached_cases("block", *CHAINS, seeds=12), reached_cases("traversal", *TREES, seeds=12)
    assert unreached(BLOCK, chains, common=COMMON) | unreached(TRAVERSAL, trees, common=COMMON) == NEVER


def test_every_prefix_says_its_numbers_when_it_is_tested() -> None:
    """Whether a prefix passes must follow from the two numbers in its sentence."""
    seen: set[tuple[bool, bool]] = set()
    for iteration, tell in (*told("block", {"gamma": 4}, seeds=8), *told("block", {"gamma": 4, "top_k": 2}, seeds=4)):
        layer = next(layer for layer in iteration.layers if isinstance(layer, BlockVerificationLayer))
        for prefix in layer.prefixes:
            step = next(one for one in iteration.steps if one.phase == "prefix" and one.place == prefix.j)
            said = tell.exact(step)
            outcome = "passes" if prefix.passed else "fails"
            assert re.match(rf"Prefix {prefix.j} {outcome}: (p = 0 for “.”, so )?P = min\(", said)
            ran = re.search(r", 1\) = ([\d.e-]*\d)(?:[.,]| and) ", said)
            assert ran is not None
            assert float(ran[1]) == pytest.approx(prefix.P, rel=5e-3, abs=1e-12)
            formula = r"R/\(R \+ 1 − P\) = [\d.e-]+/\([\d.e-]+ \+ 1 − [\d.e-]+\) = "
            found = re.search(rf"u = ([\d.e-]+) ([<≥]) h(?: = (?:{formula})?([\d.e-]*\d))?\.", said)
            if found:
                cut = float(found[3]) if found[3] else prefix.P
                assert (found[2] == "<") == prefix.passed
                assert float(found[1]) == pytest.approx(prefix.u, rel=0.01)
                assert cut == pytest.approx(prefix.h, rel=0.01, abs=1e-9)
            else:
                assert re.search("= 1, so h = 1.$|: p = 0 for “.”, so P = .* = 0 and h = 0.$", said)
                assert prefix.h == prefix.P
            seen.add((prefix.passed, found is None))
    assert seen == {(True, False), (False, False), (True, True), (False, True)}


def test_a_token_that_would_be_rejected_alone_is_named() -> None:
    """The bundled run is there for it: “A” fails, “A bicycle” passes, and both are accepted."""
    first = packed("block")["iterations"][0]
    said = [verdict["plain"] for verdict in first["verdicts"]]
    assert said[0] == (
        "“A” is accepted although its own prefix fails, because the first 2 tokens pass together. Tested alone, it "
        "would be rejected."
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
                    f"Path {k} of {len(panel['order'])}" for k in range(1, len(order) + 1)
                ]
    assert tested > 40


def test_a_lowered_threshold_says_why() -> None:
    """A threshold that is not p/q would look like an error, and so would a test of a guess that is no leaf at first."""
    said = [verdict["plain"] for one in packed("traversal")["iterations"] for verdict in one["verdicts"]]
    lowered = [each for each in said if "became a leaf" in each]
    assert lowered
    found = [
        re.search(r"below ([\d.]+\d), its running ratio after (1 rejection|\d+ rejections) \(([\d.]+) before\)", one)
        for one in lowered
    ]
    assert all(one and float(one[1]) <= float(one[3]) and one[1] != one[3] for one in found)


def test_the_panel_of_a_tree_computes_every_number_that_it_shows() -> None:
    """Two numbers for one threshold without the way from one to the other look like a contradiction."""
    checked = 0
    for one, recorded in zip(packed("traversal")["iterations"], bundled("traversal").iterations, strict=True):
        layer = next((layer for layer in recorded.layers if isinstance(layer, TraversalLayer)), None)
        if layer is None:
            continue
        panel = next(each for each in one["panels"] if each["kind"] == "judged")
        for leaf, row in zip(layer.leaves, panel["rows"], strict=True):
            assert row["ratio"] == pytest.approx(leaf.alpha, rel=1e-3, abs=1e-6)
            for terms in row["work"].values():
                named = [float(term[0].rstrip("%")) for term in terms if isinstance(term, list | tuple)]
                assert named[-1] == pytest.approx(leaf.alpha, rel=0.02, abs=0.006)
                if "→" not in terms:
                    *before, p, q, result = named
                    assert math.prod(before) * p / q == pytest.approx(result, rel=0.02, abs=0.006)
                    checked += 1
    assert checked > 6


def spoken(name: str, it: int) -> list[str]:
    """The plain sentences of the steps of a bundled round, numbered from 1."""
    return [step["plain"] for step in packed(name)["iterations"][it - 1]["steps"]]


def test_the_bundled_chain_opens_with_a_real_coin_toss() -> None:
    """A reader who only sees thresholds of 0 and 1 does not learn what a threshold is."""
    layer = next(one for one in bundled("block").iterations[0].layers if isinstance(one, BlockVerificationLayer))
    toss = layer.prefixes[layer.longest - 1]
    assert toss.R is not None
    assert 0.05 < toss.h < toss.P < 0.95
    said = spoken("block", 1)
    assert any("is below this ratio because a longer prefix can pass too." in one for one in said)
    whole = [one for k in range(1, 25) for one in spoken("block", k) if "threshold of the whole draft" in one]
    assert whole
    assert all("The threshold of the whole draft is this ratio itself." in one for one in whole)


def test_a_prefix_after_a_zero_names_the_token_that_made_it_0() -> None:
    """A token with p = q = 100% whose test “never” passes looks like an error."""
    said = spoken("block", 2)
    assert "The target gives “a” zero probability here, so the running ratio is 0 and this prefix fails." in said
    later = "The target gives “a”, an earlier token, zero probability. So the running ratio stays 0 whatever follows"
    assert sum(one.startswith(later) for one in said) == 3


def test_a_prefix_is_accepted_with_the_probability_of_its_running_ratio() -> None:
    """The sentence that says why the method is lossless must be true: 1 − (1 − h)(1 − (P − R)) = P."""
    checked = 0
    for iteration, _ in told("block", {"gamma": 4}, seeds=8):
        layer = next(layer for layer in iteration.layers if isinstance(layer, BlockVerificationLayer))
        for prefix in layer.prefixes:
            if prefix.R is not None:  # P − R = Σ min(P·p, q): a longer prefix is accepted with this probability
                assert 1 - (1 - prefix.h) * (1 - (prefix.P - prefix.R)) == pytest.approx(prefix.P)
                checked += 1
    assert checked > 40


def test_the_bundled_tree_opens_with_real_coin_tosses() -> None:
    """It shows a leaf that fails by chance, a ratio that falls, and a lowered threshold that passes by chance."""
    layer = next(one for one in bundled("traversal").iterations[0].layers if isinstance(one, TraversalLayer))
    first, *_, last = layer.leaves
    assert not first.passed
    assert 0.05 < first.alpha < 0.95
    assert first.left is not None
    assert first.left < first.above < 1
    assert last.passed
    assert last.deleted
    assert 0.05 < last.alpha < 0.95


def causes_of_zero(leaf: LeafTest, p: float, before: str) -> dict[str, bool]:
    """By the words that name a cause of the threshold 0: whether this is the cause."""
    return {
        "the target gives it zero probability here": not p,
        "earlier rejections at its position used up": bool(p) and not leaf.p_used and leaf.above > 0,
        "its running ratio fell to 0 when": leaf.deleted > 0 and leaf.above * leaf.p_used > 0,
        f"because the running ratio of {before} is 0": bool(p) and leaf.above == 0,
        f"because the running ratio of the {before} before it fell to 0": bool(p) and leaf.above == 0,
        f"the target gives {before} zero probability": bool(p) and leaf.above == 0,
    }


def test_the_cause_of_a_threshold_of_0_is_the_right_one() -> None:
    """“None of its probability is left” next to “target 38%” contradicts itself if the cause is the guess before it."""
    seen: set[int] = set()
    runs = [told("traversal", {"branching": "3,2", **more}, seeds=12) for more in ({}, {"top_k": 2})]
    for iteration, tell in (one for run in runs for one in run):
        layers = [layer for layer in iteration.layers if isinstance(layer, TraversalLayer)]
        parents = {node.id: node.parent for node in iteration.nodes}
        tests = [verdict for verdict in iteration.verdicts if verdict.u is not None]
        for leaf, verdict in zip((leaf for layer in layers for leaf in layer.leaves), tests, strict=True):
            if leaf.alpha > 0:
                continue
            said = tell.plain_reason(verdict)
            causes = causes_of_zero(leaf, verdict.p or 0.0, tell.spoken(parents[leaf.node]))
            named = [k for k, words in enumerate(causes) if words in said]
            assert len(named) == 1, said
            assert list(causes.values())[named[0]], said
            seen.add(named[0])
    assert seen == {0, 1, 2, 3, 4, 5}


def test_a_node_shows_its_running_ratio() -> None:
    """The number that falls must be seen where it falls, at the step of the deletion and not before."""
    fell = 0
    for one, recorded in zip(packed("traversal")["iterations"], bundled("traversal").iterations, strict=True):
        layer = next((layer for layer in recorded.layers if isinstance(layer, TraversalLayer)), None)
        if layer is None:
            continue
        panel = next(each for each in one["panels"] if each["kind"] == "judged")
        place = {node.id: k for k, node in enumerate(recorded.nodes)}
        parent = {node.id: node.parent for node in recorded.nodes}

        def last(node: int, step: int, panel: Part = panel, place: dict[int, int] = place) -> Part | None:
            known = [each for each in panel["ratios"] if each["place"] == place[node] and each["step"] <= step]
            return known[-1] if known else None

        for leaf, row in zip(layer.leaves, panel["rows"], strict=True):
            shown = last(leaf.node, row["step"])
            assert shown is not None
            assert shown["ratio"] == pytest.approx(leaf.alpha, rel=1e-3, abs=1e-9)
            above = last(parent[leaf.node], row["step"])
            if above is None:
                continue  # the start, whose ratio is 1
            after = leaf.above if leaf.left is None else leaf.left
            assert above["ratio"] == pytest.approx(after, rel=1e-3, abs=1e-9)
            assert above["fell"] == (leaf.above - after > 1e-9)
            fell += above["fell"]
    assert fell > 3


def test_what_is_left_out_and_deleted_is_counted_as_it_was() -> None:
    """Guesses after a leaf that passed were not off a path, and rejections elsewhere in the tree do not count."""
    first = spoken("traversal", 1)
    assert (
        "3 guesses are not tested because path 3, “The”, was accepted first. This ends the tests. The target now goes "
        "on after “The” with the leftover after 2 rejections there." in first
    )
    assert not any("on the tested path" in one for k in range(1, 10) for one in spoken("traversal", k))
    counted = 0
    for one, recorded in zip(packed("traversal")["iterations"], bundled("traversal").iterations, strict=True):
        own = next((node for node in recorded.nodes if node.role == "target"), None)
        found = [re.search(r"left.* after (\d+) rejected guess(?:es)? at this", step["plain"]) for step in one["steps"]]
        for match in filter(None, found):
            assert own is not None
            parents = {node.id: node.parent for node in recorded.nodes}
            deleted = [v for v in recorded.verdicts if v.decision == "rejected" and parents[v.node] == own.parent]
            assert int(match[1]) == len(deleted)
            counted += 1
    assert counted > 3


@pytest.mark.parametrize("name", ["block-words", "block-weak", "block"])
def test_what_testing_one_by_one_would_accept_is_right(name: str) -> None:
    """The sentence that compares both ways of testing must follow from the recorded random numbers."""
    told = 0
    for one, recorded in zip(packed(name)["iterations"], bundled(name).iterations, strict=True):
        layer = next((each for each in recorded.layers if isinstance(each, BlockVerificationLayer)), None)
        said = next((step["plain"] for step in one["steps"] if step["title"].startswith("Longest passing")), "")
        if layer is None or len(layer.prefixes) < 2:
            continue
        tests = [(each.u or 0) < each.p / each.q for each in layer.prefixes]
        alone = [*tests, False].index(False)
        assert ("One by one" in said) == (alone != layer.longest)
        if alone != layer.longest:
            told += 1
            count = f"the first {alone} " if alone > 1 else "the first " if alone else "no "
            assert re.search(f"{count}(word|token)s? would be accepted", said)
            assert ("On average" in said) == (alone > layer.longest)
    assert told


def test_what_testing_one_by_one_would_accept_is_what_spd_does() -> None:
    """SpD with the same seed drafts the same words, and its first random number rejects the first of them."""
    path = ASSETS / "toys" / "whole-words.json"
    pair, run = read_toy(path), json.loads(path.read_text(encoding="utf-8"))["run"]
    spd = decoder("spd")
    made = spd.decode(
        pair.encode(run["prompt"]), models_of(pair), spd.make_settings(run["settings"]), Seeded(run["seed"]), 4
    )
    alone, whole = next(iter(made)), bundled("block-words").iterations[0]
    drafts = [[node.token for node in one.nodes if node.role == "draft"] for one in (alone, whole)]
    assert drafts[0] == drafts[1]
    first = alone.verdicts[0]
    assert (first.decision, first.u) == ("rejected", whole.layers[0].to_json()["prefixes"][0]["u"])
    assert f"“love” would be rejected ({first.u:.2f} is not below {first.a:.2f})" in " ".join(spoken("block-words", 1))
    assert "so no word would be accepted" in " ".join(spoken("block-words", 1))


@pytest.mark.parametrize("name", ["traversal", "traversal-deep", "traversal-words"])
def test_a_draft_that_will_not_be_tested_says_so_at_once(name: str) -> None:
    """A reader must see which guesses an accepted path or a rejected candidate leaves untested."""
    seen = 0
    for one in packed(name)["iterations"]:
        ends = [k for k, step in enumerate(one["steps"]) if step["phase"] == "verify"]
        for fates in one["n"]["fates"]:
            if fates[-1][1] == "unused":
                seen += 1
                assert fates[-1][0] == ends[-1], "when the first path passes"
    assert seen
