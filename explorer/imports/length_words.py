"""Sentences of the import report about draft lengths: shorter and longer ones, and other costs of a draft token."""

from collections.abc import Sequence

from explorer.imports.counts import Pool
from explorer.imports.measures import Shorter, lengths, regular
from explorer.imports.position_words import short
from explorer.imports.whatif import WhatIf
from explorer.story.numbers import number, plural

WHAT_IF = "What if a draft token cost more or less?"


def no_shorter(pool: Pool) -> tuple[str, ...]:
    """The sentence that says why shorter drafts cannot be computed."""
    if not pool.outcomes:
        return ("This needs counts by position, which the file does not have.",)
    if not any(length is None for length, _ in pool.outcomes):
        return ("Some drafts had no token, so no shorter draft length can be compared.",)
    return (
        "A shorter draft length can only be computed if the draft length of every pass is known.",
        "If every pass drafted one sequence of the same length, add `--draft-length`.",
    )


def what_if(run: WhatIf) -> tuple[str, ...]:
    """How to read the table of speed-ups, and what it assumes."""
    source = (
        "Tokens per target pass are those of this file."
        if run.measured
        else f"The file has no counts by position. The tokens follow from the formula with α = {run.alpha:.2f}, "
        "as if every draft token were accepted with this probability and every draft were one sequence."
    )
    return (
        "Each column is the speed-up at one cost of a draft token, in percent of a target pass.",
        source,
        f"Rows with “estimate” are beyond the drafts that ran. They assume that α stays {run.alpha:.2f} at every "
        "position, as the calculator does. “best” compares only the other rows.",
        "It assumes that checking a draft takes no longer than a pass for one token. On a busy server it takes longer.",
    )


def draft_lengths(
    pool: Pool, rows: Sequence[Shorter], found: WhatIf | None, each: tuple[float, float] | None, *, measured: bool
) -> tuple[str, ...]:
    """The sentences that say how to read the table of draft lengths, and which length is fastest if there are times."""
    longest = lengths(regular(pool) or {})[1]
    sentences = [
        "With a shorter draft, each of these passes would have accepted the same tokens up to its length.",
        "This holds if the target checks one sequence token by token. It does not hold for block verification.",
        "A new run starts its passes at other tokens, so it may differ a little.",
    ]
    if found is not None and each is not None:
        sentences.append(_fastest(found, rows, *each))
        if measured:
            sentences.append("These times are averages of the file. The section “Times” shows how they are computed.")
        sentences.append("This assumes that a target pass takes equally long for every draft length.")
    else:
        sentences.append("Add `--target-ms` and `--draft-ms` to see the fastest length.")
    if rows[-1].length < longest:
        sentences.append(
            f"Drafts had {rows[-1].length} to {longest} tokens. Lengths above the shortest are not compared."
        )
    sentences.append(f"The file cannot show what a draft longer than {longest} tokens does.")
    return (*sentences, *short(pool))


def _fastest(found: WhatIf, rows: Sequence[Shorter], target_ms: float, draft_ms: float) -> str:
    given = f"{number(target_ms)} ms per target pass and {number(draft_ms)} ms per draft token"
    length, longest = found.best(), rows[-1].length
    if length == 0:
        return f"With {given}, decoding without a draft is the fastest."
    best = f"×{found.speedup(length):.2f}"
    if length == longest:
        return f"With {given}, the longest of these drafts is the fastest: {best} compared with no draft."
    ran, count = f"×{found.speedup(longest):.2f}", plural(length, "draft token")
    return f"With {given}, {count} would be the fastest: {best} compared with no draft, instead of {ran}."
