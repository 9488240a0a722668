"""The speed of single requests, and of log windows by the number of running requests, in words. The section “Times”
says how the numbers are computed.
"""

from collections.abc import Iterator, Mapping, Sequence

from explorer.imports.counts import Pool
from explorer.imports.measures import per_pass
from explorer.imports.rounded import quotient
from explorer.imports.sections import Row, Section, Table, table
from explorer.imports.speeds import Speed, differ, grows
from explorer.imports.times import Round, decoding_passes, own_times, round_of
from explorer.imports.whatif import EQUAL
from explorer.imports.words import INTERVAL, amount, ms, share, significant, unit
from explorer.imports.words import spread as spread_of
from explorer.imports.words import times as times_of
from explorer.story.numbers import listed, number, percent, plural

WHY_MOST = {
    True: "This is the mean of log windows that end with 1 running request. The server may have been idle within them.",
    False: "This time includes the prompts and any wait. At least five requests with clearly different numbers of "
    "rounds would give the time of a round, as the slope of a line through their times.",
}
MOST_ROWS = 20  # of a table of requests
MOST_LOADS = 4  # numbers of running requests that a sentence names
UNMEASURED = "The times in this file were probably not measured: all {:,} lie exactly on {} + {} per pass."
IMPLIED = (
    "At this cost, the target alone would write about {:,.0f} tokens per second{}. If it writes more than {:,.1f}, "
    "turn the draft off."
)
IF_ALONE = "It is worth it if the target alone is slower than"
BOUND = "one-sided 95% bound{}"
ALIKE = ", as if passes were independent"
WHOLE = (
    "With the prompts ({} of the time), the speed-up of whole requests is {}, if prompts take equally long without a "
    "draft."
)


def per_second(value: float) -> str:
    """A speed in words.

    >>> per_second(112.5)
    '112.5 tokens per second'
    """
    return f"{value:,.1f} tokens per second"


def running(count: int) -> str:
    """A number of running requests in words. >>> running(1), running(8) ('1 running request', '8 running requests')"""
    return plural(count, "running request")


def runs_words(counts: Sequence[int]) -> str:
    """Several numbers of running requests.

    >>> runs_words([1]), runs_words([1, 3, 8])
    ('1 running request', '1, 3 and 8 running requests')
    """
    return f"{listed([f'{count:,}' for count in counts])} running request{'' if list(counts) == [1] else 's'}"


def by_load(values: Sequence[tuple[int, str]]) -> str:
    """Values by the number of running requests, which is 0 if the file has only one load. Of many loads, the first
    ones and the last one are named.

    >>> by_load([(1, "40%"), (8, "20%")]), by_load([(0, "40%")])
    ('40% with 1 running request and 20% with 8', '40%')
    """
    shown = values if len(values) <= MOST_LOADS else [*values[: MOST_LOADS - 1], values[-1]]
    (count, first), *others = shown
    first = f"{first} with {running(count)}" if count else first
    return listed([first, *(f"{value} with {count:,}" for count, value in others)], None)


def range_of(pool: Pool, found: Round) -> str:
    """The speeds of the slowest and the fastest request or log window in brackets; empty if there is only one."""
    if found.line is not None:
        return ""
    if found.load is not None:
        load = found.load
        return (
            f" (lowest and highest of {load.count:,} log windows: {load.low:,.1f}, {load.high:,.1f})"
            if load.count > 1
            else ""
        )
    speeds = [each.per_second for each in pool.speeds]
    return f" (slowest and fastest request: {min(speeds):,.1f}, {max(speeds):,.1f})" if len(speeds) > 1 else ""


def requests_differ(pool: Pool) -> str:
    """A sentence that says by how much the rounds of different requests differed in duration and, if the file shows it,
    why. Empty if they did not differ.
    """
    if not differ(pool.speeds):
        return ""
    if not (found := grows(pool.speeds)):
        rounds = [each.round_ms for each in pool.speeds]
        return f"Rounds took {ms(min(rounds))} to {ms(max(rounds))}, so the answer only holds for this mix of requests."
    first, *others = found
    more = listed([f"{ms(each.round_ms)} after {each.prompt:,}" for each in others])
    return (
        f"The time of a round grows with the context: {ms(first.round_ms)} after a prompt of {first.prompt:,} tokens, "
        f"{more}."
    )


