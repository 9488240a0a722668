"""Fixtures shared by tests of the explorer."""

import gc
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

TOY = {
    "vocab": ["a", "b", "c"],
    "eos": "c",
    "target": {"": [0.5, 0.3, 0.2], "a": [0.1, 0.6, 0.3]},
    "draft": {"": [0.3, 0.4, 0.3]},
}


@pytest.fixture(scope="module")
def imported_for_good() -> None:
    """Leave what is in memory out of the collections that unloading a pair makes: each would take a second."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def toy(tmp_path: Path) -> str:
    """The name of a toy pair in a file."""
    path = tmp_path / "toy.json"
    path.write_text(json.dumps(TOY))
    return f"toy:{path}"


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """A gate that is opened at the end, so that no run of a test continues after it."""
    opened = threading.Event()
    yield opened
    opened.set()
