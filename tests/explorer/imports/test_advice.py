"""The advice: one line per kind of draft, with the engine's option, and the same numbers in headline and table."""

import re
from pathlib import Path

import pytest

from explorer.imports.advice import Advice, advice, runs_of
from explorer.imports.length_table import COMPARED
from explorer.imports.length_words import sets
from explorer.imports.loads import BEATS, TITLE, windows
from explorer.imports.opening import FORMATS
from explorer.imports.record import Kind
from explorer.imports.report import Part, report
from explorer.imports.sections import Table
from explorer.imports.times import Given
from explorer.imports.whatif import EQUAL
from explorer.imports.words import share
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
        "With a head (2% to 10%), try 4 (+0.7% to +6.5% over 3, an estimate). With a small model (5% to 37.5%), keep "
        "3: another tried length is at most 6.0% faster."
    )
    option, costs, estimate, exact = found.sentences
    assert option == "For 4, set `--spec-draft-n-max 4` (now 3), in old versions `--draft-max 4`."
    # A token at position 2 pays off below 0.4925 / (2 · 1.75 − 2.2425) = 39.2%, and the first one below 75%.
    assert costs == (
        "Fastest lengths by the cost of a draft token: 4 or longer (estimated) below 11.4%, 3 up to 20.6%, 2 up to "
        "39.2%, 1 up to 75.0%, no draft above."
    )
    # 2.57 / 1.3 · 1.4 = 2.7677, which is 0.1977 more than 2.57, or 60.4% of the 0.3275 passes that accept all 3.
    assert estimate == (
        "Lengths above 3 were not tried. The estimate for 4 optimistically assumes 66.5% at position 4, as at 3. "
        "Below 60.4% there, 4 gains nothing at a cost of 10%. 5 is faster than 4 only below a cost of 6.6%."
    )
    assert "such as (0.4 + 0.6) / 16 GB = 6.25%: `python -m explorer import FILE --draft-cost 6.25%`." in exact
    assert exact.endswith("Start `llama-server` with `-lv 4`: the log then has the cost.")
    assert found.folded[-1] == ("Based on drafts of 3 tokens in 400 target passes of one request at a time.")


def test_two_estimates_that_are_equal_are_not_ranked() -> None:
    """At 6.25%, 4 are 2.7878 / 1.25 = 2.230, and 5 are 2.9326 / 1.3125 = 2.234: 0.2% more is no difference."""
    answer = part(MADE / "llama.log", Given(cost=0.0625)).answers[1]
    assert answer.verdict == "At a cost of 6.25%, try 4 (+3.1% over 3, an estimate)."
    assert "5 is equally fast (×2.23)." in " ".join(answer.sentences)


def test_one_length_for_all_loads_by_hand() -> None:
    """With 8 running requests at 10%, 2 are 1.8811 / 1.2 = 1.568 and 3 are 2.0033 / 1.3 = 1.541: +1.7%. With 1, 3 are
    faster than 2. With a small model at 37.5% and 8, 2 are 1.8811 / 1.75 = 1.075 and 3 are 2.0033 / 2.125 = 0.943:
    +14.0%. At 5% and 3, they are 1.93 / 1.1 = 1.755 and 2.122 / 1.15 = 1.845: −4.9%, and −5.0% with 1.
    """
    found = part(MADE / "vllm.log")
    assert found.answers[1].verdict == (
        "With a head (2% to 10%), keep 3: another tried length is at most 1.7% faster. With a small model (5% to "
        "37.5%), set 2: from 5.0% slower to 14.0% faster than 3, by cost and load. This was computed at every load of "
        "the file, for these costs only."
    )
    one, three, eight = found.answers[1].sentences[1:4]
    assert one == (
        "Fastest lengths by the cost of "
        "a draft token with 1 running request: 4 or longer (estimated) below 5.3%, 3 up to "
        "12.6%, 2 up to 34.0%, 1 up to 68.5%, no draft above."
    )
    assert three == (
        "With 3: 4 or longer (estimated) below 5.4%, 3 up to 11.4%, 2 up to 25.3%, 1 up to 61.6%, no draft above."
    )
    assert eight == (
        "With 8: 4 or longer (estimated) below 2.7%, 3 up to 7.5%, 2 up to 23.3%, 1 up to 58.2%, no draft above."
    )


