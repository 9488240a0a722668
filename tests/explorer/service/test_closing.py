"""Stopping the app: runs finish if they can, otherwise traces say why; nothing incomplete stays."""

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from decoders.core.checkpoint import checkpoint
from decoders.errors import BadInput
from explorer.cli.main import main
from explorer.service import live, store
from explorer.service.queue import closing
from explorer.service.recording import record_trace
from explorer.service.request import RunRequest
from explorer.stage.pack import Feed, open_content
from explorer.trace.format import lines as lines_of
from explorer.trace.format import read
from explorer.trace.line_validators import Line
from explorer.trace.lines import Header, IterationLine, Summary
from explorer.trace.stopped import STOPPED
from tests.serving import served

TOY, SMALL = "toy:assets/toys/dsbd-figure-2.json", "toy:assets/toys/dsbd-figure-1.json"
SLOW_APP = """
import runpy, time
from decoders.exact import toy
from gradio.queueing import Queue
from gradio.server_messages import ProcessCompletedMessage

quick, send = toy.ToySession.forward, Queue.send_message

def slow(*given):
    time.sleep(0.1)
    return quick(*given)

def late(queue, event, message):  # as on a busy machine
    if isinstance(message, ProcessCompletedMessage):
        time.sleep(0.5)
    send(queue, event, message)

toy.ToySession.forward, Queue.send_message = slow, late
runpy.run_path("app.py", run_name="__main__")
"""
FOLLOWS = """
import json, sys, time
from gradio_client import Client
from gradio_client.utils import Status

app, other = (Client(sys.argv[1], verbose=False) for _ in range(2))
long = app.submit("multinomial", sys.argv[2], "h", {}, 0, 250, api_name="/run")
while len(long.outputs()) < 3:
    time.sleep(0.05)
waits = other.submit("multinomial", sys.argv[2], "h", {}, 0, 250, api_name="/run")
while waits.status().code not in (Status.PROCESSING, Status.ITERATING):
    time.sleep(0.05)
print("on", flush=True)
long.result()
print(json.dumps({"last": json.loads(long.outputs()[-1])[-1], "waits": str(waits.exception())}))
"""


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """An app that has not been stopped."""
    for name in ("_BEGUN", "_OVER"):
        monkeypatch.setattr(closing, name, threading.Event())


def slowly(seconds: float) -> live.Source:
    """A real run with slow iterations."""

    def lines(request: RunRequest, report: Any) -> Iterator[Line]:
        for line in live.start(request, report):
            yield line
            until = time.monotonic() + seconds
            while not isinstance(line, Summary) and time.monotonic() < until:
                time.sleep(0.01)

    return lines


def followed(request: RunRequest, source: live.Source) -> tuple[threading.Thread, list[Any]]:
    """A started run, followed in a thread that collects its name, its lines and its error."""
    seen: list[Any] = []

    def follow() -> None:
        try:
            for news in live.follow(request, source):
                seen.extend([news.name, *news.lines])
        except BadInput as error:
            seen.append(error)

    thread = threading.Thread(target=follow)
    thread.start()
    until = time.monotonic() + 60
    while not any(isinstance(one, Header) for one in seen) and time.monotonic() < until:
        time.sleep(0.01)
    return thread, seen


def test_run_that_is_nearly_done_is_finished() -> None:
    """A visitor who waits gets the whole run."""
    thread, seen = followed(RunRequest("multinomial", SMALL, "h", {}, 0, 6), slowly(0.1))
    closing.close_runs(grace=60)
    thread.join(60)
    assert isinstance(seen[-1], Summary)
    assert seen[-1].stopped is None
    assert not closing.running()
    with pytest.raises(BadInput, match="The app is shutting down"):
        next(live.follow(RunRequest("spd", TOY, "ask")))


