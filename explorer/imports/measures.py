"""Numbers of a pool of target passes, with 95% intervals: tokens per pass, acceptance by position, shorter drafts.

All of them are exact functions of the counts. An interval of a share is Wilson's. An interval of tokens per pass comes
from the differences between requests if there are several, otherwise from those between passes (Student's t).

A pass with a short draft says nothing about later positions, but it tested the earlier ones. So tokens per pass come
from the acceptance at each position, over all passes that tested it (the product-limit estimate of Kaplan and Meier
1958). This is only right if drafts were not cut because the draft was unsure, which `parted` checks.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from explorer.imports.counts import Pool
from explorer.imports.estimate import Estimate, Share, mean_of, student
from explorer.imports.record import Outcome
from explorer.imports.spread import FEW_REQUESTS, SIGNS, unlike
from explorer.statistics import t_quantile

MAIN = 0.9  # share of the passes that must have the same draft length to be “the” draft length


@dataclass(frozen=True)
class Position:
    """Position i of the drafts. `reached`: passes that accepted at least i, of all passes. `tested`: of those that
    tested this position, with the interval `ends`. `power` is α^i, what `reached` would be if tests were independent
    and equally likely. `alike` is False if requests differ, so that the intervals of the passes do not hold.
    """

    index: int
    reached: Share
    tested: Share
    power: float
    alike: bool = True
    ends: tuple[float, float] | None = None


def tokens_per_pass(pool: Pool) -> Estimate | None:
    """1 + accepted / passes, or the mean of the printed averages; None if the file has neither."""
    passes, accepted = pool.passes.value, pool.accepted.value
    if not passes or accepted is None:
        found = pool.averages
        return None if found is None else Estimate(found.mean, found.lowest, found.highest, "intervals")
    value = 1 + accepted / passes
    rows = [(count, got) for count, got in pool.rows if count]
    several = _between_requests(value, rows) if len(rows) >= FEW_REQUESTS else None
    found = several or (None if unlike(pool) else mean_of(pool.outcomes)) or Estimate(value)
    if not pool.vague and (not pool.approximate or found.low is None):
        return found
    rounded = Estimate(value, 1 + accepted / pool.most, 1 + accepted / pool.fewest, "rounding")
    assert rounded.low is not None
    return rounded if found.low is None or found.low > rounded.low else replace(found, value=value)  # the wider one


def _between_requests(value: float, rows: list[tuple[int, int]]) -> Estimate:
    """The interval of a ratio of two sums over requests (Student's t, linearised)."""
    n, passes = len(rows), sum(count for count, _ in rows)
    rate = value - 1
    variance = n / (n - 1) * sum((got - rate * count) ** 2 for count, got in rows) / passes**2
    return student(value, math.sqrt(variance), n, "requests")


def most_tokens_per_pass(pool: Pool) -> float | None:
    """An upper limit of tokens per pass where passes are not counted: every pass writes one token of the target."""
    if pool.completion.value is None or pool.accepted.value is None:
        return None
    own = pool.completion.value - pool.accepted.value
    return pool.completion.value / own if own > 0 else None


def per_pass(pool: Pool) -> int | None:
    """Draft tokens of every pass, if they are (nearly all) equally many; None if they differ or are not known.

    A person's statement counts. Without it, the draft tokens of an engine's constant may form a tree.
    """
    return pool.typed_length if pool.typed_length is not None else main_length(pool) or pool.proposed


def main_length(pool: Pool) -> int | None:
    """The draft length of nearly all passes; None if there is none. Ends of answers, where few tokens were left, do not
    count against it (`Request.tail`).
    """
    outcomes = known(pool)
    if outcomes is None:
        return None
    whole = Counter(outcomes)
    whole.subtract(pool.tails)
    counts = passes_by_length(+whole or outcomes)
    ((length, most),) = counts.most_common(1)
    return length if length and most >= MAIN * counts.total() else None


def known(pool: Pool) -> Counter[Outcome] | None:
    """The outcomes of all passes; None if a draft length is not known."""
    if not pool.outcomes or any(length is None for length, _ in pool.outcomes):
        return None
    return Counter(pool.outcomes)


@dataclass(frozen=True)
class Compared:
    """The passes from which tokens per pass at other draft lengths follow, cut to the longest compared length.

    `short` counts passes with shorter drafts by their length. `reason` says why they are left out: the engine cut
    drafts by confidence ("capped"), or they accept other shares at the same positions ("differ"); empty if they count.
    `apart` has these shares, of the shorter and of the other drafts.
    """

    outcomes: Counter[Outcome]
    longest: int
    short: Counter[int]
    reason: Literal["", "capped", "differ"] = ""
    apart: tuple[Share, Share] | None = None


def compared(pool: Pool) -> Compared | None:
    """The passes that can be compared; None if draft lengths are not known, or nothing can be compared.

    The longest compared length is that of nearly all passes, or else the longest one. If shorter drafts cannot be used,
    it is the shortest one, unless they are few.
    """
    outcomes = known(pool)
    if not outcomes:
        return None
    main = main_length(pool)
    longest = main or lengths(outcomes)[1]
    short = passes_by_length({outcome: count for outcome, count in outcomes.items() if (outcome[0] or 0) < longest})
    apart = parted(outcomes, longest) if short else None
    reason = "" if not short else "capped" if pool.capped else "differ" if apart else ""
    if reason and not main:
        longest = lengths(outcomes)[0]
    least = longest if reason else 1
    kept = Counter[Outcome]()
    for (length, got), count in outcomes.items():
        if (length or 0) >= least:
            kept[min(length or 0, longest), min(got, longest)] += count
    return Compared(kept, longest, short, reason, apart) if longest and kept else None


def parted(outcomes: Mapping[Outcome, int], longest: int) -> tuple[Share, Share] | None:
    """The accepted shares of drafts shorter than `longest` and of the others at the same positions, if a test shows
    signs that they differ; else None. The test is that of Cochran, Mantel and Haenszel (1959).
    """
    excess = variance = 0.0
    sums = Counter[tuple[bool, bool]]()
    for index in range(1, longest):
        rows = Counter[tuple[bool, bool]]()  # by whether the draft is short, and whether the token is accepted
        for (length, got), count in outcomes.items():
            if (length or 0) >= index and got >= index - 1:
                rows[(length or 0) < longest, got >= index] += count
        few, many = (rows[short, True] + rows[short, False] for short in (True, False))
        hits, tests = rows[True, True] + rows[False, True], few + many
        if few and many:
            sums += rows
            excess += rows[True, True] - few * hits / tests
            variance += few * many * hits * (tests - hits) / (tests**2 * (tests - 1))
    if not variance or math.erfc(abs(excess) / math.sqrt(2 * variance)) >= SIGNS:
        return None
    short, other = (Share(sums[each, True], sums[each, True] + sums[each, False]) for each in (True, False))
    return short, other


def passes_by_length(outcomes: Mapping[Outcome, int]) -> Counter[int]:
    """The number of passes with each draft length; unknown lengths count as 0."""
    counts = Counter[int]()
    for (length, _), count in outcomes.items():
        counts[length or 0] += count
    return counts


def lengths(outcomes: Mapping[Outcome, int]) -> tuple[int, int]:
    """The shortest and the longest draft; both 0 without passes."""
    known = [length or 0 for length, _ in outcomes]
    return (min(known), max(known)) if known else (0, 0)


def judged(pool: Pool) -> Share | None:
    """The accepted share of all tested draft tokens of a file; None if a draft length is unknown."""
    outcomes = known(pool)
    return None if outcomes is None else tested_of(outcomes)


def rate_ends(pool: Pool) -> tuple[float, float] | None:
    """The 95% interval of `judged` (`ends_of`)."""
    whole = judged(pool)
    return None if whole is None else ends_of(pool, whole, rates(pool))


def ends_of(pool: Pool, whole: Share, each: Sequence[Share]) -> tuple[float, float] | None:
    """The 95% interval of a share: Wilson's, or from the differences between requests if they are enough and that is
    wider. `each` has the share of each group of requests. None for few requests that differ, because their passes are
    not alike.
    """
    n, (low, high) = len(each), whole.interval
    if not whole.trials or (n < FEW_REQUESTS and unlike(pool)):
        return None
    if n < FEW_REQUESTS:
        return low, high
    squares = sum((one.hits - whole.value * one.trials) ** 2 for one in each)
    half = t_quantile(n - 1) * math.sqrt(n / (n - 1) * squares) / whole.trials
    return max(0.0, min(low, whole.value - half)), min(1.0, max(high, whole.value + half))


def position_ends(pool: Pool, index: int) -> tuple[float, float] | None:
    """The 95% interval of the acceptance at a position (`ends_of`)."""
    outcomes = known(pool) or Counter[Outcome]()
    return ends_of(pool, tested_at(outcomes, index), [tested_at(unit, index) for unit in units_of(pool, outcomes)])


def rates(pool: Pool) -> list[Share]:
    """The accepted share of the tested draft tokens of each group of requests."""
    outcomes = known(pool)
    return [] if outcomes is None else [tested_of(unit) for unit in units_of(pool, outcomes)]


def tested_of(outcomes: Mapping[Outcome, int]) -> Share:
    """The accepted share of the tested draft tokens. A pass tests its accepted drafts and, unless all are accepted, one
    more.
    """
    trials = sum(min(got + 1, length or 0) * count for (length, got), count in outcomes.items())
    return Share(sum(got * count for (_, got), count in outcomes.items()), trials)


def tested_at(outcomes: Mapping[Outcome, int], index: int) -> Share:
    """The accepted share of the draft tokens that were tested at this position, from 1."""
    tests = sum(count for (length, got), count in outcomes.items() if (length or 0) >= index and got >= index - 1)
    return Share(sum(count for (_, got), count in outcomes.items() if got >= index), tests)


def positions(pool: Pool) -> list[Position]:
    """Acceptance at each position; empty if a draft length is unknown. `reached` is of the drafts that were at least
    this long, so it needs drafts that were not cut by confidence.
    """
    outcomes = known(pool) or Counter[Outcome]()
    alpha, alike = tested_of(outcomes), not unlike(pool)
    rows = []
    for index in range(1, lengths(outcomes)[1] + 1):
        tested = tested_at(outcomes, index)
        drafts = sum(count for (length, _), count in outcomes.items() if (length or 0) >= index)
        if tested.trials:
            reached, ends = Share(tested.hits, drafts), position_ends(pool, index)
            rows.append(Position(index, reached, tested, alpha.value**index, alike, ends))
    return rows


def shorter(pool: Pool) -> list[Estimate]:
    """Tokens per pass for γ′ = 1, 2, … up to the longest compared draft."""
    found = compared(pool)
    return [tokens_at(pool, found.outcomes, length) for length in range(1, found.longest + 1)] if found else []


def tokens_at(pool: Pool, outcomes: Mapping[Outcome, int], length: int) -> Estimate:
    """Tokens per pass with drafts of `length`: 1 + Σ of the shares of drafts that reach each position. If all drafts
    are at least that long, that is 1 + the mean of min(accepted, length).

    The interval is from the differences between requests, or between passes if there are few requests. What a pass
    adds to the estimate is the sum of its deviations at the positions that it tested (linearised).
    """
    tested = [tested_at(outcomes, index) for index in range(1, length + 1)]
    shares = [each.value if each.trials else 0.0 for each in tested]
    weights = list[float]()  # of one more accepted draft token at each position
    for index, each in enumerate(tested):
        later = sum(math.prod(shares[index + 1 : end]) for end in range(index + 1, length + 1))
        weights.append(math.prod(shares[:index]) * later / max(each.trials, 1))

    def adds(outcome: Outcome) -> float:
        size, got = min(outcome[0] or 0, length), outcome[1]
        return sum(weights[i] * ((got > i) - shares[i]) for i in range(min(size, got + 1)))

    value = 1 + sum(math.prod(shares[:end]) for end in range(1, length + 1))
    groups = [sum(adds(each) * count for each, count in unit.items()) for unit in units_of(pool, outcomes)]
    squares = sum(one**2 for one in groups)
    n, unit = len(groups), "requests"
    if n < FEW_REQUESTS and unlike(pool):
        return Estimate(value)
    if n < FEW_REQUESTS:
        squares = sum(adds(outcome) ** 2 * count for outcome, count in outcomes.items())
        n, unit = sum(outcomes.values()), "passes"
    if n < 2:
        return Estimate(value)
    found = student(value, math.sqrt(n / (n - 1) * squares), n, unit)
    return replace(found, high=min(found.high or 0.0, 1.0 + length))  # no pass writes more


def units_of(pool: Pool, outcomes: Mapping[Outcome, int]) -> list[Counter[Outcome]]:
    """The compared passes of each group of requests, cut as `outcomes` are."""
    shortest, longest = lengths(outcomes)
    found = list[Counter[Outcome]]()
    for unit in pool.units:
        kept = Counter[Outcome]()
        for (length, got), count in unit.items():
            if length is None or length >= shortest:
                kept[min(longest if length is None else length, longest), min(got, longest)] += count
        if kept:
            found.append(kept)
    return found
