"""The answer to “Is my draft worth it?”: the speed-up, or the speed of the target alone that the draft must beat."""

from explorer.imports.answers import Facts
from explorer.imports.chance import FEW_TESTS
from explorer.imports.costs import COMMAND, EQUAL_LENGTH, more_exact, ordinary
from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, Estimate
from explorer.imports.limits import (
    TOO_FEW,
    arithmetic,
    between_of,
    each_load,
    judgement,
    limits_of,
    pays,
    tree,
    usual,
    verdict_of,
)
from explorer.imports.loads import asked, gains_words, totals_words, wrong_words
from explorer.imports.measures import most_tokens_per_pass, per_pass, tokens_per_pass
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import (
    IF_ALONE,
    bound_of,
    by_load,
    clock_words,
    if_alone,
    implied,
    loads_words,
    per_second,
    prompts_words,
    range_of,
    requests_differ,
    unreal_words,
    whole_requests,
)
from explorer.imports.speeds import grows
from explorer.imports.times import Round, contradiction, cost_in, round_of, too_slow, unusable
from explorer.imports.whatif import EQUAL
from explorer.imports.words import INTERVAL, estimate_words, ms, no_interval, percent_of, times, times_span
from explorer.story.numbers import listed, number

WORTH = "Is my draft worth it?"
COMPUTED = "(computed, not measured)"
NEVER = "{}: no draft token was accepted."
MOST = "The speed-up is at most ×{:.2f}, because the answers limit the tokens per target pass."
MEASURE = (
    f"To measure it, run the same prompts without a draft, {{}}, and give the log: `{COMMAND} --baseline without.log`."
)
TYPED = (
    "To measure it, run the same prompts without a draft, {}. Then add N: "
    f"`{COMMAND} --target-per-second N`. N is {{}}."
)
OR = "Or give the number of this run as `{}`. {}."
AFTER_FIRST = (
    "1000 / TPOT, so a TPOT of 20 ms gives 50. `python -m sglang.bench_serving` and `vllm bench serve` print this time "
    "per token after the first one"
)
AT_LOADS = (
    f"To measure it, run the same prompts without a draft at the same loads. Then add {{}}: `{COMMAND} {{}}`. {{}}."
)
TIMED = "The file has the time of target passes over {} tokens. A pass over one token may be faster."
UNUSED = "The times in this file are not used (see “Times”)."
COMPARE = "Run the same prompts without a draft and compare the speeds, or add `--target-ms` and `--draft-ms`."
CANNOT = "This file cannot say, because"
CLOCKS = f"{CANNOT} its times contradict each other."
AGAIN = "Save the file of a new run."
NO_LENGTHS = "This file does not say how many tokens the drafts had."
ONE = " for one request at a time"
THIS = " at the load of this run"
ALSO = "Without a draft, passes also take longer with more requests, so only a measurement shows the speed-up with {}."
GROWS = 1.2  # ratio of the times of a round from which on the load is said to make target passes slower
Said = tuple[str, list[str], list[str]]  # an answer, what is shown with it, and what is folded


def worth(facts: Facts) -> Answer:
    """Answer the question for one file."""
    pool, whole = facts.pool, tokens_per_pass(facts.pool)
    found = whole if facts.base is pool else pool.loads[1].tokens  # speed-ups are those of one request at a time
    if found is None:
        most = most_tokens_per_pass(pool)
        verdict, limit = "This file cannot say, because it does not count passes.", MOST.format(most) if most else ""
        return answered(WORTH, verdict, [limit, COMPARE], [pool.formats[0].more])
    tokens, load = tokens_per_pass(facts.base), ""
    if facts.base is not pool and whole is not None:
        load = f" with 1 running request ({number(whole.value)} in all log windows)"
    rests = f"Based on {estimate_words(facts.base, tokens or found)}{load}. {_most(pool)}"
    unused = UNUSED if pool.untimed else ""
    note = "" if _base(facts) or any(at.gain for at in facts.loads) else unusable(pool, facts.given)
    verdict, sentences, folded = _answer(facts, found)
    said = (each for each in sentences if not note or each not in (measure(pool), COMPARE))
    differs = requests_differ(pool) if facts.round and facts.round.line is None and facts.given.target else ""
    shown = (clock_words(pool), *wrong_words(facts.loads), *said, unused, note, differs)
    typed = measured_speed(pool) if measure(pool) in sentences else ""
    return answered(WORTH, verdict, shown, [*folded, typed, rests])


