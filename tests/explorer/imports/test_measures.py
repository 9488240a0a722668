"""Numbers of passes: what can be chance, shorter drafts, and their intervals."""

import math
from collections import Counter

import numpy as np
import pytest

from explorer.imports.answers import Facts
from explorer.imports.counts import Pool, outcomes_of
from explorer.imports.engines.llama_cpp import LOG
from explorer.imports.estimate import break_even
from explorer.imports.length_words import short_words
from explorer.imports.measures import interval_unit, known
from explorer.imports.opening import opened
from explorer.imports.record import Outcome
from explorer.imports.report import report
from explorer.imports.resamples import resampled
from explorer.imports.shorter import compared, parted, shorter
from explorer.imports.spread import differ, equal_p, request_spread
from explorer.imports.times import Given
from explorer.statistics import percentiles
from tests.explorer.imports.test_formats import FIXTURES, pool

MADE = FIXTURES.parent / "made"
E_LOG: Counter[Outcome] = Counter({(3, 0): 86, (3, 1): 70, (3, 2): 35, (3, 3): 32})


def test_positions_of_a_log_by_hand() -> None:
    """137 of 223, 67 of 137 and 32 of 67: chi-square is 7.2 with two degrees of freedom, so p = exp(−3.6) = 0.027."""
    p = Facts(pool("vllm.log"), Given()).positions_p
    assert p is not None
    assert p == pytest.approx(math.exp(-3.6), abs=5e-4)
    assert differ(p) == "signs"


def test_the_test_of_positions_keeps_its_level() -> None:
    """Passes with one α for all positions must rarely look different, also if later positions have few tests."""
    source = np.random.Generator(np.random.PCG64(1))
    shares, low = np.append(0.6 ** np.arange(5) * 0.4, 0.6**5), 0
    for _ in range(60):
        counts = source.multinomial(40, shares)
        passes: Counter[Outcome] = Counter({(5, got): int(count) for got, count in enumerate(counts)})
        low += (Facts(Pool("x", outcomes=+passes), Given()).positions_p or 1.0) < 0.1
    assert low <= 14, "6 are expected"


def test_too_few_tests_have_no_p_value() -> None:
    """Ten passes cannot show a difference between positions, nor its absence; nor can one position or one outcome."""
    assert equal_p([(10, 7), (9, 4), (4, 2)]) is equal_p([(100, 50)]) is equal_p([(100, 100), (100, 100)]) is None


def test_intervals_of_a_log_by_hand() -> None:
    """206 of 203 passes and 30 of 20: 1.01 and 1.50 accepted per pass, with the variance of single passes."""
    found = request_spread(pool("vllm.log"))
    assert found is not None
    outcomes = known(pool("vllm.log")) or Counter()
    mean = 236 / 223
    variance = sum(count * (got - mean) ** 2 for (_, got), count in outcomes.items()) / 222
    square = ((206 - 203 * mean) ** 2 / 203 + (30 - 20 * mean) ** 2 / 20) / variance
    assert found.p == pytest.approx(math.erfc(math.sqrt(square / 2)))
    assert [value for _, value in found.ends] == [pytest.approx(1 + 206 / 203), 2.5]


def test_requests_that_differ() -> None:
    """Requests of two kinds of text differ by more than chance; equal ones do not."""
    outcomes: Counter[Outcome] = Counter({(3, 0): 300, (3, 3): 300})
    unequal, alike = Pool("x", outcomes=outcomes), Pool("x", outcomes=outcomes)
    unequal.rows, alike.rows = [(100, 0), (100, 300)] * 3, [(100, 150)] * 6
    spreads = [request_spread(each) for each in (unequal, alike)]
    assert [each and differ(each.p) for each in spreads] == ["sure", "not shown"]


def test_short_drafts_count_up_to_their_length() -> None:
    """130 of 132 passes drafted 5 tokens, and two drafted 3 and accepted 1. The two tested positions 1 and 2."""
    found = pool("aiperf.jsonl")
    kept = compared(found)
    assert kept is not None
    assert (kept.outcomes.total(), kept.longest, dict(kept.short), kept.reason) == (132, 5, {3: 2}, "")
    hits, tests = kept.outcomes, known(found)
    assert hits == tests, "no pass is longer than 5"
    row = shorter(found)[0]
    assert row.value == pytest.approx(1 + sum(n for (_, got), n in hits.items() if got) / 132)


