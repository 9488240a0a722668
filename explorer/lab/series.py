"""A series of experiments, each with a time limit, from one TOML file. It can be resumed with the same command.

    pair = "smollm2"
    engine = "numba"
    tokens = 32
    data = ["mt-bench:data/mt_bench_question.jsonl"]

    [[run]]
    experiment = "mtad-table-8"
    minutes = 2.5

`dtype`, `system`, `messages` (a file of turns in the same folder), `template_args` and `ignore_eos` mean the same as in
the command `record`, and apply to all runs. Every [[run]] may have its own data, tokens, limit, cells and seeds. The
order of the prompts is random but fixed. So whenever the time runs out, the finished prompts are a random sample. Each
experiment gets a folder with its journal and its table, as in assets/lab.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.pairs import load_pair
from explorer.lab.analysis.results import Results
from explorer.lab.grids import read_toml
from explorer.lab.plans import make_plan
from explorer.lab.sweep import Plan, Progress, check, find, sweep
from explorer.service.conversation import Conversation, as_json, read_messages

OWN = {"pair", "engine", "dtype", "run", "system", "messages", "template_args", "ignore_eos"}
# keys that are allowed for all runs or for one run
KEYS = {"data": list, "tokens": int, "limit": int, "cells": int, "seeds": int}
KEEP = ("table.csv",)


@dataclass(frozen=True)
class Run:
    """An experiment of the series, and the maximum time for its items in minutes."""

    plan: Plan
    minutes: float


def is_series(path: Path) -> bool:
    """Whether a TOML file is a series, not a grid. Raises BadInput if the file is not valid TOML."""
    return "run" in read_toml(path)


def read_series(path: Path) -> list[Run]:
    """Read the runs of a file with their prompts. If it is not valid, raises BadInput, which names the fault."""
    data = read_toml(path)
    shared = {key: value for key, value in data.items() if key not in OWN}
    found, parts = list[Run](), data["run"]
    fields = _shared(path, data)
    if not isinstance(parts, list) or not parts or not all(isinstance(part, dict) for part in parts):
        raise BadInput(f"A [[run]] in {path} is not a table. Use a table with an experiment and a number of minutes.")
    for part in parts:
        one: dict[str, Any] = {**shared, **part}
        name, minutes = one.pop("experiment", None), one.pop("minutes", None)
        if not isinstance(name, str) or not isinstance(minutes, int | float) or not minutes > 0:
            raise BadInput(f"A [[run]] in {path} lacks an experiment or a number of minutes. Add what is missing.")
        odd = sorted(key for key, value in one.items() if not _fits(key, value))
        if odd:
            problem = "has a value that is not valid" if odd[0] in KEYS else "is unknown"
            raise BadInput(f"The key {odd[0]} of {name} in {path} {problem}. The keys are {', '.join(KEYS)}.")
        found.append(Run(_plan(name, one, fields), float(minutes)))
    names = [run.plan.experiment for run in found]
    if len(set(names)) < len(names):
        raise BadInput(
            f"The series {path} lists an experiment twice, but each experiment has only one folder. Remove one of the "
            "two entries."
        )
    return found


def _shared(path: Path, data: dict[str, Any]) -> dict[str, Any]:
    """The fields of the plans that all runs of a file share. Raises BadInput if one is not valid."""
    pair, engine, dtype = (
        str(data.get(key, usual)) for key, usual in (("pair", ""), ("engine", "auto"), ("dtype", "auto"))
    )
    try:
        turns = read_messages(path.parent / str(data["messages"])) if "messages" in data else ()
        around = Conversation(data.get("system"), turns, data.get("template_args", {})).to_json()
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    if not isinstance(data.get("ignore_eos", False), bool):
        given = as_json(data["ignore_eos"])
        raise BadInput(f"ignore_eos in {path} must be true or false, but is {given}. Change its value.")
    around |= {"ignore_eos": True} if data.get("ignore_eos") else {}
    return {"pair": pair, "engine": engine, "dtype": dtype, "around": around}


def _fits(key: str, value: Any) -> bool:
    """Whether a value has the type that its key requires. Numbers must be positive."""
    kind = KEYS.get(key)
    return kind is not None and type(value) is kind and (kind is list or value > 0)


def _plan(name: str, one: dict[str, Any], fields: dict[str, Any]) -> Plan:
    """The plan of a run with these keys and with the fields that all runs share. Its prompts are shuffled."""
    files, seeds = tuple(map(str, one.pop("data", ()))), tuple(range(one.pop("seeds", 1)))
    plan = make_plan(name, files=files, seeds=seeds, **one, **fields)
    tasks = list(plan.tasks)
    random.Random(0).shuffle(tasks)
    plan = replace(plan, tasks=tuple(tasks))
    check(find(name), plan)
    return plan


def run_series(runs: list[Run], out: Path, command: str, tell: Callable[[str], Progress]) -> list[Results]:
    """Run the unfinished items of every run, and write each run into a folder with its name. Returns all results.

    `tell` makes the progress callback for the experiment with a given name.
    """
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
