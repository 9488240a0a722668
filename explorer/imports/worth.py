"""The answer to “Is my draft worth it?”: with the times, or how fast the target alone must be."""

from explorer.imports.answers import Facts
from explorer.imports.counts import Pool
from explorer.imports.lossless import Answer
from explorer.imports.measures import (
    Estimate,
    certain,
    judged,
    most_tokens_per_pass,
    per_pass,
    tokens_per_pass,
)
from explorer.imports.times import Round, unusable
from explorer.imports.words import cost, estimate_words, given_times, share
from explorer.story.numbers import number

WORTH = "Is my draft worth it?"
ALONE = "Measure the tokens per second without a draft, on the same prompts."
CHECKS = "The target's time is that of checks of {} tokens. One token alone may take less."
TOLERANCE = 0.05  # times that differ less from the measured throughput do not contradict it
UNUSED = "The times in this file are not used (see “Times”)."


def worth(facts: Facts) -> Answer:
    """The answer about a file."""
    pool = facts.pool
    found, most = tokens_per_pass(pool), most_tokens_per_pass(pool)
    if found is None:
        limit = (f"At most ×{most:.2f}: the answers limit the tokens per pass.",) if most else ()
        verdict = "This file cannot say, because it does not count passes."
        return Answer(WORTH, verdict, (*limit, *_alone(facts), pool.formats[0].more))
    unused = (UNUSED,) if pool.untimed else ()
    wrong = tuple(filter(None, (unusable(pool, facts.given),)))
    rests = f"Rests on {estimate_words(pool, found)}, which is the largest possible speed-up."
    drafted = _drafted(pool)
    timed = _timed(facts, found, drafted)
    if timed is not None:
        verdict, sentences = timed
        return Answer(WORTH, verdict, (*sentences, *wrong), rests)
    if drafted is None:
        more = "This file does not say how many tokens the drafts had."
        return Answer(WORTH, f"At most ×{number(found.value)}.", (*_alone(facts), more, *unused, *wrong), rests)
    if pool.typed_length is None and judged(pool) is None:  # the drafts may be trees
        pays = f"the draft of one pass takes less than {share(found.value - 1)} of the time of a target pass"
    else:
        pays = f"a draft token costs less than {cost((found.value - 1) / drafted)}"
    if facts.round is None:
        add = "" if wrong else "The exact speed-up needs `--target-ms` and `--draft-ms`, or the speed without a draft."
        return Answer(WORTH, f"Yes, if {pays}.", tuple(filter(None, (add, *unused, *wrong))), rests)
    speed = f"{facts.round.per_second:.0f} tokens per second"
    verdict = f"Yes, if the target alone writes fewer than {speed}."
    return Answer(WORTH, verdict, (f"That is, if {pays}.", *_alone(facts), *unused, *wrong), rests)


def _timed(facts: Facts, found: Estimate, drafted: float | None) -> tuple[str, tuple[str, ...]] | None:
    """The verdict if the times of draft and target passes are known, else None."""
    pool, run, each = facts.pool, facts.run, facts.each
    if each is not None and drafted is not None:
        same = run is not None and run.gamma == per_pass(pool) and run.cost is not None
        if not (run and same):
            return _of_tokens(found, each[0] / (each[0] + drafted * each[1]), given_times(each))
        ends = facts.samples.speedup(run.gamma, run.cost or 0.0) if facts.samples else None
        speed = run.speedup(run.gamma)
        measured = _measured(facts, speed)
        if measured is not None:
            return measured
        more = "" if ends is None else f", the 95% interval is ×{ends[0]:.2f} to ×{ends[1]:.2f}"
        sentence = f"{given_times(each)}{more}."
        if facts.given.target_ms is None:
            return _at_most(speed, ends), (f"{sentence} {CHECKS.format(run.gamma + 1)}", ALONE)
        return _yes(speed, ends), (sentence,)
    if pool.times.draft and pool.times.target:
        gain = pool.times.target / (pool.times.target + pool.times.draft)
        return _of_tokens(found, gain, "With the times of all passes in the file")
    return None


def _measured(facts: Facts, speed: float) -> tuple[str, tuple[str, ...]] | None:
    """The verdict by the measured throughput, if the typed times contradict it, else None."""
    found, target = facts.round, facts.given.target_ms
    if found is None or not found.exact or target is None:
        return None
    gain = found.per_second * target / 1000
    if abs(speed / gain - 1) <= TOLERANCE:
        return None
    product = f"{found.per_second:.0f} tokens per second × {target:.3g} ms"
    first = f"The times give ×{speed:.2f}, but {product} is ×{gain:.2f}."
    return _yes(gain, None), (first, "The answer uses the measured tokens per second.")


def _at_most(speed: float, ends: tuple[float, float] | None) -> str:
    """The verdict if a pass of the target alone may be faster than the checks that the file timed."""
    if speed <= 1 or (ends is not None and ends[0] <= 1 <= ends[1]):
        return _yes(speed, ends)
    return f"At most ×{speed:.2f} for one request at a time."


def _of_tokens(found: Estimate, gain: float, with_times: str) -> tuple[str, tuple[str, ...]]:
    """The verdict if each token per target pass is a speed-up of `gain`."""
    if found.low is None or found.high is None:
        return _yes(found.value * gain, None), (f"{with_times}.",)
    ends = (found.low * gain, found.high * gain)
    said = "it can be" if certain(found) else "the 95% interval is"
    return _yes(found.value * gain, ends), (f"{with_times}, {said} ×{ends[0]:.2f} to ×{ends[1]:.2f}.",)


def _yes(speed: float, ends: tuple[float, float] | None, bound: str = "") -> str:
    if ends is not None and ends[0] <= 1 <= ends[1]:
        return f"Too few passes to say: {bound}×{speed:.2f} for one request at a time."
    return f"{'Yes' if speed > 1 else 'No'}: {bound}×{speed:.2f} for one request at a time."


def _alone(facts: Facts) -> tuple[str, ...]:
    """The time of a round, and the number that is missing next to it."""
    found = facts.round
    if found is None:
        return (ALONE,)
    return (f"{round_words(facts.pool, found)} {ALONE}",)


def round_words(pool: Pool, found: Round) -> str:
    """The time of a round as an equation between the two times that are not known."""
    drafted = per_pass(pool)
    parts = f" (target pass + {drafted} × draft token)" if drafted else ""
    return f"A round{parts} took {'' if found.exact else 'at most '}{found.ms:.3g} ms."


def _drafted(pool: Pool) -> float | None:
    """Draft tokens per pass, on average."""
    passes, drafted = pool.passes.value, pool.drafted.value
    return drafted / passes if passes and drafted else per_pass(pool)
