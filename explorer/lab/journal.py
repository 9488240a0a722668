"""The journal of a sweep: a file with one line per finished item. A killed sweep resumes from it and repeats no item.

The first line describes the conditions, and a sweep with other conditions is refused. An incomplete last line is
dropped, and an item that appears twice counts once. Only one process writes at a time, under a lock.
"""

import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.files import read_plain

NAME = "items.jsonl"
MOST_BYTES = 1 << 30
FREE = ("made", "command")  # conditions that may differ between two parts of a sweep
# Descriptions of conditions whose names are not clear enough.
TOLD = {
    "cells": "set of settings, so its rows do not belong to the cells as they are declared now",
    "system": "system prompt",
    "messages": "list of turns before the prompt",
    "template_args": "set of template variables",
    "ignore_eos": "treatment of EOS",
    "workers": "number of workers, which changes timings",
}
# Conditions that are missing in journals of earlier versions. Rows with unknown weights are not combined with others.
UNNAMED = {
    "weights": "which weights made its rows",
    "tokenizer": "which tokenizer made its rows",
    "explorer": "which explorer made its rows",
}
NAMES = {"cell": str, "data": str, "task": str, "seed": int}  # the first keys of every row
TEXTS = ("text", "completion")  # the model's text, and the code in it
Line = dict[str, Any]


class Journal:
    """The finished items of a folder.

    `items` maps an item's id to its line, {"item", "rows"}. The line of a failed item is {"item", "row", "failed"},
    with the reason. "took" is the time in seconds, if it is known.
    """

    def __init__(self, path: Path) -> None:
        """Read the file if it exists. If it is not a journal, raises BadInput, which names the line."""
        self.path = path
        self.about: Line = {}
        self.items: dict[str, Line] = {}
        self._whole = 0  # number of bytes up to the end of the last complete line
        if path.exists():
            self._read()

    def _read(self) -> None:
        raw = read_plain(self.path, "the folder of a sweep", MOST_BYTES)
        self._whole = 0
        *lines, cut = raw.split(b"\n")  # read as bytes, because an incomplete line may end within a character
        for number, line in enumerate(lines, 1):
            try:
                part = dict(json.loads(line))
            except (ValueError, TypeError, RecursionError):
                if number < len(lines) or cut:
                    raise BadInput(
                        f"Line {number} of {self.path} is damaged. Delete this line, then resume the sweep."
                    ) from None
                return
            self._whole += len(line) + 1
            if number == 1:
                self.about = _about(part)
            elif "item" in part:
                if not _is_item(part):
                    raise BadInput(
                        f"Line {number} of {self.path} does not record an item. Delete this line, then resume the "
                        "sweep."
                    )
                self.items.setdefault(part["item"], part)
        if self._whole and not self.about:
            raise BadInput(f"{self.path} is not the journal of a sweep. Use another folder.")

    @contextmanager
    def writing(self, about: Line, free: Sequence[str] = ()) -> Iterator["Journal"]:
        """Context manager that opens the journal for new items, under a lock.

        Conditions in `free` may differ from before. Raises BadInput if another sweep is writing, or if other conditions
        differ.
        """
        about = json.loads(json.dumps(about))
        if self.about and (others := differences(self.about, about, free)):
            raise BadInput(
                f"The sweep in {self.path} was started with {', '.join(others)}. Use the same options as before, or "
                "choose another --out."
            )
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as sink:
            try:
                fcntl.flock(sink, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadInput(
                    f"{self.path} is in use by another sweep. Wait for it to finish, or choose another --out."
                ) from None
            self._read()  # another sweep may have added items before this one got the lock
            sink.truncate(self._whole)
            self._sink = sink
            if not self.about:
                self.about = about
                self._write({"about": about})
            yield self

    def add(self, line: Line) -> None:
        """Store a finished item. The item is on disk when this function returns. An item that is already stored is not
        stored again.
        """
        if line["item"] not in self.items:
            self.items[line["item"]] = line
            self._write(line)

    def _write(self, line: Line) -> None:
        self._sink.write((json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n").encode())
        self._sink.flush()
        os.fsync(self._sink.fileno())


def differences(then: Line, now: Line, free: Sequence[str] = ()) -> list[str]:
    """Name the conditions of a sweep that have changed since it began; empty if its old and new rows may be combined.

    >>> differences({"limit": 8, "versions": {"numpy": "2.4"}}, {"limit": 9, "versions": {"numpy": "2.5"}})
    ['another limit', 'another version of numpy (2.4, now 2.5)']
    """
    made = list[str]()
    for key in sorted({*then, *now} - {*FREE, *free}):
        was, here = then.get(key), now.get(key)
        if key == "engine":
            was, here = (_engine(fact) for fact in (was, here))
        if was == here:
            continue
        if was is None and key in UNNAMED:
            made.append(f"an earlier version, so it does not say {UNNAMED[key]}")
        elif key in ("versions", "explorer", "weights", "engine") and isinstance(was, dict) and isinstance(here, dict):
            made += [_other(key, part, was.get(part), here.get(part)) for part in _changed(was, here)]
        else:
            made.append(f"another {TOLD.get(key, key)}")
    return made


def _changed(was: Line, here: Line) -> list[str]:
    return [part for part in sorted({*was, *here}) if was.get(part) != here.get(part)]


def _other(key: str, part: str, was: Any, here: Any) -> str:
    """Describe one changed fact in a group of facts."""
    if key == "weights":
        was, here = (about.get("sha256") if isinstance(about, dict) else None for about in (was, here))
    name = {
        "versions": f"another version of {part}",
        "explorer": f"another {'version' if part == 'version' else part} of the explorer",
        "weights": f"other weights of the {part}",
        "engine": f"another engine of the {part}",
    }[key]
    return f"{name} ({_short(was)}, now {_short(here)})"


def _short(value: Any) -> str:
    return "none" if value is None else str(value)[:12]


def _engine(about: Any) -> Any:
    """The facts about an engine that affect results, without the reason for its choice and its times."""
    if not isinstance(about, dict):
        return about
    return {key: about[key] for key in ("target", "draft", "cpu") if key in about}


def _about(part: Line) -> Line:
    """The conditions in a journal's first line; empty if the line is not the first line of a journal."""
    about = part.get("about")
    return about if isinstance(about, dict) and isinstance(about.get("experiment"), str) else {}


def _is_item(part: Line) -> bool:
    """Whether a line has the form that `sweep.run_item` and `sweep.failed` write."""
    if ("rows" in part) == ("failed" in part):
        return False
    rows = part.get("rows", [part.get("row")])
    named = isinstance(part["item"], str) and isinstance(part.get("failed", ""), str)
    timed = isinstance(part.get("took", 0.0), int | float)
    return named and timed and isinstance(rows, list) and all(map(_is_row, rows))


def _is_row(row: Any) -> bool:
    """Whether a row has the required names and otherwise only numbers, None, and texts under the keys in TEXTS."""
    if not isinstance(row, dict) or not all(isinstance(row.get(key), kind) for key, kind in NAMES.items()):
        return False
    plain = (value for key, value in row.items() if key not in (*NAMES, *TEXTS))
    worded = all(isinstance(row.get(key, ""), str) for key in TEXTS)
    return worded and all(isinstance(value, int | float | None) for value in plain)
