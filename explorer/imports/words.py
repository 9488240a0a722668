"""Sentences of the import report. Each one states a number of the file or what follows from it.

Warnings and comparisons are in cautions.py.
"""

import math
from collections import Counter
from collections.abc import Sequence

from explorer.imports.counts import Pool
from explorer.imports.measures import (
    Estimate,
    Position,
    Shorter,
    certain,
    judged,
    lengths,
    most_tokens_per_pass,
    regular,
    tokens_per_pass,
)
from explorer.imports.record import Absent, Outcome
from explorer.imports.whatif import WhatIf
from explorer.story.numbers import listed, number, percent, plural

FEW_TESTS = 30
DEFINITIONS = ("Engines use the same word for different numbers. Compare two engines only within one row.",)
ABSENT = ("Each row is a fact that the file does not have, and what would show it.",)
NEVER = (
    Absent(
        "Whether the output has the target's distribution (lossless)",
        "Counts cannot show it. It follows from the engine's rule: compare it with docs/methods.md.",
    ),
    Absent(
        "The target's probabilities p and the random numbers",
        "No engine writes them. `python -m explorer record` does, for models that run here.",
    ),
    Absent(
        "The speed without a draft",
        "Run the same prompts without speculative decoding, and compare the tokens per second.",
    ),
)
WHAT_IF = "What if a draft token cost more or less?"
UNITS = {
    "requests": "from the differences between {}s",
    "passes": "as if passes were independent",
    "rounding": "from the rounding of the log",
    "intervals": "from the lowest to the highest {}",
}


def share(value: float) -> str:
    """A share in percent with one decimal.

    >>> share(0.5), share(1 / 3)
    ('50.0%', '33.3%')
    """
    return "–" if math.isnan(value) else f"{100 * value:.1f}%"


def span(ends: tuple[float, float]) -> str:
    """An interval of a share."""
    return f"{share(ends[0])} to {share(ends[1])}"


def between(estimate: Estimate) -> str:
    """The interval of a number, or a dash."""
    if estimate.low is None or estimate.high is None:
        return "–"
    return f"{number(estimate.low)} to {number(estimate.high)}"


def interval(estimate: Estimate) -> str:
    """The interval of a number with its kind, or a dash.

    >>> interval(Estimate(2.0, 1.5, 2.5, "passes")), interval(Estimate(2.0, 1.5, 2.5, "rounding"))
    ('95% interval 1.50 to 2.50', 'possible range 1.50 to 2.50')
    """
    if estimate.low is None:
        return "–"
    return f"{'possible range' if certain(estimate) else '95% interval'} {between(estimate)}"


def ends(estimate: Estimate) -> str:
    """The same for a cell of a table.

    >>> ends(Estimate(2.0, 1.5, 2.5, "passes"))
    '1.50 to 2.50 (95%)'
    """
    return "–" if estimate.low is None else f"{between(estimate)} ({'possible' if certain(estimate) else '95%'})"


def cost(worth: float) -> str:
    """A cost in target passes."""
    return f"{share(worth)} of a target pass"


def engines(pool: Pool) -> str:
    """The engines that wrote a file."""
    return listed(list(dict.fromkeys(form.engine for form in pool.formats)))


def tested(pool: Pool) -> str:
    """The acceptance rate with its interval, or “unknown”."""
    found = judged(pool)
    return f"{share(found.value)} ({span(found.interval)})" if found and found.trials else "unknown"


def unit(pool: Pool) -> str:
    """The noun for what the file adds up: requests, intervals of a log, or servers."""
    whole = [form.name for form in pool.formats if form.whole_server]
    if not whole:
        return "request"
    return "interval" if "log lines" in whole else "server"


def amount(pool: Pool) -> str:
    """How many requests, intervals or servers the file adds up."""
    return plural(pool.averages.count if pool.averages else pool.requests, unit(pool))


def read(pool: Pool) -> tuple[str, ...]:
    """The sentence that says what the file is and how much it contains."""
    kinds = listed([f"{form.engine} ({form.name})" for form in pool.formats])
    sentences = [f"{kinds}: {amount(pool)}."]
    passes, accepted, drafted = pool.passes.value, pool.accepted.value, pool.drafted.value
    if passes is not None:
        about = "about " if pool.approximate else ""
        sentences.append(f"The target checked a draft in {about}{passes:,} passes.")
    if accepted is not None and drafted is not None:
        sentences.append(f"It accepted {accepted:,} of {drafted:,} draft tokens.")
    if pool.averages is not None and pool.proposed is not None:
        sentences.append(f"The averages fit only {plural(pool.proposed, 'draft token')} per pass.")
    if pool.typed_length is not None:
        sentences.append(f"You stated that every pass drafted one sequence of {pool.typed_length} tokens.")
    versions = [f"{label} {listed(sorted(values))}." for label, values in _about(pool) if values]
    return (*sentences, *versions, *pool.notes)


