"""The answer to “How many draft tokens are best?”."""

from dataclasses import replace

from explorer.imports.advice import Advice, bands
from explorer.imports.answers import Facts
from explorer.imports.costs import costs_words, kind_of, more_exact
from explorer.imports.counts import Pool
from explorer.imports.length_table import COMPARED
from explorer.imports.loads import ASSUMES as EQUAL_SHARES
from explorer.imports.loads import asked, length_words, wrong_words
from explorer.imports.measures import judged, per_pass
from explorer.imports.sections import Answer, answered
from explorer.imports.shorter import Compared, compared
from explorer.imports.speed_words import by_load, runs_words
from explorer.imports.speeds import grows
from explorer.imports.spread import FEW_TESTS
from explorer.imports.times import contradiction
from explorer.imports.whatif import WhatIf
from explorer.imports.words import UNKNOWN_LOAD, at_once, begun, no_interval, percent_of, share
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
SPEEDS = "add the total speeds without a draft: `{}`."
LOADS = "With more running requests, rounds take longer, so fewer may be best."
EACH_LOAD = f"For the cost at each load, {SPEEDS}"
MISSING = f"For the cost with {{}}, {SPEEDS}"
NOTHING = "None: almost no draft token is accepted."
UNTRIED = (
    "Lengths above {0} were not tried. The estimate for {1} optimistically assumes {2} at position {1}, as at {0}."
)
RULE = "A tried length is advised if it loses the least in its worst case over these costs{}."
TRUE_COSTS = "These costs include the longer target pass."
CONTEXTS = "Rounds take longer after long prompts, so fewer draft tokens may be best there."


def length(facts: Facts) -> Answer:
    """Answer the question for one file."""
    pool, run, bests = facts.base, facts.run, facts.advice
    if run is None or not bests:
        more, size = f"“{COMPARED}” has an estimate. " if run else "", per_pass(pool) or 3
        return answered(
            LENGTH,
            f"This file cannot say, because {lacks(pool)} missing.",
            [f"{more}{pool.formats[0].more}".strip()],
            [f"For {plural(size, 'draft token')}, the option is {sets(pool, size, None)}."],
        )
    if not run.useful():
        return answered(LENGTH, NOTHING, [], [costs_words(pool) if run.cost is None else ""], "", rests(facts, run))
    rate, best = judged(pool), next((each for each in bests if not each.keeps), bests[0])
    few = " Too few passes to be sure." if rate is not None and rate.trials < FEW_TESTS else ""
    notes = [*wrong_words(facts.loads), contradiction(facts.pool, facts.given), facts.unusable]
    option, trap = _option(pool, best) if best.size else ("", "")
    exact, about = more_exact(pool)
    unbounded = "" if run.samples else no_interval(pool, "These costs")
    known, costs = _known(facts, best) if best.known else ([exact], [about, costs_words(pool)])
    left_out = len(facts.advised_runs) < len(facts.runs)
    loads = LOADS if left_out else ""
    contexts = CONTEXTS if grows(facts.pool.speeds) else ""
    shown = [*notes, option, loads, contexts, *known]
    wide, several = [each for each in bests if not each.longer], len(best.cases) > 1
    rule = RULE.format(" and loads" if several else "") if wide and (several or not best.known) else ""
    each_load = EACH_LOAD.format(asked(facts.pool)[0]) if left_out else ""
    folded = [each_load, unbounded, trap, *costs, estimate(best), rule, shorter(run, pool)]
    said = [f"{each.short}{f' with {each.kind}' if len(bests) > 1 else ''}" for each in bests]
    numbers = " ".join(each.numbers("" if place else " of a target pass") for place, each in enumerate(bests))
    verdict = f"{begun(', '.join(said))}.{few}"
    return replace(answered(LENGTH, verdict, shown, folded, numbers, rests(facts, run)), bands=bands(bests))


def _option(pool: Pool, best: Advice) -> tuple[str, str]:
    """The engine's option for the best length, and a warning about settings that are easily wrong."""
    inferred, trap = ", inferred from the counts" if pool.inferred else "", pool.formats[0].trap
    yours, size = best.keeps, best.size
    option = (
        f"For {size} (yours{inferred}): {sets(pool, size, None)}."
        if yours
        else f"For {size}, set {sets(pool, size, best.now)}."
    )
    return option, trap.format(size, size + 1)


