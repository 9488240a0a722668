"""Compare methods on prompts: interleaved runs, one CSV row each, and a summary of medians and ratios.

Every repeat of every prompt runs all methods one after the other, in an order that rotates, so a drift of the
machine's speed meets them alike. Ratios are to the first method, per prompt, with a bootstrap interval.
"""

import csv
import json
import os
import platform
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from decoders.catalog import decoder
from decoders.core.decode import decode as run_step
from decoders.core.decoder import Decoder
from decoders.core.dice import Seeded
from decoders.core.record import BeamRecord
from decoders.core.runner import LanguageModel, Session
from decoders.errors import BadInput
from decoders.files import read_text
from decoders.pairs import Pair, load_pair, no_progress
from explorer.runs.recording import versions
from explorer.traces.metrics import Counts, best_of

RESAMPLES = 2000
COLUMNS = ("tokens_per_s", "tokens_per_iteration", "acceptance", "drafted", "wasted", "perplexity", "kv_peak")


@dataclass(frozen=True)
class Entrant:
    """One method with its settings, as `name` or `name:key=value:key=value` on the command line."""

    label: str
    decoder: Decoder
    settings: Any


def compare(
    methods: Sequence[str],
    pair: str,
    prompts: Path,
    max_new_tokens: int,
    repeat: int,
    out: Path,
    *,
    settings: dict[str, Any],
    seed: int = 0,
    raw: bool = False,
    device: str = "auto",
    dtype: str = "auto",
    progress: Any = no_progress,
) -> dict[str, Any]:
    """Run the comparison and write runs.csv and summary.json into `out`; returns the summary.

    Settings are given to every method that has them. Raises BadInput for an unknown method or unusable prompts.
    """
    entrants = entrants_of(methods, settings)
    tasks = read_prompts(prompts)
    out.mkdir(parents=True, exist_ok=True)
    loaded = load_pair(pair, device, dtype, progress)
    encoded = [(task["id"], loaded.encode(task["prompt"], raw)) for task in tasks]
    for _, ids in encoded:
        for one in entrants:
            one.decoder.check(loaded.models, len(ids), max_new_tokens)
    _warm_up(loaded, entrants, encoded[0][1])
    rows = []
    total = repeat * len(encoded) * len(entrants)
    with (out / "runs.csv").open("w", newline="", encoding="utf-8") as sink:
        writer: csv.DictWriter[str] | None = None
        for row in _runs(loaded, entrants, encoded, max_new_tokens, repeat, seed):
            writer = writer or _start(sink, row)
            writer.writerow(row)
            sink.flush()
            rows.append(row)
            progress("Comparing", len(rows) / total)
    summary = _about(loaded, entrants, prompts, max_new_tokens, repeat, seed) | {"methods": summarise(rows)}
    (out / "summary.json").write_text(json.dumps(summary, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return summary


def entrants_of(words: Sequence[str], settings: dict[str, Any]) -> list[Entrant]:
    """Methods as `name` or `name:key=value`. Raises BadInput for one that is unknown or named twice, and for shared
    settings that none of them has."""
    found = [entrant(word, settings) for word in words]
    labels = [one.label for one in found]
    if len(set(labels)) < len(labels):
        raise BadInput(f"{','.join(labels)} names a method twice; give it other settings, as in spd:gamma=4")
    known = {key for one in found for key in one.settings.__dataclass_fields__}
    for key in settings:
        if found and key not in known:
            raise BadInput(f"none of {', '.join(labels)} has a setting {key!r}; they have {', '.join(sorted(known))}")
    return found


def entrant(word: str, settings: dict[str, Any]) -> Entrant:
    """A method of the comparison, from `name` or `name:key=value:…`; shared settings apply where they exist."""
    name, *own = word.split(":")
    found = decoder(name.strip())
    keys = {one["key"] for one in found.describe()["settings"]}
    given = {key: value for key, value in settings.items() if key in keys}
    for part in own:
        key, equals, value = part.partition("=")
        if not equals:
            raise BadInput(f"{part!r} in {word!r} should be key=value, as in spd:gamma=4")
        if any(other.partition("=")[0] == key for other in own if other is not part):
            raise BadInput(f"{word!r} gives {key} twice; give each setting once")
        given[key] = value
    return Entrant(word.strip(), found, found.make_settings(given))


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


def _start(sink: Any, row: dict[str, Any]) -> "csv.DictWriter[str]":
    writer = csv.DictWriter(sink, fieldnames=list(row))
    writer.writeheader()
    return writer


def _warm_up(pair: Pair, entrants: Sequence[Entrant], ids: list[int]) -> None:
    for one in entrants:
        for _ in one.decoder.decode(ids, pair.models, one.settings, Seeded(0), 8, record=False):
            pass


def _runs(
    pair: Pair,
    entrants: Sequence[Entrant],
    encoded: Sequence[tuple[str, list[int]]],
    limit: int,
    repeat: int,
    seed: int,
) -> Iterator[dict[str, Any]]:
    for again in range(repeat):
        for place, (name, ids) in enumerate(encoded):
            turn = (again + place) % len(entrants)
            for one in (*entrants[turn:], *entrants[:turn]):
                yield {
                    "method": one.label,
                    "prompt": name,
                    "repeat": again,
                    **_measure(pair, one, ids, seed + again, limit),
                }


class TimedStart:
    """A model that adds up what its sessions take to start: the prefill, which is no pass of the runner."""

    def __init__(self, model: LanguageModel) -> None:
        self.vocab_size = model.vocab_size
        self.window = model.window
        self.seconds = 0.0
        self._model = model

    def start(self, prompt: Sequence[int]) -> Session:
        """See `runner.LanguageModel`."""
        begin = time.perf_counter()
        session = self._model.start(prompt)
        self.seconds += time.perf_counter() - begin
        return session

    def __getattr__(self, name: str) -> Any:
        """Whatever else the model has."""
        return getattr(self._model, name)


@dataclass(frozen=True)
class Timed:
    """One finished run: its counts, its answer, and seconds of wall time with and without what it all began with."""

    counts: Counts
    best: BeamRecord
    wall: float  # from the call to the last token, prefill included
    cpu: float  # seconds of processor time meanwhile, of all threads: what other work on the machine disturbs least
    prefill: float  # of the target and of the draft
    draft_prefill: float  # that of the draft alone, which lies inside the first iteration


def timed_run(pair: Pair, one: Entrant, ids: list[int], seed: int, limit: int) -> Timed:
    """One run, recorded as the app would, so that rule time and acceptance are those a user sees."""
    fitted = one.decoder.fit(pair.models, one.settings)
    one.decoder.check(fitted, len(ids), limit)
    target = TimedStart(fitted.target)
    draft = None if fitted.draft is None else TimedStart(fitted.draft)
    models = replace(fitted, target=target, draft=draft)
    begin, cpu = time.perf_counter(), time.process_time()
    iterations = list(run_step(one.decoder.step, ids, models, one.settings, Seeded(seed), limit))
    wall, cpu = time.perf_counter() - begin, time.process_time() - cpu
    counts = Counts()
    for iteration in iterations:
        counts.add(iteration)
    started = 0.0 if draft is None else draft.seconds
    return Timed(counts, best_of(iterations[-1].final.beams), wall, cpu, target.seconds + started, started)


def _measure(pair: Pair, one: Entrant, ids: list[int], seed: int, limit: int) -> dict[str, Any]:
    """One run as a row."""
    run = timed_run(pair, one, ids, seed, limit)
    seconds, found = run.counts.seconds(), run.counts.counts(run.best)
    return {
        "tokens_per_s": len(run.best.tokens) / seconds["total"],
        **found,
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


def bootstrap(values: np.ndarray) -> list[float]:
    """95 % interval of the median by resampling, with its own fixed seed."""
    random = np.random.Generator(np.random.PCG64(0))
    medians = np.median(random.choice(values, (RESAMPLES, len(values))), axis=1)
    return np.percentile(medians, [2.5, 97.5]).tolist()


def _about(
    pair: Pair, entrants: Sequence[Entrant], prompts: Path, limit: int, repeat: int, seed: int
) -> dict[str, Any]:
    """What the figures were made on."""
    return {
        "pair": pair.name,
        **pair.info,
        "prompts": prompts.name,
        "max_new_tokens": limit,
        "repeat": repeat,
        "seed": seed,
        "settings": {one.label: one.settings.__dict__ for one in entrants},
        "versions": versions(real=pair.vocab is None),
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def cpu_name() -> str:
    """The processor's name as the operating system gives it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
