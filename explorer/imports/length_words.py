"""The answer to “How many draft tokens are best?”."""

from collections.abc import Sequence

from explorer.imports.advice import Advice, advice, every_load, line, shared
from explorer.imports.answers import Facts
from explorer.imports.chance import FEW_TESTS
from explorer.imports.costs import EQUAL_LENGTH, costs_words, kind_of, more_exact
from explorer.imports.counts import Pool
from explorer.imports.length_table import COMPARED
from explorer.imports.loads import ASSUMES as EQUAL_SHARES
from explorer.imports.loads import asked, wrong_words
from explorer.imports.measures import Compared, compared, judged, per_pass
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import by_load, few_loads, running, runs_words
from explorer.imports.times import contradiction, unusable
from explorer.imports.whatif import WhatIf
from explorer.imports.words import UNKNOWN_LOAD, at_once, percent_of, share, signed, spread, times, times_span
from explorer.story.numbers import listed, plural

LENGTH = "How many draft tokens are best?"
UP_TO = "Shorter drafts are used for the positions that they have: {}."
ASSUMES = "This assumes that the engine never cut a draft because the draft was unsure."
UNSURE = "The engine may have cut them because the draft was unsure."
UNCUT = "The log prints `p_min` 0, so the engine never cuts a draft that is unsure."
LEFT_OUT = {
    "capped": "Shorter drafts are left out, because the server cut them where the draft was unsure: {}.",
    "differ": "Shorter drafts are left out: {}. At the same positions, {} of their tokens are accepted, but {} of the "
    "tokens of other drafts.",
}
SPEEDS = "add the total speeds without a draft: {}."
LOADS = f"With more running requests, a target pass takes longer. For the cost at each load, {SPEEDS}"
MISSING = f"For the cost with {{}}, {SPEEDS}"
ROUNDING = 1e-9  # of costs
NOTHING = "None: almost no draft token is accepted."
ESTIMATE = (
    "Lengths above {} were not tried. Their speeds are optimistic, because acceptance usually falls along a draft."
)
MAYBE = "By an estimate, which is optimistic, {} is faster than {} below a cost of {}."
TRUE_COSTS = "These costs include the longer target pass."


def length(facts: Facts) -> Answer:
    """Answer the question for one file."""
    pool, run = facts.base, facts.run
    if run is None or not run.measured:
        more, size = f"“{COMPARED}” has an estimate. " if run else "", per_pass(pool) or 3
        return answered(
            LENGTH,
            f"This file cannot say, because {lacks(pool)} missing.",
            [f"{more}{pool.formats[0].more}".strip()],
            [f"For {plural(size, 'draft token')}, the option is {sets(pool, size, None)}."],
        )
    if not run.useful():
        return answered(LENGTH, NOTHING, [], [costs_words(pool) if run.cost is None else "", rests(facts, run)])
    found, rate = advice(facts, run), judged(pool)
    few = "Too few passes to be sure. " if rate is not None and rate.trials < FEW_TESTS else ""
    notes = [*wrong_words(facts.loads), contradiction(facts.pool, facts.given), unusable(facts.pool, facts.given)]
    shown, folded = (_known if found[0][0].kind is None else _typical)(facts, found)
    verdict = f"{few}{_verdict(facts, found)}"
    options, trap = _options(pool, found)
    shown, folded = [*notes, options, *shown], [trap, *folded]
    tried = not any(each.longer or each.maybe for row in found for each in row)
    return answered(LENGTH, verdict, shown, [*folded, rests(facts, run, tried=tried)])


def _verdict(facts: Facts, found: Sequence[Sequence[Advice]]) -> str:
    """The fastest lengths for each kind of draft, or those at the known cost."""
    first = found[0][0]
    if first.kind is not None:
        rows = [row for row in found if row[0].kind and row[0].kind.kind != "ngram"] or found  # the table has n-grams
        said = " ".join(_begun(f"with {row[0].kind.name}: {every_load(row)}.") for row in rows if row[0].kind)
        every = len(found[0]) == len(facts.loads)
        loads = "at every load" if every else f"with {runs_words([each.running for each in found[0]])}"
        covered = [sum(part.high - part.low for part in shared(row)) + ROUNDING for row in rows]
        gaps = any(part < row[0].high - row[0].low for part, row in zip(covered, rows, strict=True))
        depends = " Other costs depend on the load." if gaps else ""
        several = f" This holds {loads}.{depends}" if len(found[0]) > 1 else ""
        untried = any(each.maybe for row in found for each in row)  # so the bullets may name a longer draft
        return f"{said}{several}{f' {first.run.gamma + 1} was not tried.' if untried else ''}"
    row, cost = found[0], f"At a cost of {percent_of(first.low)}, " if len({each.low for each in found[0]}) == 1 else ""
    loads, sizes = (
        f" with {runs_words([each.running for each in row])}" if row[0].running else "",
        {each.size for each in row},
    )
    if len(sizes) > 1:
        return _begun(f"{cost}the fastest lengths are {by_load([(each.running, _named(each)) for each in row])}.")
    if first.size == first.now:
        return _begun(f"{cost}keep {first.now}: it is the fastest length{loads}.")
    over = "" if first.now is None else f": {listed([_gained(each) for each in row])} over {first.now}"
    return _begun(f"{cost}{_size(first)} is the fastest length{loads}{over}.")


