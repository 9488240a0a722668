"""Short answers to the questions that engineers ask about a run.

If a file does not have an answer, the answer says so, and which option of the engine would give it.
"""

from collections.abc import Sequence

from explorer.imports.counts import Pool
from explorer.imports.length_words import WHAT_IF
from explorer.imports.measures import (
    Shorter,
    judged,
    lengths,
    measured_times,
    most_tokens_per_pass,
    per_pass,
    positions,
    regular,
    shorter,
    tokens_per_pass,
)
from explorer.imports.position_words import trend
from explorer.imports.whatif import WhatIf, what_if
from explorer.imports.words import cost, engines, share
from explorer.story.numbers import number, plural

LOW = "Why is my acceptance low?"
LENGTH = "Which number of draft tokens?"
WORTH = "Is my draft worth it?"
LOSSLESS = "Is it still lossless?"
MEANS = {
    "runs": "Failures come in runs, so hard passages of the text lower it more than the draft length does.",
    "later": "Later draft tokens fail more often, so a shorter draft raises the rate, but not always the speed.",
    "even": "Positions differ by no more than chance. So look at the draft and the text, and not at the draft length.",
    "few": "There are too few tests to say at which position drafts fail.",
}
BANDS = {  # a word for the rate, and the reason
    "none": ("low", "Decoding without a draft would be faster."),
    "low": ("low", "A draft of {best} would be faster."),
    "usual": ("usual", "Neither a shorter draft nor a longer one would be faster."),
    "falling": ("usual", "No shorter draft would be faster."),
    "high": ("high", "The calculator's formula expects more from longer drafts."),
}
ADD_TIMES = "The exact speed-up needs `--target-ms` and `--draft-ms`."
ASSUMES = (
    "This assumes one request at a time, and a check that takes no longer than a pass for one token. Choose your batch "
    "and GPU in the calculator."
)
ALIKE = "Estimate beyond the tested lengths (assumes that α stays the same)"
SOME_LONGER = "Only some passes had a longer draft, so longer ones are not compared."
NO_COUNT = "No count can show it."
UNSET = "This file does not have the settings of the run, such as its temperature."
ROUNDING = (
    "Lossless means the same probabilities. Single tokens can still differ from a run without a draft, because passes "
    "of other sizes round floating-point numbers differently."
)
Times = tuple[float, float] | None


def answers(pool: Pool, times: Times) -> tuple[tuple[str, str], ...]:
    """Each question with its answer. `times` are milliseconds of a target pass and of a draft token, if given."""
    each, run = times or measured_times(pool), what_if(pool, times)
    found = ((LOW, _low(pool, run)), (LENGTH, _length(pool, run, each)), (WORTH, _worth(pool, run, each)))
    return (*found, (LOSSLESS, " ".join((pool.formats[0].rule, *(pool.settings or [UNSET]), NO_COUNT, ROUNDING))))


def _low(pool: Pool, run: WhatIf | None) -> str:
    rate, rows = judged(pool), positions(pool)
    turns = trend(rows)
    sentences = [_verdict(_own_rate(pool), run, turns)]
    if rate is None or not rows:
        sentences.append(f"This file cannot say at which position drafts fail. {pool.formats[0].more}".strip())
    else:
        sentences.append(
            f"Of the draft tokens that the target tested, {share(rate.value)} were accepted ({rate.hits:,} of "
            f"{rate.trials:,}). The others came after a rejected one. {MEANS[turns]}"
        )
    return " ".join(filter(None, sentences))


def _own_rate(pool: Pool) -> str:
    """The acceptance rate by the engine's own definition, as the beginning of a sentence; empty if it has none."""
    accepted, drafted, found, length = pool.accepted.value, pool.drafted.value, tokens_per_pass(pool), per_pass(pool)
    of, engine = pool.formats[0].shares, engines(pool)
    if not of:
        return ""
    if accepted is not None and drafted:
        return f"{engine}'s own rate is {share(accepted / drafted)} ({accepted:,} of {drafted:,} {of} draft tokens)"
    if found is not None and length:
        return f"{engine}'s own rate is about {share((found.value - 1) / length)} of the {of} draft tokens"
    return ""


def _verdict(own: str, run: WhatIf | None, turns: str) -> str:
    """Whether the rate is low, usual or high for this draft length and cost, which its break-even decides. `turns` says
    how acceptance changes with the position (`trend`). If it falls, the formula says nothing about longer drafts.
    """
    if run is None:
        return f"{own}." if own else ""
    best, (estimated, _) = run.best(run.assumed), run.estimate()
    kind = "none" if not best else "low" if best < run.gamma else "high" if estimated > run.gamma else "usual"
    word, reason = BANDS["falling" if turns == "later" and kind in ("usual", "high") else kind]
    drafts = f"{word} for drafts of {plural(run.gamma, 'token')}"
    said = f"{own}, which is {drafts}." if own else f"The acceptance is {drafts}."
    return f"{said} {reason.format(best=plural(best, 'token'))} {_costs(run)}"


