"""Times of a file: of a target pass, of a draft token, and of a whole round. A round drafts, and then checks the draft.

Nothing is measured here. If a file has only the time of a round, one more number gives the others: with γ draft tokens,
target pass + γ · draft token = round.
"""

from dataclasses import dataclass

from explorer.imports.counts import Pool
from explorer.imports.measures import per_pass, tokens_per_pass

LEAST = 1e-6  # milliseconds; a shorter time is not a measurement
Times = tuple[float, float]  # milliseconds of a target pass and of a draft token


@dataclass(frozen=True)
class Given:
    """Facts that a person adds to a file: pass times in milliseconds, and the draft length of every pass."""

    target_ms: float | None = None
    draft_ms: float | None = None
    draft_length: int | None = None

    @property
    def times(self) -> Times | None:
        """The times of a target pass and of a draft token, if both are given."""
        return None if self.target_ms is None or self.draft_ms is None else (self.target_ms, self.draft_ms)


@dataclass(frozen=True)
class Timed:
    """The times of a file in milliseconds, and the passes and draft tokens by which they are divided.

    Every target pass writes one token of the target. The first token of each answer comes from the pass over its
    prompt, whose time is not part of decoding. So `passes` = answer − accepted − requests.
    """

    decode: float
    draft: float
    passes: int
    drafted: int
    answer: int
    accepted: int
    requests: int

    @property
    def each(self) -> Times:
        """Milliseconds per target pass and per draft token."""
        return (self.decode - self.draft) / self.passes, self.draft / self.drafted


def timed(pool: Pool) -> Timed | None:
    """The times of decoding and drafting, if the file has both and counts what they are divided by."""
    times, accepted, drafted, answer = pool.times, pool.accepted.value, pool.drafted.value, pool.completion.value
    if times.decode is None or times.draft is None or accepted is None or answer is None or not drafted:
        return None
    passes = answer - accepted - pool.requests
    if passes < max(1, pool.passes.value or 0) or times.draft >= times.decode:
        return None
    return Timed(times.decode, times.draft, passes, drafted, answer, accepted, pool.requests)


@dataclass(frozen=True)
class Round:
    """The milliseconds of a round, and tokens per second with the draft. `exact` is False for the longest possible
    round: the server may have been idle, or the time includes the prompt. `source` says how it is computed.
    """

    ms: float
    per_second: float
    exact: bool
    source: str


def round_of(pool: Pool) -> Round | None:
    """The time of a round, if the file has it or limits it."""
    passes, answer, accepted = pool.passes.value, pool.completion.value, pool.accepted.value
    if pool.times.decode and pool.times.decode >= LEAST and passes:
        rounds = passes
        if answer is not None and accepted is not None:
            rounds = max(passes, answer - accepted - pool.requests)
        tokens = passes + (accepted or 0) if answer is None else answer - pool.requests
        source = f"{pool.times.decode:,.0f} ms of decoding / {rounds:,} target passes"
        return Round(pool.times.decode / rounds, 1000 * tokens / pool.times.decode, True, source)
    wrote = tokens_per_pass(pool)
    if pool.single and wrote:
        source = f"{pool.single:.1f} rounds per second while one request was running"
        return Round(1000 / pool.single, wrote.value * pool.single, False, source)
    if pool.times.whole and pool.times.whole >= LEAST and passes and wrote:
        ms = pool.times.whole / passes
        source = f"{pool.times.whole:,.0f} ms of whole requests / {passes:,} target passes"
        return Round(ms, 1000 * wrote.value / ms, False, source)
    return None


def times_of(pool: Pool, given: Given) -> Times | None:
    """Milliseconds of a target pass and of a draft token: those of the person, else of the file.

    If a person gives only one of them, the other is that of the file, or follows from the exact time of a round.
    """
    if given.times is not None:
        return given.times
    found, drafted, measured = round_of(pool), per_pass(pool), timed(pool)
    if measured is not None:
        target, draft = measured.each
        return given.target_ms or target, draft if given.draft_ms is None else given.draft_ms
    if given.target_ms is None and given.draft_ms is None:
        return None
    if found is None or not found.exact or not drafted:
        return None
    if given.target_ms is not None:
        draft = (found.ms - given.target_ms) / drafted
        return (given.target_ms, draft) if draft >= 0 else None
    assert given.draft_ms is not None
    target = found.ms - drafted * given.draft_ms
    return (target, given.draft_ms) if target > 0 else None


def unusable(pool: Pool, given: Given) -> str:
    """Why the one time that a person gave does not give the other one; empty if it does, or if none or both are
    given.
    """
    if (given.target_ms is None) == (given.draft_ms is None) or times_of(pool, given) is not None:
        return ""
    one, other = ("--target-ms", "--draft-ms") if given.draft_ms is None else ("--draft-ms", "--target-ms")
    found = round_of(pool)
    if found is not None and not found.exact:
        return f"`{one}` alone is not enough, because {pool.name} only limits the time of a round. Add `{other}`."
    if found is None or not per_pass(pool):
        return f"`{one}` alone is not enough, because {pool.name} lacks the time of a round. Add `{other}`."
    return f"`{one}` is longer than a whole round, which took {found.ms:.2f} ms. Check it, or add `{other}`."
