"""Gradio is imported without writing type stubs every time."""

import gc
import importlib
import inspect
from pathlib import Path

import pytest

from explorer.ui.loading import quickly


def test_no_stub_is_written_while_components_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading and parsing every component's source would take a third of the start."""
    for name in ("made_quickly", "made_slowly"):
        (tmp_path / f"{name}.py").write_text(
            "import gradio as gr\n\n\nclass Made(gr.HTML):\n    pass\n", encoding="utf-8"
        )
    monkeypatch.syspath_prepend(tmp_path)
    with quickly():
        assert not gc.isenabled()
        assert inspect.getfile(Path).endswith("pathlib.py")
        importlib.import_module("made_quickly")
    assert gc.isenabled()
    importlib.import_module("made_slowly")
    stubs = [path.name for path in tmp_path.glob("*.pyi")]
    assert stubs == ["made_slowly.pyi"], "where Gradio writes none by itself, explorer/ui/loading.py is not needed"
