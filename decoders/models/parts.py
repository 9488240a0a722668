"""The parts of a model before an engine loads it. No torch here: networks are passed as they are."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class CannotConvertError(Exception):
    """The reason why a CPU engine does not run a network."""


@dataclass(frozen=True)
class Parts:
    """A network of transformers with its head's token ids and its extra heads, as HuggingFaceModel takes them.

    `eight_bits` says that its matrices were rounded to 8 bits (rounding.py), `reads` after which of its target's layers
    a draft reads (none: it is a plain one).
    """

    net: Any
    head: Any = None
    heads: Any = None
    eight_bits: bool = False
    reads: tuple[int, ...] = ()


@dataclass(frozen=True)
class Source:
    """A model that is not loaded yet: its tokenizer's length, the files it is made of, and how torch loads it onto a
    device in a dtype (None: its own). `without` are sub-layers left out, `kept` says how else it was changed.
    A draft reads the states after the layers `shown`; one that `reads` is such a draft."""

    name: str
    vocab_size: int
    files: tuple[Path, ...]
    load: Callable[[str, Any], Parts]
    without: str = ""
    kept: str = ""
    shown: tuple[int, ...] = ()
    reads: bool = False