def _size(each: Advice) -> str:
    """The advised length, and whether it is estimated."""
    return f"{each.size or 'no draft'}{' (an estimate)' if each.longer else ''}"


def _gained(each: Advice) -> str:
    """What the advised length gains over the present one, with its interval."""
    size, now = each.size or 0, each.run.gamma
    return f"{signed(each.run.gain(size, now, each.low))}{spread(each.run.gain_ends(size, now, each.low), signed)}"


def _named(each: Advice) -> str:
    """The advised length with its gain, if it is not the present one."""
    return f"{_size(each)}{'' if each.now in (None, each.size) else f' ({_gained(each)} over {each.now})'}"


def _begun(sentence: str) -> str:
    return f"{sentence[:1].upper()}{sentence[1:]}"


def _options(pool: Pool, found: Sequence[Sequence[Advice]]) -> tuple[str, str]:
    """The engine's options for the first length that differs from the present one, and what is easily set wrong there,
    with the options for n-grams.
    """
    now, form = found[0][0].now, pool.formats[0]
    texts = [row for row in found if row[0].kind is not None and row[0].kind.kind == "ngram" and len(found) > 1]
    sizes = [size for row in found if row not in texts for each in row for size in each.sizes if size and size != now]
    copied = [size for row in texts for each in row for size in each.sizes if size and size != now]
    ngram = f"For n-grams of {copied[0]}, set {sets(pool, copied[0], now, ngram=True)}." if copied else ""
    size = sizes[0] if sizes else now
    if size is None:
        return "", ngram
    inferred = ", inferred from the counts" if pool.inferred else ""
    options = f"For {size}, set {sets(pool, size, now)}."
    options = options if sizes else f"For {size} (yours{inferred}): {sets(pool, size, None)}."
    return options, f"{form.trap.format(size, size + 1)} {ngram}".strip()


def _typical(facts: Facts, found: Sequence[Sequence[Advice]]) -> tuple[list[str], list[str]]:
    """What to add about typical costs: the lengths at each load, how to get one cost, and what a change gains."""
    more, shared = [costs_words(facts.base)], "" if len(found) > 1 else EQUAL_LENGTH  # else the table of kinds has it
    rows = list(zip(*found, strict=True))
    run, gamma = found[0][0].run, found[0][0].run.gamma
    if len(rows) > 1:
        loads = [f"With {each[0].running:,}: {line(each)}." for each in few_loads(rows)]
        loads[0] = f"With {running(rows[0][0].running)}: {line(rows[0])}."
        beyond = any(each.longer or each.maybe for row in found for each in row)
        estimate = ESTIMATE.format(gamma) if beyond else ""
        return [*loads, more_exact(facts.base)], [shared, estimate, *more, LOADS.format(asked(facts.pool))]
    maybe, tried = any(each.maybe for (each,) in found), not any(each.longer for (each,) in found)
    estimate = (
        MAYBE.format(gamma + 1, gamma, share(run.worth(gamma + 1)))
        if maybe
        else ""
        if tried
        else ESTIMATE.format(gamma)
    )
    gains = [_gain(each) for (each,) in found]
    return [estimate, shared, more_exact(facts.base)], [*gains, "" if tried else ESTIMATE.format(gamma), *more]


def _gain(each: Advice) -> str:
    """What the fastest length at the highest cost gains over the present one, with its interval and the cost from which
    on it is faster; empty if the headline says it.
    """
    size, now = each.ranges[-1].size, each.now
    if now is None or size == now or len(each.ranges) < 2 or each.kind is None:
        return ""
    gain = signed(each.run.gain(size, now, each.high)) + spread(each.run.gain_ends(size, now, each.high), signed)
    begins, at = _begun(str(size or "no draft")), percent_of(each.high)
    return f"{begins} instead of {now} with {each.kind.name}: {gain} at a cost of {at}."


