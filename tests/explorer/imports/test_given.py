"""Numbers that a person adds to a file, and those that the calculator gets from it."""

import json
from urllib.parse import parse_qs

import pytest

from explorer.imports.times import Given, cost_in, times_of
from explorer.imports.whatif import address, alpha_of
from explorer.speedup import expected_tokens
from tests.explorer.cli.test_cli import call
from tests.explorer.imports.files import EVERY, FIXTURES, NOTHING, length, part, pool

HEADS = ("low", "length", "worth")


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize(
    "given", [NOTHING, Given(10, 4), Given(10, 20), Given(per_second=20), Given(20), Given(cost=0.2)], ids=str
)
def test_every_question_has_a_short_answer_or_says_what_would_give_it(name: str, given: Given) -> None:
    """An engineer who reads only the first screen knows what to do next."""
    for answer in part(name, given).answers:
        assert len(answer.verdict.split()) <= 20
        assert len(f"{answer.numbers} {answer.rests}".split()) <= 100
        assert len(" ".join(answer.sentences).split()) <= 125, answer
        for sentence in (answer.verdict, *answer.sentences, *answer.folded):
            assert sentence[0].isupper() or sentence[0].isdigit() or sentence[0] in "`“" or sentence.startswith(name)
            assert sentence.endswith("."), sentence
        if "cannot say" in answer.verdict:
            said = " ".join((*answer.sentences, *answer.folded))
            assert "`-" in said or "`num_draft_tokens`" in said or '": true`' in said, said


def test_a_given_cost_with_one_time_gives_the_other() -> None:
    """A round of 24 ms is a target pass and 3 draft tokens of 10%: 24 / 1.3 = 18.46 ms and 1.846 ms."""
    found, no_round = pool("vllm-detailed.json"), pool("vllm-metrics.txt")
    assert times_of(no_round, Given(20, cost=0.1)) == (20, 2)
    assert times_of(no_round, Given(cost=0.1)) is None
    assert cost_in(no_round, Given(cost=0.1)) == 0.1
    assert times_of(found, Given(cost=0.1)) == pytest.approx((24 / 1.3, 2.4 / 1.3))
    assert part("llama.log", Given(cost=0.1)).facts.each == pytest.approx((26.266, 2.6266), abs=1e-3), "as in the file"


@pytest.mark.parametrize("text", ["10", "ten%", "-1%", "1e2%", "1001%", "%", "", "nan%", "10%%"])
def test_costs_that_are_not_valid_are_one_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A cost of 10 could be 10% or 10 passes, so the sign is needed. Nothing is guessed."""
    code, out, err = call(capsys, "import", FIXTURES / "vllm.log", f"--draft-cost={text}")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"“{text}” is not a valid cost of a draft token. Enter a percentage of a target pass from 0% to 1000%" in err


def test_a_cost_and_a_time_of_a_draft_token_are_one_too_many(capsys: pytest.CaptureFixture[str]) -> None:
    """Two numbers for one thing would leave open which one was used."""
    code, out, err = call(capsys, "import", FIXTURES / "vllm.log", "--draft-cost", "10%", "--draft-ms", "2")
    assert (code, out) == (2, "")
    assert err == (
        "explorer: `--draft-cost` and `--draft-ms` both give the time of a draft token. Leave out one of the two.\n"
    )


def test_alpha_reproduces_the_tokens_per_pass() -> None:
    """Without positions, the calculator must show the same tokens per pass as the log."""
    for tokens, gamma in ((1.0, 3), (1.01, 1), (2.65, 3), (3.999, 3), (4.0, 3)):
        assert expected_tokens(alpha_of(tokens, gamma), gamma) == pytest.approx(tokens)


@pytest.mark.parametrize(("name", "given", "alpha", "settings"), [
    ("vllm-metrics.txt", Given(10, 4), 0.75,
     {"gamma": 3, "points": [[1, 1.8], [2, 2.4], [3, 2.8]], "measured": True, "cost": 0.4}),
    # 2 ms of drafts and 8 ms of a check per round, with 3 draft tokens: 2 / 3 / 8 = 0.083
    ("sglang-dspark.json", NOTHING, 0.667,
     {"gamma": 3, "points": [[1, 1.75], [2, 2.25], [3, 2.5]], "measured": True, "cost": 0.083}),
    ("sglang.log", NOTHING, 0.7295, {"gamma": 3, "points": [[3, 2.65]], "measured": False, "cost": None}),
    ("sglang-metrics.txt", NOTHING, 0.669, {"gamma": 7, "points": [[7, 2.9]], "measured": False, "cost": None}),
])  # fmt: skip
def test_settings_of_the_calculator(name: str, given: Given, alpha: float, settings: dict[str, object]) -> None:
    """The calculator starts at the run's own numbers. What the file does not have is not filled in."""
    found = part(name, given).facts.run
    assert found is not None
    query = parse_qs(address(found).removeprefix("?"))
    sent = json.loads(query["worth"][0])
    assert (query["tab"], sent.pop("alpha")) == (["learn"], pytest.approx(alpha, abs=5e-4))
    assert sent == {"name": name} | settings
    assert part("llama-timings.json").facts.run is None


def test_the_points_of_the_calculator_have_the_best_length_of_the_report() -> None:
    """An engineer who follows the link must find the same best draft length: the largest of these points."""
    found = part("vllm.log", Given(40, 4)).facts.run
    assert found is not None
    sent = json.loads(parse_qs(address(found).removeprefix("?"))["worth"][0])
    speeds = {gamma: tokens / (1 + gamma * sent["cost"]) for gamma, tokens in sent["points"]}
    assert max(speeds, key=lambda gamma: speeds[gamma]) == 2
    assert length("vllm.log", Given(40, 4)).verdict == "Set 2 instead of 3."