def _costs(run: WhatIf) -> str:
    """The cost of a draft token at which drafting breaks even, and whether it is known."""
    if run.cost is not None:
        return f"Drafting breaks even where this rate equals the cost of a draft token, {cost(run.cost)} here."
    return (
        "Drafting breaks even where this rate equals the cost of a draft token. The file does not have it, so this "
        f"assumes {cost(run.assumed)}, the calculator's first value."
    )


def _length(pool: Pool, run: WhatIf | None, each: Times) -> str:
    rows = shorter(pool)
    if not rows or run is None or not run.measured:
        lacks = "the draft length of each pass is" if pool.outcomes else "counts by position are"
        estimate = "" if run is None else f"“{WHAT_IF}” has an estimate. "
        return f"This file cannot say, because {lacks} not in it. {estimate}{pool.formats[0].more}".strip()
    return f"{_tested(pool, rows, run, each)} {_beyond(run, trend(positions(pool)))}"


def _tested(pool: Pool, rows: Sequence[Shorter], run: WhatIf, each: Times) -> str:
    """The best of the lengths that follow from the file. `rows` are these lengths."""
    untried = "A longer draft was not tried." if run.gamma == lengths(regular(pool) or {})[1] else SOME_LONGER
    if run.cost is not None and each is not None:
        best = run.best()
        if not best:
            return f"None. {_with(each)}, decoding without a draft is the fastest."
        speed = f"{best}. {_with(each)}, the speed-up is ×{run.speedup(best):.2f}"
        ran = f"The longest of these drafts, {run.gamma}, gives ×{run.speedup(run.gamma):.2f}."
        return f"{speed}. {untried if best == run.gamma else ran}"
    longest = max((row for row in rows if row.worth >= 0.005), key=lambda row: row.length, default=None)
    if longest is None:
        return "None, because almost no draft token is accepted."
    otherwise = "If it costs more, fewer are faster." if longest.length > 1 else "If it costs more, no draft is faster."
    least = untried if longest.length == run.gamma else "Longer drafts write hardly more tokens."
    return f"{longest.length}, if a draft token costs less than {cost(longest.worth)}. {otherwise} {least}"


def _beyond(run: WhatIf, turns: str) -> str:
    """The estimate for longer drafts, which is the best γ of the calculator. `turns` is as in `_verdict`."""
    best, speedup = run.estimate()
    at = "" if run.cost is not None else f" at {cost(run.assumed)} per draft token"
    if best <= run.gamma:
        return f"{ALIKE}: no longer draft is faster{at}."
    falls = " Later draft tokens fail more often here, so this is too high." if turns == "later" else ""
    return f"{ALIKE}: {plural(best, 'token')}, with a speed-up of ×{speedup:.2f}{at}.{falls}"


def _worth(pool: Pool, run: WhatIf | None, each: Times) -> str:
    found, most = tokens_per_pass(pool), most_tokens_per_pass(pool)
    if found is None:
        limit = f"The speed-up was at most ×{most:.2f}. " if most else ""
        return f"{limit}This file cannot say more, because it does not count passes. {pool.formats[0].more}".strip()
    at_most = f"The speed-up is at most ×{number(found.value)}."
    drafted = _drafted(pool)
    if drafted is None:
        return f"{at_most} This file does not say how many tokens the drafts had. {pool.formats[0].more}"
    if each is not None:
        same = run is not None and run.gamma == round(drafted)
        speed = run.speedup(run.gamma) if run and same else found.value * each[0] / (each[0] + drafted * each[1])
        return f"{'Yes' if speed > 1 else 'No'}. {_with(each)}, the speed-up is ×{speed:.2f}. {ASSUMES}"
    if pool.times.draft and pool.times.target:
        speed = found.value / (1 + pool.times.draft / pool.times.target)
        return f"{'Yes' if speed > 1 else 'No'}. With the times in the file, the speed-up is ×{speed:.2f}."
    unused = "The times in this file are not used (see “Times”). " if pool.untimed else ""
    if pool.typed_length is None and judged(pool) is None:  # the drafts may be trees
        whole = share(found.value - 1)
        pays = f"Yes, if the draft of one pass takes less than {whole} of the time of a target pass."
    else:
        pays = f"Yes, if a draft token costs less than {cost((found.value - 1) / drafted)}."
    return f"{pays} {at_most} {unused}{ADD_TIMES} {ASSUMES}"


def _with(each: tuple[float, float]) -> str:
    return f"With {number(each[0])} ms per target pass and {number(each[1])} ms per draft token"


def _drafted(pool: Pool) -> float | None:
    """Draft tokens per pass, on average."""
    passes, drafted = pool.passes.value, pool.drafted.value
    return drafted / passes if passes and drafted else per_pass(pool)
