"""The answer to “How many draft tokens are best?”."""

from collections.abc import Sequence

from explorer.imports.advice import Advice, Case, advice
from explorer.imports.answers import Facts
from explorer.imports.chance import FEW_TESTS
from explorer.imports.costs import EQUAL_LENGTH, costs_words, more_exact
from explorer.imports.counts import Pool
from explorer.imports.length_table import COMPARED
from explorer.imports.loads import ASSUMES as EQUAL_SHARES
from explorer.imports.loads import asked, wrong_words
from explorer.imports.measures import Compared, compared, judged, per_pass
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import by_load, running
from explorer.imports.times import contradiction, unusable
from explorer.imports.whatif import WhatIf
from explorer.imports.words import UNKNOWN_LOAD, at_once, percent_of, share, signed, spread, times_span
from explorer.story.numbers import listed, plural

LENGTH = "How many draft tokens are best?"
UP_TO = "Shorter drafts count up to their length: {}."
ASSUMES = "This assumes that the engine cut no draft because it was unsure."
UNSURE = "The engine may have cut them because the draft was unsure."
UNCUT = "The log prints `p_min` 0, so the engine cuts no draft because it is unsure."
LEFT_OUT = {
    "capped": "Shorter drafts are left out, because the server cut them where the draft was unsure: {}.",
    "differ": "Shorter drafts are left out: {}. At the same positions, {} of their tokens are accepted, but {} of the "
    "tokens of other drafts.",
}
SPEEDS = "add the speeds without a draft in total: {}."
LOADS = f"With more running requests, a target pass takes longer. For the cost at each load, {SPEEDS}"
MISSING = f"For {{}} at once, {SPEEDS}"
NOTHING = "None: almost no draft token is accepted."
ESTIMATE = "One run with {} would replace the estimate by a measurement."
TRUE_COSTS = "These costs include the longer target pass."


def length(facts: Facts) -> Answer:
    """The answer about a file."""
    pool, run = facts.base, facts.run
    if run is None or not run.measured:
        more, size = f"“{COMPARED}” has an estimate. " if run else "", per_pass(pool) or 3
        return answered(
            LENGTH,
            f"Not in the file: {lacks(pool)} missing.",
            [f"{more}{pool.formats[0].more}".strip()],
            [f"For {plural(size, 'draft token')}, the option is {sets(pool, size, None)}."],
        )
    if not run.useful():
        return answered(LENGTH, NOTHING, [], [costs_words(pool) if run.cost is None else "", rests(facts, run)])
    found, rate = advice(facts, run), judged(pool)
    few = "Too few passes to be sure. " if rate is not None and rate.trials < FEW_TESTS else ""
    notes = [*wrong_words(facts.loads), contradiction(facts.pool, facts.given), unusable(facts.pool, facts.given)]
    shown, folded = _reasons(facts, run, found)
    beyond = [each.size for each in found if each.size > run.gamma]
    estimate = ESTIMATE.format(max(beyond)) if beyond else ""
    verdict = " ".join(_advised(run.gamma, each) for each in found)
    options = _options(pool, run.gamma, found)
    before, after = ([], options) if all(each.keeps for each in found) else (options, [])
    shown = [*notes, *before, *shown, *after, estimate]
    return answered(LENGTH, f"{few}{verdict}", shown, [*folded, rests(facts, run)])


def _advised(gamma: int, each: Advice) -> str:
    """The advice in one sentence: the length, and from which cost on it pays off, or what it gains at a known cost."""
    costs, first, pays = each.costs, each.cases[0], ""
    known = len(costs) == 1 and not each.typical
    at = f" if a draft token costs {percent_of(costs[0])} of a target pass" if known else ""
    if each.other is None:
        pays = "" if each.now is None else f": it is the fastest{at}"
    elif not each.typical or (len(costs) == 1 and not each.keeps):
        gains = " to ".join(dict.fromkeys(signed(gain) for gain in (min(each.gains), max(each.gains))))
        gives = f"{_named(gamma, each.other)} gives only " if each.keeps else ""
        pays = f": {gives}{gains}{at}"
    elif not each.keeps:
        limit = f"{'less' if each.other > gamma else 'more'} than {share(first.run.limit(each.other, gamma))}"
        pays = f" if a draft token costs {by_load([(first.running, f'{limit} of a target pass')])}"
    verb = "use" if each.now is None else "keep" if each.keeps else "try"
    said = f"{each.when}, {verb}" if each.when else verb
    instead = f" instead of {each.now}" if each.now and not each.keeps and not each.typical else ""
    return f"{said[:1].upper()}{said[1:]} {_named(gamma, each.size)}{instead}{pays}."


def _named(gamma: int, size: int) -> str:
    return f"{size or 'no draft'}{' (an estimate)' if size > gamma else ''}"


def _options(pool: Pool, gamma: int, found: Sequence[Advice]) -> list[str]:
    """The engine's options for the advised lengths, with their present and new values. If the cost is known and the
    length is kept, they are those of the fastest length.
    """
    sizes = {each.other if each.keeps and not each.typical else 0 if each.keeps else each.size for each in found}
    now = None if found[0].now is None else gamma
    return [f"For {size}, set {sets(pool, size, now)}." for size in sorted(size for size in sizes if size)]


