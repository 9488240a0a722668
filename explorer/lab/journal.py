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
# What journals of earlier versions lack: rows of unknown weights are not mixed with others.
UNNAMED = {
    "weights": "which weights made its rows",
    "tokenizer": "which tokenizer made its rows",
    "explorer": "which explorer made its rows",
}
NAMES = {"cell": str, "data": str, "task": str, "seed": int}  # what every row begins with
TEXTS = ("text", "completion")  # what the model wrote, and the code in it
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
        if self.about and (others := differences(self.about, about, free)):
            raise BadInput(
                f"{self.path} was begun with {', '.join(others)}; give another --out, or what it was begun with"
            )
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


def differences(then: Line, now: Line, free: Sequence[str] = ()) -> list[str]:
    """What of the conditions of a sweep is otherwise now, in words; empty if its rows may stand together.

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
    """One fact of a group of facts, then and now."""
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
    """What of an engine's facts decides what comes out: not why it was chosen, or how long it took then."""
    if not isinstance(about, dict):
        return about
    return {key: about[key] for key in ("target", "draft", "cpu") if key in about}


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
    plain = (value for key, value in row.items() if key not in (*NAMES, *TEXTS))
    worded = all(isinstance(row.get(key, ""), str) for key in TEXTS)
    return worded and all(isinstance(value, int | float | None) for value in plain)