def _known(facts: Facts, found: Sequence[Sequence[Advice]]) -> tuple[list[str], list[str]]:
    """What to add about known costs: the speed-ups of the lengths, and what is known about other loads."""
    row, given = found[0], facts.given
    limits = [] if len(row) > 1 else [_limit(row[0])]
    if any(at.timed for at in facts.loads) and not given.costed:
        missing = [at.load.running for at in facts.loads if at.alone is None]
        more = MISSING.format(runs_words(missing), asked(facts.pool)) if missing else ""
        costs = f"Costs: {by_load([(each.running, percent_of(each.low)) for each in row])}."
        return [costs, _speeds(row), *limits, more], [f"{TRUE_COSTS} {EQUAL_SHARES}"]
    known = "" if given.cost is not None else facts.cost_words  # the headline has a given cost
    loads = LOADS.format(asked(facts.pool)) if len(facts.loads) > 1 else ""
    estimate = ESTIMATE.format(row[0].run.gamma) if any(each.longer for each in row) else ""
    return [known, _speeds(row), *limits, estimate, EQUAL_LENGTH], [loads]


def _limit(each: Advice) -> str:
    """The cost from which on the advised length is faster than the present one; empty if they are the same."""
    size, now = each.size or 0, each.run.gamma
    if each.now is None or size == now:
        return ""
    ends = spread(each.run.limit_ends(size, now), share)
    where = "below" if size > now else "above"
    return f"{_begun(_size(each))} is faster than {now} {where} a cost of {share(each.run.limit(size, now))}{ends}."


def _speeds(row: Sequence[Advice]) -> str:
    """The speed-ups of the advised and of the present lengths at each load."""
    sizes = sorted({size for each in row for size in (each.size or 0, each.run.gamma) if size})
    speeds = [
        listed([f"{times(each.run.speedup(n, each.low))}{times_span(each.run.ends(n, each.low))}" for n in sizes])
        for each in row
    ]
    said = by_load([(each.running, speed) for each, speed in zip(row, speeds, strict=True)])
    return f"Speed-up with {listed([str(size) for size in sizes])}: {said}."


def sets(pool: Pool, size: int, now: int | None, *, ngram: bool = False) -> str:
    """The engine's options for a draft length, with the present values if they are known."""
    inferred, form = ", inferred" if pool.inferred else "", pool.formats[0]
    present = ("", "") if now is None else (f" (now {now}{inferred})", f" (now {now + 1}{inferred})")
    options = form.sets_ngram if (ngram or kind_of(pool) == "ngram") and form.sets_ngram else form.sets
    return options.format(size, size + 1, *present)


def lacks(pool: Pool) -> str:
    """What a file without an answer lacks, with its verb."""
    return "the draft length of each pass is" if pool.outcomes else "counts by position are"


def rests(facts: Facts, run: WhatIf, *, tried: bool = True) -> str:
    """The passes on which the comparison of lengths rests, their load, how short drafts are used, and, if `tried`, the
    lengths that were not tried.
    """
    pool = facts.base
    found = compared(pool)
    assert found is not None
    whole = sum(count for (length, _), count in found.outcomes.items() if length == found.longest)
    longest = max(length or 0 for length, _ in pool.outcomes or ())
    size = f"{'at least ' if longest > run.gamma else ''}{plural(run.gamma, 'token')}"
    base = f"Based on drafts of {size} in {whole:,} target {'pass' if whole == 1 else 'passes'}{at_once(facts.pool)}."
    above = f"Lengths above {run.gamma} {'were not tried' if run.gamma == longest else 'are not compared'}."
    load = "" if at_once(facts.pool) else UNKNOWN_LOAD
    return " ".join(filter(None, (base, load, short_words(pool, found), above if tried else "")))


def short_words(pool: Pool, found: Compared) -> str:
    """How many passes had shorter drafts, and whether they count; empty without them."""
    if not found.short:
        return ""
    named = listed([f"{plural(n, 'pass')} with {plural(each, 'token')}" for each, n in sorted(found.short.items())])
    uncut = pool.least_q == 0
    if not found.reason:
        return f"{UP_TO.format(named)} {UNCUT if uncut else ASSUMES}"
    said = LEFT_OUT[found.reason].format(named, *(share(each.value) for each in found.apart or ()))
    unsure = UNSURE if found.reason == "differ" else ""
    return " ".join(filter(None, (said, UNCUT if uncut else unsure, "" if uncut else pool.formats[0].cuts)))
