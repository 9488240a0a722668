"""The best draft length for each number of running requests of a log."""

from pathlib import Path

import pytest

from decoders.errors import BadInput
from explorer.imports.answers import Facts
from explorer.imports.length_words import length
from explorer.imports.loads import BEATS, TITLE, asked, length_words, mixed_loads, table
from explorer.imports.plain import table_csv
from explorer.imports.report import report, report_part
from explorer.imports.times import Given, speeds_by_load
from explorer.imports.worth import worth
from explorer.ui.tabs.imports import given

VLLM = Path(__file__).parent / "made" / "vllm.log"
FIXTURES = Path(__file__).parent / "fixtures"
BOTH = Given(loads=((1, 30.0), (8, 150.0)))


def facts(values: Given, path: Path = VLLM) -> Facts:
    """The facts about the log with 1, 1, 8 and 3 running requests."""
    return report_part(path, path.name, values)[0].facts


def test_the_cost_of_each_load_by_hand() -> None:
    """1 running request: 2.325 tokens per round / 46.5 per second = 50 ms, and 1 / 30 = 33.3 ms without a draft. So a
    draft token costs (50 / 33.3 − 1) / 3 = 16.7%: 2.1125 / 1.333 = 1.58 with 2, and 2.325 / 1.5 = 1.55 with 3.

    8: 524, 269 and 110 of 900 passes are 2.0033 tokens per round. 8 · 2.0033 / 180.3 = 88.9 ms, and 8 / 150 = 53.3 ms.
    So it costs 22.2%: 1.8811 / 1.444 = 1.302 with 2, 1.294 with 1, and 1.202 with 3.
    """
    one, three, eight = facts(BOTH).loads
    assert (one.round_ms, eight.round_ms) == (pytest.approx(50), pytest.approx(88.89, abs=0.01))
    assert one.run is not None
    assert eight.run is not None
    assert (one.run.cost, eight.run.cost) == (pytest.approx(1 / 6), pytest.approx(0.2222, abs=1e-4))
    assert [round(one.run.speedup(size, one.run.cost or 0), 3) for size in (2, 3)] == [1.584, 1.55]
    assert [round(eight.run.speedup(size, eight.run.cost or 0), 3) for size in (1, 2, 3)] == [1.295, 1.302, 1.202]
    assert [row[-3:] for row in table((one, three, eight), facts(BOTH).alone)] == [
        ("12.6%", "16.7%", "2"),
        ("11.4%", "–", "–"),
        ("7.5%", "22.2%", "2"),
    ]


def test_the_answer_names_its_loads() -> None:
    """An operator who sees “2” would not know whether it holds at night or at noon. 1.584 / 1.55 and 1.302 / 1.202."""
    answer = length(facts(BOTH))
    assert answer.verdict == (
        "Set 2 (now 3): +2.2% with 1 running request and +8.3% with 8 over 3 if a draft token costs 16.7% to 22.2% of "
        "a target pass."
    )
    assert answer.sentences[0] == 'For 2, set `"num_speculative_tokens": 2` (now 3) in `--speculative-config`.'
    said = " ".join((*answer.sentences, *answer.folded))
    assert "Costs: 16.7% with 1 running request and 22.2% with 8." in said
    assert "Speed-up with 2 and 3: ×1.58 and ×1.55 with 1 running request and ×1.30 and ×1.20 with 8." in said
    assert "These costs include the longer target pass." in said
    assert (
        "For the cost with 3 running requests, add the total speeds without a draft: `--target-per-second 1:A,3:B,8:C`."
        in said
    )


def test_the_table_has_no_empty_columns() -> None:
    """Without the speeds without a draft, no load has a cost."""
    for given_ones, last in ((Given(), BEATS), (BOTH, "best draft length")):
        sections = report([(VLLM, "x")], given_ones).parts[0].sections
        (section,) = [section for section in sections if section.title == "By number of running requests"]
        heads, rows = section.tables[0].heads, section.tables[0].rows
        assert heads[-1] == last
        assert {len(row) for row in rows} == {len(heads)}
        assert any("The cost of a draft token" in said for said in section.sentences) == (given_ones is BOTH)


