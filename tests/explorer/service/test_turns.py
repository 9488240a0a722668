"""Turns on a device: one at a time, fair, and refused with a sentence when the queue is full."""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from decoders.errors import BadInput
from explorer.service.queue import turns as turns_module
from explorer.service.queue.turns import MODELS, TABLES, Turns, turns_of
from tests.serving import until

SOON = 60.0  # seconds: what never comes takes as long


@contextmanager
def queued(turns: Turns, visitors: str, before: int = 0, into: list[str] | None = None) -> Iterator[list[str]]:
    """Threads that take turns in this order, after `before` are waiting; returns who was served, in order."""
    served: list[str] = [] if into is None else into

    def work(visitor: str) -> None:
        with turns.turn(visitor):
            served.append(visitor)

    threads = []
    for place, visitor in enumerate(visitors, before + 1):
        threads.append(threading.Thread(target=work, args=(visitor,)))
        threads[-1].start()
        until(lambda place=place: turns.waiting == place)
    yield served
    for thread in threads:
        thread.join(SOON)


def test_visitors_take_turns_whoever_asks_most() -> None:
    """Somebody who presses Run five times must not make others wait for five runs."""
    turns = Turns()
    with ExitStack() as later:
        with turns.turn("first"):
            served = later.enter_context(queued(turns, "aaaaabbc"))
        until(lambda: len(served) == 8)
    assert "".join(served) == "abcabaaa"


def test_device_is_held_by_one_and_given_back_after_a_failure() -> None:
    """Two runs on one device would each take twice as long; a failure must not block the device."""
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
    """Stop must work in the queue, and an abandoned place must be freed."""
    turns, told = Turns(), list[int]()

    class Left(Exception):  # noqa: N818
        """The exception for a pressed Stop."""

    def wait(ahead: int) -> None:
        told.append(ahead)
        raise Left

    with turns.turn("a"):
        with pytest.raises(Left), turns.turn("b", wait):
            pytest.fail("it was not its turn")
        assert turns.waiting == 0
    assert told == [1]


def test_full_queue_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next visitor learns what to do, and the server does not grow further."""
    monkeypatch.setenv("EXPLORER_MAX_WAITING", "2")
    monkeypatch.setenv("EXPLORER_MAX_EACH", "2")
    turns = Turns()
    with ExitStack() as later, turns.turn("a"):
        later.enter_context(queued(turns, "ab"))
        with pytest.raises(BadInput, match=r"The queue is full \(2 runs waiting\)\. Try again"), turns.turn("c"):
            pytest.fail("it came in")
        with pytest.raises(BadInput, match="You already have 2 runs queued or running"), turns.turn("a"):
            pytest.fail("it came in")


def test_work_of_many_items_lets_others_go_first() -> None:
    """Several sweeps on a toy pair must not make everybody's run wait."""
    turns, seen = Turns(), list[str]()

    def sweep(visitor: str) -> None:
        with turns.turn(visitor, long=True) as turn:
            for _ in range(3):
                seen.append(visitor)
                until(lambda: turns.waiting == 4 or len(seen) > 1)  # the others have come
                turn.give_way()

    threads = [threading.Thread(target=sweep, args=(visitor,)) for visitor in "LM"]
    threads[0].start()
    until(lambda: len(seen) == 1)
    threads[1].start()
    until(lambda: turns.waiting == 1)
    with queued(turns, "abc", before=1, into=seen):
        pass
    for thread in threads:
        thread.join(SOON)
    assert "".join(seen) == "LabcMLMLM"
    assert not turns.busy
    assert turns.waiting == 0


def test_work_of_many_items_goes_on_among_many_short_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sweep on a busy page must come to its end."""
    monkeypatch.setattr(turns_module, "COURTESY", 0.05)
    turns, over, ended = Turns(), threading.Event(), threading.Event()

    def short(visitor: str) -> None:
        while not over.is_set():
            with turns.turn(visitor):
                time.sleep(0.002)

    def long() -> None:
        with turns.turn("L", long=True) as turn:
            waited = [turn.give_way() for _ in range(5)]
        assert max(waited) > 0
        ended.set()

    threads = [threading.Thread(target=short, args=(visitor,)) for visitor in "abcdef"]
    threads.append(threading.Thread(target=long))
    for thread in threads:
        thread.start()
    try:
        assert ended.wait(SOON)
    finally:
        over.set()
        for thread in threads:
            thread.join(SOON)


def test_who_needs_the_device_alone_waits_for_what_has_begun() -> None:
    """A pair loaded when memory is short must not be next to one that a sweep still uses."""
    turns, seen = Turns(), list[str]()

    def alone() -> None:
        with turns.turn("loading", alone=True):
            seen.append("alone")

    thread = threading.Thread(target=alone)
    with ExitStack() as later, turns.turn("L", long=True) as turn:
        thread.start()
        until(lambda: turns.waiting == 1)
        assert turn.give_way() == 0
        served = later.enter_context(queued(turns, "a", before=1))
        turn.give_way()
        seen.append("item")
        assert served == []
    thread.join(SOON)
    assert served == ["a"]
    assert seen == ["item", "alone"]


def test_a_sweep_that_is_left_while_it_gives_way_leaves_the_queue() -> None:
    """Its place would otherwise block the queue."""
    turns = Turns()

    def left(ahead: int) -> None:
        raise KeyError

    over = threading.Event()

    def hold() -> None:
        with turns.turn("a"):
            over.wait(SOON)

    thread = threading.Thread(target=hold)

    def sweep() -> None:
        with turns.turn("L", long=True) as turn:
            thread.start()
            until(lambda: turns.waiting == 1)
            turn.give_way(left)

    with pytest.raises(KeyError):
        sweep()
    over.set()
    thread.join(SOON)
    assert turns.waiting == 0
    assert not turns.busy


def test_tables_never_wait_behind_a_network() -> None:
    """A toy run takes milliseconds, whatever the models are doing."""
    assert turns_of("toy:assets/toys/x.json") is TABLES
    assert turns_of("smollm2") is turns_of("a+b") is MODELS
