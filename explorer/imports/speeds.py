"""How fast single requests and intervals of a file were, so that very different ones are not averaged silently."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from explorer.imports.estimate import Estimate, mean_of
from explorer.imports.record import Interval, Request, from_survivors

LEAST = 1e-6  # milliseconds; a shorter time is not a measurement
DIFFERENT = 1.5  # ratio of the times of a round above which requests are not averaged


@dataclass(frozen=True)
class Speed:
    """The time of one request. A round drafts and checks the draft. `exact` is False if the time includes the prompt;
    then a round took at most `round_ms`. `draft_ms` is the time of all drafts, `drafted` their tokens.

    The tokens per second are those of whole rounds: every round writes its accepted draft tokens and one token more.
    """

    name: str
    rounds: int
    tokens: Estimate  # per round
    ms: float
    exact: bool
    draft_ms: float | None = None
    drafted: int | None = None

    @property
    def round_ms(self) -> float:
        """Milliseconds per round."""
        return self.ms / self.rounds

    @property
    def per_second(self) -> float:
        """Tokens per second of this request alone."""
        return 1000 * self.tokens.value / self.round_ms


def speed_of(request: Request, index: int) -> Speed | None:
    """The speed of the request with this number in its file; None if the file does not have it."""
    passes, accepted, times = request.passes, request.accepted, request.times
    ms = times.whole if times.decode is None else times.decode
    if not passes or accepted is None or ms is None or ms < LEAST:
        return None
    exact = times.decode is not None
    rounds = rounds_of(passes, accepted, request.completion, 1) if exact else passes
    outcomes = request.outcomes
    if outcomes is None and request.survivors is not None:
        outcomes = from_survivors((passes, *request.survivors, 0))
    tokens = (mean_of(outcomes) or Estimate(1 + accepted / passes)).scaled(passes / rounds)
    draft = times.draft if exact else None
    return Speed(request.name or f"request {index:,}", rounds, tokens, ms, exact, draft, request.drafted)


def rounds_of(passes: int, accepted: int, answer: int | None, requests: int) -> int:
    """The target passes of answers, also those without a draft, but not the passes over the prompts.

    Every pass writes one token of the target, and the pass over the prompt writes the first token of an answer. So
    these are answer − accepted − requests passes, or `passes` if the answer ended within the last one.
    """
    return passes if answer is None else max(passes, answer - accepted - requests)


def differ(speeds: Sequence[Speed]) -> bool:
    """Whether the times of the rounds of several requests are too different for an average."""
    rounds = [each.round_ms for each in speeds]
    return bool(rounds) and max(rounds) >= DIFFERENT * min(rounds)


def typical(speeds: Sequence[Speed]) -> Speed:
    """The request in the middle: the median of the tokens per second, where every round counts once. So a short request
    hardly changes it.
    """
    rows = sorted(speeds, key=lambda each: each.per_second)
    half, seen = sum(each.rounds for each in rows) / 2, 0
    for each in rows:
        seen += each.rounds
        if seen >= half:
            return each
    raise ValueError("There is no request.")


def fastest_alone(intervals: Iterable[Interval]) -> Interval | None:
    """The fastest interval with one running request, in which the server was idle the least; None without one."""
    alone = [each for each in intervals if each.running == 1 and each.per_second]
    return max(alone, key=lambda each: (each.per_second or 0.0) / each.tokens, default=None)
