"""The answer to “How many draft tokens are best?”."""

from collections.abc import Sequence

from explorer.imports.advice import ESTIMATED, Advice, advice, by_cost
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
from explorer.imports.whatif import EQUAL, WhatIf
from explorer.imports.words import UNKNOWN_LOAD, at_once, begun, percent_of, share, spread, times, times_span
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
NOTHING = "None: almost no draft token is accepted."
UNTRIED = "Lengths above {} were not tried. The estimate for {} optimistically assumes {} at position {}{} as at {}."
NEEDED = "Below {} there, {} gains nothing at a cost of {}."
COMPUTED = "This was computed {}, for these costs only."
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
    shown, folded = (_known if found[0].kind is None else _typical)(facts, found)
    options, trap = _options(pool, found)
    shown, folded = [*notes, options, *shown], [trap, *folded]
    return answered(LENGTH, f"{few}{_verdict(facts, found)}", shown, [*folded, rests(facts, run)])


def _verdict(facts: Facts, found: Sequence[Advice]) -> str:
    """The length to set for each kind of draft, or at the known cost."""
    first = found[0]
    counts, several = [each.running for each in first.cases], len(first.cases) > 1
    if first.kind is not None:
        rows = [each for each in found if each.kind and each.kind.kind != "ngram"] or found  # the table has n-grams
        names = [f"With {each.kind.name} ({each.kind.costs})" for each in rows if each.kind]
        said = " ".join(f"{name}, {each.words()}." for name, each in zip(names, rows, strict=True))
        every = len(counts) == len(facts.loads)
        where = "at every load of the file" if every else f"with {runs_words(counts)}"
        return f"{said} {COMPUTED.format(where)}" if several else said
    costs = {each.low for each in first.cases}
    at = f"At a cost of {percent_of(min(costs))}, " if len(costs) == 1 else ""
    load = f"with {runs_words(counts)}, " if several and (first.keeps or first.longer) else ""
    return begun(f"{at}{load}{first.words()}.")


def _options(pool: Pool, found: Sequence[Advice]) -> tuple[str, str]:
    """The engine's options for the first advised length that differs from the present one. The second text says what is
    easily set wrong there, and has the options for n-grams.
    """
    now, form = found[0].now, pool.formats[0]
    texts = [each for each in found if each.kind is not None and each.kind.kind == "ngram" and len(found) > 1]
    sizes = [each.size for each in found if each not in texts and each.size and not each.keeps]
    copied = [each.size for each in texts if each.size and not each.keeps]
    ngram = f"For n-grams of {copied[0]}, set {sets(pool, copied[0], now, ngram=True)}." if copied else ""
    size = sizes[0] if sizes else now
    if size is None:
        return "", ngram
    inferred = ", inferred from the counts" if pool.inferred else ""
    options = f"For {size}, set {sets(pool, size, now)}."
    options = options if sizes else f"For {size} (yours{inferred}): {sets(pool, size, None)}."
    return options, f"{form.trap.format(size, size + 1)} {ngram}".strip()


def _typical(facts: Facts, found: Sequence[Advice]) -> tuple[list[str], list[str]]:
    """What to add about typical costs: the fastest length for each cost and load, what the estimate assumes, and how to
    get an answer for one cost.
    """
    costs = [cost for each in found for cost in (each.cases[0].low, each.cases[0].high)]
    low, high = min(costs), max(costs)
    rows = list[str]()
    for case in few_loads(found[0].cases) if low < high else ():
        load = f" with {running(case.running)}" if case.running else ""
        first = f"With {case.running:,}" if rows else f"Fastest lengths by the cost of a draft token{load}"
        rows.append(f"{first}: {by_cost(case.run, low)}.")
    loads = LOADS.format(asked(facts.pool)) if len(facts.loads) > 1 else ""
    shared = "" if len(found) > 1 else EQUAL_LENGTH  # else the table of kinds has it
    assumed, tries = estimate(found), any(each.longer for each in found)
    shown = [*rows, _by_batch(facts.base, found), assumed if tries else "", more_exact(facts.base)]
    assumed = assumed if ESTIMATED in " ".join(rows) else ""
    return shown, [assumed, shared, costs_words(facts.base), loads]


def estimate(found: Sequence[Advice]) -> str:
    """What the estimates of longer drafts assume. If a longer draft is advised, also below which acceptance it gains
    nothing, and what is known about an even longer one.
    """
    rows = [each for each in found if each.kind is None or each.kind.kind != "ngram"] or found
    each = next((each for each in rows if each.longer), None)
    case, gamma = (each or rows[0]).cases[0], rows[0].gamma
    run, cost, size = case.run, case.high, gamma + 1
    rate = (share(run.beyond), size, ",") if len(rows[0].cases) == 1 else ("the same acceptance", size, "")
    said = [UNTRIED.format(gamma, size, *rate, gamma)]
    if each is None or len(each.cases) > 1:
        return said[0]
    need = cost * run.expected(gamma) / (1 + cost * gamma) / run.whole
    said += [NEEDED.format(share(need), size, percent_of(cost))] if need > 0 else []
    low, high = each.gains(size + 1, size)
    limit = run.worth(size + 1)
    if max(-low, high) < EQUAL:
        said.append(f"{size + 1} is equally fast ({times(run.speedup(size + 1, cost))}).")
    elif high >= EQUAL and limit < cost:
        said.append(f"{size + 1} is faster than {size} only below a cost of {share(limit)}.")
    elif high >= EQUAL:
        said.append(f"{size + 1} may be faster still.")
    return " ".join(said)


