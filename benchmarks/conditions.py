"""The conditions of a measurement: its machine, what must not change meanwhile, and how its results are written."""

import argparse
import hashlib
import json
import os
import platform
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.files import check_file, read_plain, read_text, write_whole
from decoders.models.torch import device
from decoders.pairs import Pair
from explorer.cli.console import ends
from explorer.measuring.turns import cpu_name
from explorer.service.recording import versions


def read_settings(path: Path, pair: str) -> dict[str, Any] | None:
    """The settings that a search found for this pair; None if there was no search."""
    if not os.path.lexists(path):
        return None
    text = read_text(path, "--settings a file of --search")
    try:
        found = json.loads(text)
        for group in found["groups"].values():
            for one in group["methods"].values():
                one["best"].split(":") if one["best"] is not None else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadInput(f"--settings {path} was not written by --search. Choose another file.") from None
    return found if found.get("pair") == pair else None


def about(options: argparse.Namespace, pair: Pair) -> dict[str, Any]:
    """Describe the conditions that must not change during a run."""
    what = "search" if options.search else "table"
    keys = ("pair", "tokens", "seed", "width")
    return {"what": what, **{key: getattr(options, key) for key in keys}, **prompts_of(options), **pair.info}


def machine(pair: Pair) -> dict[str, Any]:
    """The machine and versions with which the figures of a pair were measured."""
    return made_on(real=pair.vocab is None)


def made_on(*, real: bool = False) -> dict[str, Any]:
    """The machine, the versions and the time. `real` adds the libraries that run models."""
    threads = device.threads() if real else None
    return {
        "machine": {"cpu": cpu_name(), "cores": os.cpu_count(), "arch": platform.machine(), "threads": threads},
        "versions": versions(real=real),
        "made": now(),
    }


def now() -> str:
    """The current time in UTC, as text."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def start() -> dict[str, Any]:
    """Describe the start of a part of a run: the time and the load of the machine."""
    return {"at": now(), "load_average": round(os.getloadavg()[0], 1)}


def write(path: Path, made: dict[str, Any]) -> None:
    """Write an object as JSON, all or nothing. Raises BadInput if the file cannot be written."""
    write_result(path, _compact(made) + "\n")


def write_result(path: Path, text: str) -> None:
    """Write a text file, all or nothing. Raises BadInput if the file cannot be written."""
    try:
        write_whole(path, text)
    except OSError as error:
        raise BadInput(f"{path} cannot be written ({error.strerror}). Choose another location.") from None


def check_place(path: Path, option: str = "-o", prompts: Path | None = None) -> None:
    """Raise BadInput, before hours of measuring, if results cannot be written to `path` or would replace prompts."""
    check_file(path, option, make_folders=True)
    if prompts is not None and path.exists() and prompts.exists() and path.samefile(prompts):
        raise BadInput(f"{option} {path} is the file of prompts and would be overwritten. Choose another file.")


def check_options(options: argparse.Namespace) -> None:
    """Check the options that every measurement has, also if they come from code. Raises BadInput if one is invalid."""
    if options.threads < 0:
        raise BadInput(f"--threads {options.threads} is not valid. Use a number that is 0 or more.")
    if not options.minutes >= 0:
        raise BadInput(f"--minutes {options.minutes} is not valid. Use a number that is 0 or more.")
    if getattr(options, "seed", 0) < 0:
        raise BadInput(f"--seed {options.seed} is not valid. Use a number that is 0 or more.")


def set_threads(threads: int) -> None:
    """Set the number of threads of torch; 0 leaves it unchanged."""
    if threads:
        import torch

        torch.set_num_threads(threads)


def prompts_of(options: argparse.Namespace) -> dict[str, str]:
    """Identify the prompts by the content of their file, not by its name. Raises BadInput if it cannot be read."""
    digest = hashlib.sha256(read_plain(options.prompts, "--prompts a file of JSON lines")).hexdigest()[:12]
    return {"prompts": options.prompts.name, "prompts_sha256": digest}


def exit_code(run: Callable[[], int]) -> int:
    """Run a measurement and return its exit code. If an option is wrong, print one sentence and return 2."""
    return ends(run, "")


def _compact(value: Any, depth: int = 0) -> str:
    """Write JSON with each innermost list or object on one line, so that raw rows are readable and small."""
    if not isinstance(value, dict) or depth > 4 or not value:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    pad = " " * (depth + 1)
    inner = (
        f"{pad}{json.dumps(str(key), ensure_ascii=False)}: {_compact(one, depth + 1)}" for key, one in value.items()
    )
    return "{\n" + ",\n".join(inner) + "\n" + " " * depth + "}"
