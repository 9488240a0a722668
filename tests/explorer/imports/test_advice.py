"""The advice: one line per kind of draft, with the engine's option, and the same numbers in headline and table."""

import re
from pathlib import Path

import pytest

from explorer.imports.advice import advice, every_load, runs_of
from explorer.imports.length_table import COMPARED
from explorer.imports.length_words import sets
from explorer.imports.loads import BEATS, TITLE, windows
from explorer.imports.opening import FORMATS
from explorer.imports.report import Part, report
from explorer.imports.sections import Table
from explorer.imports.times import Given
from tests.explorer.imports.test_answers import EVERY, FIXTURES
from tests.explorer.imports.test_formats import pool

MADE = Path(__file__).parent / "made"


def part(path: Path, given: Given | None = None) -> Part:
    """The report about one file."""
    return report([(path, path.name)], given or Given()).parts[0]


def test_llama_cpp_by_hand() -> None:
    """300, 197 and 131 of 400 passes accept 1, 2 and 3 draft tokens or more, and 131 of 197 tests succeed at the last
    position. So 2 to 5 tokens write 2.2425, 2.57, 2.7878 and 2.9326 per pass.

    2 and 3 are equally fast at 0.3275 / (3 · 2.2425 − 2 · 2.57) = 20.6%. A fourth and a fifth token pay off below
    0.2178 / (4 · 2.57 − 3 · 2.7878) = 11.4% and 6.6%. So with a head, 4 are faster at every cost from 2% to 10%: 2.7878
    / 1.08 against 2.57 / 1.06 is +6.5%, and 2.7878 / 1.4 against 2.57 / 1.3 is +0.7%.

    With a small model at 37.5%, 2 are 2.2425 / 1.75 = 1.281, and 3 are 2.57 / 2.125 = 1.209: +6.0%.
    """
    found = part(MADE / "llama.log").answers[1]
    assert found.verdict == (
        "With a head: try 4 (an estimate: +6.5% to +0.7%; 5 only below 6.6%). With a small model: 3 below 20.6%, 2 "
        "above. 4 was not tried."
    )
    option, estimate, exact = found.sentences
    assert option == "For 4, set `--spec-draft-n-max 4` (now 3), in old versions `--draft-max 4`."
    assert estimate == "By an estimate, which is optimistic, 4 is faster than 3 below a cost of 11.4%."
    assert "such as (0.4 + 0.6) / 16 GB = 6.25%: `python -m explorer import FILE --draft-cost 6.25%`." in exact
    assert exact.endswith("Start `llama-server` with `-lv 4`: the log then has the cost.")
    assert found.folded[0] == "2 instead of 3 with a small model: +6.0% at a cost of 37.5%."
    assert found.folded[-1] == ("Based on drafts of 3 tokens in 400 target passes of one request at a time.")


def test_the_table_of_kinds_by_hand() -> None:
    """One row per kind of draft: 2.57 / 1.3 and 2.57 / 1.06 with a head, 2.57 / 2.125 and 2.57 / 1.15 with a small
    model. 628 of 897 tests, and 300 of 400 at position 1.
    """
    kinds = part(MADE / "llama.log").kinds
    assert kinds is not None
    (table,) = kinds.tables
    assert table.heads[-1] == "speed-up with 3"
    length = "try 4 (an estimate: +6.5% to +0.7%; 5 only below 6.6%)"
    mtp = "75.0% at position 1, published 85% to 92%: below both known models"
    assert table.rows == (
        ("EAGLE (2% to 10%)", "70.0%, published 61% to 79%: normal", length, "×1.98 to ×2.42"),
        ("MTP (2% to 10%)", mtp, length, "×1.98 to ×2.42"),
        (
            "a small model (5% to 37.5%)",
            "70.0%, published 53% to 82%: normal",
            "3 below 20.6%, 2 above",
            "×1.21 to ×2.23",
        ),
    )
    sglang = part(MADE / "sglang.jsonl").kinds
    assert sglang is not None
    assert sglang.tables[0].rows[-1][:3] == (
        "n-grams (about 0%)",
        "no published rate",
        "try 5 or more (an estimate: +3.4%)",
    )
    assert part(MADE / "llama.log", Given(kind="eagle")).kinds is None, "one kind needs no table"
    assert part(MADE / "llama.log", Given(cost=0.1)).kinds is None, "one cost needs no table"


def test_n_grams_have_their_own_option() -> None:
    """For NGRAM, SGLang replaces `--speculative-eagle-topk` by the breadth of its search."""
    said = " ".join(part(MADE / "sglang.jsonl").answers[1].folded)
    assert (
        "For n-grams of 5, set `--speculative-num-draft-tokens 6` (now 5, inferred) and "
        "`--speculative-ngram-max-bfs-breadth 1`, which replaces `--speculative-eagle-topk`."
    ) in said
    seen = part(MADE / "sglang.jsonl").answers[1]
    assert "n-gram" not in " ".join((seen.verdict, *seen.sentences)), "the table of kinds has them, as the last row"
    copied = part(MADE / "sglang.jsonl", Given(kind="ngram")).answers[1]
    assert copied.sentences[0].startswith("For 5, set `--speculative-num-draft-tokens 6` (now 5, inferred) and `--spec")


