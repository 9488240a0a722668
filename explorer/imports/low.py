"""The answer to “Is my acceptance low, and why?”. A rate is compared with published rates of each kind of draft. If a
person gives the cost of a draft token, that does not show the kind.
"""

from explorer.imports import published
from explorer.imports.answers import Facts
from explorer.imports.chance import FEW_TESTS
from explorer.imports.costs import Kind, kind_of, ordinary
from explorer.imports.counts import Pool
from explorer.imports.estimate import Share
from explorer.imports.length_words import lacks
from explorer.imports.measures import judged, per_pass, rate_ends, rates, tokens_per_pass
from explorer.imports.position_words import cause
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import by_load
from explorer.imports.spread import differ
from explorer.imports.words import chance, engines, share, span, spread_words, unit
from explorer.story.numbers import plural

LOW = "Is my acceptance low, and why?"
LOW_SHARE, HIGH = 0.3, 0.95  # shares of tested draft tokens that are unusual
COMPARE = "Compare their texts."
WINDOWS = "Log windows differ by more than chance ({}), so compare their texts."
NO_CHANGE = "Nothing needs a change."
BELOW = "Check the causes below."
REPEATS = "Check that the text does not repeat itself, and that the prompts are those of real use."
CHECKS: dict[Kind, tuple[str, ...]] = {
    "ngram": ("temperature", "whether prompts and answers repeat each other"),
    "head": ("temperature", "text", "quantisation", "whether the head was trained for these weights"),
    "model": ("temperature", "text", "quantisation of both models", "chat template", "tokenizer"),
    "": ("temperature", "text", "quantisation", "chat template", "tokenizer"),
}


def low(facts: Facts) -> Answer:
    """Answer the question for one file."""
    pool, rate = facts.pool, judged(facts.pool)
    if rate is None:
        rests = f"The file does not say at which position drafts fail. {pool.formats[0].more}".strip()
    else:
        rests = f"Based on {rate.hits:,} accepted of {rate.trials:,} tested draft tokens."
    usual = published.compared(pool) if rate is not None and rate.trials >= FEW_TESTS else ""
    folded = [usual, rests]
    shown = [cause(facts.positions, facts.positions_p), _requests(facts), _checks(facts, rate), _own_rate(pool, rate)]
    return answered(LOW, _verdict(facts, rate), shown, folded)


def _verdict(facts: Facts, rate: Share | None) -> str:
    pool, run = facts.pool, facts.run
    if rate is None or run is None or not run.measured:
        return f"This file cannot say, because {lacks(pool)} missing."
    ends, spread = rate_ends(pool), ""
    if ends is not None:
        spread = f" (95%: {span(ends)})"
    elif len(units := [each.value for each in rates(pool) if each.trials]) > 1:
        spread = f" ({span((min(units), max(units)))} by {unit(pool)})"
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
    verdict = published.verdict(pool)
    fine = verdict and "low" not in verdict.lower()
    todo = "" if len(ordinary(facts.base)) > 1 or not verdict else NO_CHANGE if fine else BELOW
    verdict = verdict or "There is no published rate to compare with."
    return f"{verdict} {accepted[:1].upper()}{accepted[1:]}. {todo}".strip()


def _checks(facts: Facts, rate: Share | None) -> str:
    """What to check about the cause, because the file cannot show it."""
    if rate is not None and rate.trials >= FEW_TESTS and (rate_ends(facts.pool) or (rate.value,))[0] > HIGH:
        return REPEATS
    said = " ".join(facts.pool.settings)
    missing = [check for check in CHECKS[kind_of(facts.pool)] if check not in said]
    return f"Not in the file, so check: {', '.join(missing)}."


def _requests(facts: Facts) -> str:
    """The test of requests; if there are several loads, their acceptance and the test of their log windows."""
    spread = facts.requests
    rows = [(at.load, rate) for at in facts.loads if (rate := judged(at.load.part)) is not None and rate.trials]
    if len(rows) > 1:
        ends = [" target passes) are accepted", *[")"] * len(rows)]
        found = [
            (load.running, f"{share(rate.value)} ({load.part.passes:,}{end}")
            for (load, rate), end in zip(rows, ends, strict=False)
        ]
        differs = f" {WINDOWS.format(chance(spread.p))}" if spread and differ(spread.p) == "sure" else ""
        return f"{by_load(found)}.{differs}"
    if spread is None:
        return ""
    return f"{spread_words(facts.pool, spread)} {'' if differ(spread.p) == 'not shown' else COMPARE}".strip()


def _own_rate(pool: Pool, rate: Share | None) -> str:
    """The acceptance rate by the engine's own definition, and why it is lower; empty if the engine has none."""
    accepted, drafted, found, length = pool.accepted, pool.drafted, tokens_per_pass(pool), per_pass(pool)
    of = pool.formats[0].shares
    if of and accepted is not None and drafted:
        untested = 0 if rate is None else drafted - rate.trials
        counts = f", because it counts {untested:,} {of} draft tokens that were never tested" if untested > 0 else ""
        return f"By {engines(pool)}’s definition, the acceptance rate is {share(accepted / drafted)}{counts}."
    if of and found is not None and length:
        own = share((found.value - 1) / length)
        return f"By {engines(pool)}’s definition, the acceptance rate is about {own} (of the {of} draft tokens)."
    return ""
