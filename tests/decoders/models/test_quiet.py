"""Libraries are silent only while this project loads, converts or runs something."""

import subprocess
import sys
import warnings
from pathlib import Path

from huggingface_hub.utils import are_progress_bars_disabled, disable_progress_bars, enable_progress_bars
from transformers.utils import logging

from decoders.models.quiet import quiet_libraries, quiet_tracing
from tests.tokenizing import write_tokenizer

ROOT = Path(__file__).parents[3]


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


def test_two_threads_may_need_transformers_first(tmp_path: Path) -> None:
    """Whoever typed a pair of folders right after the start was told that transformers has no AutoTokenizer."""
    write_tokenizer(tmp_path)
    code = (
        "import sys, threading; from decoders.models.loading.weights import tokenizer_from\n"
        "first = threading.Thread(target=__import__, args=('transformers',)); first.start()\n"
        "while 'transformers' not in sys.modules: pass\n"
        f"print(len(tokenizer_from({str(tmp_path)!r})) > 0); first.join()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "True\n", done.stderr