def test_run_that_is_not_is_cut_short_and_its_trace_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """A trace that ends early without a reason looks like a crash."""
    thread, seen = followed(RunRequest("multinomial", SMALL, "h", {}, 0, 4000), slowly(0.05))
    while sum(isinstance(one, Header | IterationLine) for one in seen) < 4:
        time.sleep(0.01)
    closing.close_runs(grace=0.1, leave=60)
    thread.join(60)
    end = seen[-1]
    assert end.stopped == "shutdown"
    assert len(end.tokens) == end.counts.iterations > 1
    path = store.find(seen[0])
    trace = read(path)  # by the schema
    assert trace.incomplete == STOPPED["shutdown"]
    assert open_content(trace)["incomplete"] == STOPPED["shutdown"]
    assert "so far" in open_content(trace)["summary"]["worth"]
    feed = Feed()
    feed.messages(line for line in seen[:-1] if not isinstance(line, str))
    assert STOPPED["shutdown"] in feed.messages([end])
    assert main(["validate", str(path)]) == 0
    assert f"incomplete ({STOPPED['shutdown']})" in capsys.readouterr().out


def test_run_that_has_made_nothing_leaves_no_file() -> None:
    """A header alone is not a trace and could not be opened."""

    def long_prompt(request: RunRequest, report: Any) -> Iterator[Line]:
        yield next(live.start(request, report))
        while True:
            checkpoint()
            time.sleep(0.01)

    thread, seen = followed(RunRequest("multinomial", SMALL, "h"), long_prompt)
    closing.close_runs(grace=0.1, leave=60)
    thread.join(60)
    assert "before this run produced anything" in str(seen[-1])
    assert store.RUNS.path(seen[0]) is None


def test_a_cut_run_races_nobody() -> None:
    """Its seconds are not those of a whole run."""
    from explorer.features.race import race

    trace = record_trace(RunRequest("spd", TOY, "ask", {}, 0, 6))
    assert trace.summary is not None
    name, path = store.RUNS.create()
    path.write_text("".join(lines_of(replace(trace, summary=replace(trace.summary, stopped="shutdown")))))
    with pytest.raises(BadInput, match="did not finish"):
        race([name, "spd"])


def stopped(number: signal.Signals, folder: Path, env: dict[str, str]) -> dict[str, str | None]:
    """Stop an app by a signal while one run is under way and another one waits. Returns what was seen of both."""
    (temporary := folder / "tmp").mkdir(parents=True)
    log = folder / "log.txt"
    with served(log, "-c", SLOW_APP, env={**env, "TMPDIR": str(temporary)}) as (url, server):
        words = [sys.executable, "-c", FOLLOWS, url, SMALL]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as client:
            assert client.stdout is not None
            assert client.stdout.readline() == "on\n"
            server.send_signal(number)
            begun = time.monotonic()
            out, err = client.communicate(timeout=120)
            assert server.wait(120) == 0, log.read_text()
            assert time.monotonic() - begun > closing.GRACE, "it has its time to end"
    assert client.returncode == 0, err
    assert not list(temporary.glob("explorer-runs-*"))
    assert "Traceback" not in log.read_text()
    found = json.loads(out)
    return {"last": found["last"]["stopped"], "waits": found["waits"]}


def test_a_stopped_app_ends_its_runs_and_keeps_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hosts restart apps daily; a run must end with a reason, and its link must stay valid."""
    kept = tmp_path / "runs"
    cases = [(signal.SIGTERM, tmp_path / "kept", {store.FOLDER: str(kept)}), (signal.SIGINT, tmp_path / "gone", {})]
    with ThreadPoolExecutor() as pool:  # both apps at once, because each has seconds to wait
        for seen in pool.map(stopped, *zip(*cases, strict=True)):
            assert seen == {
                "last": "shutdown",
                "waits": "The app is shutting down. Start the run again when the app is back.",
            }
    (file,) = kept.iterdir()
    assert read(file).incomplete == STOPPED["shutdown"]
    monkeypatch.setenv(store.FOLDER, str(kept))
    assert store.find(file.stem) == file, "an app that comes back has it"


def test_a_folder_for_runs_must_be_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host who mistypes the folder must learn it at the start."""
    file = tmp_path / "file"
    file.write_text("x")
    monkeypatch.setenv(store.FOLDER, str(file / "runs"))
    with pytest.raises(BadInput, match="EXPLORER_RUNS=.* is not writable"):
        store.check_folder()
    monkeypatch.setenv(store.FOLDER, str(tmp_path / "new" / "runs"))
    store.check_folder()
    assert (tmp_path / "new" / "runs").stat().st_mode & 0o777 == 0o700
