"""Import and silence the libraries that load, convert and run networks. This project reports their messages in its own
words.
"""

# The types of transformers' and huggingface_hub's functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import warnings
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Any


def import_transformers() -> None:
    """Import transformers completely, even if another thread is importing it.

    When the import ends, it replaces the module. So if the first `from transformers import AutoConfig` waits for
    another thread, it then looks for the name in the earlier module, and fails.
    """
    import transformers  # noqa: F401  # pyright: ignore[reportUnusedImport]


@contextmanager
def quiet_libraries() -> Generator[None]:
    """Context manager in which transformers shows no progress bars and gives no advice."""
    from huggingface_hub.utils import are_progress_bars_disabled
    from transformers.utils import logging

    before = logging.get_verbosity()
    bars = logging.is_progress_bar_enabled() and not are_progress_bars_disabled()
    logging.set_verbosity(50)  # the level at which only critical messages are shown
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(before)
        if bars:
            logging.enable_progress_bar()


@contextmanager
def quiet_tracing() -> Generator[None]:
    """Context manager that does the same as `quiet_libraries` and also hides the warnings of tracing."""
    with quiet_libraries(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def quiet_gguf() -> Generator[None]:
    """Context manager that hides transformers' progress bar for the tensors of a GGUF file. There is no option that
    turns this bar off.
    """
    import_transformers()
    from transformers import modeling_gguf_pytorch_utils

    reader: Any = modeling_gguf_pytorch_utils
    before = reader.tqdm
    reader.tqdm = _no_bar
    try:
        yield
    finally:
        if before is not _no_bar:  # another thread may have replaced the bar in the meantime
            reader.tqdm = before


def _no_bar(items: Iterable[Any], **_labels: Any) -> Iterable[Any]:
    return items
