"""The best draft length: one rule for headline, chart, tables and numbers, at each load and cost."""

import csv
import re
from pathlib import Path

import pytest

from explorer.imports.advice import Advice
from explorer.imports.length_table import BEATS, COMPARED
from explorer.imports.length_words import sets
from explorer.imports.loads import TITLE, rows_of, windows
from explorer.imports.opening import FORMATS
from explorer.imports.page import AXIS, page
from explorer.imports.plain import plain, table_csv
from explorer.imports.report import Part, report
from explorer.imports.sections import Table
from explorer.imports.times import Given
from explorer.imports.whatif import EQUAL
from explorer.imports.words import share
from tests.explorer.imports.files import (
    FILES,
    FIXTURES,
    MADE,
    NOTHING,
    histogram,
    length,
    part,
    pool,
    response,
    section,
    seen,
    whole,
)

HEAD, MODEL = "With a head (cost 2% to 10% of a target pass), ", " With a small model (cost 5% to 37.5%), "
ONE = "With 1 running request and a head (cost 2% to 10% of a target pass), "
BOTH = Given(loads=((1, 30.0), (8, 150.0)))
EACH = Given(loads=((1, 28.0), (3, 75.0), (8, 190.0)))


@pytest.mark.parametrize(("name", "given", "verdict"), [
    ("made/llama.log", NOTHING,
     f"Try 4 instead of 3 with a head, keep 3 with a small model. {HEAD}4 is estimated to be 0.7% to 6.5% faster than "
     f"3, but was not tried.{MODEL}2 is up to 6.0% faster at costs above 20.6%."),
    ("made/llama.log", Given(cost=0.0625),
     "Try 4 instead of 3. At a cost of 6.25% of a target pass, 4 is estimated to be 3.1% faster than 3, but was not "
     "tried."),
    ("made/vllm.log", NOTHING,
     f"Keep 3 with a head, set 2 instead of 3 with a small model. {ONE}no other tried length is faster.{MODEL}2 is "
     "5.0% slower to 10.3% faster than 3, and 1 is up to 1.6% faster at costs above 34.0%."),
    ("made/vllm.log", Given(kind="eagle"),
     "Keep 3. With 1 running request and EAGLE (cost 2% to 10% of a target pass), no other tried length is faster."),
    ("made/vllm.log", Given(kind="ngram"),
     "Try 4 instead of 3. With 1 running request and n-grams (cost about 0% of a target pass), 4 is estimated to be "
     "4.5% faster than 3, but was not tried."),
    ("made/vllm.log", Given(cost=0.375),
     "Set 1 instead of 3. With 1 running request at a cost of 37.5% of a target pass, 1 is 12.0% faster than 3."),
    ("made/vllm.log", BOTH,
     "Set 2 instead of 3. At a cost of 16.7% to 22.2% of a target pass, 2 is 2.2% faster with 1 running request and "
     "8.3% faster with 8 than 3."),
    ("made/vllm.log", EACH,
     "Set 2 instead of 3. At a cost of 13.3% to 37% of a target pass, 2 is no faster with 1 running request, 3.0% "
     "faster with 3 and 13.9% faster with 8 than 3."),
    ("made/vllm.log", Given(loads=((1, 46.5), (8, 400.0))),
     "Use no draft instead of 3. At a cost of 44.2% to 115% of a target pass, no draft is no faster with 1 running "
     "request and 121.9% faster with 8 than 3."),
    ("made/sglang.jsonl", NOTHING,
     f"Keep 4 with a head, set 3 instead of 4 with a small model. {HEAD}3 is up to 1.3% faster at costs above 7.9% "
     f"(95% interval: 6.2% to 9.5%).{MODEL}3 is 1.9% slower to 10.6% faster than 4, and 2 is up to 7.8% faster at "
     "costs above 17.0% (95% interval: 13.5% to 20.7%)."),
    ("vllm-metrics.txt", NOTHING,
     f"Try 4 instead of 3 with a head, keep 3 with a small model. {HEAD}4 is estimated to be 1.7% to 7.5% faster than "
     f"3, but was not tried.{MODEL}2 is up to 4.1% faster at costs above 25.0% (95% interval: 21.6% to 28.6%)."),
    ("vllm-metrics.txt", Given(10, 4),
     "Set 2 instead of 3. At a cost of 40% of a target pass, 2 is 4.8% faster (95% interval: "),
    ("vllm-metrics.txt", Given(10, 9),
     "Use no draft instead of 3. At a cost of 90% of a target pass, no draft is 32.1% faster (95% interval: "),
    ("vllm.log", Given(40, 4), "Set 2 instead of 3. At a cost of 10% of a target pass, 2 is 0.8% faster than 3."),
    ("llama.log", NOTHING,
     "Try 4 instead of 3. At a cost of 7.61% of a target pass, 4 is estimated to be 6.1% faster than 3, but was not"),
    ("sglang-generate.jsonl", NOTHING, "Try 4 instead of 3 with a head, keep 3 with a small model. Too few passes to"),
    ("sglang.log", NOTHING, "This file cannot say, because counts by position are missing."),
    ("mlx.jsonl", NOTHING, "This file cannot say, because the draft length of each pass is missing."),
    ("mlx.jsonl", Given(draft_length=2),
     "Keep 2. Too few passes to be sure. With a head or a small model (cost 2% to 37.5% of a target pass), 1 is up to "
     "6.1% faster at costs above 25.0%"),
])  # fmt: skip
def test_verdicts_by_hand(name: str, given: Given, verdict: str) -> None:
    """made/llama.log: 2, 3 and 4 tokens write 2.2425, 2.57 and, by the 131 of 197 tests that succeed at position 3,
    2.7878 per pass. At 37.5%, 2.2425 / 1.75 is 6.0% more than 2.57 / 2.125. 2.7878 / 1.08 is 6.5% more than 2.57 / 1.06
    at 2%, and 2.7878 / 1.4 is 0.7% more than 2.57 / 1.3 at 10%.

    made/vllm.log: with 1 running request, 1, 2 and 3 write 1.685, 2.1125 and 2.325. At 5%, 2.1125 / 1.1 is 5.0% less
    than 2.325 / 1.15. At 37.5%, 2.1125 / 1.75 is 10.3% more than 2.325 / 2.125, and 1.685 / 1.375 is 1.5% more than
    2.1125 / 1.75. At no cost, a fourth adds 4.5%. Rounds of 3 and 8 running requests take longer, so typical costs say
    nothing about these loads. A round of 50 ms and 1000 / 28 ms alone make a cost of 13.3%, where 2 and 3 differ by
    0.4%.

    made/sglang.jsonl: 2, 3 and 4 write 2.258, 2.5449 and 2.7072, so 3 are 1.24% faster than 4 at 10%, and 10.6% at
    37.5%, where 2 are 7.74% faster than 3.

    vllm-metrics.txt: 1.8, 2.4 and 2.8, so 2.4 / 1.8 is 4.8% more than 2.8 / 2.2, and 1 is 32.1% more than 2.8 /
    3.7. vllm.log: 1.9148 / 1.2 is 0.8% more than 2.0583 / 1.3.
    """
    assert length(name, given).said.startswith(verdict)


