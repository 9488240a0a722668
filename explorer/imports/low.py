"""The answer to “Is my acceptance low?”. A rate is low if a shorter draft, or none, would be faster at this cost."""

from explorer.imports.answers import Facts
from explorer.imports.cautions import HIGH, LOW_SHARE
from explorer.imports.chance import FEW_TESTS, differ
from explorer.imports.costs import TITLE, Kind, kind_of
from explorer.imports.counts import Pool
from explorer.imports.length_words import COMPARED, lacks
from explorer.imports.lossless import Answer
from explorer.imports.measures import judged, lengths, per_pass, positions, regular, tested_of, tokens_per_pass
from explorer.imports.position_words import cause, compared
from explorer.imports.whatif import WhatIf
from explorer.imports.words import cost, engines, share, span, spread_words
from explorer.story.numbers import plural

LOW = "Is my acceptance low?"
CHECKS: dict[Kind, tuple[str, ...]] = {
    "text": ("temperature", "whether prompts and answers repeat each other"),
    "head": ("temperature", "kind of text", "quantisation", "whether the head was trained for these weights"),
    "model": ("temperature", "kind of text", "quantisation of both models", "chat template", "tokenizer"),
    "": ("temperature", "kind of text", "quantisation", "chat template and tokenizer of a draft model"),
}
FREE = f"At a higher cost, no draft pays off. “{TITLE}” has your kind: n-gram and suffix drafts are almost free."


def low(facts: Facts) -> Answer:
    """The answer about a file."""
    pool = facts.pool
    kept = regular(pool)
    folded = [_own_rate(pool), *_differences(facts)]
    if kept is None:
        rests = f"It does not say at which position drafts fail. {pool.formats[0].more}".strip()
    else:
        rate = tested_of(kept)
        of = f"{rate.hits:,} of {rate.trials:,} tested draft tokens accepted: {share(rate.value)}"
        rests = f"Rests on {of} ({span(rate.interval)})."
    verdict = _verdict(facts)
    return Answer(LOW, verdict, tuple(_causes(facts, verdict)), rests, tuple(filter(None, folded)))


def _verdict(facts: Facts) -> str:
    rate, run = judged(facts.pool), facts.run
    if rate is not None and rate.trials >= FEW_TESTS:
        if rate.interval[1] < LOW_SHARE:
            return f"Yes, very low: {share(rate.value)} of the tested draft tokens are accepted."
        if rate.interval[0] > HIGH:
            return f"No, it is unusually high: {share(rate.value)} of the tested draft tokens are accepted."
    if run is None or not run.measured:
        return f"This file cannot say, because {lacks(facts.pool)} missing."
    shortest, longest = lengths(regular(facts.pool) or {})
    if shortest < longest:
        return f"Drafts had {shortest} to {longest} tokens, so compare the lengths in “{COMPARED}”."
    return _by_cost(facts, run) if run.cost is None else _at_cost(facts, run, run.cost)


def _by_cost(facts: Facts, run: WhatIf) -> str:
    if run.useful() < run.gamma:
        return f"For drafts of {plural(run.gamma, 'token')}, yes: their last tokens are hardly ever accepted."
    if kind_of(facts.pool) == "text":
        return "No. A draft from the text costs almost nothing, so every accepted token is a gain."
    ends = "" if facts.samples is None else f" (95%: {span(facts.samples.limits()[0])})"
    return f"Only if a draft token costs more than {cost(run.worth(1))}{ends}."


def _at_cost(facts: Facts, run: WhatIf, at: float) -> str:
    best, drafts = run.best(), f"drafts of {plural(run.gamma, 'token')}"
    if best == run.gamma:
        verb = "is" if run.gamma == 1 else "are"
        return f"No. At this cost, {plural(run.gamma, 'draft token')} per pass {verb} faster than fewer or none."
    if best and facts.samples is not None and run.gamma in facts.samples.alike(best, at):
        return f"No sign of it: drafts of {best} are not clearly faster than {drafts}."
    faster = f"a draft of {plural(best, 'token')}" if best else "decoding without a draft"
    return f"Yes, for {drafts}. At this cost, {faster} is faster."


def _causes(facts: Facts, verdict: str) -> list[str]:
    """What the data say about the cause, and what the file cannot show."""
    found, rows, kind = list[str](), positions(facts.pool), kind_of(facts.pool)
    if said := cause(rows, facts.positions_p):
        found.append(said)
    rate = judged(facts.pool)
    if rate is not None and rate.trials >= FEW_TESTS and rate.interval[0] > HIGH:
        return [*found, "Check that the text does not repeat itself, and that the prompts are those of real use."]
    if verdict.startswith("Only if") and not kind:
        found.append(FREE)
    said = " ".join(facts.pool.settings)
    return [*found, f"Not in the file, so check: {', '.join(check for check in CHECKS[kind] if check not in said)}."]


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
        return f"By {engines(pool)}'s definition, it is {share(accepted / drafted)} of {drafted:,} {of} draft tokens."
    if found is not None and length:
        return f"By {engines(pool)}'s definition, it is about {share((found.value - 1) / length)} of the {of} tokens."
    return ""
