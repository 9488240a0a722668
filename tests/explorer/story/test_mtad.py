"""The sentences about MTJD and MTAD: every beam and prefix has a sentence with the right numbers."""

import math
import re
from typing import Any

import pytest

from decoders.methods.mtad import JointLayer
from explorer.story.methods.mtad import MTAD, MTJD
from tests.bundled import packed
from tests.explorer.story.sweep import reached_cases, unreached
from tests.explorer.story.test_plain import QUOTED
from tests.explorer.story.test_words import one_verdict, only, verdict
from tests.explorer.trace.runs import SETTINGS, told

Part = dict[str, Any]
COMMON = ("draw", "draft step", "commit step", "commit title")  # words of several families
JOINT = (
    {"threshold": 0.6, "draft_width": 3},
    {"joint": "warped", "top_k": 2},
    {"temperature": 0},
    {"threshold": 1},
    {"gamma": 1, "threshold": 0.3},
    {"gamma": 8, "draft_width": 8},
    {"draft_width": 1},
)
BLOCKS = (
    {"temperature": 0, "width": 3},
    {"block": 3, "width": 3},
    {"block": 3, "width": 3, "selection": "search"},
    {"block": 3, "width": 1},
)
BOUNDS = {"U": 1.0, "H": 1.0, "epsilon": 0.0, "gamma_bar": 2, "gamma_bar_low": 1.0}
NEVER = {  # a record that lacks layers or entries, and beams that a search finds twice
    "select step, plain: unrecorded.draft",
    "select step, plain: unrecorded.target",
    "layer step, plain: unrecorded",
    "layer step, exact: unrecorded",
    "prefix step, plain: unrecorded",
    "prefix step, exact: unrecorded",
    "joint_ratio, plain: rejected.unknown",
    "verify step, plain: none",
    "verify step, exact: none",
    "verify step, plain: several.price.forgiven",  # of the bundled run mtad-beams
}


def test_the_cases_that_no_run_reaches_are_known() -> None:
    """Sentences that nobody has seen filled in may be wrong."""
    reached = reached_cases("mtad", *JOINT) | reached_cases("mtjd", *BLOCKS)
    assert unreached(MTJD, reached, common=COMMON) | unreached(MTAD, reached, common=COMMON) == NEVER


def test_mtad_says_the_ratio_before_it_is_cut_at_1() -> None:
    """min(1, p/q) = 1 hides how much likelier the target finds a prefix."""
    joint = {"kind": "joint", "joint": "raw", "threshold": 0.5, "longest": 1, "prefixes": [], "bounds": BOUNDS}
    kept = verdict(decision="accepted", rule="joint_ratio", bar=0.5, logp_joint=-0.5, logq_joint=-1.8, layer=1)
    tell = one_verdict(kept, "mtad", [joint])
    said = tell.exact_reason(only(tell))
    assert said.endswith("min(1, ∏ p/q) > τ = 0.5, which is the first token. For the first token, p/q = 3.67.")


@pytest.mark.parametrize("given", [given for method, given in SETTINGS if method == "mtad"])
def test_every_prefix_says_its_numbers_when_it_is_tested(given: Part) -> None:
    """A later prefix may pass after an earlier one failed, which must be visible step by step."""
    seen: set[bool] = set()
    for iteration, tell in told("mtad", given, seeds=6):
        joint = next(layer for layer in iteration.layers if isinstance(layer, JointLayer))
        for prefix in joint.prefixes:
            step = next(one for one in iteration.steps if one.phase == "prefix" and one.place == prefix.j)
            said = tell.exact(step)
            assert said.startswith(f"Prefix {prefix.j} {'passes' if prefix.passed else 'fails'}: ")
            ratio, sign, tau = re.findall(r"= ([\d.e+-]+) ([>≤]) τ = ([\d.]+)", said)[0]
            assert min(1.0, float(ratio)) == pytest.approx(prefix.ratio, rel=0.06, abs=0.005)
            factors = re.findall(r"p/q = ([\d.e+-]+) · ([\d.e+-]+) =", said)
            assert len(factors) == (prefix.j > 1)
            for before, own in factors:
                assert float(before) * float(own) == pytest.approx(float(ratio), rel=0.1, abs=0.01)
            assert (sign == ">", float(tau)) == (prefix.passed, joint.threshold)
            seen.add(prefix.passed)
    assert seen == {True, False}


@pytest.mark.parametrize("method", ["mtad", "mtjd"])
def test_the_likeliest_beam_is_named(method: str) -> None:
    """One of several beams is chosen or sent to the target, and the stage says why."""
    said = [
        tell.exact(step)
        for it, tell in told(method, dict(SETTINGS)[method])
        for step in it.steps
        if step.phase == "select"
    ]
    assert said
    assert all("because it has the highest ∏ " in each for each in said)


