"""How good an answer is, by the measure of its data set: a share from 0 to 1.

ROUGE is Google's `rouge-score`, BLEU is `sacrebleu`; both are imported when asked for. SQuAD and GSM8K compare as their
authors do. SQL may select and nothing else, for at most SECONDS, which is looked at between SQLite's steps.
"""

import re
import sqlite3
import string
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any
from urllib.parse import quote

from decoders.errors import BadInput
from explorer.lab.code import passes
from explorer.lab.experiment import Row, Task

SECONDS = 5.0  # an SQL query may take
MOST_ROWS = 10_000
MOST_BYTES = 64 << 20  # of texts and blobs in all its rows
HEAP = 256 << 20  # bytes that SQLite may hold, sorting included
SELECTS = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 1 << 18,  # bytes of one value
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1 << 16,
    sqlite3.SQLITE_LIMIT_COLUMN: 200,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
}
MARKED = re.compile(r"```(?:sql\w*)?(.*?)(?:```|\Z)|`([^`\n]*)`", re.I | re.S)  # code, as Markdown marks it
QUERY = r"(?:select\b|with\s+(?:recursive\s+)?\w+\s*(?:\([^()]*\)\s*)?as\s*\()"
STATEMENT = re.compile(r"""(?:[^;'"]|'[^']*'|"[^"]*")*""")  # up to a semicolon that is in no quotes


def score(task: Task, text: str, *, run_code: bool = False) -> Row:
    """`score` in 0…1 with `scored` = 1, and what else the measure knows. Raises BadInput for an unknown measure."""
    if task.scorer == "code":
        return {"score": float(passes(task, text, allowed=run_code)), "scored": 1}
    if task.scorer not in SCORERS:
        raise BadInput(f"there is no measure {task.scorer!r}; choose one of {', '.join((*SCORERS, 'code'))}")
    return {**SCORERS[task.scorer](task, text), "scored": 1}


def squad(task: Task, text: str) -> Row:
    """Exact match and F1 to the best of the answers (Rajpurkar et al. 2016)."""
    given = plain_words(text)
    answers = [plain_words(answer) for answer in task.references]
    return {"score": float(given in answers), "f1": max(overlap(given, answer) for answer in answers)}


def plain_words(text: str) -> list[str]:
    """Lower case, without punctuation and articles; of an answer in a sentence the first line.

    >>> plain_words("The Denver Broncos.")
    ['denver', 'broncos']
    """
    first = next((line for line in text.strip().splitlines() if line.strip()), "")
    bare = "".join(" " if c in string.punctuation else c for c in first.lower())
    return [word for word in bare.split() if word not in ("a", "an", "the")]


def overlap(given: Sequence[str], answer: Sequence[str]) -> float:
    """F1 of two bags of words.

    >>> overlap(["denver", "broncos"], ["broncos"])
    0.6666666666666666
    """
    if not given or not answer:
        return float(list(given) == list(answer))
    same = sum((Counter(given) & Counter(answer)).values())
    return 2 * same / (len(given) + len(answer))


def number(task: Task, text: str) -> Row:
    """Whether the last number is the answer's (GSM8K, Cobbe et al. 2021)."""
    return {"score": float(last_number(text) == last_number(task.references[0]))}


def last_number(text: str) -> float | None:
    """The last number of a text.

    >>> last_number("so she has $1,200.50 left."), last_number("none")
    (1200.5, None)
    """
    found = re.findall(r"-?\d[\d,]*(?:\.\d+)?", text)
    return float(found[-1].replace(",", "")) if found else None


@lru_cache(maxsize=1)
def _rouge() -> Any:
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)


def rouge(task: Task, text: str) -> Row:
    """ROUGE-1, -2 and -L (F measure) to the best reference; `score` is ROUGE-L."""
    found = _rouge().score_multi(list(task.references), text)
    return {key: found[key].fmeasure for key in found} | {"score": found["rougeL"].fmeasure}


def bleu(task: Task, text: str) -> Row:
    """Sentence BLEU (sacrebleu's, with its smoothing)."""
    from sacrebleu import sentence_bleu

    return {"score": sentence_bleu(text, list(task.references)).score / 100}


def sql(task: Task, text: str) -> Row:
    """Execution accuracy (Spider, Yu et al. 2018): whether the query gives what the reference gives."""
    wanted = _answer(task, task.references[0])
    try:
        given = _answer(task, query_of(text))
    except (sqlite3.Error, sqlite3.Warning, ValueError, MemoryError):  # ValueError: a character that is no text
        return {"score": 0.0, "runs": 0.0}
    ordered = re.search(r"\border\s+by\b", task.references[0], re.I)
    same = given == wanted if ordered else Counter(given) == Counter(wanted)
    return {"score": float(same), "runs": 1.0}


def query_of(text: str) -> str:
    """The first query of an answer, up to its semicolon: in code that is marked as such, else where a line begins with
    one, else anywhere; where no code is marked, up to a blank line at most.

    >>> query_of("You can answer this with a query: ```sql\\nSELECT 1;\\n``` It counts.")
    'SELECT 1'
    >>> query_of("With this we select all:\\nSELECT x FROM t\\n\\nThat is it.")
    'SELECT x FROM t'
    """
    marked = [one for found in MARKED.findall(text) for one in found if re.search(QUERY, one, re.I)]
    part = marked[0] if marked else text
    ways = ((rf"^[ \t]*{QUERY}", re.I | re.M), (r"\bSELECT\b", 0), (rf"\b{QUERY}", re.I))
    found = next(filter(None, (re.search(pattern, part, flags) for pattern, flags in ways)), None)
    if found is None:
        return text.strip()
    rest = part[found.start() :]
    if not marked:
        rest = re.split(r"\n\s*\n", rest)[0]
    query = STATEMENT.match(rest)
    return query[0].strip() if query else ""


def _answer(task: Task, query: str) -> list[tuple[Any, ...]]:
    """The rows of a query on the task's database, a file opened read-only or a script run in memory.

    Raises sqlite3.Error or MemoryError for a query that fails, takes too long or too much, or does more than select.
    """
    if "database" in task.extra:
        base = sqlite3.connect(f"file:{quote(str(task.extra['database']))}?mode=ro", uri=True)
    else:
        base = sqlite3.connect(":memory:")
        base.executescript(task.extra["schema"])
    try:
        base.execute("PRAGMA temp_store = MEMORY")
        base.execute(f"PRAGMA hard_heap_limit = {HEAP}")
        base.text_factory = lambda raw: raw.decode(errors="replace")
        for what, most in LIMITS.items():
            base.setlimit(what, most)
        base.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in SELECTS else sqlite3.SQLITE_DENY)
        until = time.monotonic() + SECONDS
        base.set_progress_handler(lambda: time.monotonic() > until, 10_000)
        return _few(base.execute(query))
    finally:
        base.close()


def _few(cursor: sqlite3.Cursor) -> list[tuple[Any, ...]]:
    """The first MOST_ROWS rows. Raises MemoryError where they hold more than MOST_BYTES."""
    rows, held = list[tuple[Any, ...]](), 0
    for row in islice(cursor, MOST_ROWS):
        held += sum(len(value) for value in row if isinstance(value, str | bytes))
        if held > MOST_BYTES:
            raise MemoryError
        rows.append(row)
    return rows


SCORERS: dict[str, Callable[[Task, str], Row]] = {
    "squad": squad,
    "number": number,
    "rouge": rouge,
    "bleu": bleu,
    "sql": sql,
}
