"""Turns on a device: one at a time, fair, left by whoever no longer wants one, and refused in words when full."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest

from decoders.errors import BadInput
from explorer.runs.turns import MODELS, TABLES, Turns, turns_of

SOON = 20.0  # seconds: what never comes takes as long


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


@contextmanager
def queued(turns: Turns, visitors: str) -> Iterator[list[str]]:
    """Threads that take a turn for each visitor, in this order of arrival; who was served, in order."""
    served: list[str] = []

    def work(visitor: str) -> None:
        with turns.turn(visitor):
            served.append(visitor)

    threads = []
    for place, visitor in enumerate(visitors, 1):
        threads.append(threading.Thread(target=work, args=(visitor,)))
        threads[-1].start()
        until(lambda place=place: turns.waiting == place)
    yield served
    for thread in threads:
        thread.join(SOON)


def test_visitors_take_turns_whoever_asks_most() -> None:
    """One who presses Run five times must not make the others wait for five runs."""
    turns = Turns()
    with ExitStack() as later:
        with turns.turn("first"):
            served = later.enter_context(queued(turns, "aaaaabbc"))
        until(lambda: len(served) == 8)
    assert "".join(served) == "abcabaaa"


def test_device_is_held_by_one_and_given_back_after_a_failure() -> None:
    """Two runs on one device would each take twice as long; a failure must not keep it."""
    turns = Turns()

    def fail() -> None:
        with turns.turn("a"):
            assert turns.busy
            raise ArithmeticError

    with pytest.raises(ArithmeticError):
        fail()
    assert not turns.busy
    with turns.turn("b"):
        assert turns.count == 2


def test_who_waits_can_leave_and_is_told_how_many_are_before() -> None:
    """Stop must answer in the queue, too, and a place in it must not be kept for nobody."""
    turns, told = Turns(), list[int]()

    class Left(Exception):  # noqa: N818
        """Stop was pressed."""

    def wait(ahead: int) -> None:
        told.append(ahead)
        raise Left

    with turns.turn("a"):
        with pytest.raises(Left), turns.turn("b", wait):
            pytest.fail("it was not its turn")
        assert turns.waiting == 0
    assert told == [1]


def test_full_queue_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next visitor reads what to do, and the server grows no further."""
    monkeypatch.setenv("EXPLORER_MAX_WAITING", "2")
    monkeypatch.setenv("EXPLORER_MAX_EACH", "2")
    turns = Turns()
    with ExitStack() as later, turns.turn("a"):
        later.enter_context(queued(turns, "ab"))
        with pytest.raises(BadInput, match="All 2 places in the queue are taken. Try again"), turns.turn("c"):
            pytest.fail("it came in")
        with pytest.raises(BadInput, match="You already have 2 runs queued or running"), turns.turn("a"):
            pytest.fail("it came in")


def test_tables_never_wait_behind_a_network() -> None:
    """A toy run takes milliseconds, whatever the models are doing."""
    assert turns_of("toy:assets/toys/x.json") is TABLES
    assert turns_of("smollm2") is turns_of("a+b") is MODELS
