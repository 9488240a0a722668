"""Numbers and counts of a run in words, and the section about how they are made."""

import math
from collections.abc import Callable
from decimal import Decimal

from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, Estimate
from explorer.imports.measures import interval_unit, judged, rate_ends
from explorer.imports.measures import known as known_outcomes
from explorer.imports.rounded import UP
from explorer.imports.sections import Section
from explorer.imports.spread import FEW_REQUESTS, Spread, differ, request_spread, unlike
from explorer.story.numbers import listed, number, plural

HOW = Section(
    "How the numbers are made, and what they assume",
    (
        "Intervals have 95% confidence. With five or more requests, they come from the differences between requests. "
        "Otherwise, they treat all passes as independent. There is no interval if fewer than five requests show signs "
        "of a difference (p < 0.1), or if one of several loads has fewer than five log windows. Estimates have none.",
        "A new run with a shorter draft starts its passes at other tokens, so its results may differ a little. With "
        "block verification, tokens per pass at shorter drafts do not follow from these counts.",
    ),
)
MOST_EACH = 4  # most requests that a sentence names one by one
MOST_NAME = 20  # most characters of a request's name in a sentence
DIFFER = {True: "with signs of a difference", False: "which do not show a difference"}
LEAST_P = 0.01  # the smallest p-value that is shown
UNITS = {
    "requests": ", from the differences between {}s",
    "passes": ", as if passes were independent",
    "rounding": ", from the rounding of the log",
    "windows": ", from the lowest to the highest {}",
}
UNKNOWN_LOAD = "The file does not say how many requests ran at once."


def share(value: float) -> str:
    """A share in percent with one decimal. A share that rounds to 0 has no sign.

    >>> share(0.5), share(1 / 3), share(-1e-9), share(-0.021)
    ('50.0%', '33.3%', '0.0%', '−2.1%')
    """
    return "–" if math.isnan(value) else f"{100 * value:z.1f}%".replace("-", "−")


def at_most(value: float) -> str:
    """An upper bound in percent, rounded up to one decimal.

    >>> at_most(0.0124), at_most(0.012), at_most(0.06001)
    ('1.3%', '1.2%', '6.1%')
    """
    return share(math.ceil(round(1000 * value, 6)) / 1000)


def times_within(value: float, *, most: bool) -> str:
    """A bound of a speed-up with two decimals: an upper one (`most`) is rounded up, and a lower one down.

    >>> times_within(4.431, most=True), times_within(4.637, most=False), times_within(2.5, most=True)
    ('×4.44', '×4.63', '×2.50')
    """
    exact = round(100 * value, 6)
    return f"×{(math.ceil(exact) if most else math.floor(exact)) / 100:.2f}"


def percent_of(value: float) -> str:
    """A share in percent without added zeros, rounded to three significant digits. All digits before the decimal point
    are written.

    >>> percent_of(0.0625), percent_of(0.1), percent_of(0.0847), percent_of(49.7), percent_of(1e-8)
    ('6.25%', '10%', '8.47%', '4,970%', '0.000001%')
    """
    return f"{significant(100 * value)}%"


def significant(value: float, count: int = 3) -> str:
    """A number without added zeros, rounded to `count` significant digits. All digits before the decimal point are
    written, and no power of ten.

    >>> significant(44.65), significant(999.7), significant(49700.0), significant(0.0000012), significant(1501.2, 4)
    ('44.7', '1,000', '49,700', '0.0000012', '1,501')
    """
    value *= UP
    whole = abs(value) >= 10**count - 0.5
    return f"{value:,.0f}" if whole else format(Decimal(f"{value:.{count}g}"), ",f")


def begun(sentence: str) -> str:
    """A sentence with a capital letter at its start; the other letters stay as they are.

    >>> begun("at a cost of 10%, set 2 with EAGLE")
    'At a cost of 10%, set 2 with EAGLE'
    """
    return f"{sentence[:1].upper()}{sentence[1:]}"


def span(ends: Ends | None, shown: Callable[[float], str] = share) -> str:
    """An interval, or a dash."""
    return f"{shown(ends[0])} to {shown(ends[1])}" if ends else "–"


def ms(value: float) -> str:
    """Milliseconds with three significant digits, or with all digits before the decimal point if there are more.

    >>> ms(49.26), ms(44.65), ms(1234.6)
    ('49.3 ms', '44.7 ms', '1,235 ms')
    """
    return f"{significant(value)} ms"


def chance(p: float, one: str) -> str:
    """A p-value with the hypothesis that is tested.

    >>> chance(0.031, "one rate at all positions"), chance(0.0004, "equal requests")
    ('test of one rate at all positions: p = 0.03', 'test of equal requests: p < 0.01')
    """
    return f"test of {one}: {'p < 0.01' if p < LEAST_P else f'p = {p:.2f}'}"


def times(speedup: float) -> str:
    """A speed-up with two decimals.

    >>> times(2.4245), times(0.9988)
    ('×2.42', '×1.00')
    """
    return f"×{speedup:.2f}"


def signed(gain: float) -> str:
    """A gain in speed in percent.

    >>> signed(0.0989), signed(-0.011), signed(-0.0001)
    ('+9.9%', '−1.1%', '0.0%')
    """
    return f"{100 * gain:+.1f}%".replace("-", "−") if round(100 * gain, 1) else "0.0%"


