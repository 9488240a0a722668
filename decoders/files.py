"""Read and write files that a person named. They are checked before any work starts.

Only plain files up to a size limit are read. Destinations that cannot be written are refused before the work starts.
Every refusal is a BadInput. Checks change nothing, and writing never leaves a partial file.
"""

import hashlib
import os
import re
import shutil
import stat
import tempfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from decoders.errors import BadInput

_HERE = Path(__file__).parent
# Files that ship with the code: weights, toy pairs, recorded traces, schemas. An installed package contains them.
ASSETS = _HERE / "assets" if (_HERE / "assets").is_dir() else _HERE.parent / "assets"
SMALL = 64 * 1024 * 1024  # size limit in bytes of a table, a list of prompts or a result; a larger file is a mistake


def read_plain(path: Path, what: str, most: int = SMALL) -> bytes:
    """The bytes of a plain file of at most `most` bytes. `what` describes the expected file for the error message.

    Devices and pipes are not read, because they may never end. Raises BadInput if the file cannot be read.
    """
    if "\0" in str(path):
        raise BadInput(f"{str(path)!r} is not a valid file name. Use {what}.")
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            kind = "a folder" if stat.S_ISDIR(found.st_mode) else "a device or a pipe"
            raise BadInput(f"{path} is {kind}, not a file. Use {what}.")
        raw = b""
        if found.st_size <= most:
            with path.open("rb") as source:
                raw = source.read(most + 1)  # the actual size can exceed the reported one
    except FileNotFoundError:
        raise BadInput(f"The file {path} does not exist. Use {what}.") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror or error}). Use {what}.") from None
    if max(found.st_size, len(raw)) > most:
        raise BadInput(f"{path} is larger than {most >> 20} MB, which is the limit. Use {what}.")
    return raw


def read_text(path: Path, what: str, most: int = SMALL) -> str:
    """The text of a plain UTF-8 file, without a byte order mark. Raises BadInput if the file cannot be read."""
    try:
        return read_plain(path, what, most).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not UTF-8 text. Use {what}.") from None


def near(path: Path) -> Path:
    """The path relative to the current folder, if the file is inside that folder; otherwise the path itself."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


@contextmanager
def work_folder(folder: Path) -> Generator[Path]:
    """A temporary empty folder next to `folder`, in which its new content is created. The temporary folder is deleted
    afterwards.

    Leftovers of killed processes are deleted too. The caller makes sure that only one process at a time creates
    `folder`.
    """
    for left in folder.parent.glob(f"{folder.name}.*.tmp"):
        shutil.rmtree(left, ignore_errors=True)
    work = folder.with_name(f"{folder.name}.{os.getpid()}.tmp")
    work.mkdir()
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)


def take_place(made: Path, folder: Path) -> None:
    """Move a finished folder to its destination. A folder that is already there is replaced, even if it was deleted
    only in part.
    """
    shutil.rmtree(folder, ignore_errors=True)
    made.replace(folder)


def check_file(path: Path, option: str = "-o", make_folders: bool = False) -> None:
    """Raise BadInput if a file cannot be written, before hours of work are wasted.

    An existing file is not changed. With `make_folders`, missing folders above the file are not an error, because they
    will be created when it is written.
    """
    if "\0" in str(path):
        raise BadInput(f"The file name given for {option} contains a null character. Choose another name.")
    if make_folders:
        path = Path(os.path.realpath(path))  # the real path, with links and .. resolved
    folder = _lowest(path.parent) if make_folders else path.parent
    if _is_folder(path):
        raise BadInput(f"{option} {path} is a folder. Choose a file in it.")
    if not _is_folder(folder):
        raise BadInput(f"The folder of {option} {path} does not exist. Create it or choose another file.")
    try:
        if path.is_file():
            path.open("ab").close()
        if not path.exists():
            tempfile.TemporaryFile(dir=folder).close()
        elif not os.access(path, os.W_OK):
            raise PermissionError(0, "no permission")
    except OSError as error:
        raise BadInput(f"{option} {path} cannot be written ({error.strerror}). Choose another location.") from None


def check_folder(path: Path, option: str, *files: str) -> None:
    """Raise BadInput if a folder cannot be created or its `files` cannot be written, before hours of work are wasted.

    Nothing is created yet.
    """
    lowest = _lowest(path)
    if not _is_folder(lowest):
        raise BadInput(f"{option} {path} cannot be a folder, because {lowest} is a file. Choose another folder.")
    try:
        tempfile.TemporaryFile(dir=lowest).close()
    except OSError as error:
        raise BadInput(f"{option} {path} cannot be written ({error.strerror}). Choose another location.") from None
    for name in files:
        check_file(path / name, option, make_folders=True)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that, even after a crash, it has either its old content or all of its new content.

    Creates missing folders. A device is not replaced but written to. If the path is a link, the file that it points to
    is replaced. Raises OSError.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():  # before the path is resolved, because a pipe has no path of its own
        path.write_bytes(data)
        return
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def write_named(path: Path, content: str | bytes, option: str = "-o") -> None:
    """Write a file to the path that a person gave with an option. Raises BadInput if it cannot be written."""
    try:
        write_whole(path, content)
    except BrokenPipeError:  # a reader may stop early
        raise
    except OSError as error:
        raise BadInput(f"{option} {path} cannot be written ({error.strerror}). Choose another location.") from None


def json_name(shown: str, of: str) -> str:
    """Make the name of a JSON file about `of`. It contains `shown` in readable form, and a digest that makes the name
    unique.

    >>> json_name("org/A model", "org/A model")
    'org-a-model-be7a4320.json'
    """
    plain = re.sub(r"[^a-z0-9.]+", "-", shown.lower()).strip("-.")[-60:]
    return f"{plain}-{hashlib.sha256(of.encode()).hexdigest()[:8]}.json"


def _lowest(folder: Path) -> Path:
    """The folder itself if it exists, otherwise the nearest existing one above it."""
    return next((one for one in (folder, *folder.parents) if os.path.lexists(one)), folder)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # the name is too long for the file system
        return False
