"""The answer to “Is my draft worth it?”: with the times, or how fast the target alone must be."""

from explorer.imports.answers import Facts
from explorer.imports.costs import FAILS, FREE, ordinary, speedups_words
from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, Estimate
from explorer.imports.loads import asked, gains_words, totals_words, wrong_words
from explorer.imports.losses import runs_of
from explorer.imports.measures import judged, most_tokens_per_pass, per_pass, tokens_per_pass
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import (
    clock_words,
    line_words,
    loads_notes,
    loads_words,
    per_second,
    range_of,
    requests_differ,
)
from explorer.imports.speeds import grows
from explorer.imports.times import Round, contradiction, cost_in, round_of, unusable
from explorer.imports.whatif import WhatIf
from explorer.imports.words import estimate_words, ms, percent_of, share, times_span
from explorer.story.numbers import listed, number, plural

WORTH = "Is my draft worth it?"
MEASURE = "Run the same prompts without a draft, {}. Add `--target-per-second N`, which is {}."
AFTER_FIRST = "1000 / TPOT, the milliseconds per token after the first one that serving benchmarks print"
NO_LINE = (
    "At least five requests with clearly different numbers of rounds would give the time of a round, as the slope of a "
    "line through their times."
)
AT_LOADS = (
    "Run the same prompts without a draft, and compare {} at the same number of running requests. Add totals: {}."
)
CHECKS = "The file times checks of {} tokens. A pass for one token may be faster."
UNUSED = "The times in this file are not used (see “Times”)."
COMPARE = "Run the same prompts without a draft, or add `--draft-cost`, or `--target-ms` and `--draft-ms`."
BUSY = "With more requests at once, a check takes longer, so the gain shrinks."
CLOCKS = "This file cannot say, because its times contradict each other."
AGAIN = "Save the file of a new run, and add the speed without a draft as `--target-per-second`."
NO_LENGTHS = "This file does not say how many tokens the drafts had."
FREE_CHECK = "a check takes no longer than a one-token pass"
ASSUMES = "A check takes longer with a mixture of experts, on a busy server and with a long context."
ONE = " for one request at a time"
THIS = " at the load of this run"
IMPLIED = (
    "At this cost, the target alone would write {} for one request. If it alone writes more than {}, the draft gains "
    "nothing."
)
IF_ALONE = "The draft pays off if the target alone writes fewer than"
BOUND = "one-sided 95% bound"
USUAL = "At typical costs"
TYPICAL = USUAL + "{}, the speed-up is {}, " + f"{FREE}, {FAILS}."
ALONE = " and one request at a time"
Said = tuple[str, list[str], list[str]]  # an answer, what is shown with it, and what is folded


def worth(facts: Facts) -> Answer:
    """The answer about a file."""
    pool, whole = facts.pool, tokens_per_pass(facts.pool)
    found = whole if facts.base is pool else pool.loads[1].tokens  # speed-ups are those of one request at a time
    busy = "" if pool.loads or len(pool.slots) == 1 else BUSY
    if found is None:
        most = most_tokens_per_pass(pool)
        limit = f"At most ×{most:.2f}: the answers limit the tokens per pass." if most else ""
        verdict = "This file cannot say, because it does not count passes."
        return answered(WORTH, verdict, [limit, COMPARE, busy], [pool.formats[0].more])
    of_loads = ""
    if facts.base is not pool and whole is not None:
        of_loads = f" with 1 running request ({number(whole.value)} in all log windows)"
    rests = f"Based on {estimate_words(pool, found)}{of_loads}, which is the largest possible speed-up."
    unused = UNUSED if pool.untimed else ""
    note = "" if _base(facts) or any(at.gain for at in facts.loads) else unusable(pool, facts.given)
    verdict, sentences, folded = _answer(facts, found)
    said = (each for each in sentences if not note or each not in (measure(pool), COMPARE))
    line = "" if facts.round is None else line_words(facts.round)
    differs = line or (requests_differ(pool) if facts.round or pool.loads else "")
    busy = "" if any(each.startswith(USUAL) or each == ASSUMES for each in sentences) else busy
    shown = (clock_words(pool), *wrong_words(facts.loads), differs, *said, unused, note, busy)
    return answered(WORTH, verdict, shown, [*folded, rests])


