"""How fast single requests and intervals of a file were, so that very different ones are not averaged silently."""

from collections.abc import Iterable
from dataclasses import dataclass

from explorer.imports.record import Interval, Request

LEAST = 1e-6  # milliseconds; a shorter time is not a measurement
DIFFERENT = 1.5  # ratio of the times of a round above which requests are not averaged


@dataclass(frozen=True)
class Speed:
    """The time of one request. A round drafts and checks the draft. `exact` is False if the time includes the prompt;
    then a round took at most `round_ms`.

    The tokens per second are those of whole rounds: every round writes its accepted draft tokens and one token more.
    """

    name: str
    rounds: int
    accepted: int
    ms: float
    exact: bool

    @property
    def round_ms(self) -> float:
        """Milliseconds per round."""
        return self.ms / self.rounds

    @property
    def tokens(self) -> float:
        """Tokens per round."""
        return (self.rounds + self.accepted) / self.rounds

    @property
    def per_second(self) -> float:
        """Tokens per second of this request alone."""
        return 1000 * (self.rounds + self.accepted) / self.ms


def speed_of(request: Request, index: int) -> Speed | None:
    """The speed of the request with this number in its file; None if the file does not have it."""
    passes, accepted, times = request.passes, request.accepted, request.times
    ms = times.whole if times.decode is None else times.decode
    if not passes or accepted is None or ms is None or ms < LEAST:
        return None
    rounds = rounds_of(passes, accepted, request.completion, 1) if times.decode is not None else passes
    return Speed(request.name or f"request {index:,}", rounds, accepted, ms, times.decode is not None)


def rounds_of(passes: int, accepted: int, answer: int | None, requests: int) -> int:
    """The target passes of answers, also those without a draft, but not the passes over the prompts.

    Every pass writes one token of the target, and the pass over the prompt writes the first token of an answer. So
    these are answer − accepted − requests passes, or `passes` if the answer ended within the last one.
    """
    return passes if answer is None else max(passes, answer - accepted - requests)


def fastest_alone(intervals: Iterable[Interval]) -> Interval | None:
    """The fastest interval with one running request, in which the server was idle the least; None without one."""
    alone = [each for each in intervals if each.running == 1 and each.per_second]
    return max(alone, key=lambda each: (each.per_second or 0.0) / each.tokens, default=None)
