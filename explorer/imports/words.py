"""Sentences of the import report. Each one states a number of the file or what follows from it.

The short answers are in low.py, length_words.py, worth.py and lossless.py.
"""

import math
from collections.abc import Iterator

from explorer.imports.counts import Pool
from explorer.imports.estimate import Estimate, certain
from explorer.imports.measures import judged
from explorer.imports.measures import known as known_outcomes
from explorer.imports.spread import SURE, Spread, differ
from explorer.story.numbers import listed, number, plural

MADE = (
    "Intervals have 95% confidence. With five or more requests, they come from the differences between requests, "
    "otherwise from those between passes. Shares use Wilson’s interval if it is wider, and tokens per target pass use "
    "Student’s t. All others are from 2,000 resamples.",
    "There is no interval if a file has fewer than five requests and they differ by more than chance (p < 0.01). "
    "A p of 0.01 to 0.1 is called signs of a difference.",
    "A new run with a shorter draft starts its passes at other tokens, so it may differ a little. Block verification "
    "is not covered.",
)
MOST_EACH = 4  # requests that a sentence names one by one
MOST_NAME = 20  # characters of a request's name in a sentence
DIFFER = {
    "sure": "which differ by more than chance",
    "signs": "with signs of a difference",
    "not shown": "which do not show a difference",
}
MOST_CLOCKS = 3  # sentences about times that contradict timestamps
LEFT_OUT = (
    "1 line is incomplete or of an unknown form, so it was left out.",
    "{count:,} lines are incomplete or of an unknown form, so they were left out.",
)
UNITS = {
    "requests": "from the differences between {}s",
    "passes": "as if passes were independent",
    "rounding": "from the rounding of the log",
    "intervals": "from the lowest to the highest {}",
}


def share(value: float) -> str:
    """A share in percent with one decimal.

    >>> share(0.5), share(1 / 3)
    ('50.0%', '33.3%')
    """
    return "–" if math.isnan(value) else f"{100 * value:.1f}%"


def percent_of(value: float) -> str:
    """A share in percent with the digits that it has, at most three.

    >>> percent_of(0.0625), percent_of(0.1), percent_of(0.0847)
    ('6.25%', '10%', '8.47%')
    """
    return f"{100 * value:.3g}%"


def span(ends: tuple[float, float]) -> str:
    """An interval of a share."""
    return f"{share(ends[0])} to {share(ends[1])}"


def between(estimate: Estimate) -> str:
    """The interval of a number, or a dash."""
    if estimate.low is None or estimate.high is None:
        return "–"
    return f"{number(estimate.low)} to {number(estimate.high)}"


def interval(estimate: Estimate) -> str:
    """The interval of a number with its kind, or a dash.

    >>> interval(Estimate(2.0, 1.5, 2.5, "passes")), interval(Estimate(2.0, 1.5, 2.5, "rounding"))
    ('95% interval 1.50 to 2.50', 'possible range 1.50 to 2.50')
    """
    if estimate.low is None:
        return "–"
    return f"{'possible range' if certain(estimate) else '95% interval'} {between(estimate)}"


def ends(estimate: Estimate) -> str:
    """The same for a cell of a table.

    >>> ends(Estimate(2.0, 1.5, 2.5, "passes"))
    '1.50 to 2.50 (95%)'
    """
    return "–" if estimate.low is None else f"{between(estimate)} ({'possible' if certain(estimate) else '95%'})"


def ms(value: float) -> str:
    """Milliseconds with three digits.

    >>> ms(49.26), ms(1234.5)
    ('49.3 ms', '1,234 ms')
    """
    return f"{value:,.0f} ms" if value >= 1000 else f"{value:.3g} ms"


def seconds(value: float) -> str:
    """Seconds with two decimals, or fewer if they are many.

    >>> seconds(0.688), seconds(16.71), seconds(2868)
    ('0.69 s', '16.7 s', '2,868 s')
    """
    return f"{value:.2f} s" if value < 10 else f"{value:.1f} s" if value < 100 else f"{value:,.0f} s"


