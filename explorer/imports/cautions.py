"""Warnings about unusual runs, and sentences that compare several files."""

import math
from collections.abc import Sequence

from explorer.imports.counts import Pool
from explorer.imports.measures import Estimate, Share, certain, judged, lengths, regular, spread, tokens_per_pass
from explorer.imports.words import FEW_TESTS, share
from explorer.story.numbers import number

LOW, HIGH = 0.3, 0.95  # shares of tested draft tokens that are unusual


def warnings(pool: Pool) -> tuple[str, ...]:
    """Warnings about facts that an engineer should look at."""
    found = [_unusual(pool), _varying(pool), _mixed(pool)]
    if any(form.whole_server for form in pool.formats):
        found.append("The numbers add up many requests of a server. They cannot show how single requests differ.")
    return tuple(filter(None, found))


def _unusual(pool: Pool) -> str:
    rate = judged(pool)
    proposed = pool.drafted.value
    if rate is None and proposed and pool.accepted.value is not None:
        # Tested draft tokens are at most the proposed ones, so this share is a lower limit.
        rate = Share(pool.accepted.value, proposed)
        low, high = False, rate.interval[0] > HIGH
    elif rate is not None and rate.trials >= FEW_TESTS:
        low, high = rate.interval[1] < LOW, rate.interval[0] > HIGH
    else:
        return ""
    if low:
        return (
            f"Acceptance is very low ({share(rate.value)} of tested draft tokens). Check that both models use the same "
            "chat template and tokenizer, the draft's layers, and the quantisation."
        )
    if high:
        return (
            f"Acceptance is very high ({share(rate.value)}). Check that the text does not repeat itself, "
            "and that the prompts are those of real use."
        )
    return ""


def _varying(pool: Pool) -> str:
    outcomes = regular(pool)
    if not outcomes:
        return ""
    shortest, longest = lengths(outcomes)
    if shortest == longest:
        return ""
    return f"Draft lengths vary from {shortest} to {longest} tokens, so totals by position mix them."


def _mixed(pool: Pool) -> str:
    if not spread(pool):
        return ""
    rates = sorted(1 + got / count for count, got in pool.rows if count >= 20)
    return (
        f"Requests differ by more than chance, from {number(rates[0])} to {number(rates[-1])} tokens per target pass. "
        "The average describes none of them."
    )


def compared(pools: Sequence[Pool]) -> tuple[str, ...]:
    """The difference of each file from the first one, with its interval."""
    first, *others = pools
    base = tokens_per_pass(first)
    sentences = [sentence for pool in others if (sentence := _difference(first.name, base, pool))]
    sentences.append("Compare only runs with the same prompts, because acceptance depends on the text.")
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
