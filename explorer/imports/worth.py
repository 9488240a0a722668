"""The answer to “Is my draft worth it?”: with the times, or how fast the target alone must be."""

from explorer.imports.answers import Facts
from explorer.imports.costs import CHECK, FAILS, FREE, ordinary, speedups_words
from explorer.imports.counts import Pool
from explorer.imports.estimate import Estimate, certain
from explorer.imports.loads import asked, gains_words, totals_words, wrong_words
from explorer.imports.lossless import Answer
from explorer.imports.measures import judged, most_tokens_per_pass, per_pass, tokens_per_pass
from explorer.imports.speed_words import (
    clock_words,
    line_words,
    loads_notes,
    loads_words,
    per_second,
    range_of,
    requests_differ,
)
from explorer.imports.times import Round, contradiction, round_of, unusable
from explorer.imports.words import estimate_words, given_times, ms, share, times_span
from explorer.story.numbers import number, plural

WORTH = "Is my draft worth it?"
MEASURE = "Run the same prompts without a draft, {}. Add `--target-per-second N`, which is {}."
AFTER_FIRST = "1000 / TPOT, the milliseconds per token after the first one that serving benchmarks print"
NO_LINE = (
    "At least five requests with clearly different numbers of rounds would give the time of a round, as the slope of a "
    "line through their times."
)
AT_LOADS = "Run the same prompts without a draft, and compare {} at the same number of running requests. Add {}."
CHECKS = "The file times checks of {} tokens. A pass for one token may be faster."
UNUSED = "The times in this file are not used (see “Times”)."
COMPARE = "Run the same prompts without a draft, or add `--target-ms` and `--draft-ms`."
BUSY = "With more requests at once, a check takes longer, so the gain shrinks."
CLOCKS = "This file cannot say, because its times contradict each other."
AGAIN = "Save the file of a new run, and add the speed without a draft as `--target-per-second`."
ONE = " for one request at a time"
THIS = " at the load of this run"
IF_ALONE = "Not known yet: yes, if the target alone writes"
BOUND = "one-sided 95% bound"
USUAL = "At typical costs"
TYPICAL = USUAL + "{}, the speed-up is {}, " + f"{FREE}, {FAILS}."
ALONE = " and one request at a time"
Ends = tuple[float, float] | None


def worth(facts: Facts) -> Answer:
    """The answer about a file."""
    pool = facts.pool
    found, most = _tokens(pool), most_tokens_per_pass(pool)
    busy = "" if pool.loads or len(pool.slots) == 1 else BUSY
    if found is None:
        limit = (f"At most ×{most:.2f}: the answers limit the tokens per pass.",) if most else ()
        verdict = "This file cannot say, because it does not count passes."
        return Answer(WORTH, verdict, tuple(filter(None, (*limit, COMPARE, busy))), pool.formats[0].more)
    rests = f"Based on {estimate_words(pool, found)}{_of_loads(pool)}, which is the largest possible speed-up."
    unused = UNUSED if pool.untimed else ""
    note = "" if _base(facts) or any(at.gain for at in facts.loads) else unusable(pool, facts.given)
    verdict, sentences, folded = _answer(facts, found)
    said = (each for each in sentences if not note or each not in (measure(pool), COMPARE))
    line = "" if facts.round is None else line_words(facts.round)
    differs = (line,) if line else requests_differ(pool) if facts.round or pool.loads else ()
    busy = "" if any(each.startswith(USUAL) for each in sentences) else busy
    shown = tuple(
        dict.fromkeys(filter(None, (clock_words(pool), *wrong_words(facts.loads), *differs, *said, unused, note, busy)))
    )
    return Answer(WORTH, verdict, shown, rests, tuple(filter(None, folded)))


def _tokens(pool: Pool) -> Estimate | None:
    """Tokens per pass: of the intervals with 1 running request, if the file has any, because the speed-ups are those of
    one request at a time.
    """
    return pool.loads[1].tokens if 1 in pool.loads else tokens_per_pass(pool)


def _of_loads(pool: Pool) -> str:
    """To which intervals `_tokens` belongs, if the file has others; empty if it has not."""
    whole = tokens_per_pass(pool)
    if 1 not in pool.loads or whole is None or pool.requests == pool.loads[1].count:
        return ""
    return f" with 1 running request ({number(whole.value)} in all log windows)"


def measure(pool: Pool) -> str:
    """What to measure without a draft, so that it can be compared with the speed in the file."""
    what = pool.formats[0].measure
    if pool.loads:
        return AT_LOADS.format(what, asked(pool))
    found = round_of(pool)
    what = AFTER_FIRST if found is not None and found.line is not None else what
    return MEASURE.format("one after another" if len(pool.slots) == 1 else "with as many at once", what)


Said = tuple[str, tuple[str, ...], tuple[str, ...]]  # an answer, what is shown with it, and what is folded


