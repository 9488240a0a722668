"""The answer to “How many draft tokens are best?”."""

from collections.abc import Sequence

from explorer.imports.answers import Facts
from explorer.imports.chance import FEW_TESTS
from explorer.imports.costs import FREE, costs_words, kinds_words, lengths_words, ordinary
from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends
from explorer.imports.length_table import COMPARED, next_words
from explorer.imports.loads import TITLE, asked, best_words, cost_words, wrong_words
from explorer.imports.losses import LITTLE, least, possible_cases, timed_cases, worst
from explorer.imports.measures import Compared, compared, judged, per_pass
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import MOST_LOADS
from explorer.imports.times import contradiction, unusable
from explorer.imports.whatif import LEAST_WORTH, WhatIf
from explorer.imports.words import share, span, times_span
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
SPEEDS = "add the speeds without a draft: {}."
LOADS = f"With more running requests, a check takes longer. For the best number at each load, {SPEEDS}"
MISSING = f"For {{}} at once, {SPEEDS}"
EACH = "Based on the passes of each load (see “{}”)."
ONE_LOAD = " with 1 running request"
MOST_SHOWN = 2  # sentences below the answer; the others are folded
MOST_RANGES = 5  # draft lengths that a sentence names one by one


def length(facts: Facts) -> Answer:
    """The answer about a file."""
    if (found := _by_load(facts)) is not None:
        return found
    pool, run = facts.base, facts.run
    if run is None or not run.measured:
        more = f"“{COMPARED}” has an estimate. " if run else ""
        verdict = f"Not in the file: {lacks(pool)} missing."
        return answered(LENGTH, verdict, [f"{more}{pool.formats[0].more}".strip()], [_sets(pool, per_pass(pool) or 3)])
    runs = per_pass(pool) == run.gamma
    verdict, shown, folded = (_unknown if run.cost is None else _known)(facts, run, runs=runs)
    verdict = f"You run {run.gamma}. {verdict}" if runs else verdict
    return answered(LENGTH, verdict, shown, [*folded, rests(pool, run)])


def _unknown(facts: Facts, run: WhatIf, *, runs: bool) -> tuple[str, list[str], list[str]]:
    """The answer at typical costs, what is shown with it, and what is folded."""
    verdict, sentences = _by_cost(facts, run)
    tries = _tries(facts, run) if runs and run.useful() else []
    notes = [*wrong_words(facts.loads), *filter(None, [unusable(facts.pool, facts.given)])]
    more = [LOADS.format(asked(facts.pool))] if len(facts.loads) > 1 else []
    sets = [] if tries else [_sets(facts.base, run.gamma)]
    first, *others = [*tries, *sentences[:1], *sets]
    folded = [*more, kinds_words(facts.base), *sentences[1:]]
    return verdict, [*notes, first, *([] if notes else others)], [*(others if notes else []), *folded]


def _known(facts: Facts, run: WhatIf, *, runs: bool) -> tuple[str, list[str], list[str]]:
    """The answer at a known cost, what is shown with it, and what is folded."""
    verdict, sentences = _at_cost(facts, run)
    best = run.best()
    if runs and best and facts.given.cost is not None:
        tries = _tries(facts, run)
        sentences = [facts.cost_words, *tries, *(said for said in sentences if said != facts.cost_words)]
        return f"Best: {verdict}", sentences[: 1 + len(tries)], sentences[1 + len(tries) :]
    if best:
        more = run.longer() if "may be faster" in verdict else None
        kept = runs and best == run.gamma and more is None
        sentences.insert(len(sentences) if kept else 1, _sets(facts.base, more or best))
    return f"{'Best: ' if best and runs else ''}{verdict}", sentences[:MOST_SHOWN], sentences[MOST_SHOWN:]


def _by_load(facts: Facts) -> Answer | None:
    """The best length for each number of running requests; None without the speeds without a draft."""
    said, runs = best_words(facts.loads), [at.timed for at in facts.loads if at.timed]
    if facts.given.costed or not runs:
        return None
    missing = [f"{at.load.running:,}" for at in facts.loads if at.alone is None]
    more = [MISSING.format(listed(missing), asked(facts.pool))] if missing else []
    *changes, costs = cost_words(facts.loads)
    gamma = runs[0].gamma
    found = least(gamma, timed_cases(facts))  # a server has one draft length for all loads
    verb, sets = ("keep", []) if found.size == gamma else ("try", [_sets(facts.pool, found.size)] if found.size else [])
    one = f"For all loads, {verb} {found.size or 'no draft'}: this loses {found.words} of the speed{found.reason}."
    shown = [*wrong_words(facts.loads), one, *sets, *changes[:MOST_LOADS], *more]
    folded = [*changes[MOST_LOADS:], costs, EACH.format(TITLE)]
    return answered(LENGTH, f"You run {gamma}. Best: {said}.", shown, folded)


def _sets(pool: Pool, best: int) -> str:
    """How to set a draft length, with its value."""
    return f"For {plural(best, 'draft token')}, set {pool.formats[0].sets.format(best, best + 1)}."


def lacks(pool: Pool) -> str:
    """What a file without an answer lacks, with its verb."""
    return "the draft length of each pass is" if pool.outcomes else "counts by position are"


def rests(pool: Pool, run: WhatIf) -> str:
    """The passes on which the comparison of lengths rests, and how short drafts are used."""
    found = compared(pool)
    assert found is not None
    whole = sum(count for (length, _), count in found.outcomes.items() if length == found.longest)
    longest = max(length or 0 for length, _ in pool.outcomes or ())
    size = f"{'at least ' if longest > run.gamma else ''}{plural(run.gamma, 'token')}"
    base = f"Based on {whole:,} {'pass' if whole == 1 else 'passes'} with drafts of {size}."
    tried = f"Lengths above {run.gamma} {'were not tried' if run.gamma == longest else 'are not compared'}."
    return " ".join(filter(None, (base, short_words(pool, found), tried)))


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


