"""Turn a person's request into the plan of a sweep: its pair, prompts and lengths, for a quick or a full run."""

from collections.abc import Sequence
from typing import Any

from decoders.errors import BadInput
from decoders.files import near
from explorer.lab.data.tasks import SMALL, TOY_PAIR, TOY_TASKS, Data, read_data
from explorer.lab.experiment import Task
from explorer.lab.sweep import Plan, find

QUICK_TASKS, QUICK_TOKENS = 2, 12


def make_plan(
    experiment: str,
    *,
    quick: bool = False,
    pair: str | None = None,
    files: Sequence[str] = (),
    limit: int = 0,
    own: Data | None = None,
    most: int = 0,
    tokens: int = 0,
    cells: int = 0,
    **others: Any,
) -> Plan:
    """The plan for a request. Empty arguments get defaults, and `others` are further fields of the plan.

    `limit` is the number of prompts per file (0: all), and `most` is the total number (0: all). `own` are prompts that
    replace files. Raises BadInput if the experiment is unknown, if the files contain no prompts, or if no pair is
    given.
    """
    known = find(experiment)
    pair = pair or (f"toy:{near(TOY_PAIR)}" if quick else "")
    if not pair:
        raise BadInput("No pair is given. Use --pair, as in --pair smollm2, or --quick for a toy pair.")
    data = own or read_data(files or (str(TOY_TASKS if pair.startswith("toy:") else SMALL),), limit)
    tasks = [task for task in data.tasks if known.fits(task)]
    return Plan(
        experiment,
        pair,
        tuple(few(tasks) if quick else tasks[: most or None]),
        limit=tokens or (QUICK_TOKENS if quick else known.limit),
        cells=cells or (known.quick if quick else 0),
        sources=data.sources,
        **others,
    )


def few(tasks: list[Task]) -> list[Task]:
    """The first tasks: at most two per data set and four in total."""
    seen: dict[str, int] = {}
    kept = []
    for task in tasks:
        seen[task.data] = seen.get(task.data, 0) + 1
        if seen[task.data] <= QUICK_TASKS:
            kept.append(task)
    return kept[: 2 * QUICK_TASKS]
