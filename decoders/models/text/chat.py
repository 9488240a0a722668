"""Render chat templates: turn a conversation into the text format that the model was trained on.

A template is a program that comes with a model. It is rendered in a separate process (`chat_worker`), which is stopped
after `SECONDS`, so a template cannot block the app or fill its memory. The process then waits for the next prompt. No
lock is held while a template is rendered.
"""

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, cast

SECONDS = 5.0  # time limit of a template
LONGEST = 4_000_000  # most characters that a template may write, or build by multiplication
STARTING = 60.0  # seconds that the process may take to start on a busy machine
IDLE = 2  # most processes that wait for the next prompt
_LOCALE = ("TZ", "TZDIR", "LANG", "LC_ALL", "LC_TIME", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


@dataclass(frozen=True)
class Rendered:
    """A rendered conversation: its text, whether it contains today's date (`dated`), and the variables that the
    template reads.
    """

    text: str
    dated: bool
    variables: tuple[str, ...]


class TemplateFault(Exception):  # noqa: N818 - the template is at fault, not this program
    """Raised when a template produces no text.

    `kind` is "refused" (the template's own message), "syntax", "fault" (an error while it ran), "large", "slow" or
    "broken" (it ended the process); `message` comes from the template or from jinja2 and is untrusted.
    """

    def __init__(self, kind: str, message: str = "") -> None:
        super().__init__(f"{kind}: {message}")
        self.kind, self.message = kind, message


def render(template: str, variables: Mapping[str, Any]) -> Rendered:
    """Render a template with variables that JSON can hold. Raises TemplateFault if the template fails, and ValueError
    if JSON cannot hold the variables.
    """
    question = {"template": template, "variables": variables, "seconds": SECONDS, "longest": LONGEST}
    line = json.dumps(question, allow_nan=False).encode() + b"\n"
    reply = _ask(line)
    if "error" in reply:
        raise TemplateFault(reply["error"], reply["message"])
    return Rendered(reply["text"], reply["dated"], tuple(reply["variables"]))


class _Worker:
    """A process that renders one template at a time. Raises TemplateFault if the process does not start."""

    def __init__(self) -> None:
        places = {str(Path(str(cast(Any, find_spec(name)).origin)).parents[1]) for name in ("jinja2", "markupsafe")}
        script = str(Path(__file__).with_name("chat_worker.py"))
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-X", "utf8", script, *sorted(places)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={name: os.environ[name] for name in _LOCALE if name in os.environ},
            start_new_session=True,  # Ctrl+C in a terminal should reach only the app
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        if self._answer(None, STARTING) != b"ready\n":
            self.end()
            raise TemplateFault("broken")

    def ask(self, line: bytes) -> dict[str, Any]:
        """The reply to a request. Raises TemplateFault if there is no valid reply; the worker has then ended."""
        answered = False
        try:
            raw = self._answer(line, SECONDS)
            if not raw.endswith(b"\n"):
                raise TemplateFault("broken")
            answered = True
            return json.loads(raw)
        finally:
            if not answered:  # even after Ctrl+C, because a late answer would be taken for the next one
                self.end()

    def _answer(self, line: bytes | None, seconds: float) -> bytes:
        """Write a line to the process and read its answer. The answer is empty if the process has ended.

        Raises TemplateFault if the answer is late.
        """
        late = threading.Event()

        def stop() -> None:
            late.set()
            self._process.kill()

        timer = threading.Timer(seconds, stop)
        timer.daemon = True
        timer.start()
        try:
            sink, source = cast(IO[bytes], self._process.stdin), cast(IO[bytes], self._process.stdout)
            if line is not None:
                sink.write(line)
                sink.flush()
            reply = source.readline()
        except OSError:  # the process has ended
            reply = b""
        finally:
            timer.cancel()
        if late.is_set():
            raise TemplateFault("slow")
        return reply

    def end(self) -> None:
        """Stop the process and close its pipes."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:  # data that were not written are lost
                    continue
        self._process.wait()


class _Pool:
    """The worker processes that wait for work. A fork of this process starts without any workers."""

    def __init__(self) -> None:
        self._idle, self._owner, self._lock = list[_Worker](), os.getpid(), threading.Lock()

    def take(self) -> _Worker | None:
        """Take a waiting worker; None if there is none."""
        with self._lock:
            if self._owner != os.getpid():
                self._idle, self._owner = [], os.getpid()
            return self._idle.pop() if self._idle else None

    def give(self, worker: _Worker) -> None:
        """Keep a worker for later, or end it if enough workers wait already."""
        with self._lock:
            if len(self._idle) < IDLE:
                self._idle.append(worker)
                return
        worker.end()

    def close(self) -> None:
        """End all workers that wait."""
        while (worker := self.take()) is not None:
            worker.end()


_POOL = _Pool()
atexit.register(_POOL.close)


def _ask(line: bytes) -> dict[str, Any]:
    """The reply to a request, from a waiting worker or a new one. Raises TemplateFault."""
    waited = _POOL.take()
    worker = waited or _Worker()
    try:
        reply = worker.ask(line)
    except TemplateFault as fault:
        if waited is None or fault.kind != "broken":
            raise
        worker = _Worker()  # the waiting process may have ended long ago
        reply = worker.ask(line)
    _POOL.give(worker)
    return reply
