"""Turn a person's request into the plan of a sweep: its pair, prompts and lengths, for a quick or a full run."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from decoders.errors import BadInput
from decoders.files import near
from explorer.lab.data.tasks import SMALL, TOY_PAIR, TOY_TASKS, Data, read_data
from explorer.lab.experiment import Task
from explorer.lab.sweep import Plan, find

QUICK_TASKS, QUICK_TOKENS = 2, 12


@dataclass(frozen=True)
class Wish:
    """A person's request for a sweep. Empty fields get defaults.

    `limit` is the number of prompts per file (0: all), and `cells` is the maximum number of cells (0: all). `own` are
    prompts that replace files. `around` are the fields of RunRequest that give the context of a prompt, as in `Plan`.
    """

    experiment: str
    quick: bool = False
    pair: str | None = None
    files: tuple[str, ...] = ()
    limit: int = 0
    cells: int = 0
    seeds: tuple[int, ...] = (0,)
    tokens: int = 0
    raw: bool = False
    device: str = "auto"
    dtype: str = "auto"
    engine: str = "auto"
    own: Data | None = None
    around: Mapping[str, Any] = field(default_factory=dict[str, Any])


def plan_of_wish(wish: Wish, most: int = 0) -> Plan:
    """The plan for a request, with the first `most` tasks (0: all).

    Raises BadInput if the experiment is unknown, if the files contain no prompts, or if no pair is given.
    """
    experiment = find(wish.experiment)
    pair = wish.pair or (f"toy:{near(TOY_PAIR)}" if wish.quick else "")
    if not pair:
        raise BadInput("No pair is given. Use --pair, as in --pair smollm2, or --quick for a toy pair.")
    files = wish.files or (str(TOY_TASKS if pair.startswith("toy:") else SMALL),)
    data = wish.own or read_data(files, wish.limit)
    tasks = [task for task in data.tasks if experiment.fits(task)]
    return Plan(
        wish.experiment,
        pair,
        tuple(few(tasks) if wish.quick else tasks[: most or None]),
        wish.seeds,
        wish.tokens or (QUICK_TOKENS if wish.quick else experiment.limit),
        wish.cells or (experiment.quick if wish.quick else 0),
        wish.raw,
        wish.device,
        wish.dtype,
        wish.engine,
        data.sources,
        dict(wish.around),
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
