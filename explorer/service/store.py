"""Find traces by name: the bundled gallery, and runs and uploads that are stored on disk for a while.

A bundled trace is named after its file. Everything else has an unguessable id. A copied link opens such a trace as long
as the app runs, but nobody can guess the runs of other visitors. If the host sets a folder (`EXPLORER_RUNS`), runs and
uploads are kept after a restart. This module does not depend on Gradio.
"""

import atexit
import errno
import gzip
import os
import re
import secrets
import tempfile
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from io import BufferedIOBase
from pathlib import Path

from decoders.core.checkpoint import Check
from decoders.errors import BadInput
from decoders.files import ASSETS
from explorer.service.queue.limits import CHECK_SECONDS, HOURS, KEPT_EACH, KEPT_MB, TRACE_MB, TRACES, UPLOAD_MB, WAITING
from explorer.story.page.gallery import LESSON_RUNS, SHELVES, TELLING, shelf_of
from explorer.trace.format import Trace, line_from, read
from explorer.trace.line_validators import Line
from explorer.trace.lines import Header, Summary
from explorer.trace.unpacking import unpacked, unpacked_size

BUNDLED = ASSETS / "traces"
_ID = re.compile(r"(run|cmp)-[A-Za-z0-9_-]{22}")
SMALL = 1 << 20  # an unpacked upload of this many bytes takes about a second to check
# number of large uploads checked at once; each needs many times its size in memory
CHECKING = threading.BoundedSemaphore(1)
CHECKING_SMALL = threading.BoundedSemaphore(4)
LARGE = 4 << 20  # a trace file of this many bytes takes seconds to open
PARSING = threading.BoundedSemaphore(2)  # number of traces opened at once
# number of large traces opened at once; a trace of 50 MB needs far more memory than its size
PARSING_LARGE = threading.BoundedSemaphore(1)
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
DISK_FULL = "The disk is full, so nothing was saved. Free some space, or try again later."
FOLDER = "EXPLORER_RUNS"  # environment variable for the folder of runs, which is kept after the app ends


@dataclass(frozen=True)
class Card:
    """The gallery's description of a bundled trace."""

    name: str
    title: str
    method: str
    view: str
    pair: str
    prompt: str
    note: str
    story: str


def gallery() -> tuple[Card, ...]:
    """List the bundled traces, story by story, without the runs that only lessons open.

    Traces that belong to no story come last, in the order of the file names.
    """
    order = [name for names in SHELVES.values() for name in names]
    hidden = {run.name for run in LESSON_RUNS}
    cards = [card for card in all_cards() if card.name not in hidden]
    return tuple(sorted(cards, key=lambda card: order.index(card.name) if card.name in order else len(order)))


def first_run(method: str) -> str | None:
    """The name of the bundled run that opens when somebody chooses this method; None if there is none."""
    names = [card.name for card in gallery() if card.method == method]
    telling = TELLING.get(method)
    return telling if telling in names else next(iter(names), None)


@cache
def all_cards() -> tuple[Card, ...]:
    """All bundled traces, in the order of the file names."""
    return tuple(map(_card, sorted([*BUNDLED.glob("*.jsonl"), *BUNDLED.glob("*.jsonl.gz")])))


def _card(path: Path) -> Card:
    head = _first_line(path)
    name = path.name.removesuffix(".gz").removesuffix(".jsonl")
    words = (head.title or "", head.method, head.view or "", head.pair, head.prompt, head.note or "")
    return Card(name, *words, shelf_of(name))


def _first_line(path: Path) -> Header:
    with _reader(path) as lines:
        return _header(line_from(lines.readline()))


def _header(line: Line) -> Header:
    if not isinstance(line, Header):
        raise ValueError("a trace must begin with its header")
    return line


@contextmanager
def _reader(path: Path) -> Generator[BufferedIOBase]:
    """Open a trace's file for reading its decompressed bytes."""
    with path.open("rb") as file:
        yield gzip.GzipFile(fileobj=file) if path.suffix == ".gz" else file


