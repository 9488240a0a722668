"""Divide the measured energy of a trace among iterations and passes. Modelled energy is kept separate.

Only a run's total is measured, because an iteration is often shorter than one update of the counter. The total is
divided in proportion to time, and its uncertainty (band) is the energy of one update. Modelled energy has its own type,
so that no curve can mix measured and modelled energy. Torch is not needed.
"""

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from decoders.core.record import Iteration
from explorer.energy.boards import DEFAULT
from explorer.energy.meter import band_joules
from explorer.energy.model import Cost, counted, flop_joules, joules, memory_joules
from explorer.trace.format import Trace
from explorer.trace.lines import Coefficients, EnergySource, IterationLine

PARTS: tuple[str, ...] = ("draft", "verify", "other")
MERGED = 4  # minimum number of source updates per point of the power curve
Span = tuple[float, float, str]  # from and to (seconds of the window), and one of PARTS


@dataclass(frozen=True)
class Measured:
    """Measured energy of a run. `steps[i]` contains iteration i's joules by part; `outside` is the rest."""

    method: str
    scope: str
    device: str
    joules: float
    seconds: float
    band: float  # uncertainty: joules during one update of the source
    resolution: float
    idle_watts: float | None
    steps: tuple[dict[str, float], ...]
    outside: float  # joules of the prompt pass and of the time between iterations
    tokens: tuple[int, ...]  # new tokens of the longest beam after each iteration

    def totals(self) -> dict[str, float]:
        """Joules by part, `outside` included. They add up to the total."""
        return {part: sum(step[part] for step in self.steps) for part in PARTS} | {"outside": self.outside}

    def cumulative(self) -> list[float]:
        """Cumulative joules at the end of each iteration, without `outside`."""
        return list(accumulate(sum(step.values()) for step in self.steps))


@dataclass(frozen=True)
class Modelled:
    """Modelled energy of a run (MTAD Eq. 9). `steps[i]` contains iteration i's cost by model."""

    coefficients: Coefficients
    steps: tuple[dict[str, Cost], ...]
    tokens: tuple[int, ...]

    def joules(self) -> list[float]:
        """Joules of each iteration."""
        return [sum(joules(one, self.coefficients) for one in step.values()) for step in self.steps]

    def cumulative(self) -> list[float]:
        """Cumulative joules at the end of each iteration."""
        return list(accumulate(self.joules()))

    def split(self) -> dict[str, float]:
        """Joules by use: the weights of each model, the KV cache, and arithmetic."""
        by, parts = self.coefficients, dict.fromkeys(SPLIT, 0.0)
        for step in self.steps:
            for name, one in step.items():
                read = one.weights * by.joules_per_byte
                parts[f"{name} weights"] += read
                parts["KV cache"] += memory_joules(one, by) - read
                parts["arithmetic"] += flop_joules(one, by)
        return parts


SPLIT: tuple[str, ...] = ("target weights", "draft weights", "KV cache", "arithmetic")


def tokens_after(trace: Trace) -> tuple[int, ...]:
    """New tokens of the longest beam after each iteration."""
    return tuple(max((len(beam.tokens) for beam in one.final.beams), default=0) for one in trace.iterations)


def seconds_of(iteration: Iteration) -> dict[str, float]:
    """The wall time of an iteration by part, in seconds."""
    spent = dict.fromkeys(PARTS, 0.0)
    for each in iteration.passes:
        spent["verify" if each.model == "target" else "draft"] += each.seconds
    spent["other"] = max(0.0, iteration.seconds - spent["draft"] - spent["verify"])
    return spent


def measured(trace: Trace) -> Measured | None:
    """The measured energy of a trace, distributed among its parts in proportion to time; None if it was not measured
    (see `why_not`).
    """
    found = _total(trace)
    if found is None:
        return None
    total, window = found
    about = trace.header.energy
    seconds = [seconds_of(one) for one in trace.iterations]
    inside = sum(sum(one.values()) for one in seconds)
    whole = max(window, inside) or 1.0  # if no time passed, every part is 0
    steps = tuple({part: total * (value / whole) for part, value in one.items()} for one in seconds)
    resolution = about.resolution or 0.0
    return Measured(
        about.method,
        about.scope or "",
        about.device or trace.header.device,
        total,
        window,
        band_joules(total, window, resolution),
        resolution,
        about.idle_watts,
        steps,
        total - sum(sum(step.values()) for step in steps),
        tokens_after(trace),
    )


