"""The speed of single requests, and of the log windows of a file by the number of running requests."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from explorer.imports.estimate import Estimate, mean_of
from explorer.imports.record import Request, Window
from explorer.statistics import t_quantile

if TYPE_CHECKING:
    from explorer.imports.counts import Pool

GROWS = 0.9  # from this rank correlation on, rounds count as longer after longer prompts
LEAST = 1e-6  # milliseconds; a shorter time is not a measurement
LOOSE = 0.1  # largest half of the 95% interval of a line, as a share of its slope
EXACT = 1e-4  # largest error of times that lie exactly on a line, as a share of their mean
DIGIT, COARSE = 0.01, 1.0  # milliseconds: what an engine prints, and a unit that is no chance for three times
FREEDOM = 3  # least degrees of freedom of a line
MOST_WINDOWS = 20  # log windows of a load that a table shows
DIFFERENT = 1.5  # from this ratio of the longest to the shortest round on, an interval of the mean would mislead


@dataclass(frozen=True)
class Speed:
    """The time of one request. A round drafts, checks the draft, and writes the accepted draft tokens and one more
    token. `exact` is False if the time includes the prompt; a round then took at most `round_ms`.
    """

    name: str
    rounds: int
    tokens: float  # per round
    ms: float
    exact: bool
    prompt: int | None = None

    @property
    def round_ms(self) -> float:
        """Milliseconds per round."""
        return self.ms / self.rounds

    @property
    def per_second(self) -> float:
        """Tokens per second of this request alone."""
        return 1000 * self.tokens / self.round_ms


def speed_of(request: Request, index: int) -> Speed | None:
    """The speed of a request; `index` is its number in the file. None if the file lacks its time."""
    passes, accepted, times = request.passes, request.accepted, request.times
    ms = times.whole if times.decode is None else times.decode
    if not passes or accepted is None or ms is None or ms < LEAST:
        return None
    exact = times.decode is not None
    rounds = rounds_of(passes, accepted, request.completion, 1) if exact else passes
    tokens = 1 + accepted / rounds
    return Speed(request.name or f"request {index:,}", rounds, tokens, ms, exact, request.prompt)


@dataclass(frozen=True)
class Line:
    """The milliseconds of a round with their 95% interval, from a line through the times of whole requests: time =
    prompt and wait + rounds · round.
    """

    ms: float
    low: float
    high: float
    requests: int
    prompts: bool  # whether the time of the prompt may grow with its tokens
    rest: float  # mean milliseconds of a request outside rounds: prompt and wait
    exact: bool = False  # whether all times lie exactly on the line; measured times would not


def line_of(speeds: Sequence[Speed]) -> Line | None:
    """The line through the times of whole requests by least squares. If the prompts differ in length, the line also has
    a slope for the prompt's tokens.

    None if too few degrees of freedom are left, if the interval of the slope is wide because the requests have nearly
    equally many rounds or do not lie on a line, or if the line leaves no time for the prompts.
    """
    lengths = [each.prompt for each in speeds]
    prompts = None not in lengths and len(set(lengths)) > 1
    rows = [[1.0, each.rounds, *([each.prompt or 0] if prompts else [])] for each in speeds]
    if len(speeds) - (3 if prompts else 2) < FREEDOM or any(each.exact for each in speeds):
        return None
    matrix, times = np.array(rows, dtype=float), np.array([each.ms for each in speeds])
    found, _, rank, _ = np.linalg.lstsq(matrix, times)
    if rank < matrix.shape[1] or found[1] < LEAST or times.mean() < found[1] * matrix[:, 1].mean():
        return None
    freedom = len(times) - rank
    squares = np.square(times - matrix @ found).sum() / freedom
    variance = squares * np.square(np.linalg.pinv(matrix)[1]).sum()
    half = t_quantile(int(freedom)) * math.sqrt(variance)
    ms = float(found[1])
    rest = float(times.mean() - ms * matrix[:, 1].mean())
    exact = math.sqrt(squares) < EXACT * times.mean()
    return Line(ms, ms - half, ms + half, len(times), prompts, rest, bool(exact)) if half <= LOOSE * ms else None


def unmeasured(line: Line) -> str:
    """The sentence for the case that the times of all whole requests lie exactly on a line."""
    return (
        f"The times in this file were probably not measured: all {line.requests:,} lie exactly on "
        f"{line.rest:,.0f} ms + {line.ms:g} ms per pass."
    )


def rounds_of(passes: int, accepted: int, answer: int | None, requests: int) -> int:
    """The number of target passes of answers, including passes without a draft but not the passes over the prompts.

    Every pass writes one token of the target, and the pass over the prompt writes the first token of an answer. So the
    number is answer − accepted − requests, or `passes` if the answer ended within the last pass.
    """
    return passes if answer is None else max(passes, answer - accepted - requests)


def unit_of(speeds: Sequence[Speed]) -> float:
    """The milliseconds of which all times of decoding are whole multiples; 0 if that is below COARSE, or if there are
    too few times to show it.

    >>> unit_of([Speed("", 1, 1.0, ms, True) for ms in (6820.0, 5760.0, 5280.0)]), unit_of([])
    (20.0, 0.0)
    """
    if len(speeds) < FREEDOM or not all(each.exact for each in speeds):
        return 0.0
    unit = math.gcd(*(round(each.ms / DIGIT) for each in speeds)) * DIGIT
    return round(unit, 2) if unit >= COARSE else 0.0


def differ(speeds: Sequence[Speed]) -> bool:
    """Whether the round times of several requests are too different for an interval of their mean."""
    rounds = [each.round_ms for each in speeds]
    return bool(rounds) and max(rounds) >= DIFFERENT * min(rounds)


@dataclass
class Load:
    """The log windows that end with the same number of running requests. `total`, `low` and `high` are the sum, the
    lowest and the highest of the log windows' tokens per second, each over all running requests. `rounds` is the sum of
    rounds per second.
    """

    running: int
    part: "Pool"  # these log windows alone
    count: int = 0
    total: float = 0.0
    rounds: float = 0.0
    low: float = math.inf
    high: float = 0.0
    windows: list[Window] = field(default_factory=list)  # the first MOST_WINDOWS

    def add(self, window: Window) -> None:
        """Add the speed of one log window."""
        speed = window.per_second or 0.0
        self.count, self.total, self.rounds = self.count + 1, self.total + speed, self.rounds + speed / window.tokens
        self.low, self.high = min(self.low, speed), max(self.high, speed)
        self.windows += [window] if len(self.windows) < MOST_WINDOWS else []

    @property
    def per_second(self) -> float:
        """Tokens per second of all running requests together: the mean over the log windows, which are equally long."""
        return self.total / self.count

    @property
    def tokens(self) -> Estimate:
        """Tokens per round. Several log windows have different texts, so there is no confidence interval."""
        found = mean_of(self.part.outcomes) if self.count == 1 else None
        return found or Estimate(self.total / self.rounds)


def grows(speeds: Sequence[Speed]) -> list[Speed]:
    """Three requests, from the shortest to the longest prompt, if rounds take longer after longer prompts (rank
    correlation of at least GROWS); otherwise empty. Two requests are too few to show this.
    """
    rows = sorted(speeds, key=lambda each: each.prompt or 0)
    if len({each.prompt for each in rows}) < 3 or any(each.prompt is None for each in rows):
        return []
    ranks = np.argsort(np.argsort([each.round_ms for each in rows]))
    shown = [rows[0], rows[len(rows) // 2], rows[-1]]
    rising = shown[0].round_ms < shown[1].round_ms < shown[2].round_ms
    return shown if rising and np.corrcoef(ranks, np.arange(len(rows)))[0, 1] >= GROWS else []
