"""The answer to “Is my acceptance low, and why?”. A rate is low if a shorter draft, or none, would be faster at the
cost of the file, or at typical costs.
"""

from explorer.imports.answers import Facts
from explorer.imports.cautions import HIGH, LOW_SHARE
from explorer.imports.chance import FEW_TESTS, differ
from explorer.imports.costs import ORDINARY, Kind, kind_of, ordinary
from explorer.imports.counts import Pool
from explorer.imports.length_words import lacks
from explorer.imports.lossless import Answer
from explorer.imports.measures import judged, per_pass, positions, tokens_per_pass
from explorer.imports.position_words import cause, compared
from explorer.imports.whatif import WhatIf
from explorer.imports.words import cost, engines, percent_of, share, span, spread_words
from explorer.story.numbers import listed, plural

LOW = "Is my acceptance low, and why?"
CHECKS: dict[Kind, tuple[str, ...]] = {
    "text": ("temperature", "whether prompts and answers repeat each other"),
    "head": ("temperature", "kind of text", "quantisation", "whether the head was trained for these weights"),
    "model": ("temperature", "kind of text", "quantisation of both models", "chat template", "tokenizer"),
    "": ("temperature", "kind of text", "quantisation", "chat template and tokenizer of a draft model"),
}


def low(facts: Facts) -> Answer:
    """The answer about a file."""
    pool, rate = facts.pool, judged(facts.pool)
    folded = [_limit(facts), _own_rate(pool), *_differences(facts)]
    if rate is None:
        rests = f"The file does not say at which position drafts fail. {pool.formats[0].more}".strip()
    else:
        of = f"{rate.hits:,} of {rate.trials:,} tested draft tokens accepted: {share(rate.value)}"
        rests = f"Rests on {of} ({span(rate.interval)})."
    verdict = _verdict(facts)
    return Answer(LOW, verdict, tuple(_causes(facts)), rests, tuple(filter(None, folded)))


def _verdict(facts: Facts) -> str:
    rate, run = judged(facts.pool), facts.run
    if rate is None or run is None or not run.measured:
        return f"This file cannot say, because {lacks(facts.pool)} missing."
    accepted = f"{share(rate.value)} (95%: {span(rate.interval)}) of the tested draft tokens are accepted"
    if rate.trials < FEW_TESTS:
        return f"Too few tests to say: {accepted}."
    if rate.interval[1] < LOW_SHARE:
        return f"Yes, very low: {accepted}."
    if rate.interval[0] > HIGH:
        return f"No, it is unusually high: {accepted}."
    if run.cost is not None:
        return _at_cost(facts, run, run.cost, accepted)
    if run.useful() < run.gamma:
        return f"For drafts of {plural(run.gamma, 'token')}, yes: their last tokens are hardly ever accepted."
    lose = [each.name for each in ordinary(facts.pool) if not run.best(each.high)]
    if lose:
        return f"For {listed(lose)}, it can be: {accepted}."
    kind = kind_of(facts.pool)
    if kind == "text":
        return f"No: {accepted}, and a draft from the text costs almost nothing."
    who = next((f"{each.full} of typical cost" for each in ORDINARY if each.kind == kind), "every usual kind of draft")
    return f"No: {accepted}, which is enough for {who}."


def _at_cost(facts: Facts, run: WhatIf, at: float, accepted: str) -> str:
    best, drafts = run.best(), f"drafts of {plural(run.gamma, 'token')}"
    cost_of = f"At a cost of {percent_of(at)} of a target pass"
    if best == run.gamma:
        verb = "is" if run.gamma == 1 else "are"
        return (
            f"No: {accepted}. {cost_of}, {plural(run.gamma, 'draft token')} per pass {verb} faster than fewer or none."
        )
    if best and facts.samples is not None and run.gamma in facts.samples.alike(best, at):
        return f"No sign of it: {accepted}. Drafts of {best} are not clearly faster than {drafts}."
    faster = f"a draft of {plural(best, 'token')}" if best else "decoding without a draft"
    return f"Yes, for {drafts}: {accepted}. {cost_of}, {faster} is faster."


def _limit(facts: Facts) -> str:
    """The cost up to which one draft token per pass pays off, if the cost is not known."""
    run = facts.run
    if run is None or not run.measured or run.cost is not None:
        return ""
    ends = "" if facts.samples is None else f" (95%: {span(facts.samples.limits()[0])})"
    return f"1 draft token per pass pays off if it costs less than {cost(run.worth(1))}{ends}."


def _causes(facts: Facts) -> list[str]:
    """What the data say about the cause, and what the file cannot show."""
    found, rows, kind = list[str](), positions(facts.pool), kind_of(facts.pool)
    if said := cause(rows, facts.positions_p):
        found.append(said)
    rate = judged(facts.pool)
    if rate is not None and rate.trials >= FEW_TESTS and rate.interval[0] > HIGH:
        return [*found, "Check that the text does not repeat itself, and that the prompts are those of real use."]
    said = " ".join(facts.pool.settings)
    checks = f"Not in the file, so check: {', '.join(check for check in CHECKS[kind] if check not in said)}."
    return [*found, checks]


def _differences(facts: Facts) -> list[str]:
    """Tests of positions, and of requests if they differ."""
    found, rows, spread = list[str](), positions(facts.pool), facts.requests
    if rows:
        found.append(compared(rows, facts.positions_p, facts.odd))
    if spread is not None and differ(spread.p) != "not shown":
        found.append(f"{spread_words(facts.pool, spread)} Compare their texts and settings.")
    return found


def _own_rate(pool: Pool) -> str:
    """The acceptance rate by the engine's own definition, and what the engine printed itself; empty without a rate."""
    accepted, drafted, found, length = pool.accepted.value, pool.drafted.value, tokens_per_pass(pool), per_pass(pool)
    of = pool.formats[0].shares
    if not of:
        return ""
    if accepted is not None and drafted:
        return f"By {engines(pool)}’s definition, it is {share(accepted / drafted)} of {drafted:,} {of} draft tokens."
    if found is not None and length:
        return f"By {engines(pool)}’s definition, it is about {share((found.value - 1) / length)} of the {of} tokens."
    return ""
