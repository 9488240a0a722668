"""The parts of a model before an engine loads it. This module does not import torch."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class CannotConvertError(Exception):
    """Raised if the CPU kernels cannot run a network; the message is the reason."""


@dataclass(frozen=True)
class Parts:
    """The input of HuggingFaceModel: a transformers network, the token ids of its output head, and its extra heads.

    `eight_bits` says whether the matrices were rounded to 8 bits (rounding.py). `reads` lists the layers of the target
    whose states a draft uses; it is empty for a plain draft.
    """

    net: Any
    head: Any = None
    heads: Any = None
    eight_bits: bool = False
    reads: tuple[int, ...] = ()


@dataclass(frozen=True)
class Source:
    """A model that has not been loaded yet: its name, its files, its tokenizer's length, and a function that loads it
    with torch.

    The function takes a device and a dtype (None: the dtype of the weights). `without` lists skipped sub-layers, and
    `kept` is a name for other changes of the weights. For a target, `shown` lists the layers after which a draft uses
    the hidden state. For a draft, `reads` says whether it uses such states.
    """

    name: str
    vocab_size: int
    files: tuple[Path, ...]
    load: Callable[[str, Any], Parts]
    without: str = ""
    kept: str = ""
    shown: tuple[int, ...] = ()
    reads: bool = False
