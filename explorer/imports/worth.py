"""The answer to “Is my draft worth it?”: with the times, or how fast the target alone must be."""

from explorer.imports.answers import Facts
from explorer.imports.counts import Pool
from explorer.imports.lossless import Answer
from explorer.imports.measures import Estimate, certain, judged, most_tokens_per_pass, per_pass, tokens_per_pass
from explorer.imports.speed_words import per_second, requests_differ, several
from explorer.imports.speeds import Speed
from explorer.imports.times import Round, contradiction, unusable
from explorer.imports.words import cost, estimate_words, given_times, ms, share
from explorer.story.numbers import number

WORTH = "Is my draft worth it?"
ALONE = "Measure the tokens per second without a draft on the same prompts, and add `--target-per-second`."
CHECKS = "The file times checks of {} tokens, and a pass for one token may be faster."
UNUSED = "The times in this file are not used (see “Times”)."
COMPARE = "Compare the tokens per second with and without the draft, or add `--target-ms` and `--draft-ms`."
BUSY = "On a busy server, {} takes longer, so the gain shrinks and can become a loss."
ONE = "for one request at a time"
Ends = tuple[float, float] | None


def worth(facts: Facts) -> Answer:
    """The answer about a file."""
    pool = facts.pool
    found, most = tokens_per_pass(pool), most_tokens_per_pass(pool)
    busy = BUSY.format(f"checking {per_pass(pool)} draft tokens" if per_pass(pool) else "checking a draft")
    if found is None:
        limit = (f"At most ×{most:.2f}: the answers limit the tokens per pass.",) if most else ()
        verdict = "This file cannot say, because it does not count passes."
        return Answer(WORTH, verdict, (*limit, COMPARE, busy), pool.formats[0].more)
    rests = f"Rests on {estimate_words(pool, found)}, which is the largest possible speed-up."
    notes = (UNUSED if pool.untimed else "", "" if measured_limit(facts) else unusable(pool, facts.given))
    verdict, sentences, folded = _answer(facts, found)
    shown = tuple(dict.fromkeys(filter(None, (*sentences, *notes, requests_differ(facts), busy))))
    return Answer(WORTH, verdict, shown, rests, tuple(filter(None, folded)))


Said = tuple[str, tuple[str, ...], tuple[str, ...]]  # an answer, what is shown with it, and what is folded


def _answer(facts: Facts, found: Estimate) -> Said:
    """The best answer that the file and the given times allow."""
    drafted = _drafted(facts.pool)
    return (
        _measured(facts)
        or _timed(facts, found, drafted)
        or _of_all_passes(facts, found)
        or _conditional(facts, found, drafted)
    )


def measured_limit(facts: Facts) -> bool:
    """Whether the speed without a draft is compared with a lower limit of the speed with it."""
    found, given = facts.round, facts.given
    return found is not None and not found.exact and given.target is not None and given.times is None


def _measured(facts: Facts) -> Said | None:
    """The measured tokens per second against those without a draft; None if one of the two is not known.

    A log that only limits the time of a round gives a lower limit, so times that were typed in are better.
    """
    found, given = facts.round, facts.given
    if found is None or given.target is None or not (found.exact or measured_limit(facts)):
        return None
    gain = given.target / 1000
    if not found.exact and (apart := several(facts)) is not None:
        return *_each(apart, gain, facts.pool.formats[0].more), ()
    speed, ends = found.per_second * gain, _scaled(found.ends, gain)
    without = f"{1 / gain:,.1f} without"
    said = (
        f"It writes {'' if found.exact else 'at least '}{per_second(found.per_second)} with the draft, and {without}."
    )
    wrong = contradiction(facts.pool, given)
    verdict = _yes(speed, ends) if found.exact else _at_least(speed, ends)
    spread = _interval_words(ends) if found.exact else ""
    more = "" if speed > 1 or found.exact else facts.pool.formats[0].more
    return verdict, (said, more), (wrong, spread, round_words(facts.pool, found))


def _each(apart: tuple[Speed, Speed], gain: float, more: str) -> tuple[str, tuple[str, ...]]:
    """The verdict for requests of very different speed, whose speeds are lower limits."""
    low, high = (each.per_second * gain for each in apart)
    spread = f"at least ×{low:.2f} ({apart[0].name}) to ×{high:.2f} ({apart[1].name})"
    if low > 1:
        return f"Yes: {spread}, by request.", ()
    if high > 1:
        return f"Not for every request: {spread}.", (
            "A request below ×1 may gain, because its time includes the prompt.",
        )
    return f"This file cannot say: {spread}.", ("The time of a request includes its prompt.", more)


def _timed(facts: Facts, found: Estimate, drafted: float | None) -> Said | None:
    """The answer if the times of draft and target passes are known, else None."""
    pool, run, each = facts.pool, facts.run, facts.each
    if each is None or drafted is None:
        return None
    if run is None or run.gamma != per_pass(pool) or run.cost is None:
        return _of_tokens(found, each[0] / (each[0] + drafted * each[1]), given_times(each))
    speed, ends = run.speedup(run.gamma), run.ends(run.gamma)
    ends = ends or _scaled(_ends(found), speed / found.value)
    sentence = f"{given_times(each)}{_interval_words(ends, ', the')}."
    if facts.given.target is None:
        verdict, alone = _at_most(speed, ends), facts.round
        if alone is not None and alone.exact and verdict.startswith("At most"):
            verdict = f"{_if_alone(alone)} {verdict}"
        return verdict, (CHECKS.format(run.gamma + 1), ALONE), (sentence, _round_words(facts))
    return _yes(speed, ends), (contradiction(pool, facts.given),), (sentence, _round_words(facts))