def measure(pool: Pool) -> str:
    """What to measure without a draft, so that it can be compared with the speed in the file."""
    what = pool.formats[0].measure
    if pool.loads:
        return AT_LOADS.format(what, asked(pool))
    found = round_of(pool)
    what = AFTER_FIRST if found is not None and found.line is not None else what
    return MEASURE.format("one after another" if len(pool.slots) == 1 else "with as many at once", what)


def _answer(facts: Facts, found: Estimate) -> Said:
    """The best answer that the file and the given numbers allow."""
    passes, drafted = facts.pool.passes.value, facts.pool.drafted.value
    each = drafted / passes if passes and drafted else per_pass(facts.pool)  # draft tokens per pass
    return _by_load(facts) or _measured(facts) or _timed(facts, found, each) or _conditional(facts, found, each)


def _base(facts: Facts) -> Round | None:
    """The round with which the speed without a draft is compared, unless it is exact."""
    found, given = facts.round, facts.given
    return None if given.target is None or given.costed or (found and found.exact) else found


def _by_load(facts: Facts) -> Said | None:
    """The measured speeds against those without a draft by running requests; None if one number is about one request,
    whose speed has a bound (`_measured`).
    """
    verdict = gains_words(facts.loads)
    if not verdict or facts.given.costed or (1 in facts.pool.loads and not facts.given.loads):
        return None
    return verdict, [totals_words(facts.loads)], [_round_words(facts), *loads_notes(facts.pool)[-1:]]


def _measured(facts: Facts) -> Said | None:
    """The measured tokens per second against those without a draft; None if one of the two is not known.

    A log that only limits the time of a round gives a lower limit, so times that were typed in are better.
    """
    pool, found, given = facts.pool, facts.round, facts.given
    if given.target is None or found is None or not (found.exact or _base(facts)):
        return None
    gain = given.target / 1000
    speed, least = found.per_second * gain, "" if found.exact else "at least "
    said = f"The engine writes {least}{per_second(found.per_second)} with the draft{range_of(pool, found)}"
    said = f"{said}, and {1 / gain:,.1f} without, as you gave."
    if found.exact:
        folded = [contradiction(pool, given), _round_words(facts)]
        return _yes(speed, _scaled(found.ends, gain), one=_at(facts)), [said], folded
    bound = None if found.least is None else found.least * gain
    spread = "" if bound is None else f" ({BOUND}: ×{bound:.2f})"
    begins = "Yes" if speed > 1 else "This file cannot say"
    if bound is not None and bound <= 1 < speed:
        begins = "Too few passes to say"
    verdict = f"{begins}: at least ×{speed:.2f}{spread}."
    return verdict, [said, *_limits(facts), "" if speed > 1 else pool.formats[0].more], [_round_words(facts)]


def _at(facts: Facts) -> str:
    """For which load a speed-up holds."""
    return THIS if facts.round is not None and facts.round.line is not None else ONE


