"""Whether acceptance is low, and why: the log's own findings, and where its rate lies among published ones."""

import re
from collections import Counter
from pathlib import Path

import pytest

from explorer.imports import low, published
from explorer.imports.answers import Facts
from explorer.imports.counts import Pool
from explorer.imports.engines.vllm import DETAILED
from explorer.imports.record import Kind, Outcome
from explorer.imports.times import Given
from tests.explorer.imports.files import FIXTURES, NOTHING, histogram, response, seen, whole
from tests.explorer.imports.files import low as answer

ALL = "67% to 79% (EAGLE-1), 65% to 73% (EAGLE-3) and 85% to 92% (MTP) at position 1, 53% to 82% (a small model) at all"


def drafts(accepted: int, tested: int, kind: Kind = "", *methods: str) -> Pool:
    """Passes with one draft token each."""
    outcomes: Counter[Outcome] = Counter({(1, 1): accepted, (1, 0): tested - accepted})
    return Pool("x", [DETAILED], outcomes=outcomes, units=[outcomes], typed_kind=kind, methods=set(methods))


@pytest.mark.parametrize(("name", "given", "words"), [
    # 1,994 of 3,509 tests; 4 log windows differ (p < 0.01), so there is no Wilson interval
    ("made/vllm.log", NOTHING,
     "Low for EAGLE-1, EAGLE-3 and MTP, but not low for a small model. 56.8% (lowest and highest log window: 53.3%, "
     "66.7%) of the tested draft tokens are accepted, and 61.4% at position 1. A target pass writes 2.11 tokens. "
     "The file does not show the cause. But position 1 is already low, so look for what lowers all positions, and not "
     "for drafts that are too long. Based on 1,994 accepted of 3,509 tested draft tokens."),
    # 134 of 210, 140 of 190, 308 of 500 and 524 of 900 passes
    ("made/vllm.log", NOTHING,
     "By log window, 63.8% and 73.7% with 1 running request, 61.6% with 3 and 58.2% with 8 are accepted at position 1. "
     "Prompts may differ too, so the load need not be the cause."),
    ("made/vllm.log", NOTHING, "run 20 of these prompts at one load, for at least five log windows, and again with"),
    # 335 of 486, 211 of 285 and 82 of 126 tests
    ("made/llama.log", NOTHING, "70.0% (lowest and highest request: 65.1%, 74.0%) of the tested draft tokens are"),
    ("made/llama.log", NOTHING,
     "3 requests have 2.52 (task 0), 2.76 (task 231) and 2.37 (task 402) tokens per target pass, with signs of a "
     "difference (test of equal requests: p = 0.08). So compare the prompts."),
    ("made/sglang.jsonl", Given(cost=0.1), 
     "Not low for EAGLE-1, EAGLE-3 and a small model, but low for MTP. 67.1% (95% interval: 63.9% to 70.2%) of the"),
    ("vllm.log", NOTHING, "55.3% (lowest and highest log window: 53.8%, 68.2%) of the tested"),
    ("llama.log", NOTHING, "Perhaps low for MTP. 78.8% (95% interval: 72.9% to 83.7%) of the tested draft tokens"),
    ("llama.log", NOTHING, "with one change at a time: temperature 0, short English chat prompts or a target without"),
    ("vllm-stream.txt", NOTHING, "Too few tests to say. 66.7% (95% interval: 30.0%"),
    ("sglang.log", NOTHING, "This file cannot say, because counts by position are missing."),
    ("sglang.log", NOTHING, "By SGLang’s definition, the acceptance rate is about 55.0% of the proposed draft"),
    ("llama-timings.json", NOTHING, "By llama.cpp’s definition, the acceptance rate is 85.3%."),
])  # fmt: skip
def test_the_findings_are_on_the_first_screen(name: str, given: Given, words: str) -> None:
    """What the log itself shows comes before published rates, and what it cannot show has a test that would."""
    assert words in seen(answer(name, given))


