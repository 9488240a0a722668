"""Gradio's own files: asked for with the page, from memory, and nothing else of the disk with them."""

import re

from starlette.applications import Starlette
from starlette.testclient import TestClient

from explorer.ui.frontend import BUILD, early, routes


def linked(*types: str) -> list[str]:
    """The files that are linked for these types of components."""
    return re.findall(r'href="\./assets/([^"]+)"', early(types))


def test_the_page_asks_early_for_what_its_components_need() -> None:
    """A new Gradio that lists its files otherwise makes the first picture late, and nothing else would tell."""
    bare, files = linked(), linked("html", "dropdown", "plot", "tabs")
    assert all((BUILD / "assets" / file).is_file() for file in files)
    assert len(files) == len(set(files))
    for name in ("index", "Index", "core", "Blocks"):
        assert any(re.match(rf"{name}-[\w-]+\.js$", file) for file in bare), name
    assert {"HTML", "Plot"} <= {file.split("-")[0] for file in files} - {file.split("-")[0] for file in bare}
    assert linked("no-such-type") == bare


def test_a_linked_file_is_served_and_kept() -> None:
    """What was asked for early must be what is asked for later, and come as a browser takes it."""
    with TestClient(Starlette(routes=routes())) as app:
        for file in linked("html"):
            answer = app.get(f"/assets/{file}")
            assert answer.content == (BUILD / "assets" / file).read_bytes(), file
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["content-type"].split(";")[0] in (
                "text/javascript",
                "application/javascript",
                "text/css",
            )
            plain = app.get(f"/assets/{file}", headers={"Accept-Encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert plain.content == answer.content, file
        for name in ("none.js", "..", "..%2Findex.html", "%00", "a" * 5000):
            assert app.get(f"/assets/{name}").status_code == 404, name
