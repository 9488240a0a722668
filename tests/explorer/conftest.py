"""What several tests of the explorer start with."""

import threading
from collections.abc import Iterator

import pytest


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Opened at the end, so that no run of a test goes on after it."""
    opened = threading.Event()
    yield opened
    opened.set()
