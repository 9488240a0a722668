"""What is said of SpecInfer and MCSS: if these fail, a try has no words, or words with another number."""

from explorer.story.methods.branching import MCSS, SPECINFER
from tests.explorer.story.sweep import check_slots, reached_cases, unreached
from tests.explorer.story.test_words import one_verdict, only, verdict

COMMON = ("draw", "greedy_match", "draw_match", "off_path")  # words of several families
DRAWN = ({"branching": "3,2"}, {"branching": "3,2", "temperature": 0}, {"branching": "4", "top_k": 2})
DISTINCT = ({"branching": "3,2"}, {"branching": "3,2", "top_k": 2}, {"branching": "2,2,1", "top_p": 0.6})
NEVER = {  # records that lack numbers or tries, rounding, and what no coin of these methods meets
    "ratio, exact: draft.coin",
    "ratio, exact: draft.coin.rounding",
    "ratio, exact: draft.greedy",
    "ratio, exact: kept.coin.rounding",
    "ratio, exact: kept.greedy",
    "ratio, exact: rejected.greedy",
    "ratio, plain: dropped",
    "ratio, plain: greedy.kept",
    "ratio, plain: greedy.rejected",
    "ratio, plain: never",
    "ratio, plain: never.cut",
    "ratio, plain: rounding",
    "ratio, plain: sure",
    "ratio, plain: sure.alike",
    "ratio, plain: unknown.kept",
    "ratio, plain: unknown.rejected",
}


def test_every_slot_can_be_filled() -> None:
    """A slot that no view has would be found by the first reader of that case."""
    check_slots(SPECINFER)
    check_slots(MCSS)


def test_the_cases_that_no_run_reaches_are_known() -> None:
    """Words that nobody has ever seen filled in may be wrong."""
    reached = reached_cases("specinfer", *DRAWN) | reached_cases("mcss", *DISTINCT)
    assert unreached(SPECINFER, reached, common=COMMON) | unreached(MCSS, reached, common=COMMON) == NEVER


def test_mcss_says_what_was_left_of_q() -> None:
    """Without replacement the same token has a larger share of a smaller q."""
    left = {"q": [0.3, 0.9], "q_left": [1.0, 0.7], "p_used": [0.2, 0.1]}
    tries = {"kind": "tries", "layer": 1, "node": 0, "tries": [7, 1], **left}
    tried = verdict(rule="residual_ratio", q=0.9, q_left=0.7, p_used=0.1)
    tell = one_verdict(tried, "mcss", [tries])
    said = tell.exact_reason(only(tell))
    assert said.endswith("; without the token drawn before it q makes 0.9 of 0.63")
