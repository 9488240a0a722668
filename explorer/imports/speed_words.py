"""The speed of single requests, and of log windows by the number of running requests, in words and as a table."""

from explorer.imports.counts import Pool
from explorer.imports.sections import Row, Table
from explorer.imports.speeds import differ, grows
from explorer.imports.times import Round
from explorer.imports.words import ms, unit
from explorer.story.numbers import listed, number, plural

MOST_ROWS = 20  # of a table of requests
MOST_LOADS = 4  # numbers of running requests that a sentence names


def per_second(value: float) -> str:
    """A speed in words.

    >>> per_second(112.5)
    '112.5 tokens per second'
    """
    return f"{value:,.1f} tokens per second"


def running(count: int) -> str:
    """A number of running requests.

    >>> running(1), running(8)
    ('1 running request', '8 running requests')
    """
    return plural(count, "running request")


def range_of(pool: Pool, found: Round) -> str:
    """The slowest and the fastest request or interval in brackets; empty for one."""
    if found.line is not None:
        return ""
    if found.load is not None:
        load = found.load
        return f" ({load.low:,.1f} to {load.high:,.1f} in {load.count:,} log windows)" if load.count > 1 else ""
    speeds = [each.per_second for each in pool.speeds]
    return f" (slowest to fastest: {min(speeds):,.1f} to {max(speeds):,.1f})" if len(speeds) > 1 else ""


def requests_differ(pool: Pool) -> str:
    """Why the rounds of requests took very different times, where the file shows it; empty if they did not."""
    if not differ(pool.speeds):
        return ""
    if not (found := grows(pool.speeds)):
        rounds = [each.round_ms for each in pool.speeds]
        return f"Rounds took {ms(min(rounds))} to {ms(max(rounds))}. So the answer holds for this mix of requests."
    first, *others = found
    more = listed([f"{ms(each.round_ms)} after {each.prompt:,}" for each in others])
    return (
        f"The time of a round grows with the context: {ms(first.round_ms)} after a prompt of {first.prompt:,} tokens, "
        f"{more}."
    )


def line_words(found: Round) -> str:
    """How a line through the times of requests gave the time of a round, and what that assumes; empty without one."""
    if found.line is None:
        return ""
    line, equal = found.line, "waits" if found.line.prompts else "prompts and waits"
    rest = f"; prompts and waits took {ms(line.rest)}" if not line.prompts else ""
    return (
        f"A round took {ms(found.ms)} (95%: ± {line.high - line.ms:.2f} ms), the slope of a line through the times of "
        f"{line.requests:,} requests{rest}. This assumes equally long {equal}. The file does not say how many ran at "
        "once."
    )


def loads_words(pool: Pool) -> str:
    """The tokens per second by the number of running requests."""
    rows = [pool.loads[count] for count in sorted(pool.loads)]
    few = rows if len(rows) <= MOST_LOADS else [*rows[: MOST_LOADS - 1], rows[-1]]
    first, *others = few
    return listed(
        [f"{per_second(first.per_second)} in total with {running(first.running)}"]
        + [f"{each.per_second:,.1f} with {each.running:,}" for each in others]
    )


def loads_notes(pool: Pool) -> list[str]:
    """The speed of one request at the largest load, and what the speeds by the number of running requests mean."""
    most, late = max(pool.loads), max(each.late for each in pool.loads.values())
    total = [f"With {most:,}, that is {pool.loads[most].per_second / most:,.1f} per request."] if most > 1 else []
    when = f"up to {late} s before the end" if late else "at the end"
    notes = f"The log counts running requests {when} of a log window, so a row may mix loads or include idle time."
    return [*total, notes]


def clock_words(pool: Pool) -> str:
    """The first contradiction between timestamps and printed times, and how many more there are; empty without one."""
    if not pool.clocks:
        return ""
    more = len(pool.clocks) - 1
    others = f" The same holds for {plural(more, 'other ' + unit(pool))}." if more else ""
    left = "These log windows are left out." if pool.loads else "So no speed in this file is used."
    return f"{pool.clocks[0]}{others} {left}"


def requests_table(pool: Pool) -> Table | None:
    """The speed of every request; None if the file has fewer than two with times."""
    found = pool.speeds
    if len(found) < 2:
        return None
    most, least = ("", "") if found[0].exact else ("at most ", "at least ")
    prompts = any(each.prompt is not None for each in found)
    heads = ("request", *(("prompt tokens",) if prompts else ()), "rounds", "tokens per round", "ms per round")
    rows = list[Row]()
    for each in found[:MOST_ROWS]:
        prompt = "–" if each.prompt is None else f"{each.prompt:,}"
        tokens, rounds = number(each.tokens), f"{each.rounds:,}"
        speed = f"{most}{each.round_ms:.3g}", f"{least}{each.per_second:,.1f}"
        rows.append((each.name, *((prompt,) if prompts else ()), rounds, tokens, *speed))
    return Table((*heads, "tokens per second of this request"), tuple(rows))
