"""The command `saved` prints what suffix decoding would have saved, line by line."""

import json
from pathlib import Path

import pytest

from explorer.cli.main import main

LINES = [{"prompt": "one two one two", "answer": "one two three"}, {"prompt": "x", "answer": "one two three"}]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in LINES))
    return path


def test_the_table_has_every_line_and_the_sum(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A person reads in one table what it is about, and both kinds of drafts."""
    assert main(["saved", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[2:5]] == ["1", "2", "total"]
    assert "earlier answers" in lines[0]
    assert lines[6].startswith("2 answers.")
    assert {line.rindex(".") for line in lines[2:5]} == {lines[1].rindex("d") - 2}, "the columns are below their heads"


def test_json_is_one_object_per_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A program reads the numbers as they come."""
    assert main(["saved", str(file), "--json", "--set", "max_spec_factor=2"]) == 0
    one, two, total = map(json.loads, capsys.readouterr().out.splitlines())
    assert (one["line"], two["line"], total["total"]) == (1, 2, True)
    assert total["with_earlier"]["steps"] == one["with_earlier"]["steps"] + two["with_earlier"]["steps"]
    assert two["with_earlier"]["bound"] > two["alone"]["bound"] == 1


def test_a_pair_can_split_the_texts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Accepted tokens depend on the tokenizer, so the one that will be used can be chosen."""
    file = tmp_path / "f"
    file.write_text('{"prompt": "ask why", "answer": "why ask"}\n')
    assert main(["saved", str(file), "--pair", "toy:assets/toys/dsbd-figure-2.json", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["alone"]["tokens"] == 3
    file.write_text('{"prompt": "ask why", "answer": "elephant"}\n')
    assert main(["saved", str(file), "--pair", "toy:assets/toys/dsbd-figure-2.json"]) == 2
    assert "“elephant” is not in the vocabulary" in capsys.readouterr().err


def test_a_broken_line_ends_it_after_the_lines_before(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The results so far are printed, and the message has the number of the line."""
    with file.open("a") as more:
        more.write("oops\n")
    assert main(["saved", str(file)]) == 2
    shown = capsys.readouterr()
    assert [line.split()[0] for line in shown.out.splitlines()[2:]] == ["1", "2"]
    assert shown.err.startswith("explorer: Line 3 of answers.jsonl is not valid JSON.")
    assert shown.err.count("\n") == 1


def test_empty_lines_are_skipped(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An editor leaves an empty line at the end; lines keep their numbers."""
    file.write_text(file.read_text().replace("\n", "\n\n"))
    assert main(["saved", str(file), "--json"]) == 0
    assert [json.loads(line).get("line") for line in capsys.readouterr().out.splitlines()] == [1, 3, None]
    file.write_text("\n\n")
    assert main(["saved", str(file)]) == 2
    assert "is empty" in capsys.readouterr().err
