"""The comparison of several files: the difference of each file from the first one, with its interval."""

import math
from collections.abc import Sequence

from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, Estimate
from explorer.imports.measures import tokens_per_pass
from explorer.imports.position_words import TESTED
from explorer.imports.sections import Row, Section, Table
from explorer.imports.words import amount, engines, span, spread, tested
from explorer.story.numbers import listed, number, plural

HEADS = ("file", "engine", "contains", "target passes", "tokens per target pass", TESTED)


def section(pools: Sequence[Pool]) -> Section:
    """The table of all files, and the differences of their tokens per target pass."""
    rows, found = list[Row](), [tokens_per_pass(pool) for pool in pools]
    for pool, tokens in zip(pools, found, strict=True):
        passes = "unknown" if pool.passes is None else f"{pool.passes:,}"
        mean = number(tokens.value) + spread(tokens.ends, number, certain=tokens.certain) if tokens else "unknown"
        rows.append((pool.name, engines(pool), amount(pool), passes, mean, tested(pool)))
    first, base = pools[0].name, found[0]
    said = [_difference(first, base, pool.name, other) for pool, other in zip(pools[1:], found[1:], strict=True)]
    said.append("Compare only runs with the same prompts.")
    return Section(f"{plural(len(pools), 'file')} compared", tuple(said), (Table(HEADS, tuple(rows)),))


def _difference(first: str, base: Estimate | None, name: str, other: Estimate | None) -> str:
    without = [file for file, found in ((first, base), (name, other)) if found is None or found.ends is None]
    if base is None or other is None or base.ends is None or other.ends is None:
        why = f"because {listed(without)} {'has' if len(without) == 1 else 'have'} no interval"
        return f"{name} and {first} cannot be compared by tokens per target pass, {why} (see the reasons below)."
    difference = other.value - base.value
    if abs(difference) < 0.005:
        return f"{name} and {first} write equally many tokens per target pass."
    low, high = _ends(difference, base.ends, other.ends, certain=base.certain or other.certain)
    kind = "the difference can be" if base.certain or other.certain else "95% interval of the difference"
    word = "more" if difference >= 0 else "fewer"
    chance = "" if low > 0 or high < 0 else " This difference can be chance."
    return (
        f"{name} writes {number(abs(difference))} {word} tokens per target pass than {first} "
        f"({kind} {span((low, high), _signed)}).{chance}"
    )


def _signed(difference: float) -> str:
    """A difference with its sign and two decimals; without a sign if it rounds to 0.

    >>> _signed(0.296), _signed(-0.013), _signed(-0.001)
    ('+0.30', '−0.01', '0.00')
    """
    return f"{difference:+.2f}".replace("-", "−") if round(difference, 2) else "0.00"


def _ends(difference: float, base: Ends, other: Ends, *, certain: bool) -> Ends:
    """The interval of a difference. The endpoints are subtracted if one of the two intervals contains all possible
    values.
    """
    if certain:
        return other[0] - base[1], other[1] - base[0]
    half = math.hypot((base[1] - base[0]) / 2, (other[1] - other[0]) / 2)
    return difference - half, difference + half
