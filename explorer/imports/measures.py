"""Numbers of a pool of target passes, with 95% intervals: tokens per pass, acceptance by position, shorter drafts.

All of them are exact functions of the counts. An interval of a share is Wilson's. An interval of tokens per pass comes
from the differences between requests if there are several, otherwise from those between passes (Student's t).
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from explorer.imports.counts import Pool
from explorer.imports.record import Outcome
from explorer.statistics import t_quantile, wilson_of

FEW_REQUESTS = 5  # with fewer, passes are the units of an interval
MAIN = 0.9  # share of the passes that must have the same draft length, so that the others can be left out


@dataclass(frozen=True)
class Estimate:
    """A number with an interval. `unit` says what varies, and is empty if there is no interval.

    For requests and passes, the interval has 95% confidence. For "rounding" and "intervals" it has all possible values.
    """

    value: float
    low: float | None = None
    high: float | None = None
    unit: str = ""


@dataclass(frozen=True)
class Share:
    """A share of trials with Wilson's interval."""

    hits: int
    trials: int

    @property
    def value(self) -> float:
        """The share."""
        return self.hits / self.trials if self.trials else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval."""
        return wilson_of(self.hits, self.trials)


@dataclass(frozen=True)
class Position:
    """Position i of the drafts. `reached`: passes that accepted at least i, of all passes. `tested`: of those that
    tested this position. `power` is α^i, what `reached` would be if tests were independent and equally likely."""

    index: int
    reached: Share
    tested: Share
    power: float


@dataclass(frozen=True)
class Shorter:
    """A draft length γ′ up to the one that ran: tokens per pass, and the cost below which its last token pays off.

    `worth` is the largest time of a draft token, in target passes, for which γ′ is at least as fast as γ′ − 1.
    """

    length: int
    tokens: Estimate
    worth: float


def tokens_per_pass(pool: Pool) -> Estimate | None:
    """1 + accepted / passes, or the mean of the printed averages; None if the file has neither."""
    passes, accepted = pool.passes.value, pool.accepted.value
    if not passes or accepted is None:
        found = pool.averages
        return None if found is None else Estimate(found.mean, found.lowest, found.highest, "intervals")
    value = 1 + accepted / passes
    if pool.approximate:
        return Estimate(value, 1 + accepted / pool.most, 1 + accepted / pool.fewest, "rounding")
    rows = [(count, got) for count, got in pool.rows if count]
    if len(rows) >= FEW_REQUESTS:
        return _between_requests(value, rows)
    return mean_of(pool.outcomes) or Estimate(value)


def _between_requests(value: float, rows: list[tuple[int, int]]) -> Estimate:
    """The interval of a ratio of two sums over requests (Student's t, linearised)."""
    n, passes = len(rows), sum(count for count, _ in rows)
    rate = value - 1
    variance = n / (n - 1) * sum((got - rate * count) ** 2 for count, got in rows) / passes**2
    half = t_quantile(n - 1) * math.sqrt(variance)
    return Estimate(value, max(1.0, value - half), value + half, "requests")


def mean_of(outcomes: Mapping[Outcome, int] | None, longest: int | None = None) -> Estimate | None:
    """The mean of 1 + min(accepted, longest) over passes with Student's t interval; None without counts."""
    counts = Counter[int]()
    for (_, accepted), count in (outcomes or {}).items():
        counts[accepted if longest is None else min(accepted, longest)] += count
    n = counts.total()
    if not n:
        return None
    mean = sum(got * count for got, count in counts.items()) / n
    if n == 1:
        return Estimate(1 + mean)
    variance = sum(count * (got - mean) ** 2 for got, count in counts.items()) / (n - 1)
    half = t_quantile(n - 1) * math.sqrt(variance / n)
    return Estimate(1 + mean, max(1.0, 1 + mean - half), 1 + mean + half, "passes")


def _at_most(pool: Pool, outcomes: Mapping[Outcome, int], longest: int) -> Estimate:
    """Tokens per pass if no pass had accepted more than `longest` draft tokens, with the interval between requests, or
    between passes if there are few requests.
    """
    mean = mean_of(outcomes, longest)
    assert mean is not None
    rows = list[tuple[int, int]]()
    for unit in pool.units:
        kept = {outcome: count for outcome, count in unit.items() if outcome in outcomes or outcome[0] is None}
        if kept:
            rows.append((sum(kept.values()), sum(min(got, longest) * count for (_, got), count in kept.items())))
    found = _between_requests(mean.value, rows) if len(rows) >= FEW_REQUESTS else mean
    return replace(found, high=None if found.high is None else min(found.high, 1.0 + longest))  # no pass writes more


def most_tokens_per_pass(pool: Pool) -> float | None:
    """An upper limit of tokens per pass where passes are not counted: every pass writes one token of the target."""
    if pool.completion.value is None or pool.accepted.value is None:
        return None
    own = pool.completion.value - pool.accepted.value
    return pool.completion.value / own if own > 0 else None


def certain(estimate: Estimate) -> bool:
    """Whether the interval has all possible values, and not only the likely ones."""
    return estimate.unit in ("rounding", "intervals")


def per_pass(pool: Pool) -> int | None:
    """Draft tokens of every pass, if they are equally many; None if they differ or are not known.

    A person's statement counts. Without it, the draft tokens of an engine's constant may form a tree.
    """
    if pool.typed_length is not None:
        return pool.typed_length
    shortest, longest = lengths(regular(pool) or {})
    return longest if longest and shortest == longest else pool.proposed


def regular(pool: Pool) -> Counter[Outcome] | None:
    """The outcomes of the passes that the report compares, if their draft lengths are known; else None.

    If nearly all passes have the same draft length, these are the passes with that length, and `dropped` has the
    others. Otherwise they are all passes. Ends of answers, where few tokens were left, do not count against the length
    (`Request.tail`).
    """
    if not pool.outcomes or any(length is None for length, _ in pool.outcomes):
        return None
    whole = Counter(pool.outcomes)
    whole.subtract(pool.tails)
    counts = passes_by_length(+whole or pool.outcomes)
    ((length, most),) = counts.most_common(1)
    if most < MAIN * counts.total():
        return Counter(pool.outcomes)
    return Counter({outcome: count for outcome, count in pool.outcomes.items() if outcome[0] == length})


def dropped(pool: Pool) -> Counter[int]:
    """The passes that `regular` leaves out, by their draft length."""
    kept = regular(pool)
    if kept is None:
        return Counter()
    return passes_by_length(Counter(pool.outcomes) - kept)


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
    if not pool.outcomes or any(length is None for length, _ in pool.outcomes):
        return None
    return tested_of(pool.outcomes)


def tested_of(outcomes: Mapping[Outcome, int]) -> Share:
    """The accepted share of the tested draft tokens. A pass tests its accepted drafts and, unless all are accepted, one
    more.
    """
    trials = sum(min(got + 1, length or 0) * count for (length, got), count in outcomes.items())
    return Share(sum(got * count for (_, got), count in outcomes.items()), trials)


def positions(pool: Pool) -> list[Position]:
    """Acceptance at each position; empty if a draft length is unknown. `reached` needs drafts of one length."""
    outcomes = regular(pool)
    alpha = tested_of(outcomes or {})
    if not outcomes or not alpha.trials:
        return []
    n, longest = outcomes.total(), lengths(outcomes)[1]
    rows = []
    for index in range(1, longest + 1):
        tests = sum(count for (length, got), count in outcomes.items() if (length or 0) >= index and got >= index - 1)
        hits = sum(count for (_, got), count in outcomes.items() if got >= index)
        if tests:
            rows.append(Position(index, Share(hits, n), Share(hits, tests), alpha.value**index))
    return rows


def shorter(pool: Pool) -> list[Shorter]:
    """Tokens per pass for γ′ = 1, 2, … up to the shortest draft that ran: exactly 1 + mean of min(accepted, γ′)."""
    outcomes = regular(pool)
    if not outcomes:
        return []
    rows, before = list[Shorter](), 1.0
    for length in range(1, lengths(outcomes)[0] + 1):
        tokens = _at_most(pool, outcomes, length)
        below = length * before - (length - 1) * tokens.value
        rows.append(Shorter(length, tokens, (tokens.value - before) / below))
        before = tokens.value
    return rows
