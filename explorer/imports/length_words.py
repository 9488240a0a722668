"""The answer to “How many draft tokens are best?”."""

from collections.abc import Sequence

from explorer.imports.advice import Advice, Case, advice, main_load, runs_of
from explorer.imports.answers import Facts
from explorer.imports.chance import FEW_TESTS
from explorer.imports.costs import EQUAL_LENGTH, costs_words, more_exact
from explorer.imports.counts import Pool
from explorer.imports.length_table import COMPARED
from explorer.imports.loads import ASSUMES as EQUAL_SHARES
from explorer.imports.loads import asked, wrong_words
from explorer.imports.measures import Compared, compared, judged, per_pass
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import by_load, running, runs_words
from explorer.imports.times import contradiction, unusable
from explorer.imports.whatif import WhatIf
from explorer.imports.words import UNKNOWN_LOAD, at_once, percent_of, share, signed, spread, times_span
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
MOST = "This answer is for {}, the load with the most target passes."
NOTHING = "None: almost no draft token is accepted."
ESTIMATE = (
    "Lengths above {} were not tried. Their speeds are optimistic, because acceptance usually falls along a draft."
)
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
    shown, folded = _reasons(facts, run, found)
    beyond = any(size > run.gamma for each in found for *_, sizes in each.fastest for size in sizes)
    estimate = ESTIMATE.format(run.gamma) if beyond else ""
    one_load = {case.running for each in found for case in each.cases} == {main_load(facts)} != {0}
    most = MOST.format(running(main_load(facts))) if one_load else ""
    verdict = " ".join(filter(None, (*(_advised(facts, run, each) for each in found), most)))
    options = _options(pool, run.gamma, found)
    before, after = ([], options) if all(each.keeps for each in found) else (options, [])
    shown = [*notes, *before, *shown[:1], estimate, *shown[1:], *after]
    return answered(LENGTH, f"{few}{verdict}", shown, [*folded, rests(facts, run, tried=not estimate)])


def _advised(facts: Facts, run: WhatIf, each: Advice) -> str:
    """Which length is the fastest, whether a change is worth it, and from which cost on it pays off."""
    when = f"{each.when}, " if each.when else ""
    one_load = len({case.running for case in each.cases}) == 1
    if not one_load or (len(each.costs) > 1 and not each.typical):
        return _begun(f"{when}{_known(run.gamma, each)}.")
    if each.typical and len(each.costs) == 1 and each.other is not None and not each.keeps:
        return _begun(f"{when}try {_named(run.gamma, each.size)}: {signed(each.gains[0])}.")  # n-grams cost nothing
    at = "" if each.typical else f" if a draft token costs {percent_of(each.costs[0])} of a target pass"
    best = sorted({size for *_, sizes in each.fastest for size in sizes})
    several = f"{best[0]} to {best[-1]} {'are' if best[0] else 'draft tokens are'}"
    fastest = f"{_named(run.gamma, best[0])} is" if len(best) == 1 else several
    near = len(each.costs) == 1 and each.now is not None and best != [each.size]
    gain = f" ({_best_gain(each)})" if near else ""
    return _begun(f"{when}{fastest} fastest{gain}{at}{_change(facts, run, each, best)}.")


def _change(facts: Facts, run: WhatIf, each: Advice, best: Sequence[int]) -> str:
    """Whether to change the length, after the `best` ones have been named."""
    gamma, advised = run.gamma, _named(run.gamma, each.size)
    if each.now is None:
        return "" if best == [each.size] else f"; use {advised}"
    if best == [each.size]:
        return ", so keep it" if each.keeps else f", so try it: {_best_gain(each)} over {each.now}"
    if len(each.costs) == 1:
        kept = f"; {each.now} is within 2%, so it need not be changed"
        return kept if each.keeps else f"; try {advised}, within 1% of it"
    if each.keeps:
        return f"; keep {each.now}, at most {share(max(case.loss(each.now) for case in each.cases))} slower"
    runs = sorted(runs_of(facts, run), key=lambda one: one[1] != main_load(facts))  # the load of the advice comes first
    (main, limit), *others = [(count, share(one.limit(each.size, gamma))) for one, count in runs]
    pays = f"{'less' if each.size > gamma else 'more'} than {limit} of a target pass"
    return f"; try {advised} if a draft token costs {by_load([(main, pays), *others])}"


def _best_gain(each: Advice) -> str:
    """The gain of the fastest length over the present one, from the lowest to the highest cost."""
    return _range([case.run.gain(case.best, each.now or 0, case.cost) for case in each.cases])


def _range(gains: Sequence[float]) -> str:
    return " to ".join(dict.fromkeys(map(signed, (min(gains), max(gains)))))


def _begun(sentence: str) -> str:
    return f"{sentence[:1].upper()}{sentence[1:]}"


def _known(gamma: int, each: Advice) -> str:
    """The advice if each load has its own cost."""
    if each.now is None:
        return f"use {_named(gamma, each.size)}"
    if each.other is None:
        return f"keep {each.now}: it is the fastest"
    gains = _range(each.gains)
    if each.keeps:
        return f"keep {each.now}: {_named(gamma, each.other)} gives only {gains}"
    return f"try {_named(gamma, each.size)} instead of {each.now}: {gains}"


