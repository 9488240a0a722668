"""Fixtures shared by tests of the explorer."""

import threading
from collections.abc import Iterator

import pytest


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """A gate that is opened at the end, so that no run of a test continues after it."""
    opened = threading.Event()
    yield opened
    opened.set()
