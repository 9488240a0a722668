"""The answer to “Is my draft worth it?”: the speed-up, or the speed of the target alone that the draft must beat."""

from explorer.imports.answers import Facts
from explorer.imports.costs import COMMAND, EQUAL_LENGTH, more_exact, ordinary
from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, Estimate
from explorer.imports.limits import (
    COMPUTED,
    TOO_FEW,
    arithmetic,
    by_place,
    each_load,
    judgement,
    lengthened,
    limits_of,
    pays,
    places,
    verdict_of,
)
from explorer.imports.loads import asked, gains_words, totals_words, wrong_words
from explorer.imports.measures import most_tokens_per_pass, per_pass, tokens_per_pass
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import (
    IF_ALONE,
    clock_words,
    if_alone,
    loads_words,
    per_second,
    prompts_words,
    range_of,
    requests_differ,
    running,
    whole_requests,
)
from explorer.imports.speeds import grows
from explorer.imports.spread import FEW_TESTS
from explorer.imports.times import contradiction, cost_in, round_of, too_slow
from explorer.imports.whatif import EQUAL
from explorer.imports.words import estimate_words, no_interval, percent_of, spread, times, times_within
from explorer.story.numbers import number, plural

WORTH = "Is my draft worth it?"
NEVER = "{}: no draft token was accepted."
MOST = "The speed-up is at most {}, because the answers limit the tokens per target pass."
MEASURE = f"To measure it, run the same prompts without a draft, {{}}, and give {{}}: `{COMMAND} {{}}`."
AFTER_FIRST = (
    "1000 / TPOT, so a TPOT of 20 ms gives 50. `python -m sglang.bench_serving` and `vllm bench serve` print this time "
    "per token after the first one"
)
TIMED = (
    "The file has the time of target passes over whole drafts. A pass over one token may be faster, so the speed-up "
    "may be smaller."
)
UNUSED = "The times in this file are not used (see “Times”)."
COMPARE = "Run the same prompts with and without a draft, and compare the speeds."
OR_TIMES = f"{COMPARE} Or add `--target-ms` and `--draft-ms`."
CANNOT = "This file cannot say, because"
NO_LENGTHS = "This file does not say how many tokens the drafts had."
Said = tuple[str, list[str], list[str]]  # an answer, the sentences shown with it, and the folded sentences


def worth(facts: Facts) -> Answer:
    """Answer the question for one file."""
    pool, found, whole = facts.pool, tokens_per_pass(facts.base), tokens_per_pass(facts.pool)
    if found is None or whole is None:
        most = most_tokens_per_pass(pool)
        verdict, limit = (
            "This file cannot say, because it does not count passes.",
            MOST.format(times_within(most, most=True)) if most else "",
        )
        return answered(WORTH, verdict, [limit, OR_TIMES], [pool.formats[0].more])
    passes, drafted = pool.passes, pool.drafted
    each = drafted / passes if passes and drafted else per_pass(pool)  # draft tokens per pass
    measured = _by_load(facts) or _measured(facts)
    verdict, shown, folded = measured or _timed(facts, found, each) or _conditional(facts, found, each)
    load = "" if facts.base is pool else f" with 1 running request ({number(whole.value)} in all log windows)"
    rests = f"Based on {estimate_words(facts.base, found)}{load}."
    unused = UNUSED if pool.untimed else ""
    note = "" if measured else facts.unusable
    shown = (clock_words(pool), *wrong_words(facts.loads), note, *shown, unused)
    return answered(WORTH, verdict, shown, [*folded, rests])


def measure(pool: Pool) -> tuple[str, str]:
    """Two pieces of advice. The first says how to measure the speed without a draft: with a log if it can be compared
    with the file, otherwise as a number. The second says how to give a number instead of a log.
    """
    found, (option, letters) = round_of(pool), asked(pool)
    what = AFTER_FIRST if found is not None and found.line is not None else pool.formats[0].measure
    value = f"{letters} {'is' if letters == 'N' else 'are'} {what}."
    alike = "one after another" if len(pool.slots) == 1 else "with as many requests at once"
    when = "at the same loads" if pool.loads else alike
    if all(form.baseline for form in pool.formats):
        log = MEASURE.format(when, "the log", "--baseline without.log")
        return log, f"Or give the number of this run as `{option}`. {value}"
    return f"{MEASURE.format(when, 'the tokens per second', option)} {value}", ""


def _by_load(facts: Facts) -> Said | None:
    """The answer from the measured speeds with and without a draft at each load, with a better length for loads with a
    loss; None if there are no such speeds.
    """
    verdict, better = "" if facts.given.costed else gains_words(facts.loads), list[str]()
    for at in facts.loads:
        best = facts.alone.get(at.load.running)
        if at.gain and at.gain < 1 - EQUAL and at.timed and best and best.size:
            gain, size = at.timed.speedup(best.size, at.timed.cost or 0.0), plural(best.size, "draft token")
            better.append(f"With {running(at.load.running)}, {size} would give {times(gain)} (computed).")
    return (verdict, [" ".join(better), totals_words(facts.loads, facts.given.without)], []) if verdict else None


