"""The answer to “How many draft tokens are best?”, and the sentences about tables of draft lengths."""

from collections.abc import Sequence

from explorer.imports.answers import Facts
from explorer.imports.chance import FEW_TESTS
from explorer.imports.costs import CHECK, FREE, costs_words, kinds_words, lengths_words, one_of, ordinary
from explorer.imports.counts import Pool
from explorer.imports.loads import TITLE, asked, best_words, cost_words, wrong_words
from explorer.imports.losses import least, loss_words, most_words, timed_cases, typical_cases, worst
from explorer.imports.lossless import Answer
from explorer.imports.measures import Compared, compared, judged, per_pass
from explorer.imports.position_words import short
from explorer.imports.speed_words import MOST_LOADS
from explorer.imports.times import contradiction, unusable
from explorer.imports.whatif import LEAST_WORTH, WhatIf
from explorer.imports.words import given_times, share, span, times_span
from explorer.story.numbers import listed, plural

LENGTH = "How many draft tokens are best?"
COMPARED = "Which draft length?"
WHAT_IF = "Speed-up by draft length and cost"
UP_TO = "Shorter drafts count up to their length: {}."
ASSUMES = "This assumes that they were not cut because the draft was unsure."
UNSURE = "So they may have been cut because the draft was unsure."
UNCUT = "The log prints `p_min` 0, so they were not cut because the draft was unsure."
LEFT_OUT = {
    "capped": "Shorter drafts are left out, because the server cut them where the draft was unsure: {}.",
    "differ": "Shorter drafts are left out: {}. At the same positions, {} of their tokens are accepted, but {} of the "
    "tokens of other drafts.",
}
SPEEDS = "add the speeds without a draft: {}."
LOADS = f"With more running requests, a check takes longer. For the best number at each load, {SPEEDS}"
MISSING = f"For {{}} at once, {SPEEDS}"
EACH = "Based on the passes of each load (see “{}”)."
ALONE = "The table is about the log windows with 1 running request."
MOST_SHOWN = 2  # sentences below the answer; the others are folded
MOST_RANGES = 5  # draft lengths that a sentence names one by one


def length(facts: Facts) -> Answer:
    """The answer about a file."""
    if (found := _by_load(facts)) is not None:
        return found
    pool, run = facts.base, facts.run
    if run is None or not run.measured:
        more = f"“{WHAT_IF}” has an estimate. " if run else ""
        verdict = f"Not in the file: {lacks(pool)} missing."
        return Answer(
            LENGTH, verdict, (f"{more}{pool.formats[0].more}".strip(),), "", (_sets(pool, per_pass(pool) or 3),)
        )
    runs = per_pass(pool) == run.gamma
    if run.cost is None:
        verdict, shown, folded = _unknown(facts, run, runs=runs)
    else:
        verdict, sentences = _at_cost(facts, run, run.cost)
        best = run.best()
        verdict = f"{'Best: ' if best and runs else ''}{verdict}"
        if best:
            next_one = run.longer() if "may be faster" in verdict else None
            kept = runs and best == run.gamma and next_one is None
            sentences.insert(len(sentences) if kept else 1, _sets(pool, next_one or best))
        shown, folded = sentences[:MOST_SHOWN], sentences[MOST_SHOWN:]
    verdict = f"You run {run.gamma}. {verdict}" if runs else verdict
    return Answer(LENGTH, verdict, tuple(shown), rests(pool, run), tuple(folded))


def _unknown(facts: Facts, run: WhatIf, *, runs: bool) -> tuple[str, list[str], list[str]]:
    """The answer at typical costs, what is shown with it, and what is folded."""
    verdict, sentences = _by_cost(facts, run)
    tries, sets = _tries(facts, run) if runs and run.useful() else ([], [_sets(facts.base, run.gamma)])
    notes = [*wrong_words(facts.loads), *filter(None, (unusable(facts.pool, facts.given),))]
    more = [LOADS.format(asked(facts.pool))] if len(facts.loads) > 1 else []
    first, *others = [*tries, *sets, *sentences[:1]] if tries else [*sentences[:1], *sets]
    folded = [*more, *filter(None, (kinds_words(facts.base),)), *sentences[1:]]
    return verdict, [*notes, first, *(() if notes else others)], [*(others if notes else ()), *folded]


def _by_load(facts: Facts) -> Answer | None:
    """The best length for each number of running requests; None without the speeds without a draft."""
    said, runs = best_words(facts.loads), [at.timed for at in facts.loads if at.timed]
    if facts.given.times is not None or not runs:
        return None
    missing = [f"{at.load.running:,}" for at in facts.loads if at.alone is None]
    more = [MISSING.format(listed(missing), asked(facts.pool))] if missing else []
    *changes, costs = cost_words(facts.loads)
    one, sets = _one(facts, runs[0].gamma)
    wrong = wrong_words(facts.loads)
    shown, folded = (*wrong, one, *sets, *changes[:MOST_LOADS], *more), (*changes[MOST_LOADS:], costs)
    return Answer(LENGTH, f"You run {runs[0].gamma}. Best: {said}.", shown, EACH.format(TITLE), folded)