def _total(trace: Trace) -> tuple[float, float] | None:
    """The joules and seconds of the window. For an incomplete run, these are the values up to its last sample."""
    if trace.summary is not None:
        total, window = trace.summary.joules, trace.summary.energy and trace.summary.energy.seconds
        return None if total is None else (total, window or trace.summary.seconds.total or 0.0)
    last = next(reversed(samples(trace)), None)
    return None if last is None or last[1] <= 0 else (last[1], last[0])


def why_not(trace: Trace) -> str:
    """The reason why there is no measured energy, as a clause without a full stop."""
    window = trace.summary and trace.summary.energy
    reason = (window and window.reason) or trace.header.energy.reason
    return reason or "the trace does not say why its energy was not measured"


def samples(trace: Trace) -> list[tuple[float, float]]:
    """All samples (seconds, joules) of a trace, in order."""
    parts = [*(one.energy for one in trace.iterations), trace.summary and trace.summary.energy]
    return [(at, value) for part in parts if part is not None for at, value in part.samples or ()]


def power(trace: Trace) -> list[tuple[float, float]]:
    """Points (seconds, watts) between samples.

    No point is added while the counter has not changed, so no point is 0. A point spans at least MERGED updates of the
    source, because a sample can see an update up to one whole update too late.
    """
    points: list[tuple[float, float]] = []
    shortest = MERGED * (trace.header.energy.resolution or 0.0)
    known: tuple[float, float] | None = (0.0, 0.0)
    for at, value in samples(trace):
        if value > known[1] and at > known[0] and at - known[0] >= shortest:
            points.append(((known[0] + at) / 2, (value - known[1]) / (at - known[0])))
            known = at, value
    return points


def spans(trace: Trace) -> list[Span]:
    """The time spans of drafting, verifying and other work. In each iteration, other work comes last."""
    made: list[Span] = []
    for one in trace.iterations:
        if one.energy is None or one.energy.from_ is None or one.energy.to is None:
            continue
        at, end = one.energy.from_, one.energy.to
        for run in one.passes:
            after = max(at, min(end, at + run.seconds))
            made.append((at, after, "verify" if run.model == "target" else "draft"))
            at = after
        if end > at:
            made.append((at, end, "other"))
    return made


def stage_header(about: EnergySource) -> dict[str, Any]:
    """The parts of a header's `energy` that the stage shows: the measuring method, and the modelled device."""
    by = about.model and about.model.coefficients
    kept = {"method": about.method, "reason": about.reason, "scope": about.scope, "resolution": about.resolution}
    return {key: value for key, value in kept.items() if value is not None} | {"model": by and by.name}


def stage_model(iteration: IterationLine, about: EnergySource) -> dict[str, float] | None:
    """An iteration's modelled joules by model, from its counts; None if nothing was counted."""
    energy, by = iteration.energy, about.model and about.model.coefficients
    if by is None or energy is None or energy.bytes is None or energy.flops is None:
        return None
    parts = {name: Cost(energy.bytes.get(name, 0), energy.flops.get(name, 0)) for name in ("draft", "target")}
    return {name: joules(one, by) for name, one in parts.items()}


def modelled(trace: Trace, by: Coefficients | None = None) -> Modelled | None:
    """The modelled energy; None if passes cannot be counted. `by` replaces the trace's own coefficients."""
    model = trace.header.energy.model
    if model is None or not model.shapes or "target" not in model.shapes:
        return None
    steps = tuple(counted(model.shapes, one.passes) for one in trace.iterations)
    return Modelled(by or model.coefficients or DEFAULT, steps, tokens_after(trace))