def whole_requests(pool: Pool, gains: Sequence[float]) -> str:
    """The speed-ups of whole requests, with the time of their prompts, from the speed-ups without it; empty if the file
    does not have the time of the prompts.
    """
    prompt, decode = pool.times.prompt, pool.times.decode
    if not prompt or not decode or pool.clocks:
        return ""
    said = " to ".join(dict.fromkeys(times_of((prompt + decode * gain) / (prompt + decode)) for gain in gains))
    return WHOLE.format(share(prompt / (prompt + decode)), said)


def bound_of(unit: str) -> str:
    """The name of a one-sided bound, and what it assumes if it comes from single passes, which depend on each other."""
    return BOUND.format(ALIKE if unit == "passes" else "")


def unreal_words(pool: Pool, found: Round) -> str:
    """The sentence which says that the times of whole requests were not measured, because all of them lie on a line;
    empty if they do not.
    """
    line = found.line
    return UNMEASURED.format(pool.requests, ms(line.rest), ms(line.ms)) if line is not None and line.exact else ""


def implied(pool: Pool, found: Round, cost: float, speedup: float) -> str:
    """The speed that the target alone would have at this cost; empty if the times were not measured. If rounds take
    longer after longer prompts, it is the speed for the request with the shortest prompt.
    """
    if found.unreal:
        return ""
    if (rows := grows(pool.speeds)) and found.gamma:
        first = rows[0]
        alone = 1000 * (1 + found.gamma * cost) / first.round_ms
        return IMPLIED.format(alone, f" after {first.prompt:,} prompt tokens", first.per_second)
    return IMPLIED.format(found.per_second / speedup, " for one request", found.per_second)


def if_alone(pool: Pool, found: Round) -> str:
    """The speed of the target alone below which the draft pays off: all tokens / all time. The range of the requests is
    added or, for a single request, the interval.
    """
    spread, speed, certain = range_of(pool, found), per_second(found.per_second), found.tokens.certain
    if found.exact:
        if rows := grows(pool.speeds):
            first, *others = [f"{each.per_second:,.1f}{{}} after {each.prompt:,}" for each in rows]
            shortest = first.format(" tokens per second")
            others = listed([each.format("") for each in others])
            return f"{IF_ALONE} {shortest} prompt tokens, {others} (all together: {found.per_second:,.1f})."
        if not spread:
            spread = spread_of(found.ends, "{:,.1f}".format, "possible: " if certain else INTERVAL)
        return f"{IF_ALONE} {speed} per request{spread}."
    kind = "lowest possible" if certain else bound_of(found.tokens.unit)
    bound = "" if spread or found.least is None else f" ({kind}: {found.least:,.1f})"
    return f"{IF_ALONE} {speed} per request, a lower limit of the speed with the draft{spread or bound}."


def prompts_words(speeds: Sequence[Speed], alone: Mapping[int, float]) -> str:
    """Whether the draft is worth it after each prompt length with a speed without a draft, if they are few; empty
    without two.
    """
    rows = sorted((n, each.per_second / alone[n]) for each in speeds if (n := each.prompt or 0) in alone)
    said = dict[str, list[tuple[int, float]]]()
    for prompt, gain in rows if 1 < len(rows) <= MOST_LOADS else ():
        word = "no gain" if abs(gain - 1) < EQUAL else "yes" if gain > 1 else "no"
        said.setdefault(word, []).append((prompt, gain))
    return " ".join(
        f"After {listed([f'{prompt:,}' for prompt, _ in found])} prompt tokens, {word}: "
        f"{listed([times_of(gain) for _, gain in found])}."
        for word, found in said.items()
    )


def loads_words(pool: Pool) -> str:
    """The tokens per second by the number of running requests."""
    (count, load), *others = sorted(pool.loads.items())
    speeds = [(count, f"{load.per_second:,.1f}") for count, load in others]
    return by_load([(count, f"{per_second(load.per_second)} in total"), *speeds])


