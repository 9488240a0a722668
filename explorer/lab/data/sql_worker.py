"""The process that runs one SQL query. The query comes from a model, and only a process can be killed while it runs.

`explorer.lab.data.sql` starts it in Python's isolated mode and kills it at the time limit. The process reads one JSON
object from standard input. It writes `ready`, and the time limit counts from then on. Then it writes one JSON object
with `rows` (a digest per row) or `error` (a message). It imports only Python's standard library.
"""

import json
import math
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from hashlib import sha256
from itertools import islice
from typing import Any
from urllib.parse import quote

MEMORY = 1 << 30  # limit of this process in bytes, if the operating system supports it (Linux)
HEAP = 256 << 20  # limit of SQLite's memory in bytes, including memory for sorting
MOST_ROWS = 10_000
MOST_BYTES = 64 << 20  # limit of texts and blobs in all rows, in bytes
SELECTS = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 1 << 18,  # bytes of one value
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1 << 16,
    sqlite3.SQLITE_LIMIT_COLUMN: 200,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
}


def main() -> None:
    """Read a request, run its query within the limits, and write the answer."""
    request = json.load(sys.stdin)
    _limit(request["seconds"])
    print("ready", flush=True)
    try:
        answer: dict[str, Any] = {"rows": run(request["extra"], request["query"])}
    except MemoryError:
        answer = {"error": "the query needs too much memory, or its rows are too large"}
    except (
        sqlite3.Error,
        sqlite3.Warning,
        ValueError,
    ) as error:  # ValueError means an unpaired surrogate or a NUL character
        answer = {"error": str(error)}
    json.dump(answer, sys.stdout)


def _limit(seconds: float) -> None:
    """Limit this process's memory. Its processor time is limited too, because its parent may be unable to kill it."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        most = math.ceil(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))


def run(extra: Mapping[str, Any], query: str) -> list[str]:
    """Run a query and return digests of its rows.

    The database is the file `database`, opened read-only, or one that `schema` creates.

    Raises sqlite3.Error, ValueError or MemoryError if the query fails, needs too much memory, or does more than select.
    """
    with closing(_connect(extra)) as base:
        base.execute("PRAGMA temp_store = MEMORY")
        base.text_factory = lambda raw: raw.decode(errors="replace")
        for limit, most in LIMITS.items():
            base.setlimit(limit, most)
        base.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in SELECTS else sqlite3.SQLITE_DENY)
        return [digest(row) for row in _bounded(base.execute(query))]


def _connect(extra: Mapping[str, Any]) -> sqlite3.Connection:
    if "database" in extra:
        base = sqlite3.connect(f"file:{quote(str(extra['database']))}?mode=ro", uri=True)
        base.execute(f"PRAGMA hard_heap_limit = {HEAP}")
        return base
    base = sqlite3.connect(":memory:")
    base.execute(f"PRAGMA hard_heap_limit = {HEAP}")
    base.executescript(str(extra.get("schema", "")))
    return base


def _bounded(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Yield the first MOST_ROWS rows. Raises MemoryError if these have more than MOST_BYTES in total."""
    held = 0
    for row in islice(rows, MOST_ROWS):
        held += sum(len(value) for value in row if isinstance(value, str | bytes))
        if held > MOST_BYTES:
            raise MemoryError
        yield row


def digest(row: tuple[Any, ...]) -> str:
    """Return a hash that is equal for rows with equal values. 1 and 1.0 are equal.

    >>> digest((1, "a")) == digest((1.0, "a")), digest((1,)) == digest(("1",))
    (True, False)
    """
    plain = tuple(int(value) if isinstance(value, float) and value.is_integer() else value for value in row)
    return sha256(repr(plain).encode()).hexdigest()


if __name__ == "__main__":
    main()
