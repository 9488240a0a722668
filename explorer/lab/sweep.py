"""Run an experiment item by item, in one process, in several, or as Ray tasks. Finished items are stored at once.

Items are ordered by task. The cells of a task come one after another in a rotating order, so that a change of the
machine's speed affects them equally. A failed item is stored with its reason and not repeated. An item whose worker was
killed is tried at most three times. Timings are reliable only with one worker.
"""

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from threading import Thread
from typing import Any

from decoders.core.checkpoint import checkpoint
from decoders.errors import BadInput
from decoders.files import read_text, write_whole
from decoders.models.torch import device
from decoders.pairs import Pair, load_pair
from explorer.lab import measure
from explorer.lab.analysis.results import FILES, Results, cells_of
from explorer.lab.catalog import experiment_of
from explorer.lab.cluster import lines_of
from explorer.lab.data.data_sets import JUDGED_BY
from explorer.lab.data.humaneval import scored
from explorer.lab.data.tasks import Source
from explorer.lab.experiment import Cell, Context, Experiment, Task
from explorer.lab.grids import read_grid
from explorer.lab.journal import NAME, Journal
from explorer.measuring.turns import cpu_name, rotated
from explorer.service.recording import versions
from explorer.service.request import RunRequest
from explorer.version import about_explorer

GRID = "grid.toml"  # copy of a custom grid, stored with its results
TRIES = 3  # maximum number of attempts if workers are killed
KILLED = f"Its worker was killed {TRIES} times. Use more memory or a smaller pair."
Line = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """The plan of a sweep. `experiment` is a name or the path of a grid.

    `around` are fields of RunRequest as JSON values: the context of every prompt, and `ignore_eos`.
    """

    experiment: str
    pair: str
    tasks: tuple[Task, ...]
    seeds: tuple[int, ...] = (0,)
    limit: int = 64
    cells: int = 0  # maximum number of cells, 0: all
    raw: bool = False
    device: str = "auto"
    dtype: str = "auto"
    engine: str = "auto"
    sources: tuple[Source, ...] = ()  # sources of the tasks, with licences
    around: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class Item:
    """One cell on one task with one seed; `id` also depends on the settings and the prompt."""

    id: str
    cell: Cell
    task: Task
    seed: int


@dataclass(frozen=True)
class State:
    """The progress of a sweep: finished, total and failed items, and the estimated seconds left (None if unknown)."""

    done: int
    total: int
    failed: int
    left: float | None


Progress = Callable[[State], object]


def find(name: str) -> Experiment:
    """An experiment by its name, or the grid in a .toml file. Raises BadInput if neither exists."""
    return read_grid(Path(name)) if name.endswith(".toml") else experiment_of(name)


def items_of(experiment: Experiment, plan: Plan) -> list[Item]:
    """All items of a plan, in the order in which a single process runs them."""
    cells, made = experiment.chosen(plan.cells), list[Item]()
    for place, task in enumerate(filter(experiment.fits, plan.tasks)):
        for seed in plan.seeds:
            made += [Item(_id(cell, task, seed, plan), cell, task, seed) for cell in rotated(cells, place)]
    return made


def _id(cell: Cell, task: Task, seed: int, plan: Plan) -> str:
    what = json.dumps(
        [cell.method, dict(cell.settings), asdict(task), plan.limit, plan.raw, *([plan.around] if plan.around else [])],
        sort_keys=True,
        default=str,
    )
    return f"{cell.label}|{task.data}|{task.id}|{seed}|{hashlib.sha256(what.encode()).hexdigest()[:10]}"


