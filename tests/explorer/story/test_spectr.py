"""What is said of SpecTr: if these fail, a draft that shares its chance with others has no words."""

from explorer.story.methods.spectr import SPECTR
from tests.explorer.story.sweep import check_slots, reached_cases, unreached

COMMON = ("draw", "off_path")  # words of several families
RUNS = (
    {"gamma": 3, "draft_width": 3},
    {"gamma": 2, "draft_width": 4, "top_k": 2},
    {"draft_width": 1},
    {"gamma": 3, "draft_width": 4, "top_p": 0.6},
)
NEVER = {  # records that lack numbers, rounding, and what no coin of SpecTr meets
    "k_seq, exact: coin.rounding",
    "k_seq, exact: greedy",
    "k_seq, plain: dropped",
    "k_seq, plain: greedy.kept",
    "k_seq, plain: greedy.rejected",
    "k_seq, plain: never",
    "k_seq, plain: never.cut",
    "k_seq, plain: never.used",
    "k_seq, plain: rounding",
    "k_seq, plain: unknown.kept",
    "k_seq, plain: unknown.rejected",
}


def test_every_slot_can_be_filled() -> None:
    """A slot that no view has would be found by the first reader of that case."""
    check_slots(SPECTR)


def test_the_cases_that_no_run_reaches_are_known() -> None:
    """Words that nobody has ever seen filled in may be wrong."""
    assert unreached(SPECTR, reached_cases("spectr", *RUNS), common=COMMON) == NEVER
