"""The answer to “Is my acceptance low, and why?”. A rate is compared with published rates of each kind of draft. A
known cost of a draft token does not show the kind.
"""

from explorer.imports import published
from explorer.imports.answers import Facts
from explorer.imports.chance import FEW_TESTS
from explorer.imports.costs import Kind, kind_of, ordinary
from explorer.imports.counts import Pool
from explorer.imports.estimate import Share
from explorer.imports.length_words import lacks
from explorer.imports.losses import runs_of
from explorer.imports.measures import judged, per_pass, rate_ends, rates, tokens_per_pass
from explorer.imports.position_words import cause, compared
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import MOST_LOADS, running
from explorer.imports.spread import differ, request_spread
from explorer.imports.whatif import WhatIf, alpha_of
from explorer.imports.words import chance, engines, percent_of, share, span, spread_words, unit
from explorer.story.numbers import listed, percent, plural

LOW = "Is my acceptance low, and why?"
LOW_SHARE, HIGH = 0.3, 0.95  # shares of tested draft tokens that are unusual
SLOWER = "Drafts of this length are slower than none below {} of tested tokens, at {}."
SHORTER = "A shorter draft may still pay off."
COMPARE = "Compare their texts."
WINDOWS = "Log windows differ by more than chance ({}). {}"
LOAD = "The load should not change acceptance, so compare their texts."
SAME_LOAD = "The {} with {} also {} ({}, {}), and the load does not change acceptance. Compare their texts."
KIND = "The file does not name the kind of draft. For answers about yours, add `--draft-kind ngram`, `head` or `model`."
REPEATS = "Check that the text does not repeat itself, and that the prompts are those of real use."
CHECKS: dict[Kind, tuple[str, ...]] = {
    "ngram": ("temperature", "whether prompts and answers repeat each other"),
    "head": ("temperature", "text", "quantisation", "whether the head was trained for these weights"),
    "model": ("temperature", "text", "quantisation of both models", "chat template", "tokenizer"),
    "": ("temperature", "text", "quantisation", "chat template", "tokenizer"),
}


def low(facts: Facts) -> Answer:
    """The answer about a file."""
    pool, rate, run = facts.pool, judged(facts.pool), facts.run
    if rate is None:
        rests = f"The file does not say at which position drafts fail. {pool.formats[0].more}".strip()
    else:
        rests = f"Based on {rate.hits:,} accepted of {rate.trials:,} tested draft tokens."
    enough = rate is not None and rate.trials >= FEW_TESTS
    usual = published.compared(pool) if enough else ""
    needed = _needed(facts, run) if enough and run is not None and run.measured else ""
    folded = [
        needed,
        SHORTER if needed and run and run.gamma > 1 else "",
        compared(facts.positions, facts.positions_p) if facts.positions else "",
        cause(facts.positions, facts.positions_p),
        KIND if rate is not None and len(ordinary(pool)) > 1 else "",
        rests,
    ]
    shown = [_own_rate(pool, rate), usual, *_requests(facts), _checks(facts, rate)]
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
    return f"{published.verdict(pool) or 'No published rate to compare with'}: {accepted}."


def _needed(facts: Facts, run: WhatIf) -> str:
    """The rate below which the draft would lose at the given cost, or at the highest typical cost of each kind of
    draft; empty if the cost was measured. If all draft tokens are accepted equally often, γ of them then write just
    1 + γ · cost tokens per pass.
    """

    def limit(cost: float) -> str:
        return percent(alpha_of(1 + run.gamma * cost, run.gamma))

    if facts.given.cost is not None:
        return SLOWER.format(limit(facts.given.cost), f"the given cost of {percent_of(facts.given.cost)}")
    kinds = [each for each in ordinary(facts.pool) if each.high]
    if run.cost is not None or not kinds:
        return ""
    limits = " or ".join(f"{limit(each.high)} ({each.name})" for each in kinds)
    below = [
        f"{each.name} can be slower than none with {listed([f'{count:,}' for count in counts])} running requests"
        for each in kinds
        if (counts := [count for one, count in runs_of(facts, run) if count and one.speedup(run.gamma, each.high) < 1])
    ]
    return f"{SLOWER.format(limits, 'the highest typical costs')} {f'So {listed(below)}.' if below else ''}".strip()


def _checks(facts: Facts, rate: Share | None) -> str:
    """What to check about the cause, because the file cannot show it."""
    if rate is not None and rate.trials >= FEW_TESTS and (rate_ends(facts.pool) or (rate.value,))[0] > HIGH:
        return REPEATS
    said = " ".join(facts.pool.settings)
    missing = [check for check in CHECKS[kind_of(facts.pool)] if check not in said]
    return f"Not in the file, so check: {', '.join(missing)}."


def _requests(facts: Facts) -> tuple[str, ...]:
    """The test of requests, or the acceptance for each number of running requests and the test of their log windows."""
    spread = facts.requests
    rows = [(at.load, rate) for at in facts.loads if (rate := judged(at.load.part)) is not None and rate.trials]
    if len(rows) > 1:
        found = list[str]()
        for load, rate in rows if len(rows) <= MOST_LOADS else [*rows[: MOST_LOADS - 1], rows[-1]]:
            count, passes = load.running, f"{load.part.passes.value:,}"
            with_them = (
                f"with {count:,} ({passes})" if found else f"are accepted with {running(count)} ({passes} passes)"
            )
            found.append(f"{share(rate.value)} {with_them}")
        sure = spread is not None and differ(spread.p) == "sure"
        return f"{listed(found, None)}.", WINDOWS.format(chance(spread.p), _same_load(facts)) if spread and sure else ""
    if spread is None:
        return ()
    return (f"{spread_words(facts.pool, spread)} {'' if differ(spread.p) == 'not shown' else COMPARE}".strip(),)


def _same_load(facts: Facts) -> str:
    """Whether log windows with equally many running requests differ."""
    for load in (at.load for at in facts.loads):
        found = request_spread(load.part)
        if found is not None and (kind := differ(found.p)) != "not shown":
            values = span((min(each := [one.value for one in rates(load.part)]), max(each)))
            how = "differ" if kind == "sure" else "show signs of a difference"
            windows = plural(load.count, "log window")
            return SAME_LOAD.format(windows, running(load.running), how, values, chance(found.p))
    return LOAD


def _own_rate(pool: Pool, rate: Share | None) -> str:
    """The acceptance rate by the engine's own definition, and why it is lower; empty without a rate."""
    accepted, drafted, found, length = pool.accepted.value, pool.drafted.value, tokens_per_pass(pool), per_pass(pool)
    of = pool.formats[0].shares
    if of and accepted is not None and drafted:
        untested = 0 if rate is None else drafted - rate.trials
        counts = f": {untested:,} of its {drafted:,} {of} draft tokens were never tested" if untested > 0 else ""
        return f"By {engines(pool)}’s definition, the acceptance rate is {share(accepted / drafted)}{counts}."
    if of and found is not None and length:
        own = share((found.value - 1) / length)
        return f"By {engines(pool)}’s definition, the acceptance rate is about {own} (of the {of} draft tokens)."
    return ""
