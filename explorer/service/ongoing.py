"""Runs that a page started. Runs continue while pages come and go.

A run belongs to the browser that started it and not to one connection. A reload, a lost connection or another trace on
the stage does not end the run. The run ends when it is finished, or when somebody presses Stop. It also ends if no page
of its browser has followed it for EXPLORER_MAX_AWAY seconds, so that nobody waits for abandoned runs. This module does
not depend on Gradio.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Generator
from contextvars import copy_context
from typing import TYPE_CHECKING, Literal

from decoders.errors import BadInput
from explorer.service.live import News, Tally, follow, friendly
from explorer.service.loading import Loading, LoadingState
from explorer.service.queue.limits import AWAY, EACH, WAITING
from explorer.service.request import RunRequest
from explorer.story.numbers import plural
from explorer.trace.line_validators import Line

if TYPE_CHECKING:
    from explorer.stage.pack import Feed

State = Literal["running", "finished", "stopped", "failed"]
RECENT = 1 << 20  # characters of messages in memory for pages that follow a run; other pages read the file
KEPT = 60.0  # seconds for which a finished run's messages stay in memory
ENDED = 300  # number of finished runs whose outcome is kept
LEFT = "The run was stopped because no page of yours was open for {seconds} seconds."
Follow = Callable[[RunRequest, str], Generator[News, None, None]]


def _follow(request: RunRequest, visitor: str) -> Generator[News, None, None]:
    return follow(request, visitor=visitor)


class Ongoing:
    """A run that is running or has just ended. Every change increases `version`."""

    def __init__(self, request: RunRequest, visitor: str, news: Generator[News, None, None]) -> None:
        """`news` yields the run's updates. Raises BadInput if the run cannot start."""
        self.request, self.visitor = request, visitor
        self._news = news
        self.name = next(news).name
        self.tally, self.error, self.version = Tally(request.limit), "", 1
        self.state: State = "running"
        self._loading = Loading(request.pair, request.engine or "auto", request.dtype or "auto")
        self._feed: Feed | None = None
        self._messages, self._count, self._size = deque[tuple[int, str]](), 0, 0
        self._lock, self._stop, self._seen, self.ended_at = threading.Lock(), False, time.monotonic(), 0.0

    @property
    def running(self) -> bool:
        """Whether the run is still going on."""
        return self.state == "running"

    @property
    def loading(self) -> LoadingState | None:
        """The loading progress of the run; None once its first line exists."""
        return None if self.tally.header or not self.running else self._loading.state()

    def seen(self) -> None:
        """Record that a page of the run's browser is open."""
        self._seen = time.monotonic()

    def stop(self) -> None:
        """End the run at its next checkpoint. Every page shows immediately that the run has ended."""
        self._stop = True
        self._end("stopped")

    def since(self, count: int) -> tuple[list[str], int, bool]:
        """Return the messages after the first `count`, the total number of messages, and whether earlier ones were
        dropped.
        """
        with self._lock:
            first = self._messages[0][0] if self._messages else self._count
            return [text for number, text in self._messages if number >= count], self._count, count < first

    def forget(self) -> None:
        """Free the memory of the run's messages."""
        with self._lock:
            self._messages.clear()
            self._size = 0

    def keep(self) -> None:
        """Follow the run to its end. The run's thread executes this method."""
        try:
            for news in self._news:
                if self.running:
                    self._take(news)
                if self._stop:
                    return self._news.close()
                if time.monotonic() - self._seen > AWAY.value:
                    self._news.close()
                    return self._end("stopped", LEFT.format(seconds=AWAY.value))
            self._end("finished")
        except Exception as error:
            self._end("failed", friendly(error))
        finally:
            self._end("failed", "The run ended before it was complete. Run it again.")

    def _take(self, news: News) -> None:
        if news.note:
            self._loading.report(news.note, news.share)
        if news.lines:
            for line in news.lines:
                self.tally.add(line)
            self._add(self._packed(news.lines))
        if news.note or news.lines:
            self.version += 1

    def _packed(self, lines: list[Line]) -> str:
        from explorer.stage.pack import Feed  # imports networkx, which takes half a second

        self._feed = self._feed or Feed(name=self.name)
        return self._feed.messages(lines)

    def _add(self, message: str) -> None:
        with self._lock:
            self._messages.append((self._count, message))
            self._count += 1
            self._size += len(message)
            while self._size > RECENT and len(self._messages) > 1:
                self._size -= len(self._messages.popleft()[1])

    def _end(self, state: State, error: str = "") -> None:
        with self._lock:
            if not self.running:
                return
            self.state, self.error, self.ended_at = state, error, time.monotonic()
            self.version += 1


class Shelf:
    """The runs in progress and the last runs that ended, by name."""

    def __init__(self) -> None:
        self._runs, self._lock = dict[str, Ongoing](), threading.Lock()

    def start(self, request: RunRequest, visitor: str = "", follow: Follow = _follow) -> Ongoing:
        """Start a run for a visitor.

        Raises BadInput if the run exceeds a limit, or if this visitor or all visitors together have too many runs.
        """
        with self._lock:
            self._tidy()
            self._check_room(visitor)
            run = Ongoing(request, visitor, follow(request, visitor))
            self._runs[run.name] = run
        context = copy_context()
        threading.Thread(target=context.run, args=(run.keep,), daemon=True, name=f"keep-{run.name}").start()
        return run

    def get(self, name: str) -> Ongoing | None:
        """The run with this name if it is running or has just ended."""
        return self._runs.get(name)

    def remove(self, name: str) -> None:
        """End the run with this name and remove it."""
        with self._lock:
            run = self._runs.pop(name, None)
        if run is not None:
            run.stop()

    def _check_room(self, visitor: str) -> None:
        running = [run for run in self._runs.values() if run.running]
        own = sum(run.visitor == visitor for run in running)
        if own >= EACH.value:
            raise BadInput(
                f"You already have {plural(own, 'run')} queued or running, which is the limit. "
                "Wait for one to finish, or stop one in “Your runs”."
            )
        if len(running) > WAITING.value:  # one run of them is running, not waiting
            raise BadInput(f"The queue is full ({plural(WAITING.value, 'run')} waiting). Try again in a minute.")

    def _tidy(self) -> None:
        """Remove runs that are no longer needed."""
        ended = [run for run in self._runs.values() if not run.running]
        for run in ended:
            if time.monotonic() - run.ended_at > KEPT:
                run.forget()
        for run in ended[: max(0, len(ended) - ENDED)]:
            self._runs.pop(run.name, None)


SHELF = Shelf()
