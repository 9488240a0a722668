"""The load test ends, whatever the app answers."""

import json
import urllib.error
from typing import Any

import pytest

from benchmarks import load, visitors
from benchmarks.load import KINDS, Load


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """One visitor of each kind and no app, so every answer is a refusal."""

    def refused(*given: Any, **named: Any) -> Any:
        raise urllib.error.URLError("refused")

    monkeypatch.setattr(load, "gauge", lambda url, name: 0.0)
    monkeypatch.setattr(visitors, "get", refused)
    monkeypatch.setattr(visitors.urllib.request, "urlopen", refused)
    return {kind.name: 1 for kind in KINDS}


def test_faults_are_counted_by_kind(counts: dict[str, int]) -> None:
    """One refused connection must neither end minutes of measuring nor be hidden."""
    made = load.load("http://nowhere/", counts, 0.2)
    for kind in KINDS:
        assert made["answers"][kind.name] == {"answers": 0, "faults": 1}
    assert set(made["met"]) == {f"{kind.name}: URLError <urlopen error refused>" for kind in KINDS}
    assert "faults" in load.table(made | {"visitors": counts})


def test_a_measurement_that_breaks_off_ends(counts: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise visitors would continue forever, and so would the command."""

    def gone(url: str, name: str) -> float:
        raise urllib.error.URLError("gone")

    monkeypatch.setattr(load, "gauge", gone)
    with pytest.raises(urllib.error.URLError, match="gone"):
        load.load("http://nowhere/", counts, 0.2)


def test_a_run_of_somebody_else_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding a run that belongs to another visitor is the purpose of this measurement."""
    made = Load("http://nowhere/")
    monkeypatch.setattr(load, "run", lambda url, seed: made._right[0])
    made._run(0, 0)
    made._run(0, next(n for n, right in enumerate(made._right) if right != made._right[0]))
    assert made.met == {"runs that were their own": 1, "runs of somebody else": 1}


def test_a_fault_in_the_page_s_words_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error that the page shows arrives as a normal answer, and must not count as one."""

    class Answer(list[bytes]):
        def __enter__(self) -> "Answer":
            return self

        def __exit__(self, *given: object) -> None:
            return None

    shown = {"msg": "process_completed", "success": True, "output": {"data": ['<p role="alert">Too many runs.</p>']}}
    lines = [f"data: {json.dumps(shown)}\n".encode(), b'data: {"msg": "close_stream"}\n']
    monkeypatch.setattr(visitors, "get", lambda *given, **named: b"")
    monkeypatch.setattr(visitors.urllib.request, "urlopen", lambda *given, **named: Answer(lines))
    page = visitors.Page("http://nowhere/")
    button = visitors.Button(1, (), ())
    with pytest.raises(ValueError, match="Too many runs"):
        page.press(button, "s", [])
