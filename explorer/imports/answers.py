"""Short answers to the questions that engineers ask about a run.

If a file does not have an answer, the answer says so, and which option of the engine would give it.
"""

from explorer.imports.counts import Pool
from explorer.imports.measures import (
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
from explorer.imports.whatif import what_if
from explorer.imports.words import WHAT_IF, cost, share, trend
from explorer.story.numbers import number

LOW = "Why is my acceptance low?"
LENGTH = "Which number of draft tokens?"
WORTH = "Is my draft worth it?"
LOSSLESS = "Is it still lossless?"
MEANS = {
    "runs": "Failures come in runs, so hard passages of the text lower it more than the draft length does.",
    "later": "Later draft tokens fail more often, so a shorter draft raises the rate.",
    "even": "Positions differ by no more than chance. So look at the draft and the text, and not at the draft length.",
    "few": "There are too few tests to say at which position drafts fail.",
}
ADD_TIMES = "The exact speed-up needs both pass times (`--target-ms` and `--draft-ms`)."
SOME_LONGER = "Only some passes had a longer draft, so longer ones are not compared."
Times = tuple[float, float] | None


def answers(pool: Pool, times: Times) -> tuple[tuple[str, str], ...]:
    """Each question with its answer. `times` are milliseconds of a target pass and of a draft token, if given."""
    each = times or measured_times(pool)
    found = ((LOW, _low(pool)), (LENGTH, _length(pool, each)), (WORTH, _worth(pool, each)))
    return (*found, (LOSSLESS, f"No count can show it. {pool.formats[0].rule}"))


def _low(pool: Pool) -> str:
    rate, rows = judged(pool), positions(pool)
    if rate is None or not rows:
        return f"{_of_proposed(pool)}This file cannot say at which position drafts fail. {pool.formats[0].more}".strip()
    return f"{share(rate.value)} of the tested draft tokens were accepted. {MEANS[trend(rows)]}"


def _of_proposed(pool: Pool) -> str:
    """The acceptance rate by the definition of vLLM and SGLang, where no other one is known."""
    accepted, drafted, found, length = pool.accepted.value, pool.drafted.value, tokens_per_pass(pool), per_pass(pool)
    if accepted is not None and drafted:
        return f"{share(accepted / drafted)} of the proposed draft tokens were accepted. "
    if found is not None and length:
        return f"About {share((found.value - 1) / length)} of the proposed draft tokens were accepted. "
    return ""


def _length(pool: Pool, each: Times) -> str:
    rows, run = shorter(pool), what_if(pool, each)
    if not rows or run is None or not run.measured:
        lacks = "the draft length of each pass is" if pool.outcomes else "counts by position are"
        estimate = "" if run is None else f"“{WHAT_IF}” has an estimate. "
        return f"This file cannot say, because {lacks} not in it. {estimate}{pool.formats[0].more}".strip()
    longest_run = lengths(regular(pool) or {})[1]
    untried = "A longer draft was not tried." if run.gamma == longest_run else SOME_LONGER
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


def _worth(pool: Pool, each: Times) -> str:
    found, most = tokens_per_pass(pool), most_tokens_per_pass(pool)
    if found is None:
        limit = f"The speed-up was at most ×{most:.2f}. " if most else ""
        return f"{limit}This file cannot say more, because it does not count passes. {pool.formats[0].more}".strip()
    at_most = f"The speed-up is at most ×{number(found.value)}."
    drafted = _drafted(pool)
    if drafted is None:
        return f"{at_most} This file does not say how many tokens the drafts had. {pool.formats[0].more}"
    if each is not None:
        speed = found.value * each[0] / (each[0] + drafted * each[1])
        return f"{'Yes' if speed > 1 else 'No'}. {_with(each)}, the speed-up is ×{speed:.2f}."
    if pool.times.draft and pool.times.target:
        speed = found.value / (1 + pool.times.draft / pool.times.target)
        return f"{'Yes' if speed > 1 else 'No'}. With the times in the file, the speed-up is ×{speed:.2f}."
    if pool.typed_length is None and judged(pool) is None:  # the drafts may be trees
        whole = share(found.value - 1)
        return (
            f"Yes, if the draft of one pass takes less than {whole} of the time of a target pass. {at_most} {ADD_TIMES}"
        )
    pays = (found.value - 1) / drafted
    return f"Yes, if a draft token costs less than {cost(pays)}. {at_most} {ADD_TIMES}"


def _with(each: tuple[float, float]) -> str:
    return f"With {number(each[0])} ms per target pass and {number(each[1])} ms per draft token"


def _drafted(pool: Pool) -> float | None:
    """Draft tokens per pass, on average."""
    passes, drafted = pool.passes.value, pool.drafted.value
    return drafted / passes if passes and drafted else per_pass(pool)
