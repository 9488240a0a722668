"""The answer to “Is my draft worth it?”: with the times, or how fast the target alone must be."""

from explorer.imports.answers import Facts
from explorer.imports.costs import ordinary, speedups_words
from explorer.imports.counts import Pool
from explorer.imports.estimate import Estimate, certain
from explorer.imports.lossless import Answer
from explorer.imports.measures import judged, most_tokens_per_pass, per_pass, tokens_per_pass
from explorer.imports.speed_words import clock_words, per_second, requests_differ
from explorer.imports.times import Round, contradiction, unusable
from explorer.imports.words import estimate_words, given_times, ms, share, times_span
from explorer.story.numbers import number

WORTH = "Is my draft worth it?"
ALONE = "Run the same prompts and load without a draft, and add `--target-per-second`."
CHECKS = "The file times checks of {} tokens. A pass for one token may be faster."
UNUSED = "The times in this file are not used (see “Times”)."
COMPARE = "Run the same prompts without a draft, or add `--target-ms` and `--draft-ms`."
BUSY = "On a busy server, the gain shrinks and can become a loss."
ONE = "for one request at a time"
BOUND = "one-sided 95% bound"
TYPICAL = "At typical costs, the speed-up is {}."
Ends = tuple[float, float] | None


def worth(facts: Facts) -> Answer:
    """The answer about a file."""
    pool = facts.pool
    found, most = tokens_per_pass(pool), most_tokens_per_pass(pool)
    if found is None:
        limit = (f"At most ×{most:.2f}: the answers limit the tokens per pass.",) if most else ()
        verdict = "This file cannot say, because it does not count passes."
        return Answer(WORTH, verdict, (*limit, COMPARE, BUSY), pool.formats[0].more)
    clock = clock_words(pool) if facts.round else ""
    rests = f"Rests on {estimate_words(pool, found)}, which is the largest possible speed-up."
    unused = UNUSED if pool.untimed else ""
    note = "" if measured_limit(facts) else unusable(pool, facts.given)
    verdict, sentences, folded = _answer(facts, found)
    said = (each for each in sentences if not note or each not in (ALONE, COMPARE))
    shown = tuple(dict.fromkeys(filter(None, (clock, requests_differ(facts), *said, unused, note, BUSY))))
    return Answer(WORTH, verdict, shown, rests, tuple(filter(None, folded)))


Said = tuple[str, tuple[str, ...], tuple[str, ...]]  # an answer, what is shown with it, and what is folded


def _answer(facts: Facts, found: Estimate) -> Said:
    """The best answer that the file and the given times allow."""
    drafted = _drafted(facts.pool)
    return _measured(facts) or _timed(facts, found, drafted) or _conditional(facts, found, drafted)


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
    speed = found.per_second * gain
    without, least = f"{1 / gain:,.1f} without", "" if found.exact else "at least "
    said = f"It writes {least}{per_second(found.per_second)} with the draft, and {without}."
    if not found.exact:
        more = "" if speed > 1 else facts.pool.formats[0].more
        bound = None if found.least is None else found.least * gain
        return _at_least(speed, bound), (said, _limits(found), more), (_round_words(facts),)
    ends, wrong = _scaled(found.ends, gain), contradiction(facts.pool, given)
    return _yes(speed, ends), (said,), (wrong, _round_words(facts))


def _timed(facts: Facts, found: Estimate, drafted: float | None) -> Said | None:
    """The answer if the times of draft and target passes are known, else None."""
    pool, run, each = facts.pool, facts.run, facts.each
    if each is None or drafted is None:
        return None
    if run is None or run.gamma != per_pass(pool) or run.cost is None:
        gain, certainly = each[0] / (each[0] + drafted * each[1]), certain(found)
        return _yes(found.value * gain, _scaled(_ends(found), gain), certainly), (given_times(each),), ()
    speed, ends = run.speedup(run.gamma), run.ends(run.gamma)
    certainly = ends is None and certain(found)
    ends = ends or _scaled(_ends(found), speed / found.value)
    if facts.given.target is None:
        verdict, alone = _at_most(speed, ends), facts.round
        if alone is not None and alone.exact and verdict.startswith("At most"):
            verdict = f"{_if_alone(alone)} {verdict}"
        return verdict, (CHECKS.format(run.gamma + 1), ALONE), (given_times(each), _round_words(facts))
    return _yes(speed, ends, certainly), (contradiction(pool, facts.given),), (given_times(each), _round_words(facts))


