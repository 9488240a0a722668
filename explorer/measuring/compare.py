"""Compare methods on prompts, with interleaved runs. Each run gets a CSV row; a summary contains medians and ratios.

For each prompt, every repetition runs all methods one after another in a rotating order, so that a change of the
machine's speed affects all methods equally. Ratios are computed per prompt, relative to the first method, with a
bootstrap interval.
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
from decoders.models.steps import Progress
from decoders.pairs import Pair, no_progress
from explorer.cells import safe_cell
from explorer.measuring.turns import cpu_name, in_turns
from explorer.service.recording import run_once, versions
from explorer.service.request import RunRequest
from explorer.statistics import bootstrap
from explorer.trace.metrics import Totals
from explorer.version import about_explorer

WARM_UP = 8  # tokens of the discarded first run of every method
COLUMNS = (
    "tokens_per_s", "tokens_per_iteration", "acceptance", "drafted", "committed", "wasted", "perplexity", "kv_peak",
    "mean_width",
)  # fmt: skip


def compare(
    requests: Mapping[str, RunRequest], prompts: Path, repeat: int, out: Path, progress: Progress = no_progress
) -> dict[str, Any]:
    """Run each request on every prompt, write runs.csv and summary.json into `out`, and return the summary.

    `requests` maps labels to requests, which share one pair; their own prompts are ignored. Raises BadInput if
    the prompts cannot be used; earlier results then stay unchanged. A stopped comparison leaves runs.csv with the
    finished rows.
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
    (out / "summary.json").unlink(missing_ok=True)  # an old summary would not match the new rows
    with (out / "runs.csv").open("w", newline="", encoding="utf-8") as sink:
        writer = csv.writer(sink)
        for row in _runs(pair, requests, encoded, repeat):
            if not rows:
                writer.writerow(row)
            writer.writerow(map(safe_cell, row.values()))
            sink.flush()
            rows.append(row)
            progress("Comparing", len(rows) / total)
    summary = _about(pair, requests, prompts, repeat) | {"methods": summarise(rows)}
    write_whole(out / "summary.json", json.dumps(summary, indent=1, ensure_ascii=False) + "\n")
    return summary


def read_prompts(path: Path) -> list[dict[str, Any]]:
    """Read tasks with `id`, `prompt` and `category` (may be empty) from a file with one JSON object per line.

    Raises BadInput, which names the faulty line.
    """
    text = read_text(path, "--prompts with a JSON Lines file")
    lines = text.removesuffix("\n").split("\n") if text else []  # splitlines would also split inside JSON texts
    tasks = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            task = json.loads(line)
            prompt, category = task["prompt"], str(task.get("category", ""))
            if not isinstance(prompt, str):
                raise ValueError("the prompt is not text")
            tasks.append({"id": str(task.get("id", number)), "prompt": prompt, "category": category})
            "".join(tasks[-1].values()).encode()  # raises ValueError for an unpaired surrogate
        except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
            raise BadInput(
                f"Line {number} of {path} is not a JSON object whose prompt is a text. Correct this line."
            ) from None
    if not tasks:
        raise BadInput(f"{path} contains no prompts. Write one JSON object per line, each with a prompt.")
    again = next((one for one, times in Counter(task["id"] for task in tasks).items() if times > 1), None)
    if again is not None:  # ids must be unique, because results are stored by id
        raise BadInput(f"Two prompts in {path} have the id “{again[:60]}”. Make the ids unique, or remove them.")
    return tasks


def _runs(
    pair: Pair, requests: Mapping[str, RunRequest], encoded: Sequence[tuple[str, list[int]]], repeat: int
) -> Iterator[dict[str, Any]]:
    for again in range(repeat):
        for (name, ids), label in in_turns(requests, encoded, first=again):
            request = replace(requests[label], seed=requests[label].seed + again)
            yield {"method": label, "prompt": name, "repeat": again, **_measure(timed_run(request, pair, ids))}


class TimedStart:
    """A model wrapper that adds up the prefill time of its sessions, which the runner does not count as a pass."""

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
        """Forward all other attributes to the model."""
        return getattr(self._model, name)


@dataclass(frozen=True)
class Timed:
    """A finished run: its counts, its best beam, and its times in seconds."""

    counts: Totals
    best: BeamRecord
    wall: float  # from the call to the last token, prefill included
    cpu: float  # processor time of all threads, which other work on the machine affects least
    prefill: float  # of target and draft
    draft_prefill: float  # the draft's part, which is also part of the first iteration


def timed_run(request: RunRequest, pair: Pair, ids: list[int]) -> Timed:
    """Time one run. The run is recorded as in the app, so the time of the rules and the acceptance rate are those that
    a user sees.
    """
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
    """Turn a run into a row of runs.csv."""
    seconds = asdict(run.counts.seconds())
    return {
        "tokens_per_s": len(run.best.tokens) / seconds["total"],
        **asdict(run.counts.counts(run.best)),
        **{f"seconds_{key}": value for key, value in seconds.items()},
    }


def summarise(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Summarise rows per method: medians, quartiles of the speed, and the speed relative to the first method."""
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
    """The conditions of a comparison: pair, settings, versions and machine."""
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
        "presets": {label: request.preset for label, request in requests.items()},
        "versions": versions(real=pair.vocab is None),
        "explorer": about_explorer(),
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
    }
