"""The file that a sweep writes as it goes on: one line an item, so that a killed sweep resumes and nothing is double.

The first line says what the items were made with; a sweep under other conditions is refused. A last line that was cut
is dropped, and an item that stands there twice counts once. One process writes, and holds a lock meanwhile.
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
FREE = ("made", "command")  # may differ between two parts of a sweep
# What is said of a condition that its name says too little of.
TOLD = {
    "cells": "set of settings, so that its rows are not those of the cells as they are declared now",
    "system": "system prompt",
    "messages": "list of turns before the prompt",
    "template_args": "set of template variables",
    "ignore_eos": "treatment of EOS",
    "workers": "number of workers, which take other times than one",
}
NAMES = {"cell": str, "data": str, "task": str, "seed": int}  # what every row begins with
Line = dict[str, Any]


class Journal:
    """The finished items of a folder. `items` maps an item's id to its line: {"item", "rows"}, or {"item", "row",
    "failed"} with the reason; "took" are seconds, where they are known."""

    def __init__(self, path: Path) -> None:
        """Reads what is there. Raises BadInput for a file that is none of this kind, naming the line."""
        self.path = path
        self.about: Line = {}
        self.items: dict[str, Line] = {}
        self._whole = 0  # bytes up to the last whole line
        if path.exists():
            self._read()

    def _read(self) -> None:
        raw = read_plain(self.path, "the folder of a sweep", MOST_BYTES)
        self._whole = 0
        *lines, cut = raw.split(b"\n")  # JSON may hold other ends of lines; a cut one may end within a character
        for number, line in enumerate(lines, 1):
            try:
                part = dict(json.loads(line))
            except (ValueError, TypeError, RecursionError):
                if number < len(lines) or cut:
                    raise BadInput(
                        f"line {number} of {self.path} is broken; delete it and start the sweep again"
                    ) from None
                return
            self._whole += len(line) + 1
            if number == 1:
                self.about = _about(part)
            elif "item" in part:
                if not _is_item(part):
                    raise BadInput(
                        f"line {number} of {self.path} is no item of a sweep; delete it and start the sweep again"
                    )
                self.items.setdefault(part["item"], part)
        if self._whole and not self.about:
            raise BadInput(f"{self.path} is not the journal of a sweep; give another folder")

    @contextmanager
    def writing(self, about: Line, free: Sequence[str] = ()) -> Iterator["Journal"]:
        """Open it for new items, under a lock. Raises BadInput if another sweep writes it, or began it otherwise.

        What is `free` may have been otherwise.
        """
        about = json.loads(json.dumps(about))
        changed = sorted(key for key in {*about, *self.about} - {*FREE, *free} if self.about.get(key) != about.get(key))
        if self.about and changed:
            what = ", ".join(TOLD.get(key, key) for key in changed)
            raise BadInput(f"{self.path} was begun with another {what}; give another --out, or what it was begun with")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as sink:
            try:
                fcntl.flock(sink, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadInput(
                    f"{self.path} is being written by another sweep; wait for it, or give another --out"
                ) from None
            self._read()  # what another sweep may have added before the lock was ours
            sink.truncate(self._whole)
            self._sink = sink
            if not self.about:
                self.about = about
                self._write({"about": about})
            yield self

    def add(self, line: Line) -> None:
        """Keep a finished item, on disk when this returns; one that is there already is not written again."""
        if line["item"] not in self.items:
            self.items[line["item"]] = line
            self._write(line)

    def _write(self, line: Line) -> None:
        self._sink.write((json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n").encode())
        self._sink.flush()
        os.fsync(self._sink.fileno())


def _about(part: Line) -> Line:
    """What a first line says that the items were made with; nothing if it is not that of a journal."""
    about = part.get("about")
    return about if isinstance(about, dict) and isinstance(about.get("experiment"), str) else {}


def _is_item(part: Line) -> bool:
    """Whether a line is as `sweep.run_item` and `sweep.failed` make it."""
    if ("rows" in part) == ("failed" in part):
        return False
    rows = part.get("rows", [part.get("row")])
    named = isinstance(part["item"], str) and isinstance(part.get("failed", ""), str)
    timed = isinstance(part.get("took", 0.0), int | float)
    return named and timed and isinstance(rows, list) and all(map(_is_row, rows))


def _is_row(row: Any) -> bool:
    """Whether a row has its names, and besides plain numbers, what is not known, or a text."""
    if not isinstance(row, dict) or not all(isinstance(row.get(key), kind) for key, kind in NAMES.items()):
        return False
    plain = (value for key, value in row.items() if key not in (*NAMES, "text"))
    return isinstance(row.get("text", ""), str) and all(isinstance(value, int | float | None) for value in plain)
