"""Hints in the page that let the browser load early what the stage needs."""

import json
import re

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from explorer.ui.scripts import address
from explorer.ui.server.routes import Early, routes


def client(trace: str = "spd") -> TestClient:
    """A page with the app's own routes."""
    page = Route("/", lambda _: PlainTextResponse("the page"))
    return TestClient(Starlette(routes=[page, *routes()], middleware=[Middleware(Early, trace=trace)]))


def test_the_page_names_what_the_stage_will_need() -> None:
    """A trace requested only after the stage is built would arrive late."""
    with client() as app:
        stage = f"<{address('stage.js')}>; rel=modulepreload, <explorer/open/spd>; rel=preload; as=fetch; crossorigin"
        assert app.get("/?it=2").headers["link"] == stage
        assert app.get("/").headers["link"] == f"{stage}, <{address('first.js')}>; rel=modulepreload"
        assert "<explorer/open/gsd>" in app.get("/?trace=gsd").headers["link"]
        assert "explorer/open" not in app.get("/", params={"trace": 'x>; rel="a'}).headers["link"]
        assert "link" not in app.get("/explorer/lessons").headers
    with client("") as app:
        assert "explorer/open" not in app.get("/").headers["link"]


def test_the_head_of_the_page_holds_the_style_sheet() -> None:
    """The stage measures itself when it is drawn, so its styles must be there."""
    page = Route("/", lambda _: HTMLResponse("<html><head><title>é</title></head></html>"))
    other = Route("/other", lambda _: HTMLResponse("<head>"))
    with TestClient(Starlette(routes=[page, other, *routes()], middleware=[Middleware(Early, trace="")])) as app:
        answer = app.get("/")
        found = re.fullmatch(
            '<html><head><link rel="stylesheet" href="([^"]+)">'
            '<link rel="preload" as="font" type="font/woff2" crossorigin href="([^"]+)"><title>é</title></head></html>',
            answer.text,
        )
        assert found, answer.text
        assert int(answer.headers["content-length"]) == len(answer.content)
        assert app.get("/other").text == "<head>"
        sheet = app.get(f"/{found[1]}")
        assert ".st-graph" in sheet.text
        font = app.get(f"/{found[2]}")
        assert font.content.startswith(b"wOF2")
        assert all("immutable" in file.headers["cache-control"] for file in (sheet, font))


@pytest.mark.parametrize(
    ("query", "there"),
    [("", True), ("trace=ssd", True), ("tab=explore", True), ("trace=multinomial", False), ("it=1", False)]
    + [
        (query, False)
        for query in ("trace=spd&phase=1", "node=4", "lesson=a-draft-and-a-check", "tab=compare", "trace=x")
    ],
)
def test_the_race_comes_with_the_page_that_opens_with_it(query: str, there: bool) -> None:
    """A second request would come after Gradio; a link to a step has no race; the data cannot end its element."""
    page = Route("/", lambda _: HTMLResponse("<html><head></head></html>"))
    with TestClient(Starlette(routes=[page, *routes()], middleware=[Middleware(Early, trace="spd")])) as app:
        text = app.get(f"/?{query}").text
        found = re.search(r'<script type="application/json" id="opening-data">(.*?)</script>', text)
        assert (found is not None) == there
        if found:
            name = "ssd" if "ssd" in query else "spd"
            assert "<" not in found[1]
            assert json.loads(found[1]) == app.get(f"/explorer/opening/{name}").json()
        assert app.get("/explorer/opening/multinomial").json() is None
        assert app.get("/explorer/opening/a%2Fb").json() is None


def test_a_script_is_kept_by_the_browser_until_it_changes() -> None:
    """Its address contains a hash, so it may be cached forever; no other file is served there."""
    with client() as app:
        answer = app.get(f"/{address('stage.js')}")
        assert "immutable" in answer.headers["cache-control"]
        assert re.search(r"export\{[\w,]*\bmount\b[\w,]*\};\s*$", answer.text)
        assert app.get("/explorer/js/none.js").status_code == 404
        assert app.get("/explorer/js/..%2Fstage.css").status_code == 404
        assert app.get(f"/explorer/js/{'a' * 5000}.js").status_code == 404


def test_a_trace_that_does_not_exist_is_told_in_a_sentence() -> None:
    """The stage fetches the address's trace itself and shows the answer."""
    with client() as app:
        for name in ("nowhere", "a%2Fb"):
            answer = app.get(f"/explorer/open/{name}").json()
            assert answer["type"] == "clear"
            assert "no recorded run" in answer["text"]
