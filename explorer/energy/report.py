"""A trace's energy in sentences and numbers, for the commands `show` and `energy` and for tables.

Measured and modelled energy have separate keys and sentences. Unknown values are None or "unknown", never 0. Torch is
not needed.
"""

from dataclasses import dataclass
from typing import Any

from explorer.energy.parts import Measured, Modelled, measured, modelled, tokens_after, why_not
from explorer.story.numbers import plural
from explorer.trace.format import Trace
from explorer.trace.lines import Coefficients


@dataclass(frozen=True)
class Work:
    """The work of a run, counted from its passes, without any hardware counter or coefficients.

    `bytes` is how many bytes both models together moved; None if the trace does not contain their sizes. `wasted` is
    the number of drafted tokens that were not committed, with duplicates counted separately; None for an incomplete
    trace.
    """

    tokens: int
    target_passes: int
    draft_passes: int
    target_weights: int | None  # bytes of the target's weights, which every pass reads once
    draft_weights: int | None
    bytes: int | None
    wasted: int | None

    def per_token(self, passes: int) -> float | None:
        """The number of passes per new token, which is how often the weights are read per token; None if there are no
        new tokens.
        """
        return passes / self.tokens if self.tokens else None

    def read(self, model: str) -> tuple[float, float]:
        """The bytes of a model's weights that are read per token, and how many times the weights are read per token."""
        target = model == "target"
        times = self.per_token(self.target_passes if target else self.draft_passes) or 0.0
        return times * ((self.target_weights if target else self.draft_weights) or 0), times

    @property
    def read_in_all(self) -> float:
        """The bytes of both models' weights that are read per token."""
        return self.read("target")[0] + self.read("draft")[0]


def work_of(trace: Trace) -> Work:
    """Count the work of a complete or incomplete trace."""
    models = [each.model for iteration in trace.iterations for each in iteration.passes]
    found, model = modelled(trace), trace.header.energy.model
    shapes = (model and model.shapes) or {}
    weights = {name: (one.matrix + one.vector + one.head) * one.value_bytes for name, one in shapes.items()}
    moved = None if found is None else sum(one.bytes for step in found.steps for one in step.values())
    return Work(
        max(tokens_after(trace), default=0),
        models.count("target"),
        models.count("draft"),
        weights.get("target"),
        weights.get("draft"),
        moved,
        trace.summary and trace.summary.counts.wasted,
    )


def report(trace: Trace, by: Coefficients | None = None) -> dict[str, Any]:
    """The numbers of a trace's energy as JSON values. `by` replaces the coefficients with which the trace was
    recorded.
    """
    done, known, made = work_of(trace), measured(trace), modelled(trace, by)
    return {
        "method": trace.header.method,
        "pair": trace.header.pair,
        "device": trace.header.device,
        "tokens": done.tokens,
        "measured": _measured(known, done) if known else {"method": "unavailable", "reason": why_not(trace)},
        "modelled": _modelled(made, done) if made else {"reason": _unmodelled(trace)},
        "work": {
            "target_passes": done.target_passes,
            "draft_passes": done.draft_passes,
            "bytes_moved": done.bytes,
            "tokens_wasted": done.wasted,
        },
    }


def _unmodelled(trace: Trace) -> str:
    model = trace.header.energy.model
    return (model and model.reason) or "the trace does not contain model sizes"


def _measured(known: Measured, done: Work) -> dict[str, Any]:
    return {
        "method": known.method,
        "scope": known.scope,
        "device": known.device,
        "joules": known.joules,
        "band": known.band,
        "joules_per_token": known.joules / done.tokens if done.tokens else None,
        "seconds": known.seconds,
        "resolution": known.resolution,
        "idle_watts": known.idle_watts,
        "apportioned": known.totals(),
    }


def _modelled(made: Modelled, done: Work) -> dict[str, Any]:
    total = sum(made.joules())
    return {
        "coefficients": made.coefficients.name,
        "source": made.coefficients.source,
        "joules": total,
        "joules_per_token": total / done.tokens if done.tokens else None,
        "split": made.split(),
    }


def sentences(trace: Trace, by: Coefficients | None = None) -> list[str]:
    """Three lines about a trace's energy: measured, modelled, and counted."""
    found, done = report(trace, by), work_of(trace)
    return [_measured_line(found["measured"]), _modelled_line(found["modelled"]), _work_line(done)]


def _measured_line(known: dict[str, Any]) -> str:
    if "joules" not in known:
        return f"measured energy: unknown ({known['reason']})"
    parts = ", ".join(f"{part} {value:.3g} J" for part, value in known["apportioned"].items())
    idle = "" if known["idle_watts"] is None else f"; idle {known['idle_watts']:.3g} W not subtracted"
    each = "" if known["joules_per_token"] is None else f", {known['joules_per_token']:.4g} J/token"
    return (
        f"measured energy: {known['joules']:.4g} J ± {known['band']:.2g}{each} ({known['method']} of the "
        f"{known['scope']}, {known['device']}, one update every {known['resolution']:g} s); by time: {parts}{idle}"
    )


def _modelled_line(made: dict[str, Any]) -> str:
    if "joules" not in made:
        return f"modelled energy: unknown ({made['reason']})"
    parts = ", ".join(f"{part} {value:.3g} J" for part, value in made["split"].items())
    each = "" if made["joules_per_token"] is None else f", {made['joules_per_token']:.4g} J/token"
    return f"modelled energy: {made['joules']:.4g} J{each} (MTAD Eq. 9 for {made['coefficients']}); {parts}"


def _work_line(done: Work) -> str:
    reads = [
        f"{name} weights read {done.per_token(passes):.3g} times"
        + ("" if size is None else f" ({size / 1e6:.4g} MB each)")
        for name, passes, size in (
            ("target", done.target_passes, done.target_weights),
            ("draft", done.draft_passes, done.draft_weights),
        )
        if passes and done.tokens
    ]
    moved = [] if done.bytes is None or not done.tokens else [f"{done.bytes / done.tokens / 1e6:.4g} MB moved"]
    if not reads:
        return "no new tokens"
    wasted = "" if done.wasted is None else f"; {plural(done.wasted, 'draft token')} wasted overall"
    return f"per token: {', '.join([*reads, *moved])}{wasted}"
