"""The answer to “Is my acceptance low, and why?”. A rate is compared with published rates of each kind of draft. A cost
of a draft token that a person gives does not show the kind of draft.
"""

from collections import Counter
from collections.abc import Callable

from explorer.imports import published
from explorer.imports.answers import Facts
from explorer.imports.chance import FEW_TESTS
from explorer.imports.costs import Kind, kind_of
from explorer.imports.counts import Pool
from explorer.imports.estimate import Share
from explorer.imports.length_words import lacks
from explorer.imports.measures import (
    Passes,
    ends_of,
    judged,
    known,
    lengths,
    per_pass,
    rate_ends,
    rates,
    rates_p,
    tested_at,
    tested_of,
    tokens_per_pass,
)
from explorer.imports.position_words import cause
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import by_load
from explorer.imports.spread import Spread, differ
from explorer.imports.words import chance, engines, extremes, share, spread, spread_words
from explorer.imports.words import unit as unit_of
from explorer.story.numbers import listed, number, plural

LOW = "Is my acceptance low, and why?"
LOW_SHARE, HIGH = 0.3, 0.95  # shares of tested draft tokens that are unusual
COMPARE = "So compare the prompts."
MUCH = 0.4  # share of all target passes that one log window should not have
WINDOW = (
    "{:,} of {:,} target passes come from the log window with the lowest rate ({}, {}; {}), so check what ran then."
)
STEADY = (
    "They are highest after {} prompt tokens and lowest after {}, so they do not rise or fall steadily with the prompt."
)
LOST = "{} of the draft tokens that are not accepted ({:,} of {:,}) are lost by a rejection at position 1."
WORSE = "Usually later tokens are rejected more often. So first check that the draft fits the target and its template."
LOAD = "The load itself does not change which tokens are accepted."
REPEATS = "Check that the text does not repeat itself, and that the prompts are those of real use."
WHY = (
    "To find a cause, run 20 of these prompts as they are, and again with one change at a time: {}. A change matters "
    "if its interval is above that of the first run."
)
# What can be the cause: the changes in the order in which to try them, and what to check.
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
        rests = f"The file does not say at which position drafts fail. {pool.formats[0].more}".strip()
    else:
        rests = f"Based on {rate.hits:,} accepted of {rate.trials:,} tested draft tokens."
    usual = published.compared_with(pool) if rate is not None and rate.trials >= FEW_TESTS else ""
    compared = f"{usual} {_own_rate(pool, rate)}".strip()
    why = f"{cause(facts.positions, facts.positions_p)} {causes(pool)}".strip()
    tests, check = _checks(facts, rate)
    fine = published.figures(pool) and published.ordinary_rate(pool) and tests != REPEATS
    shown = [compared, why, "" if fine else tests]
    return answered(LOW, _verdict(facts, rate), shown, [tests, check, *_parts(facts), rests])


def causes(pool: Pool) -> str:
    """A sentence that says how many draft tokens are lost by a rejection at position 1; empty if a draft length is not
    known, or all drafts had one token.
    """
    outcomes = known(pool) or {}
    lost = Counter[bool]()
    for (length, got), count in outcomes.items():
        lost[not got] += ((length or 0) - got) * count
    if not lost.total() or lengths(outcomes)[1] < 2 or not _later(outcomes).trials:
        return ""
    first, later = ends_of(pool, _first), ends_of(pool, _later)
    worse = f" {WORSE}" if first and later and first[0] > later[1] else ""
    return f"{LOST.format(share(lost[True] / lost.total()), lost[True], lost.total())}{worse}"


def _first(outcomes: Passes) -> Share:
    """The rejected share of the draft tokens at position 1."""
    found = tested_at(outcomes, 1)
    return Share(found.trials - found.hits, found.trials)


def _later(outcomes: Passes) -> Share:
    """The rejected share of the draft tokens that were tested at later positions."""
    every, first = tested_of(outcomes), tested_at(outcomes, 1)
    trials = every.trials - first.trials
    return Share(trials - (every.hits - first.hits), trials)


def _with_ends(pool: Pool, share_of: Callable[[Passes], Share]) -> tuple[str, str]:
    """A share with its interval, or with its range over the requests if few requests differ."""
    value, ends = share(share_of(known(pool) or {}).value), ends_of(pool, share_of)
    units = [found.value for unit in pool.units if (found := share_of(unit)).trials]
    if ends is None and len(units) > 1:
        return value, extremes(share(min(units)), share(max(units)), unit_of(pool))
    return value, spread(ends, share)