@pytest.mark.parametrize(("buckets", "words"), [
    ([95, 5, 0, 0], "Yes, very low. 4.8% (95% interval: 2.1% to 10.7%) of the tested draft tokens are accepted"),
    ([0, 0, 1, 99], "No, acceptance is unusually high. 99.7% (95% interval: 98.1% to"),
    ([40, 30, 20, 10], "Perhaps low for EAGLE-1, EAGLE-3 and a small model, low for MTP. 52"),
    ([400, 598, 1, 1], "For drafts of 3 tokens, yes: their last tokens are hardly ever accepted."),
    # 500 of 1,000 passes reject the first token, and 80 of 950 tests reject a later one
    ([500, 50, 30, 420], "By position, 50.0%, 90.0% and 93.3% are accepted, with signs of a difference (test "
     f"of one rate at all positions: p < 0.01). {low.WORSE}"),
    ([100, 400, 400, 100], "By position, 90.0%, 55.6% and 20.0% are accepted, with signs of a difference (test "
     f"of one rate at all positions: p < 0.01). {published.FALL}"),
    ([500, 250, 125, 125], "which do not show a difference (test of one rate at all positions: p = 1.00)."),
    ([5, 2, 2, 1], "There are too few tests to compare positions."),
])  # fmt: skip
def test_broken_templates_loops_and_positions(buckets: list[int], words: str, tmp_path: Path) -> None:
    """A broken template gives almost nothing, and a loop looks like success."""
    found = answer(response(tmp_path, histogram(buckets, 3)))
    assert words in whole(found)
    assert (low.WORSE in seen(found)) == (low.WORSE in words), "a sign of a wrong template is not folded"


@pytest.mark.parametrize(("name", "words"), [
    ("vllm.log", "By position, 61.4%, 48.9% and 47.8% are accepted, with signs of a difference (test of one rate at "
     f"all positions: p = 0.03). {published.FALL}"),
    ("sglang-response.json", "which do not show a difference (test of one rate at all positions: p = 0.18)."),
])  # fmt: skip
def test_positions_are_compared(name: str, words: str) -> None:
    """A fall that can be chance is not called one."""
    assert words in whole(answer(name))
    assert (published.FALL in whole(answer(name))) == (published.FALL in words)


@pytest.mark.parametrize(
    ("method", "verdict", "checks"),
    [
        ("ngram-simple", "There is no checked rate to compare with.", "prompts and answers repeat each other"),
        ("draft-mtp", "Perhaps low for MTP.", "for which the head was trained"),
        ("draft-simple", "Not low for a small model.", "chat template with which the draft was trained"),
    ],
)
def test_advice_fits_the_draft(method: str, verdict: str, checks: str, tmp_path: Path) -> None:
    """A draft of n-grams has neither a tokenizer nor a chat template.

    171 of 217 tested draft tokens are accepted: 78.8%. Without its times, the log has no cost.
    """
    text = (FIXTURES / "llama.log").read_text(encoding="utf-8").replace("draft-mtp", method)
    path = tmp_path / "x.log"
    path.write_text(re.sub(r"(#acc tokens = *\d+),.*", r"\1", text), encoding="utf-8")  # as versions without times
    found = answer(path)
    assert found.said.startswith(f"{verdict} 78.8% (95% interval: 72.9% to 83.7%) of the tested draft tokens are")
    assert ("again with one change: temperature 0." in seen(found)) == method.startswith("ngram"), "a list of one"
    assert ("To find causes" in seen(found)) == (method != "draft-simple"), "a normal rate needs no cause"
    assert checks in whole(found)


def test_advice_leaves_out_what_the_file_has() -> None:
    """A response that names its temperature needs no advice to look for it."""
    facts = Facts(drafts(400, 1000), NOTHING)
    assert "time: temperature 0, short" in whole(low.low(facts))
    assert any(said.startswith(low.TOGETHER) for said in low.low(facts).folded)
    facts.pool.settings.append("The temperature of this run was 0.")
    assert "time: short English" in whole(low.low(facts))


def test_the_engines_own_rate_is_explained() -> None:
    """1,994 / 5,400, of which 5,400 − 3,509 were never tested."""
    said = "By vLLM’s definition, the acceptance rate is 36.9%. It also counts 1,891 of 5,400 proposed draft tokens"
    assert said in whole(answer("made/vllm.log"))


