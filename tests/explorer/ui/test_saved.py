"""The Lab's section on stored answers shows what suffix decoding would have saved, and what is wrong with a file."""

import json
from pathlib import Path

import pytest

from explorer.ui.tabs import saved
from explorer.ui.tabs.saved import result_html


def written(tmp_path: Path, *pairs: tuple[str, str]) -> str:
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps({"prompt": prompt, "answer": answer}) + "\n" for prompt, answer in pairs))
    return str(path)


def test_a_file_becomes_a_table(tmp_path: Path) -> None:
    """A visitor sees one row per answer and the sum, with the bound for each kind of draft."""
    html = result_html(written(tmp_path, ("one two one two", "one two three"), ("x", "one two three")), 1, 0.1)
    assert html.count("<tr>") == 4
    assert "<td>total</td>" in html
    assert "no speed-up can exceed" in html


def test_settings_change_the_table(tmp_path: Path) -> None:
    """A field that does nothing would mislead."""
    path = written(tmp_path, ("one two three four one", "two three four five"))
    assert result_html(path, 0, 0.1) != result_html(path, 4, 0.1) != result_html(path, 4, 1)
    assert result_html(path, None, None) == result_html(path, 1, 0.1)


@pytest.mark.parametrize(
    ("pairs", "says"),
    [
        ([("a", "b")] * 3, "more than 2 answers"),
        ([("a", "b" * 200)], "100 characters"),
        ([("a" * 200, "b")], "100 characters"),
    ],
)
def test_a_large_file_is_for_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pairs: list[tuple[str, str]], says: str
) -> None:
    """One visitor must not keep the processor of all."""
    monkeypatch.setattr(saved, "MOST_ANSWERS", 2)
    monkeypatch.setattr(saved, "MOST_LETTERS", 100)
    html = result_html(written(tmp_path, *pairs), 1, 0.1)
    assert says in html
    assert "python -m explorer saved FILE" in html


def test_wrong_input_is_a_sentence(tmp_path: Path) -> None:
    """The page says what to do; text of the file is shown as text."""
    assert "Choose a file" in result_html(None, 1, 0.1)
    path = tmp_path / "<b>.jsonl"
    path.write_text("<script>")
    html = result_html(str(path), 1, 0.1)
    assert 'role="alert"' in html
    assert "<b>" not in html
    assert "out of range" in result_html(written(tmp_path, ("a", "b")), 99, 0.1)