def _about(pool: Pool) -> tuple[tuple[str, set[str]], ...]:
    return ("Version:", pool.versions), ("Method:", pool.methods)


def tokens(pool: Pool) -> tuple[str, ...]:
    """The sentences about tokens per target pass: the number, its interval, and what it means for the speed."""
    found = tokens_per_pass(pool)
    if found is None:
        return _no_passes(pool)
    about = "about " if certain(found) else ""
    more = "" if found.low is None else f" ({interval(found)}, {UNITS[found.unit].format(unit(pool))})"
    return (
        f"A target pass that checked a draft wrote {about}{number(found.value)} tokens{more}.",
        *_averaged(pool),
        "Without a draft it writes one token. So this is the largest possible speed-up; the draft's time reduces it.",
    )


def _averaged(pool: Pool) -> tuple[str, ...]:
    """A note about a mean of averages whose numbers of passes are not known."""
    if pool.averages is None or pool.averages.count == 1:
        return ()
    return (
        f"This is the mean of {pool.averages.count:,} {unit(pool)}s, each counted alike. "
        "The file does not say how many passes each had.",
    )


def _no_passes(pool: Pool) -> tuple[str, ...]:
    most = most_tokens_per_pass(pool)
    if most is not None:
        return (
            f"A target pass wrote at most {number(most)} tokens on average.",
            "The file does not count passes. Each pass writes at least one token of the target, which gives the limit.",
        )
    printed = [f"{each.name} is {number(each.value)}." for each in pool.stated if each.measure != "rate"]
    return ("The file has no counts of passes.", *printed)


def no_positions(pool: Pool) -> tuple[str, ...]:
    """The sentence that says why there is no table of positions."""
    if pool.outcomes is None or not pool.outcomes:
        return ("The file has no counts by position.",)
    return (
        "The file does not say how long each draft was. Passes with a short draft would look like rejections.",
        "If every pass drafted one sequence of the same length, state that length (`--draft-length`).",
    )


def by_position(pool: Pool, rows: Sequence[Position], alike: bool) -> tuple[str, ...]:
    """The sentences that say what the table of positions shows, and whether failures come in runs."""
    alpha = judged(pool)
    assert alpha is not None
    sentences = [
        f"The target tested {alpha.trials:,} draft tokens and accepted {share(alpha.value)} of them (α)."
        " Draft tokens after a rejected one are not tested."
    ]
    if alike:
        sentences.append("If all tests were independent and equally likely, α^i of the passes would accept i or more.")
    sentences.append(_trend(rows))
    if not alike:
        sentences.append("Draft lengths differ. If confidence chose them, later positions only show confident drafts.")
    sentences += [*_short(pool), *_rounded(pool)]
    sentences.append("The intervals are Wilson's. Passes of one text depend on each other, so the true ones are wider.")
    return tuple(sentences)


def _short(pool: Pool) -> list[str]:
    """A note about passes whose draft was shorter, or may have been."""
    left = (pool.outcomes or Counter[Outcome]()).total() - (regular(pool) or Counter[Outcome]()).total()
    if left > 0 and regular(pool):
        ends = "One pass at the end of an answer" if left == 1 else f"{left:,} passes at the ends of answers"
        return [f"{ends} drafted fewer tokens, because few were left. They are not counted here."]
    if not pool.short:
        return []
    missing = plural(pool.short, "draft token")
    verb = "is" if pool.short == 1 else "are"
    some = "one pass" if pool.short == 1 else f"{pool.short:,} passes"
    return [f"Compared with drafts of equal length, {missing} {verb} missing. So at most {some} had a shorter draft."]


def _rounded(pool: Pool) -> list[str]:
    """A note about a log with few digits."""
    if not pool.approximate or pool.fewest == pool.most:
        return []
    return [f"The log rounds its numbers: there were between {pool.fewest:,} and {pool.most:,} passes."]


def trend(rows: Sequence[Position]) -> str:
    """How acceptance changes with the position: "runs" if it rises, "later" if it falls, "even", or "few" tests."""
    usable = _usable(rows)
    if len(usable) < 2:
        return "few"
    first, last = usable[0], usable[-1]
    if last.tested.interval[0] > first.tested.interval[1]:
        return "runs"
    return "later" if last.tested.interval[1] < first.tested.interval[0] else "even"


def _usable(rows: Sequence[Position]) -> list[Position]:
    return [row for row in rows if row.tested.trials >= FEW_TESTS]


TRENDS = {
    "few": "There are too few tests to compare positions.",
    "runs": "Failures come in runs: after accepted draft tokens, the next one is accepted more often ({}).",
    "later": "Later draft tokens are accepted less often ({}). The draft gets worse with distance.",
    "even": "The first and the last position do not differ by more than chance ({}).",
}


