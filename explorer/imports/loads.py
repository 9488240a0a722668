"""The best draft length for each number of running requests of a log.

With n running requests, a round takes n · (tokens per round) / (total tokens per second), and a pass without a draft
takes n / (total tokens per second without a draft). The difference divided by the draft length is the time of a draft
token, including the time by which the token makes the target pass longer. So the cost is larger on a busy server.
"""

from collections.abc import Mapping, Sequence

from explorer.imports.advice import ESTIMATED, Advice
from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends
from explorer.imports.measures import per_pass, rates
from explorer.imports.sections import Row, Section, Table, table
from explorer.imports.speed_words import MOST_LOADS, by_load, per_second, running
from explorer.imports.speeds import Load
from explorer.imports.times import Given
from explorer.imports.whatif import EQUAL, WhatIf, what_if
from explorer.imports.words import ms, share, significant, times
from explorer.story.numbers import listed, number

ASSUMES = (
    "They assume that every draft token adds the same time to a round, and that the load did not change within a log "
    "window."
)
TOO_SLOW = "With {}, {} without a draft mean {} per token, which is longer than a round ({}). Check this speed."
NOTE = (
    "The log counts running requests at or before the end of a log window, so a log window may contain several loads "
    "or idle time."
)
TITLE = "By number of running requests"
HEADS = (
    *("running requests", "log windows", "tokens per target pass", "tokens per second in total", "lowest to highest"),
    *("ms per round", "pays off up to a cost of"),
    *("cost of a draft token", "best draft length"),  # only with the speeds without a draft
)
WINDOW_HEADS = ("log window", "accepted when tested", "tokens per second in total", "ms per round")
MOST_ROWS = 20


class AtLoad:
    """The log windows with the same number of running requests. `alone` is the speed without a draft at this load, in
    tokens per second; None if it was not given. `wrong` means that `alone` is too slow: a token would take longer than
    a round, which writes at least one token. `gain` is the measured speed-up; None if `alone` is not known or wrong. If
    `alone` determines the cost of a draft token, `run` has this cost. `round_ms` are the milliseconds of a round of all
    running requests.
    """

    def __init__(self, load: Load, alone: float | None) -> None:
        self.load, self.alone = load, alone
        self.round_ms = 1000 * load.running * load.tokens.value / load.per_second
        self.wrong = alone is not None and 1000 * load.running / alone > self.round_ms
        self.gain = None if alone is None or self.wrong else load.per_second / alone
        gamma, cost = per_pass(load.part), None
        if alone is not None and gamma and not self.wrong:
            target = 1000 * load.running / alone
            cost = (self.round_ms - target) / gamma / target
        self.run = what_if(load.part, cost)

    @property
    def bounds(self) -> Ends:
        """The speed-ups of the slowest and the fastest log window. If there is only one window, these are its one-sided
        95% bounds. Both are 0 if there is no speed-up.
        """
        tokens, load, gain = self.load.tokens, self.load, self.gain or 0.0
        if tokens.least:
            return gain * tokens.least / tokens.value, gain * (2 - tokens.least / tokens.value)
        return gain * load.low / load.per_second, gain * load.high / load.per_second

    @property
    def timed(self) -> WhatIf | None:
        """The run, if its cost is known."""
        return self.run if self.run is not None and self.run.measured and self.run.cost is not None else None


def at_loads(pool: Pool, given: Given) -> tuple[AtLoad, ...]:
    """Group the log windows by running requests. If only one speed without a draft is given, it belongs to the smallest
    number of running requests.
    """
    speeds, least = dict(given.loads), min(pool.loads, default=0)
    if given.per_second is not None:
        speeds[least] = given.per_second
    elif given.target_ms is not None and not given.costed:
        speeds[least] = 1000 * least / given.target_ms
    return tuple(AtLoad(load, speeds.get(count)) for count, load in sorted(pool.loads.items()))


def unfit(pool: Pool, given: Given) -> list[str]:
    """Sentences about faults in the speeds that were given for the numbers of running requests; empty if there are
    none.
    """
    if given.loads and not pool.loads:
        return [f"{pool.name} does not name running requests, so give one number as `--target-per-second`."]
    found, ends = [f"{count:,}" for count in sorted(pool.loads)], "Change `--target-per-second`."
    missing = [running(count) for count, _ in given.loads if count not in pool.loads]
    return [f"{pool.name} has no log window with {each}, only with {listed(found)}. {ends}" for each in missing]


