"""Every metric, defined once (algorithms §6): from iterations as they come, or from a trace that was read."""

import math
from collections.abc import Sequence
from typing import Any

from decoders.core.record import BeamRecord, Iteration
from explorer.energy.report import sentences
from explorer.traces.format import Trace

# What the share called acceptance counts, in the same words wherever it is shown.
ACCEPTANCE = "accepted / judged drafted tokens"
ACCEPTANCE_WHY = (
    "Drafted tokens that verification accepted, over those it accepted or rejected; drafted tokens that it never came "
    "to (unused, orphaned) count in neither"
)

DRAWS = "Drafted and wasted count draws, copies of a beam each; the stage's timeline counts nodes, each once"


def best_of(beams: Sequence[BeamRecord]) -> BeamRecord:
    """The beam that is the answer: highest mean log p, the first on ties."""
    return max(beams, key=lambda beam: beam.logp / max(1, len(beam.tokens)))


class Counts:
    """Running totals over a run's iterations; works for `Iteration` objects and costs next to nothing."""

    def __init__(self) -> None:
        self._passes = {"draft": 0, "target": 0}
        self._seconds = {"draft": 0.0, "target": 0.0}
        self._fed = {"draft": 0, "target": 0}
        self._total = 0.0
        self._iterations = 0
        self._drafted = 0
        self._accepted = 0
        self._looked_at = 0
        self._peak = 0
        self._longest = 0
        self._widths: list[int] = []
        self._kept: list[int] = []

    def add(self, iteration: Iteration) -> None:
        """Count one iteration."""
        self._iterations += 1
        self._total += iteration.seconds
        for one in iteration.passes:
            self._passes[one.model] += 1
            self._seconds[one.model] += one.seconds
            self._fed[one.model] += len(one.nodes)
            self._peak = max(self._peak, one.kv)
        self._drafted += _drafted(iteration)
        beam_layers = [layer for layer in iteration.layers if {"inputs", "width", "accepted"} <= layer.keys()]
        self._widths += [layer["width"] for layer in beam_layers]
        self._kept += [layer["accepted"] for layer in beam_layers]
        decisions = [v.decision for v in iteration.verdicts]
        self._accepted += decisions.count("accepted")
        self._looked_at += decisions.count("accepted") + decisions.count("rejected")

    def counts(self, best: BeamRecord) -> dict[str, float | None]:
        """The counts of a summary. `accepted` counts accepted drafts, `wasted` those that were not.

        `acceptance` is accepted / judged, where `judged` counts the verdicts accepted and rejected (ACCEPTANCE_WHY).
        """
        emitted = len(best.tokens)
        passes = self._passes["target"]
        return {
            "iterations": self._iterations,
            "emitted": emitted,
            "target_passes": passes,
            "draft_passes": self._passes["draft"],
            "target_nodes": self._fed["target"],
            "draft_nodes": self._fed["draft"],
            "drafted": self._drafted,
            "accepted": self._accepted,
            "judged": self._looked_at,
            "wasted": max(0, self._drafted - self._accepted),
            "kv_peak": self._peak,
            "tokens_per_iteration": emitted / passes if passes else None,
            "acceptance": self._accepted / self._looked_at if self._looked_at else None,
            "perplexity": math.exp(-best.logp / emitted) if emitted and math.isfinite(best.logp) else None,
        }

    def widths(self) -> tuple[float, float] | None:
        """Average width W̄ of the layers of a beam method, and of their accepted beams alone (DSBD App. C.2)."""
        if not self._widths:
            return None
        return sum(self._widths) / len(self._widths), sum(self._kept) / len(self._kept)

    def seconds(self) -> dict[str, float]:
        """Wall time: passes of each model, and everything else (rules, recording)."""
        passes = self._seconds["target"] + self._seconds["draft"]
        return {"total": self._total, **self._seconds, "other": max(0.0, self._total - passes)}


def _drafted(iteration: Iteration) -> int:
    """Tokens that the draft drew, copies of a beam each; entries that the target drew upon a drafted node are its own.

    What was merged into another node of the graph was drawn once, there.
    """
    if iteration.entries:
        return sum(entry.q is not None for entry in iteration.entries)
    return sum(n.count for n in iteration.nodes if n.role == "draft" and n.origin in (None, n.id))


def describe(trace: Trace) -> str:
    """The text summary that `show` prints: what was run, what came out, one line per iteration."""
    head, end = trace.header, trace.summary
    settings = " ".join(f"{k}={v}" for k, v in head["settings"].items())
    rows = [
        f"{head['method']} on {head['pair']}, seed {head['seed']}, {head['device']} {head.get('dtype', '')}".rstrip(),
        f"settings: {settings or 'none'}",
        f"prompt: {head['prompt']!r} ({len(head['prompt_tokens'])} tokens)",
        *(_iteration_row(one) for one in trace.iterations),
    ]
    if end is not None:
        rows += ["text: " + repr(end["text"]), *_summary_rows(end)]
    rows += sentences(trace)
    if trace.incomplete:
        rows.append(f"incomplete: {trace.incomplete}")
    return "\n".join(rows)


def _iteration_row(one: dict[str, Any]) -> str:
    marks = {"accepted": "+", "merged": "m", "rejected": "x", "unused": ".", "orphaned": "o"}
    marks |= {"residual": "r", "bonus": "b", "fill": "f", "committed": "t"}
    line = "".join(marks[v["decision"]] for v in one["verdicts"])
    made = one["final"].get("tokens", [])
    live = len(one["final"].get("beams", []))
    return f"iteration {one['index']:>3}: {line or '-'}  {len(made)} tokens final, {live} beam{'s' * (live != 1)}"


def _summary_rows(end: dict[str, Any]) -> list[str]:
    counts, seconds = end["counts"], end["seconds"]
    total = seconds.get("total") or 0.0
    speed = f", {counts['emitted'] / total:.1f} tokens/s" if total and counts.get("emitted") else ""
    words = {"acceptance": f"acceptance ({ACCEPTANCE})"}
    shown = ", ".join(f"{words.get(k, k.replace('_', ' '))} {v:.4g}" for k, v in counts.items() if v is not None)
    times = ", ".join(f"{k} {v:.3g}" for k, v in seconds.items())
    return [f"counts: {shown}", f"seconds: {times}{speed}"]
