"""The answer to “Is my draft worth it?”: the speed-up, or the speed of the target alone that the draft must beat."""

from collections.abc import Sequence

from explorer.imports.answers import Facts
from explorer.imports.chance import FEW_TESTS
from explorer.imports.costs import COMMAND, EQUAL_LENGTH, Ordinary, more_exact, ordinary
from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, Estimate
from explorer.imports.limits import (
    TOO_FEW,
    Limit,
    arithmetic,
    begins,
    each_load,
    judgement,
    limits_of,
    tree,
    usual,
)
from explorer.imports.loads import asked, gains_words, mixed_loads, totals_words, wrong_words
from explorer.imports.measures import most_tokens_per_pass, per_pass, tokens_per_pass
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import (
    BOUND,
    IF_ALONE,
    by_load,
    clock_words,
    if_alone,
    implied,
    loads_notes,
    loads_words,
    per_second,
    prompts_words,
    range_of,
    requests_differ,
    running,
    unreal_words,
)
from explorer.imports.speeds import grows
from explorer.imports.times import Round, contradiction, cost_in, round_of, unusable
from explorer.imports.words import INTERVAL, estimate_words, ms, percent_of, share, times, times_span, unit
from explorer.story.numbers import listed, number

WORTH = "Is my draft worth it?"
COMPUTED = "(computed, not measured)"
LOSES = "It loses only if {} costs over {} of a target pass{}."
GAINS = "It pays off only if {} costs under {} of a target pass{}."
NEVER = "{}: no draft token was accepted."
MOST = "The speed-up is at most ×{:.2f}, because the answers limit the tokens per target pass."
MEASURE = (
    "To measure it, run the same prompts without a draft, {}. Then add N: "
    f"`{COMMAND} --target-per-second N`. N is {{}}."
)
AFTER_FIRST = (
    "1000 / TPOT, so a TPOT of 20 ms gives 50. Serving benchmarks print this time per token after the first one"
)
AT_LOADS = (
    "To measure it, run the same prompts without a draft, and read {} with the same numbers of running requests. Then "
    f"replace {{}} with {{}}: `{COMMAND} {{}}`."
)
BASELINE = "The command can also read the log without a draft, as `--baseline LOG`."
TIMED = "The file has the time of target passes over {} tokens. A pass over one token may be faster."
UNUSED = "The times in this file are not used (see “Times”)."
COMPARE = "Run the same prompts without a draft and compare the speeds, or add `--target-ms` and `--draft-ms`."
CANNOT = "This file cannot say, because"
CLOCKS = f"{CANNOT} its times contradict each other."
AGAIN = "Save the file of a new run, and add the speed without a draft as `--target-per-second`."
NO_LENGTHS = "This file does not say how many tokens the drafts had."
ONE = " for one request at a time"
THIS = " at the load of this run"
GROWS = 1.2  # ratio of the times of a round from which on the load is said to make target passes slower
NO_ENDS = "Speed-ups have no interval, because {}."
UNLIKE, AVERAGES = "fewer than 5 {0}s do not show how much {0}s differ", "the file has only averages"
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
    log = BASELINE if measure(pool) in sentences and all(form.baseline for form in pool.formats) else ""
    return answered(WORTH, verdict, shown, [*folded, log, rests])


def measure(pool: Pool) -> str:
    """What to measure without a draft, so that it can be compared with the speed in the file."""
    what = pool.formats[0].measure
    if pool.loads:
        option = asked(pool).strip("`")
        letters = [part.rpartition(":")[2] for part in option.partition(" ")[2].split(",")]
        totals = "this total" if len(letters) == 1 else "these totals"
        return AT_LOADS.format(what, listed(letters), totals, option)
    found = round_of(pool)
    what = AFTER_FIRST if found is not None and found.line is not None else what
    return MEASURE.format("one after another" if len(pool.slots) == 1 else "with as many requests at once", what)


def _answer(facts: Facts, found: Estimate) -> Said:
    """The best answer that the file and the given numbers allow."""
    passes, drafted = facts.pool.passes, facts.pool.drafted
    each = drafted / passes if passes and drafted else per_pass(facts.pool)  # draft tokens per pass
    return _by_load(facts) or _measured(facts) or _timed(facts, found, each) or _conditional(facts, found, each)


def _equal(facts: Facts) -> str:
    """What all speed-ups assume; empty if the answer about the draft length already says it."""
    return "" if facts.run is not None and facts.run.measured else EQUAL_LENGTH


