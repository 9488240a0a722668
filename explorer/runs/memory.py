"""Pairs in memory: toy pairs are read anew, real ones stay loaded for everybody, those used last, within a budget.

While another pair is being loaded, those in memory go on being used: their runs neither wait nor end, and they give
way only to a pair that has been loaded. A pair that cannot be loaded (a typing error, no network) leaves them in place.
The exception is memory: where not all fit, by the size of the weights as far as that is known beforehand, those used
longest ago are given up first, and the loading waits for its turn, so that no run holds them meanwhile. One pair is
loaded at a time; whoever wants it, or yet another, waits, and can be stopped.
"""

import threading
from contextlib import nullcontext
from pathlib import Path

from decoders.errors import BadInput
from decoders.exact.toy import read_toy
from decoders.models.device import free_bytes, release, weight_bytes
from decoders.models.fetch import Progress
from decoders.pairs import PAIRS, Pair, load_pair, toy_pair
from explorer.runs.limits import PAIRS_MB
from explorer.runs.offered import check_pair, toys
from explorer.runs.turns import MODELS

LOOK = 0.2  # seconds between two looks whether the loading of another pair is over, or this run was stopped
HEADROOM = 1.5  # memory that loading takes, as a multiple of the weights
_LOADING = threading.Lock()
_KEPT: dict[str, Pair] = {}  # the one used last comes last
_SIZES: dict[str, int] = {}  # bytes of the weights of a pair that was loaded


def loaded(pair: str, report: Progress) -> Pair:
    """The pair, loaded if it is not. Raises BadInput if it cannot be; the pair in memory then stays."""
    check_pair(pair)
    if pair in toys():
        return toy_pair(read_toy(toys()[pair]), pair)
    return _used(pair) or _load(pair, report)


def _used(pair: str) -> Pair | None:
    """The pair if it is in memory, from now on the one used last."""
    kept = _KEPT.pop(pair, None)
    if kept is not None:
        _KEPT[pair] = kept
    return kept


def _load(pair: str, report: Progress) -> Pair:
    check_parts(pair)
    while not _LOADING.acquire(timeout=LOOK):
        report("Waiting until another loading is over", 0.0)
    try:
        kept = _used(pair)
        if kept is not None:  # it was this one that was being loaded
            return kept
        crowded = bool(_KEPT) and weights(pair) * HEADROOM > free_bytes()
        turn = MODELS.turn("loading", lambda ahead: report("Waiting for memory", 0.0)) if crowded else nullcontext()
        with turn:
            while _KEPT and weights(pair) * HEADROOM > free_bytes():
                give_up(next(iter(_KEPT)))
            fresh = load_pair(pair, progress=report)
        _SIZES[pair] = weight_bytes(fresh.models)
        _KEPT[pair] = fresh
        while len(_KEPT) > 1 and sum(_SIZES.get(name, 0) for name in _KEPT) > PAIRS_MB.value << 20:
            give_up(next(iter(_KEPT)))
        return fresh
    finally:
        _LOADING.release()


def give_up(pair: str) -> None:
    """Forget a pair, and give its memory back as soon as no run uses it."""
    _KEPT.pop(pair, None)
    release()


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


def loaded_bytes() -> dict[str, int]:
    """The pairs in memory with the bytes of their weights."""
    return {name: _SIZES.get(name, 0) for name in _KEPT}


def held(pair: str) -> bool:
    """Whether the pair is in memory now."""
    return pair in _KEPT