def measure(pool: Pool) -> str:
    """Advice on how to measure the speed without a draft: with a log if it can be compared with the file, otherwise as
    a number.
    """
    if not _with_log(pool):
        return measured_speed(pool)
    at_once = "at the same loads" if pool.loads else _at_once(pool)
    return MEASURE.format(at_once)


def measured_speed(pool: Pool) -> str:
    """A sentence that says which number of a run without a draft can be compared with the speed in the file, and which
    option takes this number.
    """
    what, found, option, log = pool.formats[0].measure, round_of(pool), "--target-per-second N", _with_log(pool)
    what = AFTER_FIRST if found is not None and found.line is not None else what
    if pool.loads:
        option = asked(pool).strip("`")
        letters = listed([part.rpartition(":")[2] for part in option.partition(" ")[2].split(",")])
        from_log = f"{letters} {'is' if letters == 'N' else 'are'} {what}"
        return OR.format(option, from_log) if log else AT_LOADS.format(letters, option, from_log)
    return OR.format(option, f"N is {what}") if log else TYPED.format(_at_once(pool), what)


def _with_log(pool: Pool) -> bool:
    """Whether a log without a draft can be compared with the file."""
    return all(form.baseline for form in pool.formats)


def _at_once(pool: Pool) -> str:
    return "one after another" if len(pool.slots) == 1 else "with as many requests at once"


def _answer(facts: Facts, found: Estimate) -> Said:
    """The best answer that the file and the given numbers allow."""
    passes, drafted = facts.pool.passes, facts.pool.drafted
    each = drafted / passes if passes and drafted else per_pass(facts.pool)  # draft tokens per pass
    return _by_load(facts) or _measured(facts) or _timed(facts, found, each) or _conditional(facts, found, each)


def _equal(facts: Facts) -> str:
    """The assumption behind all speed-ups; empty if the answer about the draft length already states it."""
    return "" if facts.run is not None and facts.run.measured else EQUAL_LENGTH


def _base(facts: Facts) -> Round | None:
    """The round for which the file has only an upper limit, if the speed without a draft is compared with it."""
    found, given = facts.round, facts.given
    return None if given.target is None or given.costed or (found and found.exact) else found


def _by_load(facts: Facts) -> Said | None:
    """The measured speeds compared with those without a draft at each load; None if the only number is that of one
    running request, because `_measured` then gives a bound of the speed.
    """
    verdict = gains_words(facts.loads)
    if not verdict or facts.given.costed or (1 in facts.pool.loads and not facts.given.loads):
        return None
    return verdict, [totals_words(facts.loads, facts.given.without)], []