def _measured(facts: Facts) -> Said | None:
    """The answer from the measured tokens per second with and without a draft; None if one of the two is not known.

    The times of whole requests without a fitted line only limit the speed, so times that a person gave are used first.
    """
    pool, found, given = facts.pool, facts.round, facts.given
    if given.target is None or found is None or (given.costed and not found.exact):
        return None
    if found.exact and given.target > found.ms and not given.costed:
        return f"{CANNOT} the speed without a draft contradicts its times.", [too_slow(found, given)], []
    gain = given.target / 1000
    speed, least = found.per_second * gain, "" if found.exact else "at least "
    differs = requests_differ(pool) if found.line is None else ""
    said = f"The engine writes {least}{per_second(found.per_second)} with the draft{range_of(pool, found)}"
    said = f"{said}, and {given.without} {1 / gain:,.1f} without it."
    if found.exact:
        each, whole = prompts_words(pool.speeds, dict(given.prompts)), whole_requests(pool, [("", speed, speed)])
        load = " at the load of this run" if found.line is not None else " for one request at a time"
        ends = found.ends and (found.ends[0] * gain, found.ends[1] * gain)
        together = f"{each} All together: {times(speed)}." if each else _yes(speed, ends, load)
        return together, [said, whole, differs], [contradiction(pool, given)]
    answer, more = ("Yes", "") if speed > 1 else ("This file cannot say", pool.formats[0].more)
    verdict = f"{answer}: at least {times_within(speed, most=False)} for these requests together."
    return verdict, [said, "These times include prompts and waits.", more, differs], []


def _yes(speed: float, ends: Ends | None, load: str) -> str:
    """The verdict about a measured speed-up, and for which load it holds."""
    answer = "No gain" if abs(speed - 1) < EQUAL else "Yes" if speed > 1 else "No"
    answer = TOO_FEW if ends is not None and ends[0] <= 1 <= ends[1] else answer
    return f"{answer}: {times(speed)}{spread(ends, times)}{load}."


def _timed(facts: Facts, found: Estimate, drafted: float | None) -> Said | None:
    """The answer from the cost of a draft token; None if the cost is not known."""
    pool, given, cost = facts.pool, facts.given, cost_in(facts.pool, facts.given)
    if cost is None or drafted is None:
        return None
    limits = limits_of(facts, found, drafted)
    found_at = places(facts, limits)
    longer, speed = lengthened(found_at), limits[0].speedup(cost)
    shown, folded = ([], []) if given.target is not None else _alone(facts, [("", speed, speed)])
    gain = each_load(limits, lambda each: each.speedups(cost, cost, bounded=True))
    verdict = (
        f"{judgement(limits, cost, cost)}: {gain} at a cost of {percent_of(cost)} of a target pass (computed, not "
        f"measured). It {pays(limits, bounded=False)}."
    )
    if longer:
        verdict = f"At a cost of {percent_of(cost)} of a target pass: {by_place(found_at, cost, cost)}. {COMPUTED}"
    known, own = "" if given.cost is not None else facts.cost_words, given.target is None and given.cost is None
    shown = [contradiction(pool, given), *shown, TIMED if own else longer or EQUAL_LENGTH]
    return verdict, shown, [longer, EQUAL_LENGTH if longer else "", arithmetic(pool, limits, found_at), known, *folded]


def _conditional(facts: Facts, found: Estimate, drafted: float | None) -> Said:
    """The answer if no cost is known: the break-even, and up to which speed of the target the draft pays off."""
    pool = facts.pool
    if pool.accepted == 0:
        return NEVER.format("No" if (pool.passes or drafted or 0) >= FEW_TESTS else TOO_FEW), [], []
    if drafted is None:
        most = found.value if found.ends is None else found.ends[1]
        return f"The speed-up is at most {times_within(most, most=True)}.", [OR_TIMES], [NO_LENGTHS]
    limits = limits_of(facts, found, drafted)
    kinds = () if limits[0].whole else ordinary(facts.base)
    shown, more = _alone(
        facts, [(f" with {kind.name}", limits[0].speedup(kind.high), limits[0].speedup(kind.low)) for kind in kinds]
    )
    measured = facts.run is not None and facts.run.measured  # then the answer about lengths has these two sentences
    bounded = "" if measured or all(each.words[1] for each in limits) else no_interval(pool, "Speed-ups")
    found_at = places(facts, limits)
    longer = lengthened(found_at) if kinds else ""
    verdict = verdict_of(limits, found_at, kinds) if kinds else f"Not known yet: it {pays(limits)}."
    exact = "" if measured or not kinds else more_exact(pool)
    return (
        verdict,
        [*shown, longer or EQUAL_LENGTH, exact],
        [EQUAL_LENGTH, arithmetic(pool, limits, found_at), *more, bounded],
    )


def _alone(facts: Facts, gains: list[tuple[str, float, float]]) -> tuple[list[str], list[str]]:
    """Sentences about the speed of the target alone that the draft must beat: its value, its limitations, and how to
    measure it. The second list is folded. `gains` holds the computed speed-ups of each kind of draft.
    """
    pool, found = facts.pool, facts.round
    first, other = ("", "") if facts.unusable else measure(pool)
    if pool.loads:
        return [f"{IF_ALONE} {loads_words(pool)}.", first], [other]
    if found is None:
        return [COMPARE if facts.given.costed or facts.each else "" if facts.unusable else OR_TIMES], []
    differs = requests_differ(pool) if found.line is None and not facts.longer else ""
    shortest = next(iter(grows(pool.speeds)), None) if facts.longer else None
    slower = max(1.0, found.ms / shortest.round_ms) if shortest else 1.0
    gains = [(kind, low / slower, high) for kind, low, high in gains]
    waits = "" if found.exact else "These times include prompts and waits."
    alone, prompts = f"{if_alone(pool, found)} {differs}".strip(), whole_requests(pool, gains)
    return ([alone, first], [other, prompts]) if shortest else ([alone, prompts, first], [other, waits])
