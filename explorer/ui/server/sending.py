"""Send responses in pieces, so that a client that never reads occupies the memory of one piece only, and only for a
limited time.

A server keeps the data of a response until the client takes it, however large it is. So a large body is given to the
server in pieces, each after the previous one has been sent. Traces and offline pages are read from disk piece by piece.
"""

import asyncio
import contextlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from explorer.ui.server.connections import BODY, abort, arriving
from explorer.ui.server.visitor import address_of

PIECE = 1 << 16  # bytes
PATIENCE = 60.0  # seconds within which a client must take one piece
DOWNLOADS = ("/explorer/file/", "/explorer/export/", "/explorer/figure/")
EACH = 16  # maximum concurrent downloads per address; more than one, because a class may share an address
STUCK = 5.0  # seconds after which an unread download may be aborted in favour of a new one from the same address
BUSY = f"You already have {EACH} downloads, which is the limit. Wait until one is complete."


class StuckError(OSError):
    """Raised if the client has stopped reading.

    It is an OSError, because the web framework treats an OSError as a disconnected client.
    """


@dataclass(eq=False)
class _Download:
    """A running download, and the time since which its client has not taken the current piece."""

    scope: Scope
    since: float | None = None


class Sending:
    """Middleware that sends bodies in pieces, aborts slow clients, and limits the downloads per address."""

    def __init__(self, app: ASGIApp, patience: float = PATIENCE, body: float = BODY) -> None:
        """A client has `patience` seconds to take one piece of a response, and `body` seconds to send one piece of a
        request's body.
        """
        self._app, self._patience, self._body = app, patience, body
        self._downloads: dict[str, list[_Download]] = {}  # the downloads of each address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an HTTP request. Anything else, such as a websocket, is passed on unchanged."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        receive, download = arriving(scope, receive, self._body), _Download(scope)
        if not any(part in scope["path"] for part in DOWNLOADS):
            return await self._answered(download, receive, send)
        address = address_of(scope)
        going = self._downloads.setdefault(address, [])
        if len(going) >= EACH and not await self._abort_stuck(going):
            return await PlainTextResponse(BUSY, status_code=429)(scope, receive, send)
        going.append(download)
        try:
            await self._answered(download, receive, send)
        finally:
            with contextlib.suppress(ValueError):  # the download was aborted for another one
                going.remove(download)
            if not going and self._downloads.get(address) is going:
                del self._downloads[address]

    async def _abort_stuck(self, going: list[_Download]) -> bool:
        """If downloads are stuck, abort the one that was unread for the longest time. Returns whether a download was
        stuck.

        All visitors may share a proxy's address, so one stuck client must not block the others.
        """
        now = asyncio.get_running_loop().time()
        stuck = [download for download in going if download.since is not None and now - download.since > STUCK]
        if stuck:
            first = min(stuck, key=lambda download: download.since or 0.0)
            going.remove(first)
            await abort(first.scope)
        return bool(stuck)

    async def _answered(self, download: _Download, receive: Receive, send: Send) -> None:
        stuck = False

        async def in_time(message: Message) -> None:
            nonlocal stuck
            download.since = asyncio.get_running_loop().time()
            try:
                async with asyncio.timeout(self._patience):
                    await send(message)
            except TimeoutError:
                stuck = True
                await abort(download.scope)  # closing the connection would wait until the client has read
                raise StuckError("the client has stopped reading") from None
            download.since = None

        async def in_pieces(message: Message) -> None:
            body = message.get("body", b"")
            if message["type"] != "http.response.body" or len(body) <= PIECE:
                return await in_time(message)
            view = memoryview(body)
            for begin in range(0, len(view), PIECE):
                more = begin + PIECE < len(view) or message.get("more_body", False)
                await in_time({**message, "body": bytes(view[begin : begin + PIECE]), "more_body": more})

        try:
            await self._app(download.scope, receive, in_pieces)
        except Exception:
            if not stuck:
                raise


def streamed(file: BinaryIO, media_type: str, headers: dict[str, str]) -> StreamingResponse:
    """Make a response that reads an open file piece by piece and closes it.

    Lines that a run adds during the download are left out.
    """
    size = os.fstat(file.fileno()).st_size

    def pieces() -> Iterator[bytes]:
        left = size
        with file:
            while left and (piece := file.read(min(PIECE, left))):
                left -= len(piece)
                yield piece

    return StreamingResponse(pieces(), media_type=media_type, headers={**headers, "Content-Length": str(size)})


def spooled(text: str) -> BinaryIO:
    """Write a text to an unnamed temporary file, so that it does not stay in memory. Closing the file removes it."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 - the sender closes it
    try:
        for begin in range(0, len(text), PIECE):
            file.write(text[begin : begin + PIECE].encode())
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return file  # pyright: ignore[reportReturnType]
