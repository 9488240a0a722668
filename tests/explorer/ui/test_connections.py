"""Slow connections end and free their memory, and others continue."""

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from explorer.ui.server import connections
from explorer.ui.server.sending import Sending
from tests.serving import calm, serving, until

SLOW = 0.4  # seconds that a client has here
SOON = 60.0  # what never comes takes as long


async def _length(request: Request) -> Response:
    return JSONResponse(len(await request.body()))


async def _large(request: Request) -> Response:
    return PlainTextResponse(b"x" * (32 << 20))


async def _later(request: Request) -> Response:
    async def words() -> Any:
        for _ in range(4):
            await asyncio.sleep(SLOW)
            yield b"word"

    return StreamingResponse(words())


@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    """A uvicorn server with our connections."""
    places = [
        Route("/length", _length, methods=["POST"]),
        Route("/explorer/file/x", _large),
        Route("/later", _later),
    ]
    app = Starlette(routes=places, middleware=[Middleware(Sending, patience=SLOW, body=SLOW)])
    config = uvicorn.Config(app, port=0, log_level="error", timeout_keep_alive=1)
    config.load()
    config.http_protocol_class = connections.patient(config.http_protocol_class, SLOW)
    made = uvicorn.Server(config)
    thread = threading.Thread(target=made.run, daemon=True)
    thread.start()
    until(lambda: made.started)
    yield made
    made.should_exit = True
    thread.join(SOON)


def connect(server: Any) -> socket.socket:
    return socket.create_connection(server.servers[0].sockets[0].getsockname(), timeout=SOON)


def _read_all(client: socket.socket) -> None:
    while client.recv(1 << 20):
        pass


def ended(client: socket.socket) -> bool:
    """Whether the server ends the connection; remaining data is read."""
    with contextlib.suppress(ConnectionError):
        _read_all(client)
    return True


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow",
        b"POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\nsome of it",
        b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\nsome of it",
        b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHo",
    ],
    ids=["nothing", "headers", "body", "body of a refused request", "idle", "second request"],
)
def test_a_client_that_says_no_more_is_given_up(server: Any, sent: bytes) -> None:
    """A few hundred such connections would use up the server."""
    with connect(server) as client:
        client.sendall(sent)
        assert ended(client)
    until(lambda: not server.server_state.connections)


@pytest.mark.parametrize("begin", [b"GET /", b"POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n"])
def test_a_byte_now_and_then_is_not_enough(server: Any, begin: bytes) -> None:
    """One byte per second would hold a connection for hours."""
    begun = time.monotonic()
    with connect(server) as client:
        client.sendall(begin)
        with contextlib.suppress(ConnectionError):
            while time.monotonic() - begun < SOON:
                client.sendall(b"x")
                time.sleep(SLOW / 8)
    assert time.monotonic() - begun < SOON


@calm
def test_a_body_that_comes_and_an_answer_that_takes_time_are_left_alone(server: Any) -> None:
    """A slow upload and a stream that waits for its run are not faults."""
    size, piece = 6 * connections.PIECE, b"x" * connections.PIECE
    with connect(server) as client:
        client.sendall(f"POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n".encode())
        for _ in range(6):
            client.sendall(piece)
            time.sleep(SLOW / 2)
        assert client.recv(1 << 16).endswith(str(size).encode())
        client.sendall(b"GET /later HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        said = b""
        while piece := client.recv(1 << 16):
            said += piece
        assert said.count(b"word") == 4


def test_a_socket_that_nobody_reads_is_aborted(server: Any) -> None:
    """An orderly close waits until the client has read, possibly forever."""
    with connect(server) as client:
        client.sendall(b"GET /explorer/file/x HTTP/1.1\r\nHost: x\r\n\r\n")
        until(lambda: server.server_state.connections)
        until(lambda: not server.server_state.connections)
        with pytest.raises(ConnectionError):  # a reset, not an end
            _read_all(client)


def test_downloads_that_are_not_read_make_room(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a proxy all visitors share an address, so a client that does not read must make room."""
    from explorer.ui.server import sending

    monkeypatch.setattr(sending, "EACH", 2)
    monkeypatch.setattr(sending, "STUCK", 0.05)
    ask = b"GET /explorer/file/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with connect(server) as one, connect(server) as two, connect(server) as three:
        for stuck in (one, two):
            stuck.sendall(ask)
        time.sleep(0.2)
        three.sendall(ask)
        assert three.recv(15) == b"HTTP/1.1 200 OK"


def call(url: str, name: str, given: Any) -> tuple[int, str]:
    """Status and text of a call that is answered at once."""
    import urllib.error
    import urllib.request

    body = json.dumps({"data": given}).encode()
    request = urllib.request.Request(f"{url}gradio_api/run/{name}", body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_the_log_of_a_public_app_quotes_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers of the log must not see visitors' texts, and ten megabytes must not fill the disk."""
    monkeypatch.setenv("EXPLORER_PUBLIC", "1")
    secret, log = "my secret prompt", tmp_path / "log.txt"
    with serving(log, "app.py") as url:
        for given in ([], ["spd", secret, secret], ["x" * (5 << 20)], ["spd", secret] * 40):
            status, text = call(url, "record", given)
            assert status == 500
            assert f"This call has {len(given)} value" in text
            assert "method, pair, prompt" in text
        strange: list[Any] = [{secret: secret}, [secret], secret, None, True, {"path": f"/etc/{secret}"}, 1e308]
        for name in ("record", "law", "compare", "figure", "explain_iteration", "open_trace"):
            for value in strange:
                for count in (1, 3, 5, 6, 13):
                    call(url, name, [value] * count)
        for number in range(0, 120, 3):
            body = {"fn_index": number, "session_hash": "s", "data": [secret, {"path": secret}, {secret: 1}] * 5}
            _join(url, body)
            _join(url, body | {"data": [secret]})
        _drain(url)
    lines = log.read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if secret in line]
    assert max(map(len, lines)) < 1500
    assert sum(map(len, lines)) < 1 << 20


def _join(url: str, body: dict[str, Any]) -> None:
    import urllib.error
    import urllib.request

    request = urllib.request.Request(
        f"{url}gradio_api/queue/join", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        urllib.request.urlopen(request, timeout=60).close()
    except urllib.error.HTTPError as error:
        error.close()


def _drain(url: str) -> None:
    """Wait until the queue has answered the session's events."""
    import urllib.request

    with urllib.request.urlopen(f"{url}gradio_api/queue/data?session_hash=s", timeout=60) as answer:
        for line in answer:
            if b"close_stream" in line:
                return
