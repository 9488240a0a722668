"""Kept runs: what is gone meanwhile is gone, and nobody meets an error of the disk for it."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from explorer.runs import store


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> store.Runs:
    """Kept runs in a folder of their own, one of them in it."""
    monkeypatch.setenv(store.FOLDER, str(tmp_path))
    made = store.Runs()
    made.create()[1].write_text("{}")
    return made


def test_a_file_that_goes_while_room_is_made(runs: store.Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that begins while another's file is removed must begin."""

    def removed(files: list[Path], most: int) -> list[Path]:
        for path in files:
            path.unlink()
        return []

    monkeypatch.setattr(store, "surplus", removed)
    assert runs.create()[0].startswith("run-")


def test_a_file_that_goes_while_it_is_looked_up(runs: store.Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens it then reads that it is no longer kept."""
    name, _ = runs.create()
    monkeypatch.setattr(Path, "is_file", lambda path: True)
    assert runs.path(name) is None


def test_a_file_that_goes_while_it_is_counted(runs: store.Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of figures for the host must come."""
    gone = runs.create()[1]
    monkeypatch.setattr(Path, "glob", lambda path, pattern: [gone])
    monkeypatch.setattr(Path, "exists", lambda path: True)
    assert runs.kept() == (1, 0)


def test_few_traces_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty visitors who open the largest trace together must not fill the memory at once."""
    now, most = [0], [0]

    def slow(*given: object, **named: object) -> None:
        now[0] += 1
        most[0] = max(most[0], now[0])
        time.sleep(0.05)
        now[0] -= 1

    monkeypatch.setattr(store, "read", slow)
    with ThreadPoolExecutor(6) as pool:
        for job in [pool.submit(store.open_trace, "spd") for _ in range(6)]:
            job.result(20)
    assert most[0] == 2
