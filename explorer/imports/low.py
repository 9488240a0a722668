"""The answer to “Is my acceptance low, and why?”. A rate is compared with published rates of each kind of draft. If a
person gives the cost of a draft token, that does not show the kind.
"""

from explorer.imports import published
from explorer.imports.answers import Facts
from explorer.imports.chance import FEW_TESTS
from explorer.imports.costs import Kind, kind_of
from explorer.imports.counts import Pool
from explorer.imports.estimate import Share
from explorer.imports.length_words import lacks
from explorer.imports.measures import judged, per_pass, rate_ends, rates, tokens_per_pass
from explorer.imports.position_words import cause
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import by_load, running
from explorer.imports.spread import Spread, differ, request_spread
from explorer.imports.words import INTERVAL, chance, engines, extremes, share, span, spread_words, unit
from explorer.story.numbers import listed, plural

LOW = "Is my acceptance low, and why?"
MOST_CHECKS = 2  # that are shown before anything is unfolded
LOW_SHARE, HIGH = 0.3, 0.95  # shares of tested draft tokens that are unusual
COMPARE = "So compare the prompts."
LOAD = "The load itself does not change which tokens are accepted."
REPEATS = "Check that the text does not repeat itself, and that the prompts are those of real use."
WHY = "To find the cause, {}"
# What can be the cause, each with a test, in the order in which to try them.
TEMPERATURE = "run 20 of these prompts at temperature 0. If the rate rises clearly, it is the sampling."
TEXTS = "run 20 short English chat prompts. If the rate rises clearly, it is the texts."
WEIGHTS = "compare your target with the one for which the head was trained, because another one has a lower rate."
EXACT = "run the target without quantisation. If the rate rises clearly, it is the quantisation."
TEMPLATE = "print the tokens of one prompt. They must begin with the chat template with which the draft was trained."
COPIES = "check whether the prompts and answers repeat each other, because only repeated text can be drafted."
CHECKS: dict[Kind, tuple[str, ...]] = {
    "ngram": (TEMPERATURE, COPIES),
    "head": (TEMPERATURE, TEXTS, WEIGHTS, EXACT, TEMPLATE),
    "model": (TEMPERATURE, TEXTS, TEMPLATE, EXACT),
    "": (TEMPERATURE, TEXTS, TEMPLATE, EXACT),
}


def low(facts: Facts) -> Answer:
    """Answer the question for one file."""
    pool, rate = facts.pool, judged(facts.pool)
    if rate is None:
        rests = f"The file does not say at which position drafts fail. {pool.formats[0].more}".strip()
    else:
        rests = f"Based on {rate.hits:,} accepted of {rate.trials:,} tested draft tokens."
    tested = rate is not None and rate.trials >= FEW_TESTS
    usual = published.compared(pool) if tested else ""
    checks, count = _checks(facts, rate), MOST_CHECKS
    if tested and published.figures(pool) and published.ordinary_rate(pool) and checks != [REPEATS]:
        count = 0  # nothing needs a cause
    shown = [_own_rate(pool, rate), cause(facts.positions, facts.positions_p), *_parts(facts), *checks[:count]]
    return answered(LOW, _verdict(facts, rate), shown, [*checks[count:], usual, rests])


def _verdict(facts: Facts, rate: Share | None) -> str:
    pool, run = facts.pool, facts.run
    if rate is None or run is None or not run.measured:
        return f"This file cannot say, because {lacks(pool)} missing."
    ends, spread = rate_ends(pool), ""
    if ends is not None:
        spread = f" ({INTERVAL}{span(ends)})"
    elif len(units := [each.value for each in rates(pool) if each.trials]) > 1:
        spread = extremes(share(min(units)), share(max(units)), unit(pool))
    accepted = f"{share(rate.value)}{spread} of tested draft tokens are accepted"
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
    return f"{published.verdict(pool) or 'There is no published rate to compare with'}: {accepted}."


def _checks(facts: Facts, rate: Share | None) -> list[str]:
    """What to check about the cause, because the file cannot show it, with a test for each."""
    if rate is not None and rate.trials >= FEW_TESTS and (rate_ends(facts.pool) or (rate.value,))[0] > HIGH:
        return [REPEATS]
    said = " ".join(facts.pool.settings)
    first, *others = [check for check in CHECKS[kind_of(facts.pool)] if check != TEMPERATURE or "temp" not in said]
    return [WHY.format(first), *(f"Then {check}" for check in others)]


def _parts(facts: Facts) -> list[str]:
    """What the requests, or the loads and their log windows, show about the cause."""
    spread = facts.requests
    rows = [(at.load, rate) for at in facts.loads if (rate := judged(at.load.part)) is not None and rate.trials]
    if len(rows) < 2:
        return [] if spread is None else [_lowest(facts.pool, spread) or spread_words(facts.pool, spread)]
    found = by_load([(load.running, share(rate.value)) for load, rate in rows])
    said = f"By load, {found} are accepted.{'' if facts.pool.capped else f' {LOAD}'}"
    for load, _ in rows:
        within = request_spread(load.part)
        if within is not None and differ(within.p) != "not shown":
            windows = listed([share(each.value) for each in rates(load.part)])
            alike = chance(within.p, "equal log windows")
            also = f"Log windows with {running(load.running)} differ, too: {windows} ({alike})."
            return [f"{said} {also} {COMPARE}"]
    differs = spread is not None and differ(spread.p) != "not shown"
    return [f"{said} {COMPARE}" if differs else said]


def _lowest(pool: Pool, spread: Spread) -> str:
    """The requests with the lowest and the highest acceptance, if requests show signs of a difference."""
    found = rates(pool)
    if differ(spread.p) == "not shown" or len(found) != len(pool.names) or not all(pool.names):
        return ""
    prompts = {each.name: each.prompt for each in pool.speeds}
    rows = sorted(zip(found, pool.names, strict=True), key=lambda row: row[0].value)

    def named(rate: Share, name: str) -> str:
        prompt = prompts.get(name)
        after = "" if prompt is None else f" after {prompt:,} prompt tokens"
        return f"{name}{after}: {share(rate.value)} of {rate.trials:,} tests"

    alike = chance(spread.p, f"equal {unit(pool)}s")
    lowest = f"The lowest of {len(rows)} {unit(pool)}s is {named(*rows[0])}."
    return f"{lowest} The highest is {named(*rows[-1])} ({alike})."


def _own_rate(pool: Pool, rate: Share | None) -> str:
    """Why the engine's own acceptance rate cannot be compared with published ones; empty without a rate."""
    accepted, drafted, found, length = pool.accepted, pool.drafted, tokens_per_pass(pool), per_pass(pool)
    of = pool.formats[0].shares
    if of and accepted is not None and drafted:
        own, untested = share(accepted / drafted), 0 if rate is None else drafted - rate.trials
        if untested > 0:
            return (
                f"The acceptance rate of {engines(pool)}, {own}, is not comparable with published ones: {untested:,} "
                f"of {drafted:,} {of} draft tokens were never tested."
            )
        return f"By {engines(pool)}’s definition, the acceptance rate is {own}."
    if of and found is not None and length:
        own = share((found.value - 1) / length)
        return f"By {engines(pool)}’s definition, the acceptance rate is about {own} (of the {of} draft tokens)."
    return ""