def _base(facts: Facts) -> Round | None:
    """The round of which the file only has an upper limit, if the speed without a draft is compared with it."""
    found, given = facts.round, facts.given
    return None if given.target is None or given.costed or (found and found.exact) else found


def _by_load(facts: Facts) -> Said | None:
    """The measured speeds compared with those without a draft at each load; None if a single number is about one
    running request, because `_measured` has a bound of its speed.
    """
    verdict = gains_words(facts.loads)
    if not verdict or facts.given.costed or (1 in facts.pool.loads and not facts.given.loads):
        return None
    return verdict, [totals_words(facts.loads, facts.given.without)], [loads_notes(facts.pool)]


def _measured(facts: Facts) -> Said | None:
    """The measured tokens per second compared with those without a draft; None if one of the two is not known.

    A log that only limits the time of a round gives a lower limit, so times that a person gave are better.
    """
    pool, found, given = facts.pool, facts.round, facts.given
    if given.target is None or found is None or not (found.exact or _base(facts)):
        return None
    if unreal := unreal_words(pool, found):
        return f"{CANNOT} its times were probably not measured.", [unreal, AGAIN], []
    gain = given.target / 1000
    speed, least = found.per_second * gain, "" if found.exact else "at least "
    said = f"The engine writes {least}{per_second(found.per_second)} with the draft{range_of(pool, found)}"
    said = f"{said}, and {given.without} {1 / gain:,.1f} without it."
    if found.exact:
        each = prompts_words(pool.speeds, dict(given.prompts))
        return _yes(facts, speed, _scaled(found.ends, gain)), [said, each], [contradiction(pool, given)]
    bound, kind = (None if found.least is None else found.least * gain), BOUND
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
    limit = f"It pays off {arithmetic(pool, limits)}"
    folded = [limit, "" if typed else facts.cost_words]
    compared = run if run and not pool.loads and run.gamma == per_pass(pool) else None
    speed = compared.speedup(compared.gamma, cost) if compared else found.value / (1 + drafted * cost)
    ends = compared.ends(compared.gamma, cost) if compared else None
    certainly = ends is None and found.certain
    ends = ends or _scaled(found.ends, speed / found.value)
    if compared is None or given.target is not None or typed:
        below = alone if alone is not None and alone.exact and typed else None
        kinds = [] if typed else ordinary(facts.base)
        doubt = _busy(facts, limits, kinds) if len(limits) > 1 else _doubt(pool, below) if below else ""
        speeds = [implied(pool, below, cost, speed), measure(pool)] if below else []
        said = [*speeds, limit, doubt, contradiction(pool, given)]
        interval = times_span(ends, "possible: " if certainly else INTERVAL)
        gain = (
            each_load(limits, lambda each: each.speedups(cost, cost))
            if len(limits) > 1
            else f"{times(speed)}{interval}"
        )
        at = f"at a cost of {percent_of(cost)} of a target pass"
        return f"{judgement(limits, cost)}: {gain} {at} {COMPUTED}.", [*said, _equal(facts)], folded[1:]
    if speed <= 1 or (ends is not None and ends[0] <= 1 <= ends[1]):
        verdict = _yes(facts, speed, ends)
    else:  # a pass of the target alone may be faster than those that the file timed
        verdict = f"Probably yes: {times(speed)}{times_span(ends)} or less."
    alone_words = if_alone(pool, alone) if alone is not None and alone.exact else ""
    return verdict, [TIMED.format(compared.gamma + 1), alone_words, measure(pool)], folded


