"""What a measurement was made on, what must stay the same while it goes on, and how its results are written."""

import argparse
import hashlib
import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.pairs import Pair
from explorer.benchmark import cpu_name
from explorer.recording import versions


def read_settings(path: Path, pair: str) -> dict[str, Any] | None:
    """What a search found, None if there was none for this pair."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise BadInput(f"--settings {path} cannot be read: {error}") from None
    if not isinstance(found, dict):
        raise BadInput(f"--settings {path} is not a file of --search; give another one")
    return found if found.get("pair") == pair else None


def about(options: argparse.Namespace, pair: Pair) -> dict[str, Any]:
    """What must not change while a run goes on."""
    what = "search" if options.search else "table"
    keys = ("pair", "tokens", "seed", "width")
    prompts = {"prompts": options.prompts.name, "prompts_sha256": digest(options.prompts)}
    return {"what": what, **{key: getattr(options, key) for key in keys}, **prompts, **pair.info}


def machine(pair: Pair) -> dict[str, Any]:
    """What the figures were made on."""
    real = pair.vocab is None
    threads = None
    if real:
        import torch

        threads = torch.get_num_threads()
    return {
        "machine": {"cpu": cpu_name(), "cores": os.cpu_count(), "arch": platform.machine(), "threads": threads},
        "versions": versions(real=real),
        "made": now(),
    }


def now() -> str:
    """UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def start() -> dict[str, Any]:
    """When, and under what load, a part of a run begins."""
    return {"at": now(), "load_average": round(os.getloadavg()[0], 1)}


def write(path: Path, made: dict[str, Any]) -> None:
    """All or nothing."""
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(_compact(made) + "\n", encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written ({error.strerror}); give another place") from None


def check_place(path: Path) -> None:
    """Refuse, before hours of measuring, a place where results cannot be written. Raises BadInput."""
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.touch()
        part.unlink()
    except OSError as error:
        raise BadInput(f"{path} cannot be written ({error.strerror}); give another place") from None


def check_options(options: argparse.Namespace) -> None:
    """Numbers that every measurement has. Raises BadInput."""
    if options.threads < 0:
        raise BadInput(f"--threads {options.threads} should be 0 or more")
    if not options.minutes >= 0:
        raise BadInput(f"--minutes {options.minutes} should be 0 or more")
    if getattr(options, "seed", 0) < 0:
        raise BadInput(f"--seed {options.seed} should be 0 or more")


def digest(path: Path) -> str:
    """The first digits of a file's SHA-256: a name is not enough to tell prompts apart. Raises BadInput."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None


def _compact(value: Any, depth: int = 0) -> str:
    """JSON with one line for what is deepest, so that raw rows stay readable and small."""
    if not isinstance(value, dict) or depth > 4 or not value:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    pad = " " * (depth + 1)
    inner = (
        f"{pad}{json.dumps(str(key), ensure_ascii=False)}: {_compact(one, depth + 1)}" for key, one in value.items()
    )
    return "{\n" + ",\n".join(inner) + "\n" + " " * depth + "}"