def _one(facts: Facts, gamma: int) -> tuple[str, list[str]]:
    """The draft length for all loads, because a server has one, and how to set it if it is not the one that runs."""
    found = least(gamma, timed_cases(facts))
    verb = "keep" if found.size == gamma else "try"
    sets = [] if found.size == gamma or not found.size else [_sets(facts.pool, found.size)]
    return f"For all loads, {verb} {found.size or 'no draft'}: it loses {loss_words(found)}.", sets


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
    size = "at least " * any((length or 0) > run.gamma for length, _ in pool.outcomes or ()) + plural(
        run.gamma, "token"
    )
    passes = "pass" if whole == 1 else "passes"
    base = f"Based on {whole:,} {passes} with drafts of {size}. {short_words(pool, found)}".strip()
    longest = max(length or 0 for length, _ in pool.outcomes or ())
    return f"{base} Lengths above {run.gamma} {'were not tried' if run.gamma == longest else 'are not compared'}."


def short_words(pool: Pool, found: Compared) -> str:
    """How many passes had shorter drafts, and whether they count; empty without them."""
    if not found.short:
        return ""
    named = listed(
        [f"{plural(count, 'pass')} with {plural(each, 'token')}" for each, count in sorted(found.short.items())]
    )
    if not found.reason:
        return f"{UP_TO.format(named)} {UNCUT if pool.least_q == 0 else ASSUMES}"
    shares = () if found.apart is None else (share(each.value) for each in found.apart)
    said = LEFT_OUT[found.reason].format(named, *shares)
    if pool.least_q == 0:
        return f"{said} {UNCUT}"
    return " ".join(filter(None, (said, UNSURE if found.reason == "differ" else "", pool.formats[0].cuts)))


def _by_cost(facts: Facts, run: WhatIf) -> tuple[str, list[str]]:
    """The best length at typical costs, and the exact limits of the cost, which is not known."""
    best = run.useful()
    if not best:
        return "None: almost no draft token is accepted.", []
    rate = judged(facts.base)
    few = rate is not None and rate.trials < FEW_TESTS
    where = "" if facts.base is facts.pool else " with 1 running request"
    begins = "Too few passes to be sure" if few else f"Best at typical costs{where}, {FREE}"
    said = f"{begins}: {lengths_words(facts.base, run)}"
    before = f"{best - 1}" if best > 1 else "none"
    tokens = f"{plural(best, 'draft token')} {'beats' if best == 1 else 'beat'} {before}"
    limits = f"{tokens} while one draft token costs less than {share(run.worth(best))} of a target pass"
    if 1 < best <= MOST_RANGES:
        for one in range(best - 1, 0, -1):
            pair = f"{one} beat {one - 1}" if one > 1 else "1 beats none"
            limits += f", {pair} below {share(run.worth(one))}"
    elif best > 1:
        limits += f", and 1 beats none below {share(run.worth(1))}"
    first = ", which is the acceptance at position 1" if best <= MOST_RANGES else ""
    sentences = [costs_words(facts.base), f"{limits}{first}."]
    if best < run.gamma:
        sentences.append(f"Drafts longer than {plural(best, 'token')} add hardly any tokens.")
    elif (more := run.worth(run.gamma + 1)) >= LEAST_WORTH:
        ends = "" if facts.samples is None or run.beyond_ends is None else f" (95%: {span(facts.samples.next_limit())})"
        sentences.append(
            f"Estimate: {best + 1} beat {best} below {share(more)}{ends}, if {_next(run)} further tokens are accepted."
        )
        if any(run.shortest(cost) > run.gamma for each in ordinary(facts.base) for cost in (each.low, each.high)):
            said = f"{said}. Numbers above {run.gamma} are estimates"
    return f"{said}.", sentences


def _tries(facts: Facts, run: WhatIf) -> tuple[list[str], list[str]]:
    """The draft length to try next, or what the one that runs loses at most at typical costs, and how to set it."""
    cases = typical_cases(facts, run)
    several = len(ordinary(facts.base)) > 1
    keep, tries = ("For any kind, keep", "For any kind, try") if several else ("Keep", "Try")
    kept, found = worst(run.gamma, cases), least(run.gamma, cases)
    if found.size == run.gamma:
        return [f"{keep} {run.gamma}: it loses {loss_words(kept)}."], []
    sets = [_sets(facts.base, found.size)] if found.size else []
    tried = f"{found.size}" if found.size else "no draft"
    return [f"{tries} {tried} next: it loses {most_words(found)}, and {run.gamma} {loss_words(kept)}."], sets


