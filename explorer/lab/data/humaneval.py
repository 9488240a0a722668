"""Save answers to code tasks (HumanEval, Chen et al. 2021) for the data set's own harness, and read its scores.

Generated code is never run here. `completion_of` extracts the code from the model's text, so that the prompt and the
completion together are a program. The sweep saves the completions in `samples.jsonl`. The harness writes the same
lines, with `passed` added, into `samples.jsonl_results.jsonl`.
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
from explorer.trace.line_validators import described

SAMPLES = "samples.jsonl"  # the harness reads this file
SCORES = f"{SAMPLES}_results.jsonl"  # the harness writes this file
MOST_BYTES = 1 << 30
STOPS = re.compile(r"\n(?:class|def|#|if|print)|```")  # Chen et al. 2021 §3.2, and the end of a code block
BLOCK = re.compile(r"```[^\n]*\n(.*?)(?:```|\Z)", re.S)
INDENTED = re.compile(r"\n*(?:  |\t)")


def completion_of(text: str, entry_point: str) -> str:
    """Extract the code of an answer: its code block, or else the continuation of the prompt up to the first of STOPS.

    If there are several blocks, the first that defines the function is used. A complete definition starts on a new
    line, so that it replaces the one in the prompt.

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
    """One line of the harness's results: an answer, and whether it passed all tests."""

    task_id: str
    completion: str
    cell: str
    data: str
    seed: int
    passed: bool

    @property
    def key(self) -> tuple[str, str, str, int]:
        """The key that identifies an answer in a sweep."""
        return self.cell, self.data, self.task_id, self.seed


_SAMPLE = TypeAdapter(Sample)


def samples_of(rows: Iterable[Row]) -> Iterator[Row]:
    """The answers to code tasks as the harness expects them. It reads `task_id` and `completion`, and copies the other
    keys.
    """
    for row in rows:
        if row.get("completion") is not None:
            completion = str(row["completion"]).encode("utf-8", "replace").decode()
            yield {"task_id": row["task"], "completion": completion} | {
                key: row[key] for key in ("cell", "data", "seed")
            }


def write_samples(folder: Path, rows: Sequence[Row]) -> None:
    """Write the answers to code tasks into SAMPLES, if there are any."""
    lines = [json.dumps(sample, ensure_ascii=False) + "\n" for sample in samples_of(rows)]
    if lines:
        (folder / SAMPLES).write_text("".join(lines), encoding="utf-8")


def scored(folder: Path, rows: Sequence[Row]) -> list[Row]:
    """Add `score` and `scored` to the rows whose answers the harness has scored.

    If the file is not from the harness or belongs to other answers, raises BadInput, which names the line.
    """
    path = folder / SCORES
    if not path.exists():
        return list(rows)
    answers = {_key(sample): sample["completion"] for sample in samples_of(rows)}
    passed = dict[tuple[str, str, str, int], bool]()
    for number, sample in _read(path):
        if answers.get(sample.key) != sample.completion:
            raise BadInput(f"Line {number} of {path} is not an answer from this sweep. Score {SAMPLES} again.")
        passed[sample.key] = sample.passed
    return [row | {"score": float(passed[key]), "scored": 1} if (key := _key(row)) in passed else row for row in rows]


def _key(row: Row) -> tuple[str, str, str, int]:
    """Read the key of an answer from a row or from a line of samples."""
    return row["cell"], row["data"], row["task_id"] if "task_id" in row else row["task"], row["seed"]


def _read(path: Path) -> Iterator[tuple[int, Sample]]:
    """Yield the lines of the harness's results with their numbers. Raises BadInput if a line is not valid."""
    lines = read_text(path, "the results of HumanEval's harness", MOST_BYTES).split("\n")
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield number, _SAMPLE.validate_json(line)
            except ValidationError as error:
                wrong = error.errors()[0]
                what = described(wrong, ".".join(map(str, wrong["loc"])) or "the line")
                raise BadInput(
                    f"Line {number} of {path} is not a result of HumanEval's harness: {what}. Score {SAMPLES} again."
                ) from None
