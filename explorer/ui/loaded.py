"""Pairs in memory: toy pairs are read anew, of the real ones the last used stays loaded for everybody."""

import threading

from decoders.fetch import Progress
from decoders.pairs import Pair, load_pair, toy_pair
from decoders.toy import read_toy
from explorer.ui.choices import check_pair, toys

_LOCK = threading.Lock()
_KEPT: dict[str, Pair] = {}


def loaded(pair: str, report: Progress) -> Pair:
    """The pair, loaded if it is not. Whoever asks for it meanwhile waits for the same loading."""
    check_pair(pair)
    if pair in toys():
        return toy_pair(read_toy(toys()[pair]), pair)
    with _LOCK:
        if pair not in _KEPT:
            _KEPT.clear()
            _KEPT[pair] = load_pair(pair, progress=report)
        return _KEPT[pair]


def held(pair: str) -> bool:
    """Whether the pair is in memory now."""
    return pair in _KEPT