def test_mtad_forgives_aloud() -> None:
    """Figure 2: prefixes 1 and 3 fail, but their tokens are accepted because later words compensate."""
    steps = [step["plain"] for step in packed("mtad-figure-2")["iterations"][0]["steps"]]
    ratio = "The joint ratio was 0.40. Multiplied by 1.80 for “green”, it becomes 0.72."
    assert f"{ratio} This ratio is above the threshold 0.50, so this prefix passes." in steps
    longest = next(step for step in steps if step.startswith("The longest passing prefix"))
    assert "is accepted, although a shorter one failed." in longest
    assert longest.endswith("(lossy).")
    panel = next(each for each in packed("mtad")["iterations"][0]["panels"] if each["kind"] == "prefixes")
    products = [row["product"] for row in panel["prefixes"]]
    assert max(products) > 4  # not cut at 1
    for row in panel["prefixes"]:
        assert row["product"] == pytest.approx(math.exp(row["logp"] - row["logq"]), rel=2e-3)


def test_the_price_is_what_other_tests_would_accept() -> None:
    """Word by word, SpD accepts “like” with probability 0.24 ÷ 0.60 and “green” for sure; MTAD accepts both."""
    one = packed("mtad-beams")["iterations"][0]
    says = next(step for step in one["steps"] if step["phase"] == "verify")
    assert "SpD’s random tests would accept it with probability 0.40, but MTAD always accepts it." in says["plain"]
    assert "SpD would accept it with probability ∏ min(1, p/q) = 0.40." in says["exact"]
    price = next(panel for panel in one["panels"] if panel["kind"] == "prefixes")["price"]
    tests = [("0.40", "like"), "×", ("1", "green"), "=", ("0.40", "SpD accepts"), "<", ("1", "MTAD accepts")]
    assert [*map(_term, price["plain"])] == tests
    assert "price" not in str(packed("mtad-figure-2")["iterations"][0]["panels"]), "top-k changes what SpD compares"


def _term(term: str | list[str]) -> str | tuple[str, ...]:
    return term if isinstance(term, str) else tuple(term)


def test_draws_select_a_beam_with_its_next_word() -> None:
    """Nobody saw why “love” has no continuation. The random numbers must fall into the parts of the drafted beams."""
    one = packed("mtad-beams")["iterations"][0]
    drafts = [step for step in one["steps"] if step["phase"] == "draft"]
    assert drafts[1]["plain"].endswith(
        "A random number samples a beam together with its next word. No draw continued “love”."
    )
    joints = [dist for dist in one["dists"] if dist["series"] == "q" and "beam" in dist]
    for step, dist in zip(drafts, joints, strict=True):
        numbers, ends = step["sampled"]
        pairs = sorted(zip(dist["beam"], dist["t"], dist["v"], strict=True))
        edges = [sum(share for *_, share in pairs[:k]) for k in range(1, len(pairs) + 1)]
        drawn = [pairs[next(k for k, edge in enumerate(edges) if u < edge)] for u in numbers]
        grown = {(one["n"]["parent"][place], one["n"]["token"][place]) for place in step["nodes"]}
        assert {(ends[beam], token) for beam, token, _ in drawn} == grown


@pytest.mark.parametrize("name", ["mtad-figure-2", "mtad-different"])
def test_what_is_given_up_is_the_recorded_probability(name: str) -> None:
    """The accepted prefix is certain once it is drafted, although the target gives it the probability that is said."""
    found = 0
    for one in packed(name)["iterations"]:
        said = next((step["plain"] for step in one["steps"] if step["phase"] == "verify"), "")
        rows = next(panel for panel in one["panels"] if panel["kind"] == "prefixes")["prefixes"]
        longest = next((row for row in reversed(rows) if row["passed"]), None)
        if longest is None or len(rows) < 2:
            continue
        given = re.search(r"The target gives it ([\d.]+)%, but once drafted, it is accepted for sure", said)
        assert given, said
        assert float(given[1]) / 100 == pytest.approx(math.exp(longest["logp"]), rel=6e-3)
        found += 1
    assert found