@pytest.mark.parametrize(("name", "given", "sentence"), [
    ("made/vllm.log", NOTHING, 'For 2, set `"num_speculative_tokens": 2` (now 3) in `--speculative-config`.'),
    ("made/llama.log", Given(kind="eagle"),
     "For 4, set `--spec-draft-n-max 4` (now 3), in old versions `--draft-max 4`."),
    ("made/sglang.jsonl", Given(cost=0.1),
     "For 3, set `--speculative-num-steps 3` (now 4, inferred), `--speculative-num-draft-tokens 4` (now 5, inferred) "
     "and `--speculative-eagle-topk 1`."),
    ("made/sglang.jsonl", Given(kind="ngram"),
     "For 5, set `--speculative-num-draft-tokens 6` (now 5, inferred) and `--speculative-ngram-max-bfs-breadth 1`, "
     "which replaces `--speculative-eagle-topk`."),
    ("llama.log", Given(30, 3), "30 ms + 3 × 3 ms are 39 ms per round, but a round took 32.22 ms."),
    ("made/vllm.log", BOTH, "For the cost with 3 running requests, add the total speeds without a draft: "
     "`--target-per-second 1:A,3:B,8:C`."),
    ("made/llama.log", Given(per_second=40), "Rounds take longer after long prompts, so fewer draft tokens may be "
     "best there."),
    ("made/vllm.log", NOTHING, "With more running requests, rounds take longer, so fewer may be best."),
])  # fmt: skip
def test_what_to_do_is_on_the_first_screen(name: str, given: Given, sentence: str) -> None:
    """An engineer copies the option with its present value, and sees which number is wrong or missing."""
    assert sentence in length(name, given).sentences


