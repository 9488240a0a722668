"""Sentences of the section “Times”: what a round took, and how the numbers are computed."""

from collections.abc import Iterator

from explorer.imports.counts import Pool
from explorer.imports.rounded import quotient
from explorer.imports.speed_words import range_of
from explorer.imports.times import Round, round_of, timed
from explorer.imports.words import ms
from explorer.story.numbers import number, percent, plural

WHY_MOST = {
    True: "It is a mean of log windows that end with 1 running request. The server may have been idle within them.",
    False: "This time includes the prompts and any wait.",
}


def times(pool: Pool) -> tuple[str, ...]:
    """The sentences about the times in the file, per pass where that is meaningful."""
    given, passes = pool.times, pool.passes.value
    sentences = [f"The pass times in this file are not used. {pool.untimed}"] if pool.untimed else []
    found = round_of(pool)
    if found is not None:
        sentences += _round(pool, found)
    if given.draft and given.target and passes:
        share_of = given.draft / (given.draft + given.target)
        sentences.append(f"The draft took {percent(share_of)} of the time of all passes.")
        if pool.drafted.value:
            sentences.append(f"That is {number(given.draft / pool.drafted.value)} ms per draft token.")
    if found := timed(pool):
        sentences += [
            f"A target pass took ({number(found.decode)} ms of decoding − {number(found.draft)} ms of drafting) / "
            f"{found.passes:,} passes = {number(found.each[0])} ms.",
            f"The number of passes is {found.answer:,} tokens of the answers − {found.accepted:,} accepted draft "
            f"tokens − {plural(found.requests, 'first token')}. The pass over the prompt writes the first token.",
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
        f"It wrote {one} tokens on average, so the engine wrote {speed}{one} / {two} ms = "
        f"{found.per_second:,.1f} tokens per second{range_of(pool, found)}."
    )
    answer, passes, accepted = pool.completion.value, pool.passes.value, pool.accepted.value
    if found.exact and answer is not None and passes is not None and answer == passes + (accepted or 0):
        yield f"All {answer:,} tokens of the answers are counted here: {passes:,} rounds + {accepted:,} accepted ones."
    elif found.exact:
        yield "The first token of each answer comes from the prompt’s pass, so it is not counted here."
    if not found.exact or pool.times.decode is None:
        return
    if answer is None or passes is None or accepted is None:
        return
    used = answer - pool.requests
    if (unused := passes + accepted - used) > 0:
        yield (
            f"The answers ended within their last rounds, so {plural(unused, 'token')} of these did not become text: "
            f"{1000 * used / pool.times.decode:,.1f} tokens of text per second."
        )
