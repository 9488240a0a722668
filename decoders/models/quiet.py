"""Silence the libraries that load, convert and run networks; this project reports their messages in its own words."""

# What transformers and huggingface_hub say of their own functions is partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import warnings
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Any


@contextmanager
def quiet_libraries() -> Generator[None]:
    """Within it transformers shows no progress bars and gives no advice; afterwards all is as it was."""
    from huggingface_hub.utils import are_progress_bars_disabled
    from transformers.utils import logging

    before = logging.get_verbosity()
    bars = logging.is_progress_bar_enabled() and not are_progress_bars_disabled()
    logging.set_verbosity(50)  # critical only
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(before)
        if bars:
            logging.enable_progress_bar()


@contextmanager
def quiet_tracing() -> Generator[None]:
    """The same without the warnings that tracing gives."""
    with quiet_libraries(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def quiet_gguf() -> Generator[None]:
    """Within it transformers shows no progress bar for the tensors of a GGUF file, which has no switch of its own."""
    from transformers import modeling_gguf_pytorch_utils

    reader: Any = modeling_gguf_pytorch_utils
    before = reader.tqdm
    reader.tqdm = _no_bar
    try:
        yield
    finally:
        if before is not _no_bar:  # another thread may have read a file meanwhile
            reader.tqdm = before


def _no_bar(items: Iterable[Any], **_labels: Any) -> Iterable[Any]:
    return items