def _named(gamma: int, size: int) -> str:
    return f"{size or 'no draft'}{' (an estimate)' if size > gamma else ''}"


def _options(pool: Pool, gamma: int, found: Sequence[Advice]) -> list[str]:
    """The engine's options for the present length, if it may be kept, and for the other lengths that are named."""
    now, keeps = found[0].now, all(each.keeps for each in found)
    inferred = ", inferred from the counts" if pool.inferred else ""
    said = [f"For {gamma} (yours{inferred}): {sets(pool, gamma, None)}."] if now and keeps else []
    sizes = {each.other if each.keeps and not each.typical else 0 if each.keeps else each.size for each in found}
    others = sorted(size for size in sizes if size)
    for size in others[:1]:
        said.append(f"For {size}: {sets(pool, size, None)}." if keeps else f"For {size}, set {sets(pool, size, now)}.")
    said += [f"Set the same options for {listed(list(map(str, others[1:])), joint='or')}."] if others[1:] else []
    trap = pool.formats[0].trap.format(*((gamma, gamma + 1) if keeps or not others else (others[0], others[0] + 1)))
    return [" ".join(filter(None, (*said, trap)))] if said else []


def sets(pool: Pool, size: int, now: int | None) -> str:
    """The engine's options for a draft length, with the present values if they are known."""
    inferred = ", inferred" if pool.inferred else ""
    present = ("", "") if now is None else (f" (now {now}{inferred})", f" (now {now + 1}{inferred})")
    return pool.formats[0].sets.format(size, size + 1, *present)


def _reasons(facts: Facts, run: WhatIf, found: Sequence[Advice]) -> tuple[list[str], list[str]]:
    """What a change gains and from which cost on, and what limits the advice: sentences to show, and ones to fold."""
    main = [each for each in found if not each.keeps] or found[:1]
    one = [each for each in main if each.typical and len(each.costs) == 1]  # whose gain is in the headline
    gains = [_gains(each) for each in main if each not in one]
    if any(at.timed for at in facts.loads) and not facts.given.costed:
        missing = [at.load.running for at in facts.loads if at.alone is None]
        more = MISSING.format(runs_words(missing), asked(facts.pool)) if missing else ""
        return [*gains, more], [f"{TRUE_COSTS} {EQUAL_SHARES}"]
    loads = LOADS.format(asked(facts.pool)) if len(facts.loads) > 1 else ""
    if run.cost is None:
        exact = more_exact(facts.base)
        first = [each for each in main if each not in one][:1]
        ranges, others = (_fastest([each for each in found if (each in first) == shown]) for shown in (True, False))
        return [ranges, *gains, exact], [others, costs_words(facts.base), EQUAL_LENGTH, loads]
    sizes = {run.gamma, *(size for each in found for size in (each.size, each.other))}
    run, cost = found[0].cases[0].run, found[0].cases[0].cost
    gives = [
        f"a draft of {size} gives ×{run.speedup(size, cost):.2f}{times_span(run.ends(size, cost))}"
        for size in sorted(filter(None, sizes))
    ]
    first = found[0].cases[0].running
    times = "" if facts.given.cost is not None else f"{facts.cost_words} "  # the headline has a given cost
    return [*gains, f"{times}{_begun(by_load([(first, listed(gives))]))}."], [EQUAL_LENGTH, loads]


def _gains(each: Advice) -> str:
    """What the other length gains at the lowest and the highest cost, and the cost at which both are equally fast. Each
    load has its own numbers.
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
    at = f" if a draft token costs {percent_of(here[0].cost)}" if each.typical else ""  # else the headline has it
    costs = [f"{gain(here[0])}{at}"]
    costs += [f"{gain(case, '')} at {percent_of(case.cost)}" for case in here[1:]]
    limits = [
        (count, f"{share(run.limit(other, now))}{spread(run.limit_ends(other, now), share, '' if index else '95%: ')}")
        for index, (count, run) in enumerate(sorted(runs.items()))
    ]
    limits = limits if len(limits) > 1 else [(0, said) for _, said in limits]
    kind, load = each.when if each.typical else "", running(first.running) if first.running else ""
    where = " and ".join(filter(None, (kind, load and (load if kind else f"with {load}"))))
    pays = f" It pays off {'below' if other > now else 'above'} a cost of {by_load(limits)}."
    if each.typical and not each.keeps and first.run.limit_ends(other, now) is None:  # the headline has the limit
        pays = ""
    return f"{begins}{f' {where}' if where else ''}: {', '.join(costs)}.{pays}"


def _fastest(found: Sequence[Advice]) -> str:
    """The fastest lengths by the cost of a draft token, for each kind of draft that has several of them."""
    said = list[str]()
    for each in found:
        if each.typical and len(each.fastest) > 1:
            sizes = [listed([str(size or "no draft") for size in sizes], joint="or") for *_, sizes in each.fastest]
            ends = [f"{round(100 * high, 1):g}%" for _, high, _ in each.fastest]
            first, *others = [f"{size} up to {end}" for size, end in zip(sizes, ends, strict=True)]
            first = f"{sizes[0]} at a cost of {round(100 * each.fastest[0][0], 1):g}% to {ends[0]}"
            said.append(f"Fastest {each.when}: {listed([first, *others], None)}.")
    return " ".join(said)


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