def _conditional(facts: Facts, found: Estimate, drafted: float | None) -> Said:
    """The speed of the target alone, or the cost of the draft, up to which the draft pays off."""
    pool, run = facts.pool, facts.run
    if drafted is None:
        more = "This file does not say how many tokens the drafts had."
        return f"At most ×{number(found.value)}.", (COMPARE,), (more, _round_words(facts))
    tree = pool.typed_length is None and judged(pool) is None  # the drafts may be trees
    usual = "" if tree or run is None or run.gamma != per_pass(pool) else speedups_words(pool, run)
    limit = share(found.value - 1) if tree else f"{share((found.value - 1) / drafted)}{_of_cost(found, drafted)}"
    what = "the draft of one pass" if tree else "a draft token"
    each = f"With {per_pass(pool)} draft tokens per pass, it" if usual and per_pass(pool) != 1 else "It"
    pays = f"{each} pays off while {what} takes less than {limit} of a target pass."
    if facts.round is not None:
        typical, folded = TYPICAL.format(usual) if usual else "", (pays, _round_words(facts))
        if facts.round.request is None or facts.round.exact:
            return _if_alone(facts.round), (_limits(facts.round), typical, ALONE), folded
        return _if_alone(facts.round), (_limits(facts.round), ALONE), (typical, *folded)
    if not usual or run is None:
        return f"Yes, if {what} takes less than {limit} of a target pass.", (COMPARE,), ()
    slow = [each.name for each in ordinary(pool) if run.speedup(run.gamma, each.high) < 1]
    verdict = f"It depends on the draft: {usual}." if slow else f"Yes at typical costs: {usual}."
    return verdict, (pays, COMPARE), ()


def _if_alone(found: Round) -> str:
    """The condition on the speed of the target alone, with its interval, or with a one-sided bound if it is a limit."""
    ends, spread = found.ends, ""
    if not found.exact:
        kind = "lowest possible" if certain(found.tokens) else BOUND
        spread = "" if found.least is None else f" ({kind}: {found.least:,.1f})"
    elif ends is not None:
        kind = "possible" if certain(found.tokens) else "95%"
        spread = f" ({kind}: {ends[0]:,.1f} to {ends[1]:,.1f})"
    return f"Yes, if the target alone writes fewer than {per_second(found.per_second)}{spread}."


def _limits(found: Round) -> str:
    """Under which condition the speed of a round is a lower limit; empty if it is exact."""
    if found.exact:
        return ""
    if found.interval is None:
        return "This is a lower limit under the same load, because the time includes the prompt and any wait."
    when = "at its end" if found.interval.fits else f"{found.interval.earlier} s earlier"
    return f"This is a lower limit if one request ran all through {found.interval.name}. The log says so {when}."


def _of_cost(found: Estimate, drafted: float) -> str:
    ends = _ends(found)
    if ends is None or ends[0] == ends[1]:
        return ""
    kind = "possible" if certain(found) else "95%"
    return f" ({kind}: {share((ends[0] - 1) / drafted)} to {share((ends[1] - 1) / drafted)})"


def _at_most(speed: float, ends: Ends) -> str:
    """The verdict if a pass of the target alone may be faster than the checks that the file timed."""
    if speed <= 1 or (ends is not None and ends[0] <= 1 <= ends[1]):
        return _yes(speed, ends)
    return f"At most ×{speed:.2f}{times_span(ends)}."


def _at_least(speed: float, bound: float | None) -> str:
    """The verdict from a lower limit of the speed with the draft, and its one-sided bound."""
    spread = "" if bound is None else f" ({BOUND}: ×{bound:.2f})"
    if bound is not None and bound <= 1 < speed:
        return f"Too few passes to say: at least ×{speed:.2f}{spread}."
    return f"{'Yes' if speed > 1 else 'This file cannot say'}: at least ×{speed:.2f}{spread}."


def _yes(speed: float, ends: Ends, certainly: bool = False) -> str:
    spread = times_span(ends, "possible" if certainly else "95%")
    if ends is not None and ends[0] <= 1 <= ends[1]:
        return f"Too few passes to say: ×{speed:.2f}{spread} {ONE}."
    return f"{'Yes' if speed > 1 else 'No'}: ×{speed:.2f}{spread} {ONE}."


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
    return f"A round{parts} took {most}{ms(found.ms)} and wrote {number(found.tokens.value)} tokens on average."


def _drafted(pool: Pool) -> float | None:
    """Draft tokens per pass, on average."""
    passes, drafted = pool.passes.value, pool.drafted.value
    return drafted / passes if passes and drafted else per_pass(pool)
