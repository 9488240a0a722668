"""The static viewer: everything that its script fetches is there and small, without other hosts."""

import gzip
import json
import re
from pathlib import Path

import pytest

from explorer.__main__ import main
from explorer.lessons.library import MOVED, cards, moved
from explorer.service.store import gallery

MOST = 5_000_000  # bytes of a viewer that loads quickly and fits into a repository


def unzipped(folder: Path, address: str) -> dict[str, object]:
    """What the page's script reads at an address, decompressed."""
    return json.loads(gzip.decompress((folder / f"{address}.gz").read_bytes()))


def test_viewer_is_whole_and_small(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A web server must be able to show every trace and lesson without models and the app."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "own").write_bytes(bytes(2 * MOST))  # a person's own file beside it is no part of the viewer
    assert main(["site", "-o", str(folder)]) == 0
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and file.name != "own")
    assert size < MOST
    assert capsys.readouterr().out.endswith(f", {size / 1e6:.2f} MB\n")
    page = (folder / "index.html").read_text(encoding="utf-8")
    for card in gallery():
        assert f'<option value="{card.name}">' in page
        assert unzipped(folder, f"explorer/open/{card.name}")["type"] == "open"
    assert unzipped(folder, "explorer/lessons") == {"lessons": cards()}
    for card in cards():
        lesson = unzipped(folder, f"explorer/lesson/{card['slug']}")
        assert lesson["title"] == card["title"]
        traces = set(re.findall(r'"trace": "([\w-]+)"', json.dumps(lesson)))
        assert all(unzipped(folder, f"explorer/open/{name}")["type"] == "open" for name in traces)
        assert "Print this page" in (folder / f"explorer/lesson/{card['slug']}/card.html").read_text(encoding="utf-8")
    for slug in MOVED:
        assert unzipped(folder, f"explorer/lesson/{slug}") == moved(slug)
    assert not re.findall(r'<option value="lesson-', page)
    for file in ("index.html", "style.css", "site.js"):
        assert "http" not in (folder / file).read_text(encoding="utf-8").replace("http-equiv", "")
    assert "sdk: static" in (folder / "README.md").read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    """An unwritable folder gives one sentence and exit code 2."""
    (tmp_path / "file").touch()
    assert main(["site", "-o", str(tmp_path / "file")]) == 2
