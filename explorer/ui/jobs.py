"""Measurements behind a button: a thread that works and reports, followed by a loop that can be left at any time.

Leaving the loop (Stop, or a closed tab) makes the next report raise in the thread, so that it ends between two
passes and gives its source back. Knows nothing of Gradio, nor of what is measured.
"""

import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from decoders.core.checkpoint import Check, checked, reporting
from decoders.errors import BadInput
from explorer.service.live import using
from explorer.service.queue.limits import in_time
from explorer.service.queue.turns import Turn, turns_of

PAUSE = 0.2  # seconds between two reports


class StoppedError(Exception):
    """Stop was pressed; raised by `Job.report` and `Job.check` in the thread."""


@dataclass(frozen=True)
class Progress:
    """What is being done, and how much of the whole is done."""

    what: str
    share: float


class Job:
    """What the thread is handed: where to report, what to hand over, when to stop. `visitor` is whose turn it takes."""

    def __init__(self, visitor: str) -> None:
        self._visitor = visitor
        self._news: queue.Queue[Any] = queue.Queue()
        self._stop = threading.Event()
        self._in_time: Check = lambda: None  # from its turn on
        self._turn: Turn | None = None
        self._waited = 0.0  # seconds for which it gave way to others

    def check(self) -> None:
        """Raise StoppedError once the job is to end, and BadInput once it has used the models for too long."""
        self._look()
        self._in_time()

    def _look(self) -> None:
        if self._stop.is_set():
            raise StoppedError

    @contextmanager
    def turn(self, pair: str) -> Iterator[None]:
        """The device of that pair, within the block: nobody else decodes on it meanwhile. Raises StoppedError.

        What goes wrong with the models is told as everywhere, `live.using`.
        """
        waits = turns_of(pair).turn(
            self._visitor, lambda ahead: self.report(f"Waiting: {ahead} before you", 0.0), long=True
        )
        with using(pair), waits as self._turn:
            self._in_time = in_time(waited=lambda: self._waited)
            try:
                with checked(self.check):
                    yield
            finally:
                self._turn = None

    def give_way(self) -> None:
        """Let others use the device before the next item of this job. Raises StoppedError."""
        if self._turn is not None:
            self._waited += self._turn.give_way(lambda ahead: self._look())

    def report(self, what: str, share: float) -> None:
        """Say how far the work is. Raises StoppedError."""
        self.check()
        self._news.put(Progress(what, share))

    def give(self, item: Any) -> None:
        """Hand over a part of the result."""
        self._news.put(item)

    def stop(self) -> None:
        """Ask the thread to end."""
        self._stop.set()

    def news(self) -> Iterator[Any]:
        """What was reported and given, in order; of several reports in a row only the last, and that not too often.

        A page that is drawn anew at every pass would not hear its Stop button. Ends never by itself.
        """
        told = -PAUSE
        while True:
            item = self._news.get()
            while isinstance(item, Progress):
                try:
                    item = self._news.get(timeout=max(0.0, told + PAUSE - time.monotonic()))
                except queue.Empty:
                    told = time.monotonic()
                    break
            yield item


class Followed:
    """Runs `work` in a thread when it is looped over: Progress and what the thread gives; `words` are its last.

    Leaving the loop, however, stops the thread. What the thread raised is raised in the loop. `visitor` is who asked.
    """

    def __init__(self, work: Callable[[Job], str], name: str, visitor: str) -> None:
        self._work, self._name, self._visitor = work, name, visitor
        self.words = ""

    def __iter__(self) -> Generator[Any, None, None]:
        job = Job(self._visitor)
        threading.Thread(target=_run, args=(self._work, job), daemon=True, name=self._name).start()
        try:
            for item in job.news():
                if not isinstance(item, _Over):
                    yield item
                    continue
                if item.error is not None:
                    raise item.error
                self.words = item.words
                return
        finally:
            job.stop()


@dataclass(frozen=True)
class _Over:
    words: str = ""
    error: Exception | None = None


def _run(work: Callable[[Job], str], job: Job) -> None:
    """The thread: works, and gives how that ended, whatever happens: the page would wait for ever."""
    over = _Over(error=BadInput("this measurement ended before it was complete. Start it again."))
    try:
        with reporting(job.report):
            over = _Over(work(job))
    except StoppedError:  # nobody listens any more; if somebody does, the sentence above is true
        return
    except Exception as error:
        over = _Over(error=error)
    except BaseException as error:  # a library's panic is not an Exception
        over = _Over(error=RuntimeError(f"{type(error).__name__}: {error}"))
    finally:
        job.give(over)
