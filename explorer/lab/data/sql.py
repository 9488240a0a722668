"""Execution accuracy of SQL (Spider, Yu et al. 2018). Each query has a process, which is killed at the time limit."""

import json
import re
import subprocess
import sys
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Lock, Timer
from typing import IO, cast

from decoders.errors import BadInput
from explorer.lab.experiment import Row, Task

SECONDS = 5.0  # time limit of one query, including the script that creates its tables
STARTING = 60.0  # seconds within which the process of a query must start, even on a busy machine
MOST_KEPT = 8  # number of references whose rows are cached
_EXPECTED: OrderedDict[str, list[str]] = OrderedDict()
_LOCK = Lock()
READY = b"ready\n"  # the first line that the process writes
MARKED = re.compile(r"```(?:sql\w*)?(.*?)(?:```|\Z)|`([^`\n]*)`", re.I | re.S)  # code that is marked as in Markdown
QUERY = r"(?:select\b|with\s+(?:recursive\s+)?\w+\s*(?:\([^()]*\)\s*)?as\s*\()"
STATEMENT = re.compile(r"""(?:[^;'"]|'[^']*'|"[^"]*")*""")  # up to a semicolon outside quotes


class QueryError(Exception):
    """Raised if a query cannot be run or is more than a SELECT. The message is SQLite's."""


class TimedOutError(QueryError):
    """Raised if a query's process was killed at the time limit."""


def sql(task: Task, text: str) -> Row:
    """Score a query: `score` is 1 if it returns the reference's rows, `runs` if it ran, `timed_out` if it was killed.

    A killed query counts as wrong. Raises BadInput if the reference itself cannot be run.
    """
    try:
        expected = _expected(task)
    except QueryError as error:
        raise BadInput(
            f"The reference query of {task.id} cannot be run ({error}). Correct the query, or provide its database."
        ) from None
    try:
        given = answer(task, query_of(text))
    except QueryError as error:
        return {"score": 0.0, "runs": 0.0, "timed_out": float(isinstance(error, TimedOutError))}
    ordered = re.search(r"\border\s+by\b", task.references[0], re.I)
    same = given == expected if ordered else Counter(given) == Counter(expected)
    return {"score": float(same), "runs": 1.0, "timed_out": 0.0}


def _expected(task: Task) -> list[str]:
    """The rows of a task's reference query. They are cached, because every cell of a sweep needs them.

    Raises the same errors as `answer`.
    """
    database = Path(str(task.extra.get("database", "")))
    changed = database.stat().st_mtime_ns if database.is_file() else 0
    key = json.dumps([dict(task.extra), task.references[0], changed], sort_keys=True)
    with _LOCK:
        if key in _EXPECTED:
            _EXPECTED.move_to_end(key)
            return _EXPECTED[key]
    rows = answer(task, task.references[0])
    with _LOCK:
        _EXPECTED[key] = rows
        while len(_EXPECTED) > MOST_KEPT:
            _EXPECTED.popitem(last=False)
    return rows


def answer(task: Task, query: str) -> list[str]:
    """The rows of a query on the task's database, as digests (`sql_worker.digest`), at most 10,000.

    Raises QueryError if the query fails, and TimedOutError after SECONDS.
    """
    request = json.dumps({"extra": dict(task.extra), "query": query, "seconds": SECONDS}).encode()
    script = str(Path(__file__).with_name("sql_worker.py"))
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    command = [sys.executable, "-I", "-S", "-B", script]
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=null, creationflags=flags) as process:
        try:
            raw = _reply(process, request)
        finally:
            process.kill()
    try:
        reply = json.loads(raw)
    except ValueError:
        raise QueryError("its process ended without an answer") from None
    if "error" in reply:
        raise QueryError(reply["error"])
    return reply["rows"]


def _reply(process: subprocess.Popen[bytes], request: bytes) -> bytes:
    """Read the process's reply; empty if the process ended early."""
    stdin, stdout = cast(IO[bytes], process.stdin), cast(IO[bytes], process.stdout)
    with _killing(process, STARTING):
        with suppress(BrokenPipeError):  # the process has ended
            stdin.write(request)
            stdin.close()
        started = stdout.readline() == READY
    if not started:
        raise QueryError("its process did not start")
    with _killing(process, SECONDS) as late:
        raw = stdout.read()
    if late.is_set():
        raise TimedOutError(f"it was stopped after {SECONDS:g} s")
    return raw


@contextmanager
def _killing(process: subprocess.Popen[bytes], seconds: float) -> Iterator[Event]:
    """Context manager that kills a process if its block does not end in time. It gives the block an event, which is set
    if the process was killed.
    """
    late = Event()

    def kill() -> None:
        late.set()
        process.kill()

    timer = Timer(seconds, kill)
    timer.daemon = True
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()


def query_of(text: str) -> str:
    """The first query of an answer, up to its semicolon.

    The query is searched for in marked code, then at the beginning of a line, then anywhere. Outside marked code, it
    also ends at a blank line.

    >>> query_of("You can answer this with a query: ```sql\\nSELECT 1;\\n``` It counts.")
    'SELECT 1'
    >>> query_of("With this we select all:\\nSELECT x FROM t\\n\\nThat is it.")
    'SELECT x FROM t'
    """
    marked = [one for found in MARKED.findall(text) for one in found if re.search(QUERY, one, re.I)]
    part = marked[0] if marked else text
    ways = ((rf"^[ \t]*{QUERY}", re.I | re.M), (r"\bSELECT\b", 0), (rf"\b{QUERY}", re.I))
    found = next(filter(None, (re.search(pattern, part, flags) for pattern, flags in ways)), None)
    if found is None:
        return text.strip()
    rest = part[found.start() :]
    if not marked:
        rest = re.split(r"\n\s*\n", rest)[0]
    query = STATEMENT.match(rest)
    return query[0].strip() if query else ""
