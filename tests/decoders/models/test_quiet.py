"""Libraries are silent only while this project loads, converts or runs something."""

import warnings

from huggingface_hub.utils import are_progress_bars_disabled, disable_progress_bars, enable_progress_bars
from transformers.utils import logging

from decoders.models.quiet import quiet_libraries, quiet_tracing


def test_progress_bars_come_back() -> None:
    """Other code that uses transformers must get its progress bars back, and what it switched off stays off."""
    for shown in (True, False):
        (logging.enable_progress_bar if shown else logging.disable_progress_bar)()
        (enable_progress_bars if shown else disable_progress_bars)()
        before = logging.get_verbosity()
        with quiet_libraries(), quiet_tracing():
            assert not logging.is_progress_bar_enabled()
            assert are_progress_bars_disabled()
            warnings.warn("advice", stacklevel=1)
        assert logging.is_progress_bar_enabled() is shown
        assert are_progress_bars_disabled() is not shown
        assert logging.get_verbosity() == before
    logging.enable_progress_bar()
