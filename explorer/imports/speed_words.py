"""Words and tables about the speed of single requests and of intervals."""

from explorer.imports.answers import Facts
from explorer.imports.counts import Pool
from explorer.imports.record import Interval
from explorer.imports.speeds import DIFFERENT, Speed, speed_of
from explorer.imports.words import amount, ms
from explorer.story.numbers import number

MOST_ROWS = 20  # of a table of requests or intervals
Rows = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]  # heads, and rows of finished words


def per_second(value: float) -> str:
    """A speed in words.

    >>> per_second(112.5)
    '112.5 tokens per second'
    """
    return f"{value:,.1f} tokens per second"


def several(facts: Facts) -> tuple[Speed, Speed] | None:
    """The slowest and the fastest request, if the times of their rounds are very different; else None."""
    found = facts.pool.speeds
    if found is None or found[0].round_ms < DIFFERENT * found[1].round_ms:
        return None
    return found


def requests_differ(facts: Facts) -> str:
    """The sentence about requests whose rounds took very different times; empty if there are none."""
    found = several(facts)
    if found is None:
        return ""
    slow, fast = found
    most = "" if slow.exact else "at most "
    fastest, slowest = (f"{ms(each.round_ms)} in {each.name}" for each in (fast, slow))
    return f"Requests differ: a round took {most}{fastest} and {slowest}."


def requests_table(pool: Pool) -> Rows | None:
    """The speed of every request; None if the file has fewer than two with times."""
    found = [each for number, request in enumerate(pool.named, 1) if (each := speed_of(request, number)) is not None]
    if len(found) < 2:
        return None
    most, least = ("", "") if found[0].exact else ("at most ", "at least ")
    heads = ("request", "rounds", "tokens per round", "ms per round", "tokens per second of this request")
    rows = tuple(
        (
            each.name,
            f"{each.rounds:,}",
            number(each.tokens),
            f"{most}{each.round_ms:.3g}",
            f"{least}{each.per_second:,.1f}",
        )
        for each in found[:MOST_ROWS]
    )
    return heads, rows


def intervals_table(pool: Pool) -> Rows | None:
    """The speed of every interval of a log, as counted and as printed; None if no interval has one."""
    found = [each for each in pool.intervals if each.counted or each.printed]
    if not found:
        return None
    heads = ("interval", "running requests", "tokens per round", "rounds per second", "tokens per second", "printed")
    return heads, tuple(map(_interval_row, found[:MOST_ROWS]))


def _interval_row(each: Interval) -> tuple[str, ...]:
    late = "" if each.fits else f" ({each.earlier} s before)"
    return (
        each.name,
        "not said" if each.running is None else f"{each.running:,}{late}",
        number(each.tokens),
        "–" if each.rounds is None else f"{each.rounds:,.1f}",
        "–" if each.counted is None else f"{each.counted:,.1f}",
        "–" if each.printed is None else f"{each.printed:,.1f}{late}",
    )


def listed_first(pool: Pool, rows: Rows) -> str:
    """The sentence that says how many rows a table shows; empty if it shows all."""
    whole = len(pool.intervals) or pool.requests
    return f"The table has the first {len(rows[1])} of {amount(pool)}." if whole > len(rows[1]) else ""