@pytest.mark.parametrize(("name", "given", "words"), [
    ("made/vllm.log", NOTHING, "For the cost at each load, add the total speeds without a draft: `--target-per-second"),
    ("made/llama.log", NOTHING, "The estimate for 4 optimistically assumes 66.5% at position 4, as at 3."),
    ("made/llama.log", NOTHING, "no interval, because 3 requests show signs of a difference, and fewer than 5"),
    ("made/llama.log", NOTHING, "Based on drafts of 3 tokens in 400 target passes of one request at a time."),
    ("made/sglang.jsonl", Given(cost=0.1), "counts one more than the draft: 4 for a draft of 3."),
    ("made/vllm.log", BOTH, "Costs: 16.7% with 1 running request and 22.2% with 8. These costs include the longer"),
    ("made/llama.log", Given(per_second=40), "ms, with its part of the longer target pass."),
    ("vllm-stream.txt", NOTHING, "Shorter drafts are used for the positions that they have: 1 pass with 1 token."),
    ("aiperf.jsonl", NOTHING, "Based on drafts of 5 tokens in 130 target passes."),
    ("aiperf.jsonl", NOTHING, "Shorter drafts are used for the positions that they have: 2 passes with 3"),
    ("sglang.log", NOTHING, f"“{COMPARED}” has an estimate."),
    ("sglang.log", NOTHING, "For 3 draft tokens, the option is `--speculative-num-steps 3`"),
])  # fmt: skip
def test_reasons_by_hand(name: str, given: Given, words: str) -> None:
    """What would change the answer, and what it is based on."""
    assert words in whole(length(name, given))


def test_no_draft_needs_no_option() -> None:
    """At 90%, no draft is faster, so an option for 3 draft tokens would be the wrong thing to copy."""
    assert length("vllm-metrics.txt", Given(10, 9)).sentences == ()


def test_vllm_can_set_a_length_for_each_load() -> None:
    """vLLM's entries have the first and the last number of requests, and the length. 2 and 3 make no difference with 1
    running request at 13.3%, so 2 is kept there. At 6.7%, 3 are best with 1 and 3 running requests.
    """
    other = Given(loads=((1, 24.0), (3, 60.0), (8, 150.0)))
    for given, words in ((EACH, "[[1, 7, 2], [8, 8, 1]]"), (other, "[[1, 7, 3], [8, 8, 2]]")):
        assert words in seen(length("made/vllm.log", given))
    found = part("made/vllm.log", EACH)
    assert "The best lengths are 2 with 1 running request, 2 with 3 and 1 with 8. Newer" in seen(found.answers[1])
    assert [row[-1] for row in section(found, TITLE).tables[0].rows] == ["2", "2", "1"], "as in the setting"
    assert "per_batch_size" not in whole(length("made/vllm.log")), "2 is best at each load"


def test_the_cost_of_each_load_by_hand() -> None:
    """1 running request: 2.325 tokens per round / 46.5 per second = 50 ms, and 1 / 30 = 33.3 ms without a draft. So a
    draft token costs (50 / 33.3 − 1) / 3 = 16.7%: 2.1125 / 1.333 = 1.58 with 2, and 2.325 / 1.5 = 1.55 with 3.

    8: 524, 269 and 110 of 900 passes are 2.0033 tokens per round. 8 · 2.0033 / 180.3 = 88.9 ms, and 8 / 150 = 53.3 ms.
    So it costs 22.2%: 1.8811 / 1.444 = 1.302 with 2, 1.294 with 1, and 1.202 with 3.
    """
    facts = part("made/vllm.log", BOTH).facts
    one, _, eight = facts.loads
    assert (one.round_ms, eight.round_ms) == (pytest.approx(50), pytest.approx(88.89, abs=0.01))
    assert one.timed is not None
    assert eight.timed is not None
    assert [round(one.timed.speedup(size, one.timed.cost or 0), 3) for size in (2, 3)] == [1.584, 1.55]
    assert [round(eight.timed.speedup(size, eight.timed.cost or 0), 3) for size in (1, 2, 3)] == [1.295, 1.302, 1.202]
    last = [row[-3:] for row in rows_of(facts.loads, facts.alone)]
    assert last == [
        ("530 / 1,200 = 44.2%", "16.7%", "2"), ("561 / 1,500 = 37.4%", "–", "–"), ("903 / 2,700 = 33.4%", "22.2%", "2")
    ]  # fmt: skip
    lines = table_csv(report([(MADE / "vllm.log", "x")], BOTH)).splitlines()
    assert "x,cost of a draft token by running requests,1,0.166667,,,," in lines
    assert "x,best draft length by running requests,8,2,,,," in lines


