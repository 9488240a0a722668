"""The advice: one line per kind of draft, with the engine's option, and the same numbers in headline and table."""

import csv
import re
from pathlib import Path

import pytest

from explorer.imports.advice import Advice, changes
from explorer.imports.costs import ordinary
from explorer.imports.length_table import COMPARED
from explorer.imports.length_words import sets
from explorer.imports.loads import BEATS, TITLE, windows
from explorer.imports.opening import FORMATS
from explorer.imports.page import page
from explorer.imports.plain import table_csv
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
    position. So 2, 3 and 4 tokens write 2.2425, 2.57 and 2.7878 per pass.

    At 37.5%, 2 are 2.2425 / 1.75 = 1.281, and 3 are 2.57 / 2.125 = 1.209: +6.0%. With a head, 4 are 2.7878 / 1.08
    against 2.57 / 1.06 at 2%, which is +6.5%, and 2.7878 / 1.4 against 2.57 / 1.3 at 10%, which is +0.7%. 2 and 3 are
    equally fast at 0.3275 / (3 · 2.2425 − 2 · 2.57) = 20.6%, and a fourth token pays off below 0.2178 / (4 · 2.57 − 3 ·
    2.7878) = 11.4%.
    """
    found = part(MADE / "llama.log").answers[1]
    assert found.verdict == (
        "With a head (cost 2% to 10%): try 4 (estimate: from 0.7% to 6.5% faster than 3). With a small model "
        "(cost 5% to "
        "37.5%): keep 3 (others are at most 6.0% faster)."
    )
    assert found.sentences == (
        "For 4, set `--spec-draft-n-max 4` (now 3), in old versions `--draft-max 4`.",
        "4 (estimated, not tried) is faster than 3 below a cost of 11.4%. 3 is faster than 2 below a cost of 20.6%.",
        "For your own draft, add the kind (`--draft-kind eagle`) or the cost. A head costs about (head + output head) "
        "/ target, such as (0.4 + 0.6) / 16 GB = 6.25%: `python -m explorer import FILE --draft-cost 6.25%`. Start "
        "`llama-server` with `-lv 4`: the log then has the cost.",
    )
    said = " ".join(found.folded)
    assert "These costs have no interval, because fewer than 5 requests do not show how much requests differ." in said
    assert "Lengths above 3 were not tried. The estimate for 4 optimistically assumes 66.5% at position 4" in said
    assert found.folded[-1] == ("Based on drafts of 3 tokens in 400 target passes of one request at a time.")


def test_a_longer_draft_is_tried_if_it_is_faster_at_every_cost() -> None:
    """With a head, 2.7878 / 1.08 against 2.57 / 1.06 is +6.5%, and 2.7878 / 1.4 against 2.57 / 1.3 is +0.7%. At 10%, 4
    need 2.57 / 1.3 · 1.4 = 2.7677, which is 0.1977 more than 2.57, or 60.4% of the 0.3275 passes that accept all 3.
    """
    answer = part(MADE / "llama.log", Given(kind="eagle")).answers[1]
    assert answer.verdict == (
        "Try 4 (not tried yet): by an estimate, from 0.7% to 6.5% faster than 3 if a draft token costs 2% to 10% of a "
        "target pass."
    )
    assert answer.sentences[0] == "For 4, set `--spec-draft-n-max 4` (now 3), in old versions `--draft-max 4`."
    assert "Below 60.4% there, 4 gains nothing at a cost of 10%." in " ".join(answer.folded)
    known = part(MADE / "llama.log", Given(cost=0.0625)).answers[1].verdict  # 2.7878 / 1.25 against 2.57 / 1.1875
    assert known.startswith("Try 4 (not tried yet): by an estimate, +3.1% over 3 if a draft token costs 6.25% of")


def test_one_length_for_all_loads_by_hand() -> None:
    """With a head, 3 lose most with 8 running requests at 10%: 1.8811 / 1.2 against 2.0033 / 1.3 is +1.7%. With a small
    model, 2 lose most with 8 at 37.5%: 1.5822 / 1.375 against 1.8811 / 1.75 is +7.05%.

    A third token pays off below 0.2125 / (3 · 2.1125 − 2 · 2.325) = 12.6% with 1, and below 0.1222 / (3 · 1.8811 − 2 ·
    2.0033) = 7.5% with 8. A second one pays off below 0.4275 / (2 · 1.685 − 2.1125) = 34.0% with 1, and below
    0.2989 / (2 · 1.5822 − 1.8811) = 23.3% with 8.
    """
    found = part(MADE / "vllm.log").answers[1]
    assert found.verdict == (
        "With a head (cost 2% to 10%): keep 3 (others are at most 1.7% faster). With a small model (cost 5% to "
        "37.5%): set 2, now 3 (others are at most 7.1% faster)."
    )
    assert found.sentences[0] == 'For 2, set `"num_speculative_tokens": 2` (now 3) in `--speculative-config`.'
    assert found.sentences[1].endswith(
        "3 is faster than 2 below a cost of 12.6% with 1 running request, 11.4% with 3 and 7.5% with 8. 2 is faster "
        "than 1 below a cost of 34.0% with 1 running request, 25.3% with 3 and 23.3% with 8."
    )
    stated = part(MADE / "vllm.log", Given(kind="eagle")).answers[1].verdict
    assert stated.startswith("Keep 3: no other tried length is more than 1.7% faster if a"), "the same answer alone"


def test_the_chart_has_the_costs_of_the_table() -> None:
    """With 8 running requests, 110 of 900 passes accept all 3, and 110 of 269 tests succeed there, so a fourth
    token adds 0.04998 and pays off below 0.04998 / (4 · 2.0033 − 3 · 2.0533) = 2.7%.
    """
    answer = part(MADE / "vllm.log").answers[1]
    name, row = answer.bands[2]
    assert (name, [size for size, *_ in row]) == ("8 running requests", ["4 (estimate)", "3", "2", "1"])
    assert [round(end, 3) for *_, end in row] == [0.027, 0.075, 0.233, 0.4]
    assert [start for _, start, _ in row] == [0, *(end for *_, end in row[:-1])]
    html = page(report([(MADE / "vllm.log", "x")], Given()))
    assert html.count("<title>4 (estimate)</title>") == html.count('stroke-dasharray="4 3"') == 3, (
        "an estimate is dashed"
    )
    assert html.index("The fastest draft length at each cost") < html.index("num_speculative_tokens")


def test_the_setting_for_each_load_has_no_length_that_makes_no_difference() -> None:
    """With 1 running request, 1000 / 28 ms without a draft make a cost of (50 · 0.028 − 1) / 3 = 13.3%. There, 2 are
    2.1125 / 1.267 = 1.668 and 3 are 2.325 / 1.4 = 1.661, which is +0.4% and no difference. With 3, 75 make 16.7%, and 2
    are best. With 8, 190 make (88.89 · 0.19 / 8 − 1) / 3 = 37.0%, and 1 is 1.5822 / 1.37 against 1.8811 / 1.741: +6.9%.
    """
    found = part(MADE / "vllm.log", Given(kind="eagle", loads=((1, 28.0), (3, 75.0), (8, 190.0))))
    answer = found.answers[1]
    assert answer.verdict.startswith(
        "Set 2 (now 3): no difference with 1 running request, +3.0% with 3 and +13.9% with 8 over 3 if"
    )
    assert "The best lengths are 2 with 1 running request, 2 with 3 and 1 with 8." in answer.folded
    assert "[[1, 7, 2], [8, 8, 1]]" in " ".join(answer.folded)
    (section,) = [each for each in found.sections if each.title == TITLE]
    assert [row[-1] for row in section.tables[0].rows] == ["2", "2", "1"], "as in the setting"


def test_vllm_can_set_a_length_for_each_load() -> None:
    """24 and 60 tokens per second alone make a cost of 6.7%, where 3 are best with 1 and 3 running requests. 150 make
    22.2% with 8, where 2 are best. vLLM's entries have the first and the last number of requests, and the length.
    """
    speeds = Given(loads=((1, 24.0), (3, 60.0), (8, 150.0)))
    answer = part(MADE / "vllm.log", speeds).answers[1]
    assert answer.verdict.startswith(
        "Set 2 (now 3): −3.8% with 1 running request, −3.1% with 3 and +8.3% with 8 over 3 if a draft token costs "
        "6.67% to 22.2% of a target pass; no"
    )
    assert answer.verdict.endswith("; no other tried length is more than 3.9% faster.")
    said = " ".join(answer.folded)
    assert '`"num_speculative_tokens_per_batch_size": [[1, 7, 3], [8, 8, 2]]` in `--speculative-config`' in said
    assert "per_batch_size" not in " ".join(part(MADE / "vllm.log").answers[1].folded), "2 is best at each load"


def test_n_grams_have_their_own_option() -> None:
    """For NGRAM, SGLang replaces `--speculative-eagle-topk` by the breadth of its search."""
    copied = part(MADE / "sglang.jsonl", Given(kind="ngram")).answers[1]
    assert copied.sentences[0] == (
        "For 5, set `--speculative-num-draft-tokens 6` (now 5, inferred) and `--speculative-ngram-max-bfs-breadth 1`, "
        "which replaces `--speculative-eagle-topk`."
    )


def test_the_kind_that_the_engine_names_is_used(tmp_path: Path) -> None:
    """A log that names EAGLE-3 needs no advice about “a head”, nor about small models."""
    path = tmp_path / "x.log"
    for line, name in (
        ("speculative_config=SpeculativeConfig(method='eagle3', model='x', num_spec_tokens=3)", "EAGLE-3"),
        ("speculative_config=SpeculativeConfig(method='deepseek_mtp', num_spec_tokens=3)", "MTP"),
    ):
        path.write_text(f"{line}\n{(MADE / 'vllm.log').read_text(encoding='utf-8')}", encoding="utf-8")
        found = part(path)
        said = " ".join(text for each in found.answers for text in (each.verdict, *each.sentences, *each.folded))
        assert f"2% to 10% with {name}" in said
        assert found.answers[2].verdict.startswith(
            f"With {name} (2% to 10%): probably yes (×1.79 to ×2.19 with 1 running request and ×1.54 to ×1.89 with 8)."
        )
        assert "small model" not in said
        assert "a head" not in said
        assert "--draft-kind" not in said
    line = "server_args=ServerArgs(speculative_algorithm='EAGLE', speculative_num_steps=3)"
    path.write_text(f"{line}\n{(FIXTURES / 'sglang.log').read_text(encoding='utf-8')}", encoding="utf-8")
    verdict = part(path, Given(draft_length=3)).answers[2].verdict
    assert verdict.startswith("With EAGLE or MTP (2% to 10%): probably yes"), "SGLang calls MTP EAGLE, too"


def test_the_limit_of_the_cost_is_accepted_of_generated_draft_tokens() -> None:
    """E / (1 + 3c) is 1 at c = (E − 1) / 3, and E − 1 = 628 / 400. So c = 628 / 1,200 = 52.3%. Typical costs
    are below, so the draft probably pays off. 3 requests show signs of a difference, so nothing has an interval.
    """
    found = part(MADE / "llama.log").answers[2]
    assert found.verdict == (  # 2.57 / 1.3, / 1.06, / 2.125 and / 1.15
        "Probably yes: it pays off up to a cost of 52.3% of a target pass per draft token. Computed, not "
        "measured: ×1.98 to ×2.42 with a head (2% to 10%) and ×1.21 to ×2.23 with a small model (5% to 37.5%)."
    )
    assert found.sentences[0] == (
        "It is worth it if the target alone is slower than 81.4 tokens per second after 40 prompt tokens, 57.5 after "
        "2,200 and 26.9 after 9,100 (all together: 57.6)."
    )
    assert (
        "It pays off up to a cost of accepted / generated draft tokens: 628 / 1,200 = 52.3%. Each accepted token saves "
        "a target pass, and each generated one has to be drafted."
    ) in found.folded
    assert found.sentences[1].endswith("88 ms after 9,100. Speed-ups at long contexts are uncertain.")


def test_whole_requests_include_the_prompts() -> None:
    """The prompts took 180 + 2,400 + 11,800 = 14,380 ms, and decoding 17,860 ms: 44.6% of 32,240 ms. Without a draft,
    decoding takes ×1.209 to ×2.425 as long, so (14,380 + 17,860 · 1.209) / 32,240 = 1.12 and 1.79. At a measured ×1.44
    (57.56 / 40), it is (14,380 + 25,701) / 32,240 = 1.24.
    """
    said = (
        "With the prompts (44.6% of the time), the speed-up of whole requests is {}, if prompts take equally long "
        "without a draft."
    )
    assert said.format("×1.12 to ×1.79") in part(MADE / "llama.log").answers[2].folded
    assert said.format("×1.24") in part(MADE / "llama.log", Given(per_second=40)).answers[2].sentences
    # 2.57 / 1.1875 = 2.164: (14,380 + 17,860 · 2.164) / 32,240
    assert said.format("×1.64") in part(MADE / "llama.log", Given(cost=0.0625)).answers[2].sentences
    assert "With the prompts" not in str(part(FIXTURES / "vllm.log").answers[2]), "the log has no time of prompts"


def test_a_given_cost_gives_the_speed_of_the_target_alone() -> None:
    """The shortest prompt has rounds of 31 ms. At 6.25%, a round is 1.1875 target passes, so the target alone writes
    1.1875 / 0.031 = 38 tokens per second.
    """
    answer = part(MADE / "llama.log", Given(cost=0.0625)).answers[2]
    assert answer.verdict == (
        "Probably yes: ×2.16 at a cost of 6.25% of a target pass (computed, not measured). It pays off up to a cost of "
        "52.3% of a target pass per draft token."
    )
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
    assert answer.verdict.startswith("Probably yes: it pays off up to a cost of 42.7%"), "counts need no times"


def test_sglang_at_a_given_cost_by_hand() -> None:
    """261, 173, 99 and 56 of 345 passes accept 1, 2, 3 and 4 draft tokens or more. 3 write 2.5449 tokens and 4 write
    2.7072, so 2.5449 / 1.3 = 1.958 and 2.7072 / 1.4 = 1.934: 3 gain 1.2%.
    """
    low, length, worth = part(MADE / "sglang.jsonl", Given(cost=0.1)).answers
    assert low.verdict.startswith("Normal for EAGLE-1 and a small model, low for MTP: 2.71 tokens per target pass, and")
    assert re.fullmatch(
        r"Set 3 \(now 4\): \+1\.2% \(95% interval: [^)]+\) over 4 if a draft token costs 10% of a target pass\.",
        length.verdict,
    )
    assert length.sentences[0] == (
        "For 3, set `--speculative-num-steps 3` (now 4, inferred), `--speculative-num-draft-tokens 4` (now 5, "
        "inferred) and `--speculative-eagle-topk 1`."
    )
    # (2.7072 − 2.5449) / (4 · 2.5449 − 3 · 2.7072), and (2.5449 − 2.258) / (3 · 2.258 − 2 · 2.5449)
    assert re.fullmatch(
        r"4 is faster than 3 below a cost of 7\.9% \(95% interval: [^)]+\)\. 3 is faster than 2 below a cost of "
        r"17\.0% \(95% interval: [^)]+\)\.",
        length.sentences[1],
    )
    assert any(said.startswith("Speed-up with 3 and 4: ×1.96 (95% interval: ") for said in length.folded)
    assert "`--speculative-num-draft-tokens` counts one more than the draft: 4 for a draft of 3." in length.folded
    assert worth.verdict == (
        "Probably yes: ×1.93 (95% interval: ×1.80 to ×2.07) at a cost of 10% of a target pass (computed, not "
        "measured). It pays off up to a cost of 42.7% of a target pass per draft token."
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
    return [*found.facts.advice] if run is not None and run.useful() else []


def texts(found: Part) -> list[str]:
    """All that the answers and the tables of lengths say."""
    said = [text for answer in found.answers for text in (answer.verdict, *answer.sentences, *answer.folded)]
    return [*said, *(cell for table in lengths(found) for row in table.rows for cell in row)]


@ALL
@EVERY_GIVEN
def test_the_costs_that_change_the_best_length_are_rows_of_the_tables(path: Path, given: Given) -> None:
    """“3 below 8.9%” above a table that says 11.4% would be two answers. Below each cost, the longer draft is faster at
    that load, and above it, the shorter one.
    """
    found = part(path, given)
    if not (bests := advised(found)):
        return
    said, tables = changes(bests), lengths(found)
    assert said in (*found.answers[1].sentences, *found.answers[1].folded)
    for size, below in re.findall(
        r"(\d+)(?: \([^)]*\))? is faster than (?:\d+|no draft) below a cost of (.*?)\.(?= |$)", said
    ):
        limits = re.findall(r"([\d.]+%)(?! to|\))", re.sub(r" \(95%[^)]*\)", "", below))
        assert len(limits) == len(bests[0].cases)
        for limit, table, case in zip(limits, tables, bests[0].cases, strict=False):
            assert limit == row_of(table, int(size))[table.heads.index(BEATS)]
            cost = float(limit.rstrip("%")) / 100
            assert (
                case.run.gain(int(size), int(size) - 1, cost - 0.002)
                > 0
                > case.run.gain(int(size), int(size) - 1, cost + 0.002)
            )


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
        said = each.short() if each.kind else each.verdict()
        assert re.search(rf"\b(keep|set|use|try) {each.size or 'no draft'}\b", said.lower())
        worst = re.search(r"(?:others are at most|length is more than) ([\d.]+%) faster", said)
        if worst:
            assert worst[1] == share(losses[each.tried])
        else:
            assert each.longer or losses[each.size] < EQUAL


SLOWER = re.compile(
    r"(\d+|no draft) \((?:now \d+|not tried yet)\): (?:by an estimate, )?(?:from (.+) to )?([\d.]+%) faster"
)


@ALL
@pytest.mark.parametrize("kind", ["", "head", "model"])
def test_the_headline_says_what_a_new_length_loses_and_gains(path: Path, kind: Kind) -> None:
    """“At most 7.7% faster (19.1% than 4)” was read as “3 is 19.1% faster than 4”. Both ends are those of the speed-ups
    of the two lengths at all typical costs and loads.
    """
    found = part(path, Given(kind=kind))
    for each in advised(found):
        now = each.now
        if each.known or each.keeps or now is None or each.kind:
            continue
        steps = [step / 100 for step in range(101)]
        grid = [(case.run, case.low + (case.high - case.low) * step) for case in each.cases for step in steps]
        gains = [run.speedup(each.size, cost) / run.speedup(now, cost) - 1 for run, cost in grid]
        said = SLOWER.search(each.verdict())
        assert said, each.verdict()
        least = share(min(gains)) if min(gains) > 0 else f"{share(-min(gains))} slower"
        least = "no faster" if abs(min(gains)) < EQUAL else least
        assert said.groups() == (
            str(each.size or "no draft"),
            least if least != share(max(gains)) else None,
            share(max(gains)),
        )


def test_each_kind_of_draft_has_its_length_by_hand() -> None:
    """With a head at 10%, 3 are 2.5449 / 1.3 = 1.9576 and 4 are 2.7072 / 1.4 = 1.9337, so 3 gain 1.2%. With a small
    model at 37.5%, 2 are 2.258 / 1.75 = 1.2903 and 3 are 2.5449 / 2.125 = 1.1976: +7.7%. With n-grams, a fifth token
    adds 56 / 345 · 56 / 99 = 0.0918 to 2.7072: +3.4%.
    """
    assert part(MADE / "sglang.jsonl").answers[1].verdict == (
        "With a head (cost 2% to 10%): keep 4 (others are at most 1.2% faster). With a small model (cost 5% to "
        "37.5%): set 3, now 4 (others are at most 7.7% faster). With n-grams (cost about 0%): try 5 (estimate: "
        "3.4% faster than 4)."
    )


@ALL
@EVERY_GIVEN
def test_headline_tables_and_numbers_name_one_length(path: Path, given: Given) -> None:
    """The headline, the option, the marks of the table of lengths and the CSV file come from one rule."""
    found = part(path, given)
    for each in advised(found):
        assert (each.short() if each.kind else each.verdict()) in found.answers[1].verdict
        rows, kind = csv.reader(table_csv(report([(path, path.name)], given)).splitlines()), f" with {each.kind}"
        measure = f"best draft length{kind if each.kind else ''}"
        assert [row[3] for row in rows if row[1] == measure] == [str(each.size)]
        for table in lengths(found) if not each.keeps else ():
            assert ("try" if each.longer else "set") + (kind if each.kind else "") in row_of(table, each.size)[0]
        for at, alone in each.alone() if each.known else ():
            (case,) = alone.cases
            gains = [case.run.gain(size, alone.tried, case.low) for size in range(case.run.gamma + 1)]
            assert max(gains) < EQUAL, "the same rule at one load"
            same = case.run.gain(alone.tried, each.tried, case.low) < EQUAL
            assert same == (alone.tried == each.tried), "no difference is no other length"
            assert not at or found.facts.alone[at] == alone
    kinds = {each.kind for each in advised(found)}
    assert len(kinds) == len(advised(found))
    assert kinds <= {""} or len({each.size for each in advised(found)}) > 1, "one answer if all kinds have the same"


@ALL
def test_the_speed_ups_of_the_headline_are_those_of_the_table(path: Path) -> None:
    """The verdict, the table of kinds and the largest cost come from the same limits. A draft that loses only above a
    cost cannot lose at a typical cost below it.
    """
    found = part(path)
    verdict = found.answers[2].verdict
    if found.facts.advice is None or "Computed" not in verdict:
        return
    limit = float(re.findall(r"up to a cost of ([\d.]+)% of a target pass", verdict)[0]) / 100
    for kind in ordinary(found.facts.base):
        runs = [run for run, _ in found.facts.runs]
        low = min(run.speedup(run.gamma, kind.high) for run in runs)
        high = max(run.speedup(run.gamma, kind.low) for run in runs)
        if kind.kind == "ngram" or len({length for length, _ in found.pool.outcomes or ()}) > 1:
            continue  # the drafts of the table have one length
        words = re.search(rf"×([\d.]+) to ×([\d.]+) with {re.escape(f'{kind.name} ({kind.costs})')}", verdict)
        assert words, verdict
        # a few drafts of these files are shorter than those of the table
        assert [float(end) for end in words.groups()] == pytest.approx([low, high], abs=0.05)
        assert (low > 1) == (kind.high < limit), (kind, limit)


@ALL
@EVERY_GIVEN
def test_ranges_rise_and_no_difference_is_not_a_gain(path: Path, given: Given) -> None:
    """“×2.58 to ×1.99” beside “×1.98 to ×2.42” must be read twice, and “fastest: +0.0%” is no advice."""
    said = texts(part(path, given))
    for text in said:
        for low, high in re.findall(r"×(\d+\.\d+) to ×(\d+\.\d+)", text):
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
        "It depends on the load: ×1.09 with 1 running request, ×1.00 with 3 and ×0.94 with 8 at a cost of 37.5% of a "
        "target pass (computed, not measured). It pays off up to a cost of 33.4% of a target pass per draft token with "
        "8 running requests."
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