def _of_all_passes(facts: Facts, found: Estimate) -> Said | None:
    """The answer from the times of all passes in the file; None if it does not have them."""
    times = facts.pool.times
    if not (times.draft and times.target):
        return None
    gain = times.target / (times.target + times.draft)
    return _of_tokens(found, gain, "With the times of all passes in the file")


def _conditional(facts: Facts, found: Estimate, drafted: float | None) -> Said:
    """The speed of the target alone, or the cost of the draft, up to which the draft pays off."""
    pool = facts.pool
    if drafted is None:
        more = "This file does not say how many tokens the drafts had."
        return f"At most ×{number(found.value)}.", (COMPARE,), (more, _round_words(facts))
    if pool.typed_length is None and judged(pool) is None:  # the drafts may be trees
        pays = f"the draft of one pass takes less than {share(found.value - 1)} of the time of a target pass"
    else:
        pays = f"a draft token costs less than {cost((found.value - 1) / drafted)}{_of_cost(found, drafted)}"
    if facts.round is None:
        return f"Yes, if {pays}.", (COMPARE,), ()
    apart = several(facts)
    verdict = _if_alone(facts.round)
    if apart is not None and not facts.round.exact:
        slow, fast = apart
        ends = f"{slow.per_second:,.1f} ({slow.name}) to {fast.per_second:,.1f} ({fast.name})"
        verdict = f"Yes, if the target alone writes fewer than {ends} tokens per second."
    folded = (f"By all passes of the file, it is worth it if {pays}.", _round_words(facts))
    return verdict, (_limits(facts.round), ALONE), folded


def _if_alone(found: Round) -> str:
    """The condition on the speed of the target alone, with its interval."""
    ends = found.ends
    spread = "" if ends is None else f" (95%: {ends[0]:,.1f} to {ends[1]:,.1f})"
    if certain(found.tokens):
        spread = spread.replace("95%", "possible")
    return f"Yes, if the target alone writes fewer than {per_second(found.per_second)}{spread}."


def _limits(found: Round) -> str:
    """Why the speed of a round is a lower limit; empty if it is exact."""
    if found.exact:
        return ""
    if found.interval is None:
        return "These are lower limits per request, because the times include the prompts."
    if found.interval.fits:
        return f"This is a lower limit, from {found.interval.name} with one running request."
    before = f"{found.interval.earlier} s earlier, the log has one running request"
    prints = f" and {per_second(found.interval.printed)}" if found.interval.printed else ""
    return f"This is a lower limit, from {found.interval.name}. {before}{prints}."


def _of_cost(found: Estimate, drafted: float) -> str:
    ends = _ends(found)
    if ends is None:
        return ""
    kind = "possible" if certain(found) else "95%"
    return f" ({kind}: {share((ends[0] - 1) / drafted)} to {share((ends[1] - 1) / drafted)})"


def _at_most(speed: float, ends: Ends) -> str:
    """The verdict if a pass of the target alone may be faster than the checks that the file timed."""
    if speed <= 1 or (ends is not None and ends[0] <= 1 <= ends[1]):
        return _yes(speed, ends)
    return f"At most ×{speed:.2f}."


def _at_least(speed: float, ends: Ends) -> str:
    """The verdict from a lower limit of the speed with the draft."""
    if ends is not None and ends[0] <= 1 < speed:
        return f"Too few passes to say: at least ×{speed:.2f}."
    return f"{'Yes' if speed > 1 else 'This file cannot say'}: at least ×{speed:.2f}."


def _of_tokens(found: Estimate, gain: float, with_times: str) -> Said:
    """The answer if each token per target pass is a speed-up of `gain`."""
    ends = _scaled(_ends(found), gain)
    said = ", it can be" if certain(found) else ", the 95% interval is"
    spread = "" if ends is None else f"{said} ×{ends[0]:.2f} to ×{ends[1]:.2f}"
    return _yes(found.value * gain, ends), (f"{with_times}{spread}.",), ()


def _yes(speed: float, ends: Ends) -> str:
    if ends is not None and ends[0] <= 1 <= ends[1]:
        return f"Too few passes to say: ×{speed:.2f} {ONE}."
    return f"{'Yes' if speed > 1 else 'No'}: ×{speed:.2f} {ONE}."


def _ends(found: Estimate) -> Ends:
    return None if found.low is None or found.high is None else (found.low, found.high)


def _scaled(ends: Ends, by: float) -> Ends:
    return None if ends is None else (ends[0] * by, ends[1] * by)


def _interval_words(ends: Ends, begin: str = "The") -> str:
    end = "." if begin == "The" else ""
    return "" if ends is None else f"{begin} 95% interval is ×{ends[0]:.2f} to ×{ends[1]:.2f}{end}"


def _round_words(facts: Facts) -> str:
    return "" if facts.round is None else round_words(facts.pool, facts.round)


def round_words(pool: Pool, found: Round) -> str:
    """The time of a round as an equation between the two times that are not known, and its tokens."""
    drafted = per_pass(pool)
    parts = f" (target pass + {drafted} × draft token)" if drafted else ""
    most = "" if found.exact else "at most "
    return f"A round{parts} took {most}{ms(found.ms)} and wrote {number(found.tokens.value)} tokens on average."


def _drafted(pool: Pool) -> float | None:
    """Draft tokens per pass, on average."""
    passes, drafted = pool.passes.value, pool.drafted.value
    return drafted / passes if passes and drafted else per_pass(pool)