def test_the_loads_by_hand() -> None:
    """252 of 630 draft tokens: 210 passes in 10 s. 210 + 252 tokens in 46.2 tokens per second are 10 s, so a round took
    10,000 / 210 = 47.6 ms. With 8, 8 · 2.0033 / 180.3 = 88.9 ms.
    """
    found = part("made/vllm.log")
    assert [windows(at) for at in found.facts.loads] == [
        (("line 2 (12:00:00)", "58.9%", "46.2", "47.6"), ("line 4 (12:00:10)", "66.7%", "46.8", "52.6")),
        (("line 8 (12:00:30)", "57.8%", "106.1", "60"),),
        (("line 6 (12:00:20)", "53.3%", "180.3", "88.9"),),
    ]
    one, each = section(found, TITLE), section(found, COMPARED)
    assert one.tables[0].rows[0] == ("1", "2", "2.33", "46.5", "46.2 to 46.8", "50", "530 / 1,200 = 44.2%")
    assert [shown.caption for shown in one.tables] == ["", "With 1 running request"], "one load per table"
    loads = ["With 1 running request", "With 3 running requests", "With 8 running requests"]
    assert [shown.caption for shown in each.tables] == loads
    assert each.tables[0].rows[3][:2] == ("3 (yours)", "2.33")
    (costed,) = [each for each in part("made/vllm.log", BOTH).sections if each.title == TITLE]
    assert (one.tables[0].heads[-1], costed.tables[0].heads[-1]) == ("pays off up to a cost of", "best draft length")


def test_the_chart_has_the_costs_of_the_table() -> None:
    """With 8 running requests, 110 of 900 passes accept all 3, and 110 of 269 tests succeed there, so a fourth
    token adds 0.04998 and pays off below 0.04998 / (4 · 2.0033 − 3 · 2.0533) = 2.7%.
    """
    *loads, own = length("made/vllm.log", EACH).bands
    name, row = loads[2]
    assert (name, [size for size, *_ in row]) == ("8 running requests", ["4 (estimate)", "3", "2", "1"])
    assert [round(end, 3) for *_, end in row] == [0.027, 0.075, 0.233, 0.4]
    assert [start for _, start, _ in row] == [0, *(end for *_, end in row[:-1])]
    ((_, low, high),) = own[1]
    assert (own[0], low, high) == (
        "cost in this report",
        pytest.approx(0.1333, abs=1e-4),
        pytest.approx(0.3704, abs=1e-4),
    )
    one, head, model = length("made/vllm.log").bands
    assert one == loads[0], "a typical cost does not apply where rounds take longer"
    assert head == ("cost with a head", (("", 0.02, 0.1),))
    assert model == ("cost with a small model", (("", 0.05, 0.375),))
    html = page(report([(MADE / "vllm.log", "x")], EACH))
    assert html.count("<title>4 (estimate)</title>") == html.count('stroke-dasharray="4 3"') == 3
    assert AXIS in html
    assert html.index("The fastest draft length at each cost") < html.index("num_speculative_tokens")


ALL = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
EVERY_GIVEN = pytest.mark.parametrize(
    "given",
    [NOTHING, *(Given(kind=kind) for kind in ("eagle", "ngram")), *(Given(cost=c) for c in (0.02, 0.1, 0.375, 0.9))],
    ids=str,
)


def lengths(found: Part) -> list[Table]:
    """The tables of draft lengths, one per load."""
    return [table for table in section(found, COMPARED).tables if table.heads[0] == "draft length"]


def row_of(table: Table, size: int) -> tuple[str, ...]:
    """The row of a draft length."""
    return next(row for row in table.rows if row[0].split(" (")[0] == str(size or "no draft"))


def advised(found: Part) -> list[Advice]:
    """The advice of a part; none if lengths cannot be compared, or hardly any draft token is accepted."""
    run = found.facts.run
    return [*found.facts.advice] if run is not None and run.useful() else []