def _answer(facts: Facts, found: Estimate) -> Said:
    """The best answer that the file and the given times allow."""
    drafted = _drafted(facts.pool)
    return _by_load(facts) or _measured(facts) or _timed(facts, found, drafted) or _conditional(facts, found, drafted)


def _base(facts: Facts) -> Round | None:
    """The round with which the speed without a draft is compared, unless it is exact."""
    found, given = facts.round, facts.given
    return None if given.target is None or given.times is not None or (found and found.exact) else found


def _by_load(facts: Facts) -> Said | None:
    """The measured speeds against those without a draft by running requests; None if one number is about one request,
    whose speed has a bound (`_measured`).
    """
    verdict = gains_words(facts.loads)
    if not verdict or facts.given.times is not None or (1 in facts.pool.loads and not facts.given.loads):
        return None
    return verdict, (totals_words(facts.loads),), (_round_words(facts), *loads_notes(facts.pool)[-1:])


def _measured(facts: Facts) -> Said | None:
    """The measured tokens per second against those without a draft; None if one of the two is not known.

    A log that only limits the time of a round gives a lower limit, so times that were typed in are better.
    """
    pool, found, given, base = facts.pool, facts.round, facts.given, _base(facts)
    if given.target is None:
        return None
    gain = given.target / 1000
    if found is None or not (found.exact or base):
        return None
    speed, least = found.per_second * gain, "" if found.exact else "at least "
    said = f"It writes {least}{per_second(found.per_second)} with the draft{range_of(pool, found)}"
    said = f"{said}, and {1 / gain:,.1f} without, as you gave."
    if not found.exact:
        more = "" if speed > 1 else pool.formats[0].more
        bound = None if found.least is None else found.least * gain
        return _at_least(speed, bound), (said, *_limits(facts), more), (_round_words(facts),)
    ends, wrong = _scaled(found.ends, gain), contradiction(pool, given)
    return _yes(speed, ends, one=_at(facts)), (said,), (wrong, _round_words(facts))


def _at(facts: Facts) -> str:
    """For which load a speed-up holds."""
    found = facts.round
    return THIS if found is not None and found.line is not None else ONE


def _timed(facts: Facts, found: Estimate, drafted: float | None) -> Said | None:
    """The answer if the times of draft and target passes are known, else None."""
    pool, run, each = facts.pool, facts.run, facts.each
    if each is None or drafted is None:
        return None
    if pool.loads or run is None or run.gamma != per_pass(pool) or run.cost is None:
        gain, certainly = each[0] / (each[0] + drafted * each[1]), certain(found)
        one = "" if pool.loads and 1 not in pool.loads else _at(facts)
        wrong = contradiction(pool, facts.given)
        verdict = _yes(found.value * gain, _scaled(_ends(found), gain), certainly, one)
        return verdict, (wrong, f"This assumes that {CHECK}."), (given_times(each), _round_words(facts))
    speed, ends = run.speedup(run.gamma), run.ends(run.gamma)
    certainly = ends is None and certain(found)
    ends = ends or _scaled(_ends(found), speed / found.value)
    if facts.given.target is None:
        verdict, alone = _at_most(speed, ends, _at(facts)), facts.round
        if alone is not None and alone.exact and verdict.startswith("At most"):
            verdict = f"{_if_alone(pool, alone)} {verdict}"
        return verdict, (CHECKS.format(run.gamma + 1), measure(pool)), (given_times(each), _round_words(facts))
    assumes = f"This assumes that {CHECK}."
    return (
        _yes(speed, ends, certainly, _at(facts)),
        (contradiction(pool, facts.given), assumes),
        (given_times(each), _round_words(facts)),
    )


