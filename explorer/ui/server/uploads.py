"""Limit the size of requests, and keep uploads from filling the disk.

Gradio keeps an uploaded file for an hour or two even if nobody opens it, and an interrupted upload forever. Here,
uploads have their own folder, and only the newest files are kept. Their number is limited like that of runs
(limits.py).
"""

import atexit
import contextlib
import os
import tempfile
import time
from functools import cache
from pathlib import Path
from threading import Lock

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from decoders.errors import BadInput
from explorer.service.queue.limits import TRACES, UPLOAD_MB
from explorer.service.store import DISK_FULL, FULL, surplus

WRITES = ("/upload",)  # Gradio's addresses that write a file
# These addresses write files outside the folder, which nothing would remove, or a file for every request.
UNUSED = ("/process_recording", "/component_server", "/deep_link")
AROUND = 1 << 20  # maximum number of bytes of a request in addition to its file
_ONE_BY_ONE = Lock()


@cache
def folder() -> Path:
    """Gradio's folder for uploads, which is made for this app and removed at its end. Call this before building the
    page.
    """
    named = os.environ.get("GRADIO_TEMP_DIR") or tempfile.gettempdir()
    try:
        Path(named).mkdir(parents=True, exist_ok=True)
        made = tempfile.TemporaryDirectory(prefix="explorer-uploads-", dir=named, ignore_cleanup_errors=True)
    except OSError as error:
        raise BadInput(
            f"The folder for temporary files, {named}, is not writable ({error.strerror}). Set GRADIO_TEMP_DIR to a "
            "writable folder."
        ) from None
    atexit.register(made.cleanup)
    os.environ["GRADIO_TEMP_DIR"] = made.name
    return Path(made.name)


def prune(where: Path) -> None:
    """Remove all but the newest files of a folder, and then its empty subfolders."""
    with _ONE_BY_ONE:
        for path in surplus((path for path in where.rglob("*") if path.is_file()), TRACES.value):
            path.unlink(missing_ok=True)
            _remove_empty(path.parent, where)


def _remove_empty(one: Path, where: Path) -> None:
    with contextlib.suppress(OSError):  # it is not empty
        if one != where:
            one.rmdir()


class Uploads:
    """Middleware that refuses requests with a body that is too large, and prunes old uploads.

    The size is checked while the body arrives, whatever the header says. Gradio's file addresses that no component of
    this app needs are closed.
    """

    def __init__(self, app: ASGIApp, where: Path) -> None:
        """`where` is the folder of uploads."""
        self._app, self._where = app, where

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an HTTP request. Anything else, such as a websocket, is passed on unchanged."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        if scope["path"].rstrip("/").endswith(UNUSED):
            nothing = "There is nothing at this address. Go back to the start page."
            return await PlainTextResponse(nothing, status_code=404)(scope, receive, send)
        most = (UPLOAD_MB.value << 20) + AROUND
        length = dict(scope["headers"]).get(b"content-length", b"")
        if length.isdigit() and (len(length) > 15 or int(length) > most):
            return await PlainTextResponse(_too_large(), status_code=413)(scope, receive, send)
        if scope["path"].endswith(WRITES):
            await run_in_threadpool(prune, self._where)
        left = most

        async def within() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413, _too_large())
            return message

        began, answered = time.time(), False

        async def answer(message: Message) -> None:
            nonlocal answered
            answered = True
            await send(message)

        try:
            await self._app(scope, within, answer)
        except OSError as error:
            if error.errno not in FULL or answered or not scope["path"].endswith(WRITES):
                raise
            await run_in_threadpool(_remove_partial, self._where, began)
            await PlainTextResponse(DISK_FULL, status_code=507)(scope, receive, send)


def _remove_partial(where: Path, began: float) -> None:
    """Remove the rest of an upload that was too large. Gradio moves complete files out of this folder."""
    for path in where.iterdir():
        with contextlib.suppress(OSError):
            if path.is_file() and path.stat().st_mtime >= began - 1:
                path.unlink()


def _too_large() -> str:
    return f"The request is larger than {UPLOAD_MB.value} MB. Send less at once."
