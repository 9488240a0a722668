"""Record the traces of several methods with their measured energy, one after the other, into a folder.

What a GPU machine is asked to do in one command (`python -m explorer energy-traces`). Before each recorded run its
method runs unmeasured until the power has risen. A run is one window: what may be claimed of a difference needs repeat
mode, which the command can add.
"""

import gzip
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from decoders.files import write_whole
from decoders.pairs import Pair
from explorer.energy import run as energy
from explorer.energy.entrants import Progress, fitted, nothing, repetition
from explorer.energy.meter import idle_watts
from explorer.energy.report import report, sentences
from explorer.runs.compare import Entrant
from explorer.runs.recording import record
from explorer.traces.format import Trace, to_line

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
GOOD_SECONDS = 5.0  # energy §3: a shorter window has a wide band


@dataclass(frozen=True)
class Plan:
    """What to record, of which methods, how long."""

    methods: Sequence[Entrant]
    prompt: str
    tokens: int
    seed: int = 1
    raw: bool = False
    unmeasured: bool = False  # record even where nothing can be measured


def record_traces(pair: Pair, plan: Plan, folder: Path, progress: Progress) -> Iterator[tuple[str, Trace]]:
    """Write one trace a method (energy-NAME.jsonl.gz) and energy-traces.json; yields (name, trace) as they are done.

    Raises BadInput, before anything runs, where a method cannot run or nothing can be measured.
    """
    ids = pair.encode(plan.prompt, plan.raw)
    for one in plan.methods:
        fitted(pair, one, len(ids), plan.tokens)
    _baseline(pair, plan.unmeasured)
    folder.mkdir(parents=True, exist_ok=True)
    made: dict[str, dict[str, Any]] = {}
    names = _names(plan.methods)
    for place, (name, one) in enumerate(zip(names, plan.methods, strict=True)):
        progress(f"{one.label}: warming up", place / len(names))
        _warm_up(pair, one, ids, plan)
        progress(f"{one.label}: recording", (place + 0.3) / len(names))
        trace = _record(pair, one, plan, folder / f"{name}.jsonl.gz")
        made[name] = {"label": one.label} | report(trace)
        write_whole(folder / SUMMARY, json.dumps(made, indent=1, ensure_ascii=False) + "\n")
        yield name, trace
    progress("Done", 1.0)


def _baseline(pair: Pair, unmeasured: bool) -> None:
    """Measure the idle power before anything has warmed the device; it stands for the runs that follow."""
    choice = energy.pick(energy.devices_of(pair.models))
    if choice.source is None:
        if not unmeasured:
            raise nothing(choice.reason)
        return
    try:
        idle_watts(choice.source)
    finally:
        choice.source.close()


def files_of(methods: Sequence[Entrant]) -> list[str]:
    """The files that `record_traces` writes."""
    return [SUMMARY, *(f"{name}.jsonl.gz" for name in _names(methods))]


def _names(methods: Sequence[Entrant]) -> list[str]:
    """A file name for each; a method that comes again has a number."""
    seen: dict[str, int] = {}
    names = []
    for one in methods:
        seen[one.decoder.name] = seen.get(one.decoder.name, 0) + 1
        again = seen[one.decoder.name]
        names.append(f"{PREFIX}{one.decoder.name}" + (f"-{again}" if again > 1 else ""))
    return names


def _warm_up(pair: Pair, one: Entrant, ids: list[int], plan: Plan) -> None:
    run = repetition(pair, one, ids, min(plan.tokens, 32))
    begin = time.perf_counter()
    run(plan.seed)
    while time.perf_counter() - begin < RISE:
        run(plan.seed)


def _record(pair: Pair, one: Entrant, plan: Plan, path: Path) -> Trace:
    """One recorded run, written whole: a file that is there is complete."""
    given = {field: getattr(one.settings, field) for field in one.settings.__dataclass_fields__}
    parts = list(record(one.decoder.name, pair, plan.prompt, given, plan.seed, plan.tokens, raw=plan.raw))
    trace = Trace(parts[0], parts[1:-1], parts[-1])
    parts[0]["note"] = _note(trace)
    path.write_bytes(gzip.compress("".join(map(to_line, parts)).encode(), mtime=0))
    return trace


def _note(trace: Trace) -> str:
    """What the gallery says of it: whether, and on what, its energy was measured."""
    about = trace.header["energy"]
    if trace.summary is None or trace.summary["joules"] is None:
        return f"{trace.header['title']}: its energy is modelled only"
    return (
        f"{trace.header['title']}: energy measured by the {about['method']} of the {about['scope']}, {about['device']}"
    )


def told(name: str, trace: Trace) -> Iterator[str]:
    """A trace in lines; a window too short for a good number is said to be short."""
    yield f"{name}:"
    yield from (f"  {line}" for line in sentences(trace))
    seconds = ((trace.summary or {}).get("energy") or {}).get("seconds")
    if seconds is not None and seconds < GOOD_SECONDS:
        yield f"  its window is {seconds:.1f} s: more --max-new-tokens would narrow the band"