def _conditional(facts: Facts, found: Estimate, drafted: float | None) -> Said:
    """The speed of the target alone, or the cost of the draft, up to which the draft pays off."""
    pool, run = facts.pool, facts.run
    if drafted is None:
        more = "This file does not say how many tokens the drafts had."
        return f"At most ×{number(found.value)}.", (COMPARE,), (more, _round_words(facts))
    tree = pool.typed_length is None and judged(pool) is None  # the drafts may be trees
    size = per_pass(pool)
    alone = pool.loads[1].part if 1 in pool.loads else pool
    speed = facts.round if facts.round and (facts.round.exact or facts.round.load) else None
    usual = "" if tree or run is None or run.gamma != size else speedups_words(alone, run.gamma, found.value, speed)
    limit = share(found.value - 1) if tree else f"{share((found.value - 1) / drafted)}{_of_cost(found, drafted)}"
    what = "the draft of one pass" if tree else "a draft token"
    beats = f"{plural(size, 'draft token')} per pass {'beats' if size == 1 else 'beat'}" if size else "The draft beats"
    pays = f"{beats} no draft while {what} costs less than {limit} of a target pass."
    one = "" if pool.loads and 1 not in pool.loads else ALONE
    typical = TYPICAL.format(one, usual) if usual else ""
    folded = (pays, _round_words(facts))
    if pool.loads:
        if len(pool.loads) == 1 and facts.round is not None:
            return _if_alone(pool, facts.round), (measure(pool), typical), (*folded, *loads_notes(pool))
        verdict = f"{IF_ALONE} fewer than {loads_words(pool)}."
        total, *notes = loads_notes(pool)
        return verdict, (total, measure(pool), typical), (*folded, *notes)
    if facts.round is not None:
        return _if_alone(pool, facts.round), (*_limits(facts), measure(pool), typical), folded
    if pool.clocks:
        return CLOCKS, (AGAIN, typical), folded
    if not usual or run is None:
        return f"Not known yet: yes, if {what} takes less than {limit} of a target pass.", (COMPARE,), ()
    slow = [each.name for each in ordinary(pool) if run.speedup(run.gamma, each.high) < 1]
    verdict = f"It depends on the draft: {usual}." if slow else f"Yes at typical costs: {usual}."
    return verdict, (f"This assumes that {CHECK}.", pays, COMPARE), ()


def _if_alone(pool: Pool, found: Round) -> str:
    """The condition on the speed of the target alone: all tokens / all time, with the range of requests or, for one
    request, with its interval.
    """
    spread, ends = range_of(pool, found), found.ends
    if not found.exact:
        kind = "lowest possible" if certain(found.tokens) else BOUND
        bound = "" if spread or found.least is None else f" ({kind}: {found.least:,.1f})"
        speed = per_second(found.per_second)
        return f"{IF_ALONE} fewer than {speed} per request, the lower limit with the draft{spread or bound}."
    if not spread and ends is not None:
        kind = "possible" if certain(found.tokens) else "95%"
        spread = f" ({kind}: {ends[0]:,.1f} to {ends[1]:,.1f})"
    return f"{IF_ALONE} fewer than {per_second(found.per_second)} per request{spread}."


def _limits(facts: Facts) -> tuple[str, ...]:
    """Why the speed of a round is a lower limit; empty if it is exact."""
    found = facts.round
    if found is None or found.exact:
        return ()
    if found.load is None:
        return ("The times include the prompts and any wait.",)
    return loads_notes(facts.pool)


def _of_cost(found: Estimate, drafted: float) -> str:
    ends = _ends(found)
    if ends is None or ends[0] == ends[1]:
        return ""
    kind = "possible" if certain(found) else "95%"
    return f" ({kind}: {share((ends[0] - 1) / drafted)} to {share((ends[1] - 1) / drafted)})"


def _at_most(speed: float, ends: Ends, one: str) -> str:
    """The verdict if a pass of the target alone may be faster than the checks that the file timed."""
    if speed <= 1 or (ends is not None and ends[0] <= 1 <= ends[1]):
        return _yes(speed, ends, one=one)
    return f"At most ×{speed:.2f}{times_span(ends)}."


def _at_least(speed: float, bound: float | None) -> str:
    """The verdict from a lower limit of the speed with the draft, and its one-sided bound."""
    spread = "" if bound is None else f" ({BOUND}: ×{bound:.2f})"
    if bound is not None and bound <= 1 < speed:
        return f"Too few passes to say: at least ×{speed:.2f}{spread}."
    return f"{'Yes' if speed > 1 else 'This file cannot say'}: at least ×{speed:.2f}{spread}."


def _yes(speed: float, ends: Ends, certainly: bool = False, one: str = ONE) -> str:
    spread = times_span(ends, "possible" if certainly else "95%")
    if ends is not None and ends[0] <= 1 <= ends[1]:
        return f"Too few passes to say: ×{speed:.2f}{spread}{one}."
    return f"{'Yes' if speed > 1 else 'No'}: ×{speed:.2f}{spread}{one}."


def _ends(found: Estimate) -> Ends:
    return None if found.low is None or found.high is None else (found.low, found.high)


def _scaled(ends: Ends, by: float) -> Ends:
    return None if ends is None else (ends[0] * by, ends[1] * by)


def _round_words(facts: Facts) -> str:
    """The time of a round as an equation between the two times that are not known, and its tokens."""
    found = facts.round
    if found is None:
        return ""
    drafted = found.gamma
    parts = f" (target pass + {drafted} × draft token)" if drafted else ""
    most = "" if found.exact else "at most "
    more = "" if found.exact or found.load else f" {NO_LINE}"
    return f"A round{parts} took {most}{ms(found.ms)} and wrote {number(found.tokens.value)} tokens on average.{more}"


def _drafted(pool: Pool) -> float | None:
    """Draft tokens per pass, on average."""
    passes, drafted = pool.passes.value, pool.drafted.value
    return drafted / passes if passes and drafted else per_pass(pool)
