"""The papers' data sets. Each entry says how a record becomes a prompt, where the data set is published, and under
which licence.

Records from the authors' files (explorer/lab/data/tasks.py) and from the Hub (explorer/lab/data/hub.py) differ only in
the names of columns. Spider is read only from files, because its databases are not on the Hub.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.files import read_text
from explorer.lab.experiment import Mark, Task

MOST_BYTES = 512 * 1024 * 1024
LONGEST = 6000  # maximum number of characters of an article
PAPERS = {"wmt14": "wmtende"}  # names in papers whose data set has another name here; GSD translates English to German
Part = dict[str, Any]


@dataclass(frozen=True)
class Hub:
    """A data set on the Hub. `revision` is a commit with known columns; if empty, the latest commit is used."""

    id: str
    split: str = "test"
    config: str = ""
    revision: str = ""


def lines(path: Path) -> Iterable[tuple[str, Part]]:
    """Yield (number, object) from a JSON Lines file or a JSON array of objects. Raises BadInput if it is neither."""
    text = read_text(path, "a JSON Lines file", MOST_BYTES)
    if text.lstrip().startswith("["):
        try:
            found = [dict(part) for part in json.loads(text)]
        except (ValueError, TypeError, RecursionError):
            raise BadInput(f"{path} is not a JSON array of objects. Use such an array, or a JSON Lines file.") from None
        yield from ((str(number), part) for number, part in enumerate(found, 1))
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield str(number), dict(json.loads(line))
            except (ValueError, TypeError, RecursionError):
                raise BadInput(f"Line {number} of {path} is not a JSON object. Use a JSON Lines file.") from None


@dataclass(frozen=True)
class Kind:
    """A data set: its licence, how a numbered record becomes a task, its location on the Hub, and the reader
    of its files.
    """

    licence: str
    task: Callable[[Part, str], Task]
    hub: Hub | None
    records: Callable[[Path], Iterable[tuple[str, Part]]] = lines


def _squad_records(path: Path) -> Iterable[tuple[str, Part]]:
    """Records of SQuAD's own JSON file, flattened as on the Hub."""
    for entry in json.loads(read_text(path, "SQuAD's JSON", MOST_BYTES))["data"]:
        for paragraph in entry["paragraphs"]:
            for one in paragraph["qas"]:
                answers = {"text": [answer["text"] for answer in one["answers"]]}
                yield str(one["id"]), {**one, "context": paragraph["context"], "answers": answers}


def _squad(part: Part, number: str) -> Task:
    answers = tuple(dict.fromkeys(part["answers"]["text"]))
    prompt = (
        "Answer the question with a few words from the text and nothing else.\n\n"
        f"{part['context']}\n\n"
        f"Question: {part['question']}\nAnswer:"
    )
    return Task(str(part.get("id", number)), prompt, "squad", "squad", answers or ("",))


def _gsm8k(part: Part, number: str) -> Task:
    answer = part["answer"].rpartition("####")[2].strip()
    prompt = f"{part['question']}\nThink step by step and end with the number alone."
    return Task(number, prompt, "gsm8k", "number", (answer,))


def _spider_records(path: Path) -> Iterable[tuple[str, Part]]:
    """Spider's questions (db_id, question, query).

    The file tables.json and the folder `database` must be next to the file.
    """
    known = json.loads(read_text(path.parent / "tables.json", "Spider's tables"))
    tables = {one["db_id"]: _schema(one) for one in known}
    for number, part in lines(path):
        name = part["db_id"]
        choices = (path.parent / "database" / f"{name}.sqlite", path.parent / "database" / name / f"{name}.sqlite")
        base = next((one for one in choices if one.exists()), None)
        if base is None:
            raise BadInput(f"The database {name} is not in the folder of {path}. Put Spider’s `database` folder there.")
        yield number, {**part, "schema": tables[name], "database": str(base)}


def _schema(one: Part) -> str:
    columns: dict[int, list[str]] = {}
    for table, column in one["column_names_original"]:
        columns.setdefault(table, []).append(column)
    names = one["table_names_original"]
    return "\n".join(f"Table {name}: {', '.join(columns.get(i, []))}" for i, name in enumerate(names))


def _spider(part: Part, number: str) -> Task:
    prompt = f"{part['schema']}\n\nWrite one SQL query and nothing else: {part['question']}"
    return Task(number, prompt, "spider", "sql", (part["query"],), {"database": part["database"]})


def _cnndm(part: Part, number: str) -> Task:
    prompt = f"{part['article'][:LONGEST]}\n\nSummarize this article in three sentences."
    return Task(str(part.get("id", number)), prompt, "cnndm", "rouge", (part["highlights"],))


def _xsum(part: Part, number: str) -> Task:
    prompt = f"{part['document'][:LONGEST]}\n\nSummarize this article in one sentence."
    return Task(str(part.get("id", number)), prompt, "xsum", "rouge", (part["summary"],))


def _scitldr(part: Part, number: str) -> Task:
    prompt = f"{' '.join(part['source'])[:LONGEST]}\n\nSummarize this in one sentence."
    return Task(str(part.get("paper_id", number)), prompt, "scitldr", "rouge", tuple(part["target"]))


