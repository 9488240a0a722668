"""AIPerf: the file `profile_export.jsonl`. Each of its lines has the acceptance of one request."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from explorer.imports.clocks import mismatch
from explorer.imports.engines.adapter import TIMES, Values
from explorer.imports.engines.vllm import CHANGES, DETAILED_FLAG, LAUNCHED, RULE, SETS, UNLESS, UNSEEN, acceptance
from explorer.imports.fields import Fields
from explorer.imports.record import Absent, Format, Request, Times

EXPORT = Format(
    "AIPerf", "profile_export.jsonl", "`--export-level records`, with a server that reports acceptance per request",
    "a histogram of accepted draft tokens per request, and every pass if the server reports it",
    (
        Absent("The order of the passes", f"Start vLLM with `{DETAILED_FLAG}`.", "order"),
        Absent("The text", "Run AIPerf with `--export-level raw`, and import the responses."),
        TIMES,
    ),
    f"Start vLLM with `{DETAILED_FLAG}`.",
    "AIPerf reports what its server did. " + RULE, launched=LAUNCHED,
    changes=CHANGES, unless=UNLESS, unseen=UNSEEN, sets=f"the server’s option, for vLLM {SETS}",
    measure="all output tokens divided by all seconds of `request_latency` (per request, end to end)",
)  # fmt: skip


MOST_NS = 10**19  # largest time, in nanoseconds since 1970


class Export(Values):
    """An adapter for the lines of `profile_export.jsonl`."""

    def takes(self, value: Mapping[str, Any]) -> bool:
        return isinstance(value.get("spec_decode_acceptance"), dict)

    def read(self, value: Mapping[str, Any], where: str) -> Iterator[Request]:
        fields = Fields(value, where)
        counts = fields.fields("spec_decode_acceptance")
        about = fields.fields("metadata") if isinstance(value.get("metadata"), dict) else fields
        name = about.text("x_request_id", 100) or about.text("request_id", 100)
        engine = counts.text("engine", 40)
        notes = (f"AIPerf names the engine of the server: {engine}.",) if engine else ()
        whole = _latency(value)
        start, end = (about.maybe_whole(f"request_{which}_ns", MOST_NS) for which in ("start", "end"))
        clock = ""
        if whole is not None and start is not None and end is not None:
            clock = mismatch(name or "a request", whole / 1000, (end - start) / 1e9)
        times = Times(whole=whole)
        yield replace(acceptance(counts), format=EXPORT, name=name, notes=notes, times=times, clock=clock)


def _latency(value: Mapping[str, Any]) -> float | None:
    """The milliseconds of the request; None if they are missing or have another unit."""
    metrics = value.get("metrics")
    found = metrics.get("request_latency") if isinstance(metrics, dict) else None
    if not isinstance(found, dict) or found.get("unit") != "ms":
        return None
    return Fields(found, "request_latency").maybe_number("value")
