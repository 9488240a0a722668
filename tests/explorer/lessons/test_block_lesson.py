"""What the lesson on block verification says about all rounds is computed again by enumerating the real methods.

Its runs show single rounds, so `recomputed.py` can check the formulas of the averages, but not that they are right.
"""

from typing import Any

import pytest

from decoders.exact.toy import parse_toy, read_toy
from decoders.files import ASSETS
from decoders.methods import block_verification
from explorer.lessons.library import file_of, played
from explorer.lessons.text import read
from tests.explorer.lessons.recomputed import lines
from tests.laws.test_blocks import first_round, mean_accepted, until_the_first_failure
from tests.toys import EXACT, distance

PAIR = read_toy(ASSETS / "toys" / "lesson-block.json")
NEW, YORK = PAIR.encode("New York")


def accepted(method: str, number: int, *tokens: int) -> float:
    """P(this many accepted guesses, and a text that begins with these tokens) of the first round."""
    found = first_round(method, PAIR, gamma=2)
    return sum(weight for (kept, text), weight in found.items() if kept == number and text[: len(tokens)] == tokens)


def said(step: int) -> str:
    """The text of a step, with its answers and replies."""
    now = played("block-verification")["steps"][step - 1]
    question = now["question"]
    assert question is not None
    texts = [*now["paragraphs"], question["words"], *(answer["feedback"] for answer in question["answers"])]
    texts += [answer["words"] for answer in question["answers"]]
    return " ".join("".join(piece["text"] for piece in text) for text in texts)


def test_two_ways_lead_to_the_missing_probability() -> None:
    """Step 4 computes by hand why the output is the target's; the method must do the same."""
    whole, alone = accepted("block", 2, NEW, YORK), accepted("block", 1, NEW, YORK)
    assert (whole, alone) == (pytest.approx(0.24), pytest.approx(0.12))
    assert accepted("block", 1, NEW) == pytest.approx(alone)  # “York” always follows
    assert f"The other {alone:.2f} must come from" in said(4)
    assert f"with a probability of only 0.8 × 0.3 × 1 = {whole:.2f}" in said(4)
    assert distance("block", PAIR, 3, gamma=2) < EXACT


def test_the_averages_are_those_of_the_methods(monkeypatch: pytest.MonkeyPatch) -> None:
    """Step 7 promises a gain, which must not come from a mistake in its formulas."""
    both = {method: accepted(method, 2) for method in ("spd", "block")}
    some = {method: 1 - accepted(method, 0) for method in both}
    mean = {method: mean_accepted(method, PAIR, gamma=2) for method in both}
    assert some["spd"] == pytest.approx(some["block"])
    assert f"accept at least one guess in {some['block']:.0%} of rounds" in said(7)
    rates = f"in {both['spd']:.0%} of rounds. Block verification accepts both in {both['block']:.0%}."
    assert f"Testing token by token accepts both guesses {rates}" in said(7)
    assert f"the averages are {mean['spd']:.2f} and {mean['block']:.2f} guesses" in said(7)
    gain = accepted("block", 2, NEW, YORK) - accepted("spd", 2, NEW, YORK)
    assert gain == pytest.approx(both["block"] - both["spd"])  # “New York” is the draft that makes the difference
    monkeypatch.setattr(block_verification, "last_passing", until_the_first_failure)
    assert mean_accepted("block", PAIR, gamma=2) < mean["spd"]


@pytest.mark.parametrize(("block", "token"), [("lesson-block", "lesson-block-spd"), ("block", "spd-block")])
def test_both_runs_start_from_the_same_draft(block: str, token: str) -> None:
    """A comparison at different drafts or random numbers would show luck."""
    first, second = lines(block)[1], lines(token)[1]
    assert drafts(first) == drafts(second)
    (test, *_), (verdict, *_) = first["layers"][0]["prefixes"], second["verdicts"]
    assert (test["node"], test["u"]) == (verdict["node"], verdict["u"])


def drafts(iteration: dict[str, Any]) -> list[tuple[int, float]]:
    return [(node["token"], node["q"]) for node in iteration["nodes"] if node["role"] == "draft"]


def test_a_single_round_may_accept_fewer() -> None:
    """Step 6 shows it with two runs, which must have the same draft and both random numbers in common."""
    block, token = lines("lesson-block-none")[1], lines("lesson-block-none-spd")[1]
    assert drafts(block) == drafts(token)
    numbers = [test["u"] for test in block["layers"][0]["prefixes"]]
    assert numbers == [verdict["u"] for verdict in token["verdicts"][:2]]
    kept = [sum(one["decision"] == "accepted" for one in it["verdicts"]) for it in (block, token)]
    assert kept == [0, 1]


def test_the_exam_has_the_right_numbers() -> None:
    """Two guesses with p/q = 0.25 and 2, enumerated."""
    rows = {"": [0, 0, 0, 0, 1.0], "a": [0, 0.2, 0.8, 0, 0], "b": [0, 0, 0, 0.8, 0.2]}
    guess = {"a": [0, 0.8, 0.2, 0, 0], "b": [0, 0, 0, 0.4, 0.6]}
    pair = parse_toy({"vocab": ["a", "b", "x", "c", "y"], "target": rows, "draft": rows | guess}, "exam")
    exam = read(file_of("block-verification")).card.exam
    assert exam is not None
    answer = "".join(run.text for run in exam[1].runs)
    for method, where in (
        ("block", "block verification accepts both with probability {:g}"),
        ("spd", "tested token by token, the probability is 0.25 × 1 = {:g}"),
    ):
        found = first_round(method, pair, gamma=2)
        weight = sum(one for (kept, text), one in found.items() if kept == 2 and text[:2] == (1, 3))
        assert where.format(round(weight / (0.8 * 0.4), 12)) in answer