class Runs:
    """Files on disk with unguessable ids. A folder that the host did not set is deleted when the app ends.

    `kind` is the prefix of the ids: "run" for traces, "cmp" for comparisons. limits.py limits the number, the size and
    the age of stored files, separately for each kind. If a visitor has too many files, the visitor's oldest files are
    deleted first. Then the oldest files of the visitors who store most are deleted. The owner of a file is known until
    the app ends. All files from before the app's start count as files of one visitor.
    """

    def __init__(self, kind: str = "run") -> None:
        self._kind = kind
        self._made: Path | None = None
        self._lock = threading.Lock()
        self._owner: dict[str, str] = {}  # the visitor who owns each file, by file name

    @property
    def _folder(self) -> Path | None:
        """The folder of the files; None before the first one if the host did not set a folder."""
        named = os.environ.get(FOLDER)
        return Path(named) if named else self._made

    def create(self, visitor: str = "") -> tuple[str, Path]:
        """Make a fresh id and the file to write for `visitor`. If the visitor has too many files, the oldest are
        deleted.
        """
        with self._lock:
            folder = self._folder
            if folder is None:
                made = tempfile.TemporaryDirectory(prefix=f"explorer-{self._kind}s-", ignore_cleanup_errors=True)
                atexit.register(made.cleanup)
                folder = self._made = Path(made.name)
            self._prune(folder, visitor)
            name = f"{self._kind}-{secrets.token_urlsafe(16)}"
            self._owner[name] = visitor
            return name, folder / f"{name}.jsonl"

    def keep(self, lines: Iterable[str], visitor: str = "") -> str:
        """Store these lines and return the id. Raises BadInput if the disk is full; in that case, no incomplete file is
        left.
        """
        name, path = self.create(visitor)
        try:
            with path.open("w", encoding="utf-8") as file:
                file.writelines(lines)
        except BaseException as error:
            path.unlink(missing_ok=True)
            if isinstance(error, OSError) and error.errno in FULL:
                raise BadInput(DISK_FULL) from None
            raise
        return name

    def path(self, name: str) -> Path | None:
        """The file of an id; None if `name` is not an id, or if the file is no longer stored."""
        folder = self._folder
        if folder is None or not _ID.fullmatch(name) or not name.startswith(f"{self._kind}-"):
            return None
        path = folder / f"{name}.jsonl"
        return path if path.is_file() and not _expired(path) else None

    def delete(self, name: str) -> None:
        """Delete the file of an id, if there is one."""
        path = self.path(name)
        if path is not None:
            path.unlink(missing_ok=True)

    def kept(self) -> tuple[int, int]:
        """The number of stored files, and their size in bytes."""
        folder = self._folder
        files = [] if folder is None else list(folder.glob(f"{self._kind}-*.jsonl"))
        return len(files), sum(_size(path) for path in files)

    def _prune(self, folder: Path, visitor: str) -> None:
        """Make room for one more file of this visitor."""
        files = list(folder.glob(f"{self._kind}-*.jsonl"))
        own = [path for path in files if self._owner.get(path.stem, "") == visitor]
        gone = {*surplus(own, KEPT_EACH.value - 1), *filter(_expired, files)}
        gone.update(self._crowding([path for path in files if path not in gone], TRACES.value - 1))
        for path in gone:
            path.unlink(missing_ok=True)
        kept = {path.stem for path in files if path not in gone}
        waiting = list(self._owner)[-WAITING.value * 2 :]  # the latest files may not be written yet
        self._owner = {name: self._owner[name] for name in self._owner if name in kept or name in waiting}

    def _crowding(self, files: list[Path], most: int) -> Iterator[Path]:
        """Choose the files to delete so that `most` files are left.

        Each of them is the oldest file of the visitor who has the most files or bytes at that time.
        """
        groups: dict[str, list[tuple[float, int, Path]]] = {}
        for file in _stats(files):
            groups.setdefault(self._owner.get(file[2].stem, ""), []).append(file)
        for group in groups.values():
            group.sort(reverse=True)
        count, size = sum(map(len, groups.values())), sum(_bytes(group) for group in groups.values())
        while count > most or size > KEPT_MB.value << 20:
            _, removed, path = max(groups.values(), key=len if count > most else _bytes).pop()
            count, size = count - 1, size - removed
            yield path


def _bytes(group: list[tuple[float, int, Path]]) -> int:
    return sum(size for _, size, _ in group)


def _stats(files: Iterable[Path]) -> Iterator[tuple[float, int, Path]]:
    """The time of change, size and path of every file that was not deleted in the meantime."""
    for path in files:
        with suppress(FileNotFoundError):
            found = path.stat()
            yield found.st_mtime, found.st_size, path


def surplus(files: Iterable[Path], most: int) -> Iterator[Path]:
    """The files that are not among the newest `most`, or that exceed the storage limit."""
    total = 0
    for i, (_, size, path) in enumerate(sorted(_stats(files), reverse=True)):
        total += size
        if i >= most or total > KEPT_MB.value << 20:
            yield path


def _size(path: Path) -> int:
    """The size of a file in bytes; 0 if it was deleted in the meantime."""
    with suppress(FileNotFoundError):
        return path.stat().st_size
    return 0


def _expired(path: Path) -> bool:
    """Whether a file has been stored for its maximum time, or was deleted in the meantime."""
    with suppress(FileNotFoundError):
        return time.time() - path.stat().st_mtime > HOURS.value * 3600
    return True


