"""What the app sends, piece by piece: a client that never reads holds a piece and not the whole, and only for a while.

A server keeps what it has been given to send until the client takes it, however much that is. So a large body is given
in pieces, each after the one before has gone; traces and offline pages are read from disk as they go.
"""

import asyncio
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO

from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PIECE = 1 << 16  # bytes
PATIENCE = 60.0  # seconds in which a client has to take one piece
DOWNLOADS = ("/explorer/file/", "/explorer/export/", "/explorer/figure/")
EACH = 16  # downloads that one address may have at a time: a class may share one address
BUSY = f"You already have {EACH} downloads, which is the limit. Wait until one is complete."


class StuckError(OSError):
    """The client does not read; the web framework takes an OSError for a client that is gone."""


class Sending:
    """Gives the server every body in pieces, ends what a client does not read, and limits an address's downloads."""

    def __init__(self, app: ASGIApp, patience: float = PATIENCE) -> None:
        """`patience`: seconds in which a client has to take one piece."""
        self._app, self._patience = app, patience
        self._downloads = Counter[str]()  # by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what is no request."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        if not any(part in scope["path"] for part in DOWNLOADS):
            return await self._answered(scope, receive, send)
        address = str((scope.get("client") or ("",))[0])
        if self._downloads[address] >= EACH:
            return await PlainTextResponse(BUSY, status_code=429)(scope, receive, send)
        self._downloads[address] += 1
        try:
            await self._answered(scope, receive, send)
        finally:
            self._downloads[address] -= 1
            self._downloads += Counter[str]()  # without those that have none

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        stuck = False

        async def in_time(message: Message) -> None:
            nonlocal stuck
            try:
                async with asyncio.timeout(self._patience):
                    await send(message)
            except TimeoutError:
                stuck = True
                raise StuckError("the client does not read") from None

        async def in_pieces(message: Message) -> None:
            body = message.get("body", b"")
            if message["type"] != "http.response.body" or len(body) <= PIECE:
                return await in_time(message)
            view = memoryview(body)
            for begin in range(0, len(view), PIECE):
                more = begin + PIECE < len(view) or message.get("more_body", False)
                await in_time({**message, "body": bytes(view[begin : begin + PIECE]), "more_body": more})

        try:
            await self._app(scope, receive, in_pieces)
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
