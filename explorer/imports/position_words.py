"""Sentences of the import report about acceptance by position, and whether failures come in runs."""

from collections import Counter
from collections.abc import Sequence

from explorer.imports.counts import Pool
from explorer.imports.measures import Position, judged, regular
from explorer.imports.record import Outcome
from explorer.imports.words import FEW_TESTS, share
from explorer.story.numbers import plural


def no_positions(pool: Pool) -> tuple[str, ...]:
    """The sentence that says why there is no table of positions."""
    if pool.outcomes is None or not pool.outcomes:
        return ("The file has no counts by position.",)
    return (
        "The file does not say how long each draft was. Passes with a short draft would look like rejections.",
        "If every pass drafted one sequence of the same length, add `--draft-length`.",
    )


def by_position(pool: Pool, rows: Sequence[Position], alike: bool) -> tuple[str, ...]:
    """The sentences that say what the table of positions shows, and whether failures come in runs."""
    alpha = judged(pool)
    assert alpha is not None
    sentences = [
        f"The target tested {alpha.trials:,} draft tokens and accepted {share(alpha.value)} of them (α)."
        " Draft tokens after a rejected one are not tested."
    ]
    if alike:
        sentences.append("If all tests were independent and equally likely, α^i of the passes would accept i or more.")
    sentences.append(_trend(rows))
    if not alike:
        sentences.append("Draft lengths differ. If confidence chose them, later positions only show confident drafts.")
    sentences += [*short(pool), *_rounded(pool)]
    sentences.append("The intervals are Wilson's. Passes of one text depend on each other, so the true ones are wider.")
    return tuple(sentences)


def short(pool: Pool) -> list[str]:
    """A note about passes whose draft was shorter, or may have been."""
    left = (pool.outcomes or Counter[Outcome]()).total() - (regular(pool) or Counter[Outcome]()).total()
    if left > 0 and regular(pool):
        ends = "One pass at the end of an answer" if left == 1 else f"{left:,} passes at the ends of answers"
        return [f"{ends} drafted fewer tokens, because few were left. They are not counted here."]
    if not pool.short:
        return []
    missing = plural(pool.short, "draft token")
    verb = "is" if pool.short == 1 else "are"
    some = "one pass" if pool.short == 1 else f"{pool.short:,} passes"
    return [f"Compared with drafts of equal length, {missing} {verb} missing. So at most {some} had a shorter draft."]


def _rounded(pool: Pool) -> list[str]:
    """A note about a log with few digits."""
    if not pool.approximate or pool.fewest == pool.most:
        return []
    return [f"The log rounds its numbers: there were between {pool.fewest:,} and {pool.most:,} passes."]


def trend(rows: Sequence[Position]) -> str:
    """How acceptance changes with the position: "runs" if it rises, "later" if it falls, "even", or "few" tests."""
    usable = _usable(rows)
    if len(usable) < 2:
        return "few"
    first, last = usable[0], usable[-1]
    if last.tested.interval[0] > first.tested.interval[1]:
        return "runs"
    return "later" if last.tested.interval[1] < first.tested.interval[0] else "even"


def _usable(rows: Sequence[Position]) -> list[Position]:
    return [row for row in rows if row.tested.trials >= FEW_TESTS]


TRENDS = {
    "few": "There are too few tests to compare positions.",
    "runs": "Failures come in runs: after accepted draft tokens, the next one is accepted more often ({}).",
    "later": "Later draft tokens are accepted less often ({}). The draft gets worse with distance.",
    "even": "The first and the last position do not differ by more than chance ({}).",
}


def _trend(rows: Sequence[Position]) -> str:
    """Whether acceptance rises or falls from the first position to the last one with enough tests."""
    ends = [f"{share(row.tested.value)} at position {row.index}" for row in _usable(rows)]
    return TRENDS[trend(rows)].format(f"{ends[0]}, {ends[-1]}" if ends else "")