RUNS = Runs()
COMPARISONS = Runs("cmp")


def check_folder() -> None:
    """Create the folder that the host has set, if any. Raises BadInput if the folder is not writable."""
    named = os.environ.get(FOLDER)
    if not named:
        return
    try:
        Path(named).mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=named):
            pass
    except OSError as error:
        raise BadInput(
            f"The folder {FOLDER}={named} is not writable ({error.strerror}). Choose a writable folder."
        ) from None


def is_bundled(name: str) -> bool:
    """Whether a trace is bundled with the explorer and therefore belongs to no visitor."""
    return RUNS.path(name) is None and any(card.name == name for card in all_cards())


def find(name: str) -> Path:
    """Find the file of a trace by name.

    If the trace is missing or the name is invalid, raises BadInput, which says what is missing.
    """
    if not isinstance(name, str):
        raise BadInput("The name of a trace must be text, such as spd.")
    kept = RUNS.path(name)
    if kept is not None:
        return kept
    if any(card.name == name for card in all_cards()):
        packed = BUNDLED / f"{name}.jsonl.gz"
        return packed if packed.exists() else BUNDLED / f"{name}.jsonl"
    if _ID.fullmatch(name):
        raise BadInput(
            f"This run is no longer stored here (the app stores the latest {TRACES.value} runs for "
            f"{HOURS.value} hours). "
            "Open its saved .jsonl file in the Traces tab, or run it again."
        )
    raise BadInput(
        f"There is no recorded run “{name[:80]}”. Choose one under “Recorded run”, or open a file in the Traces tab."
    )


def header(name: str) -> Header | None:
    """The header of a trace by name; None if a run has not written it yet.

    Raises BadInput if there is no such trace.
    """
    path = find(name)
    try:
        return _first_line(path)
    except (OSError, ValueError):
        return None


def lines_of(name: str) -> Generator[Line]:
    """Yield the lines of a trace by name, one at a time, so that memory holds only one line.

    Raises BadInput like `find`. The lines are not checked again, because they were checked when the trace was stored.
    """
    with _reader(find(name)) as file:
        yield from (line_from(line) for line in file if not line.isspace())


def ends_of(name: str) -> tuple[Header, Summary | None]:
    """Return the header of a trace by name, and its summary (None if it has none). Raises BadInput like `find`.

    At most two lines are in memory at a time, and no other line is parsed.
    """
    with _reader(find(name)) as file:
        first = last = file.readline()
        for line in file:
            last = last if line.isspace() else line
    end = line_from(last)
    return _header(line_from(first)), end if isinstance(end, Summary) else None


def contents(name: str) -> bytes | bytearray:
    """The decompressed bytes of a trace by name. Raises BadInput if the trace is missing or too large."""
    return _unpacked(find(name).read_bytes())


def open_trace(name: str) -> Trace:
    """Read and check a trace by name. Raises BadInput if the trace is missing or not valid."""
    with opened(name) as trace:
        return trace


@contextmanager
def opened(name: str) -> Generator[Trace]:
    """Context manager that opens a trace by name; only a few are open at a time. Raises BadInput like `open_trace`.

    Using a large trace needs about as much memory as the trace itself in addition, so forty large traces at once would
    not fit. Small traces do not wait for a large one.
    """
    with PARSING_LARGE if _size(find(name)) > LARGE else PARSING:
        yield read(contents(name), name)


def packed(path: Path) -> bytes:
    """The bytes of an uploaded file as received. Raises BadInput if the file is too large."""
    if path.stat().st_size > UPLOAD_MB.value << 20:
        raise BadInput(f"The file is larger than {UPLOAD_MB.value} MB, which is the limit. Record fewer tokens.")
    return path.read_bytes()


def unpack(path: Path) -> bytes | bytearray:
    """The decompressed bytes of an uploaded file. Raises BadInput if the file is too large, packed or unpacked."""
    return _unpacked(packed(path))


def checking(raw: bytes) -> threading.BoundedSemaphore:
    """The queue in which an upload waits for its check. Small uploads do not wait for a large one."""
    return CHECKING_SMALL if unpacked_size(raw, "the file", TRACE_MB.value << 20) <= SMALL else CHECKING


def in_time(name: str) -> Check:
    """Return a function that raises BadInput once the checking of an upload has used up its processor time in this
    thread.
    """
    until = time.thread_time() + CHECK_SECONDS.value

    def check() -> None:
        if time.thread_time() > until:
            raise BadInput(
                f"Checking {name} takes more than {CHECK_SECONDS.value} s, which is the limit. Record fewer tokens."
            )

    return check


def _unpacked(data: bytes) -> bytes | bytearray:
    return unpacked(data, "the file", TRACE_MB.value << 20)[0]
