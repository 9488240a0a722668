"""What is said of DSBD: if these fail, a width, a beam or a test has no words, or words with another number."""

import re
from dataclasses import replace
from typing import Any

import pytest

from decoders.methods.dsbd.recording import WidthLayer
from explorer.story.methods.dsbd import CAME, DSBD, WHY
from explorer.story.numbers import number
from explorer.story.wording import EXACT
from tests.bundled import bundled, packed
from tests.explorer.story.sweep import check_slots, reached_cases, unreached
from tests.explorer.story.test_plain import parts
from tests.explorer.trace.runs import SETTINGS, told

Part = dict[str, Any]
NESTED = {"why": WHY}
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
NEVER = {
    "draft_weights caption, exact: ",
    "draft_weights caption, plain: ",
    "draft_weights title, exact: ",
    "draft_weights title, plain: ",
    "draw, exact: fill.one",
    "draw, exact: residual.no_candidate",
    "draw, exact: beam",
    "draw, exact: beam.stays",
    "draw, plain: residual.no_candidate",
    "layer step, exact: unrecorded",
    "layer step, plain: unrecorded",
    "ratio, exact: coin.rounding",
    "ratio, exact: greedy",
    "ratio, plain: dropped",
    "ratio, plain: greedy.kept",
    "ratio, plain: greedy.rejected",
    "ratio, plain: never.cut",
    "ratio, plain: never.cut.one",
    "ratio, plain: never.used",
    "ratio, plain: rounding",
    "ratio, plain: sure",
    "ratio, plain: unknown.kept",
    "ratio, plain: unknown.rejected",
    "residual_ratio, exact: coin.rounding",
    "residual_ratio, exact: greedy",
    "residual_ratio, plain: dropped",
    "residual_ratio, plain: greedy.kept",
    "residual_ratio, plain: greedy.rejected",
    "residual_ratio, plain: never.cut",
    "residual_ratio, plain: never.cut.one",
    "residual_ratio, plain: rounding",
    "residual_ratio, plain: unknown.kept",
    "residual_ratio, plain: unknown.rejected",
    "why, exact: fixed.unpredicted",
    "why, exact: least.unpredicted",
}


def test_every_slot_can_be_filled() -> None:
    """A slot that no view has would be found by the first reader of that case."""
    check_slots(DSBD, NESTED)


def test_the_cases_that_no_run_reaches_are_known() -> None:
    """Words that nobody has ever seen filled in may be wrong."""
    assert unreached(DSBD, reached_cases("dsbd", *RUNS), NESTED, COMMON) == NEVER


# Widths (DSBD Eqs 2–7): this sentence stands nowhere else


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


def why(**more: Any) -> str:
    """Why such a layer is as wide as it is."""
    return WHY.say(width(**more), EXACT)


def test_a_width_says_eq_7() -> None:
    """K is the largest number that at least K candidates reach with chance t: not what "will be accepted"."""
    said = why()
    assert said == (
        "K = 3 is the largest number that at least K of the 6 candidates reach with a chance ≥ t = 0.40: the chance is "
        "0.42; for K = 4 it is 0.21. So W_L = 3"
    )
    assert "no more" in why(width=6, width_tilde=6, at_least=(1.0,) * 7)


def test_the_chances_of_draws_without_replacement_are_of_all_drafts() -> None:
    """They count orphans in: of the six drafts, not of the four candidates that are left."""
    said = why(candidates=4, orphaned=2)
    assert "at least K of the 6 drafts" in said


def test_a_width_kept_at_its_floor_says_that_its_own_chance_is_below_t() -> None:
    """W̃ < W_min: the width that is asked for is not likely enough by the rule itself."""
    said = why(width_tilde=2, threshold=0.6)
    assert "its own chance, 0.42, is below t" in said
    assert "W_min = 1" in said


def test_a_width_without_prediction_says_so() -> None:
    """Where no chance was computed none may be told."""
    fixed = {"width_tilde": None, "threshold": None, "min_width": None}
    assert "at least 3 of the 6 candidates are accepted is 0.42" in why(**fixed)
    planned = why(prediction="none", at_least=())
    assert "no prediction is made" in planned
    assert "chance" not in planned
    assert "not predicted" in why(**fixed, at_least=(), prediction="none")
    assert "(simulated; standard error 0.01)" in why(prediction="simulated", error=0.0125)
    assert "from p alone" in why(outcome="extra", candidates=None)
    assert "6 drafts lost their parents" in why(candidates=0, orphaned=6)
    assert "fewer than the 3 asked for" in CAME.say(width(), EXACT)
    assert "as many as were asked for" in CAME.say(width(outcome="succeeded", accepted=3), EXACT)


