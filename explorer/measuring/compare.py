"""Compare methods on prompts: interleaved runs, one CSV row each, and a summary of medians and ratios.

Every repeat of every prompt runs all methods one after the other, in an order that rotates, so a drift of the
machine's speed meets them alike. Ratios are to the first method, per prompt, with a bootstrap interval.
"""

import csv
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from decoders.core.decode import best_of
from decoders.core.decode import decode as run_step
from decoders.core.dice import Seeded
from decoders.core.record import BeamRecord
from decoders.core.runner import LanguageModel, ReadingSession, Session
from decoders.errors import BadInput
from decoders.files import read_text, write_whole
from decoders.models.loading.fetch import Progress
from decoders.pairs import Pair, no_progress
from explorer.measuring.turns import cpu_name, in_turns
from explorer.service.recording import run_once, versions
from explorer.service.request import RunRequest
from explorer.statistics import bootstrap
from explorer.trace.metrics import Totals
from explorer.version import about_explorer

WARM_UP = 8  # tokens of a run of every method that is thrown away
COLUMNS = (
    "tokens_per_s", "tokens_per_iteration", "acceptance", "drafted", "committed", "wasted", "perplexity", "kv_peak",
    "mean_width",
)  # fmt: skip


def compare(
    requests: Mapping[str, RunRequest], prompts: Path, repeat: int, out: Path, progress: Progress = no_progress
) -> dict[str, Any]:
    """Run each request on every prompt and write runs.csv and summary.json into `out`; returns the summary.

    `requests` are by label and of one pair; their own prompts are not looked at. Raises BadInput for unusable prompts;
    results of an earlier comparison are then left as they are. A comparison that is stopped leaves its rows alone.
    """
    tasks = read_prompts(prompts)
    first = next(iter(requests.values()))
    pair = first.load(progress)
    encoded = [(task["id"], first.read(pair, task["prompt"]).ids) for task in tasks]
    for _, ids in encoded:
        for request in requests.values():
            request.decoder.check(pair.models, len(ids), request.limit)
    for request in requests.values():
        run_once(replace(request, limit=WARM_UP), request.fitted(pair), encoded[0][1])
    rows: list[dict[str, Any]] = []
    total = repeat * len(encoded) * len(requests)
    out.mkdir(parents=True, exist_ok=True)
    (out / "summary.json").unlink(missing_ok=True)  # it is of other rows than those that are written now
    with (out / "runs.csv").open("w", newline="", encoding="utf-8") as sink:
        writer = csv.writer(sink)
        for row in _runs(pair, requests, encoded, repeat):
            if not rows:
                writer.writerow(row)
            writer.writerow(row.values())
            sink.flush()
            rows.append(row)
            progress("Comparing", len(rows) / total)
    summary = _about(pair, requests, prompts, repeat) | {"methods": summarise(rows)}
    write_whole(out / "summary.json", json.dumps(summary, indent=1, ensure_ascii=False) + "\n")
    return summary


def read_prompts(path: Path) -> list[dict[str, Any]]:
    """Tasks with `id`, `prompt` and `category` (may be empty), one JSON object a line.

    Raises BadInput naming the line that is wrong.
    """
    text = read_text(path, "--prompts a file of JSON lines")
    lines = text.removesuffix("\n").split("\n") if text else []  # JSON may hold other ends of lines
    tasks = []
    for number, line in enumerate(lines, 1):
        try:
            task = json.loads(line)
            category = str(task.get("category", ""))
            tasks.append({"id": str(task.get("id", number)), "prompt": str(task["prompt"]), "category": category})
            "".join(tasks[-1].values()).encode()  # half a surrogate pair is no character: ValueError
        except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
            raise BadInput(f"line {number} of {path} should be a JSON object with a prompt") from None
    if not tasks:
        raise BadInput(f"--prompts {path} is empty; give one JSON object with a prompt per line")
    again = next((one for one, times in Counter(task["id"] for task in tasks).items() if times > 1), None)
    if again is not None:  # results are kept by id
        raise BadInput(f"two prompts of {path} have the id {again[:60]!r}; give each its own, or none an id")
    return tasks


def _runs(
    pair: Pair, requests: Mapping[str, RunRequest], encoded: Sequence[tuple[str, list[int]]], repeat: int
) -> Iterator[dict[str, Any]]:
    for again in range(repeat):
        for (name, ids), label in in_turns(requests, encoded, first=again):
            request = replace(requests[label], seed=requests[label].seed + again)
            yield {"method": label, "prompt": name, "repeat": again, **_measure(timed_run(request, pair, ids))}


