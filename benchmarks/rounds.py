"""Interleaved rounds of entrants over prompts, and the file from which a stopped run continues.

In a round, the entrants of a group run the same prompt one after the other. The order rotates from prompt to prompt, so
a drift of the machine's speed affects all entrants equally. Only complete rounds are stored. This module does not
depend on models.
"""

import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from decoders.errors import BadInput
from decoders.files import read_text, write_whole
from explorer.measuring.turns import rotated

MOST_BYTES = 512 * 1024 * 1024
Task = dict[str, Any]  # a prompt: id, category, ids (the encoded prompt)
Row = dict[str, Any]
Run = Callable[[list[int], int, int], Row]  # (prompt ids, seed, limit) → row
Round = dict[str, Row]  # entrant → the row of its run


def spread(tasks: Sequence[Task], seed: int) -> list[Task]:
    """Order tasks at random (`seed`) so that every beginning of the list contains each category in proportion."""
    dice = np.random.Generator(np.random.PCG64(seed))
    found: dict[str, list[Task]] = {}
    for task in tasks:
        found.setdefault(task["category"], []).append(task)
    keyed: list[tuple[float, Task]] = []
    for members in found.values():
        begin = dice.random()  # systematic sampling: one uniform start per category, then equal steps
        order = dice.permutation(len(members))
        keyed += [((i + begin) / len(members), members[place]) for i, place in enumerate(order)]
    return [task for _, task in sorted(keyed, key=lambda one: one[0])]


class Work:
    """The finished rounds by (group, prompt). They are written to a file line by line, if a file is given."""

    def __init__(self, path: Path | None, about: dict[str, Any]) -> None:
        """Raises BadInput if the file belongs to a run under other conditions (`about`)."""
        self.rounds: dict[tuple[str, str], Round] = {}
        self.starts: list[dict[str, Any]] = []
        self._entrants: dict[str, list[str]] = {}
        self._path = path
        lines = self._read()
        if lines and lines[0].get("about") != json.loads(json.dumps(about)):
            changed = sorted(key for key in about if lines[0].get("about", {}).get(key) != about[key])
            raise BadInput(
                f"--work {path} was started with another {', '.join(changed) or 'layout'}. Choose another file."
            )
        try:
            for line in lines[1:]:
                self._take(line)
        except (KeyError, TypeError):
            raise self._odd() from None
        if path is not None:
            write_whole(path, "".join(_line(one) for one in lines or [{"about": about}]))

    def _read(self) -> list[dict[str, Any]]:
        """Read the complete lines of the file; an incomplete last line is ignored."""
        if self._path is None or not self._path.exists():
            return []
        text, lines = read_text(self._path, "--work a file of this command", MOST_BYTES), []
        texts = text.removesuffix("\n").split("\n") if text else []  # a prompt's id may contain other line ends
        for place, text in enumerate(texts, 1):
            try:
                lines.append(json.loads(text))
            except (ValueError, RecursionError):
                if place < len(texts):  # the lines after it are complete and must not be discarded
                    raise BadInput(
                        f"Line {place} of --work {self._path} is damaged. Correct it, or choose another file."
                    ) from None
        odd = any(not isinstance(one, dict) for one in lines)
        if odd or (texts and not (lines and isinstance(lines[0].get("about"), dict))):
            raise self._odd()
        return lines

    def _odd(self) -> BadInput:
        return BadInput(f"--work {self._path} is not a file of this command. Choose another file.")

    def _take(self, line: dict[str, Any]) -> None:
        if "start" in line:
            self.starts.append(line["start"])
        elif "entrants" in line:
            self._entrants[line["group"]] = line["entrants"]
        else:
            self.rounds[line["group"], line["prompt"]] = line["rows"]

    def _write(self, line: dict[str, Any]) -> None:
        self._take(line)
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as sink:
                sink.write(_line(line))

    def start(self, about: dict[str, Any]) -> None:
        """Write when and under what load this part of the run began."""
        self._write({"start": about})

    def enter(self, group: str, entrants: Sequence[str]) -> None:
        """Write the names of a group's entrants. Raises BadInput if the group began with other entrants."""
        before = self._entrants.get(group)
        if before is None:
            self._write({"group": group, "entrants": list(entrants)})
        elif before != list(entrants):
            odd = sorted(set(before) ^ set(entrants)) or ["their order"]
            raise BadInput(
                f"--work {self._path} was started with other entrants in {group} ({odd[0]}). Choose another file."
            )

    def add(self, group: str, prompt: str, rows: Round) -> None:
        """Store a finished round."""
        self._write({"group": group, "prompt": prompt, "rows": rows})

    def of(self, group: str, prompts: Sequence[str]) -> dict[str, Round]:
        """The finished rounds of a group on these prompts, in their order."""
        return {name: self.rounds[group, name] for name in prompts if (group, name) in self.rounds}


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n"


@dataclass(frozen=True)
class Field:
    """A group that is ready to run: its entrants' words and how each is run."""

    group: str
    runs: dict[str, Run]


def play(
    fields: Sequence[Field],
    tasks: Sequence[Task],
    work: Work,
    limit: int,
    seed: int,
    minutes: float = math.inf,
    on_round: Callable[[str, str, int, int], object] = lambda group, prompt, done, total: None,
    clock: Callable[[], float] = time.monotonic,
) -> bool:
    """Run every missing round, prompt by prompt. Returns False if `minutes` ended it before the last round.

    The order and the seed of a run depend only on the prompt's position. A continued run therefore equals an
    uninterrupted one.
    """
    end, total = clock() + 60 * minutes, len(fields) * len(tasks)
    for field in fields:
        work.enter(field.group, list(field.runs))
    for place, task in enumerate(tasks):
        for field in fields:
            if (field.group, task["id"]) in work.rounds:
                continue
            if clock() >= end:
                return False
            words = list(field.runs)
            rows = {word: field.runs[word](task["ids"], seed + place, limit) for word in rotated(words, place)}
            work.add(field.group, task["id"], {word: _short(rows[word]) for word in words})
            done = sum((one.group, other["id"]) in work.rounds for one in fields for other in tasks)
            on_round(field.group, task["id"], done, total)
    return True


def _short(row: Row) -> Row:
    """Round the floats of a row to about microseconds, the precision of a clock."""
    return {key: round(value, 6) if isinstance(value, float) else value for key, value in row.items()}
