"""Run an experiment item by item: in this process, in several, or as Ray tasks; every finished item is kept at once.

Items are ordered task by task, and the cells of a task one after the other in an order that rotates, so that a drift of
the machine's speed meets them alike. An item that fails is kept with its reason and not tried again; one whose worker
was killed is tried again, at most three times. Timings are only worth something with one worker.
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
from explorer.lab.catalog import experiment_of
from explorer.lab.cluster import lines_of
from explorer.lab.data_sets import JUDGED_BY
from explorer.lab.experiment import Cell, Context, Experiment, Task
from explorer.lab.grids import read_grid
from explorer.lab.humaneval import scored
from explorer.lab.journal import NAME, Journal
from explorer.lab.results import FILES, Results, cells_of
from explorer.lab.tasks import Source
from explorer.measuring.turns import cpu_name, rotated
from explorer.service.recording import versions
from explorer.service.request import RunRequest
from explorer.version import about_explorer

GRID = "grid.toml"  # a grid of one's own is kept with its results
TRIES = 3  # of an item whose worker is killed
KILLED = f"its worker was killed {TRIES} times; give it more memory, or a smaller pair"
Line = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What a sweep runs an experiment on; `experiment` is its name or the path of a grid.

    `around` are fields of RunRequest as JSON values: the context of every prompt and the treatment of EOS.
    """

    experiment: str
    pair: str
    tasks: tuple[Task, ...]
    seeds: tuple[int, ...] = (0,)
    limit: int = 64
    cells: int = 0  # at most so many of the experiment's, 0: all
    raw: bool = False
    device: str = "auto"
    dtype: str = "auto"
    engine: str = "auto"
    sources: tuple[Source, ...] = ()  # where the tasks are from, with licences
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
    """How far a sweep is: items done and in all, how many of them failed, and seconds left as far as one can tell."""

    done: int
    total: int
    failed: int
    left: float | None


Progress = Callable[[State], object]


def find(name: str) -> Experiment:
    """An experiment by its name, or the grid in a .toml file. Raises BadInput."""
    return read_grid(Path(name)) if name.endswith(".toml") else experiment_of(name)


def items_of(experiment: Experiment, plan: Plan) -> list[Item]:
    """All items of a plan, in the order in which one process runs them."""
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
    """What the rows are made with: a sweep that goes on must agree in all of it."""
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
    """Run what is still to be run and return all results; tables are written into `out` too, as `files`.

    `ray` is the address of a Ray cluster, "local" for one of its own on this machine. `pair` is the plan's where it is
    loaded already, `command` is noted. After `minutes` of items, those of earlier parts among them, it ends with the
    last prompt that fits: all its cells are run or none. A cancelled sweep returns what there is. Raises BadInput for
    a plan that cannot be run.
    """
    experiment = find(plan.experiment)
    check(experiment, plan)
    loaded = load_pair(plan.pair, plan.device, plan.dtype, engine=plan.engine) if pair is None else pair
    journal, items = Journal(out / NAME), items_of(experiment, plan)
    free = () if experiment.timed else ("workers",)  # several processes at once take other times, and nothing else
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
    """Refuse, before anything is loaded, what no item could run. Raises BadInput."""
    if not plan.tasks:
        raise BadInput("there are no prompts; give --prompts FILE or --data KIND:FILE (or KIND:hub)")
    if not any(map(experiment.fits, plan.tasks)):
        raise BadInput(
            f"{experiment.name} measures quality and needs tasks of {' or '.join(experiment.scorers)}; "
            f"give --data {JUDGED_BY[experiment.scorers[0]]}:FILE"
        )
    if experiment.measure is measure.batches and plan.pair.startswith("toy:"):
        raise BadInput(
            f"{experiment.name} times passes, and a toy pair is a table and makes no passes worth timing; "
            "give --pair with language models, for example smollm2"
        )
    for cell in experiment.chosen(plan.cells):
        if cell.method:  # not what is measured of the target alone
            RunRequest(cell.method, plan.pair, "", cell.settings, limit=plan.limit, raw=plan.raw, **plan.around)