def test_tokens_per_pass_from_short_drafts_by_hand() -> None:
    """60 drafts of 2: 20 accept none, 20 one, 20 both. 40 drafts of 1: 14 accept none, 26 one.

    Position 1: 66 of 100 tests. Position 2: 20 of 40. So 1 token gives 1.66, and 2 give 1.66 + 0.66 · 0.5 = 1.99. The
    drafts of 2 alone would give 2.00 and those of 1 alone 1.65.
    """
    outcomes: Counter[Outcome] = Counter({(2, 0): 20, (2, 1): 20, (2, 2): 20, (1, 0): 14, (1, 1): 26})
    rows = shorter(Pool("x", outcomes=outcomes))
    assert [row.value for row in rows] == pytest.approx([1.66, 1.99])
    samples = resampled(Pool("x", outcomes=outcomes))
    assert samples is not None
    assert samples.tokens.mean(axis=0) == pytest.approx([1.0, 1.66, 1.99], abs=0.01)
    for row, (low, high) in zip(rows, (percentiles(each) for each in samples.tokens.T[1:]), strict=True):
        assert (row.low, row.high) == (pytest.approx(low, abs=0.02), pytest.approx(high, abs=0.02))


def test_drafts_that_were_cut_because_they_were_unsure_do_not_count() -> None:
    """90 drafts of 2 accept their first token in 72 passes, but 10 drafts of 1 only in 2: 80% against 20%. Passes that
    are cut for a bad draft would make longer drafts look better than they are.
    """
    outcomes: Counter[Outcome] = Counter({(2, 0): 18, (2, 1): 36, (2, 2): 36, (1, 0): 8, (1, 1): 2})
    found = compared(Pool("x", outcomes=outcomes))
    assert found is not None
    assert (found.reason, found.outcomes.total(), found.longest) == ("differ", 90, 2)
    assert found.apart is not None
    assert [(each.hits, each.trials) for each in found.apart] == [(2, 10), (72, 90)]
    capped = compared(Pool("x", outcomes=outcomes, capped=True))
    assert capped is not None
    assert capped.reason == "capped"


def test_the_test_of_short_drafts_by_hand() -> None:
    """At one position, the statistic of Mantel and Haenszel has no other strata: 2 of 10 and 72 of 90 were accepted,
    expected are 7.4 of 10, and the variance is 10 · 90 · 74 · 26 / (100² · 99) = 1.749. So |z| = 4.08.
    """
    parts: Counter[Outcome] = Counter({(2, 0): 18, (2, 1): 72, (1, 0): 8, (1, 1): 2})
    assert parted(parts, 2) is not None
    alike: Counter[Outcome] = Counter({(2, 0): 18, (2, 1): 72, (1, 0): 3, (1, 1): 7})
    assert abs(7 - 10 * 79 / 100) / math.sqrt(10 * 90 * 79 * 21 / (100**2 * 99)) < 1.645
    assert parted(alike, 2) is None


def test_resamples_of_passes() -> None:
    """Intervals include the numbers themselves. 3 instead of 2 is 2.0583 / 1.3 against 1.9148 / 1.2 at a cost of 10%, a
    gain of −0.8% that can be chance. 1 instead of 2 is 1.6143 / 1.1, which is surely slower: −8.0%.
    """
    found = resampled(Pool("x", outcomes=E_LOG))
    assert found is not None
    assert interval_unit(Pool("x", outcomes=E_LOG), E_LOG) == "passes"
    assert resampled(pool("vllm.log")) is None, "its 2 log windows show signs of a difference (p = 0.07)"
    for length, limit in enumerate((0.614, 0.229, 0.088), 1):
        low, high = found.limit(length, length - 1)
        assert low < limit < high
    low, high = found.gain(3, 2, 0.1)
    assert low < -0.008 < 0 < high
    low, high = found.gain(1, 2, 0.1)
    assert low < -0.08 < high < 0
    low, high = found.gain(2, 0, 0.1)
    assert low < (1 + 137 / 223 + 67 / 223) / 1.2 - 1 < high


