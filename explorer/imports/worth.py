"""The answer to “Is my draft worth it?”: the speed-up, or the speed of the target alone that the draft must beat."""

from functools import partial

from explorer.imports.answers import Facts
from explorer.imports.costs import COMMAND, EQUAL_LENGTH, more_exact, ordinary
from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, Estimate
from explorer.imports.limits import TOO_FEW, how, lengthened, limits_of, pays, places, speedups, verdict_of
from explorer.imports.loads import asked, gains_words, totals_words, wrong_words
from explorer.imports.measures import most_tokens_per_pass, per_pass, tokens_per_pass
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import (
    IF_ALONE,
    clock_words,
    coarse,
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


_said = partial(answered, WORTH)


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
    said = measured or _computed(facts, found, each)
    unused = UNUSED if pool.untimed else ""
    note = "" if measured else facts.unusable
    load = "" if facts.base is pool else f" with 1 running request ({number(whole.value)} in all log windows)"
    rests = said.rests if said.table else f"Based on {estimate_words(facts.base, found)}{load}{said.rests}."
    rests = "" if measured else rests  # on the speeds, which are the numbers
    shown = (clock_words(pool), *wrong_words(facts.loads), note, *said.sentences, unused)
    return answered(WORTH, said.verdict, shown, said.folded, said.numbers, rests, said.table)


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


def _by_load(facts: Facts) -> Answer | None:
    """The answer from the measured speeds with and without a draft at each load, with a better length for loads with a
    loss; None if there are no such speeds.
    """
    verdict, better = "" if facts.given.costed else gains_words(facts.loads), list[str]()
    for at in facts.loads:
        best = facts.alone.get(at.load.running)
        if at.gain and at.gain < 1 - EQUAL and at.timed and best and best.size:
            gain, size = at.timed.speedup(best.size, at.timed.cost or 0.0), plural(best.size, "draft token")
            better.append(f"With {running(at.load.running)}, {size} would give {times(gain)} (computed).")
    if not verdict:
        return None
    numbers, bounds = totals_words(facts.loads, facts.given.without)
    return _said(verdict, [" ".join(better)], [bounds], numbers)


def _measured(facts: Facts) -> Answer | None:
    """The answer from the measured tokens per second with and without a draft; None if one of the two is not known.

    The times of whole requests without a fitted line only limit the speed, so times that a person gave are used first.
    """
    pool, found, given = facts.pool, facts.round, facts.given
    if given.target is None or found is None or (given.costed and not found.exact):
        return None
    if found.exact and given.target > found.ms and not given.costed:
        return _said(f"{CANNOT} the speed without a draft contradicts its times.", [too_slow(found, given)], [])
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
        return _said(together, [whole, differs], [contradiction(pool, given)], said)
    answer, more = ("Yes", "") if speed > 1 else ("This file cannot say", pool.formats[0].more)
    verdict = f"{answer}: at least {times_within(speed, most=False)} for these requests together."
    return _said(verdict, ["These times include prompts and waits.", more, differs], [], said)


def _yes(speed: float, ends: Ends | None, load: str) -> str:
    """The verdict about a measured speed-up, and for which load it holds."""
    answer = "No gain" if abs(speed - 1) < EQUAL else "Yes" if speed > 1 else "No"
    answer = TOO_FEW if ends is not None and ends[0] <= 1 <= ends[1] else answer
    return f"{answer}: {times(speed)}{spread(ends, times)}{load}."


def _computed(facts: Facts, found: Estimate, drafted: float | None) -> Answer:
    """The speed-ups at the cost of a draft token, or at typical costs, and the break-even."""
    pool, given, cost = facts.pool, facts.given, cost_in(facts.pool, facts.given)
    if pool.accepted == 0 and cost is None:
        few = (pool.passes or drafted or 0) < FEW_TESTS
        return _said(NEVER.format(TOO_FEW if few else "No"), [], [])
    if drafted is None:
        most = found.value if found.ends is None else found.ends[1]
        return _said(f"The speed-up is at most {times_within(most, most=True)}.", [OR_TIMES], [NO_LENGTHS])
    limits = limits_of(facts, found, drafted)
    kinds = () if limits[0].whole and cost is None else ordinary(facts.base)
    cases = [(f"with {kind.name} ({kind.costs})", kind.low, kind.high) for kind in kinds]
    if cost is not None:
        cases = [(f"at a cost of {percent_of(cost)} of a target pass", cost, cost)]
    if not cases:
        return _said("Not known yet.", *_alone(facts, []), f"It {pays(limits)}.")
    found_at = places(facts, limits)
    shown, folded = ([], []) if given.target is not None else _alone(facts, [
        (f" {name}" if cost is None else "", limits[0].speedup(high), limits[0].speedup(low))
        for name, low, high in cases
    ])  # fmt: skip
    verdict, numbers = verdict_of(limits, found_at, cases)
    known = facts.cost_words if given.cost is None else ""
    own = cost is not None and given.target is None and given.cost is None
    measured = facts.run is not None and facts.run.measured  # then the answer about lengths has these two sentences
    exact, about = ("", "") if measured or cost is not None else more_exact(pool)
    bounded = "" if measured or all(each.words[1] for each in limits) else no_interval(pool, "Speed-ups")
    limited = f"{lengthened(found_at)} {coarse(facts.round) if facts.round else ''}".strip()
    shown = [contradiction(pool, given), limited, *shown, TIMED if own else EQUAL_LENGTH, exact]
    each, folded = speedups(facts, found_at, cases), [EQUAL_LENGTH, known, *folded, bounded, about]
    return _said(verdict, shown, folded, numbers, how(found_at), each)


def _alone(facts: Facts, gains: list[tuple[str, float, float]]) -> tuple[list[str], list[str]]:
    """The speed of the target alone that the draft must beat, if no table has it, why it is doubtful, and how to
    measure it; then what is folded. `gains` has the computed speed-ups of each kind of draft.
    """
    pool, found = facts.pool, facts.round
    first, other = ("", "") if facts.unusable else measure(pool)
    if pool.loads:
        return [first, "" if len(pool.loads) > 1 and gains else f"{IF_ALONE} {loads_words(pool)}."], [other]
    if found is None:
        return [COMPARE if facts.given.costed or facts.each else "" if facts.unusable else OR_TIMES], []
    shortest = next(iter(grows(pool.speeds)), None) if facts.longer else None
    slower = max(1.0, found.ms / shortest.round_ms) if shortest else 1.0
    prompts = whole_requests(pool, [(kind, low / slower, high) for kind, low, high in gains])
    waits = "" if found.exact else "These times include prompts and waits."
    if shortest and gains:
        return [first, prompts], [other]
    differs = requests_differ(pool) if found.line is None else ""
    return [first, f"{if_alone(pool, found)} {differs}".strip(), prompts], [other, waits]
