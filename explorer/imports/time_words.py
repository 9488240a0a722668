"""The section “Times”: what a round took, and how the numbers are computed."""

from collections.abc import Iterator

from explorer.imports.counts import Pool
from explorer.imports.rounded import quotient
from explorer.imports.sections import Section
from explorer.imports.speed_words import range_of, requests_table
from explorer.imports.times import Round, decoding_passes, own_times, round_of
from explorer.imports.words import amount, ms
from explorer.story.numbers import number, percent, plural

WHY_MOST = {
    True: "This is the mean of log windows that end with 1 running request. The server may have been idle within them.",
    False: "This time includes the prompts and any wait.",
}


def section(pool: Pool) -> Section | None:
    """The times of the file and of its requests; None if the file has no times."""
    said, table = times(pool), requests_table(pool)
    if table is not None and pool.requests > len(table.rows):
        said = (*said, f"The table has the first {len(table.rows)} of {amount(pool)}.")
    return Section("Times", said, (table,) if table else ()) if said or table else None


def times(pool: Pool) -> tuple[str, ...]:
    """The sentences about the times in the file, per pass where that is meaningful."""
    given, passes, drafted = pool.times, pool.passes.value, pool.drafted.value
    sentences = [f"The pass times in this file are not used. {pool.untimed}"] if pool.untimed else []
    found = round_of(pool)
    if found is not None:
        sentences += _round(pool, found)
    if given.draft and given.target and passes:
        share_of = given.draft / (given.draft + given.target)
        sentences.append(f"The draft took {percent(share_of)} of the time of all passes.")
        if drafted:
            sentences.append(f"That is {number(given.draft / drafted)} ms per draft token.")
    decoding, each = decoding_passes(pool), own_times(pool)
    if decoding and each and given.decode and given.draft is not None:
        answer, accepted = pool.completion.value, pool.accepted.value
        sentences += [
            f"A target pass took ({number(given.decode)} ms of decoding − {number(given.draft)} ms of drafting) / "
            f"{decoding:,} passes = {number(each[0])} ms.",
            f"The number of passes is {answer:,} tokens of the answers − {accepted:,} accepted "
            f"draft tokens − {plural(pool.requests, 'first token')}. The pass over the prompt writes the first token.",
        ]
    return tuple(sentences)


def _round(pool: Pool, found: Round) -> Iterator[str]:
    """The time of a round and the tokens per second, with their computation."""
    most, tokens = ("" if found.exact else "at most "), found.tokens.value
    yield f"A round took {most}{ms(found.ms)} ({found.source})."
    if not found.exact:
        yield WHY_MOST[found.load is not None]
    speed = "" if found.exact else "at least "
    one, two = quotient(tokens, found.ms, lambda each: f"{1000 * each:,.1f}")
    yield (
        f"A round wrote {one} tokens on average, so the engine wrote {speed}{one} / {two} ms = "
        f"{found.per_second:,.1f} tokens per second{range_of(pool, found)}."
    )
    answer, passes, accepted = pool.completion.value, pool.passes.value, pool.accepted.value
    if found.exact and answer is not None and passes is not None and answer == passes + (accepted or 0):
        yield f"All {answer:,} tokens of the answers are counted here: {passes:,} rounds + {accepted:,} accepted ones."
    elif found.exact:
        yield "The first token of each answer comes from the prompt’s pass, so it is not counted here."
    if not found.exact or pool.times.decode is None or answer is None or passes is None or accepted is None:
        return
    used = answer - pool.requests
    if (unused := passes + accepted - used) > 0:
        yield (
            f"The answers ended within their last rounds, so {plural(unused, 'token')} of these did not become text: "
            f"{1000 * used / pool.times.decode:,.1f} tokens of text per second."
        )
