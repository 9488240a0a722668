"""Run a measurement in a thread that reports its progress to the caller's loop. The caller can leave this loop at any
time.

When the caller leaves the loop (by Stop or a closed tab), the next report raises an exception in the thread. So the
thread ends between two passes and closes its energy source. This module does not use Gradio, and does not depend on
what is measured.
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
from explorer.story.numbers import plural

PAUSE = 0.2  # seconds between two reports


class StoppedError(Exception):
    """Raised by `Job.report` and `Job.check` in the thread after Stop was pressed."""


@dataclass(frozen=True)
class Progress:
    """A progress report: the current work, and the finished fraction of the whole (0 to 1)."""

    what: str
    share: float


class Job:
    """The thread's side of a measurement: report progress, give results, and notice when to stop.

    The job waits in the queue as `visitor`.
    """

    def __init__(self, visitor: str) -> None:
        self._visitor = visitor
        self._news: queue.Queue[Any] = queue.Queue()
        self._stop = threading.Event()
        self._in_time: Check = lambda: None  # checks the time limit once the job's turn has begun
        self._turn: Turn | None = None
        self._waited = 0.0  # seconds for which the job let others use the device

    def check(self) -> None:
        """Raise StoppedError if the job was stopped, and BadInput if it has used the models for too long."""
        self._look()
        self._in_time()

    def _look(self) -> None:
        if self._stop.is_set():
            raise StoppedError

    @contextmanager
    def turn(self, pair: str) -> Iterator[None]:
        """Context manager that holds the pair's device, so that nobody else decodes on it. Raises StoppedError if the
        job was stopped.

        Errors of the models are reported in the same way as for runs (`live.using`).
        """
        waits = turns_of(pair).turn(
            self._visitor, lambda ahead: self.report(f"Waiting: {plural(ahead, 'run')} ahead of you", 0.0), long=True
        )
        with using(pair), waits as self._turn:
            self._in_time = in_time(waited=lambda: self._waited)
            try:
                with checked(self.check):
                    yield
            finally:
                self._turn = None

    def give_way(self) -> None:
        """Let others use the device before the next item of this job. Raises StoppedError if the job was stopped."""
        if self._turn is not None:
            self._waited += self._turn.give_way(lambda ahead: self._look())

    def report(self, what: str, share: float) -> None:
        """Report the progress. Raises StoppedError if the job was stopped."""
        self.check()
        self._news.put(Progress(what, share))

    def give(self, item: Any) -> None:
        """Give the loop a part of the result."""
        self._news.put(item)

    def stop(self) -> None:
        """Ask the thread to end."""
        self._stop.set()

    def news(self) -> Iterator[Any]:
        """Yield reports and results in order, endlessly. Of several consecutive reports, only the last is yielded.

        Reports are at least PAUSE seconds apart, because a page that is redrawn after every pass would not react to
        Stop.
        """
        reported = -PAUSE
        while True:
            item = self._news.get()
            while isinstance(item, Progress):
                try:
                    item = self._news.get(timeout=max(0.0, reported + PAUSE - time.monotonic()))
                except queue.Empty:
                    reported = time.monotonic()
                    break
            yield item


class Followed:
    """Run `work` in a thread while somebody iterates over this object, which yields the progress and results of `work`.

    Afterwards, `words` is the final sentence. Leaving the loop stops the thread. An error in the thread is raised in
    the loop. `visitor` is the visitor who started the measurement.
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
    """The thread's main function. It always gives an _Over at the end, because the page waits for it."""
    over = _Over(error=BadInput("This measurement ended before it was complete. Start it again."))
    try:
        with reporting(job.report):
            over = _Over(work(job))
    except StoppedError:  # usually nobody listens any more; otherwise, the sentence above is shown
        return
    except Exception as error:
        over = _Over(error=error)
    except BaseException as error:  # a library's panic is not an Exception
        over = _Over(error=RuntimeError(f"{type(error).__name__}: {error}"))
    finally:
        job.give(over)
