"""Repeat mode (after arXiv 2312.02741): measure whether one method uses significantly less energy than another.

Each trial runs all methods in random order with random pauses. A method first runs unmeasured until the power has
risen. Then it runs for a window of 32 repetitions or 5 seconds, whichever comes first. The result is the mean ± SD over
trials, and the ratio to the first method, with an interval. A method is given as a function from a seed to a number of
tokens.
"""

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from decoders.models.steps import Progress, no_progress
from explorer.energy.meter import Meter
from explorer.energy.sources import Source
from explorer.statistics import LEVEL, t_quantile

UPDATES = 20  # minimum number of source updates in a window
Work = Callable[[int], int]  # seed → number of new tokens
Tell = Callable[[str], object]


@dataclass(frozen=True)
class Plan:
    """The plan of a measurement.

    A window ends after `repetitions` or `seconds`, whichever comes first. Before each window, the method runs
    unmeasured for `rise` seconds.
    """

    trials: int = 4
    repetitions: int = 32
    seconds: float = 5.0
    rise: float = 1.0
    delay: float = 1.0  # maximum random pause before a method's turn, in seconds
    seed: int = 0


@dataclass(frozen=True)
class Trial:
    """One window of one method. If the energy source failed, `joules` is None and `reason` says why."""

    method: str
    trial: int
    turn: int
    delay: float
    repetitions: int
    tokens: int
    seconds: float
    joules: float | None
    reason: str = ""

    @property
    def joules_per_token(self) -> float | None:
        return None if self.joules is None or not self.tokens else self.joules / self.tokens


def trials(
    work: Mapping[str, Work],
    source: Source,
    plan: Plan,
    synchronise: Callable[[], None] = lambda: None,
    progress: Progress = no_progress,
) -> Iterator[Trial]:
    """Measure and yield every window in order. Repetition r of every method uses the same seed.

    `progress` is called before every repetition and may raise to stop; the current window is then discarded.
    """
    random = np.random.Generator(np.random.PCG64(plan.seed))
    done, total = 0, plan.trials * len(work)
    for trial in range(plan.trials):
        for turn, place in enumerate(random.permutation(len(work))):
            method = list(work)[place]

            def tell(what: str, where: str = f"Trial {trial + 1} of {plan.trials}: {method}", at: int = done) -> None:
                progress(f"{where}, {what}", at / total)

            tell("pausing")
            delay = plan.delay * float(random.random())
            time.sleep(delay)
            rise(work[method], plan.seed, plan.rise, tell)
            yield _window(method, trial, turn, delay, work[method], source, plan, synchronise, tell)
            done += 1
    progress("Done", 1.0)


def rise(work: Work, seed: int, seconds: float, tell: Tell) -> None:
    """Run a method, unmeasured and at least once, until the power has risen."""
    begin = time.perf_counter()
    while True:
        tell("warming up")
        work(seed)
        if time.perf_counter() - begin >= seconds:
            return


def _window(
    method: str,
    trial: int,
    turn: int,
    delay: float,
    work: Work,
    source: Source,
    plan: Plan,
    synchronise: Callable[[], None],
    tell: Tell,
) -> Trial:
    shortest = UPDATES * source.resolution
    tokens = repetitions = 0
    with Meter(source, synchronise) as meter:
        while (repetitions < plan.repetitions and meter.now < plan.seconds) or meter.now < shortest:
            tell(f"repetition {repetitions + 1}, {meter.now:.0f} s measured")
            tokens += work(plan.seed + repetitions)
            repetitions += 1
        window = meter.stop()
    return Trial(method, trial, turn, delay, repetitions, tokens, window.seconds, window.joules, window.reason)


@dataclass(frozen=True)
class Outcome:
    """A method's result over its trials: mean and SD of J/token, and its ratio to the first method with an interval."""

    method: str
    trials: int
    joules_per_token: float | None
    sd: float | None
    tokens_per_s: float
    watts: float | None
    ratio: float | None
    interval: tuple[float, float] | None
    resolved: bool
    sentence: str


