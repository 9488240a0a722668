"""Tokens per target pass at other draft lengths, from the passes of a file, with 95% intervals (the rule of
measures.py).

A pass with a short draft says nothing about later positions, but it tested the earlier ones. So tokens per pass are
computed from the acceptance at each position, over all passes that tested the position (the product-limit estimate of
Kaplan and Meier 1958). This holds only if the engine never cut a draft short because it was unsure, which `parted`
checks.
"""

import math
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from explorer.imports.counts import Pool
from explorer.imports.estimate import Estimate, Share, error_of, student
from explorer.imports.measures import (
    Passes,
    cut,
    ends_of,
    interval_unit,
    known,
    lengths,
    main_length,
    passes_by_length,
    tested_at,
    units_of,
)
from explorer.imports.record import Outcome
from explorer.imports.spread import SIGNS


@dataclass(frozen=True)
class Compared:
    """The passes from which tokens per pass at other draft lengths are computed, cut to the longest compared length.

    `short` counts passes with shorter drafts by their length. `reason` says why these passes are left out: the engine
    cut unsure drafts ("capped"), or acceptance differs at the same positions ("differ"). It is empty if they are used.
    `apart` then has the accepted shares of the shorter and of the other drafts.
    """

    outcomes: Counter[Outcome]
    longest: int
    short: Counter[int]
    reason: Literal["", "capped", "differ"] = ""
    apart: tuple[Share, Share] | None = None


def compared(pool: Pool) -> Compared | None:
    """The passes that can be compared; None if draft lengths are not known, or if no passes can be compared.

    The longest compared length is the length of nearly all drafts. If there is no such length, it is the longest length
    in the file or, if shorter drafts cannot be used, the shortest.
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
    kept = cut(outcomes, least, longest)
    return Compared(kept, longest, short, reason, apart) if longest and kept else None


def parted(outcomes: Passes, longest: int) -> tuple[Share, Share] | None:
    """The accepted shares of drafts shorter than `longest` and of the others at the same positions, if a test shows
    signs that the shares differ; otherwise None. The test is that of Cochran, Mantel and Haenszel (1959).
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


def shorter(pool: Pool) -> list[Estimate]:
    """Tokens per pass for γ′ = 1, 2, … up to the longest compared draft."""
    found = compared(pool)
    return [tokens_at(pool, found.outcomes, length) for length in range(1, found.longest + 1)] if found else []


def tokens_at(pool: Pool, outcomes: Passes, length: int) -> Estimate:
    """Tokens per pass with drafts of `length`: 1 + the sum, over the positions, of the share of drafts that reach the
    position. If all drafts have at least this length, the result is 1 + the mean of min(accepted, length).

    The error is linearised: a pass adds the weighted sum of its deviations at the positions that it tested.
    """
    tested = [tested_at(outcomes, index) for index in range(1, length + 1)]
    shares = [each.value if each.trials else 0.0 for each in tested]
    weights = list[float]()  # the weight of one more accepted draft token at each position
    for index, each in enumerate(tested):
        later = sum(math.prod(shares[index + 1 : end]) for end in range(index + 1, length + 1))
        weights.append(math.prod(shares[:index]) * later / max(each.trials, 1))

    def adds(outcome: Outcome) -> float:
        size, got = min(outcome[0] or 0, length), outcome[1]
        return sum(weights[i] * ((got > i) - shares[i]) for i in range(min(size, got + 1)))

    value = 1 + sum(math.prod(shares[:end]) for end in range(1, length + 1))
    unit, groups = interval_unit(pool, outcomes), units_of(pool, outcomes)
    if unit and length == 1 and (ends := ends_of(pool, partial(tested_at, index=1), outcomes)):
        return Estimate(value, 1 + ends[0], 1 + ends[1], unit)  # so that position 1 has one interval
    n = len(groups) if unit == "requests" else sum(outcomes.values())
    if not unit or n < 2:
        return Estimate(value)
    if unit == "requests":
        squares = sum(sum(adds(one) * count for one, count in group.items()) ** 2 for group in groups)
    else:
        squares = sum(adds(one) ** 2 * count for one, count in outcomes.items())
    found = student(value, error_of(squares, n), n, unit)
    return replace(found, high=min(found.high or 0.0, 1.0 + length))  # no pass writes more
