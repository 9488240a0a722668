"""The app with slow toy pairs, in which every pass takes 50 ms.

While the file that `SLOW_APP_GATE` names has the text "loading", loading does not end, and with "passes" no pass does.

python -m tests.browser.slow_app --port PORT
"""

import os
import runpy
import sys
import time
from pathlib import Path
from typing import Any

from decoders.exact import toy
from decoders.models.steps import TARGET_STEP, step
from explorer.service import live

PASS = 0.05  # seconds
GATE = Path(os.environ["SLOW_APP_GATE"])
_forward, _loaded = toy.ToySession.forward, live.loaded


def closed() -> str:
    """What does not end now: "loading", "passes", or nothing."""
    return GATE.read_text(encoding="utf-8") if GATE.exists() else ""


def slow_forward(*given: Any) -> Any:
    """A pass of a table that takes as long as one of a network."""
    time.sleep(PASS)
    while closed() == "passes":
        time.sleep(PASS)
    return _forward(*given)


def slow_loaded(pair: str, report: Any, *given: Any) -> Any:
    """Load the pair while the test watches the progress."""
    begun = time.monotonic()
    while closed() == "loading":
        so_far = time.monotonic() - begun
        report(step("Converting the model for this CPU (only once)", "convert", TARGET_STEP), min(0.9, so_far / 10))
        time.sleep(0.1)
    return _loaded(pair, report, *given)


toy.ToySession.forward = slow_forward
live.loaded = slow_loaded

if __name__ == "__main__":
    root = Path(__file__).parents[2]
    sys.argv[0] = str(root / "app.py")
    runpy.run_path(str(root / "app.py"), run_name="__main__")
