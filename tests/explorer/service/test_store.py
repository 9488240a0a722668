"""Stored runs: a file deleted meanwhile never causes a disk error for a visitor."""

import errno
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from decoders.errors import BadInput
from explorer.figures import files
from explorer.service import store
from explorer.stage import export, pack
from explorer.ui import figures
from explorer.ui.server import routes
from tests.bundled import bundled
from tests.serving import calm


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> store.Runs:
    """A store in its own folder with one run."""
    monkeypatch.setenv(store.FOLDER, str(tmp_path))
    made = store.Runs()
    made.create()[1].write_text("{}")
    return made


def test_a_file_that_goes_while_room_is_made(runs: store.Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run must start although another's file is being removed."""

    def removed(files: list[Path], most: int) -> list[Path]:
        for path in files:
            path.unlink()
        return []

    monkeypatch.setattr(store, "surplus", removed)
    assert runs.create()[0].startswith("run-")


def test_a_file_that_goes_while_it_is_looked_up(runs: store.Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who opens the run learns that it is no longer stored."""
    name, _ = runs.create()
    monkeypatch.setattr(Path, "is_file", lambda path: True)
    assert runs.path(name) is None


def test_a_file_that_goes_while_it_is_counted(runs: store.Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host's page of figures must still work."""
    gone = runs.create()[1]
    monkeypatch.setattr(Path, "glob", lambda path, pattern: [gone])
    monkeypatch.setattr(Path, "exists", lambda path: True)
    assert runs.kept() == (1, 0)


def test_one_visitor_cannot_evict_the_runs_of_others(runs: store.Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """One visitor's many runs must not remove everybody's."""
    monkeypatch.setenv("EXPLORER_MAX_TRACES", "10")
    monkeypatch.setenv("EXPLORER_MAX_KEPT_EACH", "6")
    others = [runs.keep(["{}"], f"visitor {k}") for k in range(5)]
    mine = [runs.keep(["{}"], "me") for _ in range(30)]
    assert all(map(runs.path, others))
    assert sum(runs.path(name) is not None for name in mine) == 4, "the one kept before has an owner of its own"
    assert runs.path(mine[-1]) is not None
    for k in range(5):
        runs.keep(["{}"], f"another {k}")
    assert [bool(runs.path(name)) for name in mine[-4:]].count(True) <= 2, "who has most makes room"
    assert runs.kept()[0] == 10


def test_a_visitor_has_a_quota_where_there_is_room(runs: store.Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a quota, one visitor could fill the disk until others come."""
    monkeypatch.setenv("EXPLORER_MAX_KEPT_EACH", "3")
    mine = [runs.keep(["{}"], "me") for _ in range(5)]
    assert [runs.path(name) is not None for name in mine] == [False, False, True, True, True]


def test_a_visitor_with_many_bytes_makes_room(runs: store.Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few huge uploads must not remove the small runs of others."""
    monkeypatch.setenv("EXPLORER_MAX_KEPT_MB", "1")
    small = [runs.keep(["{}"], f"visitor {k}") for k in range(5)]
    large = [runs.keep(["x" * 400_000], "me") for _ in range(5)]
    assert all(map(runs.path, small))
    assert runs.path(large[0]) is None


def test_a_full_disk_is_one_sentence_and_leaves_nothing(runs: store.Runs) -> None:
    """A full disk must not cause a traceback or leave empty files."""

    def full() -> Iterator[str]:
        yield "{}"
        raise OSError(errno.ENOSPC, "No space left on device")

    before = runs.kept()
    with pytest.raises(
        BadInput, match=r"^The disk is full, so nothing was saved\. Free some space, or try again later\.$"
    ):
        runs.keep(full())
    assert runs.kept() == before


class Slow:
    """A slow function that records how often it ran at the same time."""

    def __init__(self) -> None:
        self.now = self.most = 0

    def __call__(self, *given: object, **named: object) -> str:
        self.now += 1
        self.most = max(self.most, self.now)
        time.sleep(0.05)
        self.now -= 1
        return ""


@calm
def test_few_traces_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty visitors who open the largest trace together must not fill the memory."""
    slow = Slow()
    monkeypatch.setattr(store, "read", slow)
    with ThreadPoolExecutor(6) as pool:
        for job in [pool.submit(store.open_trace, "spd") for _ in range(6)]:
            job.result(120)
    assert slow.most == 2


def test_a_small_trace_does_not_wait_for_large_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bundled run must open while other visitors' huge files are processed."""
    with store.PARSING_LARGE:
        assert store.open_trace("spd").iterations
    monkeypatch.setattr(store, "LARGE", 0)
    with store.PARSING_LARGE, ThreadPoolExecutor(1) as pool:
        job = pool.submit(store.open_trace, "spd")
        with pytest.raises(TimeoutError):
            job.result(0.2)
        store.PARSING_LARGE.release()
        assert job.result(120).iterations
        store.PARSING_LARGE.acquire()


@calm
@pytest.mark.parametrize("path", ["export/spd", "figure/spd?kind=time", "open/spd"])
def test_of_few_traces_something_is_made_at_once(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """Processing the largest trace takes as much memory again as reading it."""
    slow = Slow()
    monkeypatch.setattr(export, "page", slow)
    monkeypatch.setattr(pack, "open_message", slow)
    monkeypatch.setattr(figures, "_figure", slow)
    monkeypatch.setattr(files, "document", lambda *given, **named: "")
    monkeypatch.setattr(routes, "PACKED", SimpleNamespace(ready=lambda name: None, made=routes.stage_message))
    page = TestClient(Starlette(routes=[*routes.routes(), *figures.routes()]))
    with ThreadPoolExecutor(6) as pool:
        for job in [pool.submit(page.get, f"/explorer/{path}") for _ in range(6)]:
            assert job.result(120).status_code == 200
    assert slow.most == 2


def test_the_run_that_opens_for_a_method_is_the_one_that_shows_most() -> None:
    """With DSBD one should see widths that vary, with MTAD beams that differ, and with SpD every outcome at once."""
    names = {card.method: store.first_run(card.method) for card in store.gallery()}
    assert (names["spd"], names["dsbd"], names["mtad"]) == ("spd", "dsbd-layers", "mtad-beams")
    tests = [verdict for one in bundled("spd").iterations[:2] for verdict in one.verdicts]
    assert {v.decision for v in tests} == {"accepted", "rejected", "unused", "residual", "bonus"}
    assert {v.a >= 1 for v in tests if v.decision == "accepted" and v.a is not None} == {True, False}
    first = {card.method: card.name for card in reversed(store.gallery())}
    assert {method for method in names if names[method] != first[method]} == set(store.TELLING)
    assert store.first_run("nothing") is None