def _known(facts: Facts, best: Advice) -> tuple[list[str], list[str]]:
    """Sentences about known costs: the advice for each load and, in a folded part, the source of the costs."""
    given, alone = facts.given, [(count, length_words(each)) for count, each in facts.alone.items()]
    each = f"The best lengths are {by_load(alone)}." if len({size for _, size in alone}) > 1 else ""
    shown = [f"{each} {_by_batch(facts)}".strip()]
    if any(at.timed for at in facts.loads) and not given.costed:
        missing = [at.load.running for at in facts.loads if at.alone is None]
        others = MISSING.format(runs_words(missing), asked(facts.pool)[0]) if missing else ""
        costs = f"Costs: {by_load([(case.running, percent_of(case.low)) for case in best.cases])}."
        return [*shown, others], [costs, f"{TRUE_COSTS} {EQUAL_SHARES}"]
    known = "" if given.cost is not None else facts.cost_words  # the headline has a given cost
    return shown, [known]


def estimate(best: Advice) -> str:
    """A sentence with the assumption behind the estimates of longer drafts; empty if there are no estimates."""
    run = best.cases[0].run
    if not run.whole or best.size < best.gamma:
        return ""
    return UNTRIED.format(
        best.gamma, best.gamma + 1, share(run.beyond) if len(best.cases) == 1 else "the same acceptance"
    )


def _by_batch(facts: Facts) -> str:
    """The engine's setting of a length for each load, if the best lengths differ and the engine has such a setting."""
    option, alone = facts.pool.formats[0].by_batch, [(count, best.size) for count, best in facts.alone.items()]
    loads = [row for before, row in zip([(0, -1), *alone], alone, strict=False) if before[1] != row[1]]
    if not option or len(loads) < 2:
        return ""
    ends = [*(count - 1 for count, _ in loads[1:]), alone[-1][0]]
    starts = [1, *(count for count, _ in loads[1:])]
    rows = [f"[{first}, {last}, {n}]" for first, last, (_, n) in zip(starts, ends, loads, strict=True)]
    return option.format(f"[{', '.join(rows)}]")


def sets(pool: Pool, size: int, now: int | None) -> str:
    """The engine's options for a draft length, with the present values if they are known."""
    inferred, form = ", inferred" if pool.inferred else "", pool.formats[0]
    present = ("", "") if now is None else (f" (now {now}{inferred})", f" (now {now + 1}{inferred})")
    options = form.sets_ngram if kind_of(pool) == "ngram" and form.sets_ngram else form.sets
    return options.format(size, size + 1, *present)


def lacks(pool: Pool) -> str:
    """The facts that a file without an answer lacks, as a phrase with its verb."""
    return "the draft length of each pass is" if pool.outcomes else "counts by position are"


def rests(facts: Facts, run: WhatIf) -> str:
    """The passes on which the comparison of lengths is based, and their load."""
    pool = facts.base
    found = compared(pool)
    assert found is not None
    whole = sum(count for (length, _), count in found.outcomes.items() if length == found.longest)
    longest = max(length or 0 for length, _ in pool.outcomes or ())
    size = f"{'at least ' if longest > run.gamma else ''}{plural(run.gamma, 'token')}"
    base = f"Based on drafts of {size} in {whole:,} target {'pass' if whole == 1 else 'passes'}{at_once(facts.pool)}."
    return base if at_once(facts.pool) else f"{base} {UNKNOWN_LOAD}"


def shorter(run: WhatIf, pool: Pool) -> str:
    """How short drafts are used, and which lengths are not compared."""
    found, longest = compared(pool), max(length or 0 for length, _ in pool.outcomes or ())
    assert found is not None
    above = "" if run.gamma == longest else f"Lengths above {run.gamma} are not compared."
    return f"{short_words(pool, found)} {above}".strip()


def short_words(pool: Pool, found: Compared) -> str:
    """A sentence that says how many passes had shorter drafts, and whether these passes are used; empty if there are
    none.
    """
    if not found.short:
        return ""
    named = listed([f"{plural(n, 'pass')} with {plural(each, 'token')}" for each, n in sorted(found.short.items())])
    uncut = pool.least_q == 0
    if not found.reason:
        return f"{UP_TO.format(named)} {UNCUT if uncut else ASSUMES}"
    said = LEFT_OUT[found.reason].format(named, *(share(each.value) for each in found.apart or ()))
    unsure = UNSURE if found.reason == "differ" else ""
    return " ".join(filter(None, (said, UNCUT if uncut else unsure, "" if uncut else pool.formats[0].cuts)))