def _measured(facts: Facts) -> Said | None:
    """The measured tokens per second compared with those without a draft; None if one of the two is not known.

    A log that only limits the time of a round gives a lower limit, so times that a person gave are better.
    """
    pool, found, given = facts.pool, facts.round, facts.given
    if given.target is None or found is None or found.unreal or not (found.exact or _base(facts)):
        return None
    if found.exact and given.target > found.ms and not given.costed:
        return f"{CANNOT} the speed without a draft contradicts its times.", [too_slow(found, given)], []
    gain = given.target / 1000
    speed, least = found.per_second * gain, "" if found.exact else "at least "
    said = f"The engine writes {least}{per_second(found.per_second)} with the draft{range_of(pool, found)}"
    said = f"{said}, and {given.without} {1 / gain:,.1f} without it."
    if found.exact:
        each, whole = prompts_words(pool.speeds, dict(given.prompts)), whole_requests(pool, [speed])
        together = f"{each} All together: {times(speed)}." if each else _yes(facts, speed, _scaled(found.ends, gain))
        return together, [said, whole], [contradiction(pool, given)]
    bound, kind = (None if found.least is None else found.least * gain), bound_of(found.tokens.unit)
    if bound is None and found.load is not None:
        bound, kind = found.load.low * gain, "the slowest log window"
    answer = "Yes" if (bound or speed) > 1 else TOO_FEW if speed > 1 else "This file cannot say"
    several = f"at least {times(speed)} for these requests together"
    verdict = (
        f"{answer}: {several if bound is None else f'at least {times(bound)} ({kind}; the mean is {times(speed)})'}."
    )
    return verdict, [said, *_limits(facts), "" if speed > 1 else pool.formats[0].more], []


def _timed(facts: Facts, found: Estimate, drafted: float | None) -> Said | None:
    """The answer if the cost of a draft token is known, else None."""
    pool, run, given, alone = facts.pool, facts.run, facts.given, facts.round
    cost = cost_in(pool, given)
    if cost is None or drafted is None:
        return None
    typed = given.cost is not None
    limits = limits_of(facts, found, drafted)
    limit, even = f"It pays off {arithmetic(pool, limits)}", f"It {pays(limits, whole=tree(pool), bounded=False)}."
    folded = [limit, "" if typed else facts.cost_words]
    compared = run if run and not pool.loads and run.gamma == per_pass(pool) else None
    speed = compared.speedup(compared.gamma, cost) if compared else found.value / (1 + drafted * cost)
    ends = compared.ends(compared.gamma, cost) if compared else None
    certainly = ends is None and found.certain
    ends = ends or _scaled(found.ends, speed / found.value)
    whole = whole_requests(pool, [speed]) if alone is not None and alone.exact else ""
    if compared is None or given.target is not None or typed:
        below = alone if alone is not None and alone.exact and typed else None
        doubt = _busy(facts) if len(limits) > 1 else _doubt(pool, below) if below else ""
        speeds = [implied(pool, below, cost, speed) if below else "", "" if given.target else measure(pool)]
        interval = times_span(ends, "possible: " if certainly else INTERVAL)
        several = each_load(limits, lambda each: each.speedups(cost, cost))
        gain = several if len(limits) > 1 else f"{times(speed)}{interval}"
        at = f"at a cost of {percent_of(cost)} of a target pass"
        verdict = f"{judgement(limits, cost, cost)}: {gain} {at} {COMPUTED}. {even}"
        return verdict, [contradiction(pool, given), *speeds, whole, doubt], [*folded, _equal(facts)]
    if speed <= 1 or (ends is not None and ends[0] <= 1 <= ends[1]):
        verdict = _yes(facts, speed, ends)
    else:  # a pass of the target alone may be faster than those that the file timed
        verdict = f"Probably yes: {times(speed)}{times_span(ends)} or less."
    alone_words = if_alone(pool, alone) if alone is not None and alone.exact else ""
    timed = TIMED.format(compared.gamma + 1)
    return f"{verdict} {even}", [alone_words, measure(pool), whole, timed], folded


