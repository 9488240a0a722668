"""The table of draft lengths: tokens per pass, speed-up, and the cost below which the last draft token pays off."""

from explorer.imports.answers import Facts
from explorer.imports.costs import CHECK, ordinary
from explorer.imports.counts import Pool
from explorer.imports.losses import least, possible_cases
from explorer.imports.measures import passes_by_length, per_pass, tested_of
from explorer.imports.position_words import NO_COUNTS, SAME_LENGTH, TESTED, short
from explorer.imports.sections import Section, Table
from explorer.imports.whatif import MOST_BEYOND, WhatIf
from explorer.imports.words import between, percent_of, share, span
from explorer.speedup import MOST_GAMMA
from explorer.story.numbers import number

COMPARED = "Which draft length?"
ALONE = "The table is about the log windows with 1 running request."
MOST_LENGTHS = 24  # rows of a table of draft lengths
YOURS, BEST, NEXT, ESTIMATE = "yours", "best", "try next", "estimate"


def next_words(run: WhatIf) -> str:
    """The acceptance that an estimate for a longer draft assumes: that of the last position, with its interval."""
    spread = f" ({span(run.beyond_ends)})" if run.beyond_ends else ""
    return f"{share(run.beyond)}{spread} of the further tokens are accepted"


def section(facts: Facts) -> Section:
    """The table of draft lengths with the speed-up of each, or why shorter drafts cannot be computed."""
    run, pool, said = facts.run, facts.base, list[str]()
    if pool is not facts.pool:
        said.append(ALONE)
    if run is not None and run.measured:
        said.append("With a shorter draft, each of these passes would have accepted the same tokens up to its length.")
    elif not pool.outcomes:
        said.append(f"This needs counts by position. {NO_COUNTS}")
    elif all(length is not None for length, _ in pool.outcomes):
        said.append("Some drafts had no token, so draft lengths cannot be compared.")
    else:
        computed = "A shorter draft length can only be computed if the draft length of every pass is known."
        said += [computed, SAME_LENGTH, pool.formats[0].cuts]
    if run is not None:
        said += _reads(facts, run)
    tables = ([] if run is None else [_table(facts, run)]) + _mixed(pool)
    return Section(COMPARED, tuple(filter(None, said)), tuple(tables))


def _reads(facts: Facts, run: WhatIf) -> list[str]:
    """How to read the table of draft lengths, and what it assumes."""
    formula = f"The tokens follow from the formula with α = {run.alpha:.2f}, the same acceptance at every position."
    last = ", as at the last position" if run.measured else ""
    estimates = f"“{ESTIMATE}” rows assume that {next_words(run)}{last}." if run.whole else ""
    costs = "Speed-ups are at typical costs of a draft token, in percent of a target pass."
    return [
        "" if run.measured else formula,
        costs if run.cost is None else facts.cost_words,
        estimates,
        f"“{BEST}” marks draft lengths within 1% of the fastest.",
        f"All speed-ups assume that {CHECK}.",
        short(facts.base),
    ]


def _table(facts: Facts, run: WhatIf) -> Table:
    """A row for each draft length: tokens per pass, the speed-up, and the cost below which its last token pays off."""
    kinds, bounded = ordinary(facts.base), facts.samples is not None
    interval = ["95% interval"] if bounded else []
    if run.cost is None:
        speeds = [f"speed-up with {each.name} ({each.costs})" for each in kinds]
    else:
        speeds = [f"speed-up at {percent_of(run.cost)}", *interval]
    heads = ["draft length", "tokens per target pass", *interval, *speeds, "beats one token fewer below", *interval]
    limits = facts.samples.limits(run.ranges[0]) if facts.samples and run.ranges else []
    runs = per_pass(facts.base)
    tried = least(run.gamma, possible_cases(facts, run)).size if run.measured and run.cost is None else None
    rows, chosen = list[tuple[str, ...]](), list[int]()
    for size in sizes(run):
        best = run.cost is not None and run.fast(size, run.cost)
        marks = [YOURS] if size == runs else []
        marks += [NEXT] if size == tried != runs else []
        marks += ([BEST] if best else []) + ([ESTIMATE] if size > run.gamma else [])
        chosen += [len(rows)] if size == runs or best or NEXT in marks else []
        tokens = run.ranges[size - 1] if 0 < size <= len(run.ranges) else None
        marked = f" ({', '.join(marks)})" if marks else ""
        row = [f"{size or 'no draft'}{marked}", number(run.expected(size))]
        row += [between(tokens) if tokens else "–"] if bounded else []
        if run.cost is None:
            row += [_range(run, size, (each.high, each.low)) for each in kinds]
        else:
            ends = run.ends(size)
            row.append(f"×{run.speedup(size):.2f}")
            row += [f"×{ends[0]:.2f} to ×{ends[1]:.2f}" if ends else "–"] if bounded else []
        row.append(share(run.worth(size)) if size else "–")
        row += [span(limits[size - 1]) if 0 < size <= len(limits) else "–"] if bounded else []
        rows.append(tuple(row))
    return Table(tuple(heads), tuple(rows), tuple(chosen))


def sizes(run: WhatIf) -> list[int]:
    """The draft lengths of a table: those of the file, 0 for none, and longer ones that are estimated."""
    longest = min(run.gamma + MOST_BEYOND, MOST_GAMMA) if run.whole else run.gamma
    return [*range(min(run.gamma, MOST_LENGTHS) + 1), *range(run.gamma + 1, longest + 1)]


def _range(run: WhatIf, size: int, costs: tuple[float, float]) -> str:
    """The speed-ups at the ends of a typical range of costs, and where they are the best ones."""
    ends = dict.fromkeys(f"×{run.speedup(size, cost):.2f}" for cost in costs)
    best = dict.fromkeys(percent_of(cost) for cost in costs if run.fast(size, cost))
    where = "" if len(best) == len(set(costs)) else f" at {''.join(best)}"
    return f"{' to '.join(ends)}{f', {BEST}{where}' if best else ''}"


def _mixed(pool: Pool) -> list[Table]:
    """Passes by the length of their draft, if there are several lengths."""
    outcomes = pool.outcomes or {}
    counts = passes_by_length(outcomes)
    if len(counts) < 2 or any(known is None for known, _ in outcomes):
        return []
    rows = list[tuple[str, ...]]()
    for size, passes in sorted(counts.items())[:MOST_LENGTHS]:
        tested = tested_of({outcome: count for outcome, count in outcomes.items() if outcome[0] == size})
        rows.append((str(size), f"{passes:,}", number(1 + tested.hits / passes), share(tested.value)))
    return [Table(("drafts that ran with", "passes", "tokens per target pass", TESTED), tuple(rows))]