def _wmt(part: Part, number: str) -> Task:
    pair = part.get("translation", part)
    prompt = f"Translate into English and write nothing else: {pair['de']}"
    return Task(str(part.get("id", number)), prompt, "wmt14-de-en", "bleu", (pair["en"],))


def _wmt_en_de(part: Part, number: str) -> Task:
    pair = part.get("translation", part)
    prompt = f"Translate into German and write nothing else: {pair['en']}"
    return Task(str(part.get("id", number)), prompt, "wmt14-en-de", "bleu", (pair["de"],))


def _alpaca(part: Part, number: str) -> Task:
    given = part.get("input") or ""
    return Task(str(part.get("id", number)), "\n\n".join(filter(None, (part["instruction"], given))), "alpaca")


def _chatalpaca(part: Part, number: str) -> Task:
    return Task(str(part.get("id", number)), part["messages"][0]["content"], "chatalpaca")


def _chatalpaca_records(path: Path) -> Iterable[tuple[str, Part]]:
    """Records of the authors' file: an array of conversations, each a list of messages."""
    text = read_text(path, "ChatAlpaca's JSON", MOST_BYTES)
    if not text.lstrip().startswith("[["):
        yield from lines(path)
        return
    for number, messages in enumerate(json.loads(text), 1):
        yield str(number), {"messages": messages}


def _chatgpt_prompts(part: Part, number: str) -> Task:
    return Task(number, part["human_prompt"], "chatgpt-prompts", "rouge", (part["chatgpt_response"],))


def _mt_bench(part: Part, number: str) -> Task:
    turns = part["turns"] if "turns" in part else part["prompt"]
    if not isinstance(turns, list):
        raise TypeError("its turns are not a list")
    return Task(str(part.get("question_id", part.get("prompt_id", number))), turns[0], "mt-bench")


def _humaneval(part: Part, number: str) -> Task:
    extra = {"test": part["test"], "entry_point": part["entry_point"]}
    return Task(part["task_id"], part["prompt"], "humaneval", "code", (part.get("canonical_solution", ""),), extra)


_WMT = Hub("wmt/wmt14", config="de-en", revision="b199e406369ec1b7634206d3ded5ba45de2fe696")
# An example data set for each scorer of quality.py.
JUDGED_BY = {
    "squad": "squad", "number": "gsm8k", "sql": "spider", "rouge": "cnndm", "bleu": "wmt", "code": "humaneval"
}  # fmt: skip
# Licences as stated by the authors or in MTAD App. G. If the Hub's card names a licence, it is noted too.
KINDS: dict[str, Kind] = {
    "squad": Kind(
        "CC BY-SA 4.0",
        _squad,
        Hub("rajpurkar/squad", "validation", revision="7b6d24c440a36b6815f21b70d25016731768db1f"),
        _squad_records,
    ),
    "gsm8k": Kind(
        "MIT", _gsm8k, Hub("openai/gsm8k", config="main", revision="740312add88f781978c0658806c59bc2815b9866")
    ),
    "spider": Kind("CC BY-SA 4.0", _spider, None, _spider_records),
    "cnndm": Kind(
        "Apache-2.0; the articles are their publishers'",
        _cnndm,
        Hub("abisee/cnn_dailymail", config="3.0.0", revision="96df5e686bee6baa90b8bee7c28b81fa3fa6223d"),
    ),
    "xsum": Kind("not stated; the articles are the BBC's", _xsum, Hub("EdinburghNLP/xsum")),
    "scitldr": Kind("Apache-2.0", _scitldr, Hub("allenai/scitldr", config="Abstract")),
    "wmt": Kind("for research", _wmt, _WMT),
    "wmt-en-de": Kind("for research", _wmt_en_de, _WMT),
    "alpaca": Kind(
        "CC BY-NC 4.0", _alpaca, Hub("tatsu-lab/alpaca", "train", revision="dce01c9b08f87459cf36a430d809084718273017")
    ),
    "chatalpaca": Kind(
        "Apache-2.0",
        _chatalpaca,
        Hub("robinsmits/ChatAlpaca-20K", "original", revision="d995421e3870e82a6b3f3cbf4be6a283f1bb8aef"),
        _chatalpaca_records,
    ),
    "chatgpt-prompts": Kind("none stated", _chatgpt_prompts, Hub("MohamedRashad/ChatGPT-prompts", "train")),
    "mt-bench": Kind(
        "Apache-2.0",
        _mt_bench,
        Hub("HuggingFaceH4/mt_bench_prompts", "train", revision="e3a795c5e9a82ee40611c416b8a7786c73198991"),
    ),
    "humaneval": Kind(
        "MIT", _humaneval, Hub("openai/openai_humaneval", revision="7dce6050a7d6d172f3cc5c32aa97f52fa1a2e544")
    ),
}


def is_of(mark: Mark, data: str) -> bool:
    """Whether a number of the paper is for this data set. Papers may spell the name differently, such as GSM8k."""
    return _bare(data) in map(_bare, mark.where.split(","))


def names_one(mark: Mark) -> bool:
    """Whether a number of the paper is for a single data set."""
    return any(is_of(mark, kind) for kind in KINDS)


def _bare(name: str) -> str:
    """A data set's normalised name: lower-case letters and digits without text in brackets."""
    bare = "".join(filter(str.isalnum, re.sub(r"\(.*?\)", "", name).lower())).removesuffix("s")
    return PAPERS.get(bare, bare)