def test_the_limit_of_the_cost_is_accepted_of_generated_draft_tokens() -> None:
    """E / (1 + 3c) is 1 at c = (E − 1) / 3, and E − 1 = 628 / 400. So c = 628 / 1,200 = 52.3%. Typical costs
    are below, so the draft probably pays off. 3 requests show signs of a difference, so nothing has an interval.
    """
    found = part(MADE / "llama.log").answers[2]
    assert found.verdict == (
        "Worth it if the target alone is slower than 81.4 tokens per second after 40 prompt tokens, 57.5 after 2,200 "
        "and 26.9 after 9,100 (all together: 57.6). Not measured yet."
    )
    assert found.sentences[1] == (
        "Probably yes, up to a cost of accepted / generated draft tokens: 628 / 1,200 = 52.3%. Each accepted token "
        "saves a target pass, and each generated one costs a draft token."
    )
    assert found.sentences[2].endswith("88 ms after 9,100. Speed-ups at long contexts are uncertain.")
    assert found.folded[0] == (  # 2.57 / 1.3, / 1.06, / 2.125 and / 1.15
        "Speed-up at typical costs of a draft token: ×1.98 to ×2.42 with a head (2% to 10%) and ×1.21 to ×2.23 with a "
        "small model (5% to 37.5%)."
    )
    assert "fewer than 5 requests do not show how much requests differ" in " ".join(found.folded)


def test_sglang_at_a_given_cost_by_hand() -> None:
    """261, 173, 99 and 56 of 345 passes accept 1, 2, 3 and 4 draft tokens or more. 3 write 2.5449 tokens and 4 write
    2.7072, so 2.5449 / 1.3 = 1.958 and 2.7072 / 1.4 = 1.934: 3 gain 1.2%.

    A round of 21 ms gives 2.7072 / 0.021 = 128.9 tokens per second, and 128.9 / 1.934 = 66.7 without a draft.
    """
    low, length, worth = part(MADE / "sglang.jsonl", Given(cost=0.1)).answers
    assert low.verdict.startswith("Normal for EAGLE and a small model, below both known models for MTP: 67.1%")
    assert re.fullmatch(
        r"At a cost of 10%, 3 is the fastest length: \+1\.2% \(95% interval: [^)]+\) over 4\.", length.verdict
    )
    assert length.sentences[0] == (
        "For 3, set `--speculative-num-steps 3` (now 4, inferred), `--speculative-num-draft-tokens 4` (now 5, "
        "inferred) and `--speculative-eagle-topk 1`."
    )
    assert length.sentences[1].startswith("Speed-up with 3 and 4: ×1.96 (95% interval: ")
    # (2.7072 − 2.5449) / (4 · 2.5449 − 3 · 2.7072)
    assert length.sentences[2].startswith("3 is faster than 4 above a cost of 7.9% (95% interval: ")
    assert "`--speculative-num-draft-tokens` counts one more than the draft: 4 for a draft of 3." in length.folded
    assert worth.verdict == (
        "Computed, not measured: ×1.93 (95% interval: ×1.80 to ×2.07) if a draft token costs 10% of a target pass."
    )
    assert worth.sentences[0] == (
        "At this cost, the target alone would write 66.7 tokens per second for one request. If it alone writes more "
        "than 128.9, the draft gains nothing."
    )
    assert worth.sentences[2] == (
        "All times lie exactly on a line, so they were probably not measured, and 128.9 is not a real speed."
    )
    assert "add N: `python -m explorer import FILE --target-per-second N`. N is 1000 / TPOT" in worth.sentences[3]


MADE_ONES = [MADE / name for name in ("llama.log", "sglang.jsonl", "vllm.log")]
CASES = [FIXTURES / name for name in EVERY] + MADE_ONES


def lengths(found: Part) -> list[Table]:
    """The tables of draft lengths, one per load."""
    (section,) = [section for section in found.sections if section.title == COMPARED]
    return [table for table in section.tables if table.heads[0] == "draft length"]