def test_the_factors_of_mtad_multiply_to_what_is_shown() -> None:
    """4.33 times 0.06 is not 0.28: who checks the sum stops believing the rest."""
    checked = 0
    for name in ("mtad", "mtad-figure-2"):
        for one in packed(name)["iterations"]:
            for step in one["steps"]:
                said = QUOTED.sub("“”", step["plain"]), QUOTED.sub("“”", step["exact"])
                found = re.findall(r"ratio was ([\d.]+)\. .* by ([\d.]+) for “” makes it ([\d]+\.?\d*)", said[0])
                found += re.findall(r"p/q = ([\d.]+) · ([\d.]+) = ([\d.]+) ", said[1])
                for left, right, product in found:
                    places = len(product.partition(".")[2])
                    assert f"{float(left) * float(right):.{places}f}" == product
                    checked += 1
    assert checked > 8


def test_mtad_says_which_words_died_out() -> None:
    """“All beams are equal” contradicts a word that is on none of them, unless the sentence names it."""
    steps = packed("mtad")["iterations"][1]["steps"]
    select = next(step for step in steps if step["phase"] == "select")
    assert select["plain"] == (
        "At every step, likely beams can be sampled several times. All 4 beams are now the same, “, blue, and” "
        "(27%), so this text is sent to the target. “.” was not continued."
    )
    rows = [panel["plain"]["facts"] for panel in packed("mtad")["iterations"][1]["panels"] if panel["kind"] == "beams"]
    assert rows == [[["“, blue, and” ×4", "27%"]]]
    gone = [packed("mtad")["iterations"][1]["verdicts"][place] for place in select["verdicts"]]
    assert [each["plain"] for each in gone if each["state"] == "not_sent"] == [
        "“.” is not sent to the target because no later beam continues it."
    ]


@pytest.mark.parametrize(("method", "given"), [("mtad", {"draft_width": 1}), ("mtjd", {"width": 1})])
def test_a_single_beam_is_ahead_of_no_other(method: str, given: Part) -> None:
    """“Ahead of” needs another beam."""
    said = [
        tell.plain(step)
        for it, tell in told(method, given)
        for step in it.steps
        if step.phase == "select" and step.nodes
    ]
    assert said
    assert all("only beam" in each and "ahead of" not in each for each in said)


@pytest.mark.parametrize("voice", ["plain", "exact"])
def test_a_ratio_above_a_threshold_of_1_is_rejected_for_a_reason(voice: str) -> None:
    """τ = 1 rejects every prefix: “3.67, not above 1” would be false."""
    joint = {"kind": "joint", "joint": "raw", "threshold": 1.0, "longest": 0, "prefixes": [], "bounds": BOUNDS}
    lost = verdict(decision="rejected", rule="joint_ratio", bar=1.0, logp_joint=-0.5, logq_joint=-1.8, layer=1)
    tell = one_verdict(lost, "mtad", [joint])
    said = tell.plain_reason(only(tell)) if voice == "plain" else tell.exact_reason(only(tell))
    assert ("counts as 1 at most" if voice == "plain" else "min(1, 3.67) = 1 ≤ τ = 1 for the first token.") in said


def test_the_beams_of_mtad_beams_differ() -> None:
    """The first run of MTAD: of four equal beams nobody sees that one is chosen."""
    one = packed("mtad-beams")["iterations"][0]
    ends = next(panel for panel in one["panels"] if panel["kind"] == "beams")
    assert len(ends["places"]) == 3
    assert len(set(ends["values"])) == 3
    assert ends["values"] == sorted(ends["values"], reverse=True)
    tests = next(panel for panel in one["panels"] if panel["kind"] == "prefixes")["prefixes"]
    assert [test["passed"] for test in tests] == [False, True, False]


@pytest.mark.parametrize("name", ["mtad-figure-2", "mtad-beams"])
def test_mtad_counts_draws_everywhere(name: str) -> None:
    """Node, sentence and summary count the same draws: those of the tested beam are accepted, the others not sent."""
    card, totals = dict(packed(name)["summary"]["card"]), [0, 0]
    for one in packed(name)["iterations"]:
        told = [fates[-1][5] for fates in one["n"]["fates"] if fates[-1][5]]
        accepted = sum(fates[-1][1] == "accepted" for fates in one["n"]["fates"])
        counts = zip(one["n"]["count"], one["n"]["role"], strict=True)
        totals[0] += sum(count or 1 for count, role in counts if role == "draft")
        totals[1] += accepted
        assert all(re.search(r"^one box, sampled (twice|\d times)$", each) for each in told)
        sent = len(next(panel for panel in one["panels"] if panel["kind"] == "prefixes")["prefixes"])
        every = "Both guesses" if sent == 2 else f"All {sent} guesses"
        counted = every if accepted == sent else f"{accepted} of the {sent} guesses"
        assert f"{counted} that the target checked were accepted." in one["steps"][-1]["plain"]
    draws, accepted = totals
    assert (card["draft tokens"], card["accepted"].partition(" (")[0]) == (f"{draws} draws", f"{accepted} draws")
