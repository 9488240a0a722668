"""Words and tables about the speed of single requests and of intervals."""

from explorer.imports.answers import Facts
from explorer.imports.counts import Pool
from explorer.imports.measures import per_pass
from explorer.imports.record import Interval
from explorer.imports.words import amount, share, unit
from explorer.story.numbers import number, plural

MOST_ROWS = 20  # of a table of requests or intervals
Rows = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]  # heads, and rows of finished words


def per_second(value: float) -> str:
    """A speed in words.

    >>> per_second(112.5)
    '112.5 tokens per second'
    """
    return f"{value:,.1f} tokens per second"


def requests_differ(facts: Facts) -> str:
    """The sentence about requests whose rounds took very different times, and about the one that the answer uses; empty
    if they do not differ.
    """
    if facts.round is None or facts.round.request is None:
        return ""
    middle, speeds = facts.round.request, sorted(facts.pool.speeds, key=lambda each: each.per_second)
    least, gain = ("" if middle.exact else "at least "), (facts.given.target or 0.0) / 1000
    if gain:
        slow, fast = (f"×{each.per_second * gain:.2f} ({each.name})" for each in (speeds[0], speeds[-1]))
    else:
        slow, fast = (f"{each.per_second:,.1f} ({each.name})" for each in (speeds[0], speeds[-1]))
    return (
        f"Requests differ: {least}{slow} to {fast}{'' if gain else ' tokens per second'}. The answer is for "
        f"{middle.name}, the median over rounds."
    )


def clock_words(pool: Pool) -> str:
    """The first contradiction between timestamps and printed times, and how many more there are; empty without one."""
    if not pool.clocks:
        return ""
    more = len(pool.clocks) - 1
    others = f" The same holds for {plural(more, 'other ' + unit(pool))}." if more else ""
    return f"{pool.clocks[0]}{others} Do not rely on these speeds."


def requests_table(pool: Pool) -> Rows | None:
    """The speed of every request; None if the file has fewer than two with times."""
    found = pool.speeds
    if len(found) < 2:
        return None
    most, least = ("", "") if found[0].exact else ("at most ", "at least ")
    heads = ("request", "rounds", "tokens per round", "ms per round", "tokens per second of this request")
    rows = tuple(
        (
            each.name,
            f"{each.rounds:,}",
            number(each.tokens.value),
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
    heads += ("pays off below a cost of", "lower limit for one request")
    return heads, tuple(_interval_row(each, per_pass(pool)) for each in found[:MOST_ROWS])


def _interval_row(each: Interval, gamma: int | None) -> tuple[str, ...]:
    late = "" if each.fits else f" ({each.earlier} s before)"
    return (
        each.name,
        "not said" if each.running is None else f"{each.running:,}{late}",
        number(each.tokens),
        "–" if each.rounds is None else f"{each.rounds:,.1f}",
        "–" if each.counted is None else f"{each.counted:,.1f}",
        "–" if each.printed is None else f"{each.printed:,.1f}{late}",
        "–" if gamma is None else share((each.tokens - 1) / gamma),
        _limit(each),
    )


def _limit(each: Interval) -> str:
    """The tokens per second that one request had at least, with its condition; or why there is no limit."""
    if each.running is None:
        return "none, running requests not said"
    if each.running != 1 or not each.per_second:
        return "none, several requests" if each.running > 1 else "none"
    when = "if it ran alone" if each.fits else f"if it ran alone, as {each.earlier} s before"
    return f"{each.per_second:,.1f} tokens per second, {when}"


def listed_first(pool: Pool, rows: Rows) -> str:
    """The sentence that says how many rows a table shows; empty if it shows all."""
    whole = len(pool.intervals) or pool.requests
    return f"The table has the first {len(rows[1])} of {amount(pool)}." if whole > len(rows[1]) else ""
