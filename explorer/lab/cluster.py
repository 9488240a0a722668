"""Run the items of a sweep as Ray tasks, on this machine or on a cluster. Ray is an optional extra.

Only the driver writes results. Ray retries a task whose worker was killed.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from decoders.errors import BadInput

IN_FLIGHT = 4  # running tasks per core
ROOT = Path(__file__).parents[2]


def lines_of(
    work: Callable[[str, str], dict[str, Any]],
    plan: str,
    items: Sequence[str],
    address: str,
    tries: int,
    cancelled: Callable[[], bool],
) -> Iterator[tuple[str, dict[str, Any] | None]]:
    """Yield (item, line) for finished items in any order. The line is None if an item's workers were killed too often.

    `work` and `plan` are `sweep.work` and its first argument. Raises BadInput if Ray or the cluster is missing.
    """
    try:
        ray = import_module("ray")
    except ImportError:
        raise BadInput("Ray is not installed. Run `pip install ray`, or use --workers.") from None
    _connect(ray, address)
    try:
        task = ray.remote(max_retries=tries - 1)(work)
        width = IN_FLIGHT * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting, flying = list(reversed(items)), dict[Any, str]()
        while (waiting or flying) and not cancelled():
            while waiting and len(flying) < width:
                item = waiting.pop()
                flying[task.remote(plan, item)] = item
            done, _ = ray.wait(list(flying), timeout=0.5)
            for one in done:
                try:
                    yield flying[one], ray.get(one)
                except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError):
                    yield flying[one], None
                except ray.exceptions.RayTaskError:  # raised by the task itself, for example if a pair cannot be loaded
                    raise
                except ray.exceptions.RayError as error:
                    what = type(error).__name__
                    raise BadInput(
                        f"The connection to the Ray cluster was lost ({what}). Start again with --resume."
                    ) from None
                del flying[one]
    finally:
        ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    """Connect to a cluster by its address, or start one on this machine."""
    own = address == "local"
    how = {"include_dashboard": False} if own else {"address": address}
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    runtime = {"env_vars": {"PYTHONPATH": path}} if own else {"working_dir": str(ROOT)}
    try:
        ray.init(log_to_driver=False, logging_level="error", runtime_env=runtime, **how)
    except (ConnectionError, RuntimeError, ValueError) as error:
        first = (str(error).splitlines() or ["no details"])[0][:200]
        raise BadInput(f"There is no Ray cluster at {address} ({first}). Start one with `ray start --head`.") from None
