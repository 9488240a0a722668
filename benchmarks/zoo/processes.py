"""The zoo's families, several at the same time, each in a process and a folder of its own."""

# What torch and transformers say of their own functions is partly unknown.
# pyright: basic

import logging
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.zoo.families import FAMILIES

if TYPE_CHECKING:
    from benchmarks.zoo.check import Result


def checked(families: Sequence[str], engines: Sequence[str], workers: int) -> "Iterator[Result]":
    """The results of families on engines, in their order."""
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=quiet) as pool:
        for rows in pool.map(check_family, families, [engines] * len(families)):
            yield from rows


def quiet() -> None:
    """Warnings of the libraries about random models say nothing here."""
    import torch
    import transformers

    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    transformers.utils.logging.disable_progress_bar()
    torch.set_num_threads(1)


def check_family(name: str, engines: Sequence[str]) -> "list[Result]":
    """A family on each of the engines."""
    from benchmarks.zoo.build import write_pair
    from benchmarks.zoo.check import check

    with tempfile.TemporaryDirectory() as place:
        folders = write_pair(FAMILIES[name], Path(place))
        return [check(name, folders, engine) for engine in engines]