def _by_batch(pool: Pool, found: Sequence[Advice]) -> str:
    """The engine's setting of a length for each load, if the best lengths differ and the engine has such a setting."""
    option = pool.formats[0].by_batch
    for each in found if option else ():
        alone = each.alone()
        loads = [row for before, row in zip([(0, -1), *alone], alone, strict=False) if before[1] != row[1]]
        if len(loads) < 2:
            continue
        ends = [*(count - 1 for count, _ in loads[1:]), alone[-1][0]]
        starts = [1, *(count for count, _ in loads[1:])]
        rows = [f"[{first}, {last}, {n}]" for first, last, (_, n) in zip(starts, ends, loads, strict=True)]
        kind = f"With {each.kind.name}, the" if each.kind else "The"
        return option.format(kind, f"[{', '.join(rows)}]")
    return ""


def _known(facts: Facts, found: Sequence[Advice]) -> tuple[list[str], list[str]]:
    """What to add about known costs: the speed-ups of the lengths, and what is known about other loads."""
    each, given = found[0], facts.given
    limits = [] if len(each.cases) > 1 else [_limit(each)]
    alone = [(count, str(size or "no draft")) for count, size in each.alone()]
    best = f"The best lengths are {by_load(alone)}." if len({size for _, size in alone}) > 1 else ""
    more = [best, _speeds(each), *limits, _by_batch(facts.base, found), estimate(found) if each.longer else ""]
    if any(at.timed for at in facts.loads) and not given.costed:
        missing = [at.load.running for at in facts.loads if at.alone is None]
        others = MISSING.format(runs_words(missing), asked(facts.pool)) if missing else ""
        costs = f"Costs: {by_load([(case.running, percent_of(case.low)) for case in each.cases])}."
        return [costs, *more, others], [f"{TRUE_COSTS} {EQUAL_SHARES}"]
    known = "" if given.cost is not None else facts.cost_words  # the headline has a given cost
    loads = LOADS.format(asked(facts.pool)) if len(facts.loads) > 1 else ""
    return [known, *more, EQUAL_LENGTH], [loads]


def _limit(each: Advice) -> str:
    """The cost below or above which the advised length is faster than the present one; empty if both are the same."""
    size, now, run = each.size, each.now, each.cases[0].run
    if now is None or size == now:
        return ""
    ends, where = spread(run.limit_ends(size, now), share), "below" if size > now else "above"
    named = f"By an estimate, {size}" if each.longer else begun(str(size or "no draft"))
    return f"{named} is faster than {now} {where} a cost of {share(run.limit(size, now))}{ends}."


def _speeds(each: Advice) -> str:
    """The speed-ups of the advised and of the present lengths at each load."""
    sizes = sorted({each.size, each.gamma} - {0})
    speeds = [
        listed([f"{times(one.run.speedup(n, one.low))}{times_span(one.run.ends(n, one.low))}" for n in sizes])
        for one in each.cases
    ]
    said = by_load([(one.running, speed) for one, speed in zip(each.cases, speeds, strict=True)])
    return f"Speed-up with {listed([str(size) for size in sizes])}: {said}."


def sets(pool: Pool, size: int, now: int | None, *, ngram: bool = False) -> str:
    """The engine's options for a draft length, with the present values if they are known."""
    inferred, form = ", inferred" if pool.inferred else "", pool.formats[0]
    present = ("", "") if now is None else (f" (now {now}{inferred})", f" (now {now + 1}{inferred})")
    options = form.sets_ngram if (ngram or kind_of(pool) == "ngram") and form.sets_ngram else form.sets
    return options.format(size, size + 1, *present)


def lacks(pool: Pool) -> str:
    """What a file lacks if it has no answer, with its verb."""
    return "the draft length of each pass is" if pool.outcomes else "counts by position are"


def rests(facts: Facts, run: WhatIf) -> str:
    """The passes from which lengths are compared, their load, and how short drafts are used."""
    pool = facts.base
    found = compared(pool)
    assert found is not None
    whole = sum(count for (length, _), count in found.outcomes.items() if length == found.longest)
    longest = max(length or 0 for length, _ in pool.outcomes or ())
    size = f"{'at least ' if longest > run.gamma else ''}{plural(run.gamma, 'token')}"
    base = f"Based on drafts of {size} in {whole:,} target {'pass' if whole == 1 else 'passes'}{at_once(facts.pool)}."
    above = "" if run.gamma == longest else f"Lengths above {run.gamma} are not compared."
    load = "" if at_once(facts.pool) else UNKNOWN_LOAD
    return " ".join(filter(None, (base, load, short_words(pool, found), above)))


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
