"""The examples run and use only public names."""

import ast
import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import decoders
import explorer

FOLDER = Path(__file__).parents[1] / "examples"
EXAMPLE = pytest.mark.parametrize("file", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
PUBLIC = {"decoders": decoders.__all__, "explorer": explorer.__all__}


@EXAMPLE
def test_example_runs(file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The first code that a new reader runs would fail."""
    monkeypatch.chdir(FOLDER.parent)
    runpy.run_path(str(file), run_name="__main__")
    assert len(capsys.readouterr().out.splitlines()) > 3


@EXAMPLE
def test_example_is_short_and_public(file: Path) -> None:
    """An example would be too long for a page or use private names."""
    text = file.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 60
    used = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            used |= {name.name for name in node.names}
        assert not (isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in PUBLIC), (
            "import the package"
        )
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in PUBLIC:
            assert node.attr in PUBLIC[node.value.id], node.attr
    assert used & set(PUBLIC)


@pytest.mark.parametrize("file", sorted((FOLDER / "api").glob("*.py")), ids=lambda path: path.name)
def test_example_that_asks_an_app_runs(file: Path, app_url: str) -> None:
    """A script that calls the app often starts as a copy of an example, which must run."""
    done = subprocess.run([sys.executable, str(file), app_url], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 3
    assert "refused: " in done.stdout
    assert len(file.read_text(encoding="utf-8").splitlines()) < 60


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.name)
def test_notebook_runs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader would run a notebook cell that fails, or see stored outputs that are out of date."""
    monkeypatch.chdir(FOLDER.parent)
    cells = [cell for cell in json.loads(file.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    names: dict[str, object] = {}
    for cell in cells:
        exec("".join(cell["source"]), names)
    assert len(cells) > 3
    assert not any(cell["outputs"] for cell in cells)
