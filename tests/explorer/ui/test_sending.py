"""Clients that request much and read nothing hold little memory, for a short time."""

import asyncio
import tracemalloc
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from explorer.service import store
from explorer.ui.server import routes, sending
from explorer.ui.server.sending import PIECE, Sending

MEGABYTE = 1 << 20

Result = TypeVar("Result")


def finish(work: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a separate thread, because a browser test leaves an event loop in the main one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()


def scope_of(path: str, client: str = "10.0.0.1") -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [],
        "client": (client, 1),
        "server": ("x", 80),
        "scheme": "http",
        "http_version": "1.1",
    }


async def receive() -> dict[str, Any]:
    await asyncio.sleep(3600)
    return {"type": "http.disconnect"}


def page(answer: Callable[[Request], Response], **given: Any) -> Starlette:
    where = Route("/explorer/file/{name}", answer)
    return Starlette(routes=[where], middleware=[Middleware(Sending, **given)])


async def never(message: Any) -> None:
    """A client that reads nothing after the first line of the answer."""
    if message["type"] == "http.response.body":
        await asyncio.sleep(3600)


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a stored trace of 8 MB."""
    monkeypatch.setenv(store.FOLDER, str(tmp_path))
    return store.RUNS.keep(["x" * MEGABYTE] * 8)


@pytest.mark.parametrize("kind", ["file", "export"])
def test_clients_that_never_read_hold_no_trace_in_memory(
    large: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many clients that request a trace of 40 MB and read nothing must not fill the memory."""
    monkeypatch.setattr("explorer.stage.export.page", lambda trace, name: "x" * 8 * MEGABYTE)
    name = large if kind == "file" else "spd"
    app = Starlette(routes=routes.routes(), middleware=[Middleware(Sending)])

    async def many() -> int:
        jobs = [asyncio.create_task(app(scope_of(f"/explorer/{kind}/{name}"), receive, never)) for _ in range(12)]
        await asyncio.sleep(2)
        held = tracemalloc.get_traced_memory()[0]
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        return held

    store.open_trace("spd")
    tracemalloc.start()
    try:
        assert finish(many()) < 24 * MEGABYTE
    finally:
        tracemalloc.stop()


def test_a_client_that_does_not_read_is_given_up() -> None:
    """Unread connections would otherwise be held forever."""
    app = page(lambda request: Response(b"x" * MEGABYTE), patience=0.05)
    finish(asyncio.wait_for(app(scope_of("/explorer/file/x"), receive, never), 20))


def test_an_answer_comes_whole_and_in_pieces() -> None:
    """The saved file must be what was recorded."""
    body, got = bytes(range(256)) * 1000, list[Any]()

    async def send(message: Any) -> None:
        got.append(message)

    finish(page(lambda request: Response(body))(scope_of("/explorer/file/x"), receive, send))
    pieces = [message for message in got if message["type"] == "http.response.body"]
    assert b"".join(message["body"] for message in pieces) == body
    assert [message.get("more_body", False) for message in pieces] == [True] * (len(pieces) - 1) + [False]
    assert max(len(message["body"]) for message in pieces) == PIECE


def test_an_address_has_a_number_of_downloads(monkeypatch: pytest.MonkeyPatch) -> None:
    """One visitor must not use all connections."""
    monkeypatch.setattr(sending, "EACH", 2)
    app, statuses = page(lambda request: Response(b"x" * MEGABYTE)), list[int]()

    async def slow(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])
        elif message["body"] != sending.BUSY.encode():
            await asyncio.sleep(0.2 if len(statuses) < 3 else 0)

    async def many() -> None:
        clients = ["a", "a", "a", "b"]
        await asyncio.gather(*(app(scope_of("/explorer/file/x", client), receive, slow) for client in clients))
        await app(scope_of("/explorer/file/x", "a"), receive, slow)

    finish(many())
    assert sorted(statuses) == [200, 200, 200, 200, 429]
    assert statuses[-1] == 200, "those that are complete no longer count"


def test_a_run_that_still_writes_is_saved_as_far_as_it_is(client: TestClient, large: str) -> None:
    """An answer longer than announced would be cut by the server."""
    answer = client.get(f"/explorer/file/{large}")
    assert answer.headers["content-length"] == str(8 * MEGABYTE)
    path = store.find(large)
    response = sending.streamed(path.open("rb"), "text/plain", {})
    with path.open("a") as file:
        file.write("more")

    async def read() -> int:
        return sum([len(piece) async for piece in response.body_iterator])

    assert finish(read()) == 8 * MEGABYTE
