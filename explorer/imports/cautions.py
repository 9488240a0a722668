"""Limits of unusual acceptance, and sentences that compare several files."""

import math
from collections.abc import Sequence

from explorer.imports.counts import Pool
from explorer.imports.estimate import Estimate, certain
from explorer.imports.measures import tokens_per_pass
from explorer.story.numbers import number

LOW_SHARE, HIGH = 0.3, 0.95  # shares of tested draft tokens that are unusual


def compared(pools: Sequence[Pool]) -> tuple[str, ...]:
    """The difference of each file from the first one, with its interval."""
    first, *others = pools
    base = tokens_per_pass(first)
    sentences = [sentence for pool in others if (sentence := _difference(first.name, base, pool))]
    sentences.append("Compare only runs with the same prompts.")
    return tuple(sentences)


def _difference(name: str, base: Estimate | None, pool: Pool) -> str:
    other = tokens_per_pass(pool)
    if base is None or other is None or None in (base.low, base.high, other.low, other.high):
        return f"{pool.name} and {name} cannot be compared by tokens per target pass, because an interval is unknown."
    difference = other.value - base.value
    if abs(difference) < 0.005:
        return f"{pool.name} and {name} write equally many tokens per target pass."
    low, high, kind = _interval(difference, base, other)
    word = "more" if difference >= 0 else "fewer"
    chance = "" if low > 0 or high < 0 else " This can be chance."
    return (
        f"{pool.name} writes {number(abs(difference))} {word} tokens per target pass than {name} "
        f"({kind} {low:+.2f} to {high:+.2f}).{chance}"
    )


def _interval(difference: float, base: Estimate, other: Estimate) -> tuple[float, float, str]:
    """The interval of a difference, and its name. Ends are subtracted if one interval has all possible values."""
    assert base.low is not None
    assert base.high is not None
    assert other.low is not None
    assert other.high is not None
    if certain(base) or certain(other):
        return other.low - base.high, other.high - base.low, "the difference can be"
    half = math.hypot((base.high - base.low) / 2, (other.high - other.low) / 2)
    return difference - half, difference + half, "95% interval of the difference"
