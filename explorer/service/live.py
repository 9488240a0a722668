"""Run a request in the background: write it to disk line by line, yield its updates, and stop it on request.

The decoder runs in a separate thread, so loading shows progress and Stop responds at once. The thread takes a turn on
the device (turns.py) and holds the turn until the thread has really ended. Closing the generator ends the run at its
next checkpoint and releases the caches. The next checkpoint is at most one layer of a forward pass away. This module
does not depend on Gradio.
"""

import contextlib
import logging
import queue
import re
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from decoders.core.checkpoint import Check, CutShort, checked, reporting
from decoders.core.pair import Encoded
from decoders.errors import BadInput, is_out_of_memory
from decoders.models.steps import Progress
from decoders.pairs import Pair, no_progress
from explorer.service import journal
from explorer.service.journal import LeftError
from explorer.service.loading import start_step
from explorer.service.offered import check_pair, is_public
from explorer.service.queue.closing import go_on, live, open_still
from explorer.service.queue.limits import TRACE_MB, check_request, check_wait, check_work, in_time
from explorer.service.queue.memory import give_up, loaded
from explorer.service.queue.turns import turns_of
from explorer.service.recording import record
from explorer.service.request import RunRequest
from explorer.service.store import FULL, RUNS
from explorer.service.zero import lent, on_gpu
from explorer.story.header.engine import place
from explorer.story.numbers import plural
from explorer.trace.format import to_line
from explorer.trace.line_validators import Line
from explorer.trace.lines import Header, IterationLine, Summary
from explorer.trace.metrics import MostTelling

LOOK = 0.1  # seconds between two updates; with more updates, a browser would only drop frames
SILENCE = 0.3  # seconds after which an empty News is yielded, so that the run can be stopped then
MOST_TOLD = 2000  # most characters of an error message; the longest list of choices has half as many
_PATH = re.compile(r"(?<![\w:/])(?:/[\w.@+~-]+){2,}/?|\b[A-Za-z]:\\\\?[\w\\.@+~-]+")
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class News:
    """The changes of a run since the last update; possibly none.

    `note` says what is being loaded, if this has changed. `name` is the name under which the run is stored.
    """

    name: str
    lines: list[Line]
    note: str = ""
    share: float = 0.0


@dataclass
class Tally:
    """Progress of a run, counted from its lines: tokens of the longest beam, target passes, seconds of decoding."""

    wanted: int
    tokens: int = 0
    iterations: int = 0
    target_passes: int = 0
    seconds: float = 0.0
    ended: bool = False
    place: str = ""  # the device that the run uses
    text: str = ""  # the output, once the run has ended
    header: Header | None = None
    telling: MostTelling = field(default_factory=MostTelling)

    def add(self, line: Line) -> None:
        """Count one line of the trace."""
        match line:
            case Header():
                self.header, self.place = line, place(line)
            case IterationLine():
                self.iterations += 1
                self.telling.add(line)
                self.seconds += line.seconds
                self.target_passes += sum(each.model == "target" for each in line.passes)
                self.tokens = max((len(beam.tokens) for beam in line.final.beams), default=self.tokens)
            case Summary():
                self.ended, self.text = True, line.text

    @property
    def speed(self) -> float:
        """Tokens per second of decoding."""
        return self.tokens / self.seconds if self.seconds else 0.0


def friendly(error: BaseException) -> str:
    """The text of an error for the user. Any error except BadInput is also logged with its traceback.

    On a public page, the text contains no file path of the machine. An unpaired surrogate, which could not be sent, is
    written as its code. If a message is very long, its middle is cut out.
    """
    text = _sentence(error).encode(errors="backslashreplace").decode()
    short = text if len(text) <= MOST_TOLD else f"{text[: MOST_TOLD // 2]}…{text[-MOST_TOLD // 2 :]}"
    return _PATH.sub("…", short) if is_public() else short


def _sentence(error: BaseException) -> str:
    if isinstance(error, BadInput):
        text = str(error)
        first = text.split(" ", 1)[0]  # a file name at the start keeps its first letter
        return text[:1].upper() + text[1:] if first.isalpha() else text
    _LOG.error("a run failed", exc_info=error)
    what = str(error).splitlines()[0][:160] if str(error) else "no details"
    return f"The run failed ({type(error).__name__}: {what}). Change the settings or the prompt and run again."


Source = Callable[[RunRequest, Progress], Iterator[Line]]


def _lines(request: RunRequest, prompt: Encoded | None = None) -> Iterator[Line]:
    yield from record(request, loaded(request.pair, no_progress, request.engine, request.dtype), prompt=prompt)


_ON_GPU = on_gpu(_lines)  # ZeroGPU must get the function before the app starts


