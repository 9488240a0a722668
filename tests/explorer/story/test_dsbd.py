"""The sentences about DSBD: every width, beam and test has a sentence with the right numbers."""

import re
from dataclasses import replace
from typing import Any

import pytest

from decoders.methods.dsbd.recording import WidthLayer
from explorer.story.methods.dsbd import CAME, DSBD, EXACTLY, NOT_YET, SETS, TAILS, WHY
from explorer.story.numbers import number
from explorer.story.page.round import settings_of
from explorer.story.wording import EXACT, PLAIN, Voice
from tests.bundled import bundled, packed
from tests.explorer.story.sweep import reached_cases, unreached
from tests.explorer.story.test_plain import parts
from tests.explorer.trace.runs import SETTINGS, told
from tests.records import header_with

Part = dict[str, Any]
COMMON = ("input step", "draft step")  # words of several families
RUNS = (
    {},
    {"min_width": 3, "threshold": 0.9, "draft_width": 5},
    {"width": 2, "replacement": "false"},
    {"threshold": 0.3, "replacement": "false", "draft_width": 3},
    {"width": 3, "draft_width": 4, "temperature": 0},
    {"width": 1},
    {"warp": "row", "top_k": 2, "threshold": 0.2, "min_width": 2},
    {"threshold": 0.3, "replacement": "false", "draft_width": 32, "gamma": 2},
)
NEVER = {  # a record that lacks a layer or a number, and cases of tests that beams do not have
    "draft_weights caption, exact: ",
    "draft_weights caption, plain: ",
    "draft_weights title, exact: ",
    "draft_weights title, plain: ",
    "draw, exact: beam",
    "draw, exact: beam.stays",
    "layer step, exact: unrecorded",
    "layer step, plain: unrecorded",
    "layer title, exact: unrecorded",
    "layer title, plain: unrecorded",
    "ratio, exact: dropped",
    "ratio, exact: dropped.one",
    "ratio, exact: greedy.accepted",
    "ratio, exact: greedy.dropped",
    "ratio, exact: greedy.rejected",
    "ratio, exact: test.accepted.longest",
    "ratio, exact: test.accepted.longest.one",
    "ratio, exact: test.rounding",
    "ratio, plain: dropped",
    "ratio, plain: greedy.accepted",
    "ratio, plain: greedy.rejected",
    "ratio, plain: never.cut",
    "ratio, plain: never.used",
    "ratio, plain: rounding",
    "ratio, plain: sure",
    "ratio, plain: unknown.accepted",
    "ratio, plain: unknown.rejected",
    "residual_ratio, exact: dropped",
    "residual_ratio, exact: dropped.one",
    "residual_ratio, exact: greedy.accepted",
    "residual_ratio, exact: greedy.dropped",
    "residual_ratio, exact: greedy.rejected",
    "residual_ratio, exact: test.accepted.longest",
    "residual_ratio, exact: test.accepted.longest.one",
    "residual_ratio, exact: test.rounding",
    "residual_ratio, plain: dropped",
    "residual_ratio, plain: greedy.accepted",
    "residual_ratio, plain: greedy.rejected",
    "residual_ratio, plain: never.cut",
    "residual_ratio, plain: rounding",
    "residual_ratio, plain: unknown.accepted",
    "residual_ratio, plain: unknown.rejected",
    "width why, exact: fixed.unpredicted",
    "width why, exact: least.unpredicted",
    "width why, exact: short.planned",
    "width why, plain: fixed.unpredicted",
}


def test_the_cases_that_no_run_reaches_are_known() -> None:
    """Sentences that nobody has seen filled in may be wrong."""
    assert unreached(DSBD, reached_cases("dsbd", *RUNS), common=COMMON) == NEVER


# Widths (DSBD Eqs 2–7)


def width(**more: Any) -> WidthLayer:
    """A width layer with six candidates, of which at least three are accepted with probability 0.42."""
    layer = WidthLayer(
        layer=1,
        outcome="failed",
        inputs=(0,),
        base=5,
        width=3,
        accepted=2,
        candidates=6,
        orphaned=0,
        width_tilde=3,
        min_width=1,
        threshold=0.4,
        at_least=(1.0, 0.9, 0.7, 0.42, 0.21, 0.05, 0.0),
        prediction="exact",
    )
    return replace(layer, **more)


def why(voice: Voice = EXACT, **more: Any) -> str:
    """The sentences on why such a layer has its width."""
    return WHY.say(width(**more), voice)


