"""The sentences about GSD: every repeated n-gram has a sentence that names the right n-gram."""

import re

from explorer.story.methods.gsd import GSD, NOT_MERGED
from tests.bundled import packed
from tests.explorer.story.sweep import reached_cases, unreached
from tests.explorer.story.test_plain import QUOTED
from tests.explorer.trace.runs import told

NESTED = {"not merged": NOT_MERGED}
COMMON = (  # words of several families
    "ratio",
    "draw",
    "greedy_match",
    "draw_match",
    "off_path",
    "probability",
    "commit title",
    "commit step",
    "target title",
    "target step",
)
RUNS = (
    {"merge": 1, "gamma": 4, "node_budget": 9},
    {"merge": 1, "gamma": 4, "verification": "sampling"},
    {"merge": 2, "gamma": 6, "node_budget": 30},
    {"merge": 1, "gamma": 6, "node_budget": 30, "prob_threshold": 0.2, "sibling_threshold": 0.3},
    {"merge": 2, "gamma": 6, "out_degree": 2, "prob_threshold": 0, "sibling_threshold": 0},
)
NEVER = {
    "draft step, exact: none",
    "draft step, plain: none",
    "draft step, plain: one.repeated",
    "merge step, exact: none",
    "merge step, plain: none",
    "not merged, exact: ",
}


def test_the_cases_that_no_run_reaches_are_known() -> None:
    """Sentences that nobody has seen filled in may be wrong."""
    assert unreached(GSD, reached_cases("gsd", *RUNS), NESTED, COMMON) == NEVER


def test_replicas_are_named_where_they_are_counted() -> None:
    """GSD verifies the unmerged tree, so more nodes may be untested than were drafted."""
    seen = 0
    for iteration, tell in told("gsd", {"merge": 1, "gamma": 4, "node_budget": 40}, seeds=6):
        copied = sum(node.origin not in (None, node.id) for node in iteration.nodes)
        if copied:
            assert f"drafted, {copied} replica" in tell.summary()
            seen += any(" replica" in tell.exact(s) for s in iteration.steps if s.phase == "unused")
    assert seen


def test_gsd_counts_what_is_copied() -> None:
    """Figure 4: 13 copies are inserted; earlier merges name no such number."""
    steps = packed("gsd-figure-4")["iterations"][0]["steps"]
    merges = [step["plain"] for step in steps if step["phase"] == "merge"]
    there = "“very good” (after “is”) and “so good” (after “is”) already appear in the draft"
    rest = "“very bad” and “so bad” also appear earlier, but are too unlikely to be merged; “very .” ends the text."
    assert merges[0] == f"{there}, so their continuations are reused. {rest}"
    assert merges[1].endswith("so their continuations are reused.")  # all n-grams that are repeated there are merged
    inserted = next(step["plain"] for step in steps if step["phase"] == "unmerge")
    assert inserted.startswith("The target’s probabilities depend on the whole path")
    assert inserted.endswith(
        "13 copies are inserted below the 4 merged words, so the target checks 38 boxes: 25 guesses and the copies."
    )
    assert not any(re.search("copied|[0-9]", QUOTED.sub("“”", each)) for each in merges)
    saved = "The draft made 25 guesses. Merging saved 13 guesses, but the target checked all 38 boxes and accepted 5."
    assert steps[-1]["plain"].endswith(saved)
    assert steps[-1]["exact"].endswith("Merging saved 13 draft nodes, but the target read all 38 nodes.")


def test_gsd_ends_on_what_merging_saved() -> None:
    """Figure 4 as bars: drafts are counted as they come, and accepted ones are not shown before the end."""
    one = packed("gsd-figure-4")["iterations"][0]
    panel = next(panel for panel in one["panels"] if panel["kind"] == "payoff")
    drafted = [k for k, step in enumerate(one["steps"]) if step["phase"] == "draft"]
    unmerge, last = [step["phase"] for step in one["steps"]].index("unmerge"), len(one["steps"]) - 1
    assert [bar["count"] for bar in panel["bars"]] == [4, 8, 18, 22, 25, 25, 13, 38, 5]
    assert [bar["step"] for bar in panel["bars"]] == [*drafted, unmerge, unmerge, unmerge, last]
    assert len({bar["name"] for bar in panel["bars"][: len(drafted) + 1]}) == 1
    assert panel["known"] == drafted[0]


def test_gsd_names_the_blanks_of_a_merged_gram() -> None:
    """Merging two tokens but naming one would say that a single “1” was merged."""
    said = [step["plain"] for step in packed("gsd")["iterations"][2]["steps"] if step["phase"] in ("merge", "unmerge")]
    assert (
        "because “␣1” already appears at the start of the draft. The continuation of that occurrence is reused. “␣3” "
        "and" in said[0]
    )
    assert "because “.↵” already appears after “sheep”" in said[2]
    assert "no continuation, so none is drafted here. " in said[3]
    assert said[-1].endswith(
        "28 copies are inserted below the 7 merged tokens, so the target checks 128 boxes: 100 guesses and the copies. "
        "The size limit allows no more."
    )


def twins(name: str, place: int) -> tuple[list[str], list[str]]:
    """The rows and the lines about a node of the first round, in the plain voice, with the step of every line."""
    found = next(each for each in packed(name)["iterations"][0]["twins"] if each["place"] == place)
    return [row["plain"] for row in found["rows"]], [f"{line['step']}: {line['plain']}" for line in found["lines"]]


