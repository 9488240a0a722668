"""Score an answer from 0 to 1 with the measure of its data set.

ROUGE uses Google's `rouge-score` and BLEU uses `sacrebleu`; both are imported at first use. SQuAD and GSM8K compare
answers as their authors do. SQL is in sql.py. Code tasks are scored by an external harness (humaneval.py).
"""

import re
import string
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from decoders.errors import BadInput
from explorer.lab.data.humaneval import completion_of
from explorer.lab.data.sql import sql
from explorer.lab.experiment import Row, Task


def score(task: Task, text: str) -> Row:
    """Score an answer. Returns a row with `score` in 0…1, `scored` = 1, and further numbers of the measure. For code,
    returns the `completion` without a score. Raises BadInput if the measure is unknown, or if the reference query of an
    SQL task cannot be run.
    """
    if task.scorer == "code":
        return {"completion": completion_of(text, str(task.extra.get("entry_point", "")))}
    if task.scorer not in SCORERS:
        raise BadInput(f"Unknown measure {task.scorer}. Choose one of: {', '.join((*SCORERS, 'code'))}.")
    return {**SCORERS[task.scorer](task, text), "scored": 1}


def squad(task: Task, text: str) -> Row:
    """Exact match, and F1 with the best reference answer (Rajpurkar et al. 2016)."""
    given = plain_words(text)
    answers = [plain_words(answer) for answer in task.references]
    return {"score": float(given in answers), "f1": max(overlap(given, answer) for answer in answers)}


def plain_words(text: str) -> list[str]:
    """The words of a text's first line in lower case, without punctuation and articles.

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
    """Whether the last number of the text equals the reference answer (GSM8K, Cobbe et al. 2021)."""
    return {"score": float(last_number(text) == last_number(task.references[0]))}


def last_number(text: str) -> float | None:
    """The last number in a text; None if there is none.

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
    """ROUGE-1, -2 and -L (F measure) with the best reference; `score` is ROUGE-L."""
    found = _rouge().score_multi(list(task.references), text)
    return {key: found[key].fmeasure for key in found} | {"score": found["rougeL"].fmeasure}


def bleu(task: Task, text: str) -> Row:
    """Sentence BLEU from sacrebleu, with its smoothing."""
    from sacrebleu import sentence_bleu

    return {"score": sentence_bleu(text, list(task.references)).score / 100}


SCORERS: dict[str, Callable[[Task, str], Row]] = {
    "squad": squad,
    "number": number,
    "rouge": rouge,
    "bleu": bleu,
    "sql": sql,
}
