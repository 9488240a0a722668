"""Files that people name: read if plain and not too large, refused before any work if unwritable, written whole.

Every refusal is one sentence (BadInput). Checking changes nothing; writing loses nothing.
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
# What ships beside the code: weights, toy pairs, recorded traces, schemas. An installed package has it inside.
ASSETS = _HERE / "assets" if (_HERE / "assets").is_dir() else _HERE.parent / "assets"
SMALL = 64 * 1024 * 1024  # bytes of a table, a list of prompts or a result: more is a wrong file


def read_plain(path: Path, what: str, most: int = SMALL) -> bytes:
    """The bytes of a plain file of at most `most` bytes; `what` says what should have been given.

    Devices and pipes may never end and are not read. Raises BadInput.
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
                raw = source.read(most + 1)  # the size of some files is not what can be read of them
    except FileNotFoundError:
        raise BadInput(f"The file {path} does not exist. Use {what}.") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror or error}). Use {what}.") from None
    if max(found.st_size, len(raw)) > most:
        raise BadInput(f"{path} is larger than {most >> 20} MB, which is the limit. Use {what}.")
    return raw


def read_text(path: Path, what: str, most: int = SMALL) -> str:
    """The text of a plain UTF-8 file, without the mark that some editors begin it with. Raises BadInput."""
    try:
        return read_plain(path, what, most).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not UTF-8 text. Use {what}.") from None


@contextmanager
def work_folder(folder: Path) -> Generator[Path]:
    """An empty folder beside the one that is to be made in it; afterwards it is gone, with what is left in it.

    So are those of processes that were killed: nobody else makes that folder meanwhile.
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
    """Put a folder that was made in the place of another, or of what is left of one that could not be deleted whole."""
    shutil.rmtree(folder, ignore_errors=True)
    made.replace(folder)


def check_file(path: Path, option: str = "-o", make_folders: bool = False) -> None:
    """Refuse, before hours of work, a file that could not be written. Raises BadInput.

    A file that is there stays as it is. `make_folders`: the folders above it will be made when it is written.
    """
    if "\0" in str(path):
        raise BadInput(f"The name of {option} contains a null character. Choose another name.")
    if make_folders:
        path = Path(os.path.realpath(path))  # as it will be written: behind links, and without what .. undoes
    folder = _lowest(path.parent) if make_folders else path.parent
    if _is_folder(path) or not _is_folder(folder):
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
    """Refuse, before hours of work, a folder that could not be made, or in which `files` could not be written.

    Nothing is made yet. Raises BadInput.
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


def write_whole(path: Path, text: str) -> None:
    """Write a text file so that, whatever happens, what stood there is kept or replaced by all of the new.

    Makes the folders above it. A device is written to, never replaced; behind a link its target is. Raises OSError.
    """
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    part = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def json_name(shown: str, of: str) -> str:
    """The name of a JSON file about `of`: readable by `shown`, and another one for everything that it may be about.

    >>> json_name("org/A model", "org/A model")
    'org-a-model-be7a4320.json'
    """
    plain = re.sub(r"[^a-z0-9.]+", "-", shown.lower()).strip("-.")[-60:]
    return f"{plain}-{hashlib.sha256(of.encode()).hexdigest()[:8]}.json"


def _lowest(folder: Path) -> Path:
    """The folder itself if something is there, or the nearest one above it that is."""
    return next((one for one in (folder, *folder.parents) if os.path.lexists(one)), folder)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a name too long for the file system
        return False