def _trend(rows: Sequence[Position]) -> str:
    """Whether acceptance rises or falls from the first position to the last one with enough tests."""
    ends = [f"{share(row.tested.value)} at position {row.index}" for row in _usable(rows)]
    return TRENDS[trend(rows)].format(f"{ends[0]}, {ends[-1]}" if ends else "")


def no_shorter(pool: Pool) -> tuple[str, ...]:
    """The sentence that says why shorter drafts cannot be computed."""
    if not pool.outcomes:
        return ("This needs counts by position, which the file does not have.",)
    if not any(length is None for length, _ in pool.outcomes):
        return ("Some drafts had no token, so no shorter draft length can be compared.",)
    return (
        "A shorter draft length can only be computed if the draft length of every pass is known.",
        "If every pass drafted one sequence of the same length, state that length (`--draft-length`).",
    )


def what_if(run: WhatIf) -> tuple[str, ...]:
    """How to read the table of speed-ups, and what it assumes."""
    source = (
        "Tokens per target pass are those of this file."
        if run.measured
        else f"The file has no counts by position. The tokens follow from the formula with α = {run.alpha:.2f}, "
        "as if every draft token were accepted with this probability and every draft were one sequence."
    )
    return (
        "Each column is the speed-up at one cost of a draft token, in percent of a target pass.",
        source,
        "It assumes that checking a draft takes no longer than a pass for one token. On a busy server it takes longer.",
    )


def draft_lengths(
    pool: Pool, rows: Sequence[Shorter], found: WhatIf | None, each: tuple[float, float] | None, *, measured: bool
) -> tuple[str, ...]:
    """The sentences that say how to read the table of draft lengths, and which length is fastest if there are times."""
    longest = lengths(regular(pool) or {})[1]
    sentences = [
        "With a shorter draft, each of these passes would have accepted the same tokens up to its length.",
        "This holds if the target checks one sequence token by token. It does not hold for block verification.",
        "A new run starts its passes at other tokens, so it may differ a little.",
    ]
    if found is not None and each is not None:
        sentences.append(_fastest(found, rows, *each))
        if measured:
            sentences.append("These times are averages of the file: the draft's time, and all other time of decoding.")
        sentences.append("This assumes that a target pass takes equally long for every draft length.")
    else:
        sentences.append("Add the times of a target pass and of a draft token to see the fastest length.")
    if rows[-1].length < longest:
        sentences.append(
            f"Drafts had {rows[-1].length} to {longest} tokens. Lengths above the shortest are not compared."
        )
    sentences.append(f"The file cannot say what a draft longer than {longest} tokens would do.")
    return (*sentences, *_short(pool))


def _fastest(found: WhatIf, rows: Sequence[Shorter], target_ms: float, draft_ms: float) -> str:
    given = f"{number(target_ms)} ms per target pass and {number(draft_ms)} ms per draft token"
    length, longest = found.best(), rows[-1].length
    if length == 0:
        return f"With {given}, decoding without a draft is the fastest."
    best = f"×{found.speedup(length):.2f}"
    if length == longest:
        return f"With {given}, the longest of these drafts is the fastest: {best} compared with no draft."
    ran, count = f"×{found.speedup(longest):.2f}", plural(length, "draft token")
    return f"With {given}, {count} would be the fastest: {best} compared with no draft, instead of {ran}."


def times(pool: Pool) -> tuple[str, ...]:
    """The sentences about the times in the file, per pass where that is meaningful."""
    given, passes = pool.times, pool.passes.value
    sentences = []
    if given.decode and pool.completion.value:
        rate = 1000 * pool.completion.value / given.decode
        sentences.append(f"The engine wrote {number(rate)} tokens per second while it decoded.")
    if given.draft and given.target and passes:
        share_of = given.draft / (given.draft + given.target)
        sentences.append(f"The draft took {percent(share_of)} of the time of all passes.")
        if pool.drafted.value:
            sentences.append(f"That is {number(given.draft / pool.drafted.value)} ms per draft token.")
    return tuple(sentences)


def text(pool: Pool, most: int) -> tuple[str, ...]:
    """The sentences that say which text is shown, and what its colours assume."""
    of = f"The text of the request {pool.pieces_of}." if pool.pieces_of else "The text of the first request."
    if pool.requests == 1:
        of = "Tokens of the draft are marked; all others were written by the target."
    cut = f"The first {most:,} tokens are shown." if len(pool.pieces) > most else ""
    return tuple(filter(None, (of, pool.pieces_assume, cut)))


def known(pool: Pool) -> set[str]:
    """The facts of `Absent.fact` that this file has although its format need not have them."""
    outcomes = regular(pool)
    found = {"lengths"} if outcomes and not pool.short else set[str]()
    return found | ({"times"} if pool.times.draft and pool.times.target else set())