def test_the_cost_at_which_two_lengths_are_equally_fast() -> None:
    """2.4 / (1 + 2c) = 1.8 / (1 + c) at c = 0.5, in either order, and for resamples as for one number."""
    assert break_even(1, 1.8, 2, 2.4) == pytest.approx(0.5)
    found = break_even(2, np.array([2.4, 2.0]), 1, np.array([1.8, 1.5]))
    assert found == pytest.approx([0.5, 0.5])


def test_resamples_of_requests_are_wider() -> None:
    """If requests differ, resampling passes would promise too much."""
    outcomes: Counter[Outcome] = Counter({(3, 0): 300, (3, 3): 300})
    by_pass = Pool("x", outcomes=outcomes)
    by_request = Pool("x", outcomes=outcomes, units=[Counter({(3, 0): 100}), Counter({(3, 3): 100})] * 3)
    widths = []
    for each in (by_pass, by_request):
        found = resampled(each)
        assert found is not None
        low, high = found.gain(3, 0, 0.1)
        widths.append(high - low)
    assert widths[1] > 3 * widths[0]


def test_resamples_of_few_requests_are_as_wide_as_students_t() -> None:
    """Six requests: resamples of 4 tokens have the interval of Student's t, which is 2.52 to 2.89. 5 were not tried, so
    their estimate has none.
    """
    (part,) = report([(MADE / "sglang.jsonl", "x")], Given(cost=0.1)).parts
    assert part.facts.run is not None
    assert part.facts.run.samples is not None
    assert part.facts.run.ranges[3].ends == pytest.approx((2.521, 2.894), abs=1e-3)
    assert part.facts.run.samples.gain(4, 0, 0.0) == pytest.approx((1.521, 1.894), abs=0.03)
    assert part.facts.run.ends(5, 0.0) is part.facts.run.limit_ends(5, 4) is part.facts.run.gain_ends(5, 4, 0.1) is None


def test_many_requests_are_resampled_in_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with a million requests may not need memory for each."""
    monkeypatch.setattr("explorer.imports.counts.MOST_UNITS", 2)
    found, whole = Pool("x"), Counter[Outcome]()
    (request,) = opened(FIXTURES / "vllm-detailed.json")
    for _ in range(5):
        found.add(request)
        whole.update(outcomes_of(request, request.passes) or {})
    assert len(found.units) == 2
    assert sum(found.units, Counter()) == whole


def test_no_pass_writes_more_tokens_than_its_draft_allows() -> None:
    """Student's interval of the mean knows no largest value."""
    outcomes: Counter[Outcome] = Counter({(3, 0): 3, (3, 3): 7})
    found = shorter(Pool("x", outcomes=outcomes, units=[outcomes]))
    assert (found[-1].value, found[-1].high) == (pytest.approx(3.1), 4.0)
    assert (found[0].value, found[0].ends) == (1.7, (pytest.approx(1.397, abs=1e-3), pytest.approx(1.892, abs=1e-3)))


def test_what_llama_cpp_says_about_short_drafts() -> None:
    """30 of 80 short drafts but 80 of 100 others accept position 1, so they are left out. With `p_min` 0, the reason is
    not that the draft was unsure; otherwise it may be, and the option that cuts drafts is named.
    """
    outcomes: Counter[Outcome] = Counter({(1, 0): 50, (1, 1): 30, (2, 0): 20, (2, 1): 40, (2, 2): 40})
    option = "llama.cpp stops a draft at a token to which the draft gives less than `--spec-draft-p-min` (before:"
    for least_q, reason, words in (
        (None, "differ", f"because the draft was unsure. {option}"),
        (0.0, "differ", "other drafts. The log prints `p_min` 0, so the engine never cuts a draft that is unsure."),
        (0.5, "capped", f"the server cut them where the draft was unsure: 80 passes with 1 token. {option}"),
    ):
        file = Pool("x", [LOG], outcomes=outcomes, units=[outcomes], least_q=least_q, capped=bool(least_q))
        found = compared(file)
        assert found is not None
        assert (found.reason, words in short_words(file, found)) == (reason, True)