def start(request: RunRequest, report: Progress, prompt: Encoded | None = None) -> Iterator[Line]:
    """Yield the lines of the run's trace. `prompt` is the encoded prompt if it was read before.

    The prompt is read before the run takes its turn, because a chat template may take some seconds.
    """
    pair = loaded(request.pair, report, request.engine, request.dtype)
    return _ON_GPU(request, prompt) if lent() and pair.vocab is None else record(request, pair, prompt=prompt)


_END = object()


@dataclass(frozen=True)
class _Wire:
    """Channel between a run's thread and its listener: updates flow out, stop requests flow in."""

    news: "queue.Queue[Any]" = field(default_factory=lambda: queue.Queue(maxsize=256))
    stop: threading.Event = field(default_factory=threading.Event)

    def look(self) -> None:
        """Raise LeftError if nobody listens to the run any more."""
        if self.stop.is_set():
            raise LeftError

    def hand(self, item: Any) -> None:
        """Pass an item to the listener once there is room for it; drop it if nobody listens any more."""
        while not self.stop.is_set():
            try:
                return self.news.put(item, timeout=0.2)
            except queue.Full:
                continue

    def report(self, what: str, share: float = 0.0) -> None:
        """Report progress before the first line.

        Loading can be stopped here too, and ends if the app shuts down.
        """
        self.look()
        open_still()
        self.hand((what, share))


def follow(request: RunRequest, source: Source = start, visitor: str = "") -> Generator[News, None, None]:
    """Run the request and yield an update about every LOOK seconds, or an empty update after SILENCE seconds without
    news. Exceptions of the run are raised here.

    Raises BadInput if this app does not offer the pair or the run exceeds a limit. The run uses one of `visitor`'s
    turns in the queue. Closing the generator ends the run at its next checkpoint; everything recorded before stays on
    disk.
    """
    open_still()
    check_pair(request.pair)
    check_request(request)
    name, path = RUNS.create(visitor)
    wire = _Wire()
    own = copy_context()  # ZeroGPU charges the visitor of the current event
    given = (_work, request, source, path, visitor, wire)
    worker = threading.Thread(target=own.run, args=given, daemon=True, name=name)
    worker.start()
    try:
        with live():
            yield News(name, [], "Starting")
            yield from _following(name, wire.news)
    finally:
        wire.stop.set()


def run_to_end(request: RunRequest, pair: Pair, visitor: str = "") -> str:
    """Run the request on `pair` while the caller waits, and return the name under which the run is stored.

    `pair` does not have to be a listed pair. The usual limits and queue apply. A run that ends with an error, such as
    BadInput when it exceeds a limit, is not stored.
    """
    open_still()
    check_request(request)
    name, path = RUNS.create(visitor)
    try:
        with (
            using(request.pair),
            live(),
            journal.run(request, name) as entry,
            contextlib.closing(record(request, pair)) as lines,  # the prompt is encoded before the run takes its turn
            turns_of(request.pair).turn(visitor, waiting(entry)),
        ):
            _decode(lines, path, request, open_still, _counting(entry, request, lambda line: None))
    except Exception:
        path.unlink(missing_ok=True)
        raise
    return name


@contextmanager
def using(pair: str) -> Iterator[None]:
    """Context manager for a block that uses a pair. The pair is unloaded after an error that makes it unusable.

    An exception in the block is raised again as `explained` returns it.
    """
    try:
        yield
    except Exception as error:
        if is_out_of_memory(error) or _lost(error):
            traceback.clear_frames(error.__traceback__)  # its references would keep the models in memory
            give_up(pair)
        failed = explained(error)
        if failed is error:
            raise
        raise failed from None


def waiting(entry: journal.Entry | None = None) -> Callable[[int], None]:
    """Make the callback that is called again and again while a run waits for its turn.

    The callback raises an exception if the app is shutting down or the run has waited too long. If there is an entry of
    the journal, the callback also stores the waiting time in it.
    """
    begun = time.monotonic()

    def wait(ahead: int) -> None:
        open_still()
        waited = time.monotonic() - begun
        if entry is not None:
            entry.waited = waited
        check_wait(waited)

    return wait


def _counting(entry: journal.Entry, request: RunRequest, hand: Callable[[Line], object]) -> Callable[[Line], None]:
    """Pass on every line and update the journal's entry with the progress so far."""
    tally = Tally(request.limit)

    def count(line: Line) -> None:
        tally.add(line)
        entry.tokens, entry.stopped = tally.tokens, isinstance(line, Summary) and line.stopped is not None
        hand(line)

    return count


