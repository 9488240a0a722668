"""Sentences of the import report about acceptance by position, and whether failures come in runs."""

from collections import Counter
from collections.abc import Iterable, Sequence

from explorer.imports.counts import Pool
from explorer.imports.estimate import Share
from explorer.imports.measures import Position
from explorer.imports.spread import differ
from explorer.imports.words import chance, share
from explorer.story.numbers import plural

MOST_VALUES = 5  # positions that a sentence names
FEW = "There are too few tests to compare positions."
SAID = {
    "sure": "Positions differ ({}): {} are accepted when tested.",
    "signs": "There are signs that positions differ ({}): {} are accepted when tested.",
    "not shown": "These counts do not show a difference between positions ({}): {} are accepted when tested.",
}
ALIKE = "Accepted: {} at position 1, {} later. This difference can be chance."
STARTS = "Accepted: {} at position 1, {} later. So the draft {}often starts wrong, but then stays right."
LOSES = "Accepted: {} at position 1, {} later. So the draft {}starts better than it goes on."
RUNS = "Acceptance is higher at later positions. So failures may come in runs, or some texts are easier to draft."
MIXED = "Draft lengths differ. If confidence chose them, later positions only show confident drafts."
REACHED = "Passes that accept at least this many are a share of the passes whose draft was long enough."
LATER = "On average, later draft tokens fail more often, so long drafts lower the rate."


def no_positions(pool: Pool) -> tuple[str, ...]:
    """The sentence that says why there is no table of positions."""
    if pool.outcomes is None or not pool.outcomes:
        return ("The file has no counts by position.",)
    return (
        "The file does not say how long each draft was. Passes with a short draft would look like rejections.",
        "If every pass drafted one sequence of the same length, add `--draft-length`.",
    )


def compared(rows: Sequence[Position], p: float | None) -> str:
    """Whether the counts show a difference between positions, with their acceptance and the p-value of a test."""
    if p is None:
        return FEW
    shares = [share(row.tested.value) for row in rows]
    if len(shares) > MOST_VALUES:
        shares = [*shares[: MOST_VALUES - 1], "…", shares[-1]]
    kind = differ(p)
    said = SAID[kind].format(chance(p), ", ".join(shares))
    return said if kind == "not shown" else f"{said} {RUNS if rising(rows) else LATER}"


def _pooled(shares: Iterable[Share]) -> Share:
    """The share of all tests together."""
    every = list(shares)
    return Share(sum(each.hits for each in every), sum(each.trials for each in every))


def cause(rows: Sequence[Position], p: float | None) -> str:
    """What the first position, compared with the later ones, says about the cause of rejections; empty without rows."""
    if not rows:
        return ""
    first, later = rows[0].tested, _pooled(row.tested for row in rows[1:])
    if not later.trials:
        return f"Accepted: {share(first.value)} at position 1."
    shares = share(first.value), share(later.value)
    if p is None or differ(p) == "not shown":
        return ALIKE.format(*shares)
    likely = "" if differ(p) == "sure" else "perhaps "
    return (STARTS if first.value < later.value else LOSES).format(*shares, likely)


def rising(rows: Sequence[Position]) -> bool:
    """Whether acceptance rises with the position: the slope of a line through all tests."""
    tests = sum(row.tested.trials for row in rows)
    middle = sum(row.index * row.tested.trials for row in rows) / tests
    return sum((row.index - middle) * row.tested.hits for row in rows) > 0


def short(pool: Pool) -> list[str]:
    """A note about passes whose draft may have been shorter."""
    if not pool.short:
        return []
    drafted, longest = plural(pool.short, "token"), max(length or 0 for length, _ in pool.outcomes or Counter())
    most = "one pass" if pool.short == 1 else f"{pool.short:,} passes"
    fewer = "was" if pool.short == 1 else "were"
    return [
        f"At most {most} had a shorter draft, because {drafted} fewer {fewer} drafted than with {longest} per pass. "
        f"They are counted as drafts of {longest}."
    ]