@ALL
def test_each_length_is_faster_below_the_cost_of_its_row(path: Path) -> None:
    """Below the cost in the last column, a length is faster than the next shorter one, and above it slower."""
    found = part(path)
    for shown, (run, _) in zip(lengths(found), found.facts.runs, strict=False):
        for size in range(1, run.gamma + 1):
            cost = float(row_of(shown, size)[shown.heads.index(BEATS)].rstrip("%")) / 100
            assert run.gain(size, size - 1, cost + 0.002) < 0
            assert cost < 0.002 or run.gain(size, size - 1, cost - 0.002) > 0


@ALL
@EVERY_GIVEN
def test_headline_tables_and_numbers_name_one_length(path: Path, given: Given) -> None:
    """An engineer who sets the advised length never loses more than the report says, at any of these loads and costs.
    The headline, the option, the marks of the table of lengths and the CSV file come from one rule.
    """
    found = part(path, given)
    for each in advised(found):
        grid = [(case.run, case.low + (case.high - case.low) * step / 20) for case in each.cases for step in range(21)]
        sizes = range(each.gamma + 1)
        losses = [max(run.gain(other, size, cost) for run, cost in grid for other in sizes) for size in sizes]
        assert losses == pytest.approx([each.behind(size) for size in sizes])
        assert losses[each.tried] <= min(losses) + EQUAL
        more = [run.gain(each.gamma + 1, each.gamma, cost) for run, cost in grid]
        assert each.longer == (each.tried == each.gamma and min(more) >= EQUAL)
        said = each.numbers()
        assert said.split(", ", 1)[1] in found.answers[1].numbers
        assert re.search(rf"\b(keep|set|use|try) {each.size or 'no draft'}\b", found.answers[1].verdict.lower())
        if worst := re.search(r"length is more than ([\d.]+%) faster", said):
            assert 0 <= float(worst[1].rstrip("%")) / 100 - losses[each.tried] < 0.001, "a bound is rounded up"
        for size, gain, side, limit in re.findall(
            r"(\w+) is up to ([\d.]+)% faster at costs (above|below) ([\d.]+%)", said
        ):
            longer, other = side == "below", 0 if size == "draft" else int(size)
            most = max(run.gain(n, each.size, cost) for run, cost in grid for n in sizes if (n > each.size) == longer)
            assert 0 <= float(gain) / 100 - most < 0.001, "a bound is rounded up"
            shown = lengths(found)[0]
            assert limit == row_of(shown, max(other, each.size))[shown.heads.index(BEATS)], "as in the chart"
            assert abs(other - each.size) == 1
        if not each.known and each.now not in (None, each.size):
            gains = [run.gain(each.size, each.now, cost) for run, cost in grid]
            assert f"{share(max(gains))} faster than {each.now}" in said or each.longer
            least = "no" if abs(min(gains)) < EQUAL else share(abs(min(gains))) + (" slower" if min(gains) < 0 else "")
            assert least in said
        rows, kind = csv.reader(table_csv(report([(path, path.name)], given)).splitlines()), f" with {each.kind}"
        measure = f"best draft length{kind if each.kind else ''}"
        assert [row[3] for row in rows if row[1] == measure] == [str(each.size)]
        for shown in lengths(found) if not each.keeps else ():
            assert ("try" if each.longer else "set") in row_of(shown, each.size)[0]
        for at, alone in each.alone() if each.known else ():
            (case,) = alone.cases
            gains = [case.run.gain(size, alone.tried, case.low) for size in range(case.run.gamma + 1)]
            assert max(gains) < EQUAL, "the same rule at one load"
            same = case.run.gain(alone.tried, each.tried, case.low) < EQUAL
            assert same == (alone.tried == each.tried), "no difference is no other length"
            assert not at or found.facts.alone[at] == alone
    kinds = {each.kind for each in advised(found)}
    assert len(kinds) == len(advised(found))
    assert len(kinds) < 2 or len({each.size for each in advised(found)}) > 1, "one answer if all kinds have the same"


@pytest.mark.parametrize("name", ["vllm.log", "llama.log", "sglang.log", "aiperf.jsonl", "mlx.jsonl", "lmstudio.jsonl"])
def test_every_engine_has_its_option_with_both_values(name: str) -> None:
    """An engineer who reads “try 2” must not look up what to type."""
    assert re.search(r"2`.* \(now 3\)", sets(pool(name), 2, 3))
    assert all("{0}" in form.sets and "{2}" in form.sets for form in FORMATS if form.sets)