def _timed(facts: Facts, found: Estimate, drafted: float | None) -> Said | None:
    """The answer if the cost of a draft token is known, else None."""
    pool, run, given, alone = facts.pool, facts.run, facts.given, facts.round
    cost = cost_in(pool, given)
    if cost is None or drafted is None:
        return None
    typed = given.cost is not None
    folded = [_pays(pool, found, drafted) if typed else facts.cost_words, _round_words(facts)]
    compared = run if run and not pool.loads and run.gamma == per_pass(pool) else None
    speed = compared.speedup(compared.gamma) if compared else found.value / (1 + drafted * cost)
    ends = compared.ends(compared.gamma) if compared else None
    certainly = ends is None and found.certain
    ends = ends or _scaled(found.ends, speed / found.value)
    if compared is None or given.target is not None or typed:
        one = "" if pool.loads and 1 not in pool.loads else _at(facts)
        condition = f", if a draft token costs {percent_of(cost)}"
        condition += f" and {FREE_CHECK}" if speed > 1 else ""
        below = alone.per_second if alone is not None and alone.exact and typed else 0.0
        implied = IMPLIED.format(per_second(below / speed), f"{below:,.1f}") if below else ""
        said = [implied, measure(pool) if below else "", contradiction(pool, given), ASSUMES]
        return _yes(speed, ends, certainly, one, condition), said, folded
    if speed <= 1 or (ends is not None and ends[0] <= 1 <= ends[1]):
        verdict = _yes(speed, ends, one=_at(facts))
    else:  # a pass of the target alone may be faster than the checks that the file timed
        verdict = f"Probably yes: at most ×{speed:.2f}{times_span(ends)}."
        verdict = f"{verdict} {_if_alone(pool, alone)}" if alone is not None and alone.exact else verdict
    return verdict, [CHECKS.format(compared.gamma + 1), measure(pool)], folded


def _pays(pool: Pool, found: Estimate, drafted: float) -> str:
    """Up to which cost of a draft token, or of a whole tree, drafts of this length are faster than none."""
    size = per_pass(pool)
    beats = f"{plural(size, 'draft token')} per pass {'beats' if size == 1 else 'beat'}" if size else "The draft beats"
    return f"{beats} no draft while {_what(pool)} costs less than {_limit(pool, found, drafted)} of a target pass."


def _tree(pool: Pool) -> bool:
    """Whether the drafts may be trees."""
    return pool.typed_length is None and judged(pool) is None


def _what(pool: Pool) -> str:
    return "the draft of one pass" if _tree(pool) else "a draft token"


def _limit(pool: Pool, found: Estimate, drafted: float) -> str:
    """The largest cost at which the draft pays off, with its interval."""
    if _tree(pool):
        return share(found.value - 1)
    spread = ""
    if found.ends and found.ends[0] != found.ends[1]:
        low, high = (share((end - 1) / drafted) for end in found.ends)
        spread = f" ({'possible' if found.certain else '95%'}: {low} to {high})"
    return f"{share((found.value - 1) / drafted)}{spread}"


def _conditional(facts: Facts, found: Estimate, drafted: float | None) -> Said:
    """The speed of the target alone, or the cost of the draft, up to which the draft pays off."""
    pool, run, timed = facts.pool, facts.run, facts.round
    if drafted is None:
        return f"At most ×{number(found.value)}.", [COMPARE], [NO_LENGTHS, _round_words(facts)]
    usual = ""
    if run is not None and run.gamma == per_pass(pool) and not _tree(pool):
        usual = speedups_words(
            facts.base, run.gamma, found.value, timed if timed and (timed.exact or timed.load) else None
        )
    one = "" if pool.loads and 1 not in pool.loads else ALONE
    typical, pays = TYPICAL.format(one, usual) if usual else "", _pays(pool, found, drafted)
    folded = [pays, _round_words(facts)]
    begins = _probable(facts, run) if usual and run is not None else ""
    if pool.loads and not (len(pool.loads) == 1 and timed is not None):
        total, *notes = loads_notes(pool)
        alone, limits = f"{IF_ALONE} {loads_words(pool)}.", [total, measure(pool), typical]
    elif timed is not None:
        limits, notes = ([], loads_notes(pool)) if pool.loads else (_limits(facts), [])
        alone, limits = _if_alone(pool, timed), [*limits, measure(pool), typical]
    elif pool.clocks:
        return CLOCKS, [AGAIN, typical], folded
    else:
        alone, limits, notes, folded = pays, [typical, COMPARE], [], []
    if begins and not (timed is not None and timed.exact):
        return begins, [alone, *limits], [*folded, *notes]
    return f"{begins or 'Not known yet.'} {alone}", limits, [*folded, *notes]


