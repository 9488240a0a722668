"""Time limits for connections: for the first lines of a request, for its body, and for reading the response.

uvicorn waits forever for a client that has begun a request. It cannot close the connection of a client that does not
read the response. Here, such a connection is aborted, and its memory is freed. uvicorn's own `timeout_keep_alive`
closes a connection that is idle between two requests.
"""

import asyncio
import socket
import struct
from collections.abc import Callable
from typing import Any

from starlette.types import Receive, Scope

HEADERS = 20.0  # seconds for a request's first lines, and for the unread rest of a body
BODY = 30.0  # seconds for each PIECE of a body
PIECE = 1 << 14  # bytes
ABORT = "explorer.abort"  # in a request's scope: the call that ends its connection at once


async def abort(scope: Scope) -> None:
    """Close a request's connection at once, without sending the rest. Servers other than uvicorn close it later."""
    scope.get(ABORT, lambda: None)()
    await asyncio.sleep(0)  # lets the server notice, so it does not log an incomplete response


def patient(protocol: type[Any], seconds: float = HEADERS) -> type[Any]:
    """Extend uvicorn's connection class with a time limit for the first lines of a request.

    Each request's scope also gets a function that aborts the connection.
    """

    class Patient(protocol):
        """A connection that is aborted if it sends no request in time."""

        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            app = self.app

            async def with_abort(scope: Any, receive: Any, send: Any) -> None:
                await app({**scope, ABORT: lambda: _reset(transport)}, receive, send)

            self.app = with_abort
            self._wait()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            busy = self.cycle is not None and not self.cycle.response_complete
            if busy or self.transport.get_protocol() is not self:  # a request is complete, or it became a websocket
                self._stop_waiting()
            elif self._timer is None:
                self._wait()

        def on_response_complete(self) -> None:
            self._stop_waiting()  # the connection is now idle, and uvicorn itself limits that time
            super().on_response_complete()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            super().connection_lost(exc)

        def _wait(self) -> None:
            self._timer = self.loop.call_later(seconds, _reset, self.transport)

        def _stop_waiting(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    return Patient


def _reset(transport: asyncio.Transport) -> None:
    """Close the connection without sending the data that the kernel still holds."""
    sock = transport.get_extra_info("socket")
    if sock is not None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


def install(server: Any) -> None:
    """Add the limits to a listening uvicorn server. They apply to every new connection."""
    server.config.http_protocol_class = patient(server.config.http_protocol_class)


def arriving(scope: Scope, receive: Receive, patience: float) -> Receive:
    """Wrap `receive` with a time limit of `patience` seconds per PIECE of the body; a slower connection is aborted.

    Only the time in which the app waits is counted. After the body, there is no limit, because the app then only waits
    for the client to disconnect.
    """
    left, came, complete = patience, 0, False
    now: Callable[[], float] = asyncio.get_running_loop().time

    async def within() -> Any:
        nonlocal left, came, complete
        if complete:
            return await receive()
        begun = now()
        try:
            async with asyncio.timeout(max(0.0, left)):
                message = await receive()
        except TimeoutError:
            complete = True
            await abort(scope)
            return {"type": "http.disconnect"}
        left -= now() - begun
        came += len(message.get("body", b""))
        if came >= PIECE:
            left, came = patience, 0
        complete = not message.get("more_body", False)
        return message

    return within
