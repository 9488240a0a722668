"""The time left of a loading comes from earlier loadings of the same pair, and is never guessed."""

import json
from pathlib import Path

import pytest

from decoders.models.steps import DRAFT_STEP, TARGET_STEP, WEIGHTS_STEP, step
from explorer.service import durations
from explorer.service.durations import Durations, Stopwatch, remember
from explorer.service.loading import ALL, Loading, start_step


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path))
    return tmp_path


def load(clock: Clock, *parts: tuple[str, int, float]) -> dict[str, float]:
    """The durations of a loading with these parts: work, step, seconds."""
    watch = Stopwatch(lambda what, share: None, clock)
    for work, number, seconds in parts:
        watch(step(f"Doing {work}", work, number), 0.0)
        clock.now += seconds
    watch.stop()
    return watch.seconds


def test_what_a_loading_took_says_how_long_the_next_takes() -> None:
    """Somebody who waits a minute wants to know how many more."""
    clock = Clock()
    remember("a+b", "auto", "auto", load(clock, ("measure", 1, 20), ("load target", 2, 4), ("load draft", 3, 2)))
    loading = Loading("a+b", now=clock)
    assert (loading.state()["steps"], loading.state()["left"]) == ([], None)
    loading.report(step("Measuring", "measure", WEIGHTS_STEP), 0.0)
    clock.now += 5
    state = loading.state()
    assert (state["step"], state["steps"], state["doing"]) == (1, list(ALL), "Measuring")
    assert (state["elapsed"], state["left"], state["expected"]) == (5, 21, 20)
    assert Loading("a+b", "torch", now=clock).state()["left"] is None, "another engine takes another time"


def test_a_part_that_was_never_timed_has_no_time_left() -> None:
    """A guess that is wrong by a minute is worse than none."""
    clock = Clock()
    remember("a+b", "auto", "auto", load(clock, ("load target", 2, 4), ("load draft", 3, 2)))
    loading = Loading("a+b", now=clock)
    loading.report(step("Converting", "convert", TARGET_STEP), 0.0)
    assert loading.state()["left"] is None
    remember("a+b", "auto", "auto", load(clock, ("load target", 2, 4), ("convert", 2, 30), ("load draft", 3, 2)))
    remember("a+b", "auto", "auto", load(clock, ("load target", 2, 4), ("load draft", 3, 2)))
    again = Loading("a+b", now=clock)
    again.report(step("Converting", "convert", TARGET_STEP), 0.0)
    assert again.state()["left"] == 32, "an earlier conversion took 30 s, and the draft comes after it"


def test_waiting_for_others_is_not_timed() -> None:
    """Waiting for another loading says nothing about this pair."""
    clock = Clock()
    watch = Stopwatch(lambda what, share: None, clock)
    watch(step("Loading", "load draft", DRAFT_STEP), 0.0)
    clock.now += 2
    watch("Waiting for another process", 0.0)
    clock.now += 90
    watch(step("Loading", "load draft", DRAFT_STEP), 0.5)
    clock.now += 1
    watch.stop()
    assert watch.seconds == {"3 load draft": 3}


def test_a_pair_in_memory_has_no_steps() -> None:
    """Steps that end before they can be read would only confuse."""
    loading = Loading("smollm2", now=Clock())
    loading.report(start_step("Reading the prompt"), 0.0)
    assert (loading.state()["steps"], loading.state()["doing"]) == ([], "Reading the prompt")


@pytest.mark.parametrize(
    "kept", ["", "[]", '{"a+b · auto · auto": 3}', '{"a+b · auto · auto": {"seconds": {"1 x": "?"}}}']
)
def test_a_damaged_file_costs_no_run(home: Path, kept: str) -> None:
    """A convenience must never stop a loading."""
    (home / durations.TIMES).write_text(kept, encoding="utf-8")
    assert durations.durations("a+b", "auto", "auto") == Durations()
    remember("a+b", "auto", "auto", {"1 measure": 2.0})
    assert durations.durations("a+b", "auto", "auto").seconds == {"1 measure": 2.0}


def test_the_file_is_bounded(home: Path) -> None:
    """Visitors may name any pair and must not fill the disk."""
    for number in range(durations.MOST + 5):
        remember(f"a+{number}", "auto", "auto", {"1 measure": 1.0})
    assert len(json.loads((home / durations.TIMES).read_text(encoding="utf-8"))) == durations.MOST