def _conditional(facts: Facts, found: Estimate, drafted: float | None) -> Said:
    """The speed of the target alone up to which the draft pays off, and the cost of the draft up to which it does."""
    pool, timed = facts.pool, facts.round
    if pool.accepted == 0:
        return NEVER.format("No" if (pool.passes or drafted or 0) >= FEW_TESTS else TOO_FEW), [], []
    if drafted is None:
        most = found.value if found.ends is None else found.ends[1]
        return f"The speed-up is at most ×{number(most)}.", [COMPARE], [NO_LENGTHS]
    limits = limits_of(facts, found, drafted)
    whole = tree(pool)
    kinds = () if whole else ordinary(facts.base)
    yes, costly = begins(limits, kinds), [kind for kind in kinds if kind.high]
    never = bool(costly) and all(each.value < kind.low for each in limits for kind in costly)
    one = (max if never else min)(limits, key=lambda each: each.value)
    load = f" with {running(one.running)}" if one.running else ""
    limited = "the draft of one target pass" if whole else "a draft token", share(one.value), load
    loses = (GAINS if never else LOSES).format(*limited)
    verdict = f"{yes} {COMPUTED}. {loses}" if kinds else f"{yes}. {loses}"
    bounded = all(each.bounded for each in limits)
    limit, usually = f"It pays off {arithmetic(pool, limits)}", usual(limits, kinds) if bounded or load else []
    why = AVERAGES if pool.averages else UNLIKE.format(unit(pool))
    folded = [*usually, _equal(facts), "" if bounded else NO_ENDS.format(why)]
    exact = "" if whole or not _equal(facts) else more_exact(pool)
    if pool.clocks and timed is None and not pool.loads:
        return CLOCKS, [AGAIN, limit, *usually], folded
    if pool.loads and not (len(pool.loads) == 1 and timed is not None):
        doubt = _busy(facts, limits, kinds)
        speeds, notes = [f"{IF_ALONE} {loads_words(pool)}.", measure(pool)], [loads_notes(pool)]
    elif timed is not None:
        unreal, doubt = unreal_words(pool, timed), _doubt(pool, timed)
        speeds, notes = [unreal, AGAIN] if unreal else [if_alone(pool, timed), measure(pool)], _limits(facts)
    else:
        return verdict, [limit, COMPARE, exact], folded
    return verdict, [*speeds, doubt], [limit, exact, *folded, *notes]


def _most(pool: Pool) -> str:
    """The largest possible speed-up at each load: the tokens per target pass."""
    if len(pool.loads) < 2:
        return "The speed-up cannot be larger."
    most = by_load([(count, times(load.tokens.value)) for count, load in sorted(pool.loads.items())])
    return f"The speed-up cannot be larger than {most}."


def _busy(facts: Facts, limits: Sequence[Limit], kinds: Sequence[Ordinary]) -> str:
    """Why the speed-ups at the largest load are optimistic, if rounds take longer there; empty otherwise."""
    first, *_, last = facts.loads if len(facts.loads) > 1 else [*facts.loads, *facts.loads]
    if last.round_ms < GROWS * first.round_ms:
        return ""
    mixed = mixed_loads(facts.loads)
    rounds = by_load(
        [(at.load.running, f"{'about ' if at.load.running in mixed else ''}{ms(at.round_ms)}") for at in facts.loads]
    )
    single = [at.load.running for at in facts.loads if at.load.count == 1]
    few = f" There is only one log window with {listed([f'{n:,}' for n in single], joint='or')}." if single else ""
    both = f" The log windows with {listed([f'{n:,}' for n in mixed])} contain several loads." if mixed else ""
    gains = f" ({limits[-1].speedups(kinds[0].low, kinds[0].high)} with {kinds[0].name})" if kinds else ""
    more = f"+{last.round_ms / first.round_ms - 1:.0%}"
    return (
        f"A round took {rounds} ({more}). So with {last.load.running:,} running requests, a target pass "
        f"over drafts probably takes longer, and the speed-up{gains} is optimistic.{few}{both}"
    )


def _doubt(pool: Pool, found: Round) -> str:
    """Why the speed of a round is doubtful: it was not measured, or it depends on the context; empty if there is no
    doubt.
    """
    if unreal := unreal_words(pool, found):
        return unreal
    differs = requests_differ(pool) if found.line is None else ""
    return f"{differs} Speed-ups at long contexts are uncertain." if differs and grows(pool.speeds) else differs


def _limits(facts: Facts) -> list[str]:
    """Why the speed of a round is a lower limit; empty if it is exact."""
    found = facts.round
    if found is None or found.exact:
        return []
    return ["These times include prompts and waits."] if found.load is None else [loads_notes(facts.pool)]


def _yes(facts: Facts, speed: float, ends: Ends | None) -> str:
    """The verdict about a speed-up, and for which load it holds."""
    answer = "Yes" if speed > 1 else "No"
    answer = TOO_FEW if ends is not None and ends[0] <= 1 <= ends[1] else answer
    load = THIS if facts.round is not None and facts.round.line is not None else ONE
    return f"{answer}: {times(speed)}{times_span(ends)}{load}."


def _scaled(ends: Ends | None, by: float) -> Ends | None:
    return ends and (ends[0] * by, ends[1] * by)
