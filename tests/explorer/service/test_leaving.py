"""Leaving a run: Stop and a closed tab free the device at once."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import torch

from decoders.core.checkpoint import checked, report
from decoders.core.pair import Pair
from decoders.errors import BadInput
from decoders.models.torch.huggingface import HuggingFaceModel
from decoders.pairs import load_pair
from explorer.service import live
from explorer.service.journal import LeftError
from explorer.service.queue import memory
from explorer.service.queue.turns import MODELS, TABLES
from explorer.service.recorded import recorded_prompt
from explorer.service.request import RunRequest
from explorer.trace.line_validators import Line
from explorer.trace.lines import Header, Summary
from explorer.ui.form.jobs import Followed, Job, StoppedError
from tests.records import an_iteration
from tests.serving import until
from tests.tiny import tiny

TOY = "toy:assets/toys/dsbd-figure-2.json"
FREED = 10.0  # seconds of this process within which the device is free, whatever else the machine does
SENTENCE = "The quick river ran under seven old bridges and told nobody. "


def freed() -> bool:
    """Whether nobody uses the models or waits for them, and no run's thread is left."""
    return not MODELS.busy and not MODELS.waiting and not any(t.name.startswith("run-") for t in threading.enumerate())


class Left(Exception):  # noqa: N818 - nothing went wrong
    """The exception of a check that ends the run."""