def results(out: Path) -> Results:
    """What a folder's journal holds. Raises BadInput where there is none, or rows of cells that there are no more."""
    journal = Journal(out / NAME)
    if not journal.about:
        raise BadInput(f"{out} holds no results; give the --out of a sweep")
    name = journal.about["experiment"]
    found = Results(find(str(out / GRID) if name == GRID else name), journal.about)
    labels = {cell.label for cell in found.experiment.cells}
    for line in journal.items.values():
        strange = [row["cell"] for row in line.get("rows", []) if row["cell"] not in labels]
        if strange:
            raise BadInput(
                f"{out} holds rows of {strange[0]!r}, which {name} has not; measure again, with another --out"
            )
        found.rows += line.get("rows", [])
        found.failed += [line["row"] | {"failed": line["failed"]}] if "failed" in line else []
    found.rows = scored(out, found.rows)
    return found


class _Watch:
    """Counts items and tells how long the rest will take at the speed so far."""

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
    """How many minutes are left of those that the items of a sweep may take."""

    def __init__(self, journal: Journal, items: Sequence[Item], minutes: float | None) -> None:
        self._journal, self._minutes = journal, minutes
        self._groups: dict[tuple[str, str, int], list[str]] = {}
        for item in items:
            self._groups.setdefault(_group(item), []).append(item.id)

    def spent(self, item: Item) -> bool:
        """Whether an item is not to be begun: it is the first of its prompt, and what is left is not enough for all."""
        if self._minutes is None or any(name in self._journal.items for name in self._groups[_group(item)]):
            return False
        took = [line["took"] for line in self._journal.items.values() if "took" in line]  # not of one that was killed
        cells = len(self._groups[_group(item)])
        return bool(took) and sum(took) + cells * sum(took) / len(took) > 60 * self._minutes


def _group(item: Item) -> tuple[str, str, int]:
    return item.task.data, item.task.id, item.seed


def run_item(experiment: Experiment, context: Context, item: Item) -> Line:
    """The journal's line of an item, with the seconds it took; whatever goes wrong with it is its reason.

    What ends the sweep in the middle of an item (core/checkpoint.py) is no fault of the item's, and raised.
    """
    begun = time.monotonic()
    try:
        rows = experiment.measure(context, item.cell, item.task, item.seed)
        line = {"item": item.id, "rows": [_names(item) | one for one in rows]}
    except BadInput as error:
        checkpoint()
        line = failed(item, str(error))
    except Exception as error:  # one item must not end a sweep of hours
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
    """Items from a pool of processes. Those in flight when a worker is killed run again, one at a time."""
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
                        item = source[-1]  # taken only when a pool has it: one that is broken by now raises here
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
    """In a worker: end when the process that writes the results is killed, which nothing else would tell it."""

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            wait_for([parent.sentinel])
            os._exit(1)

    Thread(target=watch, daemon=True).start()


def _names(item: Item) -> Line:
    """What every row of an item begins with."""
    return {"cell": item.cell.label, "data": item.task.data, "task": item.task.id, "seed": item.seed}


def failed(item: Item, why: str) -> Line:
    """The journal's line of an item that could not be run."""
    return {"item": item.id, "row": _names(item), "failed": why}


def work(plan_text: str, item_id: str) -> Line:
    """One item, in a worker of any kind; the plan comes as JSON."""
    experiment, context, items = _worker(plan_text)
    return run_item(experiment, context, items[item_id])


@lru_cache(maxsize=1)
def _worker(plan_text: str) -> tuple[Experiment, Context, dict[str, Item]]:
    """What a worker keeps between items of a plan: the loaded pair above all."""
    plan = plan_of(plan_text)
    experiment, pair = find(plan.experiment), load_pair(plan.pair, plan.device, plan.dtype, engine=plan.engine)
    items = {item.id: item for item in items_of(experiment, plan)}
    return experiment, Context(pair, plan.limit, plan.raw, plan.around), items


def text_of(plan: Plan) -> str:
    """A plan as JSON."""
    return json.dumps(asdict(plan))


def plan_of(text: str) -> Plan:
    """The plan again."""
    data = json.loads(text)
    tasks = tuple(Task(**{**task, "references": tuple(task["references"])}) for task in data["tasks"])
    return Plan(**{**data, "tasks": tasks, "seeds": tuple(data["seeds"]), "sources": tuple(data["sources"])})
