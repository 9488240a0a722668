"""Read prompts with their reference answers from the authors' files, from the Hub, or from JSON lines.

KIND:FILE reads a data set's own file, and KIND:hub reads its first items from the Hub. JSON lines have `prompt` and, if
answers are judged, `scorer` (a name of quality.py) and `references`. A small set is bundled in assets/lab.
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
from explorer.lab.data import hub
from explorer.lab.data.data_sets import KINDS, MOST_BYTES, Kind, Part, lines
from explorer.lab.experiment import Task
from explorer.measuring.turns import evenly

SMALL = ASSETS / "lab" / "tasks.jsonl"
TOY_TASKS = ASSETS / "lab" / "toy-tasks.jsonl"
TOY_PAIR = ASSETS / "lab" / "toy.json"
OWN = "own"  # the data set's name if the prompts come from the page's field
SAFE = ("squad", "number", "rouge", "bleu")  # scorers that open no file and run no code
JUDGES = (*SAFE, "sql", "code")
ON_HUB = "hub"  # KIND:hub, KIND:hub:ID, KIND:hub:ID@REVISION
Source = dict[str, str]


@dataclass(frozen=True)
class Data:
    """Tasks and their sources.

    A source describes a file or data set. It is a row with the keys kind, from, revision or sha256, and licence.
    """

    tasks: tuple[Task, ...]
    sources: tuple[Source, ...]


def read_data(words: Sequence[str], limit: int = 0) -> Data:
    """Read at most `limit` tasks from each KIND:FILE, KIND:hub, or FILE of JSON lines.

    From a file, tasks are chosen evenly from the first to the last. From the Hub, the first tasks are read. Raises
    BadInput if data cannot be read.
    """
    found = [_read(word, limit) for word in words]
    return Data(tuple(task for tasks, _ in found for task in tasks), tuple(source for _, source in found))


def _read(word: str, limit: int) -> tuple[list[Task], Source]:
    name, colon, where = word.partition(":")
    if not colon:
        path = Path(word)
        return evenly(_plain(path), limit), {"kind": "prompts", **_file(path)}
    if name not in KINDS:
        raise BadInput(f"Unknown kind of data {name}. Choose one of: {', '.join(KINDS)}, or use a JSON Lines file.")
    kind, (first, _, place) = KINDS[name], where.partition(":")
    if first == ON_HUB:
        return _from_hub(name, kind, place, limit)
    path = Path(where)
    hint = "Use the file that its authors publish."
    tasks = _tasks(kind, kind.records(path), f"{path} is not a file of {name}", hint)
    return evenly(tasks, limit), {"kind": name, **_file(path), "licence": kind.licence}


def _from_hub(name: str, kind: Kind, place: str, limit: int) -> tuple[list[Task], Source]:
    if kind.hub is None:
        raise BadInput(f"The Hub lacks a part of {name}. Use your own copy with {name}:FILE.")
    if not limit:
        raise BadInput(f"{name}:{ON_HUB} needs the number of items. Add --limit N.")
    where = hub.place_of(kind.hub, place)
    found, about = hub.records(where, limit)
    tasks = _tasks(
        kind, found, f"{where.id} does not have the columns of {name}", "Use the id of a copy that has them."
    )
    return tasks, {"kind": name, **about, "licence": f"{kind.licence}; on its card: {about['licence']}"}


def _tasks(kind: Kind, records: Iterable[tuple[str, Part]], wrong: str, hint: str) -> list[Task]:
    try:
        return [kind.task(part, number) for number, part in records]
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{wrong} ({error}). {hint}") from None


def _file(path: Path) -> Source:
    return {"from": path.name, "sha256": _digest(read_plain(path, "a file of prompts", MOST_BYTES))}


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:16]


def typed(text: str) -> Data:
    """Read tasks from the page's field: one prompt per line, or JSON lines.

    Of a JSON line, only `prompt`, `id`, `scorer` (one of SAFE) and `references` are read, because strangers must not
    open files or run code. Raises BadInput if a line is not valid.
    """
    found = [_typed(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    return Data(
        tuple(_distinct(found, "the field")),
        ({"kind": OWN, "from": "the page", "sha256": _digest(text.encode())},),
    )


def _typed(number: int, line: str) -> Task:
    try:
        part = dict(json.loads(line)) if line.lstrip().startswith("{") else {"prompt": line.strip()}
        json.dumps(part, ensure_ascii=False).encode()  # raises ValueError for an unpaired surrogate
    except (ValueError, TypeError, RecursionError):
        raise BadInput(f'Line {number} is not valid JSON. Write {{"prompt": "…"}}, or only the prompt.') from None
    prompt, scorer, answers = part.get("prompt"), part.get("scorer", ""), part.get("references", [])
    if not isinstance(prompt, str) or not prompt.strip():
        raise BadInput(f'Line {number} has no prompt. Write {{"prompt": "…"}}, or only the prompt.')
    if scorer not in ("", *SAFE):
        raise BadInput(f"Line {number} names the unknown scorer {str(scorer)[:60]}. Choose one of: {', '.join(SAFE)}.")
    return Task(str(part.get("id", number)), prompt, OWN, scorer, _answers(answers, bool(scorer), f"Line {number}"))


def _answers(given: Any, judged: bool, where: str) -> tuple[str, ...]:
    """The reference answers of a prompt as texts. Raises BadInput if one is not valid or a judged prompt has none."""
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given) or judged > bool(given):
        raise BadInput(f'{where}: “references” must be a list of the correct answers as text, such as ["42"].')
    return tuple(given)


def _distinct(tasks: list[Task], where: str) -> list[Task]:
    """Return the tasks unchanged.

    Raises BadInput if two of them have the same id, because they would count as one prompt.
    """
    names = Counter((task.data, task.id) for task in tasks)
    if again := [name for (_, name), count in names.items() if count > 1]:
        raise BadInput(f"Two prompts in {where} have the id “{again[0][:60]}”. Make the ids unique, or remove them.")
    return tasks


def _plain(path: Path) -> list[Task]:
    found = []
    for number, part in lines(path):
        if not isinstance(part.get("prompt"), str):
            raise BadInput(
                f"Line {number} of {path} has no prompt. Write one JSON object per line, each with a prompt."
            )
        extra = part.get("extra", {})
        if not isinstance(extra, dict):
            raise BadInput(
                f'On line {number} of {path}, the value of “extra” is not a JSON object. Write {{"schema": "…"}}.'
            )
        name, scorer = str(part.get("data", path.stem)), str(part.get("scorer", ""))
        if scorer not in ("", *JUDGES):
            raise BadInput(
                f"Line {number} of {path} names the unknown scorer {scorer[:60]}. Choose one of: {', '.join(JUDGES)}."
            )
        judged = scorer not in ("", "code")  # code is judged by tests instead of references
        answers = _answers(part.get("references", []), judged, f"Line {number} of {path}")
        found.append(Task(str(part.get("id", number)), part["prompt"], name, scorer, answers, extra))
    return _distinct(found, str(path))