def loads_notes(pool: Pool) -> str:
    """Notes on what the speeds at each number of running requests mean."""
    late = max(each.late for each in pool.loads.values())
    when = f"up to {late} s before the end" if late else "at the end"
    return (
        f"The log counts running requests {when} of a log window, so a log window may contain several loads or idle "
        "time."
    )


def clock_words(pool: Pool) -> str:
    """The first contradiction between timestamps and printed times, and how many more there are; empty without one."""
    if not pool.clocks:
        return ""
    more = len(pool.clocks) - 1
    others = f" The same holds for {plural(more, 'other ' + unit(pool))}." if more else ""
    left = "These log windows are left out." if pool.loads else "So no speed in this file is used."
    return f"{pool.clocks[0]}{others} {left}"


def requests_table(pool: Pool) -> Table | None:
    """The speed of every request; None if the file has fewer than two with times."""
    found = pool.speeds
    if len(found) < 2:
        return None
    most, least = ("", "") if found[0].exact else ("at most ", "at least ")
    prompts, gamma = any(each.prompt is not None for each in found), per_pass(pool)
    heads = (
        "request", "prompt tokens" if prompts else "", "target passes", "tokens per target pass",
        "pays off below a cost of" if gamma else "", "ms per round", "tokens per second of this request",
    )  # fmt: skip
    rows = list[Row]()
    for each in found[:MOST_ROWS]:
        prompt = "–" if each.prompt is None else f"{each.prompt:,}"
        tokens, limit = number(each.tokens), share((each.tokens - 1) / (gamma or 1))
        speed = f"{most}{significant(each.round_ms)}", f"{least}{each.per_second:,.1f}"
        rows.append((each.name, prompt, f"{each.rounds:,}", tokens, limit, *speed))
    return table(heads, rows)


def section(pool: Pool) -> Section | None:
    """The times of the file and of its requests; None if the file has no times."""
    said, each = times(pool), requests_table(pool)
    if each is not None and pool.requests > len(each.rows):
        said = (*said, f"The table has the first {len(each.rows)} of {amount(pool)}.")
    return Section("Times", said, (each,) if each else ()) if said or each else None


def times(pool: Pool) -> tuple[str, ...]:
    """The sentences about the times in the file, per pass where that is meaningful."""
    given, passes, drafted = pool.times, pool.passes, pool.drafted
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
        answer, accepted = pool.completion, pool.accepted
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
    one, two = quotient(tokens, found.ms, lambda each: f"{1000 * each:,.1f}")
    parts = f" (target pass + {found.gamma} × draft token)" if found.gamma else ""
    line = (
        "" if found.line is None or found.line.exact else f", 95% interval: ± {found.line.high - found.line.ms:.2f} ms"
    )
    yield f"A round{parts} took {most}{two} ms ({found.source}{line})."
    if found.line is not None:
        equal = "waits" if found.line.prompts else "prompts and waits"
        yield f"This assumes equally long {equal}, which took {ms(found.line.rest)}."
        if found.line.exact:
            yield "All times lie exactly on this line, so they were probably not measured."
    if not found.exact:
        yield WHY_MOST[found.load is not None]
    speed = "" if found.exact else "at least "
    yield (
        f"A round wrote {one} tokens on average, so one request got {speed}{one} / {two} ms = "
        f"{found.per_second:,.1f} tokens per second{range_of(pool, found)}."
    )
    answer, passes, accepted = pool.completion, pool.passes, pool.accepted
    if found.exact and answer is not None and passes is not None and answer == passes + (accepted or 0):
        yield (
            f"All {answer:,} tokens of the answers are counted: one for each of {passes:,} target passes, and "
            f"{accepted:,} accepted draft tokens."
        )
    elif found.exact:
        yield "The first token of each answer comes from the prompt’s pass, so it is not counted here."
    if not found.exact or pool.times.decode is None or answer is None or passes is None or accepted is None:
        return
    used = answer - pool.requests
    if (unused := passes + accepted - used) > 0:
        yield (
            f"The answers ended within their last rounds, so {unused:,} of these tokens did not become text. That "
            f"leaves {1000 * used / pool.times.decode:,.1f} tokens of text per second."
        )
