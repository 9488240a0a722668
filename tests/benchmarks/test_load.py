"""The measurement of many visitors ends, whatever the app answers."""

import urllib.error
from typing import Any

import pytest

from benchmarks import load


class FakeLoad(load.Load):
    """Visitors without an app."""

    def __init__(self, url: str) -> None:
        self.url, self.steps, self.runs = url, list[float](), list[float]()
        self.met = load.Counter[str]()
        self._names, self._right = ["one"], [[1]] * 40


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the app answers; `leave` fails."""

    def refused(url: str, seed: int) -> None:
        raise urllib.error.URLError("refused")

    made: dict[str, Any] = {"gauges": 0, "last": 100}

    def gauge(url: str, name: str) -> float:
        made["gauges"] += 1
        if made["gauges"] > made["last"]:
            raise urllib.error.URLError("gone")
        return 0.0

    monkeypatch.setattr(load, "Load", FakeLoad)
    monkeypatch.setattr(load, "get", lambda url, body=None: b"")
    monkeypatch.setattr(load, "run", lambda url, seed: [1])
    monkeypatch.setattr(load, "leave", refused)
    monkeypatch.setattr(load, "gauge", gauge)
    monkeypatch.setattr(load, "_median_p95", lambda values: (0.0, 0.0))
    return made


def test_faults_of_those_who_leave_are_counted(answers: dict[str, Any]) -> None:
    """Hours of measuring would end at one connection that was refused."""
    made = load.load("http://nowhere/", 1, 1, 2)
    assert made["met"] == {"runs that were their own": 2, "leave: URLError <urlopen error refused>": 8}


def test_a_measurement_that_breaks_off_ends(answers: dict[str, Any]) -> None:
    """Those who step would go on for ever, and the command with them."""
    answers["last"] = 1
    with pytest.raises(urllib.error.URLError, match="gone"):
        load.load("http://nowhere/", 1, 1, 2)