@pytest.mark.parametrize(
    ("accepted", "words"),
    [
        (400, "Low for a small model"),  # Wilson's interval of 40.0% ends at 43.1%
        (520, "Perhaps low for a small model"),  # of 52.0%, at 55.1%
        (530, "Not low for a small model"),
        (900, "Not low for a small model"),
    ],
)
def test_where_a_rate_lies(accepted: int, words: str) -> None:
    """A rate whose interval reaches into the published range is not called low."""
    assert published.verdict(drafts(accepted, 1000, "model")) == words


@pytest.mark.parametrize(
    ("kind", "methods", "names"),
    [
        ("", (), ["EAGLE-1", "EAGLE-3", "MTP", "a small model"]),
        ("head", (), ["EAGLE-1", "EAGLE-3", "MTP"]),
        ("", ("draft-mtp",), ["MTP"]),
        ("", ("draft-eagle3",), ["EAGLE-3"]),
        ("", ("eagle",), ["EAGLE-1"]),
        ("", ("draft-simple",), ["a small model"]),
        ("", ("DSPARK",), []),
        ("ngram", (), []),
        ("eagle", (), ["EAGLE-1", "EAGLE-3"]),
        ("mtp", ("draft-simple",), ["MTP"]),
        ("medusa", (), []),
        ("model", ("draft-mtp",), ["a small model"]),
    ],
)
def test_the_kind_of_draft_chooses_the_figures(kind: Kind, methods: tuple[str, ...], names: list[str]) -> None:
    """An MTP module is not measured by EAGLE heads, and what has no figure says so."""
    pool = drafts(700, 1000, kind, *methods)
    said = published.compared_with(pool)
    assert [each.name for each in published.figures(pool)] == names
    assert said.startswith("Published") == bool(names)
    assert (said == published.NONE) == (not names)


def test_the_verdict_is_about_every_kind_of_draft_that_a_file_can_have() -> None:
    """60.0% of 1,000 has the interval 56.9% to 63.0%: low for 65%, 67% and 85%, and not for 53% to 82%. Of 66.0%, it
    ends at 68.9%, so that is perhaps low for EAGLE-1.
    """
    pool = drafts(600, 1000)
    words = "Low for EAGLE-1, EAGLE-3 and MTP, but not low for a small model."
    assert low.low(Facts(pool, NOTHING)).said.startswith(f"{words} 60.0% (95% interval: ")
    assert published.verdict(drafts(660, 1000, "eagle")) == "Perhaps low for EAGLE-1, but not low for EAGLE-3"
    assert published.verdict(drafts(660, 1000, "head")) == "Perhaps low for EAGLE-1, not low for EAGLE-3, low for MTP"
    assert published.compared_with(pool) == f"Published: {ALL} positions."
    assert not published.ordinary_rate(pool), "it is low for three of four kinds"
    assert published.ordinary_rate(drafts(700, 1000)), "it is low for one of four kinds"
    assert low.low(Facts(drafts(460, 1000, "ngram"), NOTHING)).said.startswith(
        "There is no checked rate to compare with. 46.0%"
    )


def test_the_first_position_is_compared_with_the_first() -> None:
    """DeepSeek-V3 and GLM-4.5-Air are published at position 1: 90% there and 60% of all tests is not low for MTP. If
    only later positions are low, nothing is said about the first one.
    """
    outcomes: Counter[Outcome] = Counter({(3, 0): 100, (3, 1): 675, (3, 3): 225})
    found = Pool("x", outcomes=outcomes, units=[outcomes], methods={"mtp"})
    assert (published.verdict(found), published.low_at_first(found)) == ("Not low for MTP", False)
    assert published.low_at_first(drafts(600, 1000))
    assert not published.low_at_first(drafts(700, 1000)), "only MTP modules have a higher rate"


def test_drafts_that_stopped_early_are_not_compared() -> None:
    """Confident drafts are accepted more often, so their rate is another number."""
    pool = drafts(900, 1000, "model")
    pool.capped = True
    assert published.verdict(pool) == "Not low for a small model", "none was short"
    assert pool.outcomes is not None
    pool.outcomes[2, 2] = 50
    assert (published.verdict(pool), published.compared_with(pool)) == ("", published.CUT)
    assert published.section(pool).tables == ()