def _following(name: str, news: "queue.Queue[Any]") -> Iterator[News]:
    """Yield updates until the run ends. Exceptions of the run are raised here."""
    while True:
        got = _gather(news)
        lines = [item for item in got if isinstance(item, Header | IterationLine | Summary)]
        notes = [item for item in got if isinstance(item, tuple)]
        if lines or notes or not got:
            yield News(name, lines, *(notes[-1] if notes and not lines else ()))
        for item in got:
            if isinstance(item, BaseException):
                raise item
        if _END in got:
            return


def _gather(news: "queue.Queue[Any]") -> list[Any]:
    """Collect all updates within LOOK seconds of the first one. Wait at most SILENCE seconds for the first one."""
    try:
        got = [news.get(timeout=SILENCE)]
    except queue.Empty:
        return []
    until = time.monotonic() + LOOK
    while not (got[-1] is _END or isinstance(got[-1], BaseException)):
        try:
            got.append(news.get(timeout=max(0.0, until - time.monotonic())))
        except queue.Empty:
            break
    return got


def _work(request: RunRequest, source: Source, path: Path, visitor: str, wire: _Wire) -> None:
    """The run's thread. It always reports how the run ended, because the listener would otherwise wait forever."""
    ending: object = BadInput("This run ended before it was complete. Run it again.")
    try:
        with reporting(wire.report), using(request.pair), live(), journal.run(request, path.stem) as entry:
            _load_and_decode(request, source, path, visitor, wire, entry)
        ending = _END
    except LeftError:  # a listener that is still there gets the message above
        return
    except CutShort:
        ending = BadInput("The app was shut down before this run produced anything. Run it again.")
        path.unlink(missing_ok=True)  # a header alone is not a useful trace
    except Exception as error:
        ending = error
        if path.is_file() and not path.stat().st_size:
            path.unlink(missing_ok=True)  # not even the header could be written
    except BaseException as error:  # a library's panic is not an Exception
        ending = RuntimeError(f"{type(error).__name__}: {error}")
    finally:
        wire.hand(ending)


def _load_and_decode(
    request: RunRequest, source: Source, path: Path, visitor: str, wire: _Wire, entry: journal.Entry
) -> None:
    """Load the pair, wait for the turn, then write each line and pass it on. Release the caches even after an error."""
    lines = source(request, wire.report)
    try:
        with turns_of(request.pair).turn(visitor, _announcing(wire, entry)):
            _decode(lines, path, request, wire.look, _counting(entry, request, wire.hand))
    finally:
        getattr(lines, "close", lambda: None)()


def _announcing(wire: _Wire, entry: journal.Entry) -> Callable[[int], None]:
    """Like `waiting`, for a run with a listener.

    The callback also reports how many runs are ahead, whenever that number changes.
    """
    before, begun = -1, time.monotonic()

    def wait(ahead: int) -> None:
        nonlocal before
        wire.look()
        open_still()
        entry.waited = time.monotonic() - begun
        if ahead != before:
            before = ahead
            wire.report(
                start_step(f"Waiting: {plural(ahead, 'run')} ahead of yours" if ahead else "Reading the prompt")
            )

    return wait


def _lost(error: Exception) -> bool:
    """Whether the GPU itself failed. In that case, nothing on it can be used any more."""
    return isinstance(error, RuntimeError) and "CUDA error" in str(error)


def explained(error: Exception) -> Exception:
    """Turn a known problem into a BadInput with a message. Return any other error unchanged."""
    if is_out_of_memory(error):
        return BadInput(
            "The memory is full, so the models were unloaded. Try again with a smaller pair, width, gamma or prompt."
        )
    if _lost(error):
        return BadInput(
            "The GPU stopped responding, so the models were unloaded. Try again, or ask the host to restart the app."
        )
    if isinstance(error, OSError) and error.errno in FULL:
        return BadInput("The disk is full, but the rounds recorded so far are saved. Free some space and run again.")
    return error


def _decode(
    lines: Iterator[Line],
    path: Path,
    request: RunRequest,
    look: Check,
    hand: Callable[[Line], object],
) -> None:
    """Write each line of a run and pass it on. Raises BadInput if the run exceeds a limit."""
    check, room = in_time(look), TRACE_MB.value << 20

    def within() -> None:  # called at the run's checkpoints, so that the run ends itself and writes a summary
        check()
        go_on()

    with path.open("w", encoding="utf-8") as file, checked(within):
        for line in lines:
            if isinstance(line, Header):
                check_work(request, len(line.prompt_tokens))
            room -= file.write(to_line(line))
            if room < 0:
                raise BadInput(
                    f"The run was stopped because its trace reached {TRACE_MB.value} MB, which is the limit. "
                    "Use fewer tokens."
                )
            file.flush()
            hand(line)
            check()