def test_every_copy_has_its_original() -> None:
    """Nobody guessed a copy that was made for the check."""
    one = packed("gsd-figure-4")["iterations"][0]
    origins = {place: id for place, id in enumerate(one["n"]["origin"]) if id is not None}
    found = {each["place"]: each for each in one["twins"]}
    assert len(origins) == 13
    for place, origin in origins.items():
        assert [row["place"] for row in found[place]["rows"]] == [one["n"]["id"].index(origin), place]


def test_a_copy_is_decided_on_its_own_path() -> None:
    """The copy of “cold” is accepted and its original would be rejected; with “hot” it is the other way round."""
    one = packed("gsd-copies")["iterations"][0]
    rows, lines = twins("gsd-copies", 11)
    assert rows == ["original after “tea is”", "copy after “iced tea is”"]
    assert lines == [
        "6: A copied probability is only an estimate.",
        "7: The target reads the whole path, so its probability differs: 85% here, 10% at the original.",
        "7: Test: this guess is accepted if it is the target’s most likely word on this path.",
        "6: Merging saves 4 guesses and 1 draft pass: the draft computes 4 levels, and the copies reach 1 deeper. "
        "The target still checks every copy.",
        "13: The original would be rejected, because the target finds another word more likely on its path.",
    ]
    untils = [line.get("until") for each in one["twins"] if each["place"] == 11 for line in each["lines"]]
    assert untils == [13, 13, 13, 7, None], "a panel has room for the lines of one step"
    assert twins("gsd-copies", 10)[1][4] == (
        "12: The original would be accepted, because it is the target’s most likely word on its own path."
    )
    decided = {one["verdicts"][v]["place"]: one["verdicts"][v]["state"] for v in one["steps"][13]["verdicts"]}
    assert decided == {11: "accepted"}
    assert one["n"]["q"][5:7] == one["n"]["q"][10:12]
    assert one["steps"][7]["about"] == 10
    assert one["steps"][7]["plain"].endswith(
        "It gives the copy of “hot” 15% but the original 90%, because their paths differ."
    )


def test_a_merged_node_says_what_is_saved() -> None:
    """One pass drafts a whole level, so a copy saves a node and not a pass, unless it is deeper than the draft."""
    rows, lines = twins("gsd-copies", 7)
    assert rows == ["first after “tea”", "merged after “iced tea”"]
    assert lines == [
        "4: Both paths end in “tea is”, so their continuation is drafted only once.",
        "6: Merging saves 4 guesses and 1 draft pass here. The copies reach 1 level below the last drafted level.",
    ]
    end = packed("gsd-copies")["iterations"][0]["steps"][-1]
    assert end["plain"].endswith(
        "The draft made 9 guesses. Merging saved 4 guesses and 1 draft pass, but the target checked all 13 boxes and "
        "accepted 5."
    )
    assert end["exact"].endswith("Merging saved 4 draft nodes and 1 draft pass, but the target read all 13 nodes.")
    saved = set[int]()
    for one in (*packed("gsd")["iterations"], *packed("gsd-sampled")["iterations"]):
        copied = one["n"].get("origin") or [None] * len(one["n"]["id"])
        depths = {place: depth for place, depth in enumerate(one["n"]["depth"]) if one["n"]["role"][place] == "draft"}
        drafted = max(depth for place, depth in depths.items() if copied[place] is None)
        deepest = max((depth for place, depth in depths.items() if copied[place] is not None), default=0)
        said = [
            re.search(r"guess\w* and (\d+) draft pass", line["plain"])
            for each in one.get("twins", ())
            for line in each["lines"]
        ]
        assert max((int(found[1]) for found in said if found), default=0) == max(0, deepest - drafted)
        saved.add(max(0, deepest - drafted))
    assert len(saved) > 1


def test_a_fate_elsewhere_is_told_only_if_the_record_has_it() -> None:
    """With sampling, nobody knows what the target would have sampled on another path."""
    said = [
        line["plain"]
        for one in packed("gsd-sampled")["iterations"]
        for each in one.get("twins", ())
        for line in each["lines"]
    ]
    assert said
    assert not any("would be" in line for line in said)


def test_gsd_says_why_a_repeated_end_is_not_merged() -> None:
    """“very .” has a letter like the merged n-grams, so a reader waits for its merge, which never comes."""
    steps = packed("gsd-figure-4")["iterations"][0]["steps"]
    merge = next(step["plain"] for step in steps if step["phase"] == "merge")
    assert merge.endswith("; “very .” ends the text.")


def test_the_check_counts_copies_apart_from_guesses() -> None:
    """The end counts what the draft saved and what the target checked, so both counts are those of the check."""
    seen = 0
    for name in ("gsd-copies", "gsd-figure-4", "gsd-colors"):
        for one in packed(name)["iterations"]:
            check, end = [step["plain"] for step in one["steps"] if step["phase"] in ("target", "commit")]
            counted = re.search(r"(\d+) guess\w* and (\d+) cop", check)
            saved = re.search(
                r"The draft made (\d+) guess\w*. Merging saved (\d+) guess.*, but the target checked all (\d+)", end
            )
            assert (counted is None) is (saved is None)
            if counted and saved:
                drafted, copies = map(int, counted.groups())
                assert [int(each) for each in saved.groups()] == [drafted, copies, drafted + copies]
                seen += 1
    assert seen >= 3


def test_the_end_card_says_how_copies_are_counted() -> None:
    """Eight boxes are not green, but “4 words” are not used: an accepted copy counts as the guess that it copies."""
    assert dict(packed("gsd-copies")["summary"]["card"])["not used, not even as a copy"] == "4 words"
    assert "not used" in dict(packed("gsd")["summary"]["card"])
