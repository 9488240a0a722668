"""The answer to “Is my acceptance low, and why?”. A rate is compared with published rates of each kind of draft. The
given cost of a draft token does not show the kind of its draft.
"""

from functools import partial

from explorer.imports import published
from explorer.imports.answers import Facts
from explorer.imports.costs import Kind, kind_of
from explorer.imports.counts import Pool
from explorer.imports.estimate import Share
from explorer.imports.length_words import lacks
from explorer.imports.measures import (
    Passes,
    ends_of,
    judged,
    known,
    per_pass,
    rate_ends,
    rates,
    tested_at,
    tested_of,
    tokens_per_pass,
    units_of,
)
from explorer.imports.position_words import cause
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import by_load
from explorer.imports.spread import FEW_TESTS, differ
from explorer.imports.words import engines, extremes, share, span, spread, spread_words
from explorer.imports.words import unit as unit_of
from explorer.story.numbers import listed, number, plural

LOW = "Is my acceptance low, and why?"
LOW_SHARE, HIGH = 0.3, 0.95  # shares of tested draft tokens that are unusual
COMPARE = "So compare the prompts."
TESTED = "Tokens after a rejected one are not tested."
MOST_WINDOWS = 3  # rates of log windows that a sentence names for each load
NOT_LOAD = "Prompts may differ too, so the load need not be the cause."
MISMATCH = (
    "The file does not show the cause. But position 1 is already low, so look for what lowers all positions, and not "
    "for drafts that are too long."
)
WORSE = "Usually later tokens are rejected more often. So first check that the draft fits the target and its template."
REPEATS = "Check that the text does not repeat itself, and that the prompts are those of real use."
WHY = "To find causes, run 20 of these prompts{}, and again with {}: {}."
TOGETHER = "Import the files of these runs together to see which differences can be chance."
WINDOWS = " at one load, for at least five log windows"
# Possible causes of low acceptance: the changes to try, in order, and what to check.
TEMPERATURE, TEXTS, EXACT = "temperature 0", "short English chat prompts", "a target without quantisation"
WEIGHTS = (
    "Also check that your target is the model for which the head was trained, and that the tokens of a prompt begin "
    "with the chat template of its training."
)
TEMPLATE = "Also check that the tokens of a prompt begin with the chat template with which the draft was trained."
COPIES = "Also check whether prompts and answers repeat each other, because only repeated text can be drafted."
CHECKS: dict[Kind, tuple[tuple[str, ...], str]] = {
    "ngram": ((TEMPERATURE,), COPIES),
    "head": ((TEMPERATURE, TEXTS, EXACT), WEIGHTS),
    "model": ((TEMPERATURE, TEXTS, EXACT), TEMPLATE),
    "": ((TEMPERATURE, TEXTS, EXACT), TEMPLATE),
}


def low(facts: Facts) -> Answer:
    """Answer the question for one file."""
    pool, rate = facts.pool, judged(facts.pool)
    if rate is None:
        verdict = f"This file cannot say, because {lacks(pool)} missing."
        return answered(LOW, verdict, [_own_rate(pool, rate), pool.formats[0].more], [])
    rests = f"Based on {rate.hits:,} accepted of {rate.trials:,} tested draft tokens. {TESTED}"
    usual = published.compared_with(pool) if rate.trials >= FEW_TESTS else ""
    why = f"{cause(facts.positions, facts.positions_p)} {worse(pool) or _falls(facts)}".strip()
    tests, check = _checks(facts, rate)
    fine = published.figures(pool) and published.ordinary_rate(pool) and tests != REPEATS
    odd = why if worse(pool) else ""  # a sign of a wrong template comes first
    shown = [odd, usual, _parts(facts), why if fine else tests]
    verdict, numbers = _verdict(facts, rate)
    return answered(LOW, verdict, shown, [why, tests, check, _own_rate(pool, rate)], numbers, rests)


def _falls(facts: Facts) -> str:
    """What is usual if later positions have clearly lower rates than the first one; empty otherwise."""
    falls = facts.positions and facts.positions[0].tested.value > facts.positions[-1].tested.value
    return published.FALL if falls and facts.positions_p is not None and differ(facts.positions_p) else ""


def worse(pool: Pool) -> str:
    """Advice for the case that the first position has a lower rate than later ones; empty in other cases."""
    first, later = ends_of(pool, partial(tested_at, index=1)), ends_of(pool, _later)
    return WORSE if first and later and first[1] < later[0] else ""


