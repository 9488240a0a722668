"""Shared set-up: property tests are the same in every run, and neither they nor tiny models mind a busy machine."""

import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "project", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("project")


@pytest.fixture(autouse=True)
def one_thread(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tiny models run on one thread: several would spend their time waiting for each other."""
    torch = sys.modules.get("torch")
    if torch is None or request.node.get_closest_marker("pair"):
        yield
        return
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
