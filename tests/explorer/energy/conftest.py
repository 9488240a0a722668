"""Fixtures shared by tests of energy."""

from collections.abc import Iterator

import pytest

from explorer.energy import meter
from explorer.measuring import energy_traces


@pytest.fixture(autouse=True)
def _short_baseline(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(meter, "IDLE_SECONDS", 0.05)
    monkeypatch.setattr(meter, "POWER_SAMPLE", 0.005)
    monkeypatch.setattr(energy_traces, "RISE", 0.01)
    meter._IDLE.clear()
    yield
    meter._IDLE.clear()
