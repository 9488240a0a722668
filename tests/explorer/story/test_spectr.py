"""The words about SpecTr: every competing draft has a sentence."""

from explorer.story.methods.spectr import SPECTR
from tests.explorer.story.sweep import reached_cases, unreached
from tests.explorer.story.test_branching import shared_cases

COMMON = ("draw", "off_path")  # words of several families
RUNS = (
    {"gamma": 3, "draft_width": 3},
    {"gamma": 2, "draft_width": 4, "top_k": 2},
    {"draft_width": 1},
    {"gamma": 3, "draft_width": 4, "top_p": 0.6},
)


def test_the_cases_that_no_run_reaches_are_known() -> None:
    """Sentences that nobody has seen filled in may be wrong."""
    assert unreached(SPECTR, reached_cases("spectr", *RUNS), common=COMMON) <= shared_cases("k_seq")
