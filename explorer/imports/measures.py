"""Numbers of a pool of target passes, with 95% intervals: tokens per pass, and acceptance by position.

All numbers are exact functions of the counts, and all intervals follow one rule. With five or more requests, the
intervals come from the differences between requests (Student's t), because passes of one text depend on each other.
With fewer requests, there is no interval if they show signs of a difference. If they do not, passes count as
independent. A share has Wilson's interval if that is wider.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, Estimate, Share, error_of, mean_of, student
from explorer.imports.record import Outcome
from explorer.imports.spread import FEW_REQUESTS, unlike
from explorer.statistics import t_quantile, wilson_of

Passes = Mapping[Outcome, int]  # number of passes by draft length and accepted draft tokens
MAIN = 0.9  # share of the passes that must have the same draft length to be “the” draft length


@dataclass(frozen=True)
class Position:
    """Acceptance at position i of the drafts. `reached` is the share of passes that accepted at least i draft tokens,
    among the passes whose draft was long enough. `tested` is the same share among the passes that tested this position.
    Each has an interval. `power` is α^i: the value of `reached` if all tests were independent and equally likely to
    succeed.
    """

    index: int
    reached: Share
    reached_ends: Ends | None
    tested: Share
    tested_ends: Ends | None
    power: float


def tokens_per_pass(pool: Pool) -> Estimate | None:
    """1 + accepted / passes, or the mean of the printed averages; None if the file has neither."""
    passes, accepted = pool.passes, pool.accepted
    if not passes or accepted is None:
        found = pool.averages
        return None if found is None else Estimate(found.mean, found.lowest, found.highest, "windows")
    value, rows = 1 + accepted / passes, [(count, got) for count, got in pool.rows if count]
    if len(rows) >= FEW_REQUESTS:
        squares = sum((got - (value - 1) * count) ** 2 for count, got in rows) / passes**2
        found = student(value, error_of(squares, len(rows)), len(rows), "requests")
    else:
        found = (None if unlike(pool) else mean_of(pool.outcomes)) or Estimate(value)
    if not pool.vague and (not pool.approximate or found.low is not None):
        return found
    low, high = (1 + accepted / count for count in (pool.most, pool.fewest))
    wider = found.low is not None and found.low <= low
    return replace(found, value=value) if wider else Estimate(value, low, high, "rounding")


def most_tokens_per_pass(pool: Pool) -> float | None:
    """An upper limit of tokens per pass if passes are not counted: every pass writes one token of the target."""
    if pool.completion is None or pool.accepted is None:
        return None
    own = pool.completion - pool.accepted
    return pool.completion / own if own > 0 else None


def per_pass(pool: Pool) -> int | None:
    """The number of draft tokens of a pass if it is (nearly) always the same; None if it varies or is not known.

    A number that a person stated comes first. If it is a constant of the engine, the draft tokens may form a tree.
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


def cut(outcomes: Passes, least: int, longest: int) -> Counter[Outcome]:
    """The passes with a draft of at least `least` tokens. Longer drafts are cut to `longest` tokens, and an unknown
    length counts as `longest`.
    """
    kept = Counter[Outcome]()
    for (length, got), count in outcomes.items():
        size = longest if length is None else length
        if size >= least:
            kept[min(size, longest), min(got, longest)] += count
    return kept


def passes_by_length(outcomes: Passes) -> Counter[int]:
    """The number of passes with each draft length; unknown lengths count as 0."""
    counts = Counter[int]()
    for (length, _), count in outcomes.items():
        counts[length or 0] += count
    return counts


def lengths(outcomes: Passes) -> tuple[int, int]:
    """The shortest and the longest draft; both 0 without passes."""
    known = [length or 0 for length, _ in outcomes]
    return (min(known), max(known)) if known else (0, 0)


def judged(pool: Pool) -> Share | None:
    """The accepted share of all tested draft tokens of a file; None if a draft length is unknown."""
    outcomes = known(pool)
    return None if outcomes is None else tested_of(outcomes)


def rate_ends(pool: Pool) -> Ends | None:
    """The 95% interval of the accepted share of all tested draft tokens."""
    return ends_of(pool, tested_of)


def ends_of(pool: Pool, share_of: Callable[[Passes], Share], among: Passes | None = None) -> Ends | None:
    """The 95% interval of a share over all or some passes; None without tests, or if a few requests differ."""
    outcomes = (known(pool) or Counter[Outcome]()) if among is None else among
    whole, each = share_of(outcomes), [share_of(unit) for unit in units_of(pool, outcomes)]
    unit = interval_unit(pool, outcomes)
    if not whole.trials or not unit:
        return None
    low, high = wilson_of(whole.hits, whole.trials)
    if unit == "passes":
        return low, high
    squares = sum((one.hits - whole.value * one.trials) ** 2 for one in each) / whole.trials**2
    half = t_quantile(len(each) - 1) * error_of(squares, len(each))
    return max(0.0, min(low, whole.value - half)), min(1.0, max(high, whole.value + half))


def interval_unit(pool: Pool, outcomes: Passes) -> Literal["requests", "passes", ""]:
    """The unit whose variation gives the intervals of these passes; empty if such intervals would mislead, because
    there are few requests and they are `unlike`.
    """
    if len(units_of(pool, outcomes)) >= FEW_REQUESTS:
        return "requests"
    return "" if unlike(pool) else "passes"


def rates(pool: Pool) -> list[Share]:
    """The accepted share of the tested draft tokens of each group of requests."""
    return [tested_of(unit) for unit in units_of(pool, known(pool) or {})]


def tested_of(outcomes: Passes) -> Share:
    """The accepted share of the tested draft tokens. A pass tests its accepted drafts and, unless all are accepted, one
    more.
    """
    trials = sum(min(got + 1, length or 0) * count for (length, got), count in outcomes.items())
    return Share(sum(got * count for (_, got), count in outcomes.items()), trials)


def tested_at(outcomes: Passes, index: int) -> Share:
    """The accepted share of the draft tokens that were tested at this position, counted from 1."""
    tests = sum(count for (length, got), count in outcomes.items() if (length or 0) >= index and got >= index - 1)
    return Share(sum(count for (_, got), count in outcomes.items() if got >= index), tests)


def reached_at(outcomes: Passes, index: int) -> Share:
    """The share of passes that accepted at least `index` draft tokens, among the passes whose draft was long enough."""
    drafts = sum(count for (length, _), count in outcomes.items() if (length or 0) >= index)
    return Share(sum(count for (_, got), count in outcomes.items() if got >= index), drafts)


def positions(pool: Pool) -> list[Position]:
    """Acceptance at each position; empty if a draft length is unknown. `reached` is meaningful only if the engine did
    not cut unsure drafts short.
    """
    outcomes = known(pool) or Counter[Outcome]()
    alpha, rows = tested_of(outcomes), list[Position]()
    for index in range(1, lengths(outcomes)[1] + 1):
        reach, test = partial(reached_at, index=index), partial(tested_at, index=index)
        if (tested := test(outcomes)).trials:
            reached, ends = reach(outcomes), ends_of(pool, test)
            rows.append(Position(index, reached, ends_of(pool, reach), tested, ends, alpha.value**index))
    return rows


def units_of(pool: Pool, outcomes: Passes) -> list[Counter[Outcome]]:
    """The passes of each group of requests, restricted and cut in the same way as `outcomes`."""
    return [kept for unit in pool.units if (kept := cut(unit, *lengths(outcomes)))]