def _at_cost(facts: Facts, run: WhatIf, at: float) -> tuple[str, list[str]]:
    """The best length at a known cost."""
    best = run.best()
    assert facts.each is not None
    if not best:
        return "None: decoding without a draft is the fastest.", [given_times(facts.each)]
    alike = () if facts.samples is None else facts.samples.alike(best, at)
    measured, ends = _measured(facts) if best == run.gamma else None, run.ends(best)
    kind, speed = ("measured ", measured[0]) if measured else ("", run.speedup(best))
    spread = times_span(measured[1] if measured else ends)
    verdict = f"{best}, with a {kind}speed-up of ×{speed:.2f}{spread}."
    if alike:
        verdict = f"{best} ({kind}×{speed:.2f}), but these passes cannot tell it apart from {_named(alike)}."
    sentences = _if_free(run, measured[0]) if measured else [given_times(facts.each)]
    if not alike and best < run.gamma:
        sentences.append(f"{run.gamma} gives ×{run.speedup(run.gamma):.2f}.")
    if wrong := contradiction(facts.pool, facts.given):
        return verdict, [wrong, *sentences]
    if (more := run.longer()) is not None:
        ends = facts.samples.longer(more, at) if facts.samples is not None and run.whole else None
        verdict = f"{verdict[:-1]}. A draft of {more} may be faster."
        sentences.insert(0, _longer(run, more, ends))
    return verdict, sentences


def _measured(facts: Facts) -> tuple[float, tuple[float, float] | None] | None:
    """The measured speed-up of the draft length that ran, with its interval; None if it is not known."""
    found, target = facts.round, facts.given.target
    if found is None or not found.exact or target is None:
        return None
    ends = None if found.ends is None else (found.ends[0] * target / 1000, found.ends[1] * target / 1000)
    return found.per_second * target / 1000, ends


def _if_free(run: WhatIf, measured: float) -> list[str]:
    """The speed-up if a check took no longer than a pass for one token, unless it was measured."""
    ends, speed = run.ends(run.gamma), f"×{run.speedup(run.gamma):.2f}"
    spread = "" if ends is None else f" (×{ends[0]:.2f} to ×{ends[1]:.2f})"
    return [] if speed == f"×{measured:.2f}" else [f"By the times alone, it would be {speed}{spread}."]


def _longer(run: WhatIf, more: int, ends: tuple[float, float] | None) -> str:
    """The estimate for a longer draft, with its interval and what it assumes."""
    spread = "" if ends is None else f" (×{ends[0]:.2f} to ×{ends[1]:.2f})"
    return f"Estimate for {more} tokens: ×{run.speedup(more):.2f}{spread}, if {_next(run)} further tokens are accepted."


def _next(run: WhatIf) -> str:
    """The acceptance that an estimate for a longer draft assumes: that of the last position, with its interval."""
    spread = "" if run.beyond_ends is None else f" ({span(run.beyond_ends)})"
    return f"{share(run.beyond)}{spread} of the"


def _named(lengths_of: Sequence[int]) -> str:
    """Draft lengths as a list, or as a range if they are many."""
    if len(lengths_of) <= 3:
        return one_of([str(each) for each in lengths_of])
    return f"{lengths_of[0]} to {lengths_of[-1]}"


def no_shorter(pool: Pool) -> tuple[str, ...]:
    """The sentence that says why shorter drafts cannot be computed."""
    if not pool.outcomes:
        return ("This needs counts by position, which the file does not have.",)
    if not any(length is None for length, _ in pool.outcomes):
        return ("Some drafts had no token, so draft lengths cannot be compared.",)
    return (
        "A shorter draft length can only be computed if the draft length of every pass is known.",
        "If every pass drafted one sequence of the same length, add `--draft-length`.",
        *filter(None, (pool.formats[0].cuts,)),
    )


def lengths_table(facts: Facts) -> tuple[str, ...]:
    """How to read the table of draft lengths."""
    return (
        *_alone(facts),
        "With a shorter draft, each of these passes would have accepted the same tokens up to its length.",
        *short(facts.base),
    )


def _alone(facts: Facts) -> tuple[str, ...]:
    return () if facts.base is facts.pool else (ALONE,)


def what_if(facts: Facts, run: WhatIf) -> tuple[str, ...]:
    """How to read the table of speed-ups, and what it assumes."""
    source = (
        "Tokens per target pass are those of this file."
        if run.measured
        else f"The file has no counts by position, so the tokens follow from the formula with α = {run.alpha:.2f}."
    )
    return (
        "Each column is one cost of a draft token, in percent of a target pass.",
        *(_alone(facts) or (source,)),
        f"“Estimate” rows assume that {_next(run)} further tokens are accepted{_as_last(run)}. "
        "“best” marks draft lengths within 1% of the fastest.",
        f"All columns assume that {CHECK}.",
    )


def _as_last(run: WhatIf) -> str:
    return ", as at the last position" if run.measured else ""
