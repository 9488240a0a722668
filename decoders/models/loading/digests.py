"""SHA-256 digests of files, and seals. A seal lists the digests of all files in a converted folder.

The digest of a file is cached in the cache folder's `digests.json` under its path, its size and both of its times, so a
large file is read only once. A seal is written into a folder when the folder is created, and checked when the folder is
opened. A damaged file is therefore noticed and never run. This module does not need torch.
"""

import hashlib
import json
import os
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from decoders.files import write_whole
from decoders.models.cache import add_to_json, engine_folder, read_json

SEAL = "files.json"  # the seal's file: {name: SHA-256} of all other files in the folder
_ONE_AT_A_TIME = threading.Lock()  # otherwise two threads would read the same large file


def digests(files: Sequence[Path]) -> list[str]:
    """The SHA-256 of each file, cached by path, size and both times, so that large files are read once. Raises OSError.

    Copies and archives can set the modification time to any value, but not the change time.
    """
    with _ONE_AT_A_TIME:
        path = engine_folder() / "digests.json"
        kept, result = read_json(path), list[str]()
        for file in files:
            key = _key(file)
            if not _is_digest(kept.get(key)):
                kept[key] = sha256(file)
                with suppress(OSError):
                    add_to_json(path, {key: kept[key]})
            result.append(kept[key])
        return result


def sha256(file: Path) -> str:
    """Compute the SHA-256 of a file, without the cache. Raises OSError."""
    with file.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def _key(file: Path) -> str:
    """The key of a cached digest: the file's path, size and times."""
    about = file.stat()
    return f"{file.resolve()} {about.st_size} {about.st_mtime_ns} {about.st_ctime_ns}"


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and len(value) == 64


def combined(files: Sequence[Path]) -> str:
    """Combine the SHA-256 of several files: the digest of the lines that `sha256sum` prints for them. For a single
    file, the result is the file's own digest.
    """
    found = digests(files)
    if len(found) == 1:
        return found[0]
    listed = "".join(f"{digest}  {file.name}\n" for digest, file in zip(found, files, strict=True))
    return hashlib.sha256(listed.encode("utf-8", "surrogateescape")).hexdigest()


def seal(folder: Path) -> None:
    """Write the digests of all files of a new folder into it. Raises OSError."""
    sealed = {file.name: sha256(file) for file in _files(folder)}
    write_whole(folder / SEAL, json.dumps(sealed, indent=1) + "\n")


def check_seal(folder: Path) -> None:
    """Raise ValueError unless a folder holds exactly the files that its seal lists, all unchanged.

    Raises OSError, or an error of the JSON reader, if the seal cannot be read.
    """
    sealed, files = json.loads((folder / SEAL).read_text(encoding="utf-8")), _files(folder)
    if sorted(sealed) != [file.name for file in files]:
        raise ValueError(f"{folder} does not contain the files that it was created with")
    for file, digest in zip(files, digests(files), strict=True):
        if sealed[file.name] != digest:
            raise ValueError(f"{file} was changed after it was written")


def keep_after_move(folder: Path) -> None:
    """Cache the digests of a sealed folder under its new paths after it was moved."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        sealed = json.loads((folder / SEAL).read_text(encoding="utf-8"))
        add_to_json(engine_folder() / "digests.json", {_key(folder / name): sealed[name] for name in sealed})


def _files(folder: Path) -> list[Path]:
    """The files of a folder in the order of their names, without its seal."""
    return sorted(Path(entry.path) for entry in os.scandir(folder) if entry.is_file() and entry.name != SEAL)
