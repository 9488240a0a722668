"""The answer to “Is my acceptance low, and why?”. A rate is low if a shorter draft, or none, would be faster at the
known cost. Without a cost, it is compared with published rates of each kind of draft.
"""

from explorer.imports import published
from explorer.imports.answers import Facts
from explorer.imports.chance import FEW_TESTS
from explorer.imports.costs import Kind, kind_of, ordinary
from explorer.imports.counts import Pool
from explorer.imports.estimate import Share
from explorer.imports.length_words import lacks
from explorer.imports.losses import LITTLE, case_of, worst
from explorer.imports.measures import judged, per_pass, rate_ends, rates, tokens_per_pass
from explorer.imports.position_words import cause, compared
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import MOST_LOADS, running
from explorer.imports.spread import differ
from explorer.imports.whatif import WhatIf, alpha_of
from explorer.imports.words import chance, engines, percent_of, share, span, spread_words, unit
from explorer.story.numbers import listed, percent, plural

LOW = "Is my acceptance low, and why?"
LOW_SHARE, HIGH = 0.3, 0.95  # shares of tested draft tokens that are unusual
SLOWER = "Drafts of this length are slower than none below {} of tested tokens, at {}."
SHORTER = "Below these limits, a shorter draft may still pay off."
COMPARE = "Compare their texts."
WINDOWS = "Log windows differ by more than chance ({}). The load should not change acceptance, so compare their texts."
KIND = "The file does not name the kind of draft. Add `--draft-kind` for answers about yours only."
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
    usual, timed = published.compared(pool) if enough else "", run is not None and run.cost is not None
    needed = _needed(facts, run) if enough and run is not None and run.measured else ""
    folded = [
        *([usual, needed] if timed else [needed]),
        SHORTER if needed and run and run.gamma > 1 else "",
        compared(facts.positions, facts.positions_p) if facts.positions else "",
        KIND if rate is not None and len(ordinary(pool)) > 1 else "",
        _own_rate(pool),
        rests,
    ]
    first, checks = cause(facts.positions, facts.positions_p), _checks(facts, rate)
    return answered(LOW, _verdict(facts, rate), ["" if timed else usual, *_requests(facts), first, checks], folded)


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
    if run.cost is not None:
        return _at_cost(facts, run, run.cost, accepted)
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
    return SLOWER.format(
        " or ".join(f"{limit(each.high)} ({each.name})" for each in kinds), "the highest typical costs"
    )


def _at_cost(facts: Facts, run: WhatIf, at: float, accepted: str) -> str:
    best, drafts = run.best(), f"drafts of {plural(run.gamma, 'token')}"
    cost = f"At {'the given' if facts.given.cost is not None else 'a'} cost of {percent_of(at)} of a target pass"
    if best == run.gamma:
        verb = "is" if run.gamma == 1 else "are"
        return f"No: {accepted}. {cost}, {plural(run.gamma, 'draft token')} per pass {verb} faster than fewer or none."
    if best and facts.samples is not None and run.gamma in facts.samples.alike(best, at):
        return f"No sign of low acceptance: {accepted}. Drafts of {best} are not clearly faster than {drafts}."
    if best and worst(run.gamma, [case_of(run, at, 0)]).share < LITTLE:
        return f"No: {accepted}. {cost}, drafts of {best} are less than {percent_of(LITTLE)} faster than {drafts}."
    faster = f"a draft of {plural(best, 'token')}" if best else "decoding without a draft"
    return f"Yes, for {drafts}: {accepted}. {cost}, {faster} is faster."


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
            count, checks = load.running, f"{load.part.passes.value:,}"
            with_them = (
                f"with {count:,} ({checks})" if found else f"are accepted with {running(count)} ({checks} checks)"
            )
            found.append(f"{share(rate.value)} {with_them}")
        sure = spread is not None and differ(spread.p) == "sure"
        return f"{listed(found, None)}.", WINDOWS.format(chance(spread.p)) if spread and sure else ""
    if spread is None:
        return ()
    return (f"{spread_words(facts.pool, spread)} {'' if differ(spread.p) == 'not shown' else COMPARE}".strip(),)


def _own_rate(pool: Pool) -> str:
    """The acceptance rate by the engine's own definition; empty without a rate."""
    accepted, drafted, found, length = pool.accepted.value, pool.drafted.value, tokens_per_pass(pool), per_pass(pool)
    of = pool.formats[0].shares
    if of and accepted is not None and drafted:
        own = share(accepted / drafted)
        return f"By {engines(pool)}’s definition, the acceptance rate is {own} (of {drafted:,} {of} draft tokens)."
    if of and found is not None and length:
        own = share((found.value - 1) / length)
        return f"By {engines(pool)}’s definition, the acceptance rate is about {own} (of the {of} draft tokens)."
    return ""