class TimedStart:
    """A model that adds up what its sessions take to start: the prefill, which is no pass of the runner."""

    def __init__(self, model: LanguageModel) -> None:
        self.vocab_size = model.vocab_size
        self.window = model.window
        self.seconds = 0.0
        self._model: Any = model

    def start(self, prompt: Sequence[int]) -> Session:
        """See `runner.LanguageModel`."""
        return self._timed(lambda: self._model.start(prompt))

    def start_after(self, prompt: Sequence[int], seen: Any) -> ReadingSession:
        """See `runner.ReadingDraft`."""
        return self._timed(lambda: self._model.start_after(prompt, seen))

    def _timed(self, start: Callable[[], Any]) -> Any:
        begin = time.perf_counter()
        session = start()
        self.seconds += time.perf_counter() - begin
        return session

    def __getattr__(self, name: str) -> Any:
        """Whatever else the model has."""
        return getattr(self._model, name)


@dataclass(frozen=True)
class Timed:
    """One finished run: its counts, its answer, and seconds of wall time with and without what it all began with."""

    counts: Totals
    best: BeamRecord
    wall: float  # from the call to the last token, prefill included
    cpu: float  # seconds of processor time meanwhile, of all threads: what other work on the machine disturbs least
    prefill: float  # of the target and of the draft
    draft_prefill: float  # that of the draft alone, which lies inside the first iteration


def timed_run(request: RunRequest, pair: Pair, ids: list[int]) -> Timed:
    """One run, recorded as the app would, so that rule time and acceptance are those a user sees."""
    fitted = request.fitted(pair).models
    request.decoder.check(fitted, len(ids), request.limit)
    target = TimedStart(fitted.target)
    draft = None if fitted.draft is None else TimedStart(fitted.draft)
    models = replace(fitted, target=target, draft=draft)
    dice = Seeded(request.seed)
    begin, cpu = time.perf_counter(), time.process_time()
    iterations = list(run_step(request.decoder.step, ids, models, request.chosen, dice, request.limit))
    wall, cpu = time.perf_counter() - begin, time.process_time() - cpu
    counts = Totals()
    for iteration in iterations:
        counts.add(iteration)
    started = 0.0 if draft is None else draft.seconds
    return Timed(counts, best_of(iterations[-1].final.beams), wall, cpu, target.seconds + started, started)


def _measure(run: Timed) -> dict[str, Any]:
    """One run as a row."""
    seconds = asdict(run.counts.seconds())
    return {
        "tokens_per_s": len(run.best.tokens) / seconds["total"],
        **asdict(run.counts.counts(run.best)),
        **{f"seconds_{key}": value for key, value in seconds.items()},
    }


def summarise(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Medians per method, quartiles of the speed, and the ratio of speeds to the first method."""
    labels = list(dict.fromkeys(row["method"] for row in rows))
    base = _by_run(rows, labels[0])
    made = []
    for label in labels:
        mine = [row for row in rows if row["method"] == label]
        medians = {key: _median([row[key] for row in mine]) for key in COLUMNS}
        speeds = np.array([row["tokens_per_s"] for row in mine])
        own = _by_run(rows, label)
        ratios = np.array([own[key] / base[key] for key in base if key in own])
        total = sum(row["seconds_total"] for row in mine)
        made.append(
            {
                "method": label,
                **medians,
                "tokens_per_s_quartiles": np.percentile(speeds, [25, 75]).tolist(),
                "rule_share": sum(row["seconds_other"] for row in mine) / total,
                "mean_tokens_per_iteration": sum(r["emitted"] for r in mine) / sum(r["target_passes"] for r in mine),
                f"ratio_to_{labels[0]}": float(np.median(ratios)),
                "ratio_interval": bootstrap(ratios),
            }
        )
    return made


def _by_run(rows: Sequence[dict[str, Any]], label: str) -> dict[tuple[str, int], float]:
    return {(row["prompt"], row["repeat"]): row["tokens_per_s"] for row in rows if row["method"] == label}


def _median(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.median(known)) if known else None


def _about(pair: Pair, requests: Mapping[str, RunRequest], prompts: Path, repeat: int) -> dict[str, Any]:
    """What the figures were made on."""
    first = next(iter(requests.values()))
    return {
        "pair": pair.name,
        **pair.info,
        "prompts": prompts.name,
        "max_new_tokens": first.limit,
        "repeat": repeat,
        "seed": first.seed,
        "raw": first.raw,
        **first.extras(),
        "settings": {label: asdict(request.chosen) for label, request in requests.items()},
        "versions": versions(real=pair.vocab is None),
        "explorer": about_explorer(),
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
    }