def test_the_table_of_numbers_has_each_load() -> None:
    """A spreadsheet has the costs and the best lengths without a cell of words."""
    lines = table_csv(report([(VLLM, "x")], BOTH)).splitlines()
    assert "x,cost of a draft token by running requests,1,0.166667,,,," in lines
    assert "x,best draft length by running requests,8,2,,,," in lines


def test_the_table_of_numbers_has_estimates_like_the_report() -> None:
    """At 22.5 tokens per second without a draft, a token costs (50 · 22.5 / 1000 − 1) / 3 = 4.2%, so a fourth one pays
    off.
    """
    found = report([(VLLM, "x")], Given(loads=((1, 22.5),)))
    assert length_words(found.parts[0].facts.alone[1]) == "4 (estimate)"
    assert "x,best draft length by running requests,1,4,,,," in table_csv(found).splitlines()


def test_a_faster_server_without_a_draft_has_shorter_drafts() -> None:
    """At 46.5 tokens per second without a draft, 3 tokens gain nothing: a token costs 1.325 / 3 = 44.2%, and 1 gives
    1.685 / 1.442 = 1.17. At 400 with 8, a token costs (2.0033 · 400 / 180.3 − 1) / 3 = 115%, so none is the best.
    """
    alone = facts(Given(loads=((1, 46.5), (8, 400.0)))).alone
    assert {count: best.size for count, best in alone.items()} == {1: 1, 8: 0}
    answer = length(facts(Given(loads=((1, 46.5), (8, 400.0)))))
    # With 1, 1.169 / 1.0. With 8, 1 / 0.4507.
    assert answer.verdict == (
        "Use no draft (now 3): no difference with 1 running request and +121.9% with 8 over 3 if a draft token "
        "costs 44.2% "
        "to 115% of a target pass; no other tried length is more than 16.9% faster."
    )
    assert "The best lengths are 1 with 1 running request and no draft with 8." in answer.folded


def test_the_worth_of_each_load() -> None:
    """46.5 / 30 = 1.55, and the slowest of 2 log windows has 46.2 / 30 = 1.54. 180.3 / 150 = 1.20, and the bound of one
    log window is 1.20 · 1.947 / 2.0033 = 1.17. With 400, it is 0.45, at most 0.45 · 2.0597 / 2.0033 = 0.46.
    """
    assert (
        worth(facts(BOTH)).verdict
        == "Yes: ×1.55 (at least ×1.54) with 1 running request and ×1.20 (at least ×1.17) with 8."
    )
    assert worth(facts(BOTH)).sentences == (
        "In total, the server writes 46.5 and 180.3 tokens per second with the draft, and you gave 30.0 and 150.0 "
        "without it. Bounds are the slowest and the fastest of several log windows. For a single one, they are "
        "one-sided 95% bounds as if passes were independent. Log windows may include idle time, but the speeds without "
        "a draft must not.",
    )
    mixed = worth(facts(Given(loads=((1, 30.0), (8, 400.0))))).verdict
    assert mixed == (
        "Yes: ×1.55 (at least ×1.54) with 1 running request. Probably no: ×0.45 (at most ×0.46) with 8 running "
        "requests."
    )
    # t of 899 degrees of freedom is 1.647, so 2.0033 ± 1.647 · √(1.04 / 900) = 1.947 and 1.02 · 1.947 / 2.0033 = 0.99
    few = worth(facts(Given(loads=((8, 176.8),)))).verdict
    assert few == "Too few passes to say: ×1.02 (at least ×0.99) with 8 running requests."
    equal = worth(facts(Given(loads=((8, 180.0),)))).verdict  # 180.3 / 180 = 1.002 is no difference
    assert equal == "No gain: ×1.00 (at least ×0.97) with 8 running requests."


def test_a_log_window_that_mixed_loads_is_named() -> None:
    """500 passes with 3 running requests would be 166.7 rounds, and about 900 with 8 are 112.5. With one request, any
    number of rounds is possible.
    """
    assert mixed_loads(facts(Given()).loads) == [3, 8]
    sections = {each.title: each for each in report([(VLLM, "x")], Given()).parts[0].sections}
    assert sections[TITLE].sentences[-1].endswith("so the load may have changed within the window.")
    answer = worth(facts(Given()))
    assert answer.sentences[-1].endswith(
        "Without a draft, passes also take longer with more requests, so only a measurement shows the speed-up with 8. "
        "There is only one log window with 3 or 8."
    )
    assert mixed_loads(facts(Given()).loads[:1]) == []