def _conditional(facts: Facts, found: Estimate, drafted: float | None) -> Said:
    """The break-even cost of a draft token, and the speed of the target alone up to which the draft pays off."""
    pool, timed = facts.pool, facts.round
    if pool.accepted == 0:
        return NEVER.format("No" if (pool.passes or drafted or 0) >= FEW_TESTS else TOO_FEW), [], []
    if drafted is None:
        most = found.value if found.ends is None else found.ends[1]
        return f"The speed-up is at most ×{number(most)}.", [COMPARE], [NO_LENGTHS]
    limits = limits_of(facts, found, drafted)
    whole = tree(pool)
    kinds = () if whole else ordinary(facts.base)
    verdict = verdict_of(limits, kinds) if kinds else f"Not known yet: it {pays(limits, whole=whole)}."
    limit = f"It pays off {arithmetic(pool, limits)}"
    bounded = all(each.bounded for each in limits)
    each = usual(limits, kinds) if bounded or len(limits) > 2 else []  # the verdict has the others
    folded = [limit, *each, _equal(facts), "" if bounded or not _equal(facts) else no_interval(pool, "Speed-ups")]
    exact = "" if whole or not _equal(facts) else more_exact(pool)
    if pool.clocks and timed is None and not pool.loads:
        return CLOCKS, [AGAIN, measure(pool)], folded
    if pool.loads and not (len(pool.loads) == 1 and timed is not None):
        return verdict, [f"{IF_ALONE} {loads_words(pool)}.", measure(pool), _busy(facts)], folded
    if timed is None:
        return verdict, [COMPARE, exact], folded
    speeds = [between_of(limits, kind) for kind in kinds]
    unreal = unreal_words(pool, timed)
    said, doubt = (f"{unreal} {AGAIN}", "") if unreal else (if_alone(pool, timed), _doubt(pool, timed))
    every = whole_requests(pool, (min(low for low, _ in speeds), max(high for _, high in speeds))) if speeds else ""
    return verdict, [said, doubt, measure(pool), every], [exact, *folded, *_limits(facts)]


def _most(pool: Pool) -> str:
    """The largest possible speed-up at each load: the tokens per target pass."""
    if len(pool.loads) < 2:
        return "The speed-up cannot be larger."
    most = by_load([(count, times(load.tokens.value)) for count, load in sorted(pool.loads.items())])
    return f"The speed-up cannot be larger than {most}."


def _busy(facts: Facts) -> str:
    """The reason why the speed-ups at the largest load are uncertain, if rounds take longer there; otherwise empty."""
    first, *_, last = facts.loads if len(facts.loads) > 1 else [*facts.loads, *facts.loads]
    if last.round_ms < GROWS * first.round_ms:
        return ""
    rounds = by_load([(at.load.running, ms(at.round_ms)) for at in facts.loads])
    single = [f"{at.load.running:,}" for at in facts.loads if at.load.count == 1]
    few = f" There is only one log window with {listed(single, joint='or')}." if single else ""
    more = f"+{last.round_ms / first.round_ms - 1:.0%}"
    return f"A round took at most {rounds} ({more}). {ALSO.format(f'{last.load.running:,}')}{few}"


def _doubt(pool: Pool, found: Round) -> str:
    """The reason why the speed of a round is doubtful: it was not measured, or it depends on the context; empty if
    there is no doubt.
    """
    if unreal := unreal_words(pool, found):
        return unreal
    differs = requests_differ(pool) if found.line is None else ""
    return f"{differs} Speed-ups at long contexts are uncertain." if differs and grows(pool.speeds) else differs


def _limits(facts: Facts) -> list[str]:
    """The reason why the speed of a round is a lower limit; empty if it is exact."""
    found = facts.round
    if found is None or found.exact:
        return []
    return ["These times include prompts and waits."] if found.load is None else []


def _yes(facts: Facts, speed: float, ends: Ends | None) -> str:
    """The verdict about a speed-up, and for which load it holds."""
    answer = "No gain" if abs(speed - 1) < EQUAL else "Yes" if speed > 1 else "No"
    answer = TOO_FEW if ends is not None and ends[0] <= 1 <= ends[1] else answer
    load = THIS if facts.round is not None and facts.round.line is not None else ONE
    return f"{answer}: {times(speed)}{times_span(ends)}{load}."


def _scaled(ends: Ends | None, by: float) -> Ends | None:
    return ends and (ends[0] * by, ends[1] * by)
