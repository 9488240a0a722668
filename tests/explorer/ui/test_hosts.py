"""Which requests are answered, and what a browser may cache."""

import json
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from explorer.service.store import RUNS, contents
from explorer.ui import figures, own_runs, whatif
from explorer.ui.server import health, routes
from explorer.ui.server.headers import SecurityHeaders
from explorer.ui.server.hosts import STRANGE_HOST, STRANGE_ORIGIN, Hosts
from explorer.ui.server.visitor import address_of, caller
from explorer.ui.tabs import learn

PATHS = ("/", "/gradio_api/queue/join", "/gradio_api/queue/data", "/gradio_api/mcp/", "/explorer/file/spd")


def app(own: str = "127.0.0.1") -> TestClient:
    """An app that answers every allowed request."""
    answers = [Route("/{path:path}", lambda request: PlainTextResponse("ok"), methods=["GET", "POST"])]
    return TestClient(Starlette(routes=answers, middleware=[Middleware(Hosts, own=own)]))


@pytest.fixture(autouse=True)
def private(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("EXPLORER_PUBLIC", "SPACE_ID", "EXPLORER_HOSTS"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["evil.example", "evil.example:7860", "localhost.evil.example", "10.0.0.7", "", "["])
def test_a_name_that_is_not_this_machines_is_refused(host: str, path: str) -> None:
    """A page of another site could point its name at 127.0.0.1 and read every run."""
    for method in ("GET", "POST"):
        answer = app().request(method, path, headers={"Host": host})
        assert (answer.status_code, answer.text) == (421, STRANGE_HOST)


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:7860", "127.0.0.1:7860", "[::1]:7860", "127.1.2.3", "a.localhost", "localhost."]
)
def test_this_machine_is_answered(host: str) -> None:
    """Otherwise the page would not open."""
    assert app().get("/", headers={"Host": host}).text == "ok"


def test_names_that_were_given_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tunnel or a proxy on your own machine has its own name."""
    assert app(own="::1").get("/", headers={"Host": "[::1]"}).text == "ok"
    monkeypatch.setenv("EXPLORER_HOSTS", "lab.example, Other.Example")
    for name, status in (("lab.example:80", 200), ("other.example", 200), ("third.example", 421), ("localhost", 200)):
        assert app().get("/", headers={"Host": name}).status_code == status
    monkeypatch.setenv("EXPLORER_PUBLIC", "1")
    assert app().get("/", headers={"Host": "third.example"}).status_code == 421, "names that are listed are all"
    monkeypatch.setenv("EXPLORER_HOSTS", "*")
    assert app().get("/", headers={"Host": "third.example"}).text == "ok"


def test_a_public_app_answers_to_every_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Space does not know its names."""
    monkeypatch.setenv("SPACE_ID", "a/b")
    assert app().get("/", headers={"Host": "a-b.hf.space"}).text == "ok"


def test_changes_come_from_the_apps_own_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise any page in the same browser could start runs here."""
    own, other = {"Host": "localhost:7860"}, {"Host": "localhost:7860", "Origin": "https://evil.example"}
    assert app().post("/gradio_api/queue/join", headers=own).text == "ok"
    assert app().post("/x", headers=own | {"Origin": "http://127.0.0.1:7860"}).text == "ok"
    for origin in ("https://evil.example", "null"):
        answer = app().post("/gradio_api/queue/join", headers=other | {"Origin": origin})
        assert (answer.status_code, answer.text) == (403, STRANGE_ORIGIN)
    monkeypatch.setenv("SPACE_ID", "a/b")
    across = {"Sec-Fetch-Site": "cross-site"}
    assert app().post("/explorer/whatif/spd", headers=across).status_code == 403
    assert app().post("/explorer/whatif/spd", headers={"Sec-Fetch-Site": "same-origin"}).text == "ok"
    assert app().post("/gradio_api/call/run", headers=across).text == "ok", "other pages may call a public API"


@pytest.mark.parametrize("path", ["whatif/dsbd-figure-2?it=2&verdict=1&u=0.3", "toy?pair={}"])
def test_an_address_alone_changes_nothing(client: TestClient, path: str) -> None:
    """Otherwise a link or a picture in any page could start runs."""
    before = RUNS.kept()
    assert client.get(f"/explorer/{path}").status_code == 405
    assert RUNS.kept() == before


def test_addresses_that_change_something_are_known() -> None:
    """A new changing route must not answer to GET by mistake."""
    every = [*routes.routes(), *figures.routes()]
    posts = {route.path for route in every if "POST" in (route.methods or ())}
    assert posts == {route.path for route in (*whatif.routes(), *learn.routes()[:1], *own_runs.routes())}
    assert not {route.path for route in every if route.path in posts and "GET" in (route.methods or ())}


def headers_of(path: str) -> dict[str, str]:
    every = [*routes.routes(), *figures.routes(), *health.routes()]
    client = TestClient(Starlette(routes=every, middleware=[Middleware(SecurityHeaders)]))
    answer = client.get(f"/explorer/{path}")
    assert answer.status_code == 200, answer.text
    return dict(answer.headers)


@pytest.mark.parametrize(
    "path", ["open/{}", "file/{}", "export/{}", "figure/{}?kind=tree&it=1", "figure/{}?kind=beams&as=json"]
)
def test_no_browser_keeps_a_visitors_own_run(path: str) -> None:
    """The next user of the computer, or a proxy, could otherwise read it."""
    name = RUNS.keep([f"{line}\n" for line in bytes(contents("spd")).decode().splitlines()])
    assert headers_of(path.format(name))["cache-control"] == "no-store"
    assert headers_of(path.format("spd"))["cache-control"] == "no-cache", "what is bundled may be kept"


@pytest.mark.parametrize("path", ["/gradio_api/call/run/x", "/gradio_api/file=/tmp/rows.csv", "/config", "/metrics"])
def test_no_browser_keeps_answers_of_calls(path: str) -> None:
    """Answers contain prompts, texts and uploads."""
    answers = [Route("/{path:path}", lambda request: PlainTextResponse("ok"))]
    client = TestClient(Starlette(routes=answers, middleware=[Middleware(SecurityHeaders)]))
    assert client.get(path).headers["cache-control"] == "no-store"
    assert "cache-control" not in client.get("/assets/index.js").headers


def scope(host: str, forwarded: str) -> dict[str, Any]:
    return {
        "type": "http",
        "client": (host, 1),
        "headers": [(b"x-forwarded-for", forwarded.encode())],
        "query_string": b"visitor=tab",
    }


def test_visitors_of_a_space_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a Space's proxies all visitors share an address, and must not share one download limit."""
    forged = scope("10.16.3.80", "1.2.3.4, 8.8.8.8, 10.0.0.1")
    assert address_of(forged) == "10.16.3.80", "anybody can write this header"
    monkeypatch.setenv("SPACE_ID", "a/b")
    assert address_of(forged) == "8.8.8.8"
    assert caller(Request(forged)) == "8.8.8.8 tab"
    assert address_of(scope("10.16.3.80", "")) == "10.16.3.80"
    assert address_of(scope("10.16.3.80", "8.8.8.8, nonsense")) == "10.16.3.80"
    assert json.dumps(address_of(scope("10.16.3.80", "2001:4860:4860::8888"))) == '"2001:4860:4860::8888"'
