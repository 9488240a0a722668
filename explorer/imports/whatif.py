"""The speed-up of a run with another draft length or another cost of a draft token.

Tokens per pass at a shorter draft are computed from the passes of the file. Without counts by position, they come from
the formula of explorer/speedup.py, which assumes that every draft token is accepted with the same probability.
Estimates for longer drafts use the acceptance rate of the file's last position.
"""

import json
from dataclasses import dataclass, field
from urllib.parse import urlencode

from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, Estimate, break_even
from explorer.imports.measures import per_pass, tested_at, tested_of, tokens_per_pass
from explorer.imports.resamples import Resampled, resampled
from explorer.imports.shorter import compared, shorter
from explorer.speedup import MOST_GAMMA, expected_tokens

MOST_ALPHA = 0.99  # the largest value of the calculator's slider
ALPHA_DIGITS = COST_DIGITS = 3  # decimals of the calculator's sliders
MOST_NAME = 60  # most characters of a file's name in an address
HALVINGS = 50
EQUAL = 0.005  # gain below which two lengths make no difference
LEAST_WORTH = 0.005  # cost below which a draft token hardly ever pays off


@dataclass(frozen=True)
class WhatIf:
    """A run in the terms of the calculator: acceptance rate, draft length, tokens per pass at γ′ = 1, 2, … and cost.

    `measured` is False if the tokens per pass follow from the formula. `cost` is the time of a draft token in target
    passes, or None if the times are not known. If the tokens per pass are measured, `ranges` has their intervals, and
    `samples` has their resamples. For longer drafts, `whole` is the share of passes that accepted the longest draft,
    and `beyond` is the assumed acceptance, which is that of the last position.
    """

    name: str
    alpha: float
    gamma: int
    tokens: tuple[float, ...]
    measured: bool
    cost: float | None = None
    whole: float = 0.0
    beyond: float = 0.0
    ranges: tuple[Estimate, ...] = ()
    samples: Resampled | None = field(default=None, compare=False)

    def ends(self, length: int, cost: float) -> Ends | None:
        """The interval of the speed-up with γ′ = `length`, computed from the interval of the tokens per pass. None if
        that is not known, or if the draft is longer than those of the file.
        """
        found = self.ranges[length - 1].ends if 1 <= length <= len(self.ranges) else None
        return None if found is None else (found[0] / (1 + length * cost), found[1] / (1 + length * cost))

    def expected(self, length: int) -> float:
        """Tokens per target pass at γ′ = `length`. For a draft longer than those of the file, this is an estimate."""
        if length <= self.gamma:
            return self.tokens[length - 1] if length else 1.0
        more = sum(self.beyond**step for step in range(1, length - self.gamma + 1))
        return self.tokens[-1] + self.whole * more

    def speedup(self, length: int, cost: float) -> float:
        """The speed-up that γ′ = `length` gives over decoding without a draft, if every target pass takes
        equally long.
        """
        return self.expected(length) / (1 + length * cost)

    def worth(self, length: int) -> float:
        """The largest cost of a draft token at which γ′ is at least as fast as γ′ − 1. It falls with γ′."""
        return self.limit(length, length - 1)

    def limit(self, length: int, other: int) -> float:
        """The cost of a draft token at which two lengths are equally fast."""
        return break_even(length, self.expected(length), other, self.expected(other))

    def limit_ends(self, length: int, other: int) -> Ends | None:
        """The interval of `limit`. For one draft token, `limit` is its acceptance, so both have the same interval."""
        if self.samples is None or max(length, other) > self.gamma:
            return None
        one = self.ranges[0].ends if (length, other) == (1, 0) else None
        return self.samples.limit(length, other) if one is None else (one[0] - 1, one[1] - 1)

    def gain(self, length: int, other: int, cost: float) -> float:
        """The gain in speed of γ′ = `length` compared with another length, as a fraction."""
        return self.speedup(length, cost) / self.speedup(other, cost) - 1

    def gain_ends(self, length: int, other: int, cost: float) -> Ends | None:
        """The interval of `gain`; None if it is not known, or if one of the two lengths was not tried."""
        if self.samples is None or max(length, other) > self.gamma:
            return None
        return self.samples.gain(length, other, cost)

    def useful(self) -> int:
        """The longest γ′ whose last token pays off at some cost above LEAST_WORTH; 0 if there is none."""
        found = (length for length in range(self.gamma, 0, -1) if self.worth(length) >= LEAST_WORTH)
        return next(found, 0)


def what_if(pool: Pool, cost: float | None) -> WhatIf | None:
    """The run of a file for the calculator. None if its draft length or its tokens per pass are not known.

    `cost` is the time of a draft token in target passes.
    """
    kept = compared(pool)
    if kept is not None:
        ranges, length = tuple(shorter(pool)), kept.longest
        tokens = tuple(each.value for each in ranges)
        alpha = tested_of(kept.outcomes).value
        longer = kept.reason and length < max(kept.short)  # these ran, but are left out, so nothing is estimated
        whole = 0.0 if longer else tokens[-1] - (tokens[-2] if length > 1 else 1.0)
        last = tested_at(kept.outcomes, length)
        beyond = last.value if last.trials else 0.0
        return WhatIf(pool.name, alpha, length, tokens, True, cost, whole, beyond, ranges, resampled(pool))
    found, length = tokens_per_pass(pool), per_pass(pool)
    if found is None or length is None or not 1 <= found.value <= length + 1:
        return None
    alpha = alpha_of(found.value, length)
    formula = tuple(expected_tokens(alpha, gamma) for gamma in range(1, length + 1))
    return WhatIf(pool.name, alpha, length, formula, False, cost, alpha**length, alpha)


def alpha_of(tokens: float, gamma: int) -> float:
    """The acceptance rate with which the formula gives this many tokens per pass.

    >>> round(alpha_of(1.75, 2), 6), alpha_of(1.0, 3)
    (0.5, 0.0)
    """
    low, high = 0.0, 1.0
    if tokens <= 1:
        return low
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if expected_tokens(middle, gamma) < tokens else (low, middle)
    return high


def address(run: WhatIf) -> str:
    """The address of the calculator with the settings of a run, relative to the app's page."""
    points = [(length, round(value, 4)) for length, value in enumerate(run.tokens, 1)]
    if not run.measured:
        points = points[-1:]  # all other points come from the formula and were not measured
    settings = {
        "name": run.name[:MOST_NAME],
        "alpha": round(min(run.alpha, MOST_ALPHA), ALPHA_DIGITS),
        "gamma": min(run.gamma, MOST_GAMMA),
        "points": [point for point in points if point[0] <= MOST_GAMMA],
        "measured": run.measured,
        "cost": None if run.cost is None else round(min(run.cost, 1.0), COST_DIGITS),
    }
    return f"?{urlencode({'tab': 'learn', 'worth': json.dumps(settings, separators=(',', ':'))})}"