def test_a_width_says_eq_7() -> None:
    """W_L is the largest K that is reached with probability t: nobody knows yet how many will be accepted."""
    assert why() == (
        "W_L = 3 is the largest K with P(at least K of 6 candidates accepted) ≥ t = 0.40 (0.42 for K = 3, 0.21 for "
        "K = 4)."
    )
    assert why(PLAIN) == (
        "This layer aims to accept 3 of its 6 candidates. The probability that at least 3 are accepted is "
        "42% (the settings require 40%); for at least 4, it is only 21%."
    )
    everything: Part = {"width": 6, "width_tilde": 6, "at_least": (1.0,) * 7}
    assert why(**everything).endswith("(1.00 for K = 6, the number of candidates).")
    assert why(PLAIN, **everything) == (
        "This layer aims to accept all 6 candidates. The probability that all are accepted is 100% (the settings "
        "require 40%)."
    )


def test_a_probability_that_just_reaches_t_is_not_above_it() -> None:
    """“100%, and 100% is required” hides that it is equal, and so is a number rounded across t."""
    certain: Part = {"width": 6, "width_tilde": 6, "at_least": (1.0,) * 7, "threshold": 1.0}
    assert why(PLAIN, **certain).endswith("that all are accepted is 100%, exactly what the settings require.")
    near = why(PLAIN, at_least=(1.0, 0.9, 0.7, 0.402, 0.398, 0.05, 0.0))
    assert near.endswith("is 40.2% (the settings require 40.0%); for at least 4, it is only 39.8%.")


def test_a_prediction_without_replacement_counts_orphans() -> None:
    """It concerns the six drafts, not the four candidates left of them."""
    orphaned: Part = {"candidates": 4, "orphaned": 2}
    assert "P(at least K of 6 drafts, including orphans, accepted)" in why(**orphaned)
    assert "The probability that at least 3 of all 6 guesses are accepted is 42%" in why(PLAIN, **orphaned)
    fewer: Part = {"candidates": 4, "orphaned": 0}  # no more than four different drafts were possible
    assert "P(at least K of 4 candidates accepted)" in why(**fewer)
    assert "that at least 3 are accepted" in why(PLAIN, **fewer)


def test_a_width_kept_at_its_floor_says_that_its_own_chance_is_below_t() -> None:
    """If W̃_L < W_min, the target width itself is not likely enough."""
    raised: Part = {"width_tilde": 2, "min_width": 3, "threshold": 0.6}
    assert why(**raised) == "W_L = W_min = 3, although P(at least 3 of 6 candidates accepted) = 0.42 < t = 0.60."
    assert why(PLAIN, **raised).endswith(
        "because the minimum width is 3. The probability that at least 3 are accepted is only 42% "
        "(the settings require 60%)."
    )


def test_a_width_without_prediction_says_so() -> None:
    """Without a prediction, a sentence has no probability."""
    fixed: Part = {"width_tilde": None, "threshold": None, "min_width": None}
    assert why(**fixed) == "W_L = 3 (fixed). P(at least 3 of 6 candidates accepted) = 0.42."
    planned: Part = {"prediction": "none", "at_least": ()}
    assert why(**planned) == (
        "W_L = 3, computed as if drafts were sampled with replacement. There is no prediction for sampling without "
        "replacement."
    )
    because = " because the settings fix the width at 3"
    assert why(PLAIN, **planned) == why(PLAIN, **planned, **fixed).replace(because, "")
    assert "not predicted here" in why(**fixed, **planned)
    assert "; estimated by simulation, standard error 0.01)" in why(prediction="simulated", error=0.0125)
    assert "sampled from p_beam" in why(outcome="extra", candidates=None)
    assert "(6 draft beams are orphaned)" in why(candidates=0, orphaned=6)


def test_a_layer_says_what_came_of_it() -> None:
    """How many were accepted, out of how many that the layer aimed for."""
    failed = "Result: only 2 of the required W_L = 3 beams are accepted, so the layer fails and ends the iteration."
    assert CAME.say(width(), EXACT) == failed
    assert CAME.say(width(), PLAIN) == "Result: only 2 of the 3 required beams were accepted, so the round ends here."
    assert CAME.say(width(accepted=0), PLAIN) == "Result: no beam was accepted, so the round ends here."
    assert "succeeds" in CAME.say(width(outcome="succeeded", accepted=3), EXACT)
    assert "as many as the layer aimed for" in CAME.say(width(outcome="succeeded", accepted=3), PLAIN)


@pytest.mark.parametrize("voice", [PLAIN, EXACT], ids=lambda voice: voice.name)
def test_the_chart_of_widths_says_that_it_does_not_know_the_drafts(voice: Voice) -> None:
    """It shows probabilities of outcomes that the visible tokens exclude, which looks like an error without a note."""
    said, fixed = TAILS.say(width(), voice), TAILS.say(width(threshold=None), voice)
    assert (NOT_YET in said) if voice is PLAIN else said.startswith(EXACTLY.split("{")[0])
    assert "has been drawn for this layer yet" in fixed
    assert SETS.split("{")[0] not in fixed  # a fixed width has no influence on the output