def _verdict(facts: Facts, rate: Share | None) -> str:
    pool, run = facts.pool, facts.run
    if rate is None or run is None or not run.measured:
        return f"This file cannot say, because {lacks(pool)} missing."
    ends, tokens, first = rate_ends(pool), tokens_per_pass(pool), tested_at(known(pool) or {}, 1)
    accepted = f"{''.join(_with_ends(pool, tested_of))} of tested draft tokens are accepted"
    if tokens is not None:
        at_first = f" ({share(first.value)} at position 1)" if run.gamma > 1 else ""
        accepted = f"{number(tokens.value)} tokens per target pass, and {accepted}{at_first}"
    least, most = ends or (rate.value, rate.value)
    if rate.trials < FEW_TESTS:
        return f"Too few tests to say: {accepted}."
    if most < LOW_SHARE:
        return f"Yes, very low: {accepted}."
    if least > HIGH:
        return f"No, acceptance is unusually high: {accepted}."
    if run.useful() < run.gamma:
        return f"For drafts of {plural(run.gamma, 'token')}, yes: their last tokens are hardly ever accepted."
    if kind_of(pool) == "ngram":
        return f"No: {accepted}, and a draft from the text costs almost nothing."
    return f"{published.verdict(pool) or 'There is no checked rate to compare with'}: {accepted}."


def _checks(facts: Facts, rate: Share | None) -> tuple[str, str]:
    """The tests that find a cause, because the file cannot show it, and what else to check."""
    if rate is not None and rate.trials >= FEW_TESTS and (rate_ends(facts.pool) or (rate.value,))[0] > HIGH:
        return REPEATS, ""
    said, (changes, check) = " ".join(facts.pool.settings), CHECKS[kind_of(facts.pool)]
    tried = [each for each in changes if each != TEMPERATURE or "temp" not in said]
    return (WHY.format(listed(tried, joint="or")), check) if tried else (check, "")


def _parts(facts: Facts) -> list[str]:
    """Sentences about the cause that compare the requests, or the loads and their log windows."""
    spread, pool = facts.requests, facts.pool
    rows = [(at.load, rate) for at in facts.loads if (rate := judged(at.load.part)) is not None and rate.trials]
    if len(rows) < 2:
        prompts = prompt_words(pool, spread) if spread else ""
        return [] if spread is None else [f"{spread_words(pool, spread)} {prompts}".strip()]
    figure = next(iter(published.figures(pool)), None)
    words = [published.lies(load.part, figure) if figure else "" for load, _ in rows]
    first = " at position 1" if figure and figure.first else ""
    values = list[tuple[int, str]]()
    for (load, rate), word in zip(rows, words, strict=True):
        found = published.own(load.part, figure) if figure else rate
        kind = f" for {figure.name}" if figure and not values else ""
        values.append((load.running, share(found.value) + (f" ({word}{kind})" if len(set(words)) > 1 else "")))
    return [f"By load, {by_load(values)} are accepted{first}.{'' if pool.capped else f' {LOAD}'}", _window(facts)]


def _window(facts: Facts) -> str:
    """The log window with the lowest acceptance, if it has a large part of all target passes; else empty."""
    found = [
        (rate.value, passes, each.name)
        for at in facts.loads
        if len(rates(at.load.part)) == len(at.load.windows) == len(at.load.part.rows)
        for rate, (passes, _), each in zip(rates(at.load.part), at.load.part.rows, at.load.windows, strict=True)
    ]
    p, total = rates_p(facts.pool), sum(passes for _, passes, _ in found)
    if len(found) < 3 or p is None or differ(p) == "not shown":
        return ""
    rate, passes, name = min(found)
    if passes < MUCH * total:
        return ""
    return WINDOW.format(passes, total, share(rate), name, chance(p, "equal rates of log windows"))


def prompt_words(pool: Pool, spread: Spread) -> str:
    """Whether the tokens per target pass of requests that differ rise or fall with the prompt; empty if they do not
    differ, or if the prompts are not known.
    """
    prompts = {each.name: each.prompt for each in pool.speeds if each.prompt}
    if differ(spread.p) == "not shown":
        return ""
    if len(spread.each) < 3 or len({prompts.get(name) for name, _ in spread.each} - {None}) < len(spread.each):
        return COMPARE
    tokens = [value for name, value in sorted(spread.each, key=lambda one: prompts[one[0]] or 0)]
    if tokens in (sorted(tokens), sorted(tokens, reverse=True)):
        return f"They {'fall' if tokens[0] > tokens[-1] else 'rise'} with the length of the prompt."
    (low, _), (high, _) = spread.ends
    return STEADY.format(f"{prompts[high]:,}", f"{prompts[low]:,}")


def _own_rate(pool: Pool, rate: Share | None) -> str:
    """The reason why the engine's own acceptance rate cannot be compared with published ones; empty without a rate."""
    accepted, drafted, found, length = pool.accepted, pool.drafted, tokens_per_pass(pool), per_pass(pool)
    of = pool.formats[0].shares
    if of and accepted is not None and drafted:
        own, untested = share(accepted / drafted), 0 if rate is None else drafted - rate.trials
        if untested > 0:
            return (
                f"The rate of {engines(pool)}, {own}, also counts {untested:,} of {drafted:,} {of} draft tokens that "
                "were never tested."
            )
        return f"By {engines(pool)}’s definition, the acceptance rate is {own}."
    if of and found is not None and length:
        own = share((found.value - 1) / length)
        return f"By {engines(pool)}’s definition, the acceptance rate is about {own} (of the {of} draft tokens)."
    return ""
