"""The section about acceptance by position, and whether failures come in runs."""

from collections.abc import Sequence

from explorer.imports.answers import Facts
from explorer.imports.counts import Pool
from explorer.imports.measures import Position, tested_of
from explorer.imports.sections import Section, table
from explorer.imports.shorter import compared as compared_passes
from explorer.imports.spread import differ
from explorer.imports.words import DIFFER, chance, interval_words, share, span
from explorer.story.numbers import listed, plural

TITLE = "Acceptance by position"
TESTED = "accepted when tested"
MOST_VALUES = 5  # most positions that a sentence names
FEW = "There are too few tests to compare positions."
MIXED = "Draft lengths differ. If the draft’s confidence chose them, later positions have only confident drafts."
REACHED = "“Passes that accept at least this many” are a share of the passes whose draft was long enough."
SAME_LENGTH = "If every pass drafted one sequence of the same length, add `--draft-length`."
NO_COUNTS = "The file has no counts by position."
NO_LENGTHS = (
    "The file does not say how long each draft was. Passes with a short draft would look like rejections.",
    SAME_LENGTH,
)


def section(facts: Facts) -> Section:
    """The section with the table of positions, or with the reason why the file does not have them."""
    pool, rows = facts.pool, facts.positions
    if not rows:
        return Section(TITLE, NO_LENGTHS if pool.outcomes else (NO_COUNTS,))
    kept = compared_passes(pool)
    alike = kept is not None and not kept.reason
    bounded = all(row.tested_ends for row in rows)
    heads = ["position", TESTED, "95% interval" if bounded else "", "tests"]
    heads += ["passes that accept at least this many", "if equally likely: α^position"] if alike else ["", ""]
    cells = [
        (str(row.index), share(row.tested.value), span(row.tested_ends), f"{row.tested.trials:,}",
         share(row.reached.value), share(row.power))
        for row in rows
    ]  # fmt: skip
    differ_words = "" if kept is None or not kept.short else REACHED if alike else MIXED
    alpha = f"α is {share(tested_of(pool.outcomes or {}).value)}, the accepted share of all tested draft tokens."
    said = filter(None, (differ_words, short(pool), alpha if alike else "", interval_words(pool)))
    return Section(TITLE, tuple(said), (table(heads, cells),))


def cause(rows: Sequence[Position], p: float | None) -> str:
    """A sentence: the acceptance at each position, and whether chance can explain differences; empty without rows."""
    if not rows:
        return ""
    if p is None:
        few = f" {FEW}" if len(rows) > 1 else ""
        return f"At position 1, {share(rows[0].tested.value)} of the draft tokens are accepted.{few}"
    shares = [share(row.tested.value) for row in rows]
    named = listed(shares if len(shares) <= MOST_VALUES else [*shares[: MOST_VALUES - 2], "…", shares[-1]], None)
    return f"By position, {named} are accepted, {DIFFER[differ(p)]} ({chance(p, 'one rate at all positions')})."


def short(pool: Pool) -> str:
    """A note about passes whose draft may have been shorter; empty if there are none."""
    if not pool.short:
        return ""
    longest, one = max(length or 0 for length, _ in pool.outcomes or {(0, 0): 0}), pool.short == 1
    return (
        f"At most {'one pass' if one else f'{pool.short:,} passes'} had a shorter draft, because "
        f"{plural(pool.short, 'token')} fewer {'was' if one else 'were'} drafted than with {longest} per pass. "
        f"Shorter drafts are counted as drafts of {longest}."
    )
