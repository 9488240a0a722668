"""Every measurement records its conditions, and refuses an unwritable destination before it begins."""

import json
import types
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks import engines, fuzz, lab_kills, load, stage, startup
from decoders.errors import BadInput


@pytest.mark.parametrize(("module", "work"), [(load, "load"), (lab_kills, "disturbed"), (fuzz, "fuzz")])
def test_a_place_that_cannot_be_written_is_refused_first(
    module: types.ModuleType, work: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise hours of work would be lost at the end."""
    monkeypatch.setattr(module, work, lambda *given, **more: pytest.fail("it was begun all the same"))
    with pytest.raises(BadInput, match=r"^-o .* is a folder\. Choose a file in it"):
        module.main(["-o", str(tmp_path)])


def conditions(path: Path) -> None:
    made = json.loads(path.read_text(encoding="utf-8"))
    assert made["machine"].keys() == {"cpu", "cores", "arch", "threads"}
    assert "python" in made["versions"]
    assert made["begun"]["load_average"] >= 0
    assert made["made"]


def test_hostile_traces_say_on_what_they_were_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Durations without a processor and versions are not useful figures."""
    monkeypatch.setattr(fuzz, "fuzz", lambda *given: (Counter(opened=1), {}))
    assert fuzz.main(["--inputs", "1", "-o", str(tmp_path / "out.json")]) == 0
    conditions(tmp_path / "out.json")


@pytest.mark.parametrize("module", [stage, startup])
def test_times_in_a_browser_say_on_what_they_were_taken(
    module: types.ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Durations without a browser, a processor and versions are not useful figures."""

    class Player:
        """A stand-in for playwright that does nothing."""

        def __enter__(self) -> Any:
            made = types.SimpleNamespace(close=lambda: None)
            return types.SimpleNamespace(chromium=types.SimpleNamespace(launch=lambda **given: made))

        def __exit__(self, *given: Any) -> None:
            pass

    monkeypatch.setattr(module, "OUT", tmp_path / "out.json")
    monkeypatch.setattr(module, "check_browser", lambda path: None)
    if module is startup:
        monkeypatch.setattr(module, "playing", Player)
        monkeypatch.setattr(module, "once", lambda browser: {"first_answer": 1.0})
    else:
        monkeypatch.setattr(module, "measure", lambda nodes, *given: {"nodes": nodes})
    assert module.main([]) == 0
    conditions(tmp_path / "out.json")


def test_passes_are_kept_if_the_memory_cannot_be_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the system kills the child process, half an hour of measured passes must not be lost."""
    sizes = types.SimpleNamespace(matrix=1, vector=1, head=1, value_bytes=2)
    models = types.SimpleNamespace(target=types.SimpleNamespace(sizes=sizes))
    monkeypatch.setattr(engines, "load_pair", lambda *given, **more: types.SimpleNamespace(models=models))
    monkeypatch.setattr(engines, "Memory", lambda: None)
    monkeypatch.setattr(engines, "measure", lambda *given: {"seconds": {}})
    monkeypatch.setattr(engines, "recording", lambda pair: {"median": 0.0})
    monkeypatch.setattr(engines, "ratios", lambda made: {})

    def killed(name: str) -> int:
        raise MemoryError

    monkeypatch.setattr(engines, "peak_memory", killed)
    options = types.SimpleNamespace(pair="smollm2", nodes="1", context=1, rounds=1, out=tmp_path / "out.json")
    with pytest.raises(MemoryError):
        engines.run(options)  # pyright: ignore[reportArgumentType]
    kept = json.loads(options.out.read_text(encoding="utf-8"))
    assert kept["passes"].keys() == {"target", "draft"}
    assert kept["peak_bytes"] is None
