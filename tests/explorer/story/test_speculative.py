"""What is said of SpD and Self-SSD: if these fail, a draft that stops or a thinned target has no words."""

from explorer.story.methods.speculative import SELF_SSD, SPD
from tests.explorer.story.sweep import check_slots, reached_cases, unreached

COMMON = ("ratio", "draw")  # words of several families
RUNS = ({}, {"temperature": 0})


def test_every_slot_can_be_filled() -> None:
    """A slot that no view has would be found by the first reader of that case."""
    check_slots(SPD)
    check_slots(SELF_SSD)


def test_runs_reach_every_case() -> None:
    """Words that nobody has ever seen filled in may be wrong."""
    assert not unreached(SPD, reached_cases("spd", *RUNS), common=COMMON)
    reached = reached_cases("self-ssd", {"exit_threshold": 0.5, "adaptive": "true"}, *RUNS)
    assert not unreached(SELF_SSD, reached, common=COMMON)
