"""What the app sends, piece by piece: a client that never reads holds a piece and not the whole, and only for a while.

A server keeps what it has been given to send until the client takes it, however much that is. So a large body is given
in pieces, each after the one before has gone; traces and offline pages are read from disk as they go.
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

from explorer.ui.connections import BODY, abort, arriving
from explorer.ui.visitor import address_of

PIECE = 1 << 16  # bytes
PATIENCE = 60.0  # seconds in which a client has to take one piece
DOWNLOADS = ("/explorer/file/", "/explorer/export/", "/explorer/figure/")
EACH = 16  # downloads that one address may have at a time: a class may share one address
STUCK = 5.0  # seconds after which a download that is not read gives way to another of its address
BUSY = f"You already have {EACH} downloads, which is the limit. Wait until one is complete."


class StuckError(OSError):
    """The client does not read; the web framework takes an OSError for a client that is gone."""


@dataclass(eq=False)
class _Download:
    """A download that goes on, and since when its client has not taken what was sent."""

    scope: Scope
    since: float | None = None


class Sending:
    """Gives the server every body in pieces, aborts clients that are too slow, and limits an address's downloads."""

    def __init__(self, app: ASGIApp, patience: float = PATIENCE, body: float = BODY) -> None:
        """`patience`: seconds in which a client has to take one piece. `body`: seconds in which it has to send one."""
        self._app, self._patience, self._body = app, patience, body
        self._downloads: dict[str, list[_Download]] = {}  # by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what is no request."""
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
            with contextlib.suppress(ValueError):  # another took its place
                going.remove(download)
            if not going and self._downloads.get(address) is going:
                del self._downloads[address]

    async def _abort_stuck(self, going: list[_Download]) -> bool:
        """Whether one of these was not read for a while, and so gave way: all visitors may share a proxy's address."""
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
                await abort(download.scope)  # to close it would be to wait until it has read
                raise StuckError("the client does not read") from None
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
    """An answer that reads an open file as it goes and closes it; what a run adds to it meanwhile is left out."""
    size = os.fstat(file.fileno()).st_size

    def pieces() -> Iterator[bytes]:
        left = size
        with file:
            while left and (piece := file.read(min(PIECE, left))):
                left -= len(piece)
                yield piece

    return StreamingResponse(pieces(), media_type=media_type, headers={**headers, "Content-Length": str(size)})


def spooled(text: str) -> BinaryIO:
    """A text in a file without a name, which is gone when it is closed: nothing of it stays in memory."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 - whoever sends it closes it
    try:
        for begin in range(0, len(text), PIECE):
            file.write(text[begin : begin + PIECE].encode())
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return file  # pyright: ignore[reportReturnType]
