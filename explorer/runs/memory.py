"""Pairs in memory: toy pairs are read anew, of the real ones the last used stays loaded for everybody.

While another pair is being loaded, the one in memory goes on being used: its runs neither wait nor end, and it gives
way only to a pair that has been loaded. A pair that cannot be loaded (a typing error, no network) leaves it in place.
The exception is memory: where both do not fit, by the size of the weights as far as that is known beforehand, the old
one is given up first. One pair is loaded at a time; whoever wants it, or yet another, waits, and can be stopped.
"""

import contextlib
import json
import threading
import time
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.exact.toy import read_toy
from decoders.files import write_whole
from decoders.models.device import free_bytes
from decoders.models.fetch import Progress, cache_folder
from decoders.pairs import PAIRS, Pair, load_pair, toy_pair
from explorer.runs.offered import check_pair, toys

LOOK = 0.2  # seconds between two looks whether the loading of another pair is over, or this run was stopped
TIMES = "loading.json"  # in the folder of the weights: pair → seconds
HEADROOM = 1.5  # memory that loading takes, as a multiple of the weights
_LOADING = threading.Lock()
_KEPT: dict[tuple[str, str], Pair] = {}  # by pair and engine


def loaded(pair: str, report: Progress, engine: str | None = None) -> Pair:
    """The pair, loaded if it is not; without an engine on whichever it is, or `auto`.

    Raises BadInput if it cannot be loaded; the pair in memory then stays.
    """
    check_pair(pair)
    if pair in toys():
        return toy_pair(read_toy(toys()[pair]), pair)
    kept = next((one for (name, on), one in _KEPT.items() if name == pair and engine in (None, on)), None)
    return kept if kept is not None else _load(pair, report, engine or "auto")


def _load(pair: str, report: Progress, engine: str) -> Pair:
    check_parts(pair)
    while not _LOADING.acquire(timeout=LOOK):
        report("Waiting until another loading is over", 0.0)
    try:
        if (pair, engine) in _KEPT:  # it was this one that was being loaded
            return _KEPT[pair, engine]
        if _KEPT and weights(pair) * HEADROOM > free_bytes():
            _KEPT.clear()
        begin = time.monotonic()
        fresh = load_pair(pair, progress=report, engine=engine)
        _remember(pair, time.monotonic() - begin)
        _KEPT.clear()
        _KEPT[pair, engine] = fresh
        return fresh
    finally:
        _LOADING.release()


def loading_seconds(pair: str) -> float | None:
    """How long it took to load the pair on this machine the last time, None where it never was or nobody can tell."""
    seconds = _remembered().get(pair)
    return float(seconds) if isinstance(seconds, int | float) and seconds >= 0 else None


def _remembered() -> dict[str, Any]:
    try:
        kept = json.loads((cache_folder() / TIMES).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _remember(pair: str, seconds: float) -> None:
    """Only a convenience: where nothing can be written, nothing is remembered."""
    with contextlib.suppress(OSError):
        write_whole(cache_folder() / TIMES, json.dumps(_remembered() | {pair: round(seconds, 1)}))


def check_parts(pair: str) -> None:
    """Raise BadInput for a written pair of which a part is plainly neither a model's folder nor a Hub id.

    What only the Hub can say, such as that there is no model of a name, takes its answer, or its silence, to learn.
    """
    if pair in PAIRS:
        return
    for part in pair.split("+", 1):
        if Path(part).is_dir() and not _files(part):
            raise BadInput(f"the folder {part[:80]} has neither safetensors nor GGUF weights")
        if not Path(part).is_dir() and (part.count("/") > 1 or part.startswith(("/", ".", "~"))):
            raise BadInput(f"there is no folder {part[:80]}; write a model's folder or a Hub id such as gpt2")


def _files(folder: str) -> list[Path]:
    """The files of weights in a folder, none if there is no such folder."""
    return [file for file in Path(folder).glob("*") if file.suffix in (".safetensors", ".gguf")]


def weights(pair: str) -> int:
    """Bytes of the pair's weights as far as they are known without asking anybody, 0 if they are not."""
    if pair in PAIRS:
        return PAIRS[pair].bytes
    return sum(file.stat().st_size for part in pair.split("+", 1) for file in _files(part))


def held(pair: str) -> bool:
    """Whether the pair is in memory now, on whatever engine."""
    return any(name == pair for name, _ in _KEPT)