def outcomes(rows: Sequence[Trial], methods: Sequence[str], resolution: float) -> list[Outcome]:
    """The outcome of each method; the first method is the baseline. `resolution` is the resolution of the energy source
    in seconds.
    """
    return [_outcome(method, rows, methods, resolution) for method in methods]


def _outcome(method: str, rows: Sequence[Trial], methods: Sequence[str], resolution: float) -> Outcome:
    mine = [row for row in rows if row.method == method]
    values = np.array([row.joules_per_token for row in mine if row.joules_per_token is not None])
    known = [row for row in mine if row.joules is not None]
    seconds = sum(row.seconds for row in known)
    ratio, interval, sentence = None, None, f"{method} is the baseline."
    if method != methods[0]:
        ratio, interval = _ratio(rows, method, methods[0], len(methods) - 1, resolution)
        sentence = _sentence(method, methods[0], ratio, interval, rows, len(methods) - 1)
    return Outcome(
        method,
        len(values),
        float(values.mean()) if len(values) else None,
        float(values.std(ddof=1)) if len(values) > 1 else None,
        sum(row.tokens for row in mine) / (sum(row.seconds for row in mine) or math.inf),
        sum(row.joules or 0.0 for row in known) / seconds if seconds else None,
        ratio,
        interval,
        interval is not None and not interval[0] <= 1 <= interval[1],
        sentence,
    )


def _ratio(
    rows: Sequence[Trial], method: str, base: str, comparisons: int, resolution: float
) -> tuple[float | None, tuple[float, float] | None]:
    """The geometric mean of the trials' ratios, and its interval (Student's t interval of the mean log ratio).

    The error probability is divided among the comparisons (Bonferroni). The interval is never narrower than one update
    of the source in each of the two windows.
    """
    by = {(row.method, row.trial): row for row in rows if row.joules_per_token}
    pairs = [(row, by[base, row.trial]) for row in by.values() if row.method == method and (base, row.trial) in by]
    if not pairs:
        return None, None
    logs = np.log([(a.joules_per_token or 0) / (b.joules_per_token or 1) for a, b in pairs])
    middle = float(logs.mean())
    if len(logs) < 2:
        return math.exp(middle), None
    spread = float(logs.std(ddof=1)) / math.sqrt(len(logs))
    wide = t_quantile(len(logs) - 1, 1 - (1 - LEVEL) / comparisons / 2) * spread
    update = float(np.mean([resolution / a.seconds + resolution / b.seconds for a, b in pairs]))
    half = max(wide, update)
    return math.exp(middle), (math.exp(middle - half), math.exp(middle + half))


def _sentence(
    method: str,
    base: str,
    ratio: float | None,
    interval: tuple[float, float] | None,
    rows: Sequence[Trial],
    comparisons: int,
) -> str:
    if ratio is None or interval is None:
        reason = next((row.reason for row in rows if row.reason), "one trial has no spread")
        return f"It cannot be said whether {method} uses less energy than {base}: {reason}."
    low, high = interval
    shared = f", corrected for {comparisons} comparisons" if comparisons > 1 else ""
    said = f"{method} uses {ratio:.3g} times as much energy per token as {base} (95% CI {low:.3g}–{high:.3g}{shared})"
    if low <= 1 <= high:
        return f"{said}. The difference is not significant."
    return f"{said}, which is significantly {'less' if high < 1 else 'more'}."


def to_json(rows: Sequence[Trial], found: Sequence[Outcome], plan: Plan) -> dict[str, Any]:
    """The plan, all windows and all outcomes as JSON values for a file."""
    return {
        "plan": asdict(plan),
        "windows": [asdict(row) | {"joules_per_token": row.joules_per_token} for row in rows],
        "methods": [asdict(one) for one in found],
    }
