"""The advice: one line per kind of draft, with the engine's option, and the same numbers in headline and table."""

import re
from pathlib import Path

import pytest

from explorer.imports.advice import advice
from explorer.imports.length_table import COMPARED
from explorer.imports.length_words import sets
from explorer.imports.loads import TITLE, windows
from explorer.imports.opening import FORMATS
from explorer.imports.report import Part, report
from explorer.imports.times import Given
from tests.explorer.imports.test_answers import EVERY, FIXTURES
from tests.explorer.imports.test_formats import pool

MADE = Path(__file__).parent / "made"


def part(path: Path, given: Given | None = None) -> Part:
    """The report about one file."""
    return report([(path, path.name)], given or Given()).parts[0]


def test_llama_cpp_by_hand() -> None:
    """300, 197 and 131 of 400 passes accept 1, 2 and 3 draft tokens or more, and 131 of 197 tests succeed at the last
    position. So 2 to 7 tokens write 2.2425, 2.57, 2.7878, 2.9326, 3.0289 and 3.0929 per pass.

    At 2%, 7 are the fastest: 3.0929 / 1.14 = 2.713. Then 3 lose 1 − 2.4245 / 2.713 = 10.6%, and 5 lose 1 − 2.666 /
    2.713 = 1.7%. At 10%, 4 are the fastest: 2.7878 / 1.4 = 1.991, and 5 lose 1 − 1.955 / 1.991 = 1.8%, so try 5.

    5 instead of 3 is 2.9326 / 1.1 against 2.57 / 1.06 at 2%: +10.0%. At 10%, 2.9326 / 1.5 against 2.57 / 1.3 is −1.1%.
    Both are equal at (2.9326 − 2.57) / (5 · 2.57 − 3 · 2.9326) = 8.9%.

    With a small model at 37.5%, 2 are the fastest: 2.2425 / 1.75 = 1.281, and 3 are 2.57 / 2.125 = 1.209, 5.6% less. At
    5%, 5 are the fastest: 2.9326 / 1.25 = 2.346, and 3 are 2.57 / 1.15 = 2.235, 4.7% less. 2 and 3 are equally fast at
    0.3275 / (3 · 2.2425 − 2 · 2.57) = 20.6%.

    A fourth to a seventh token pay off below 0.2178 / (4 · 2.57 − 3 · 2.7878) = 11.4%, 6.6%, 3.9% and 2.4%. The range
    from 2% to 2.4% is narrow, so it is joined with the next one.
    """
    found = part(MADE / "llama.log").answers[1]
    assert found.verdict == (
        "With a head, 4 to 7 are fastest; try 5 (an estimate) if a draft token costs less than 8.9% of a target pass. "
        "With a small model, 2 to 5 are fastest; keep 3, at most 5.6% slower."
    )
    option, ranges, _, head, _ = found.sentences
    assert ranges == "Fastest with a head: 6 or 7 at a cost of 2% to 3.9%, 5 up to 6.6% and 4 up to 10%."
    assert (
        found.folded[0]
        == "Fastest with a small model: 5 at a cost of 5% to 6.6%, 4 up to 11.4%, 3 up to 20.6% and 2 up to 37.5%."
    )
    assert option == "For 5, set `--spec-draft-n-max 5` (now 3), in old versions `--draft-max 5`."
    assert head == "5 instead of 3 with a head: +10.0% if a draft token costs 2%, −1.1% at 10%."
    assert found.folded[-1] == ("Based on drafts of 3 tokens in 400 target passes of one request at a time.")


def test_the_limit_of_the_cost_is_accepted_of_generated_draft_tokens() -> None:
    """E / (1 + 3c) is 1 at c = (E − 1) / 3, and E − 1 = 628 / 400. So c = 628 / 1,200 = 52.3%. Typical costs
    are below, so the draft probably pays off. 3 requests show signs of a difference, so nothing has an interval.
    """
    found = part(MADE / "llama.log").answers[2]
    assert found.verdict == (
        "Probably yes: the draft pays off if a draft token costs less than 52.3% of a target pass."
    )
    assert found.sentences[0] == (
        "The draft pays off up to a cost of accepted / generated draft tokens: 628 / 1,200 = 52.3%."
    )
    assert found.sentences[1] == (  # 2.57 / 1.3, / 1.06, / 2.125 and / 1.15
        "Speed-up at typical costs of a draft token: ×1.98 to ×2.42 with a head (2% to 10%) and ×1.21 to ×2.23 with a "
        "small model (5% to 37.5%)."
    )
    assert "fewer than 5 requests do not show how much requests differ" in " ".join(found.folded)