def chance(p: float) -> str:
    """A p-value.

    >>> chance(0.031), chance(0.0004)
    ('p = 0.03', 'p < 0.01')
    """
    return "p < 0.01" if p < SURE else f"p = {p:.2f}"


def given_times(each: tuple[float, float]) -> str:
    """The times of a target pass and of a draft token."""
    return f"A target pass takes {number(each[0])} ms, and a draft token {number(each[1])} ms."


def times_span(span_of: tuple[float, float] | None, kind: str = "95%") -> str:
    """The interval of a speed-up after its value; empty if it is not known.

    >>> times_span((1.2, 2.0)), times_span(None)
    (' (95%: ×1.20 to ×2.00)', '')
    """
    return "" if span_of is None else f" ({kind}: ×{span_of[0]:.2f} to ×{span_of[1]:.2f})"


def spread_words(pool: Pool, spread: Spread) -> str:
    """Whether requests differ by more than chance, with the p-value and the tokens of each, or their range."""
    named = all(name for name, _ in spread.each)
    shown = spread.each if named and len(spread.each) <= MOST_EACH else spread.ends
    tokens = [f"{number(value)} ({_short(name)})" if named else number(value) for name, value in shown]
    values = listed(tokens, None) if shown is spread.each else " to ".join(tokens)
    said = f"{len(spread.each):,} {unit(pool)}s have {values} tokens per target pass"
    return f"{said}, {DIFFER[differ(spread.p)]} ({chance(spread.p)})."


def _short(name: str) -> str:
    """The beginning of a name."""
    return name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1]}…"


def estimate_words(pool: Pool, found: Estimate) -> str:
    """Tokens per target pass with their interval."""
    known = found.low is None or found.low == found.high
    more = "" if known else f" ({interval(found)}, {UNITS[found.unit].format(unit(pool))})"
    about = "about " if certain(found) or pool.vague else ""
    return f"{about}{number(found.value)} tokens per target pass{more}"


def engines(pool: Pool) -> str:
    """The engines that wrote a file."""
    return listed(list(dict.fromkeys(form.engine for form in pool.formats)))


def tested(pool: Pool) -> str:
    """The acceptance rate with its interval, or “unknown”."""
    found = judged(pool)
    return f"{share(found.value)} ({span(found.interval)})" if found and found.trials else "unknown"


def unit(pool: Pool) -> str:
    """The noun for what the file adds up: requests, intervals of a log, or servers."""
    return pool.formats[0].unit


def amount(pool: Pool) -> str:
    """How many requests, intervals or servers the file adds up."""
    return plural(pool.averages.count if pool.averages else pool.requests, unit(pool))


def summary(pool: Pool) -> str:
    """The file in one line: engine, format and its counts."""
    parts = [f"{listed([f'{form.engine} {form.name}' for form in pool.formats])}: {amount(pool)}"]
    passes, accepted, drafted = pool.passes.value, pool.accepted.value, pool.drafted.value
    if passes is not None:
        checks = "checks of a draft" if pool.formats[0].whole_server else "target passes"
        parts.append(f"{'about ' if pool.vague else ''}{passes:,} {checks}")
    if accepted is not None and drafted is not None:
        parts.append(f"{accepted:,} of {drafted:,} draft tokens accepted")
    return ", ".join(parts) + "."


def read(pool: Pool) -> tuple[str, ...]:
    """What else there is to know about the file: how much of it was read, and notes about its numbers."""
    sentences = list[str]()
    if pool.averages is not None and pool.proposed is not None:
        sentences.append(f"The averages fit only {plural(pool.proposed, 'draft token')} per pass.")
    if pool.typed_length is not None:
        sentences.append(f"You stated that every pass drafted one sequence of {pool.typed_length} tokens.")
    if pool.inferred:
        sentences.append(
            f"A pass accepted all {pool.proposed} proposed draft tokens, so its draft was one sequence of "
            f"{pool.proposed} tokens. For all other passes, this assumes `--speculative-eagle-topk 1` and no adaptive "
            "draft lengths."
        )
    versions = [f"{label} {listed(sorted(values))}." for label, values in _about(pool) if values]
    sentences += [*_whole(pool), *_rounded(pool), *pool.clocks[:MOST_CLOCKS]]
    return (*sentences, *versions, *_averaged(pool), *_server(pool), *pool.notes, *_beyond(pool))


