"""The answer to “Is my acceptance low?”. A rate is low if a shorter draft, or none, would be faster at this cost."""

from explorer.imports.answers import Facts
from explorer.imports.cautions import HIGH, LOW_SHARE
from explorer.imports.chance import FEW_TESTS, differ
from explorer.imports.counts import Pool
from explorer.imports.length_words import COMPARED, lacks
from explorer.imports.lossless import Answer
from explorer.imports.measures import judged, lengths, per_pass, positions, regular, tested_of, tokens_per_pass
from explorer.imports.position_words import compared
from explorer.imports.whatif import WhatIf
from explorer.imports.words import cost, engines, share, span, spread_words
from explorer.story.numbers import plural

LOW = "Is my acceptance low?"
CHECK = "temperature, kind of text, chat template, tokenizer and quantisation of both models"


def low(facts: Facts) -> Answer:
    """The answer about a file."""
    pool = facts.pool
    sentences = [_own_rate(pool), *_causes(facts)]
    kept = regular(pool)
    if kept is None:
        missing = "It does not say at which position drafts fail."
        return Answer(LOW, _verdict(facts), tuple(filter(None, sentences)), f"{missing} {pool.formats[0].more}".strip())
    rate = tested_of(kept)
    rests = f"Rests on {rate.hits:,} of {rate.trials:,} tested draft tokens accepted: {share(rate.value)}"
    return Answer(LOW, _verdict(facts), tuple(filter(None, sentences)), f"{rests} ({span(rate.interval)}).")


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
    drafts = f"drafts of {plural(run.gamma, 'token')}"
    worth = run.worth(run.gamma)
    if run.useful() < run.gamma:
        return f"For {drafts}, yes: their last tokens are hardly ever accepted."
    return f"Only if a draft token costs more than {cost(worth)}. Then {drafts} are too long."


def _at_cost(facts: Facts, run: WhatIf, at: float) -> str:
    best = run.best()
    if best == run.gamma:
        return f"No. At this cost, no draft shorter than {plural(run.gamma, 'token')} is faster."
    if best and facts.samples is not None and run.gamma in facts.samples.alike(best, at):
        return f"These passes cannot show whether drafts of {best} or {plural(run.gamma, 'token')} are faster."
    faster = f"a draft of {plural(best, 'token')}" if best else "decoding without a draft"
    return f"Yes, for drafts of {plural(run.gamma, 'token')}. At this cost, {faster} is faster."


def _own_rate(pool: Pool) -> str:
    """The acceptance rate by the engine's own definition; empty if it has none."""
    accepted, drafted, found, length = pool.accepted.value, pool.drafted.value, tokens_per_pass(pool), per_pass(pool)
    of = pool.formats[0].shares
    if not of:
        return ""
    if accepted is not None and drafted:
        return f"{engines(pool)}'s own rate is {share(accepted / drafted)} of {drafted:,} {of} draft tokens."
    if found is not None and length:
        return f"{engines(pool)}'s own rate is about {share((found.value - 1) / length)} of the {of} draft tokens."
    return ""


def _causes(facts: Facts) -> list[str]:
    """What the data say about causes, and what the file cannot show."""
    found, rows = list[str](), positions(facts.pool)
    if rows:
        found.append(compared(rows, facts.positions_p))
    spread = facts.requests
    if spread is not None and differ(spread.p) != "not shown":
        found.append(f"{spread_words(facts.pool, spread)} Compare their texts and settings.")
    rate = judged(facts.pool)
    if rate is not None and rate.trials >= FEW_TESTS and rate.interval[0] > HIGH:
        return [*found, "Check that the text does not repeat itself, and that the prompts are those of real use."]
    if rows and (facts.positions_p is None or differ(facts.positions_p) == "not shown"):
        found.append(f"{share(1 - rows[0].tested.value)} fail at position 1, which no draft length changes.")
    return [*found, f"Not in the file, so check: {CHECK}."]
