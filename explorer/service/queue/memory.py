"""Pairs in memory: toy pairs are read anew, real ones stay loaded for everybody, those used last, within a budget.

While another pair is being loaded, those in memory go on being used: their runs neither wait nor end, and they give
way only to a pair that has been loaded. A pair that cannot be loaded (a typing error, no network) leaves them in place.
The exception is memory: where not all fit, by the size of the weights as far as that is known beforehand, those used
longest ago are given up first, and the loading waits for its turn, so that no run holds them meanwhile. One pair is
loaded at a time; whoever wants it, or yet another, waits, and can be stopped.
"""

import contextlib
import json
import threading
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.exact.toy import read_toy
from decoders.files import write_whole
from decoders.models.cache import cache_folder
from decoders.models.loading.fetch import Progress
from decoders.models.loading.locate import folder_of, locate, weight_files
from decoders.models.loading.names import EAGLE3, split_pair
from decoders.models.torch.device import capacity, free_bytes, release, weight_bytes
from decoders.pairs import PAIRS, Pair, load_pair, toy_pair
from explorer.service.durations import Stopwatch, remember
from explorer.service.offered import check_pair, toys
from explorer.service.queue.limits import PAIRS_MB
from explorer.service.queue.turns import MODELS

LOOK = 0.2  # seconds between two looks whether the loading of another pair is over, or this run was stopped
TIMES = "loading.json"  # in the folder of the weights: pair → seconds
HEADROOM = 1.5  # memory that loading takes, as a multiple of the weights
MOST = 0.8  # of the machine's memory that weights may take: the rest is for caches and everything else
_LOADING = threading.Lock()
Key = tuple[str, str, str]  # pair, engine and dtype
_KEEPING = threading.RLock()  # whoever looks through what is kept, or changes it: runs begin at the same time
_KEPT: dict[Key, Pair] = {}  # the one used last comes last
_SIZES: dict[Key, int] = {}  # bytes of the weights of a pair that was loaded


def loaded(pair: str, report: Progress, engine: str | None = None, dtype: str | None = None) -> Pair:
    """The pair, loaded if it is not; without an engine or a dtype on whichever it is, or `auto`.

    Raises BadInput if it cannot be loaded; the pair in memory then stays.
    """
    check_pair(pair)
    if pair in toys():
        return toy_pair(read_toy(toys()[pair]), pair)
    return _used(pair, engine, dtype) or _load(pair, report, engine or "auto", dtype or "auto")


def _used(pair: str, engine: str | None, dtype: str | None) -> Pair | None:
    """The pair if it is in memory on that engine in that dtype (None: any), from now on the one used last."""
    with _KEEPING:
        fits = (
            key for key in reversed(_KEPT) if key[0] == pair and engine in (None, key[1]) and dtype in (None, key[2])
        )
        key = next(fits, None)
        if key is None:
            return None
        _KEPT[key] = _KEPT.pop(key)
        return _KEPT[key]


def check_fits(pair: str) -> None:
    """Raise BadInput for weights that this machine could not hold, whatever is given up for them.

    Else they would be fetched, everybody's pairs given up, and the app ended for want of memory.
    """
    size = weights(pair)
    have = MOST * capacity(int(size / MOST))
    if size > have:
        raise BadInput(
            f"The weights of {pair} need {size / 1e9:.1f} GB, but this machine can hold {have / 1e9:.1f} GB. "
            "Choose a smaller pair."
        )


def _load(pair: str, report: Progress, engine: str, dtype: str) -> Pair:
    check_parts(pair)
    check_fits(pair)
    while not _LOADING.acquire(timeout=LOOK):
        report("Waiting for another pair to load", 0.0)
    try:
        kept = _used(pair, engine, dtype)
        if kept is not None:  # it was this one that was being loaded
            return kept
        crowded = bool(_KEPT) and weights(pair) * HEADROOM > free_bytes()
        turn = (
            MODELS.turn("loading", lambda ahead: report("Waiting for memory", 0.0), alone=True)
            if crowded
            else nullcontext()
        )
        with turn:
            while (oldest := _oldest()) is not None and weights(pair) * HEADROOM > free_bytes():
                _forget(oldest)
            begin = time.monotonic()
            watch = Stopwatch(report)
            fresh = load_pair(pair, dtype=dtype, progress=watch, engine=engine)
            watch.stop()
        _remember(pair, time.monotonic() - begin)
        remember(pair, engine, dtype, watch.seconds)
        _keep((pair, engine, dtype), fresh)
        return fresh
    finally:
        _LOADING.release()


def _keep(key: Key, fresh: Pair) -> None:
    """Keep a pair that was loaded; those used longest ago give way to it where all are too large."""
    with _KEEPING:
        _SIZES[key] = weight_bytes(fresh.models)
        _KEPT[key] = fresh
        while len(_KEPT) > 1 and sum(loaded_bytes().values()) > PAIRS_MB.value << 20:
            _forget(next(iter(_KEPT)))


def _oldest() -> Key | None:
    """The pair used longest ago."""
    with _KEEPING:
        return next(iter(_KEPT), None)


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


def give_up(pair: str) -> None:
    """Forget a pair on every engine, and give its memory back as soon as no run uses it."""
    with _KEEPING:
        for key in [key for key in _KEPT if key[0] == pair]:
            _forget(key)


def _forget(key: Key) -> None:
    with _KEEPING:
        _KEPT.pop(key, None)
    release()


def check_parts(pair: str) -> None:
    """Raise BadInput for a written pair of which a part is plainly neither a model's folder nor a Hub id.

    What only the Hub can say, such as that there is no model of a name, takes its answer, or its silence, to learn.
    """
    sides = None if pair in PAIRS else split_pair(pair)
    for part in sides or ():
        model = part.removeprefix(EAGLE3)
        place = folder_of(model)  # which raises for a path that leads nowhere
        if place is not None and Path(model).exists() and model == part:
            locate(model)


def weights(pair: str) -> int:
    """Bytes of the pair's weights as far as they are known without asking anybody, 0 if they are not."""
    if pair in PAIRS:
        return PAIRS[pair].bytes
    models = [part.removeprefix(EAGLE3) for part in split_pair(pair) or ()]
    return sum(file.stat().st_size for model in models for file in _files(model))


def _files(model: str) -> tuple[Path, ...]:
    """The files of a model's weights as far as they are here."""
    place = Path(model)
    if not place.exists():
        return ()
    try:
        return locate(model).files or ()
    except BadInput:  # loading it reports what is wrong
        return weight_files(place)


def loaded_bytes() -> dict[str, int]:
    """The pairs in memory with the bytes of their weights."""
    with _KEEPING:
        return {_spoken(key): _SIZES.get(key, 0) for key in _KEPT}


def _spoken(key: Key) -> str:
    """A pair with its engine, and its dtype where that was chosen."""
    pair, engine, dtype = key
    return f"{pair} ({engine})" if dtype == "auto" else f"{pair} ({engine}, {dtype})"


def held(pair: str) -> bool:
    """Whether the pair is in memory now, on whatever engine."""
    with _KEEPING:
        return any(key[0] == pair for key in _KEPT)


def in_memory(pair: str) -> Pair | None:
    """The pair if it is in memory, on whatever engine; it is not used by this."""
    with _KEEPING:
        return next((kept for key, kept in _KEPT.items() if key[0] == pair), None)
