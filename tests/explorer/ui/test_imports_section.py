"""The section "Bring your run" of the Traces tab: the report of the command line, within the limits of uploads."""

from pathlib import Path
from typing import Any

import pytest

from decoders.errors import BadInput
from explorer.imports.page import part_html
from explorer.imports.report import Given, report
from explorer.ui.imports import LABELS, explained

FIXTURES = Path(__file__).parents[1] / "imports" / "fixtures"
LOG = str(FIXTURES / "llama.log")


def test_an_upload_gives_the_same_report() -> None:
    """A person on the page and a person on the command line talk about the same numbers."""
    files = [(FIXTURES / name, name) for name in ("llama.log", "vllm.log")]
    assert explained([str(path) for path, _ in files], "30", " 3", "") == part_html(report(files, Given(30, 3)))


@pytest.mark.parametrize(
    ("files", "fields", "sentence"),
    [
        (None, (None, None, None), "No file is chosen."),
        ([LOG] * 6, (None, None, None), "There are 6 files, but the limit is 5. Choose fewer."),
        ([LOG], ("30", "", ""), "The time of a target pass and of a draft token belong together."),
        ([LOG], (0, 3, None), f"“{LABELS[0]}” is 0."),
        ([LOG], (-1, 3, None), f"“{LABELS[0]}” is not a number from 0"),
        ([LOG], ("x", 3, None), f"“{LABELS[0]}” is not a number from 0"),
        ([LOG], ("inf", 3, None), f"“{LABELS[0]}” is not a number from 0"),
        ([LOG], (None, None, 2.5), f"“{LABELS[2]}” is 2.5."),
        ([LOG], (None, None, float("nan")), f"“{LABELS[2]}” is not a number"),
        ([str(FIXTURES.parent / "test_report.py")], (None, None, None), "est_report.py has no numbers of speculative"),
    ],
)
def test_what_is_wrong_is_one_sentence(files: Any, fields: tuple[Any, ...], sentence: str) -> None:
    """A field that is wrong is named where it was typed."""
    html = explained(files, *fields)
    assert html.startswith('<p class="wrong" role="alert">')
    assert sentence in html


def test_uploads_have_their_limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One visitor's file may not occupy the app of all others."""
    monkeypatch.setenv("EXPLORER_MAX_UPLOAD_MB", "1")
    path = tmp_path / "large.log"
    path.write_bytes(b"x\n" * (1 << 20))
    assert "larger than 1 MB" in explained([str(path)], None, None, None)
    monkeypatch.setenv("EXPLORER_MAX_UPLOAD_MB", "50")


def test_an_upload_has_limited_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that takes minutes is given up between two of its pieces."""

    def over() -> None:
        raise BadInput("Checking takes too long. Use less.")

    monkeypatch.setattr("explorer.ui.imports.in_time", lambda name: over)
    assert "Checking takes too long" in explained([LOG], None, None, None)
