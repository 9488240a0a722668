"""The table of draft lengths: tokens per pass, speed-up, and the cost below which the last draft token pays off."""

from explorer.imports.answers import Facts
from explorer.imports.costs import ordinary
from explorer.imports.counts import Pool
from explorer.imports.measures import passes_by_length, per_pass, tested_of
from explorer.imports.position_words import SAME_LENGTH, TESTED, short
from explorer.imports.sections import Section, Table, table
from explorer.imports.speed_words import MOST_LOADS, running
from explorer.imports.whatif import WhatIf
from explorer.imports.words import percent_of, share, span, times
from explorer.speedup import MOST_GAMMA
from explorer.story.numbers import number

COMPARED = "Which draft length?"
MOST_LENGTHS = 24  # rows of a table of draft lengths
YOURS, ESTIMATE = "yours", "estimate"
ESTIMATES = (
    f"Rows marked “{ESTIMATE}” assume that further tokens are accepted as often as the last one, which is optimistic."
)
EQUALLY = "Where rounds take longer, these speed-ups are the upper ends."
BEATS = "faster than one token fewer below a cost of"
MORE = 2  # estimated rows


def section(facts: Facts) -> Section:
    """The section with the draft lengths and their speed-ups, or the reason why shorter drafts cannot be computed."""
    run, pool, said = facts.run, facts.base, list[str]()
    if run is not None and run.measured:
        said.append("With a shorter draft, each of these passes would have accepted the same tokens up to that length.")
    elif not pool.outcomes:
        said.append("Draft lengths can only be compared with counts by position, which the file does not have.")
    elif all(length is not None for length, _ in pool.outcomes):
        said.append("Some drafts had no token, so draft lengths cannot be compared.")
    else:
        computed = "Shorter drafts can only be compared if the draft length of every pass is known."
        said += [computed, SAME_LENGTH, pool.formats[0].cuts]
    if run is not None:
        said += _reads(facts, run)
    tables = [_table(facts, each, count) for each, count in facts.runs][:MOST_LOADS]
    tables += _mixed(pool)
    return Section(COMPARED, tuple(filter(None, said)), tuple(tables))


def _reads(facts: Facts, run: WhatIf) -> list[str]:
    """Sentences that explain the table of draft lengths and its assumptions."""
    formula = f"Tokens per pass follow from a formula with the same acceptance at every position, α = {run.alpha:.2f}."
    costs = "Speed-ups are at typical costs of a draft token."
    return [
        "" if run.measured else formula,
        costs if facts.runs[0][0].cost is None else facts.cost_words,
        EQUALLY if any(each > 1 for each in facts.longer.values()) else "",
        ESTIMATES if run.whole else "",
        short(facts.base),
    ]


def _table(facts: Facts, run: WhatIf, count: int) -> Table:
    """The table for a number of running requests (0 if the file has only one load), with a row for each draft length:
    tokens per pass, speed-up, and the cost below which the last token of the draft pays off. All numbers have
    intervals, or none has.
    """
    kinds, bounded = ordinary(facts.base), run.samples is not None
    interval, cost = "95% interval" if bounded else "", run.cost
    if cost is None:
        speeds = [f"speed-up with {each.name} ({each.costs})" for each in kinds]
    else:
        speeds = [f"speed-up at {percent_of(cost)}", interval]
    heads = ["draft length", "tokens per target pass", interval, *speeds, BEATS, interval]
    runs = per_pass(facts.base)
    rows, chosen = list[tuple[str, ...]](), list[int]()
    for size in sizes(run):
        marks = [YOURS] if size == runs else []
        marks += [
            f"{'try' if best.longer else 'set'}{f' with {best.kind}' if len(facts.advice) > 1 else ''}"
            for best in facts.advice
            if size == best.size != runs
        ]
        chosen += [len(rows)] if marks else []
        marks += [ESTIMATE] if size > run.gamma else []
        marked = f" ({', '.join(marks)})" if marks else ""
        row = [f"{size or 'no draft'}{marked}", number(run.expected(size)), span(run.ends(size, 0.0), number)]
        if cost is None:
            row += [_speeds(run, size, (each.low, each.high)) for each in kinds]
        else:
            row += [_speeds(run, size, (cost,)), span(run.ends(size, cost), times)]
        row += [share(run.worth(size)), span(run.limit_ends(size, size - 1))] if size else ["–", "–"]
        rows.append(tuple(row))
    return table(heads, rows, chosen, f"With {running(count)}" if count else "")


def sizes(run: WhatIf) -> list[int]:
    """The draft lengths of a table: 0 (no draft), the lengths in the file, and MORE longer ones (estimated)."""
    longest = min(run.gamma + MORE, MOST_GAMMA) if run.whole else run.gamma
    return [*range(min(run.gamma, MOST_LENGTHS) + 1), *range(run.gamma + 1, longest + 1)]


def _speeds(run: WhatIf, size: int, costs: tuple[float, ...]) -> str:
    """The lowest and the highest speed-up at these costs."""
    return " to ".join(dict.fromkeys(times(each) for each in sorted(run.speedup(size, cost) for cost in costs)))


def _mixed(pool: Pool) -> list[Table]:
    """A table of the passes by the length of their draft; no table if there is only one length."""
    outcomes = pool.outcomes or {}
    counts = passes_by_length(outcomes)
    if len(counts) < 2 or any(known is None for known, _ in outcomes):
        return []
    rows = list[tuple[str, ...]]()
    for size, passes in sorted(counts.items())[:MOST_LENGTHS]:
        tested = tested_of({outcome: count for outcome, count in outcomes.items() if outcome[0] == size})
        rows.append((str(size), f"{passes:,}", number(1 + tested.hits / passes), share(tested.value)))
    return [Table(("drafts that ran with", "passes", "tokens per target pass", TESTED), tuple(rows))]