def sets(pool: Pool, size: int, now: int | None) -> str:
    """The engine's options for a draft length, with the present values if they are known."""
    present = ("", "") if now is None else (f" (now {now})", f" (now {now + 1})")
    return pool.formats[0].sets.format(size, size + 1, *present)


def _reasons(facts: Facts, run: WhatIf, found: Sequence[Advice]) -> tuple[list[str], list[str]]:
    """What a change gains and from which costs on, and what else limits the advice."""
    main = [each for each in found if not each.keeps] or found[:1]
    gains, less = ([_gains(each) for each in found if (each in main) == shown] for shown in (True, False))
    fastest = list(map(_fastest, found))
    if any(at.timed for at in facts.loads) and not facts.given.costed:
        missing = [f"{at.load.running:,}" for at in facts.loads if at.alone is None]
        more = MISSING.format(listed(missing), asked(facts.pool)) if missing else ""
        return [*gains, more], [f"{TRUE_COSTS} {EQUAL_SHARES}"]
    loads = LOADS.format(asked(facts.pool)) if len(facts.loads) > 1 else ""
    if run.cost is None:
        exact = more_exact(facts.base)
        shown, rest = (fastest, less) if len(found) == 1 else ([], [*less, *fastest])
        costs = costs_words(facts.base)
        return [*gains, exact, *shown], [*rest, costs, EQUAL_LENGTH, loads]
    sizes = {run.gamma, *(size for each in found for size in (each.size, each.other))}
    gives = [
        f"{size} {'gives' if size == 1 else 'give'} ×{run.speedup(size):.2f}{times_span(run.ends(size))}"
        for size in sorted(filter(None, sizes))
    ]
    first = found[0].cases[0].running
    return [*gains, f"{facts.cost_words} {by_load([(first, listed(gives))])}."], [EQUAL_LENGTH, loads]


def _gains(each: Advice) -> str:
    """What the other length gains at each end of the costs, and the cost at which both are equally fast. Each load has
    its own numbers.
    """
    if each.other is None or each.now is None:
        return ""
    other, now, first = each.other, each.now, each.cases[0]

    def gain(case: Case, named: str = "95%: ") -> str:
        ends = spread(case.run.gain_ends(other, now, case.cost), signed, named)
        return f"{signed(case.run.gain(other, now, case.cost))}{ends}"

    begins = f"{other or 'No draft'} instead of {now}"
    if not each.typical and len(each.costs) > 1:  # each load has its own cost
        gains = [(case.running, f"{gain(case)} at a cost of {percent_of(case.cost)}") for case in each.cases]
        return f"{begins}: {by_load(gains)}."
    runs = {case.running: case.run for case in reversed(each.cases)}
    here = [case for case in each.cases if case.running == first.running]
    unit = "" if each.typical else " of a target pass"
    costs = [f"{gain(here[0])} if a draft token costs {percent_of(here[0].cost)}{unit}"]
    costs += [f"{gain(case, '')} at {percent_of(case.cost)}" for case in here[1:]]
    limits = [
        (count, f"{share(run.limit(other, now))}{spread(run.limit_ends(other, now), share, '' if index else '95%: ')}")
        for index, (count, run) in enumerate(sorted(runs.items()))
    ]
    kind, load = each.when if each.typical else "", running(first.running) if first.running else ""
    where = " and ".join(filter(None, (kind, load and (load if kind else f"with {load}"))))
    pays = f"It pays off {'below' if other > now else 'above'} {by_load(limits)}."
    return f"{begins}{f' {where}' if where else ''}: {', '.join(costs)}. {pays}"


def _fastest(each: Advice) -> str:
    """The fastest length at each load for a kind of draft; empty if the file has only one load."""
    loads = dict[int, set[int]]()
    for case in each.cases:
        loads.setdefault(case.running, set()).add(case.best)
    if len(loads) < 2 or not each.typical:
        return ""
    fastest = [(count, " to ".join(map(str, sorted(best)))) for count, best in loads.items()]
    return f"{each.when[:1].upper()}{each.when[1:]}, the fastest length is {by_load(fastest)}."


def lacks(pool: Pool) -> str:
    """What a file without an answer lacks, with its verb."""
    return "the draft length of each pass is" if pool.outcomes else "counts by position are"


def rests(facts: Facts, run: WhatIf) -> str:
    """The passes on which the comparison of lengths rests, their load, and how short drafts are used."""
    pool = facts.base
    found = compared(pool)
    assert found is not None
    whole = sum(count for (length, _), count in found.outcomes.items() if length == found.longest)
    longest = max(length or 0 for length, _ in pool.outcomes or ())
    size = f"{'at least ' if longest > run.gamma else ''}{plural(run.gamma, 'token')}"
    base = f"Based on drafts of {size} in {whole:,} target {'pass' if whole == 1 else 'passes'}{at_once(facts.pool)}."
    tried = f"Lengths above {run.gamma} {'were not tried' if run.gamma == longest else 'are not compared'}."
    load = "" if at_once(facts.pool) else UNKNOWN_LOAD
    return " ".join(filter(None, (base, load, short_words(pool, found), tried)))


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