def _later(outcomes: Passes) -> Share:
    """The accepted share of the draft tokens that were tested at later positions."""
    every, first = tested_of(outcomes), tested_at(outcomes, 1)
    return Share(every.hits - first.hits, every.trials - first.trials)


def _verdict(facts: Facts, rate: Share) -> tuple[str, str]:
    """The verdict, and the accepted share of the tested draft tokens with the tokens per target pass."""
    pool, run = facts.pool, facts.run
    if run is None or not run.measured:
        return f"This file cannot say, because {lacks(pool)} missing.", ""
    ends, tokens, first = rate_ends(pool), tokens_per_pass(pool), tested_at(known(pool) or {}, 1)
    values = [share(value) for value in sorted(each.value for each in rates(pool) if each.trials)]
    between = spread(ends, share) if ends or len(values) < 2 else extremes(values[0], values[-1], unit_of(pool))
    accepted = f"{share(rate.value)}{between} of the tested draft tokens are accepted"
    if tokens is not None:
        at_first = f", and {share(first.value)} at position 1" if run.gamma > 1 else ""
        accepted = f"{accepted}{at_first}. A target pass writes {number(tokens.value)} tokens"
    least, most = ends or (rate.value, rate.value)
    if rate.trials < FEW_TESTS:
        verdict = "Too few tests to say."
    elif most < LOW_SHARE:
        verdict = "Yes, very low."
    elif least > HIGH:
        verdict = "No, acceptance is unusually high."
    elif run.useful() < run.gamma:
        verdict = f"For drafts of {plural(run.gamma, 'token')}, yes: their last tokens are hardly ever accepted."
    else:
        verdict = f"{published.verdict(pool) or 'There is no checked rate to compare with'}."
        accepted += f". {MISMATCH}".rstrip(".") if published.low_at_first(pool) else ""
    return verdict, f"{accepted}."


def _checks(facts: Facts, rate: Share) -> tuple[str, str]:
    """The tests that can find the cause, which the file does not show, and further checks."""
    if rate.trials >= FEW_TESTS and (rate_ends(facts.pool) or (rate.value,))[0] > HIGH:
        return REPEATS, ""
    said, (changes, check) = " ".join(facts.pool.settings), CHECKS[kind_of(facts.pool)]
    tried = [each for each in changes if each != TEMPERATURE or "temp" not in said]
    windows = WINDOWS if unit_of(facts.pool) == "log window" else ""
    one = "one change at a time" if len(tried) > 1 else "one change"
    return (
        (WHY.format(windows, one, listed(tried, joint="or")), f"{TOGETHER} {check}".strip()) if tried else (check, "")
    )


def _parts(facts: Facts) -> str:
    """Sentences about the cause, as far as the requests, or the loads and their log windows, show it."""
    spread, pool = facts.requests, facts.pool
    rows = [(at.load, rate) for at in facts.loads if (rate := judged(at.load.part)) is not None and rate.trials]
    if len(rows) < 2:
        compare = f" {COMPARE}" if spread and differ(spread.p) else ""
        return f"{spread_words(pool, spread)}{compare}" if spread else ""
    figure = next(iter(published.figures(pool)), None)
    first = " at position 1" if figure and figure.first else ""
    values = list[tuple[int, str]]()
    for load, rate in rows:
        units = units_of(load.part, known(load.part) or {})
        windows = [tested_at(unit, 1) if first else tested_of(unit) for unit in units]
        found = [each.value for each in windows if each.trials] or [rate.value]
        few = listed([share(each) for each in found], None) if len(found) <= MOST_WINDOWS else ""
        values.append((load.running, few or span((min(found), max(found)))))
    return f"By log window, {by_load(values)} are accepted{first}. {NOT_LOAD}"


def _own_rate(pool: Pool, rate: Share | None) -> str:
    """A sentence about the engine's own acceptance rate, and why it differs from published ones; empty without one."""
    accepted, drafted, found, length = pool.accepted, pool.drafted, tokens_per_pass(pool), per_pass(pool)
    own, why, of = "", "", pool.formats[0].shares
    if accepted is not None and drafted:
        own, untested = share(accepted / drafted), 0 if rate is None else drafted - rate.trials
        why = (
            f" It also counts {untested:,} of {drafted:,} {of} draft tokens that were never tested."
            if untested > 0
            else ""
        )
    elif found is not None and length:
        own = f"about {share((found.value - 1) / length)} of the {of} draft tokens"
    return f"By {engines(pool)}’s definition, the acceptance rate is {own}.{why}" if own and of else ""