@pytest.mark.parametrize(("method", "given"), [each for each in SETTINGS if each[0] == "dsbd"])
def test_a_width_tells_its_own_chances(method: str, given: Part) -> None:
    """The chance beside K is P(at least K) of the record."""
    for iteration, tell in told(method, given):
        widths = {layer.layer: layer for layer in iteration.layers if isinstance(layer, WidthLayer)}
        for step in (each for each in iteration.steps if each.phase == "layer"):
            layer = widths[step.layer or 0]
            said, tilde = tell.exact(step), layer.width_tilde
            if tilde and layer.candidates and layer.width == tilde:
                assert f"K = {tilde} is the largest" in said
                assert f"the chance is {number(layer.at_least[tilde])}" in said
                assert layer.threshold is not None
                assert layer.at_least[tilde] >= layer.threshold
            elif tilde is not None and layer.candidates:
                assert "is below t" in said


@pytest.mark.parametrize("name", ["dsbd", "dsbd-fixed", "dsbd-distinct", "dsbd-figure-2"])
def test_dsbd_says_how_far_a_layer_is(name: str) -> None:
    """Testing goes on until enough are kept or no candidate is left, and the count is that of the verdicts."""
    ended: set[str] = set()
    for one in packed(name)["iterations"]:
        kept: dict[int, int] = {}
        for step in one["steps"]:
            if step["phase"] == "layer" and "candidate is left" not in step["plain"]:
                assert "tested in turn until" in step["plain"]
            if step["phase"] == "verify":
                state = one["verdicts"][step["verdicts"][0]]["state"]
                kept[step["layer"]] = kept.get(step["layer"], 0) + (state == "accepted")
                count, wanted = map(int, re.findall(r"(?:so far: |makes )(\d+) of (\d+)", step["plain"])[0])
                assert count == kept[step["layer"]] <= wanted
                for place, of in re.findall(r", candidate (\d+) of (\d+), is", step["plain"]):
                    assert int(place) <= int(of)
                ended |= {word for word in ("complete", "no candidate is left") if word in step["plain"]}
    assert ended == {"complete", "no candidate is left"}


@pytest.mark.parametrize("name", ["dsbd", "dsbd-fixed", "dsbd-figure-2"])
def test_dsbd_guesses_with_the_share_that_its_test_uses(name: str) -> None:
    """0.12 while drafting and 0.23 in the test are two numbers of one thing."""
    trace = bundled(name)
    for line, one in zip(trace.iterations, packed(name)["iterations"], strict=True):
        shares = {(each.node, each.layer): each.q for each in line.entries if each.q is not None}
        for step in one["steps"]:
            if step["phase"] != "draft":
                continue
            said = [float(each) for each in re.findall(r"” (?:×\d+ )?(0\.\d+|1)\b", step["plain"])]
            drafted = sorted({q for (_, layer), q in shares.items() if layer == step["layer"]}, reverse=True)
            assert said
            assert said[0] == pytest.approx(drafted[0], abs=0.0051)


def test_the_numbers_of_a_test_give_its_bar() -> None:
    """“Needed below 0.68: 0.03 against 0.04” is 0.75 to whoever divides."""
    found = r"below (0\.\d+): of all beams the target (?:gives it|has) (0\.\d+)[a-z ]*, the draft gave it (0\.\d+)"
    seen = 0
    for part in parts("dsbd"):
        for bar, target, draft in re.findall(found, part["plain"]):
            seen += 1
            assert float(target) / float(draft) == pytest.approx(float(bar), abs=0.0051)
    assert seen > 10


def test_dsbd_says_that_the_full_chance_counts_again() -> None:
    """After an acceptance the rejections before it are forgotten: who follows the numbers must be told."""
    said = [step["plain"] for step in packed("dsbd")["iterations"][2]["steps"] if step["phase"] == "verify"]
    assert "after the rejection before it" in said[-2]
    assert "; its full chance counts again, as one was kept." in said[-1]
    assert sum("counts again" in each for each in said) == 1


def test_an_accepted_beam_that_ends_is_named() -> None:
    """Figure 2: three kept drafts, of which one is in no beam that goes on, are a riddle."""
    last = packed("dsbd-figure-2")["iterations"][1]["steps"][-1]["plain"]
    assert last.endswith("Drafted 6, kept 3; “do” ends here all the same: no later beam continues it")


def test_input_beams_have_weights() -> None:
    """Round 2 of DSBD: where the draft's draws fall is part of why its drafts are what they are."""
    first = packed("dsbd")["iterations"][1]["steps"][0]["plain"]
    weights = [float(each) for each in re.findall(r"” (\d\.\d+)", first)]
    assert sum(weights) == pytest.approx(1, abs=0.02)