def test_a_number_that_the_file_contradicts_is_named() -> None:
    """20 tokens per second for 3 requests are 150 ms per token, but a round took 3 · 2.122 / 106.1 = 60 ms."""
    found = facts(Given(loads=((1, 30.0), (3, 20.0))))
    said = (
        "With 3 running requests, 20.0 tokens per second without a draft mean 150 ms per token, which is longer than a "
        "round (60 ms). Check this speed."
    )
    assert length(found).sentences[0] == said
    assert worth(found).sentences[0] == said
    assert worth(found).verdict == "Yes: ×1.55 (at least ×1.54) with 1 running request."
    alone = facts(Given(loads=((3, 20.0),)))
    assert (length(alone).sentences[0], worth(alone).sentences[0]) == (said, said)
    assert (
        worth(alone)
        .sentences[1]
        .startswith("It is worth it if the target alone is slower than 46.5 tokens per second in total")
    )


def test_other_draft_lengths_are_those_of_one_request() -> None:
    """Typical costs hold for one request at a time, so the tables and the calculator have its tokens: 2.325 with 3."""
    part = report([(VLLM, "x")], Given()).parts[0]
    assert part.facts.run is not None
    assert part.facts.run.tokens[-1] == pytest.approx(2.325)
    section = next(section for section in part.sections if section.title == "Which draft length?")
    assert section.tables[0].caption == "With 1 running request"
    assert section.tables[0].rows[3][:2] == ("3 (yours)", "2.33")


def test_without_a_number_the_answer_says_which_are_missing() -> None:
    """Typical costs are those of one request, so they say nothing about busy servers."""
    found = facts(Given())
    assert any(
        said.startswith("Or give the number of this run as `--target-per-second 1:A,") for said in worth(found).folded
    )
    for path, when in ((VLLM, "at the end"), (FIXTURES / "vllm.log", "up to 10 s before the end")):
        (section,) = [each for each in report([(path, "x")], Given()).parts[0].sections if each.title == TITLE]
        assert f"The log counts running requests {when} of a log window, so a log" in " ".join(section.sentences)
    assert asked(facts(Given(), FIXTURES / "llama.log").pool) == "`--target-per-second N`"


def test_numbers_for_loads_that_the_file_does_not_have() -> None:
    """A typed number that is not used must not look as if it were."""
    wrong = report([(VLLM, "x")], Given(loads=((5, 30.0),))).refused
    assert wrong == (
        "x has no log window with 5 running requests, only with 1, 3 and 8. Change `--target-per-second`.",
    )
    wrong = report([(FIXTURES / "llama.log", "x")], BOTH).refused
    assert wrong == ("x does not name running requests, so give one number as `--target-per-second`.",)


@pytest.mark.parametrize("text", ["1:", ":5", "1:2:3", "1:0", "0:5", "a:5", "1:5,", "1:5,1:6", "1:-5", "1:1e3"])
def test_forms_that_are_not_speeds(text: str) -> None:
    """One sentence, and no guess which load was meant."""
    with pytest.raises(
        BadInput, match="is not a valid speed. Enter a number above 0, or a speed for each number of running"
    ):
        speeds_by_load(text)
    with pytest.raises(BadInput, match="is not a valid speed"):
        given(text, None, None, None)


def test_the_field_takes_both_forms() -> None:
    """The field of the page and the option of the command mean the same."""
    assert given("1:30, 8:150", None, None, None)[0].loads == BOTH.loads
    assert given("30", None, None, None)[0].per_second == 30


def test_a_stated_head_has_its_own_name_at_each_load() -> None:
    """A reader who searches for EAGLE must find it, not “eagle”."""
    said = " ".join(worth(facts(Given(kind="eagle"))).folded)
    assert "With EAGLE (2% to 10%): ×1.79 to ×2.19 with 1 running request" in said
