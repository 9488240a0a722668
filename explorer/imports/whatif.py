"""What another draft length or another cost of a draft token would mean: the settings for the calculator, and a table.

Tokens per pass at a shorter draft come from the passes of the file. Without counts by position, the formula of
explorer/speedup.py replaces them. It assumes that every draft token is accepted with the same probability.
"""

import json
from dataclasses import dataclass
from urllib.parse import urlencode

from explorer.imports.counts import Pool
from explorer.imports.measures import judged, measured_times, per_pass, shorter, tokens_per_pass
from explorer.speedup import MOST_GAMMA, expected_tokens

COSTS = (0.02, 0.05, 0.1, 0.2, 0.4)  # of a draft token, in target passes
MOST_ALPHA = 0.99  # the largest value of the calculator's slider
MOST_NAME = 60  # characters of a file's name in an address
HALVINGS = 50


@dataclass(frozen=True)
class WhatIf:
    """A run in the terms of the calculator: acceptance rate, draft length, tokens per pass at γ′ = 1, 2, … and cost.

    `measured` is False if the tokens per pass follow from the formula. `cost` is the time of a draft token in target
    passes, or None if the times are not known.
    """

    name: str
    alpha: float
    gamma: int
    tokens: tuple[float, ...]
    measured: bool
    cost: float | None = None

    def speedup(self, length: int, cost: float | None = None) -> float:
        """The speed-up of γ′ = `length` over decoding without a draft, if every target pass takes equally long.

        Without another `cost`, it is that of the run, which must be known.
        """
        cost = self.cost if cost is None else cost
        assert cost is not None, "the times of the run are not known"
        return (self.tokens[length - 1] if length else 1.0) / (1 + length * cost)

    def best(self, cost: float | None = None) -> int:
        """The fastest γ′, 0 for none; the smallest if several are equally fast. `cost` is as in `speedup`."""
        return max(range(len(self.tokens) + 1), key=lambda length: (self.speedup(length, cost), -length))


def what_if(pool: Pool, times: tuple[float, float] | None) -> WhatIf | None:
    """The run of a file for the calculator. None if its draft length or its tokens per pass are not known.

    `times` are the milliseconds of a target pass and of a draft token that a person gave.
    """
    each = times or measured_times(pool)
    cost = each[1] / each[0] if each else None
    rows, rate = shorter(pool), judged(pool)
    if rows and rate is not None:
        tokens = tuple(row.tokens.value for row in rows)
        return WhatIf(pool.name, rate.value, len(rows), tokens, True, cost)
    found, length = tokens_per_pass(pool), per_pass(pool)
    if found is None or length is None or not 1 <= found.value <= length + 1:
        return None
    alpha = alpha_of(found.value, length)
    return WhatIf(
        pool.name, alpha, length, tuple(expected_tokens(alpha, gamma) for gamma in range(1, length + 1)), False, cost
    )


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


def _points(run: WhatIf) -> list[tuple[int, float]]:
    """Draft lengths with tokens per pass that the file has. With the formula, that is only the length that ran."""
    known = [(length, round(value, 4)) for length, value in enumerate(run.tokens, 1)]
    return known[:MOST_GAMMA] if run.measured else known[-1:] if run.gamma <= MOST_GAMMA else []


def address(run: WhatIf) -> str:
    """The address of the calculator with the settings of a run, relative to the app's page."""
    settings = {
        "name": run.name[:MOST_NAME],
        "alpha": round(min(run.alpha, MOST_ALPHA), 4),
        "gamma": min(run.gamma, MOST_GAMMA),
        "points": _points(run),
        "measured": run.measured,
        "cost": None if run.cost is None else round(min(run.cost, 1.0), 4),
    }
    return f"?{urlencode({'tab': 'learn', 'worth': json.dumps(settings, separators=(',', ':'))})}"