def asked(pool: Pool) -> tuple[str, str]:
    """The option for the speeds without a draft at the loads with the most log windows, and the letters in it."""
    if len(pool.loads) < 2:
        return "--target-per-second N", "N"
    most = sorted(pool.loads, key=lambda count: (-pool.loads[count].count, count))[:MOST_LOADS]
    letters = "ABCD"[: len(most)]
    pairs = zip(sorted(most), letters, strict=True)
    return f"--target-per-second {','.join(f'{count}:{each}' for count, each in pairs)}", listed(letters, None)


def gains_words(loads: Sequence[AtLoad]) -> str:
    """The verdict on the measured speed-ups: for each load, the mean and its bound; empty if there are none."""
    said = dict[str, list[tuple[int, str]]]()
    for at in loads:
        if at.gain is None:
            continue
        low, high = at.bounds
        word = "Probably yes" if low > 1 else "Probably no" if high < 1 else "Too few passes to say"
        word = "No gain" if abs(at.gain - 1) < EQUAL else word
        bound = f"upper bound {times(high)}" if word == "Probably no" else f"lower bound {times(low)}"
        said.setdefault(word, []).append((at.load.running, f"{times(at.gain)} ({bound})"))
    return " ".join(f"{word}: {by_load(values)}." for word, values in said.items())


def totals_words(loads: Sequence[AtLoad], without: str) -> tuple[str, str]:
    """The tokens per second with and without the draft at the loads that have both, and what the bounds are."""
    found = [at for at in loads if at.alone is not None and at.gain is not None]
    alone = listed([f"{at.alone:,.1f}" for at in found], None)
    drafted = listed([f"{at.load.per_second:,.1f}" for at in found], None)
    return (
        f"In total, the server writes {drafted} tokens per second with the draft, and {without} {alone} without it.",
        "Bounds are the slowest and the fastest of several log windows. For a single one, they are one-sided 95% "
        "bounds as if passes were independent. They do not cover idle time, or loads that changed within a log window.",
    )


def wrong_words(loads: Sequence[AtLoad]) -> list[str]:
    """Sentences about the speeds without a draft that contradict the file."""
    return [
        TOO_SLOW.format(
            running(at.load.running), per_second(at.alone), ms(1000 * at.load.running / at.alone), ms(at.round_ms)
        )
        for at in loads
        if at.alone is not None and at.wrong
    ]


def section(pool: Pool, loads: Sequence[AtLoad], alone: Mapping[int, Advice]) -> Section | None:
    """The section about speeds, costs and lengths by number of running requests; None without these numbers."""
    if not loads:
        return None
    costed = any(at.timed for at in loads)
    said = (*(("The cost of a draft token includes the longer target pass.",) if costed else ()), NOTE)
    whole = table(HEADS if costed else (*HEADS[:-2], "", ""), rows_of(loads, alone))
    each = [Table(WINDOW_HEADS, windows(at), caption=f"With {running(at.load.running)}") for at in loads[:MOST_ROWS]]
    return Section(TITLE, said, (whole, *(one for one in each if len(one.rows) > 1)))


def rows_of(loads: Sequence[AtLoad], alone: Mapping[int, Advice]) -> list[Row]:
    """The rows of the table, with all columns."""
    rows = list[Row]()
    for at in loads[:MOST_ROWS]:
        load, run = at.load, at.run if at.run is not None and at.run.measured else None
        rows.append((
            f"{load.running:,}", f"{load.count:,}", number(load.tokens.value), f"{load.per_second:,.1f}",
            f"{load.low:,.1f} to {load.high:,.1f}" if load.count > 1 else "–",
            significant(at.round_ms), _break_even(load.part),
            share(run.cost) if run and run.cost is not None else "–",
            length_words(alone.get(load.running)),
        ))  # fmt: skip
    return rows


def _break_even(pool: Pool) -> str:
    """The cost of a draft token up to which the draft pays off: accepted / proposed draft tokens."""
    accepted, drafted = pool.accepted, pool.drafted
    return "–" if accepted is None or not drafted else f"{accepted:,} / {drafted:,} = {share(accepted / drafted)}"


def length_words(best: Advice | None) -> str:
    """A best draft length, marked if it is an estimate."""
    return f"{best.size or 'no draft'}{ESTIMATED if best.longer else ''}" if best else "–"


def windows(at: AtLoad) -> tuple[Row, ...]:
    """The log windows of a load as rows. The time of a round is that of all running requests."""
    rows, shares = list[Row](), [share(each.value) for each in rates(at.load.part)]
    for index, each in enumerate(at.load.windows):
        speed, accepted = each.per_second or 0.0, shares[index] if len(shares) == at.load.count else "–"
        took = significant(1000 * at.load.running * each.tokens / speed)
        rows.append((each.name, accepted, f"{speed:,.1f}", took))
    return tuple(rows)
