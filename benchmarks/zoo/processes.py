"""Check several families of the zoo at the same time, each in its own process and folder."""

# The types of torch's and transformers' functions are only partly known.
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
    from benchmarks.zoo.check import Packed, Result


def checked(families: Sequence[str], engines: Sequence[str], workers: int) -> "Iterator[Result]":
    """Check families on engines, and return the results in order."""
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=quiet) as pool:
        for rows in pool.map(check_family, families, [engines] * len(families)):
            yield from rows


def checked_formats(workers: int) -> "list[Packed]":
    """Check all formats, and return the results."""
    from benchmarks.zoo.formats import FORMATS

    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=quiet) as pool:
        return list(pool.map(check_one_format, FORMATS))


def check_one_format(name: str) -> "Packed":
    """Check the zoo's Llama in one format, with an unchanged draft."""
    from benchmarks.zoo.build import write_pair
    from benchmarks.zoo.check import check_format
    from benchmarks.zoo.formats import FORMATS

    with tempfile.TemporaryDirectory() as place:
        target, draft = write_pair(FAMILIES["llama"], Path(place))
        packed = Path(place) / "packed"
        packed.mkdir()
        FORMATS[name](target, packed)
        return check_format(name, packed, draft)


def quiet() -> None:
    """Silence the libraries' warnings about random models."""
    import torch
    import transformers

    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    transformers.utils.logging.disable_progress_bar()
    torch.set_num_threads(1)


def check_family(name: str, engines: Sequence[str]) -> "list[Result]":
    """Check a family on each of the engines."""
    from benchmarks.zoo.build import write_pair
    from benchmarks.zoo.check import check

    with tempfile.TemporaryDirectory() as place:
        folders = write_pair(FAMILIES[name], Path(place))
        return [check(name, folders, engine) for engine in engines]