def spread(ends: Ends | None, shown: Callable[[float], str], *, certain: bool = False, source: str = "") -> str:
    """An interval in brackets, to follow its value, with its source; empty if the interval is not known or has no
    width. A `certain` interval contains all possible values.

    >>> spread((0.1, 0.2), share), spread((1.5, 2.5), number, certain=True), spread(None, share)
    (' (95% interval: 10.0% to 20.0%)', ' (possible: 1.50 to 2.50)', '')
    """
    low, high = map(shown, ends or (0.0, 0.0))
    return f" ({'possible' if certain else '95% interval'}: {low} to {high}{source})" if low != high else ""


def extremes(low: str, high: str, what: str) -> str:
    """The lowest and the highest of several values in brackets, for numbers without an interval.

    >>> extremes("65.1%", "74.0%", "request")
    ' (lowest and highest request: 65.1%, 74.0%)'
    """
    return f" (lowest and highest {what}: {low}, {high})"


def spread_words(pool: Pool, found: Spread) -> str:
    """A sentence: whether requests differ by more than chance, the p-value, and the tokens of each or their range."""
    named = all(name for name, _ in found.each)
    shown = found.each if named and len(found.each) <= MOST_EACH else found.ends
    short = [name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1]}…" for name, _ in shown]
    tokens = [number(value) + (f" ({name})" if named else "") for name, (_, value) in zip(short, shown, strict=True)]
    values = listed(tokens, None) if shown is found.each else f"from {' to '.join(tokens)}"
    said = f"{len(found.each):,} {unit(pool)}s have {values} tokens per target pass"
    return f"{said}, {DIFFER[differ(found.p)]} ({chance(found.p, f'equal {unit(pool)}s')})."


def estimate_words(pool: Pool, found: Estimate) -> str:
    """Tokens per target pass with their interval."""
    source = UNITS[found.unit].format(unit(pool)) if found.unit else ""
    ends = spread(found.ends, number, certain=found.certain, source=source)
    about, more = "about " if (found.certain and ends) or pool.vague else "", ends or by_unit(pool)
    return f"{about}{number(found.value)} tokens per target pass{more}"


def by_unit(pool: Pool) -> str:
    """The lowest and highest tokens per target pass of the requests, if they replace an interval; else empty."""
    found = request_spread(pool)
    if found is None or not unlike(pool):
        return ""
    (_, low), (_, high) = found.ends
    return extremes(number(low), number(high), unit(pool))


def interval_words(pool: Pool) -> str:
    """A sentence that says how the intervals of shares are computed, or why there are none."""
    several = f"{unit(pool)}s"
    made = {
        "requests": f"Intervals are from the differences between {several} (Wilson’s if wider).",
        "passes": f"The intervals are Wilson’s, because there are fewer than {FEW_REQUESTS} {several}. They treat all "
        "tests as independent.",
        "": f"There are no intervals, because {_few(pool)}.",
    }
    return made[interval_unit(pool, known_outcomes(pool) or {})]


def no_interval(pool: Pool, what: str) -> str:
    """The reason why numbers that are computed from tokens per pass have no interval."""
    return f"{what} have no interval, because {'the file has only averages' if pool.averages else _few(pool)}."


def _few(pool: Pool) -> str:
    """The reason why too few requests have no interval (see `unlike`)."""
    found = request_spread(pool)
    if found is not None and differ(found.p):
        return (
            f"{len(found.each):,} {unit(pool)}s show signs of a difference, and fewer than {FEW_REQUESTS} do not show "
            "how much"
        )
    return f"fewer than {FEW_REQUESTS} {unit(pool)}s at one load do not show how much they differ"


def engines(pool: Pool) -> str:
    """The engines that wrote a file."""
    return listed(list(dict.fromkeys(form.engine for form in pool.formats)))


def tested(pool: Pool) -> str:
    """The acceptance rate with its interval, or “unknown”."""
    found, ends = judged(pool), rate_ends(pool)
    if found is None or not found.trials:
        return "unknown"
    return share(found.value) + (f" ({span(ends)})" if ends else "")


def unit(pool: Pool) -> str:
    """The noun for the records that a file adds up: request, log window or server."""
    return pool.formats[0].unit


def at_once(pool: Pool) -> str:
    """A clause that says how many requests ran at once during the compared target passes, and how many passes ran with
    more requests. Empty if the file lacks these numbers.
    """
    if not pool.loads:
        return " of one request at a time" if len(pool.slots) == 1 else ""
    passes = {count: load.part.passes for count, load in sorted(pool.loads.items())}
    first, *others = passes
    if others and first > 1:
        return f" with {listed([f'{count:,}' for count in passes], None)} running requests"
    more = f" ({listed([f'{passes[count]:,} with {count:,}' for count in others], None)})" if others else ""
    return f" with {plural(first, 'running request')}{more}"


def amount(pool: Pool) -> str:
    """The number of requests, log windows or servers whose counts are added up, with its noun."""
    return plural(pool.averages.count if pool.averages else pool.requests, unit(pool))


def summary(pool: Pool) -> str:
    """The file in one line: engine, format and its counts."""
    parts = [f"{listed([f'{form.engine} {form.name}' for form in pool.formats])}: {amount(pool)}"]
    passes, accepted, drafted = pool.passes, pool.accepted, pool.drafted
    if passes is not None:
        parts.append(f"{'about ' if pool.vague else ''}{passes:,} target passes")
    if accepted is not None and drafted is not None:
        parts.append(f"{accepted:,} of {drafted:,} draft tokens accepted")
    return ", ".join(parts) + "."
