"""Several experiments one after the other, each for so many minutes: one TOML file, one command, goes on where it was.

    pair = "smollm2"
    engine = "numba"
    tokens = 32
    data = ["mt-bench:data/mt_bench_question.jsonl"]

    [[run]]
    experiment = "mtad-table-8"
    minutes = 2.5

`dtype`, `system`, `messages` (a file of turns beside this one), `template_args` and `ignore_eos` are those of the
command `record`, for all runs. Every [[run]] may have data, tokens, limit, cells and seeds of its own. Prompts come in
an order that was shuffled once, so that wherever time ends those that were run are a fair part of all. A folder an
experiment holds its journal and its table, as assets/lab keeps them.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.pairs import load_pair
from explorer.lab.grids import read_toml
from explorer.lab.plans import Wish, plan_of_wish
from explorer.lab.results import Results
from explorer.lab.sweep import Plan, Progress, check, find, sweep
from explorer.service.conversation import Conversation, read_messages
from explorer.service.request import as_json

OWN = {"pair", "engine", "dtype", "run", "system", "messages", "template_args", "ignore_eos"}
KEYS = {"data": list, "tokens": int, "limit": int, "cells": int, "seeds": int}  # of all runs, or of one
KEEP = ("table.csv",)


@dataclass(frozen=True)
class Run:
    """An experiment of the series, and how many minutes its items may take."""

    plan: Plan
    minutes: float


def is_series(path: Path) -> bool:
    """Whether a TOML file is a series, and not a grid. Raises BadInput."""
    return "run" in read_toml(path)


def read_series(path: Path) -> list[Run]:
    """The runs of a file, with their prompts. Raises BadInput naming what is wrong, before anything is run."""
    data = read_toml(path)
    shared = {key: value for key, value in data.items() if key not in OWN}
    found, parts = list[Run](), data["run"]
    shared_wish = _shared(path, data)
    if not isinstance(parts, list) or not parts or not all(isinstance(part, dict) for part in parts):
        raise BadInput(f"{path}: every [[run]] should be a table with an experiment and its minutes")
    for part in parts:
        one: dict[str, Any] = {**shared, **part}
        name, minutes = one.pop("experiment", None), one.pop("minutes", None)
        if not isinstance(name, str) or not isinstance(minutes, int | float) or not minutes > 0:
            raise BadInput(f"{path}: every [[run]] needs an experiment and its minutes")
        odd = sorted(key for key, value in one.items() if not _fits(key, value))
        if odd:
            raise BadInput(f"{path}: {odd[0]} of {name} is not known or of another kind; there are {', '.join(KEYS)}")
        wish = replace(shared_wish, experiment=name)
        found.append(Run(_plan(wish, one), float(minutes)))
    names = [run.plan.experiment for run in found]
    if len(set(names)) < len(names):
        raise BadInput(f"{path} names an experiment twice; each has one folder")
    return found


def _shared(path: Path, data: dict[str, Any]) -> Wish:
    """What all runs of a file have in common, without an experiment. Raises BadInput."""
    pair, engine, dtype = (
        str(data.get(key, usual)) for key, usual in (("pair", ""), ("engine", "auto"), ("dtype", "auto"))
    )
    try:
        turns = read_messages(path.parent / str(data["messages"])) if "messages" in data else ()
        around = Conversation(data.get("system"), turns, data.get("template_args", {})).to_json()
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    if not isinstance(data.get("ignore_eos", False), bool):
        raise BadInput(f"{path}: ignore_eos should be true or false, not {as_json(data['ignore_eos'])}")
    around |= {"ignore_eos": True} if data.get("ignore_eos") else {}
    return Wish("", pair=pair or None, engine=engine, dtype=dtype, around=around)


def _fits(key: str, value: Any) -> bool:
    """Whether a value is of its key's kind; numbers are those of how many."""
    kind = KEYS.get(key)
    return kind is not None and type(value) is kind and (kind is list or value > 0)


def _plan(wish: Wish, one: dict[str, Any]) -> Plan:
    wish = replace(
        wish,
        files=tuple(map(str, one.get("data", ()))),
        limit=one.get("limit", 0),
        cells=one.get("cells", 0),
        seeds=tuple(range(one.get("seeds", 1))),
        tokens=one.get("tokens", 0),
    )
    plan = plan_of_wish(wish)
    tasks = list(plan.tasks)
    random.Random(0).shuffle(tasks)
    plan = replace(plan, tasks=tuple(tasks))
    check(find(wish.experiment), plan)
    return plan


def run_series(runs: list[Run], out: Path, command: str, tell: Callable[[str], Progress]) -> list[Results]:
    """Run the rest of each, into a folder of its name, and return all results. `tell`: how to report the progress."""
    first, found = runs[0].plan, list[Results]()
    pair = load_pair(first.pair, first.device, first.dtype, engine=first.engine)
    for run in runs:
        name = run.plan.experiment
        found.append(
            sweep(
                run.plan,
                out / name,
                minutes=run.minutes,
                pair=pair,
                command=command,
                progress=tell(name),
                files=KEEP,
            )
        )
    return found