@pytest.mark.parametrize(("method", "given"), [each for each in SETTINGS if each[0] == "dsbd"])
def test_a_width_shows_its_own_probability(method: str, given: Part) -> None:
    """The number after K is the recorded P(at least K)."""
    for iteration, tell in told(method, given):
        widths = {layer.layer: layer for layer in iteration.layers if isinstance(layer, WidthLayer)}
        for step in (each for each in iteration.steps if each.phase == "layer"):
            layer = widths[step.layer or 0]
            said, tilde = tell.exact(step), layer.width_tilde
            if "there is only one candidate" in said:
                assert tilde == layer.width == layer.candidates == 1
                assert f"with probability {number(layer.at_least[1])} ≥ t = {number(layer.threshold or 0)}" in said
            elif tilde and layer.candidates and layer.width == tilde:
                assert re.search(rf"\({re.escape(number(layer.at_least[tilde]))} for K = {tilde}[,;]", said)
                assert layer.threshold is not None
                assert layer.at_least[tilde] >= layer.threshold
            elif layer.candidates and layer.width > layer.candidates:
                assert f"but only {layer.candidates} candidate" in said
            elif tilde is not None and layer.candidates:
                assert f"< t = {number(layer.threshold or 0)}" in said


@pytest.mark.parametrize("name", ["dsbd", "dsbd-fixed", "dsbd-distinct", "dsbd-figure-2"])
def test_dsbd_says_how_far_a_layer_is(name: str) -> None:
    """Testing continues until enough are accepted or no candidate is left; the count is that of the verdicts."""
    ended: set[str] = set()
    for one in packed(name)["iterations"]:
        accepted: dict[int, int] = {}
        for step in one["steps"]:
            if step["phase"] == "verify":
                state = one["verdicts"][step["verdicts"][0]]["state"]
                accepted[step["layer"]] = accepted.get(step["layer"], 0) + (state == "accepted")
                far = re.search(r"Beams found: (\d+) of (\d+)\.|now has (?:all (\d+)|(both)) beams\.", step["plain"])
                assert far is not None, step["plain"]
                of = int(far[2] or far[3] or 2)
                assert int(far[1] or of) == accepted[step["layer"]] <= of
                for turn, of in re.findall(r"\(candidate (\d+) of (\d+)\)", step["plain"]):
                    assert int(turn) <= int(of)
                ended |= {word for word in ("The layer now has", "No candidate is left") if word in step["plain"]}
    assert ended == {"The layer now has", "No candidate is left"}


@pytest.mark.parametrize("name", ["dsbd", "dsbd-fixed", "dsbd-figure-2"])
def test_dsbd_guesses_with_the_share_that_its_test_uses(name: str) -> None:
    """0.12 while drafting and 0.23 in the test would be two numbers for one thing."""
    trace = bundled(name)
    for line, one in zip(trace.iterations, packed(name)["iterations"], strict=True):
        shares = {(each.node, each.layer): each.q for each in line.entries if each.q is not None}
        for step in one["steps"]:
            if step["phase"] != "draft":
                continue
            said = [
                float(each) / 100
                for each in re.findall(r"”(?: after “[^”]*”)?(?: in the \w+ beam)? \(?([\d.]+)%", step["plain"])
            ]
            said += [float(each) / 100 for each in re.findall(r"draws \(([\d.]+)%\)", step["plain"])]
            drafted = [q for (_, layer), q in shares.items() if layer == step["layer"]]
            assert said
            assert all(min(abs(each - q) for q in drafted) < 0.0051 for each in said)


def test_the_numbers_of_a_test_give_its_threshold() -> None:
    """“Below 0.68 (target 3% ÷ draft 4%)” is 0.75 to a reader who divides."""
    found = r"below the threshold (0\.\d+) \((?:[^()]* )?([\d.]+)% ÷ draft ([\d.]+)%[,)]"
    seen = 0
    for part in parts("dsbd"):
        for threshold, target, draft in re.findall(found, part["plain"]):
            seen += 1
            assert float(target) / float(draft) == pytest.approx(float(threshold), abs=0.0051)
    assert seen > 10


def test_dsbd_says_that_the_full_probability_applies_again() -> None:
    """After an acceptance, earlier rejections no longer count, which changes the next test."""
    said = [step["plain"] for step in packed("dsbd")["iterations"][2]["steps"] if step["phase"] == "verify"]
    assert "leftover target" in said[-2]
    assert "its full target probability (14%) exceeds its draft probability (12%)" in said[-1]
    assert sum("full target probability" in each for each in said) == 1


