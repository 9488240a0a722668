"""The words about SpecInfer and MCSS: every candidate has a sentence with the right numbers."""

from explorer.story.common.ratio_test import LIKELIER, SHARED, exact_test
from explorer.story.methods.branching import MCSS, SPECINFER
from tests.explorer.story.sweep import reached_cases, unreached
from tests.explorer.story.test_words import one_verdict, only, verdict

COMMON = ("draw", "greedy_match", "draw_match", "off_path")  # words of several families
DRAWN = ({"branching": "3,2"}, {"branching": "3,2", "temperature": 0}, {"branching": "4", "top_k": 2})
DISTINCT = ({"branching": "3,2"}, {"branching": "3,2", "top_k": 2}, {"branching": "2,2,1", "top_p": 0.6})


def shared_cases(rule: str) -> set[str]:
    """The cases shared by all ratio tests, except those of u and a threshold between 0 and 1.

    Some of them no run of these methods meets, such as a longest path. They are tested where they are written.
    """
    exact = (case for case in exact_test("", "") if case not in ("test.accepted", "test.accepted.one", "test.rejected"))
    return {f"{rule}, exact: {case}" for case in exact} | {f"{rule}, plain: {case}" for case in SHARED | LIKELIER}


def test_the_cases_that_no_run_reaches_are_known() -> None:
    """Sentences that nobody has seen filled in may be wrong."""
    reached = reached_cases("specinfer", *DRAWN) | reached_cases("mcss", *DISTINCT)
    assert unreached(SPECINFER, reached, common=COMMON) <= shared_cases("ratio")
    assert unreached(MCSS, reached, common=COMMON) <= shared_cases("ratio")


def test_mcss_says_what_was_left_of_q() -> None:
    """Without replacement the same token has a larger share of a smaller q."""
    left = {"q": [0.3, 0.9], "q_left": [1.0, 0.7], "p_used": [0.2, 0.1]}
    tries = {"kind": "tries", "layer": 1, "node": 0, "tries": [7, 1], **left}
    tried = verdict(rule="residual_ratio", q=0.9, q_left=0.7, p_used=0.1)
    tell = one_verdict(tried, "mcss", [tries])
    said = tell.exact_reason(only(tell))
    assert "= 0.1/0.9 = 0.32. Before the token sampled earlier was removed from q, this candidate had q = 0.63." in said
    assert "(leftover target probability ÷ draft, which was rescaled from 63%)" in tell.plain_reason(only(tell))