def _by_cost(facts: Facts, run: WhatIf) -> tuple[str, list[str]]:
    """The best length at typical costs, and the exact limits of the cost, which is not known."""
    best = run.useful()
    if not best:
        return "None: almost no draft token is accepted.", []
    rate = judged(facts.base)
    few = rate is not None and rate.trials < FEW_TESTS
    where = "" if facts.base is facts.pool else ONE_LOAD
    said = "Too few passes to be sure" if few else f"Best at typical costs{where}, {FREE}"
    said = f"{said}: {lengths_words(facts.base, run)}"
    named = range(best - 1, 0, -1) if best <= MOST_RANGES else range(1, 2)
    pairs = [f"{f'{one} beat {one - 1}' if one > 1 else '1 beats none'} below {share(run.worth(one))}" for one in named]
    pairs = pairs if best > 1 else []
    pairs[-1:] = [f"and {pairs[-1]}"] if best > MOST_RANGES else pairs[-1:]
    first = ", which is the acceptance at position 1" if best <= MOST_RANGES else ""
    begins = (
        f"{plural(best, 'draft token')} {'beats' if best == 1 else 'beat'} {best - 1 or 'none'} while one draft token "
        f"costs less than {share(run.worth(best))} of a target pass"
    )
    sentences = [costs_words(facts.base), f"{', '.join([begins, *pairs])}{first}."]
    if best < run.gamma:
        sentences.append(f"Drafts longer than {plural(best, 'token')} add hardly any tokens.")
    elif (more := run.worth(run.gamma + 1)) >= LEAST_WORTH:
        ends = "" if facts.samples is None or run.beyond_ends is None else f" (95%: {span(facts.samples.next_limit())})"
        sentences.append(f"Estimate: {best + 1} beat {best} below {share(more)}{ends}, if {next_words(run)}.")
        if any(run.shortest(cost) > run.gamma for each in ordinary(facts.base) for cost in (each.low, each.high)):
            said = f"{said}. Numbers above {run.gamma} are estimates"
    return f"{said}.", sentences


def _tries(facts: Facts, run: WhatIf) -> list[str]:
    """The draft length to try next, or the largest loss of the one that runs at the possible costs, and how to set
    it.
    """
    cases = possible_cases(facts, run)
    several = run.cost is None and len(ordinary(facts.base)) > 1
    keep, tries = ("For any kind, keep", "For any kind, try") if several else ("Keep", "Try")
    kept, found = worst(run.gamma, cases), least(run.gamma, cases)
    if found.size == run.gamma or kept.share < LITTLE:
        return [f"{keep} {run.gamma}: this loses {kept.words} of the speed{kept.reason}."]
    lost = f"{found.words} of the speed, and {run.gamma} {kept.words}{kept.reason}"
    said = f"{tries} {found.size or 'no draft'} next: this loses {lost}."
    return [said, *([_sets(facts.base, found.size)] if found.size else [])]


def _at_cost(facts: Facts, run: WhatIf) -> tuple[str, list[str]]:
    """The best length at a known cost."""
    best, samples, at = run.best(), facts.samples, run.cost or 0.0
    if not best:
        return "None: decoding without a draft is the fastest.", [facts.cost_words]
    alike = samples.alike(best, at) if samples else ()
    measured = _measured(facts) if best == run.gamma else None
    speed, ends = measured or (run.speedup(best), run.ends(best))
    kind, where = "measured " if measured else "", "" if facts.base is facts.pool else ONE_LOAD
    verdict = f"{best}, with a {kind}speed-up of ×{speed:.2f}{times_span(ends)}{where}."
    if alike:
        verdict = f"{best} ({kind}×{speed:.2f}{where}), but these passes cannot tell it apart from {_named(alike)}."
    sentences = _if_free(run, speed) if measured else []
    sentences += [] if measured and facts.given.cost is None else [facts.cost_words]
    if not alike and best < run.gamma:
        sentences.append(f"{run.gamma} gives ×{run.speedup(run.gamma):.2f}.")
    if wrong := contradiction(facts.pool, facts.given):
        return verdict, [wrong, *sentences]
    if (more := run.longer()) is not None:
        ends = samples.longer(more, at) if samples is not None and run.whole else None
        verdict = f"{verdict[:-1]}. A draft of {more} may be faster."
        speed_of = f"×{run.speedup(more):.2f}{times_span(ends, '')}"
        sentences.insert(0, f"Estimate for {more} tokens: {speed_of}, if {next_words(run)}.")
    return verdict, sentences


def _measured(facts: Facts) -> tuple[float, Ends | None] | None:
    """The measured speed-up of the draft length that runs, with its interval; None if it is not known."""
    found, target = facts.round, facts.given.target
    if found is None or not found.exact or target is None:
        return None
    gain = target / 1000
    return found.per_second * gain, found.ends and (found.ends[0] * gain, found.ends[1] * gain)


def _if_free(run: WhatIf, measured: float) -> list[str]:
    """The speed-up if a check took no longer than a pass for one token, unless it was measured."""
    speed = f"×{run.speedup(run.gamma):.2f}"
    said = f"By the times alone, it would be {speed}{times_span(run.ends(run.gamma), '')}."
    return [] if speed == f"×{measured:.2f}" else [said]


def _named(lengths_of: Sequence[int]) -> str:
    """Draft lengths as a list, or as a range if they are many."""
    if len(lengths_of) <= 3:
        return listed(list(map(str, lengths_of)), joint="or")
    return f"{lengths_of[0]} to {lengths_of[-1]}"
