"""The pairs in memory. Toy pairs are read for every run. Real pairs stay loaded for all visitors, within a memory
budget.

While a pair is being loaded, the pairs in memory remain usable. Runs that use these pairs neither wait nor end. These
pairs are unloaded only after the new pair is loaded, so a failed load (a mistyped name, no network) leaves them in
place.

There is one exception: if the known size of the weights shows that memory is too small, the least recently used pairs
are unloaded first. Before anything is unloaded, the load waits for its turn, so that no run is using these pairs. Pairs
are loaded one at a time. Other loads wait and can be stopped.
"""

import threading
from contextlib import nullcontext
from pathlib import Path

from decoders.errors import BadInput
from decoders.exact.toy import read_toy
from decoders.models.loading.locate import folder_of, locate, weight_files
from decoders.models.loading.names import EAGLE3, split_pair
from decoders.models.steps import Progress
from decoders.models.torch.device import capacity, free_bytes, release, weight_bytes
from decoders.pairs import PAIRS, Pair, load_pair, toy_pair
from explorer.service.durations import Stopwatch, remember
from explorer.service.offered import check_pair, toys
from explorer.service.queue.limits import PAIRS_MB
from explorer.service.queue.turns import MODELS

LOOK = 0.2  # seconds between two checks for a stop or for the end of another load
HEADROOM = 1.5  # memory that loading takes, as a multiple of the weights
MOST = 0.8  # fraction of the machine's memory for weights; the rest is for caches and other data
_LOADING = threading.Lock()
Key = tuple[str, str, str]  # pair, engine and dtype
_KEEPING = threading.RLock()  # guards _KEPT and _SIZES, because several runs may start at once
_KEPT: dict[Key, Pair] = {}  # the loaded pairs, in order of last use
_SIZES: dict[Key, int] = {}  # number of bytes of the weights of each loaded pair


def loaded(pair: str, report: Progress, engine: str | None = None, dtype: str | None = None) -> Pair:
    """Return the pair, and load it if necessary.

    If neither engine nor dtype is given, a pair in memory is used, whatever its engine. A pair that is not in memory is
    loaded with `auto`. Raises BadInput if the pair cannot be loaded; in that case, the pairs in memory stay loaded.
    """
    check_pair(pair)
    if pair in toys():
        return toy_pair(read_toy(toys()[pair]), pair)
    return _used(pair, engine, dtype) or _load(pair, report, engine or "auto", dtype or "auto")


def _used(pair: str, engine: str | None, dtype: str | None) -> Pair | None:
    """Return the pair if it is in memory with this engine and dtype (None: any). This counts as a use of the pair."""
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
    """Raise BadInput if the weights do not fit into this machine's memory even after all other pairs are unloaded.

    Without this check, the weights would be downloaded, all pairs would be unloaded, and the app would crash for lack
    of memory.
    """
    size = weights(pair)
    have = MOST * capacity(int(size / MOST))
    if size > have:
        raise BadInput(
            f"The weights of {pair} need {size / 1e9:.1f} GB, but this machine can hold only {have / 1e9:.1f} GB. "
            "Choose a smaller pair."
        )


def _load(pair: str, report: Progress, engine: str, dtype: str) -> Pair:
    check_parts(pair)
    check_fits(pair)
    while not _LOADING.acquire(timeout=LOOK):
        report("Waiting for another pair to load", 0.0)
    try:
        kept = _used(pair, engine, dtype)
        if kept is not None:  # another run has just loaded this pair
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
            watch = Stopwatch(report)
            fresh = load_pair(pair, dtype=dtype, progress=watch, engine=engine)
            watch.stop()
        remember(pair, engine, dtype, watch.seconds)
        _keep((pair, engine, dtype), fresh)
        return fresh
    finally:
        _LOADING.release()


def _keep(key: Key, fresh: Pair) -> None:
    """Store a loaded pair. If all pairs together are too large, unload the least recently used ones."""
    with _KEEPING:
        _SIZES[key] = weight_bytes(fresh.models)
        _KEPT[key] = fresh
        while len(_KEPT) > 1 and sum(loaded_bytes().values()) > PAIRS_MB.value << 20:
            _forget(next(iter(_KEPT)))


def _oldest() -> Key | None:
    """The least recently used pair."""
    with _KEEPING:
        return next(iter(_KEPT), None)


def give_up(pair: str) -> None:
    """Unload a pair from every engine, and free its memory as soon as no run uses it."""
    with _KEEPING:
        for key in [key for key in _KEPT if key[0] == pair]:
            _forget(key)


def _forget(key: Key) -> None:
    with _KEEPING:
        _KEPT.pop(key, None)
    release()


def check_parts(pair: str) -> None:
    """Raise BadInput if one part of a typed pair is clearly neither a model folder nor a Hub id.

    Only the Hub knows whether it has a model of that name.
    """
    sides = None if pair in PAIRS else split_pair(pair)
    for part in sides or ():
        model = part.removeprefix(EAGLE3)
        place = folder_of(model)  # raises BadInput if the path does not exist
        if place is not None and Path(model).exists() and model == part:
            locate(model)


def weights(pair: str) -> int:
    """The size of the pair's weights in bytes, if it is known without a request to the Hub; otherwise 0."""
    if pair in PAIRS:
        return PAIRS[pair].bytes
    models = [part.removeprefix(EAGLE3) for part in split_pair(pair) or ()]
    return sum(file.stat().st_size for model in models for file in _files(model))


def _files(model: str) -> tuple[Path, ...]:
    """The files of a model's weights that exist on this machine."""
    place = Path(model)
    if not place.exists():
        return ()
    try:
        return locate(model).files or ()
    except BadInput:  # loading the pair will report the error
        return weight_files(place)


def loaded_bytes() -> dict[str, int]:
    """The pairs in memory, with the sizes of their weights in bytes."""
    with _KEEPING:
        return {_spoken(key): _SIZES.get(key, 0) for key in _KEPT}


def _spoken(key: Key) -> str:
    """Name a pair and its engine for the user. The dtype is included if it was chosen."""
    pair, engine, dtype = key
    return f"{pair} ({engine})" if dtype == "auto" else f"{pair} ({engine}, {dtype})"


def held(pair: str) -> bool:
    """Whether the pair is in memory now, on any engine."""
    with _KEEPING:
        return any(key[0] == pair for key in _KEPT)


def in_memory(pair: str) -> Pair | None:
    """The pair, if it is in memory on any engine; otherwise None. This does not count as a use."""
    with _KEEPING:
        return next((kept for key, kept in _KEPT.items() if key[0] == pair), None)
