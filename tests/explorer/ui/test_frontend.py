"""Gradio's own files, served in its place: the same content, cached, and no other files."""

from starlette.applications import Starlette
from starlette.testclient import TestClient

from explorer.ui.server.frontend import ASSETS, head, needed, routes

FILES = [next(ASSETS.glob(pattern)).name for pattern in ("index-*.js", "Blocks-*.js", "*.css")]


def test_a_file_is_served_as_a_browser_takes_it_and_kept() -> None:
    """A mistake here would leave the page empty."""
    with TestClient(Starlette(routes=routes())) as app:
        for file in FILES:
            answer = app.get(f"/assets/{file}", headers={"Accept-Encoding": "gzip"})
            plain = app.get(f"/assets/{file}", headers={"Accept-Encoding": "identity"})
            assert answer.headers["content-encoding"] == "gzip"
            assert "content-encoding" not in plain.headers
            assert answer.content == plain.content == (ASSETS / file).read_bytes(), file
            for one in (answer, plain):
                assert "immutable" in one.headers["cache-control"]
                assert one.headers["content-type"].split(";")[0].endswith(("/javascript", "/css"))


def test_nothing_else_is_served() -> None:
    """Names are looked up in a list, so no path leads out."""
    with TestClient(Starlette(routes=routes())) as app:
        for name in ("none.js", "..", "..%2Findex.html", "%00", "a" * 5000):
            assert app.get(f"/assets/{name}").status_code == 404, name


def test_the_page_names_what_gradio_will_ask_for() -> None:
    """A browser finds them late otherwise; a wrong name would be requested for nothing."""
    names = needed({"html", "tabs", "dropdown", "plot"})
    assert all((ASSETS / name).is_file() for name in names)
    for part in ("index-*.js", "core-*.js", "Blocks-*.js", "Blocks-*.css", "HTML-*.js", "Plot-*.js"):
        assert {path.name for path in ASSETS.glob(part)} & {*names}, part
    assert len(needed({"html"})) < len(names)
    config = {"components": [{"id": 1, "type": "html"}, {"id": 2, "type": "plot"}], "page": {"": {"components": [1]}}}
    links = head(config | {"theme_hash": "x"})
    assert "theme.css?v=x" in links
    assert "HTML-" in links
    assert "Plot-" not in links