def row_of(table: Table, size: int) -> tuple[str, ...]:
    """The row of a draft length."""
    return next(row for row in table.rows if row[0].split(" (")[0] == str(size or "no draft"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_thresholds_of_the_headline_are_rows_of_the_table(path: Path) -> None:
    """“3 below 8.9%” above a table that says 11.4% would be two answers. At several loads, a headline holds for all of
    them, so its thresholds are the lowest and the highest of the tables.
    """
    found = part(path)
    run = found.facts.run
    if not (run and run.measured) or found.facts.run is None or run.cost is not None:
        return
    place = lengths(found)[0].heads.index(BEATS)
    limits = {row[place] for table in lengths(found) for row in table.rows}
    kinds = "" if found.kinds is None else " ".join(row[2] for row in found.kinds.tables[0].rows)
    answer = found.answers[1]
    said = " ".join((answer.verdict, kinds, *(each for each in answer.sentences if each.startswith(("With ", "By ")))))
    thresholds = re.findall(
        r"(?:below|up to|above|from|to|cost of) ([\d.]+%)", re.sub(r"\(an estimate: [^;)]*", "(", said)
    )
    assert set(thresholds) <= limits, said


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
@pytest.mark.parametrize("cost", [0.02, 0.05, 0.1, 0.2, 0.375])
def test_headlines_name_the_fastest_length_at_every_cost(path: Path, cost: float) -> None:
    """The default page and the page of a known cost follow one rule: the length with the largest speed-up."""
    found = part(path, Given(cost=cost))
    run = found.facts.run
    if not (run and run.measured and run.useful()):
        return
    for each, count in runs_of(found.facts, run):
        sizes, advised = range(each.gamma + 1 + (each.whole > 0)), each.advised(cost)
        assert each.speedup(advised, cost) == pytest.approx(max(each.speedup(size, cost) for size in sizes))
        for row in advice(part(path).facts, each):
            for one in row:
                if one.kind is None or one.running != count or not one.low < cost < one.high:
                    continue
                (tried,) = [part.size for part in one.ranges if part.low <= cost < part.high]
                assert tried == each.best(cost)
                assert one.longer <= (advised > each.gamma), "what is tried at all costs is faster at this one"
    verdict = found.answers[1].verdict
    for row in advice(found.facts, run):
        assert all(re.search(rf"\b{one.size or 'no draft'}\b", verdict.lower()) for one in row), verdict


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_a_claim_about_every_load_holds_at_every_load(path: Path) -> None:
    """A bound may not be that of the load that is easiest."""
    found = part(path)
    run = found.facts.run
    if not (run and run.measured):
        return
    for row in advice(found.facts, run):
        kind = row[0].kind
        if kind is None or len(row) < 2:
            continue
        for size, low, high in re.findall(r"(\d) (?:below|from|above) ([\d.]+)%(?: to ([\d.]+)%)?", every_load(row)):
            middle = (float(low) + float(high or low)) / 200 if high else None
            costs = [middle] if middle else [(kind.low + float(low) / 100) / 2, (kind.high + float(low) / 100) / 2]
            assert any(all(each.run.best(cost) == int(size) for each in row) for cost in costs), (size, low, high)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
@pytest.mark.parametrize("given", [Given(), Given(cost=0.375), Given(cost=0.9), Given(per_second=50)])
def test_a_loss_is_never_printed_as_no_change(path: Path, given: Given) -> None:
    """×1.00 for 0.999 would say that the draft costs nothing. Only no draft is exactly ×1.00."""
    found = part(path, given)
    texts = [answer.verdict for answer in found.answers]
    texts += [said for answer in found.answers for said in (*answer.sentences, *answer.folded)]
    for table in [*lengths(found), *(found.kinds.tables if found.kinds else ())]:
        for row in (row for row in table.rows if not row[0].startswith("no draft")):
            texts += [cell for head, cell in zip(table.heads, row, strict=True) if head != "95% interval"]
    bare = [re.sub(r"\(95% interval: [^)]*\)", "", text) for text in texts]
    assert not [text for text in bare if re.search(r"×1\.00(?!\d)", text)]


def test_a_speed_up_next_to_1_has_more_digits() -> None:
    """3 draft tokens with 3 running requests at 37.5%: 2.122 / 2.125 = 0.9986."""
    found = part(MADE / "vllm.log", Given(cost=0.375)).answers[2]
    assert "×0.999 with 3" in found.verdict


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_most_means_more_than_half(path: Path) -> None:
    """900 of 1,800 target passes are not most of them, so nothing is advised “because most passes ran” there."""
    found = part(path)
    said = " ".join(text for answer in found.answers for text in (answer.verdict, *answer.sentences, *answer.folded))
    assert not re.search(r"\b[Mm]ost (?:target passes|requests|log windows)\b", said)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_ranges_and_intervals_are_marked_differently(path: Path) -> None:
    """A lowest and a highest value are no interval, and each p-value says what it tests."""
    found = part(path)
    said = " ".join(text for answer in found.answers for text in (answer.verdict, *answer.sentences, *answer.folded))
    assert "95%:" not in said
    for before in re.findall(r"(.{40})\bp [=<] 0", said):
        assert "test of " in before
    for inside in re.findall(r"\((?:lowest|slowest) and (?:highest|fastest) [^:)]*: ([^)]*)\)", said):
        assert " to " not in inside


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
