"""The sentences about GSD: every repeated n-gram has a sentence that names the right n-gram."""

import re

from explorer.story.methods.gsd import GSD, NOT_MERGED
from tests.bundled import packed
from tests.explorer.story.sweep import check_slots, reached_cases, unreached
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
)
RUNS = (
    {"merge": 1, "gamma": 4, "node_budget": 9},
    {"merge": 1, "gamma": 4, "verification": "sampling"},
    {"merge": 2, "gamma": 6, "node_budget": 30},
    {"merge": 1, "gamma": 6, "node_budget": 30, "prob_threshold": 0.2, "sibling_threshold": 0.3},
    {"merge": 2, "gamma": 6, "out_degree": 2, "prob_threshold": 0, "sibling_threshold": 0},
)
NEVER = {
    "merge step, exact: none",
    "merge step, plain: none",
    "not merged, exact: ",
}


def test_every_slot_can_be_filled() -> None:
    """A slot that no view has would fail for the first reader of that case."""
    check_slots(GSD, NESTED)


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
    rest = "“very bad” and “so bad” are repeated too, but too unlikely to be merged; “very .” ends the text."
    assert merges[0] == f"{there}, so their continuations are reused. {rest}"
    assert merges[1].endswith("so their continuations are reused.")  # all n-grams that are repeated there are merged
    inserted = next(step["plain"] for step in steps if step["phase"] == "unmerge")
    assert inserted.startswith("13 guesses are copied instead of drafted.")
    assert inserted.endswith("so 13 copies are inserted below the 4 merged words.")
    assert not any(re.search("copied|[0-9]", QUOTED.sub("“”", each)) for each in merges)
    assert steps[-1]["plain"].endswith("The target checked 25 guesses and 13 copies; 5 were accepted.")


def test_gsd_ends_on_what_merging_saved() -> None:
    """Figure 4 as bars: copies need no drafting, and accepted ones are not shown before the end."""
    one = packed("gsd-figure-4")["iterations"][0]
    panel = next(panel for panel in one["panels"] if panel["kind"] == "payoff")
    assert [bar["count"] for bar in panel["bars"]] == [25, 13, 38, 5]
    assert one["steps"][panel["known"]]["phase"] == "unmerge"
    assert [bar["step"] for bar in panel["bars"]][2:] == [panel["known"], len(one["steps"]) - 1]


def test_gsd_names_the_blanks_of_a_merged_gram() -> None:
    """Merging two tokens but naming one would say that a single “1” was merged."""
    said = [step["plain"] for step in packed("gsd")["iterations"][2]["steps"] if step["phase"] in ("merge", "unmerge")]
    assert (
        "because “␣1” already appears at the start of the draft. The continuation there is reused. “␣3” and" in said[0]
    )
    assert "because “.↵” already appears after “sheep”" in said[2]
    assert "no continuation, so none is drafted here. " in said[3]
    assert said[-1].startswith("28 guesses are copied instead of drafted.")
    assert said[-1].endswith("The size limit allows no more.")


def test_a_copy_says_what_it_repeats() -> None:
    """Nobody guessed a copy that was made for the check."""
    nodes = packed("gsd-figure-4")["iterations"][0]["n"]
    copies = [each for each in nodes["copied"] if each]
    assert len(copies) == 13
    assert copies[0] == "This is a copy of the guess after “is very good”. The target needs every path written out."


def test_gsd_says_why_a_repeated_end_is_not_merged() -> None:
    """“very .” has a letter like the merged n-grams, so a reader waits for its merge, which never comes."""
    steps = packed("gsd-figure-4")["iterations"][0]["steps"]
    merge = next(step["plain"] for step in steps if step["phase"] == "merge")
    assert merge.endswith("; “very .” ends the text.")


def test_the_check_counts_copies_apart_from_guesses() -> None:
    """“38 guesses” at the check and “25 guesses and 13 copies” at the end would be two counts of one thing."""
    for name in ("gsd-figure-4", "gsd-colors"):
        for one in packed(name)["iterations"]:
            said = [step["plain"] for step in one["steps"] if step["phase"] in ("target", "commit")]
            counted = [re.search(r"(\d+ guess\w* and \d+ cop\w+)", each) for each in said]
            assert len({found[1] for found in counted if found}) <= 1
            assert len([found for found in counted if found]) in (0, 2)