def test_an_accepted_beam_that_ends_is_named() -> None:
    """Figure 2: three guesses are accepted, and one of them is in no continuing beam."""
    last = packed("dsbd-figure-2")["iterations"][1]["steps"][-1]["plain"]
    assert last.endswith("3 of 6 guesses were accepted. “do” was accepted, but no later beam continues it.")


def test_equal_beams_are_counted_and_named() -> None:
    """“3 of 3 beams” with two boxes in sight is a riddle."""
    said = [step["plain"] for step in packed("dsbd-widths")["iterations"][0]["steps"]]
    assert any("repeats share one box." in each for each in said)
    found = [each.partition("Beams found: ")[2] for each in said if "Beams found: " in each]
    assert found[:2] == ["1 of 3.", "2 of 3. “like” counts twice."]
    assert any(each.endswith("The layer now has all 3 beams. “like” counts twice.") for each in said)


def test_a_beam_below_a_rejected_one_is_said_to_have_lost_its_parent() -> None:
    """Figure 2, round 1: both guesses of layer 2 continue rejected beams, and a box does not say why it is grey."""
    steps = packed("dsbd-figure-2")["iterations"][0]["steps"]
    said = next(each["plain"] for each in steps if "layer 2" in each["plain"] and "not tested" in each["plain"])
    assert said.endswith("not tested because their parents were not accepted. Testing ended at layer 1 anyway.")


def test_a_beam_is_defined_where_it_first_appears() -> None:
    """A reader who meets “60%”, “minimum width” or “beam” without a word about it stops there."""
    for name, others in (
        ("dsbd-widths", ["the settings require 60%", "because the minimum width is"]),
        ("dsbd-figure-2", ["because the settings fix the width"]),
    ):
        run = packed(name)
        said = [step["plain"] for one in run["iterations"] for step in one["steps"]]
        assert "extends texts (beams)" in run["header"]["about"]["line"]
        assert all(any(other in each for each in said) for other in others)


def test_input_beams_have_weights() -> None:
    """Round 2 of DSBD: how the guesses divide among the beams explains them."""
    first = packed("dsbd")["iterations"][1]["steps"][0]["plain"]
    shares = first.partition("Their shares of the draft’s probability are")[2]
    weights = [float(each) for each in re.findall(r"([\d.]+)%", shares)]
    assert sum(weights) == pytest.approx(100, abs=2)


@pytest.mark.parametrize(("weights", "equal"), [("cumulative", False), ("uniform", True)])
def test_a_round_says_how_input_beams_are_weighted(weights: str, equal: bool) -> None:
    """With equal weights, likelier beams get no more guesses in the first layer."""
    first, *_ = DSBD.round(settings_of(header_with(method="dsbd", settings={"draft_weights": weights})))
    assert ("equal weight" in first.plain, "equal weight" in first.exact) == (equal, equal)


def test_copies_are_explained_where_they_continue() -> None:
    """Beams of real models become equal after a few rounds, and a reader takes that for a fault."""
    for one in packed("code-dsbd")["iterations"]:
        last, nodes = one["steps"][-1]["plain"], {beam["node"] for beam in one["beams"]}
        copies = len(one["beams"]) > 1 and len(nodes) == 1
        assert ("Likely texts can repeat." in last) == copies


def test_the_check_says_when_later_shares_follow() -> None:
    """After the check the boxes of layer 2 have no target number yet, and the sentence says why."""
    for name, follows in (("dsbd-widths", True), ("spd", False)):
        said = next(step["plain"] for step in packed(name)["iterations"][0]["steps"] if step["phase"] == "target")
        assert ("The target’s shares in a later layer depend on the beams accepted before it" in said) == follows


@pytest.mark.parametrize("name", ["dsbd-widths", "code-dsbd", "dsbd"])
def test_sentence_and_card_count_the_same_draws(name: str) -> None:
    """“4 of 6 guesses” in the sentence and “9 draws” in the summary would be two counts of one thing."""
    taken = 0
    for one in packed(name)["iterations"]:
        said = re.search(r"(\d+|None) of (?:the )?(\d+) (draws|guess)", one["steps"][-1]["plain"])
        accepted = sum(verdict["state"] == "accepted" for verdict in one["verdicts"])
        if said and said[3] == "draws":
            assert (said[1], said[2]) == (str(accepted or "None"), str(one["bar"]["draws"]))
        taken += accepted
    assert dict(packed(name)["summary"]["card"])["accepted"].startswith(f"{taken} draw")
