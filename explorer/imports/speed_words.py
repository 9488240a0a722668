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
from explorer.imports.words import amount, ms, share, significant, unit
from explorer.imports.words import spread as spread_of
from explorer.imports.words import times as times_of
from explorer.story.numbers import listed, number, percent, plural

WHY_MOST = (
    "This time includes the prompts and any wait. At least five requests with clearly different numbers of rounds "
    "would give the time of a round, as the slope of a line through their times."
)
MOST_ROWS = 20  # most rows of a table of requests
MOST_LOADS = 4  # most numbers of running requests that a sentence names
IF_ALONE = "It is worth it if the target alone is slower than"
COARSE = "All times of decoding are whole multiples of {} ms, so a round is only known to ± {} ms."
WHOLE = "With the prompts ({} of the time), whole requests have {}, if prompts take equally long without a draft."


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
    """The speeds of the slowest and the fastest request in brackets; empty if there is only one."""
    if found.line is not None:
        return ""
    speeds = [each.per_second for each in pool.speeds]
    return f" (slowest and fastest request: {min(speeds):,.1f}, {max(speeds):,.1f})" if len(speeds) > 1 else ""


def requests_differ(pool: Pool) -> str:
    """A sentence about rounds of different duration and their consequence; empty if they did not differ."""
    if not differ(pool.speeds):
        return ""
    if grows(pool.speeds):
        return "Rounds take longer after longer prompts, so speed-ups there are uncertain."
    rounds = [each.round_ms for each in pool.speeds]
    return f"Rounds took {ms(min(rounds))} to {ms(max(rounds))}, so the answer only holds for this mix of requests."


def whole_requests(pool: Pool, gains: Sequence[tuple[str, float, float]]) -> str:
    """A sentence with the speed-ups of whole requests, including the time of the prompts. `gains` holds the lowest and
    the highest speed-up without this time for each kind of draft. Empty if the file lacks the time of the prompts.
    """
    prompt, decode = pool.times.prompt, pool.times.decode
    if not prompt or not decode or pool.clocks or not gains:
        return ""
    said = list[str]()
    for kind, *ends in gains:
        both = dict.fromkeys(times_of((prompt + decode * gain) / (prompt + decode)) for gain in ends)
        said.append(f"{' to '.join(both)}{kind}")
    return WHOLE.format(share(prompt / (prompt + decode)), listed(said))


def if_alone(pool: Pool, found: Round) -> str:
    """The speed of the target alone below which the draft pays off (all tokens / all time), with the range over the
    requests or, for a single request, the interval.
    """
    limit = "" if found.exact else ", a lower limit of the speed with the draft"
    ends = found.ends if found.exact else None
    spread = range_of(pool, found) or spread_of(ends, "{:,.1f}".format, certain=found.tokens.certain)
    return f"{IF_ALONE} {per_second(found.per_second)} per request{limit}{spread}."


def prompts_words(speeds: Sequence[Speed], alone: Mapping[int, float]) -> str:
    """The verdict for each prompt length with a speed without a draft, if there are only a few; empty for fewer than
    two.
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


def clock_words(pool: Pool) -> str:
    """The first contradiction of timestamps and printed times, and how many more there are; empty if none."""
    if not pool.clocks:
        return ""
    more = len(pool.clocks) - 1
    others = f" The same holds for {plural(more, 'other ' + unit(pool))}." if more else ""
    left = "These log windows are left out." if pool.loads else "So no speed in this file is used."
    return f"{pool.clocks[0]}{others} {left}"


def coarse(found: Round) -> str:
    """How exact the time of a round is, if the times of requests are coarse; empty otherwise."""
    return COARSE.format(significant(found.unit), significant(found.error, 1)) if found.unit else ""


def requests_table(pool: Pool) -> Table | None:
    """A table with the speed of every request; None if fewer than two requests have times."""
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
    """The section about the times of the file and its requests; None if it has none, or none that can be right."""
    said, each = times(pool), None if pool.clocks else requests_table(pool)
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
    return tuple(filter(None, sentences))


def _round(pool: Pool, found: Round) -> Iterator[str]:
    """Sentences with the time of a round and the tokens per second, and with their calculation."""
    most, tokens = ("" if found.exact else "at most "), found.tokens.value
    one, two = quotient(tokens, found.ms, lambda each: f"{1000 * each:,.1f}")
    parts = f" (target pass + {found.gamma} × draft token)" if found.gamma else ""
    line = "" if found.line is None else f", 95% interval: ± {found.line.high - found.line.ms:.2f} ms"
    yield f"A round{parts} took {most}{two} ms ({found.source}{line})."
    if found.line is not None:
        equal = "waits" if found.line.prompts else "prompts and waits"
        yield f"This assumes equally long {equal}, which took {ms(found.line.rest)}."
    if not found.exact:
        yield WHY_MOST
    yield coarse(found)
    speed = "" if found.exact else "at least "
    yield (
        f"A round wrote {one} tokens on average, so one request got {speed}{one} / {two} ms = "
        f"{found.per_second:,.1f} tokens per second{range_of(pool, found)}."
    )
    if pool.times.decode is not None:
        yield "The first token of each answer comes from the prompt’s pass, so it is not counted here."