def _server(pool: Pool) -> tuple[str, ...]:
    if not any(form.whole_server for form in pool.formats):
        return ()
    return (
        "The numbers add up requests of a server, so they cannot show how single requests differ. One pass of the "
        "target checks the drafts of all running requests, and each of these checks counts as one target pass.",
    )


def _whole(pool: Pool) -> Iterator[str]:
    """How much of the file was read, and what was left out."""
    found = pool.reading
    if found is None:
        return
    yield f"The report is from {found.total:,} {found.unit if found.total == 1 else f'{found.unit}s'}."
    if found.unused:
        yield f"{found.unused:,} of them {'has' if found.unused == 1 else 'have'} no numbers of speculative decoding."
    if found.left_out:
        yield LEFT_OUT[found.left_out > 1].format(count=found.left_out)
    if found.unfinished:
        names, lines = [name for name, _ in found.unfinished], sum(count for _, count in found.unfinished)
        begins = ("The last request ({}) has", "The last requests ({}) have")[len(names) > 1].format(listed(names))
        yield f"{begins} no end: {plural(lines, 'line')} {'was' if lines == 1 else 'were'} left out."
    if found.cut:
        yield found.cut
    if not (found.left_out or found.unfinished or found.cut):
        yield f"No {found.unit} with numbers of speculative decoding was left out."


def _rounded(pool: Pool) -> list[str]:
    """A note about a log with few digits."""
    if not pool.vague:
        return []
    return [f"The log rounds its numbers: there were between {pool.fewest:,} and {pool.most:,} passes."]


def _beyond(pool: Pool) -> Iterator[str]:
    """A note about tokens that passes with a draft cannot have written."""
    answer, accepted = pool.completion.value, pool.accepted.value
    if not pool.beyond or answer is None or accepted is None or answer <= accepted:
        return
    yield (
        f"The answers have {answer:,} tokens, but the passes with a draft wrote at most {answer - pool.beyond:,}. So "
        f"{pool.beyond:,} came from passes without a draft, and the speed-up of whole answers is at most "
        f"×{number(answer / (answer - accepted))}."
    )


def _about(pool: Pool) -> tuple[tuple[str, set[str]], ...]:
    return ("Version:", pool.versions), ("Method:", pool.methods)


def _averaged(pool: Pool) -> tuple[str, ...]:
    """A note about a mean of averages whose numbers of passes are not known."""
    if pool.averages is None or pool.averages.count == 1:
        return ()
    return (
        f"Tokens per target pass are the mean of {pool.averages.count:,} {unit(pool)}s, each counted alike. "
        "The file does not say how many passes each had.",
    )


def text(pool: Pool, most: int) -> tuple[str, ...]:
    """The sentences that say which text is shown, and what its colours assume."""
    of = f"The text of the request {pool.pieces_of}." if pool.pieces_of else "The text of the first request."
    if pool.requests == 1:
        of = "Tokens of the draft are marked; all others were written by the target."
    cut = f"The first {most:,} tokens are shown." if len(pool.pieces) > most else ""
    return tuple(filter(None, (of, pool.pieces_assume, cut)))


def known(pool: Pool) -> set[str]:
    """The facts of `Absent.fact` that this file has although its format need not have them."""
    outcomes = known_outcomes(pool)
    found = {"lengths"} if outcomes and not pool.short else set[str]()
    found |= {"order"} if pool.ordered == pool.requests else set()
    return found | ({"times"} if pool.times.draft and pool.times.target else set())