def about(experiment: Experiment, plan: Plan, pair: Pair, workers: int) -> dict[str, Any]:
    """The conditions under which rows are measured. They must not have changed when a sweep is resumed."""
    threads = device.threads() if pair.vocab is None else None
    return {
        "experiment": GRID if plan.experiment.endswith(".toml") else experiment.name,
        "cells": cells_of(experiment),
        "pair": pair.name,
        **pair.info,
        "limit": plan.limit,
        "raw": plan.raw,
        **plan.around,
        "data": list(plan.sources),
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "threads": threads,
        "workers": workers,
        "versions": versions(real=pair.vocab is None),
        "explorer": about_explorer(),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def sweep(
    plan: Plan,
    out: Path,
    *,
    workers: int = 1,
    ray: str | None = None,
    progress: Progress = lambda state: None,
    cancelled: Callable[[], bool] = lambda: False,
    pair: Pair | None = None,
    command: str = "",
    minutes: float | None = None,
    files: Sequence[str] = FILES,
) -> Results:
    """Run the unfinished items of a plan, write tables (`files`) into `out`, and return all results.

    `ray` is the address of a Ray cluster, or "local" to start one on this machine. `pair` is the plan's pair, if it is
    already loaded. `command` is stored with the results. With `minutes`, the sweep ends before the first prompt that
    does not fit into this time. The time of earlier, interrupted parts of the sweep counts, too. Either all cells of a
    prompt are run or none. A cancelled sweep returns the results so far. Raises BadInput if the plan cannot be run.
    """
    experiment = find(plan.experiment)
    check(experiment, plan)
    loaded = load_pair(plan.pair, plan.device, plan.dtype, engine=plan.engine) if pair is None else pair
    journal, items = Journal(out / NAME), items_of(experiment, plan)
    free = () if experiment.timed else ("workers",)  # the number of processes changes only times
    with journal.writing(about(experiment, plan, loaded, workers) | {"command": command}, free):
        todo = [item for item in items if item.id not in journal.items]
        if plan.experiment.endswith(".toml"):
            write_whole(out / GRID, read_text(Path(plan.experiment), "a grid as TOML"))
        watch = _Watch(journal, items, len(todo), progress)
        watch.tell()
        spent = _Purse(journal, items, minutes).spent
        for line in _lines(plan, loaded, todo, workers, ray, cancelled, spent):
            journal.add(line)
            watch.tell()
    found = results(out)
    found.export(out, files)
    return found


def check(experiment: Experiment, plan: Plan) -> None:
    """Raise BadInput, before anything is loaded, if a plan cannot be run."""
    if not plan.tasks:
        raise BadInput("No prompts are given. Use --prompts FILE or --data KIND:FILE (or KIND:hub).")
    if not any(map(experiment.fits, plan.tasks)):
        raise BadInput(
            f"The experiment {experiment.name} measures quality and needs tasks for {' or '.join(experiment.scorers)}. "
            f"Use, for example, --data {JUDGED_BY[experiment.scorers[0]]}:FILE."
        )
    if experiment.measure is measure.batches and plan.pair.startswith("toy:"):
        raise BadInput(
            f"The experiment {experiment.name} measures how long passes take, but a toy pair is a table without such "
            "times. Use --pair with a language-model pair such as smollm2."
        )
    for cell in experiment.chosen(plan.cells):
        if cell.method:  # a cell without a method measures the target alone
            RunRequest(cell.method, plan.pair, "", cell.settings, limit=plan.limit, raw=plan.raw, **plan.around)


def results(out: Path) -> Results:
    """Read the results in a folder's journal. Raises BadInput if there is no journal, or if the journal contains rows
    of unknown cells.
    """
    journal = Journal(out / NAME)
    if not journal.about:
        raise BadInput(f"{out} contains no results. Use the --out folder of a sweep.")
    name = journal.about["experiment"]
    found = Results(find(str(out / GRID) if name == GRID else name), journal.about)
    labels = {cell.label for cell in found.experiment.cells}
    for line in journal.items.values():
        strange = [row["cell"] for row in line.get("rows", []) if row["cell"] not in labels]
        if strange:
            raise BadInput(
                f"{out} contains rows for the cell {strange[0]}, which {name} does not have. "
                "Measure again with another --out."
            )
        found.rows += line.get("rows", [])
        found.failed += [line["row"] | {"failed": line["failed"]}] if "failed" in line else []
    found.rows = scored(out, found.rows)
    return found


class _Watch:
    """Counts finished items, and estimates from the speed so far how long the rest will take."""

    def __init__(self, journal: Journal, items: Sequence[Item], todo: int, progress: Progress) -> None:
        self._journal, self._items, self._todo, self._progress = journal, items, todo, progress
        self._begin = time.monotonic()

    def tell(self) -> None:
        known = [self._journal.items[item.id] for item in self._items if item.id in self._journal.items]
        left = len(self._items) - len(known)
        made = self._todo - left
        each = (time.monotonic() - self._begin) / made if made else None
        failed = sum("failed" in line for line in known)
        self._progress(State(len(known), len(self._items), failed, None if each is None else each * left))


class _Purse:
    """The time budget of a sweep. It decides whether another prompt fits into the minutes."""

    def __init__(self, journal: Journal, items: Sequence[Item], minutes: float | None) -> None:
        self._journal, self._minutes = journal, minutes
        self._groups: dict[tuple[str, str, int], list[str]] = {}
        for item in items:
            self._groups.setdefault(_group(item), []).append(item.id)

    def spent(self, item: Item) -> bool:
        """Whether to stop before this item.

        True if the item is the first of its prompt and the time left is too short for all cells.
        """
        if self._minutes is None or any(name in self._journal.items for name in self._groups[_group(item)]):
            return False
        took = [line["took"] for line in self._journal.items.values() if "took" in line]  # a killed item has no time
        cells = len(self._groups[_group(item)])
        return bool(took) and sum(took) + cells * sum(took) / len(took) > 60 * self._minutes


def _group(item: Item) -> tuple[str, str, int]:
    return item.task.data, item.task.id, item.seed


def run_item(experiment: Experiment, context: Context, item: Item) -> Line:
    """Run an item and return its journal line with its seconds. An error becomes the reason of a failed item.

    An error that ends the sweep in the middle of an item (core/checkpoint.py) is raised instead.
    """
    begun = time.monotonic()
    try:
        rows = experiment.measure(context, item.cell, item.task, item.seed)
        line = {"item": item.id, "rows": [_names(item) | one for one in rows]}
    except BadInput as error:
        checkpoint()
        line = failed(item, str(error))
    except Exception as error:  # one item must not end a sweep that may take hours
        checkpoint()
        line = failed(item, f"{type(error).__name__}: {(str(error).splitlines() or ['no details'])[0][:300]}")
    return line | {"took": round(time.monotonic() - begun, 3)}


def _lines(
    plan: Plan,
    pair: Pair,
    todo: list[Item],
    workers: int,
    ray: str | None,
    cancelled: Callable[[], bool],
    spent: Callable[[Item], bool],
) -> Iterator[Line]:
    if ray is not None:
        items = {item.id: item for item in todo}
        for name, line in lines_of(work, text_of(plan), list(items), ray, TRIES, cancelled):
            yield failed(items[name], KILLED) if line is None else line
    elif workers > 1:
        yield from _by_processes(plan, todo, workers, cancelled)
    else:
        experiment, context = find(plan.experiment), Context(pair, plan.limit, plan.raw, plan.around)
        for item in todo:
            if cancelled() or spent(item):
                return
            yield run_item(experiment, context, item)


def _by_processes(plan: Plan, todo: list[Item], workers: int, cancelled: Callable[[], bool]) -> Iterator[Line]:
    """Run items in a pool of processes.

    If a worker is killed, the items that were running are repeated one at a time.
    """
    text, waiting, suspects = text_of(plan), list(reversed(todo)), list[Item]()
    deaths: dict[str, int] = {}
    while waiting or suspects:
        size = 1 if suspects else workers
        with ProcessPoolExecutor(size, mp_context=get_context("spawn"), initializer=_end_with_parent) as pool:
            flying: dict[Future[Line], Item] = {}
            source = suspects if suspects else waiting
            try:
                while (source or flying) and not cancelled():
                    while source and len(flying) < (1 if source is suspects else 2 * workers):
                        # removed from the list only after submitting, which raises if the pool is broken
                        item = source[-1]
                        flying[pool.submit(work, text, item.id)] = item
                        source.pop()
                    done, _ = wait(flying, timeout=0.5, return_when=FIRST_COMPLETED)
                    for one in done:
                        yield one.result()
                        del flying[one]
            except BrokenProcessPool:
                for item in flying.values():
                    deaths[item.id] = deaths.get(item.id, 0) + 1
                    if deaths[item.id] >= TRIES:
                        yield failed(item, KILLED)
                    else:
                        suspects.append(item)
            if cancelled():
                pool.shutdown(cancel_futures=True)
                return


def _end_with_parent() -> None:
    """Make a worker end if its parent process is killed, because the parent writes the results."""

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            wait_for([parent.sentinel])
            os._exit(1)

    Thread(target=watch, daemon=True).start()


def _names(item: Item) -> Line:
    """The columns that every row of an item begins with."""
    return {"cell": item.cell.label, "data": item.task.data, "task": item.task.id, "seed": item.seed}


def failed(item: Item, why: str) -> Line:
    """Make the journal line of an item that could not be run."""
    return {"item": item.id, "row": _names(item), "failed": why}


def work(plan_text: str, item_id: str) -> Line:
    """Run one item in a worker process or a Ray task. The plan is given as JSON."""
    experiment, context, items = _worker(plan_text)
    return run_item(experiment, context, items[item_id])


@lru_cache(maxsize=1)
def _worker(plan_text: str) -> tuple[Experiment, Context, dict[str, Item]]:
    """The data that a worker keeps between items: the experiment, the context (loaded pair), and the items by id."""
    plan = plan_of(plan_text)
    experiment, pair = find(plan.experiment), load_pair(plan.pair, plan.device, plan.dtype, engine=plan.engine)
    items = {item.id: item for item in items_of(experiment, plan)}
    return experiment, Context(pair, plan.limit, plan.raw, plan.around), items


def text_of(plan: Plan) -> str:
    """Convert a plan to JSON."""
    return json.dumps(asdict(plan))


def plan_of(text: str) -> Plan:
    """Read a plan from JSON."""
    data = json.loads(text)
    tasks = tuple(Task(**{**task, "references": tuple(task["references"])}) for task in data["tasks"])
    return Plan(**{**data, "tasks": tasks, "seeds": tuple(data["seeds"]), "sources": tuple(data["sources"])})
