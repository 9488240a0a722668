"""A race: recorded runs on one clock, and the sentence it ends in.

The clock is the recorded wall time of the iterations. Within one its passes stand one after the other from its start,
as long as each was recorded; what is left of it, rules and bookkeeping, comes after them. Its tokens come at its end.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from explorer.runs import timing
from explorer.runs.laws import differences
from explorer.runs.store import BUNDLED, PARSING, contents, find
from explorer.traces.format import Trace
from explorer.traces.metrics import best_beam
from explorer.traces.words.about import settings
from explorer.traces.words.race import HERE, RACE, RECORDED, TOY, Finish, lane, sentence

MOST = 4


@dataclass(frozen=True)
class Entrant:
    """A finished run: its header, what it came to, and its lane."""

    header: dict[str, Any]
    finish: Finish
    track: dict[str, Any]


def race(names: Sequence[str]) -> dict[str, Any]:
    """The tracks of some traces by name, the words, and the sentence. Raises BadInput."""
    if not 2 <= len(names) <= MOST or len(set(names)) < len(names):
        raise BadInput(f"a race has two to {MOST} different runs")
    paths = [find(name) for name in names]
    runs = [_entrant(name, path, path.stat().st_mtime_ns) for name, path in zip(names, paths, strict=True)]
    heads, times = [run.header for run in runs], timing.known(names) or [()] * len(runs)
    ends = [replace(run.finish, times=each) for run, each in zip(runs, times, strict=True)]
    unlike, where = differences(heads), _where(paths, heads)
    told = [lane(end, ends[0], where, unlike) for end in ends]
    tracks = [run.track | {"speed": speed} for run, speed in zip(runs, told, strict=True)]
    return {"tracks": tracks, "say": RACE, "sentence": sentence(ends, where, unlike)}


def _where(paths: Sequence[Path], heads: Sequence[dict[str, Any]]) -> str:
    """Where the times of a race come from: a table, the machine that recorded what is bundled, or this one."""
    if any(str(head["pair"]).startswith("toy:") for head in heads):
        return TOY
    return RECORDED if any(path.parent == BUNDLED for path in paths) else HERE


@lru_cache(maxsize=16)
def _entrant(name: str, path: Path, changed: int) -> Entrant:
    """What is bundled or recorded here was checked before it came here, so it is not checked again."""
    with PARSING:
        parts = [json.loads(line) for line in contents(name).splitlines()]
        if len(parts) < 3 or parts[-1]["kind"] != "summary" or parts[-1].get("stopped"):
            raise BadInput(f"the run {name} did not finish; run it again to race it")
        trace = Trace(parts[0], parts[1:-1], parts[-1])
        return Entrant(trace.header, finish(trace), track(name, trace) | {"settings": settings(trace.header)})


def finish(trace: Trace) -> Finish:
    """What a whole run came to. Raises BadInput for one whose trace leaves out what a race needs."""
    assert trace.summary is not None, "a race is of finished runs"
    timed = all("seconds" in one and one["final"].get("beams") for one in trace.iterations)
    if not timed or trace.summary["counts"].get("target_passes") is None:
        raise BadInput("this trace leaves out times, beams or counts, without which it cannot race; record it again")
    counts, seconds = trace.summary["counts"], sum(one["seconds"] for one in trace.iterations)
    passes = (made for one in trace.iterations for made in one["passes"])
    target = sum(made["seconds"] for made in passes if made["model"] == "target")
    return Finish(
        trace.title, tuple(trace.summary["tokens"]), counts["target_passes"], seconds, target, counts.get("drafted", 0)
    )


def track(name: str, trace: Trace) -> dict[str, Any]:
    """One run's lane: `passes` [model, from, to] and `frames` [at, tokens, target passes, kept, added], in seconds.

    A frame's text is the first `kept` characters of the one before and `added`: the best beam may become another.
    The trace is one that `finish` took.
    """
    texts: dict[str, str] = dict(trace.header.get("texts") or {})
    space = " " if str(trace.header["pair"]).startswith("toy:") else ""
    clock, done, shown = 0.0, 0, ""
    passes: list[list[Any]] = []
    frames: list[list[Any]] = []
    for iteration in trace.iterations:
        texts.update(iteration.get("texts") or {})
        at = clock
        for made in iteration["passes"]:
            passes.append([made["model"], _time(at), _time(at + made["seconds"])])
            at += made["seconds"]
            done += made["model"] == "target"
        clock = max(clock + iteration["seconds"], at)
        tokens = best_beam(iteration["final"]["beams"])["tokens"]
        text = space.join(texts.get(str(token), "") for token in tokens)
        same = "".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(shown, text, strict=False)))
        frames.append([_time(clock), len(tokens), done, _units(same), text[len(same) :]])
        shown = text
    return {"name": name, "title": trace.title, "total": _time(clock), "passes": passes, "frames": frames}


def _units(text: str) -> int:
    """Its length as JavaScript counts it."""
    return len(text.encode("utf-16-le")) // 2


def _time(seconds: float) -> float:
    """Seconds to the tenth of a microsecond: toy pairs take few of them."""
    return round(seconds, 7)


def race_json(names: Sequence[str]) -> str:
    """The same as JSON."""
    return json.dumps(race(names), ensure_ascii=False)
