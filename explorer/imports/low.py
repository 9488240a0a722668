"""The answer to “Is my acceptance low, and why?”. A rate is low if a shorter draft, or none, would be faster at the
cost of the file. Without a cost, it is low for a kind of draft if drafts of the file's length would be slower than none
at its highest typical cost.
"""

from collections.abc import Sequence

from explorer.imports import published
from explorer.imports.answers import Facts
from explorer.imports.cautions import HIGH, LOW_SHARE
from explorer.imports.chance import FEW_TESTS
from explorer.imports.costs import Kind, kind_of, ordinary
from explorer.imports.counts import Pool
from explorer.imports.estimate import Share
from explorer.imports.length_words import lacks
from explorer.imports.loads import AtLoad
from explorer.imports.lossless import Answer
from explorer.imports.measures import judged, per_pass, positions, rate_ends, rates, tokens_per_pass
from explorer.imports.position_words import cause, compared
from explorer.imports.speed_words import MOST_LOADS, running
from explorer.imports.spread import differ
from explorer.imports.whatif import WhatIf, alpha_of
from explorer.imports.words import chance, engines, percent_of, share, span, spread_words, unit
from explorer.story.numbers import listed, percent, plural

LOW = "Is my acceptance low, and why?"
SLOWER = "Drafts of this length are slower than none below {} of tested tokens, at the highest typical costs."
SHORTER = "Below these limits, a shorter draft may still pay off."
COMPARE = "Compare their texts."
WINDOWS = "Log windows differ by more than chance ({}). The load should not change acceptance, so compare their texts."
KIND = "The file does not name the kind of draft. Add `--draft-kind` for answers about yours only."
CHECKS: dict[Kind, tuple[str, ...]] = {
    "ngram": ("temperature", "whether prompts and answers repeat each other"),
    "head": ("temperature", "text", "quantisation", "whether the head was trained for these weights"),
    "model": ("temperature", "text", "quantisation of both models", "chat template", "tokenizer"),
    "": ("temperature", "text", "quantisation", "chat template", "tokenizer"),
}


def low(facts: Facts) -> Answer:
    """The answer about a file."""
    pool, rate = facts.pool, judged(facts.pool)
    if rate is None:
        rests = f"The file does not say at which position drafts fail. {pool.formats[0].more}".strip()
    else:
        rests = f"Based on {rate.hits:,} accepted of {rate.trials:,} tested draft tokens."
    needed = _needed(facts)
    few = rate is None or rate.trials < FEW_TESTS
    usual = "" if few else published.compared(pool)
    timed = facts.run is not None and facts.run.cost is not None
    shown = tuple(filter(None, ("" if timed else usual, *_requests(facts), *_causes(facts))))
    shorter = SHORTER if needed and facts.run and facts.run.gamma > 1 else ""
    kind = (KIND,) if rate is not None and len(ordinary(pool)) > 1 else ()
    return Answer(
        LOW,
        _verdict(facts),
        shown,
        rests,
        tuple(filter(None, (usual if timed else needed, shorter, _positions(facts), *kind, _own_rate(pool)))),
    )


def _accepted(pool: Pool, rate: Share) -> str:
    """The share of tested draft tokens with its interval, or with its range if requests differ."""
    ends, spread = rate_ends(pool), ""
    if ends is not None:
        spread = f" (95%: {span(ends)})"
    elif len(units := [each.value for each in rates(pool) if each.trials]) > 1:
        spread = f" ({span((min(units), max(units)))} by {unit(pool)})"
    return f"{share(rate.value)}{spread} of tested draft tokens are accepted"


