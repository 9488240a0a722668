"""The answer to “How many draft tokens are best?”."""

from collections.abc import Sequence

from explorer.imports.answers import Facts
from explorer.imports.chance import FEW_TESTS
from explorer.imports.costs import costs_words, kinds_words
from explorer.imports.counts import Pool
from explorer.imports.length_table import COMPARED
from explorer.imports.loads import TITLE, asked, cost_words, wrong_words
from explorer.imports.losses import FASTEST, Advice, advice
from explorer.imports.measures import Compared, compared, judged, per_pass
from explorer.imports.sections import Answer, answered
from explorer.imports.speed_words import MOST_LOADS
from explorer.imports.times import contradiction, unusable
from explorer.imports.whatif import WhatIf
from explorer.imports.words import share, times_span
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
LOADS = f"With more running requests, a check takes longer. For the best number at each load, {SPEEDS}"
MISSING = f"For {{}} at once, {SPEEDS}"
EACH = "Based on the passes of each load (see “{}”)."
NOTHING = "None: almost no draft token is accepted."
ESTIMATE = "One run with {} would replace the estimate by a measurement."


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
        return answered(LENGTH, NOTHING, [], [costs_words(pool) if run.cost is None else "", rests(pool, run)])
    found, rate = advice(facts, run), judged(pool)
    few = "Too few passes to be sure. " if rate is not None and rate.trials < FEW_TESTS else ""
    notes = [*wrong_words(facts.loads), contradiction(facts.pool, facts.given), unusable(facts.pool, facts.given)]
    shown, folded = _reasons(facts, run, found)
    beyond = [each.found.size for each in found if each.found.size > run.gamma]
    estimate = ESTIMATE.format(max(beyond)) if beyond else ""
    losses = [one.reason for each in found if (one := each.runs or each.found).several]
    folded = [*folded, *losses, _limit(run), rests(pool, run)]
    verdict, options = headline(pool, run.gamma, found)
    return answered(LENGTH, f"{few}{verdict}", [*options, *notes, *shown, estimate], folded)


def headline(pool: Pool, gamma: int, found: Sequence[Advice]) -> tuple[str, list[str]]:
    """The advice with the engine's option, its present and its new value. With several new values, the options are
    sentences of their own.
    """
    changed = {each.found.size for each in found if not each.keeps and each.found.size}
    said, options = list[str](), list[str]()
    for each in found:
        size, runs = each.found.size, each.runs
        verb = "use" if runs is None else "keep" if each.keeps else "try"
        begins = f"{each.when}, {verb}" if each.when else verb
        lost = each.found.words
        if runs is not None and not each.keeps:
            lost = f"{lost}, not {share(runs.share)}" if lost != FASTEST else f"{lost}; {gamma} {runs.words}"
        elif not each.found.several and each.found.case.best != size:
            lost = f"{lost}; {each.found.case.best or 'no draft'} is the fastest"
        option = ""
        if size in changed and not each.keeps:
            option = f"set {sets(pool, size, None if runs is None else gamma)}"
        elif not changed and size and each is found[-1]:
            option = f"leave {sets(pool, size, None)}"
        if len(changed) > 1 and option:
            options.append(f"{each.when[:1].upper()}{each.when[1:]}, {option}.")
            option = ""
        estimate = ", an estimate" if size > gamma else ""
        said.append(
            f"{begins[:1].upper()}{begins[1:]} {size or 'no draft'}{estimate} ({lost}){option and f': {option}'}."
        )
    return " ".join(said), options


def sets(pool: Pool, size: int, now: int | None) -> str:
    """The engine's options for a draft length, with the present values if they are known."""
    present = ("", "") if now is None else (f" (now {now})", f" (now {now + 1})")
    return pool.formats[0].sets.format(size, size + 1, *present)


def _reasons(facts: Facts, run: WhatIf, found: Sequence[Advice]) -> tuple[list[str], list[str]]:
    """From which costs the advice follows, and what else limits it."""
    if any(at.timed for at in facts.loads) and not facts.given.costed:
        missing = [f"{at.load.running:,}" for at in facts.loads if at.alone is None]
        more = [MISSING.format(listed(missing), asked(facts.pool))] if missing else []
        *changes, costs = cost_words(facts.loads)
        return [*changes[:MOST_LOADS], *more], [*changes[MOST_LOADS:], costs, EACH.format(TITLE)]
    if run.cost is None:
        more = LOADS.format(asked(facts.pool)) if len(facts.loads) > 1 else ""
        return [costs_words(facts.base)], [more, kinds_words(facts.base)]
    best, samples = run.best(), facts.samples
    alike = samples.alike(best, run.cost) if best and samples else ()
    apart = f"These passes cannot tell {best} apart from {_named(alike)}." if alike else ""
    gives = [
        f"{plural(size, 'draft token')} {'gives' if size == 1 else 'give'} ×{run.speedup(size):.2f}"
        f"{times_span(run.ends(size))}"
        for size in sorted({best, run.gamma, *(each.found.size for each in found)} - {0})
    ]
    return [facts.cost_words, f"{listed(gives)}."], [apart]


def lacks(pool: Pool) -> str:
    """What a file without an answer lacks, with its verb."""
    return "the draft length of each pass is" if pool.outcomes else "counts by position are"


def _limit(run: WhatIf) -> str:
    """The cost below which the longest draft of the file beats one token fewer."""
    gamma = run.gamma
    return (
        f"{plural(gamma, 'draft token')} {'beats' if gamma == 1 else 'beat'} {gamma - 1 or 'none'} while one draft "
        f"token costs less than {share(run.worth(gamma))} of a target pass. “{COMPARED}” has this limit for each "
        "length."
    )


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


def _named(lengths_of: Sequence[int]) -> str:
    """Draft lengths as a list, or as a range if they are many."""
    if len(lengths_of) <= 3:
        return listed(list(map(str, lengths_of)), joint="or")
    return f"{lengths_of[0]} to {lengths_of[-1]}"