@pytest.mark.pair
def test_closed_tabs_of_heavy_runs_free_the_device(smollm2: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Abandoned heavy runs must not continue decoding for minutes."""
    monkeypatch.setitem(memory._KEPT, ("smollm2", "auto", "auto"), smollm2)
    wide = {"node_budget": 1024, "gamma": 10, "out_degree": 16, "prob_threshold": 0, "sibling_threshold": 0}
    requests = [RunRequest("gsd", "smollm2", SENTENCE * 300, wide, seed, 64) for seed in range(3)]
    tabs = [live.follow(request, visitor=str(request.seed)) for request in requests]
    for tab in tabs:
        next(tab)
    until(lambda: MODELS.busy and MODELS.waiting == 2)
    news = [news for news in live.follow(RunRequest("spd", TOY, "ask")) if news.lines]
    assert isinstance(news[-1].lines[-1], Summary)
    time.sleep(2.0)  # into the prompt's chunks
    for tab in tabs:
        tab.close()
    begun = time.process_time()
    until(freed)
    assert time.process_time() - begun < FREED


def test_run_is_left_between_two_layers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass over a thousand nodes after a long prompt takes seconds, and Stop must not wait for it."""
    net = HuggingFaceModel(tiny("llama", torch.float64), 64, "tiny")
    calls: list[int] = []

    def leave() -> None:
        calls.append(1)
        if len(calls) == 2:  # before the pass, before its first layer
            raise Left

    with pytest.raises(Left), checked(leave):
        net.start(list(range(3, 40)))
    calls[:] = [0, 0, 0]
    session = net.start(list(range(3, 40)))
    before = session.forward([5], [-1])
    calls.clear()
    with pytest.raises(Left), checked(leave):
        session.forward([6, 7], [-1, 0])
    calls[:] = [0, 0, 0]
    assert session.kv_length == 38, "what was fed in part is forgotten"
    assert session.forward([6], [-1]).top(0, 1) != before.top(0, 1)


def test_run_is_left_between_draft_levels() -> None:
    """Tables have no layers, so every pass is a checkpoint."""
    from decoders.pairs import load_pair
    from explorer.service.recording import record

    calls: list[int] = []

    def leave() -> None:
        calls.append(1)
        if len(calls) > 2:
            raise Left

    lines = record(RunRequest("spd", TOY, "ask", {"gamma": 4}, 0, 12), load_pair(TOY))
    next(lines)
    with pytest.raises(Left), checked(leave):
        next(lines)
    assert len(calls) == 3, "an iteration of four draft passes was left after two"


def test_run_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who never leaves must not block the others forever; the file stays."""
    monkeypatch.setenv("EXPLORER_MAX_SECONDS", "1")

    def endless(request: RunRequest, report: Any) -> Iterator[Line]:
        while True:
            time.sleep(0.01)
            yield an_iteration(seconds=0.01)

    begun = time.monotonic()
    with pytest.raises(BadInput, match="stopped after 1 s, which is the limit"):
        list(live.follow(RunRequest("spd", TOY, "ask"), endless))
    assert time.monotonic() - begun < 30
    assert not TABLES.busy


def test_run_ends_when_its_trace_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """One run must not fill the disk."""
    monkeypatch.setenv("EXPLORER_MAX_TRACE_MB", "1")

    def long(request: RunRequest, report: Any) -> Iterator[Line]:
        while True:
            yield an_iteration(texts={"0": "x" * 100_000})

    with pytest.raises(BadInput, match="its trace reached 1 MB"):
        list(live.follow(RunRequest("spd", TOY, "ask"), long))


class Panic(BaseException):
    """A panic of a Rust library, which is not an Exception."""


def test_a_panic_ends_the_wait_of_who_follows() -> None:
    """A page that follows a run without a thread must not show “Starting” forever."""

    def panics(request: RunRequest, report: Any) -> Iterator[Line]:
        raise Panic("retry-limit-in-match over")

    with pytest.raises(RuntimeError, match="Panic: retry-limit-in-match over"):
        list(live.follow(RunRequest("spd", TOY, "ask"), panics))
    until(freed)  # pytest warns of the thread's error, and should do so within this test


@pytest.mark.parametrize("error", [LeftError(), SystemExit(1)], ids=repr)
def test_a_thread_that_ends_says_so(error: BaseException, recwarn: pytest.WarningsRecorder) -> None:
    """Whatever ends a run's thread, the page's Run button must be enabled again."""

    def ends(request: RunRequest, report: Any) -> Iterator[Line]:
        raise error

    with pytest.raises((BadInput, RuntimeError), match="ended before it was complete|SystemExit"):
        list(live.follow(RunRequest("spd", TOY, "ask"), ends))
    until(freed)


@pytest.mark.parametrize("error", [StoppedError(), SystemExit(1)], ids=repr)
def test_a_job_that_ends_says_so(error: BaseException, recwarn: pytest.WarningsRecorder) -> None:
    """The same guarantee for a tab's computations."""

    def ends(job: Job) -> str:
        raise error

    with pytest.raises((BadInput, RuntimeError), match="ended before it was complete|SystemExit"):
        list(Followed(ends, "ends", "me"))
    until(lambda: all(thread.name != "ends" for thread in threading.enumerate()))


def test_a_run_hears_what_its_models_report() -> None:
    """A conversion during a run takes a minute; its progress belongs to this run."""

    def converts(request: RunRequest, listener: Any) -> Iterator[Line]:
        report("Converting", 0.0)
        assert told.wait(60)
        yield an_iteration()

    told = threading.Event()
    for news in live.follow(RunRequest("spd", TOY, "ask"), converts):
        if news.note == "Converting":
            told.set()
    told.clear()
    items = list[str]()
    for item in Followed(lambda job: (report("Converting", 0.5), told.wait(60), "Done")[-1], "job", "me"):
        items.append(item.what)
        told.set()
    assert items == ["Converting"]


def test_a_job_that_panics_ends() -> None:
    """The same guarantee for a tab's computations."""

    def panics(job: Job) -> str:
        raise Panic("over")

    with pytest.raises(RuntimeError, match="Panic: over"):
        list(Followed(panics, "panics", "me"))
    until(lambda: all(thread.name != "panics" for thread in threading.enumerate()))


def test_runs_that_are_compared_have_one_prompt() -> None:
    """A chat template may write the time, so each method would read another prompt."""
    first = next(line for news in live.follow(RunRequest("greedy", TOY, "ask")) for line in news.lines)
    assert isinstance(first, Header)
    again = partial(live.start, prompt=replace(recorded_prompt(first), ids=[0, 0], notes=("dated",)))
    header = next(line for news in live.follow(RunRequest("spd", TOY, "ask"), again) for line in news.lines)
    assert isinstance(header, Header)
    assert (header.prompt_tokens, header.prompt_notes) == ((0, 0), ("dated",))


def test_the_prompt_is_read_before_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow chat template must not hold the device."""
    held = list[bool]()
    pair = load_pair(TOY)
    read = pair.read
    watched = replace(pair, read=lambda prompt: (held.append(TABLES.busy), read(prompt))[1])
    live.run_to_end(RunRequest("spd", TOY, "ask", limit=2), watched)
    monkeypatch.setattr(live, "loaded", lambda *given: watched)
    list(live.follow(RunRequest("spd", TOY, "ask", limit=2)))
    assert held == [False, False]
