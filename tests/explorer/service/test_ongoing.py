"""Runs that a page started: they outlive its connection, and end if no page of their browser is left."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from decoders.errors import BadInput
from explorer.service import keys, live, ongoing
from explorer.service.ongoing import Ongoing, Shelf
from explorer.service.queue.turns import TABLES
from explorer.service.request import RunRequest
from explorer.service.store import RUNS
from explorer.trace.line_validators import Line
from tests.explorer.gated import ASK, waiting
from tests.records import an_iteration
from tests.serving import until


def test_a_run_goes_on_without_a_page(gate: threading.Event) -> None:
    """A reload or a lost connection must not cost a run."""
    shelf = Shelf()
    run = shelf.start(ASK, "me", waiting(gate))
    assert run.running
    assert run.loading is not None
    gate.set()
    until(lambda: not run.running)
    assert (run.state, run.error, run.tally.ended) == ("finished", "", True)
    messages, count, lacks = run.since(0)
    assert (len(messages), lacks) == (count, False), "a page that comes late gets everything"
    assert RUNS.path(run.name) is not None
    assert shelf.get(run.name) is run


def test_a_run_that_nobody_asks_for_ends(gate: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a public page, others wait behind a run whose visitor has left."""
    monkeypatch.setenv("EXPLORER_MAX_AWAY", "1")
    clock = [0.0]
    monkeypatch.setattr(ongoing, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    shelf = Shelf()
    run = shelf.start(ASK, "me", waiting(gate))
    for clock[0] in (0.9, 1.8):
        time.sleep(3 * live.LOOK)
        assert run.running, "a page was there"
        run.seen()
    clock[0] = 2.9
    until(lambda: not run.running)
    assert run.state == "stopped"
    assert "no page of yours was open for 1 seconds" in run.error
    until(lambda: not any(thread.name == run.name for thread in threading.enumerate()))
    assert not TABLES.busy


def test_stop_ends_a_run_at_once(gate: threading.Event) -> None:
    """Somebody who stops a run may start the next one at once."""
    shelf = Shelf()
    run = shelf.start(ASK, "me", waiting(gate))
    run.stop()
    assert run.state == "stopped"
    until(lambda: not any(thread.name == run.name for thread in threading.enumerate()))
    assert run.state == "stopped", "what the thread says later changes nothing"


def test_a_visitor_has_so_many_runs_at_once(gate: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """One visitor must not use up all places, and is told what to do."""
    monkeypatch.setenv("EXPLORER_MAX_EACH", "2")
    monkeypatch.setenv("EXPLORER_MAX_WAITING", "2")
    shelf = Shelf()
    first, _ = (shelf.start(ASK, "me", waiting(gate)) for _ in range(2))
    with pytest.raises(BadInput, match="You already have 2 runs queued or running, which is the limit"):
        shelf.start(ASK, "me", waiting(gate))
    shelf.start(ASK, "you", waiting(gate))
    with pytest.raises(BadInput, match=r"The queue is full \(2 runs waiting\)"):
        shelf.start(ASK, "they", waiting(gate))
    first.stop()
    until(lambda: not any(thread.name == first.name for thread in threading.enumerate()))
    assert shelf.start(ASK, "me", waiting(gate)).running


def test_a_failure_has_a_reason_and_a_panic_too(recwarn: pytest.WarningsRecorder) -> None:
    """A run that ends without a reason would be shown as running forever."""

    def fails(error: BaseException) -> ongoing.Follow:
        def lines(request: RunRequest, report: Any) -> Iterator[Line]:
            raise error
            yield an_iteration()

        return lambda request, visitor: live.follow(request, lines, visitor)

    shelf = Shelf()
    bad = shelf.start(ASK, "me", fails(BadInput("the prompt is too long. Shorten it.")))
    panic = shelf.start(ASK, "me", fails(SystemExit(1)))
    until(lambda: not bad.running and not panic.running)
    assert (bad.state, bad.error) == ("failed", "The prompt is too long. Shorten it.")
    assert panic.state == "failed"
    assert panic.error


def test_old_messages_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty runs with long traces must not fill the memory, and a page that lacks messages is told."""
    monkeypatch.setattr(ongoing, "RECENT", 10)
    run = Shelf().start(ASK, "me")
    until(lambda: not run.running)
    messages, count, lacks = run.since(0)
    assert len(messages) == 1
    assert lacks is (count > 1)
    run.forget()
    assert run.since(count - 1) == ([], count, True)


def test_only_a_key_stops_or_deletes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A link opens a run for everybody, but must not let them delete it."""
    assert keys.is_key("run-a", keys.key_of("run-a"))
    for wrong in (keys.key_of("run-b"), "", None, 3, "ä"):
        assert not keys.is_key("run-a", wrong)
    monkeypatch.setenv("EXPLORER_RUNS", str(tmp_path))
    kept = keys.key_of("run-a")
    keys._secret.cache_clear()  # as after a restart
    assert keys.key_of("run-a") == kept
    assert (tmp_path / keys.SECRET).stat().st_mode & 0o077 == 0


def test_a_run_that_has_ended_is_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """An app that runs for weeks must not remember every run."""
    monkeypatch.setattr(ongoing, "ENDED", 2)
    shelf = Shelf()
    runs = list[Ongoing]()
    for _ in range(4):
        runs.append(shelf.start(ASK, "me"))
        until(lambda: not runs[-1].running)
    assert [shelf.get(run.name) is not None for run in runs] == [False, True, True, True]
