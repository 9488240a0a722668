"""Code tasks: answers are not lost, wrongly cut, run, or scored as another answer."""

import json
from pathlib import Path

import pytest

from decoders.errors import BadInput
from explorer.cli.main import main
from explorer.lab.analysis.report import page
from explorer.lab.data.humaneval import SAMPLES, SCORES, completion_of, scored
from explorer.lab.data.quality import score
from explorer.lab.data.tasks import TOY_PAIR
from explorer.lab.experiment import Task
from explorer.lab.sweep import results

PROMPT = '''import math
from typing import List


def half(x: float) -> float:
    return x / 2


def rounds(xs: List[float]) -> List[int]:
    """ The halves, rounded up.
    """
'''
BODY = "    return [math.ceil(half(x)) for x in xs]\n"
WHOLE = f"def rounds(xs: List[float]) -> List[int]:\n{BODY}"
NESTED = "    def one(x):\n        return math.ceil(half(x))\n\n    return [one(x) for x in xs]\n"


@pytest.mark.parametrize(
    "text",
    [
        BODY,
        NESTED,
        f"{BODY}\n\ndef another(x):\n    return x +",
        f"{BODY}\n\ndef rounds(xs):\n    return []\n",
        f"{BODY}\nprint(rounds([1.0]",
        f"{BODY}```\nThis is how it is done.",
        f"Sure:\n```python\n{WHOLE}```\nThat is it.",
        f"```python\n{WHOLE}",
        f"```python\n{PROMPT}{BODY}\nprint(rounds([1.0]))\n```",
        f"```python\n{BODY}```",
        f"```\nxs = [1.0, 2.0]\n```\nThen:\n```python\n{WHOLE}```",
        WHOLE,
        f"from typing import List\n\n{WHOLE}\n\ndef half(x):\n    return x * 0.5\n",
    ],
)
def test_a_completion_continues_its_prompt(text: str) -> None:
    """HumanEval's harness runs prompt + completion + tests, so a right answer must pass."""
    names: dict[str, object] = {}
    exec(PROMPT + completion_of(text, "rounds"), names)  # the texts above, not a model's
    assert names["rounds"]([3.0, 4.0]) == [2, 2]  # type: ignore[operator]


def test_a_completion_ends_at_the_stop_sequences() -> None:
    """Text after the function would break the program."""
    for stop in ("\nclass A:", "\ndef g():", "\n# so", "\nif x:", "\nprint(1)"):
        assert completion_of(f"    return 1{stop}", "f") == "    return 1"


def test_generated_code_is_not_run(tmp_path: Path) -> None:
    """A program that a model wrote could do anything on this machine."""
    mark = tmp_path / "mark"
    program = f"open({str(mark)!r}, 'w')\n"
    task = Task("H/0", "def f():\n", "humaneval", "code", ("",), {"test": program, "entry_point": "f"})
    assert set(score(task, f"```python\n{program}```")) == {"completion"}
    assert not mark.exists()


def test_generations_are_saved_and_the_report_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Otherwise answers to HumanEval could not be scored, or would silently count as wrong."""
    lines = [
        {"prompt": "the cat", "id": "H/0", "scorer": "code", "data": "humaneval", "extra": {"entry_point": "f"}},
        {"prompt": "the cat", "id": "H/1", "scorer": "number", "references": ["1"], "data": "sums"},
    ]
    prompts, out = tmp_path / "tasks.jsonl", tmp_path / "out"
    prompts.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    words = ["lab", "mtad-table-5", "--pair", f"toy:{TOY_PAIR}", "--prompts", str(prompts), "--max-new-tokens", "4"]
    assert main([*words, "--cells", "2", "-o", str(out)]) == 0
    note = "2 answers to code tasks (humaneval) were not scored here."
    assert note in capsys.readouterr().out
    found = results(out)
    assert note in page(found)
    assert {row["data"] for row in found.table() if row["metric"] == "quality"} == {"sums"}
    assert "humaneval" in {row["data"] for row in found.table()}, "speed is measured"
    saved = [json.loads(line) for line in (out / SAMPLES).read_text(encoding="utf-8").splitlines()]
    assert [row["task_id"] for row in saved] == ["H/0", "H/0"]
    assert len({row["cell"] for row in saved}) == 2
    assert all(isinstance(row["completion"], str) for row in saved)

    # what the harness writes of them: every line as it was, with two more fields
    passed = [row | {"result": "passed", "passed": row["cell"] == "MTAD"} for row in saved]
    (out / SCORES).write_text("".join(json.dumps(row) + "\n" for row in passed), encoding="utf-8")
    assert main(["lab", "report", str(out)]) == 0
    values = {(row["cell"], row["data"]): row["value"] for row in results(out).table() if row["metric"] == "quality"}
    assert {cell: value for (cell, data), value in values.items() if data == "humaneval"} == {
        row["cell"]: 100.0 * row["passed"] for row in passed
    }
    assert note not in (out / "report.html").read_text(encoding="utf-8")


ROW = {"cell": "MTAD", "data": "humaneval", "task": "H/0", "seed": 0, "completion": "    return 1\n", "text": "?"}
LINE = {"task_id": "H/0", "completion": "    return 1\n", "cell": "MTAD", "data": "humaneval", "seed": 0}


def test_the_harness_s_scores_are_read(tmp_path: Path) -> None:
    """An answer that passes all tests must count; others have no score yet."""
    other = ROW | {"task": "H/1"}
    assert scored(tmp_path, [ROW]) == [ROW]
    (tmp_path / SCORES).write_text(json.dumps(LINE | {"result": "passed", "passed": True}) + "\n", encoding="utf-8")
    assert scored(tmp_path, [ROW, other]) == [ROW | {"score": 1.0, "scored": 1}, other]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (LINE | {"passed": True, "completion": "    return 2\n"}, "Line 1 of .* is not an answer from this sweep"),
        (LINE | {"passed": True, "seed": 1}, "is not an answer from this sweep"),
        (LINE, "passed: this field is missing"),
        (LINE | {"passed": "perhaps"}, "passed must be true or false"),
        ([], "not a result of HumanEval's harness: the line must be an object"),
    ],
)
def test_scores_of_other_answers_are_refused(line: object, why: str, tmp_path: Path) -> None:
    """Scores of an earlier sweep must not be assigned to new answers."""
    (tmp_path / SCORES).write_text(json.dumps(line) + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match=why):
        scored(tmp_path, [ROW])