def test_estimates_of_a_run_of_five_tokens_by_hand() -> None:
    """Two drafts had 3 tokens, and 130 had 5. 97, 75 and 54 of 132 passes reach positions 1 to 3. Then 38 of 54 tests
    succeed, and 22 of 38. So 5 tokens give 1 + 226/132 + 54/132 · (38/54 + 22/54) = 3.1667, and a sixth adds
    22/132 · 22/38.
    """
    run = part("aiperf.jsonl").facts.run
    assert run is not None
    assert run.gamma == 5
    assert run.expected(5) == pytest.approx(1 + (97 + 75 + 54 + 38 + 22) / 132)
    assert run.expected(6) == pytest.approx(1 + (97 + 75 + 54 + 38 + 22) / 132 + 22 / 132 * 22 / 38)


def test_a_known_cost_has_one_column() -> None:
    """2.0583 tokens of 3 draft tokens give 2.0583 / 1.3 = 1.58 at 10%, and 1.9148 of 2 give 1.60."""
    for given in (Given(40, 4), Given(cost=0.1)):
        (table,) = lengths(part("vllm.log", given))
        assert [head for head in table.heads if "%" in head and "95%" not in head] == ["speed-up at 10%"]
        assert table.rows[3] == ("3 (yours)", "2.06", "×1.58", "8.8%"), "its 2 log windows show signs of a difference"
        assert (table.rows[2][0], table.rows[2][2], table.chosen) == ("2 (set)", "×1.60", (2, 3))
    said = section(part("made/vllm.log", BOTH), COMPARED).sentences
    assert not any("typical" in each for each in said), "each load has its own cost"


def test_the_speed_ups_of_the_table_by_hand() -> None:
    """1.8, 2.4 and 2.8 tokens at 37.5%: 1.8/1.375 = 1.31, 2.4/1.75 = 1.37, 2.8/2.125 = 1.32. At 5%, 2 and 3 give
    2.4/1.1 = 2.18 and 2.8/1.15 = 2.43, and 5 give 3.24/1.25 = 2.60. Two estimated rows follow: 40% of the passes
    accepted all 3, and 2/3 of the tests at position 3 succeeded, so 2.8 + 0.4·2/3 = 3.07.
    """
    (table,) = lengths(part("vllm-metrics.txt"))
    assert table.heads[3:5] == ("speed-up with a head (2% to 10%)", "speed-up with a small model (5% to 37.5%)")
    assert [row[4] for row in table.rows][:4] == ["×1.00", "×1.31 to ×1.71", "×1.37 to ×2.18", "×1.32 to ×2.43"]
    assert [row[:2] for row in table.rows[3:5]] == [("3 (yours)", "2.80"), ("4 (try with a head, estimate)", "3.07")]
    assert (table.rows[5][0], table.rows[5][4], table.chosen) == ("5 (estimate)", "×1.13 to ×2.60", (3, 4))
    lines = plain(report([(FIXTURES / "vllm-metrics.txt", "x")], NOTHING)).splitlines()
    assert any(re.match(r" +2 +2\.40 .*×1\.37 to ×2\.18 +50\.0%", line) for line in lines)


def test_drafts_of_several_lengths_have_a_row_each() -> None:
    """A server with two draft lengths shows what each of them did."""
    assert section(part("aiperf.jsonl"), COMPARED).tables[-1].rows == (
        ("3", "2", "2.00", "50.0%"),
        ("5", "130", "3.18", "72.4%"),
    )


def test_a_small_gain_is_no_reason_to_change(tmp_path: Path) -> None:
    """1,000 passes with 3 draft tokens write 2.25 tokens each, and with 2 they would write 2.05. At 12.5%, 2.25 / 1.375
    = 1.636 and 2.05 / 1.25 = 1.640 are nearly equal.
    """
    path = response(tmp_path, histogram([350, 250, 200, 200], 3))
    found = length(path, Given(cost=0.125))
    assert found.said == "Keep 3. At a cost of 12.5% of a target pass, no other tried length is faster."


@pytest.mark.parametrize("given", [Given(kind="eagle"), Given(kind="model")])
def test_the_worked_costs_by_hand(given: Given) -> None:
    """A head of 1 GB on a target of 16 GB costs 6.25%, and a draft model of 2 GB 12.5%."""
    found = re.search(r"such as ([(\d][^=]*) GB = ([\d.]+)%", whole(length("vllm-metrics.txt", given)))
    assert found is not None
    assert eval(found[1]) == pytest.approx(float(found[2]) / 100)