def test_sglang_at_a_given_cost_by_hand() -> None:
    """261, 173, 99 and 56 of 345 passes accept 1, 2, 3 and 4 draft tokens or more. 3 write 2.5449 tokens and 4 write
    2.7072, so 2.5449 / 1.3 = 1.958 and 2.7072 / 1.4 = 1.934: 4 lose 1.2%.

    A round of 21 ms gives 2.7072 / 0.021 = 128.9 tokens per second, and 128.9 / 1.934 = 66.7 without a draft.
    """
    low, length, worth = part(MADE / "sglang.jsonl", Given(cost=0.1)).answers
    assert low.verdict.startswith("EAGLE: normal. MTP: low. Small model: normal. 67.1%"), "a cost shows no kind"
    assert length.verdict == (
        "3 is fastest (+1.2%) if a draft token costs 10% of a target pass; 4 is within 2%, so it need not be changed."
    )
    # (2.7072 − 2.5449) / (4 · 2.5449 − 3 · 2.7072)
    assert re.search(r"\+1\.2% \(95%: [^)]+\)\. It pays off above a cost of 7\.9% \(95%: ", length.sentences[0])
    assert length.sentences[2] == (
        "For 4 (yours, inferred from the counts): `--speculative-num-steps 4`, `--speculative-num-draft-tokens 5` and "
        "`--speculative-eagle-topk 1`. For 3: `--speculative-num-steps 3`, `--speculative-num-draft-tokens 4` and "
        "`--speculative-eagle-topk 1`. `--speculative-num-draft-tokens` counts one more than the draft: 5 for a draft "
        "of 4."
    )
    assert worth.verdict == (
        "Computed, not measured: ×1.93 (95%: ×1.80 to ×2.07) if a draft token costs 10% of a target pass."
    )
    assert worth.sentences[1] == (
        "At this cost, the target alone would write 66.7 tokens per second for one request. If it alone writes more "
        "than 128.9, the draft gains nothing."
    )
    assert "add N: `python -m explorer import FILE --target-per-second N`. N is 1000 / TPOT" in worth.sentences[2]


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("given", [Given(), Given(cost=0.1), Given(cost=0.375), Given(cost=0.9)])
def test_headline_and_table_have_the_same_numbers(name: str, given: Given) -> None:
    """A head that should keep 3 by the table, and try 2 by the headline, would be two answers. A gain is the quotient
    of two speed-ups of the table.
    """
    found = part(FIXTURES / name, given)
    run = found.facts.run
    if not (run and run.measured):
        return
    (section,) = [section for section in found.sections if section.title == COMPARED]
    rows = {re.split(r" \(", row[0])[0]: row for row in section.tables[0].rows}
    heads, verdict = section.tables[0].heads, found.answers[1].verdict
    for each in advice(found.facts, run):
        (said,) = [part for part in re.split(r"(?<=\.) (?=[A-Z0-9])", verdict) if part.lower().startswith(each.when)][
            -1:
        ]
        kept = "keep it" in said or f"keep {each.now}" in said or f"{each.now} is within 2%" in said
        assert kept == each.keeps
        assert re.search(rf"\b{each.size or 'no draft'}\b", said.lower()), "the advised length is in the headline"
        if each.other is None:
            continue
        column = next(place for place, head in enumerate(heads) if head.startswith(f"speed-up {each.when}".strip()))
        ends = [
            [float(x) for x in rows[str(size or "no draft")][column].replace("×", "").split(" to ")]
            for size in (each.other, each.now)
        ]
        for gain, this, now in zip(each.gains, *ends, strict=True):
            assert this / now - 1 == pytest.approx(gain, abs=0.02)


@pytest.mark.parametrize("name", ["vllm.log", "llama.log", "sglang.log", "aiperf.jsonl", "mlx.jsonl", "lmstudio.jsonl"])
def test_every_engine_has_its_option_with_both_values(name: str) -> None:
    """An engineer who reads “try 2” must not look up what to type."""
    said = sets(pool(name), 2, 3)
    assert "(now 3)" in said
    assert "2`" in said


def test_every_format_names_an_option() -> None:
    """`sets` has a place for the new value and one for the present one."""
    assert all("{0}" in form.sets and "{2}" in form.sets for form in FORMATS if form.sets)


def test_the_log_windows_by_hand() -> None:
    """252 of 630 draft tokens: 210 passes in 10 s. 210 + 252 tokens in 46.2 tokens per second are 10 s, so a round took
    10,000 / 210 = 47.6 ms. With 8, 8 · 2.0033 / 180.3 = 88.9 ms.
    """
    loads = part(MADE / "vllm.log").facts.loads
    assert [windows(at) for at in loads] == [
        (("line 2 (12:00:00)", "58.9%", "46.2", "47.6"), ("line 4 (12:00:10)", "66.7%", "46.8", "52.6")),
        (("line 8 (12:00:30)", "57.8%", "106.1", "60"),),
        (("line 6 (12:00:20)", "53.3%", "180.3", "88.9"),),
    ]
    sections = {each.title: each for each in part(MADE / "vllm.log").sections}
    assert [each.caption for each in sections[TITLE].tables] == ["", "With 1 running request"], "one load per table"
    captions = [each.caption for each in sections[COMPARED].tables]
    assert captions == ["With 1 running request", "With 3 running requests", "With 8 running requests"]
