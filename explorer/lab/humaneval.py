"""Answers to code tasks (HumanEval, Chen et al. 2021): saved for the data set's own harness, whose scores are read.

Generated code is never run here. `completion_of` cuts it out of what the model wrote, so that prompt + completion is a
whole program. The sweep saves it as `samples.jsonl`. The harness writes the same lines, each with `passed`, into
`samples.jsonl_results.jsonl`.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from decoders.errors import BadInput
from decoders.files import read_text
from explorer.lab.experiment import Row

SAMPLES = "samples.jsonl"  # what the harness reads
SCORES = f"{SAMPLES}_results.jsonl"  # what it writes
MOST_BYTES = 1 << 30
STOPS = re.compile(r"\n(?:class|def|#|if|print)|```")  # Chen et al. 2021 §3.2, and the end of a code block
BLOCK = re.compile(r"```[^\n]*\n(.*?)(?:```|\Z)", re.S)
INDENTED = re.compile(r"\n*(?:  |\t)")


def completion_of(text: str, entry_point: str) -> str:
    """The code of an answer: its code block, or else what continues the prompt, up to the first of STOPS.

    Of several blocks it is the first that defines the function. A definition comes after the prompt's own, which it
    replaces, on a line of its own.

    >>> completion_of("    return x\\n\\nprint(f(1))", "f")
    '    return x\\n'
    >>> completion_of("Sure:\\n```python\\ndef f(x):\\n    return 1\\n```", "f")
    '\\ndef f(x):\\n    return 1\\n'
    """
    defines = re.compile(rf"^(?:async )?def {re.escape(entry_point)}\b", re.M)
    continues = bool(INDENTED.match(text))
    blocks = [] if continues else BLOCK.findall(text)
    if blocks:
        code = next(filter(defines.search, blocks), blocks[0])
    else:
        code = STOPS.split(text)[0] if continues or not defines.search(text) else text
    return f"\n{code}" if defines.search(code) else code


@dataclass(frozen=True)
class Sample:
    """A line of the harness's results: the answer that it was given, and whether the answer passed all tests."""

    task_id: str
    completion: str
    cell: str
    data: str
    seed: int
    passed: bool

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What an answer is known by in a sweep."""
        return self.cell, self.data, self.task_id, self.seed


_SAMPLE = TypeAdapter(Sample)


def samples_of(rows: Iterable[Row]) -> Iterator[Row]:
    """The answers to code tasks; the harness reads `task_id` and `completion`, and keeps the rest."""
    for row in rows:
        if row.get("completion") is not None:
            completion = str(row["completion"]).encode("utf-8", "replace").decode()
            yield {"task_id": row["task"], "completion": completion} | {
                key: row[key] for key in ("cell", "data", "seed")
            }


def write_samples(folder: Path, rows: Sequence[Row]) -> None:
    """Write the answers to code tasks, if there are any."""
    lines = [json.dumps(sample, ensure_ascii=False) + "\n" for sample in samples_of(rows)]
    if lines:
        (folder / SAMPLES).write_text("".join(lines), encoding="utf-8")


def scored(folder: Path, rows: Sequence[Row]) -> list[Row]:
    """The rows, with `score` and `scored` for each answer that the harness has scored.

    Raises BadInput, naming the line, for a file that is not the harness's or is of other answers.
    """
    path = folder / SCORES
    if not path.exists():
        return list(rows)
    answers = {_key(sample): sample["completion"] for sample in samples_of(rows)}
    passed = dict[tuple[str, str, str, int], bool]()
    for number, sample in _read(path):
        if answers.get(sample.key) != sample.completion:
            raise BadInput(f"Line {number} of {path} is not an answer of this sweep. Score {SAMPLES} again.")
        passed[sample.key] = sample.passed
    return [row | {"score": float(passed[key]), "scored": 1} if (key := _key(row)) in passed else row for row in rows]


def _key(row: Row) -> tuple[str, str, str, int]:
    """What the answer of a row, or of a line of samples, is known by."""
    return row["cell"], row["data"], row["task_id"] if "task_id" in row else row["task"], row["seed"]


def _read(path: Path) -> Iterator[tuple[int, Sample]]:
    """The lines of the harness's results with their numbers."""
    lines = read_text(path, "the results of HumanEval's harness", MOST_BYTES).split("\n")
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield number, _SAMPLE.validate_json(line)
            except ValidationError as error:
                wrong = error.errors()[0]
                field = ".".join(map(str, wrong["loc"])) or "the line"
                raise BadInput(
                    f"Line {number} of {path} is not a result of HumanEval's harness: {field}: {wrong['msg']}. "
                    f"Score {SAMPLES} again."
                ) from None
