"""Record traces of several methods with measured energy into a folder (`python -m explorer energy-traces`).

Before each recorded run, its method runs unmeasured until the power has risen. Each run is measured only once. To show
a difference between methods, use repeat mode (the option --repeat).
"""

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from decoders.files import write_whole
from decoders.models.steps import Progress
from decoders.pairs import Pair
from explorer.energy import run as energy
from explorer.energy.meter import idle_watts
from explorer.energy.repeat import rise
from explorer.energy.report import report, sentences
from explorer.measuring.repeat import nothing, repetition
from explorer.service.recording import record
from explorer.service.request import RunRequest
from explorer.trace.format import Trace, lines, trace_of

SAMPLED = "temperature=1:top_k=10:top_p=0.9"
METHODS = (
    "greedy",
    f"multinomial:{SAMPLED}",
    f"spd:{SAMPLED}",
    "dsbd:temperature=1:top_k=10:top_p=0.8",
    "gsd",
    f"mtad:{SAMPLED}",
)
PROMPT = "Write a long story about a lighthouse keeper who learns to speak with the sea. Describe every day of a week."
PREFIX = "energy-"
SUMMARY = "energy-traces.json"
RISE = 1.0  # seconds that a method runs before it is measured
GOOD_SECONDS = 5.0  # a shorter window has a large uncertainty


def record_traces(
    pair: Pair, requests: Mapping[str, RunRequest], folder: Path, progress: Progress, *, unmeasured: bool = False
) -> Iterator[tuple[str, Trace]]:
    """Write one trace per request (energy-NAME.jsonl.gz) and energy-traces.json; yield each (name, trace) when done.

    With `unmeasured`, traces are also recorded if energy cannot be measured. Raises BadInput before anything runs if a
    method cannot run, or if energy cannot be measured and `unmeasured` is False.
    """
    for request in requests.values():
        request.on(pair)
    _baseline(pair, unmeasured)
    folder.mkdir(parents=True, exist_ok=True)
    made: dict[str, dict[str, Any]] = {}
    names = names_of(requests)
    for place, (name, label) in enumerate(names.items()):
        request, share = requests[label], place / len(names)
        work = repetition(replace(request, limit=min(request.limit, 32)), pair)
        rise(work, request.seed, RISE, lambda what, about=label, at=share: progress(f"{about}: {what}", at))
        progress(f"{label}: recording", (place + 0.3) / len(names))
        trace = _record(request, pair, folder / f"{name}.jsonl.gz")
        made[name] = {"label": label} | report(trace)
        write_whole(folder / SUMMARY, json.dumps(made, indent=1, ensure_ascii=False) + "\n")
        yield name, trace
    progress("Done", 1.0)


def _baseline(pair: Pair, unmeasured: bool) -> None:
    """Measure the idle power before any work warms the device. All following runs use this number."""
    choice = energy.pick(energy.devices_of(pair.models))
    if choice.source is None:
        if not unmeasured:
            raise nothing(choice.reason)
        return
    try:
        idle_watts(choice.source)
    finally:
        choice.source.close()


def files_of(requests: Mapping[str, RunRequest]) -> list[str]:
    """The files that `record_traces` writes."""
    return [SUMMARY, *(f"{name}.jsonl.gz" for name in names_of(requests))]


def names_of(requests: Mapping[str, RunRequest]) -> dict[str, str]:
    """The label of each trace by its name; a repeated method gets a number."""
    seen: Counter[str] = Counter()
    names = {}
    for label, request in requests.items():
        seen[request.method] += 1
        again = seen[request.method]
        names[f"{PREFIX}{request.method}" + (f"-{again}" if again > 1 else "")] = label
    return names


def _record(request: RunRequest, pair: Pair, path: Path) -> Trace:
    """Record one run and write its file at once, so that the file is never incomplete."""
    trace = trace_of(record(request, pair))
    trace.header = replace(trace.header, note=_note(trace))
    path.write_bytes(gzip.compress("".join(lines(trace)).encode(), mtime=0))
    return trace


def _note(trace: Trace) -> str:
    """The trace's note for the gallery: whether and how its energy was measured."""
    about, title = trace.header.energy, trace.header.title
    if trace.summary is None or trace.summary.joules is None:
        return f"{title}: energy modelled, not measured"
    return f"{title}: energy measured by the {about.method} of the {about.scope} ({about.device})"


def lines_about(name: str, trace: Trace) -> Iterator[str]:
    """Lines about a trace's energy, with a warning if the measured time is too short for a precise number."""
    yield f"{name}:"
    yield from (f"  {line}" for line in sentences(trace))
    window = trace.summary and trace.summary.energy
    seconds = window and window.seconds
    if seconds is not None and seconds < GOOD_SECONDS:
        yield f"  measured for only {seconds:.1f} s; a larger --max-new-tokens would narrow the band"