def _probable(facts: Facts, run: WhatIf) -> str:
    """Whether the draft pays off at typical costs, with the smallest speed-up, and where it can be slower than none."""
    kinds, lowest, slow, names = ordinary(facts.base), list[float](), dict[int, float](), dict[str, None]()
    fast = list[int]()
    for one, count in runs_of(facts, run):
        gains = {each.name: one.speedup(run.gamma, each.high) for each in kinds}
        least = min(gains.values())
        if least >= 1:
            fast, lowest = [*fast, count], [*lowest, least]
        else:
            slow[count] = least
            names |= dict.fromkeys(name for name, gain in gains.items() if gain < 1)
    worst = listed(list(names), joint="or") if slow else ""
    worst += f" can be slower than no draft (down to ×{min(slow.values(), default=1):.2f})"
    if not fast:
        return f"It depends on the draft: at typical costs, {worst}."
    where = (
        f" with {listed([f'{count:,}' for count in fast])} running request{'' if fast == [1] else 's'}" if slow else ""
    )
    begins = f"Probably yes{where}: from ×{min(lowest):.2f} at typical costs."
    return f"{begins} With {listed([f'{count:,}' for count in slow])}, {worst}." if slow else begins


def _if_alone(pool: Pool, found: Round) -> str:
    """The condition on the speed of the target alone: all tokens / all time, with the range of requests or, for one
    request, with its interval.
    """
    spread, speed, certain = range_of(pool, found), per_second(found.per_second), found.tokens.certain
    if found.exact:
        if rows := grows(pool.speeds):
            first, *others = [f"{each.per_second:,.1f}{{}} after {each.prompt:,}" for each in rows]
            begins = first.format(" tokens per second")
            others = listed([each.format("") for each in others])
            return f"{IF_ALONE} {begins} prompt tokens, {others} (all together: {found.per_second:,.1f})."
        if not spread and found.ends is not None:
            low, high = found.ends
            spread = f" ({'possible' if certain else '95%'}: {low:,.1f} to {high:,.1f})"
        return f"{IF_ALONE} {speed} per request{spread}."
    kind = "lowest possible" if certain else BOUND
    bound = "" if spread or found.least is None else f" ({kind}: {found.least:,.1f})"
    return f"{IF_ALONE} {speed} per request, the lower limit with the draft{spread or bound}."


def _limits(facts: Facts) -> list[str]:
    """Why the speed of a round is a lower limit; empty if it is exact."""
    found = facts.round
    if found is None or found.exact:
        return []
    return ["These times include prompts and waits."] if found.load is None else loads_notes(facts.pool)


def _yes(speed: float, ends: Ends | None, certainly: bool = False, one: str = ONE, condition: str = "") -> str:
    spread = times_span(ends, "possible: " if certainly else "95%: ")
    if ends is not None and ends[0] <= 1 <= ends[1]:
        return f"Too few passes to say: ×{speed:.2f}{spread}{one}."
    return f"{'Yes' if speed > 1 else 'No'}{condition}: ×{speed:.2f}{spread}{one}."


def _scaled(ends: Ends | None, by: float) -> Ends | None:
    return ends and (ends[0] * by, ends[1] * by)


def _round_words(facts: Facts) -> str:
    """An equation that relates the two unknown times to the time of a round, and the tokens that a round writes."""
    found = facts.round
    if found is None:
        return ""
    parts = f" (target pass + {found.gamma} × draft token)" if found.gamma else ""
    most = "" if found.exact else "at most "
    more = "" if found.exact or found.load else f" {NO_LINE}"
    return f"A round{parts} took {most}{ms(found.ms)} and wrote {number(found.tokens.value)} tokens on average.{more}"
