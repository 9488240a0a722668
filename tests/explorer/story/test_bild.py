"""The words about BiLD: every fallback and rollback has a sentence."""

from explorer.story.methods.bild import BILD
from tests.explorer.story.sweep import reached_cases, unreached

COMMON = ("draw",)  # words of several families
RUNS = ({"fallback_threshold": 0.4, "rollback_threshold": 1}, {"rollback_threshold": 0})
NEVER = {  # records that lack p, max q or the threshold
    "exit step, plain: unknown",
    "rollback, plain: back.unknown",
    "rollback, plain: stays.unknown",
}


def test_the_cases_that_no_run_reaches_are_known() -> None:
    """Sentences that nobody has seen filled in may be wrong."""
    assert unreached(BILD, reached_cases("bild", *RUNS), common=COMMON) == NEVER
