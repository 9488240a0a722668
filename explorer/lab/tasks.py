"""Prompts with what their answers are judged by: from files as their authors publish them, or from JSON lines.

KIND:FILE reads a data set's own file; plain JSON lines have `prompt` and, where an answer is judged, `scorer` (a name
of quality.py) and `references`. A small set of our own ships in assets/lab.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.files import ASSETS, read_text
from explorer.lab.experiment import Task

SMALL = ASSETS / "lab" / "tasks.jsonl"
TOY_TASKS = ASSETS / "lab" / "toy-tasks.jsonl"
TOY_PAIR = ASSETS / "lab" / "toy.json"
MOST_BYTES = 512 * 1024 * 1024
LONGEST = 6000  # characters of an article
Part = dict[str, Any]


def read_tasks(words: Sequence[str], limit: int = 0) -> tuple[Task, ...]:
    """The tasks of KIND:FILE or of FILEs of JSON lines, at most `limit` of each, evenly spread. Raises BadInput."""
    return tuple(task for word in words for task in _some(_read(word), limit))


def _some(tasks: Sequence[Task], limit: int) -> list[Task]:
    if not limit or limit >= len(tasks):
        return list(tasks)
    return [tasks[place * len(tasks) // limit] for place in range(limit)]


def _read(word: str) -> list[Task]:
    kind, colon, name = word.partition(":")
    if not colon:
        return _plain(Path(word))
    if kind not in KINDS:
        raise BadInput(
            f"there is no kind of data {kind!r}; choose one of {', '.join(KINDS)}, or give a file of JSON lines"
        )
    path = Path(name)
    try:
        return list(KINDS[kind](path))
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{path} is not a file of {kind} ({error}); give the one that its authors publish") from None


def _lines(path: Path) -> Iterable[tuple[str, Part]]:
    """Every JSON object of a file, with its number."""
    text = read_text(path, "a file of JSON lines", MOST_BYTES)
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield str(number), dict(json.loads(line))
            except (ValueError, TypeError):
                raise BadInput(f"line {number} of {path} is not a JSON object; give a file of JSON lines") from None


def _plain(path: Path) -> list[Task]:
    found = []
    for number, part in _lines(path):
        if not isinstance(part.get("prompt"), str):
            raise BadInput(f"line {number} of {path} has no prompt; give JSON lines with a prompt each")
        references = part.get("references", [])
        extra = part.get("extra", {})
        name, scorer = str(part.get("data", path.stem)), str(part.get("scorer", ""))
        found.append(Task(str(part.get("id", number)), part["prompt"], name, scorer, tuple(references), extra))
    return found


def _squad(path: Path) -> Iterable[Task]:
    data = json.loads(read_text(path, "SQuAD's JSON", MOST_BYTES))
    for entry in data["data"]:
        for paragraph in entry["paragraphs"]:
            for one in paragraph["qas"]:
                answers = tuple(dict.fromkeys(answer["text"] for answer in one["answers"]))
                prompt = (
                    "Answer the question with a few words from the text and nothing else.\n\n"
                    f"{paragraph['context']}\n\n"
                    f"Question: {one['question']}\nAnswer:"
                )
                yield Task(str(one["id"]), prompt, "squad", "squad", answers or ("",))


def _gsm8k(path: Path) -> Iterable[Task]:
    for number, part in _lines(path):
        answer = part["answer"].rpartition("####")[2].strip()
        prompt = f"{part['question']}\nThink step by step and end with the number alone."
        yield Task(number, prompt, "gsm8k", "number", (answer,))


def _spider(path: Path) -> Iterable[Task]:
    """Spider's questions (db_id, question, query); tables.json and the folder `database` lie beside the file."""
    tables = {
        one["db_id"]: _schema(one) for one in json.loads(read_text(path.parent / "tables.json", "Spider's tables"))
    }
    for number, part in _lines(path):
        name = part["db_id"]
        choices = (path.parent / "database" / f"{name}.sqlite", path.parent / "database" / name / f"{name}.sqlite")
        base = next((one for one in choices if one.exists()), None)
        if base is None:
            raise BadInput(f"there is no database {name} beside {path}; put Spider's folder `database` there")
        prompt = f"{tables[name]}\n\nWrite one SQL query and nothing else: {part['question']}"
        yield Task(number, prompt, "spider", "sql", (part["query"],), {"database": str(base)})


def _schema(one: Part) -> str:
    columns: dict[int, list[str]] = {}
    for table, column in one["column_names_original"]:
        columns.setdefault(table, []).append(column)
    names = one["table_names_original"]
    return "\n".join(f"Table {name}: {', '.join(columns.get(i, []))}" for i, name in enumerate(names))


def _cnndm(path: Path) -> Iterable[Task]:
    for number, part in _lines(path):
        prompt = f"{part['article'][:LONGEST]}\n\nSummarize this article in three sentences."
        yield Task(str(part.get("id", number)), prompt, "cnndm", "rouge", (part["highlights"],))


def _scitldr(path: Path) -> Iterable[Task]:
    for number, part in _lines(path):
        prompt = f"{' '.join(part['source'])[:LONGEST]}\n\nSummarize this in one sentence."
        yield Task(str(part.get("paper_id", number)), prompt, "scitldr", "rouge", tuple(part["target"]))


def _wmt(path: Path) -> Iterable[Task]:
    for number, part in _lines(path):
        prompt = f"Translate into English and write nothing else: {part['de']}"
        yield Task(str(part.get("id", number)), prompt, "wmt14-de-en", "bleu", (part["en"],))


def _mt_bench(path: Path) -> Iterable[Task]:
    for number, part in _lines(path):
        yield Task(str(part.get("question_id", number)), part["turns"][0], "mt-bench")


def _humaneval(path: Path) -> Iterable[Task]:
    for _, part in _lines(path):
        extra = {"test": part["test"], "entry_point": part["entry_point"]}
        yield Task(part["task_id"], part["prompt"], "humaneval", "code", (part.get("canonical_solution", ""),), extra)


KINDS: dict[str, Callable[[Path], Iterable[Task]]] = {
    "squad": _squad,
    "gsm8k": _gsm8k,
    "spider": _spider,
    "cnndm": _cnndm,
    "scitldr": _scitldr,
    "wmt": _wmt,
    "mt-bench": _mt_bench,
    "humaneval": _humaneval,
}