def test_vllm_can_set_a_length_for_each_load() -> None:
    """24 and 60 tokens per second alone make a cost of 6.7%, where 3 are best with 1 and 3 running requests. 150 make
    22.2% with 8, where 2 are best. vLLM's entries have the first and the last number of requests, and the length.
    """
    speeds = Given(loads=((1, 24.0), (3, 60.0), (8, 150.0)))
    answer = part(MADE / "vllm.log", speeds).answers[1]
    assert answer.verdict == (
        "Set 2: −3.8% with 1 running request, −3.1% with 3 and +8.3% with 8 over 3; another tried length is at most "
        "3.9% faster."
    )
    said = " ".join((*answer.sentences, *answer.folded))
    assert '`"num_speculative_tokens_per_batch_size": [[1, 7, 3], [8, 8, 2]]` in `--speculative-config`' in said
    assert "per_batch_size" not in " ".join(part(MADE / "vllm.log").answers[1].sentences), "2 is best at each load"


def test_the_table_of_kinds_by_hand() -> None:
    """One row per kind of draft: 2.57 / 1.3 and 2.57 / 1.06 with a head, 2.57 / 2.125 and 2.57 / 1.15 with a small
    model. 628 of 897 tests, and 300 of 400 at position 1.
    """
    kinds = part(MADE / "llama.log").kinds
    assert kinds is not None
    (table,) = kinds.tables
    assert table.heads[-1] == "speed-up with 3"
    rates = (
        "70.0%: normal for EAGLE-1 (61% to 79%). 75.0% at position 1: low for MTP (DeepSeek-V3 and GLM-4.5-Air: 85% to "
        "92%)"
    )
    assert table.rows == (
        ("a head (2% to 10%)", rates, "try 4 (+0.7% to +6.5% over 3, an estimate)", "×1.98 to ×2.42"),
        (
            "a small model (5% to 37.5%)",
            "70.0%: normal for a small model (53% to 82%)",
            "keep 3: another is at most 6.0% faster",
            "×1.21 to ×2.23",
        ),
    )
    sglang = part(MADE / "sglang.jsonl").kinds
    assert sglang is not None
    assert sglang.tables[0].rows[-1][:3] == (
        "n-grams (about 0%)",
        "no published rate",
        "try 5 (+3.4% over 4, an estimate)",
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
    assert found.verdict == (  # 2.57 / 1.3, / 1.06, / 2.125 and / 1.15
        "Probably yes: ×1.98 to ×2.42 with a head and ×1.21 to ×2.23 with a small model (computed, not measured). It "
        "loses only if a draft token costs over 52.3% of a target pass."
    )
    assert found.sentences[0] == (
        "It is worth it if the target alone is slower than 81.4 tokens per second after 40 prompt tokens, 57.5 after "
        "2,200 and 26.9 after 9,100 (all together: 57.6)."
    )
    assert found.folded[0] == (
        "It pays off up to a cost of accepted / generated draft tokens: 628 / 1,200 = 52.3%. Each accepted token saves "
        "a target pass, and each generated one has to be drafted."
    )
    assert found.sentences[2].endswith("88 ms after 9,100. Speed-ups at long contexts are uncertain.")
    assert "fewer than 5 requests do not show how much requests differ" in " ".join(found.folded)


def test_a_given_cost_gives_the_speed_of_the_target_alone() -> None:
    """The shortest prompt has rounds of 31 ms. At 6.25%, a round is 1.1875 target passes, so the target alone writes
    1.1875 / 0.031 = 38 tokens per second.
    """
    answer = part(MADE / "llama.log", Given(cost=0.0625)).answers[2]
    assert answer.verdict == "Probably yes: ×2.16 at a cost of 6.25% of a target pass (computed, not measured)."
    assert answer.sentences[0] == (
        "At this cost, the target alone would write about 38 tokens per second after 40 prompt tokens. If it writes "
        "more than 81.4, turn the draft off."
    )


def test_times_that_were_not_measured_give_no_speed() -> None:
    """All 6 end-to-end times lie on 200 ms + 21 ms per pass, so 128.9 tokens per second are not a real speed."""
    for given in (Given(), Given(cost=0.1), Given(per_second=50)):
        answer = part(MADE / "sglang.jsonl", given).answers[2]
        said = " ".join((answer.verdict, *answer.sentences, *answer.folded))
        assert "were probably not measured: all 6 lie exactly on 200 ms + 21 ms per pass." in said
        assert "128.9" not in said
    assert answer.verdict == "This file cannot say, because its times were probably not measured."


def test_sglang_at_a_given_cost_by_hand() -> None:
    """261, 173, 99 and 56 of 345 passes accept 1, 2, 3 and 4 draft tokens or more. 3 write 2.5449 tokens and 4 write
    2.7072, so 2.5449 / 1.3 = 1.958 and 2.7072 / 1.4 = 1.934: 3 gain 1.2%.
    """
    low, length, worth = part(MADE / "sglang.jsonl", Given(cost=0.1)).answers
    assert low.verdict.startswith("Normal for EAGLE-1 and a small model, low for MTP: 67.1%")
    assert re.fullmatch(r"At a cost of 10%, set 3: \+1\.2% \(95% interval: [^)]+\) over 4\.", length.verdict)
    assert length.sentences[0] == (
        "For 3, set `--speculative-num-steps 3` (now 4, inferred), `--speculative-num-draft-tokens 4` (now 5, "
        "inferred) and `--speculative-eagle-topk 1`."
    )
    assert length.sentences[1].startswith("Speed-up with 3 and 4: ×1.96 (95% interval: ")
    # (2.7072 − 2.5449) / (4 · 2.5449 − 3 · 2.7072)
    assert length.sentences[2].startswith("3 is faster than 4 above a cost of 7.9% (95% interval: ")
    assert "`--speculative-num-draft-tokens` counts one more than the draft: 4 for a draft of 3." in length.folded
    assert worth.verdict == (
        "Probably yes: ×1.93 (95% interval: ×1.80 to ×2.07) at a cost of 10% of a target pass (computed, not measured)."
    )


MADE_ONES = [MADE / name for name in ("llama.log", "sglang.jsonl", "vllm.log")]
CASES = [FIXTURES / name for name in EVERY] + MADE_ONES


def lengths(found: Part) -> list[Table]:
    """The tables of draft lengths, one per load."""
    (section,) = [section for section in found.sections if section.title == COMPARED]
    return [table for table in section.tables if table.heads[0] == "draft length"]


def row_of(table: Table, size: int) -> tuple[str, ...]:
    """The row of a draft length."""
    return next(row for row in table.rows if row[0].split(" (")[0] == str(size or "no draft"))


ALL = pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
EVERY_GIVEN = pytest.mark.parametrize(
    "given",
    [Given(), Given(kind="eagle"), *(Given(cost=cost) for cost in (0.02, 0.0625, 0.1, 0.2, 0.375, 0.9)), Given(25)],
    ids=str,
)


def advised(found: Part) -> list[Advice]:
    """The advice of a part; none if lengths cannot be compared, or hardly any draft token is accepted."""
    run = found.facts.run
    return list(advice(found.facts, run)) if run is not None and run.measured and run.useful() else []


def texts(found: Part) -> list[str]:
    """All that the answers, the table of kinds and the tables of lengths say."""
    said = [text for answer in found.answers for text in (answer.verdict, *answer.sentences, *answer.folded)]
    tables = [*lengths(found), *(found.kinds.tables if found.kinds else ())]
    return [*said, *(cell for table in tables for row in table.rows for cell in row)]


@ALL
def test_thresholds_of_sentences_are_rows_of_the_tables(path: Path) -> None:
    """“3 below 8.9%” above a table that says 11.4% would be two answers."""
    found = part(path)
    if not advised(found) or found.facts.run is None or found.facts.run.cost is not None:
        return
    place = lengths(found)[0].heads.index(BEATS)
    limits = {row[place] for table in lengths(found) for row in table.rows}
    said = " ".join(each for each in found.answers[1].sentences if each.startswith(("Fastest", "With ", "Lengths")))
    thresholds = re.findall(r"(?:below|up to|below a cost of) ([\d.]+%)", said.replace(". Below", ". "))
    assert set(thresholds) <= limits, said


@ALL
@EVERY_GIVEN
def test_no_tried_length_is_faster_than_the_headline_says(path: Path, given: Given) -> None:
    """An engineer who sets the advised length never loses more than the report says, at any of these loads and costs.
    No other length would lose clearly less, so nothing contradicts the number.
    """
    found = part(path, given)
    for each in advised(found):
        grid = [(case.run, case.low + (case.high - case.low) * step / 20) for case in each.cases for step in range(21)]
        losses = [
            max(run.gain(other, size, cost) for run, cost in grid for other in range(each.gamma + 1))
            for size in range(each.gamma + 1)
        ]
        assert losses == pytest.approx([each.behind(size) for size in range(each.gamma + 1)])
        assert losses[each.tried] <= min(losses) + EQUAL
        more = [run.gain(each.gamma + 1, each.gamma, cost) for run, cost in grid]
        assert each.longer == (each.tried == each.gamma and min(more) >= EQUAL)
        words = each.words()
        assert re.search(rf"\b{each.size or 'no draft'}\b", words)
        assert ("another tried length" in words) <= (each.keeps or each.now is None or each.known)
        if "at most" in words:
            assert f"at most {share(losses[each.size])} faster" in words
        elif "no tried length" in words:
            assert losses[each.size] < EQUAL


SLOWER = re.compile(r"set (\d+|no draft): (?:from (.+) to )?([\d.]+%) faster than (\d+), by (the cost|cost and load)$")


@ALL
@pytest.mark.parametrize("kind", ["", "head", "model"])
def test_the_headline_says_what_a_new_length_loses_and_gains(path: Path, kind: Kind) -> None:
    """“At most 7.7% faster (19.1% than 4)” was read as “3 is 19.1% faster than 4”. Both ends are those of the speed-ups
    of the two lengths at all typical costs and loads.
    """
    found = part(path, Given(kind=kind))
    for each in advised(found):
        now = each.now
        if each.known or each.longer or each.keeps or now is None:
            continue
        grid = [
            (run, each.cases[0].low + (each.cases[0].high - each.cases[0].low) * step / 100)
            for run, _ in runs_of(found.facts, each.cases[0].run)
            for step in range(101)
        ]
        gains = [run.speedup(each.size, cost) / run.speedup(now, cost) - 1 for run, cost in grid]
        said = SLOWER.search(each.words())
        assert said, each.words()
        least = {True: share(min(gains)), False: f"{share(-min(gains))} slower"}[min(gains) > 0]
        assert said.groups() == (
            str(each.size or "no draft"),
            "no faster" if abs(min(gains)) < EQUAL else least,
            share(max(gains)),
            str(now),
            "cost and load" if len(each.cases) > 1 else "the cost",
        )


def test_a_new_length_by_hand() -> None:
    """At 5%, 2.5449 / 1.15 = 2.213 against 2.7072 / 1.2 = 2.256 is −1.9%. At 37.5%, 1.1976 against 1.0829 is +10.6%."""
    assert (
        part(MADE / "sglang.jsonl")
        .answers[1]
        .verdict.endswith(
            "With a small model (5% to 37.5%), set 3: from 1.9% slower to 10.6% faster than 4, by the cost."
        )
    )


@ALL
@EVERY_GIVEN
def test_headline_and_tables_name_the_same_lengths(path: Path, given: Given) -> None:
    """The headline, the table of kinds and the marks of the table of lengths come from one computation."""
    found = part(path, given)
    rows = advised(found)
    for index, each in enumerate(rows):
        if found.kinds is not None:
            assert found.kinds.tables[0].rows[index][2] == each.words("another")
        if each.kind is None or each.kind.kind != "ngram" or len(rows) == 1:
            assert each.words() in (said := found.answers[1].verdict) or each.words().capitalize() in said
        kind = f" with {each.kind.name}" if each.kind else ""
        for table in lengths(found) if not each.keeps else ():
            assert f"{'try' if each.longer else 'set'}{kind}" in row_of(table, each.size)[0]


@ALL
def test_the_speed_ups_of_the_headline_are_those_of_the_table(path: Path) -> None:
    """The verdict, the table of kinds and the largest cost come from the same limits. A draft that loses only above a
    cost cannot lose at a typical cost below it.
    """
    found = part(path)
    verdict = found.answers[2].verdict
    if found.kinds is None or "(computed, not measured)" not in verdict:
        return
    for row in found.kinds.tables[0].rows:
        name = row[0].split(" (")[0]
        assert name == "n-grams" or f"{row[-1]} with {name}" in verdict
    limit = float(re.findall(r"over ([\d.]+)% of a target pass", verdict)[0]) / 100
    for each in advised(found):
        assert each.kind is not None
        low = min(case.run.speedup(case.run.gamma, each.kind.high) for case in each.cases)
        assert (low > 1) == (each.kind.high < limit), (each.kind, limit)


def named(words: str, cost: float) -> str:
    """The length that a list of costs names at a cost."""
    *rows, last = words.split(": ", 1)[1].rstrip(".").split(", ")
    for row in rows:
        name, limit = re.split(" below | up to ", row)
        if cost < float(limit.rstrip("%")) / 100:
            return name
    assert last.endswith(" above"), words
    return last.removesuffix(" above")


@ALL
def test_at_every_cost_the_list_names_the_best_length_of_the_table(path: Path) -> None:
    """A list that ended at 37.5% with “2 above” named 2 at 90%, where no draft is best. Below the lowest typical cost,
    estimates are in no table, so tried lengths are named.
    """
    found = part(path)
    run, rows = found.facts.run, advised(found)
    if run is None or not rows or rows[0].kind is None:
        return
    said = [each for each in found.answers[1].sentences if re.match(r"Fastest lengths by|With [\d,]+: ", each)]
    runs = runs_of(found.facts, run)
    assert len(said) == len(runs)
    low, checked = min(each.kind.low for each in rows if each.kind), 0
    for words, (each, _), table in zip(said, runs, lengths(found), strict=True):
        sizes = [int(row[0].split(" (")[0].replace("no draft", "0")) for row in table.rows]
        limits = [float(limit) / 100 for limit in re.findall(r"([\d.]+)%", words)]
        for cost in (step / 500 for step in range(750)):
            if min(abs(cost - limit) for limit in limits) < 0.001:
                continue  # the printed limit is rounded
            tried = [size for size in sizes if size <= each.gamma or cost > low]
            best = max(tried, key=lambda size: (each.speedup(size, cost), -size))
            name = f"{each.gamma + 1} or longer (estimated)" if best > each.gamma else str(best or "no draft")
            if cost <= low and "longer" in named(words, cost):
                continue
            assert named(words, cost) == name, (cost, words)
            checked += 1
    assert checked > 600


@ALL
@EVERY_GIVEN
def test_ranges_rise_and_no_difference_is_not_a_gain(path: Path, given: Given) -> None:
    """“×2.58 to ×1.99” beside “×1.98 to ×2.42” must be read twice, and “fastest: +0.0%” is no advice."""
    said = texts(part(path, given))
    for text in said:
        for low, high in re.findall(r"×([\d.]+) to ×([\d.]+)", text):
            assert float(low) <= float(high), text
        for low, high in re.findall(r"([+−][\d.]+)% to ([+−][\d.]+)%", text):
            assert float(low.replace("−", "-")) <= float(high.replace("−", "-")), text
        assert "+0.0%" not in text, text
        assert not re.search(r"\(estimated?\) is (?:the )?fastest", text)
    lines = [text for text in said if "were not tried" in text]
    assert len(lines) <= 1, "once is enough"


def test_a_speed_up_next_to_1_is_no_gain() -> None:
    """3 draft tokens with 3 running requests at 37.5%: 2.122 / 2.125 = 0.9986."""
    found = part(MADE / "vllm.log", Given(cost=0.375)).answers[2]
    assert found.verdict == (
        "It depends on the load: ×1.09 with 1 running request, no gain with 3 and ×0.94 with 8 at a cost of 37.5% of a "
        "target pass (computed, not measured)."
    )


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
