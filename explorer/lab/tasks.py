"""Prompts with what their answers are judged by: from files as their authors publish them, the Hub, or JSON lines.

KIND:FILE reads a data set's own file, KIND:hub its first items from the Hub; plain JSON lines have `prompt` and, where
an answer is judged, `scorer` (a name of quality.py) and `references`. A small set of our own ships in assets/lab.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.files import ASSETS, read_plain
from explorer.lab import hub
from explorer.lab.data_sets import KINDS, MOST_BYTES, Kind, Part, lines
from explorer.lab.experiment import Task
from explorer.measuring.turns import evenly

SMALL = ASSETS / "lab" / "tasks.jsonl"
TOY_TASKS = ASSETS / "lab" / "toy-tasks.jsonl"
TOY_PAIR = ASSETS / "lab" / "toy.json"
OWN = "own"  # what prompts of a field are called in results
SAFE = ("squad", "number", "rouge", "bleu")  # scorers of quality.py that open no file and run nothing
JUDGES = (*SAFE, "sql", "code")
ON_HUB = "hub"  # KIND:hub, KIND:hub:ID, KIND:hub:ID@REVISION
Source = dict[str, str]


@dataclass(frozen=True)
class Data:
    """Tasks, and for every file or data set that they are from: kind, from, revision or sha256, licence."""

    tasks: tuple[Task, ...]
    sources: tuple[Source, ...]


def read_data(words: Sequence[str], limit: int = 0) -> Data:
    """The tasks of KIND:FILE, of KIND:hub, or of FILEs of JSON lines, at most `limit` of each. Raises BadInput.

    Of a file they are evenly spread, of the Hub they are the first.
    """
    found = [_read(word, limit) for word in words]
    return Data(tuple(task for tasks, _ in found for task in tasks), tuple(source for _, source in found))


def _read(word: str, limit: int) -> tuple[list[Task], Source]:
    name, colon, where = word.partition(":")
    if not colon:
        path = Path(word)
        return evenly(_plain(path), limit), {"kind": "prompts", **_file(path)}
    if name not in KINDS:
        raise BadInput(
            f"there is no kind of data {name!r}; choose one of {', '.join(KINDS)}, or give a file of JSON lines"
        )
    kind, (first, _, place) = KINDS[name], where.partition(":")
    if first == ON_HUB:
        return _from_hub(name, kind, place, limit)
    path = Path(where)
    hint = "give the one that its authors publish"
    tasks = _tasks(kind, kind.records(path), f"{path} is not a file of {name}", hint)
    return evenly(tasks, limit), {"kind": name, **_file(path), "licence": kind.licence}


def _from_hub(name: str, kind: Kind, place: str, limit: int) -> tuple[list[Task], Source]:
    if kind.hub is None:
        raise BadInput(f"{name} cannot be read from the Hub, which has not all of it; give {name}:FILE")
    if not limit:
        raise BadInput(f"{name}:{ON_HUB} is read item by item; say how many with --limit N")
    where = hub.place_of(kind.hub, place)
    found, about = hub.records(where, limit)
    tasks = _tasks(kind, found, f"{where.id} has not the columns of {name}", "give the id of a copy that has")
    return tasks, {"kind": name, **about, "licence": f"{kind.licence}; on its card: {about['licence']}"}


def _tasks(kind: Kind, records: Iterable[tuple[str, Part]], wrong: str, hint: str) -> list[Task]:
    try:
        return [kind.task(part, number) for number, part in records]
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{wrong} ({error}); {hint}") from None


def _file(path: Path) -> Source:
    return {"from": path.name, "sha256": _digest(read_plain(path, "a file of prompts", MOST_BYTES))}


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:16]


def typed(text: str) -> Data:
    """The tasks of what a stranger wrote into a field: a prompt a line, or JSON lines. Raises BadInput.

    Of those `id`, `scorer` (one of SAFE) and `references` are read besides the prompt: what names a file or has code
    run is left to the command line.
    """
    found = [_typed(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    return Data(
        tuple(_distinct(found, "what was written")),
        ({"kind": OWN, "from": "the page", "sha256": _digest(text.encode())},),
    )


def _typed(number: int, line: str) -> Task:
    try:
        part = dict(json.loads(line)) if line.lstrip().startswith("{") else {"prompt": line.strip()}
        json.dumps(part, ensure_ascii=False).encode()  # half a surrogate pair is no character: ValueError
    except (ValueError, TypeError, RecursionError):
        raise BadInput(f'line {number} cannot be read as JSON; write {{"prompt": "…"}}, or the prompt alone') from None
    prompt, scorer, answers = part.get("prompt"), part.get("scorer", ""), part.get("references", [])
    if not isinstance(prompt, str) or not prompt.strip():
        raise BadInput(f'line {number} has no prompt; write {{"prompt": "…"}}, or the prompt alone')
    if scorer not in ("", *SAFE):
        raise BadInput(f"line {number}: answers are judged here by {', '.join(SAFE)}, not by {str(scorer)[:60]!r}")
    return Task(str(part.get("id", number)), prompt, OWN, scorer, _answers(answers, bool(scorer), f"line {number}"))


def _answers(given: Any, judged: bool, where: str) -> tuple[str, ...]:
    """The references of a prompt: a list of texts, of which a judged one has one at least. Raises BadInput."""
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given) or judged > bool(given):
        raise BadInput(f'{where}: references should be a list of the right answers as text, such as ["42"]')
    return tuple(given)


def _distinct(tasks: list[Task], where: str) -> list[Task]:
    """The tasks, of which no two go by one name: they would count as one prompt. Raises BadInput."""
    names = Counter((task.data, task.id) for task in tasks)
    if again := [name for (_, name), count in names.items() if count > 1]:
        raise BadInput(f"two prompts of {where} have the id {again[0][:60]!r}; give each its own, or none an id")
    return tasks


def _plain(path: Path) -> list[Task]:
    found = []
    for number, part in lines(path):
        if not isinstance(part.get("prompt"), str):
            raise BadInput(f"line {number} of {path} has no prompt; give JSON lines with a prompt each")
        extra = part.get("extra", {})
        if not isinstance(extra, dict):
            raise BadInput(f'Line {number} of {path} has an extra that is not an object. Write {{"schema": "…"}}.')
        name, scorer = str(part.get("data", path.stem)), str(part.get("scorer", ""))
        if scorer not in ("", *JUDGES):
            raise BadInput(f"line {number} of {path}: there is no measure {scorer[:60]!r}; choose {', '.join(JUDGES)}")
        judged = scorer not in ("", "code")  # of code, tests are what judges
        answers = _answers(part.get("references", []), judged, f"line {number} of {path}")
        found.append(Task(str(part.get("id", number)), part["prompt"], name, scorer, answers, extra))
    return _distinct(found, str(path))