def _verdict(facts: Facts) -> str:
    pool, rate, run = facts.pool, judged(facts.pool), facts.run
    if rate is None or run is None or not run.measured:
        return f"This file cannot say, because {lacks(pool)} missing."
    accepted = _accepted(pool, rate)
    least, most = rate_ends(pool) or (rate.value, rate.value)
    if rate.trials < FEW_TESTS:
        return f"Too few tests to say: {accepted}."
    if most < LOW_SHARE:
        return f"Yes, very low: {accepted}."
    if least > HIGH:
        return f"No, it is unusually high: {accepted}."
    if run.cost is not None:
        return _at_cost(facts, run, run.cost, accepted)
    if run.useful() < run.gamma:
        return f"For drafts of {plural(run.gamma, 'token')}, yes: their last tokens are hardly ever accepted."
    if kind_of(pool) == "ngram":
        return f"No: {accepted}, and a draft from the text costs almost nothing."
    usual = published.verdict(pool) or "No published rate to compare with"
    return f"{usual}: {accepted}."


def _needed(facts: Facts) -> str:
    """The rate below which the draft would lose at the highest typical cost, by kind of draft; empty if the cost is
    known. If all draft tokens are accepted equally often, γ of them then write just 1 + γ · cost tokens per pass.
    """
    run = facts.run
    kinds = [each for each in ordinary(facts.pool) if each.high]
    rate = judged(facts.pool)
    few = rate is None or rate.trials < FEW_TESTS
    if few or run is None or not run.measured or run.cost is not None or not kinds:
        return ""
    shares = [percent(alpha_of(1 + run.gamma * each.high, run.gamma)) for each in kinds]
    return SLOWER.format(" or ".join(f"{low_is} ({each.name})" for low_is, each in zip(shares, kinds, strict=True)))


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


def _causes(facts: Facts) -> list[str]:
    """What the data say about the cause, and what the file cannot show."""
    found, rows, kind = list[str](), positions(facts.pool), kind_of(facts.pool)
    if said := cause(rows, facts.positions_p):
        found.append(said)
    rate = judged(facts.pool)
    if rate is not None and rate.trials >= FEW_TESTS and (rate_ends(facts.pool) or (rate.value,))[0] > HIGH:
        return [*found, "Check that the text does not repeat itself, and that the prompts are those of real use."]
    said = " ".join(facts.pool.settings)
    checks = f"Not in the file, so check: {', '.join(check for check in CHECKS[kind] if check not in said)}."
    return [*found, checks]


def _positions(facts: Facts) -> str:
    """The test of positions; empty without rows."""
    rows = positions(facts.pool)
    return compared(rows, facts.positions_p) if rows else ""


def _requests(facts: Facts) -> tuple[str, ...]:
    """The test of requests, or the acceptance for each number of running requests and the test of their log windows."""
    spread, by_load = facts.requests, _by_load(facts.loads)
    if by_load:
        return (by_load, WINDOWS.format(chance(spread.p))) if spread and differ(spread.p) == "sure" else (by_load,)
    if spread is None:
        return ()
    why = "" if differ(spread.p) == "not shown" else COMPARE
    return (f"{spread_words(facts.pool, spread)} {why}".strip(),)


def _by_load(loads: Sequence[AtLoad]) -> str:
    """The acceptance for each number of running requests; empty if there is only one, or no counts by position."""
    rows = [(at.load, rate) for at in loads if (rate := judged(at.load.part)) is not None and rate.trials]
    if len(rows) < 2:
        return ""
    first, *others = rows if len(rows) <= MOST_LOADS else [*rows[: MOST_LOADS - 1], rows[-1]]
    load, rate = first
    found = [f"{share(rate.value)} with {running(load.running)} ({load.part.passes.value:,} checks)"]
    found += [f"{share(rate.value)} with {load.running:,} ({load.part.passes.value:,})" for load, rate in others]
    return f"Accepted: {listed(found, None)}."


def _own_rate(pool: Pool) -> str:
    """The acceptance rate by the engine's own definition; empty without a rate."""
    accepted, drafted, found, length = pool.accepted.value, pool.drafted.value, tokens_per_pass(pool), per_pass(pool)
    of = pool.formats[0].shares
    if not of:
        return ""
    if accepted is not None and drafted:
        return f"As {engines(pool)} counts, it is {share(accepted / drafted)} of {drafted:,} {of} draft tokens."
    if found is not None and length:
        own = share((found.value - 1) / length)
        return f"As {engines(pool)} counts, it is about {own} of the {of} draft tokens."
    return ""
