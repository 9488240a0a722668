"""The advice: one line per kind of draft, with the engine's option, and the same numbers in headline and table."""

import re
from pathlib import Path

import pytest

from explorer.imports.length_table import COMPARED
from explorer.imports.length_words import sets
from explorer.imports.loads import windows
from explorer.imports.opening import FORMATS
from explorer.imports.report import Part, report
from explorer.imports.times import Given
from tests.explorer.imports.test_answers import EVERY, FIXTURES
from tests.explorer.imports.test_formats import pool

MADE = Path(__file__).parent / "made"
ADVISED = re.compile(r"(?:With (a head|a small model|n-grams), )?(?:[Kk]eep|[Tt]ry|[Uu]se) (no draft|\d+)(.*?\))")


def part(path: Path, given: Given | None = None) -> Part:
    """The report about one file."""
    return report([(path, path.name)], given or Given()).parts[0]


def test_llama_cpp_by_hand() -> None:
    """300, 197 and 131 of 400 passes accept 1, 2 and 3 draft tokens or more, and 131 of 197 tests succeed at the last
    position. So 3 to 7 tokens write 2.57, 2.7878, 2.9326, 3.0289 and 3.0929 per pass.

    At 2%, 7 are the fastest: 3.0929 / 1.14 = 2.713. Then 3 lose 1 − 2.4245 / 2.713 = 10.6%, and 5 lose 1 − 2.666 /
    2.713 = 1.7%. At 10%, 4 are the fastest: 2.7878 / 1.4 = 1.991, and 5 lose 1 − 1.955 / 1.991 = 1.8%. A small model
    gives at 5% 2.9326 / 1.25 = 2.346 against 2.57 / 1.15 = 2.235, a loss of 4.7%. At 37.5%, 2 give
    2.2425 / 1.75 = 1.281 and 3 give 2.57 / 2.125 = 1.209, a loss of 5.6%.
    """
    assert part(MADE / "llama.log").answers[1].verdict == (
        "With a head, try 5, an estimate (loses at most 1.8%, not 10.6%): set `--spec-draft-n-max 5` (now 3), in old "
        "versions `--draft-max 5`. With a small model, keep 3 (loses at most 5.6%)."
    )


def test_sglang_at_a_given_cost_by_hand() -> None:
    """261, 173, 99 and 56 of 345 passes accept 1, 2, 3 and 4 draft tokens or more. 3 write 2.5449 tokens and 4 write
    2.7072, so 2.5449 / 1.3 = 1.958 and 2.7072 / 1.4 = 1.934: 4 lose 1.2%.

    A round of 21 ms gives 2.7072 / 0.021 = 128.9 tokens per second, and 128.9 / 1.934 = 66.7 without a draft.
    """
    low, length, worth = part(MADE / "sglang.jsonl", Given(cost=0.1)).answers
    assert low.verdict.startswith("Normal for a small model or EAGLE, low for MTP: 67.1%"), "a cost shows no kind"
    assert length.verdict == (
        "Keep 4 (loses 1.2%; 3 is the fastest): leave `--speculative-num-steps 4`, `--speculative-num-draft-tokens 5` "
        "and `--speculative-eagle-topk 1`."
    )
    assert worth.verdict == (
        "Yes, if a draft token costs 10% and a check takes no longer than a one-token pass: ×1.93 (95%: ×1.80 to "
        "×2.07) at the load of this run."
    )
    assert worth.sentences[1] == (
        "At this cost, the target alone would write 66.7 tokens per second for one request. If it alone writes more "
        "than 128.9, the draft gains nothing."
    )
    assert "Add `--target-per-second N`" in worth.sentences[2]


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("given", [Given(), Given(cost=0.1), Given(cost=0.375), Given(cost=0.9)])
def test_headline_and_table_have_the_same_numbers(name: str, given: Given) -> None:
    """A head that should keep 3 by the table, and try 2 by the headline, would be two answers."""
    found = part(FIXTURES / name, given)
    if not (found.facts.run and found.facts.run.measured):
        return
    (section,) = [section for section in found.sections if section.title == COMPARED]
    rows = {re.split(r" \(", row[0])[0]: row for row in section.tables[0].rows}
    heads, verdict = section.tables[0].heads, found.answers[1].verdict
    assert ADVISED.findall(verdict)
    for kind, size, words in ADVISED.findall(verdict):
        begins = f"speed-up with {kind}" if kind else "speed-up"
        column = next(place for place, head in enumerate(heads) if head.startswith(begins))
        lost = re.search(r"loses (?:at most )?[\d.]+%|the fastest", words)
        assert lost is not None
        assert rows[size][column].endswith(lost[0])


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
    assert windows(part(MADE / "vllm.log").facts.loads) == (
        ("line 2 (12:00:00)", "1", "58.9%", "46.2", "47.6"),
        ("line 4 (12:00:10)", "1", "66.7%", "46.8", "52.6"),
        ("line 8 (12:00:30)", "3", "57.8%", "106.1", "60"),
        ("line 6 (12:00:20)", "8", "53.3%", "180.3", "88.9"),
    )
