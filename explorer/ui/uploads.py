"""What is sent to the app: no request larger than an upload may be, and uploads that cannot fill the disk.

Gradio keeps an uploaded file for an hour or two whether or not anybody opens it, and for good one whose sender left in
the middle. Here they have a folder of their own, of which the newest are kept, as of the runs (limits.py).
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

from explorer.service.queue.limits import TRACES, UPLOAD_MB
from explorer.service.store import DISK_FULL, FULL, surplus

WRITES = ("/upload",)  # the addresses of Gradio's that write a file
# These write files outside the folder, which nobody would remove, or whenever somebody asks for an address.
UNUSED = ("/process_recording", "/component_server", "/deep_link")
AROUND = 1 << 20  # bytes of a request beside the file that it brings
_ONE_BY_ONE = Lock()


@cache
def folder() -> Path:
    """Where Gradio keeps what is uploaded: the app's alone, gone when it ends. Asked for before the page is built."""
    named = os.environ.get("GRADIO_TEMP_DIR") or tempfile.gettempdir()
    Path(named).mkdir(parents=True, exist_ok=True)
    made = tempfile.TemporaryDirectory(prefix="explorer-uploads-", dir=named, ignore_cleanup_errors=True)
    atexit.register(made.cleanup)
    os.environ["GRADIO_TEMP_DIR"] = made.name
    return Path(made.name)


def prune(where: Path) -> None:
    """Remove all but the newest files of a folder, and what held nothing else."""
    with _ONE_BY_ONE:
        for path in surplus((path for path in where.rglob("*") if path.is_file()), TRACES.value):
            path.unlink(missing_ok=True)
            _remove_empty(path.parent, where)


def _remove_empty(one: Path, where: Path) -> None:
    with contextlib.suppress(OSError):  # it holds more
        if one != where:
            one.rmdir()


class Uploads:
    """Refuses a request whose body is too large, however its length is told, and prunes what uploads left before.

    Of Gradio's addresses that take files, those that no component here needs are closed.
    """

    def __init__(self, app: ASGIApp, where: Path) -> None:
        """`where` is the folder of uploads."""
        self._app, self._where = app, where

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what is no request, and each body as it comes."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        if scope["path"].rstrip("/").endswith(UNUSED):
            return await PlainTextResponse("nothing here needs this address", status_code=404)(scope, receive, send)
        most = (UPLOAD_MB.value << 20) + AROUND
        told = dict(scope["headers"]).get(b"content-length", b"")
        if told.isdigit() and (len(told) > 15 or int(told) > most):
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
    """Remove what an upload that did not fit has left: Gradio moves a file out of this folder when it is whole."""
    for path in where.iterdir():
        with contextlib.suppress(OSError):
            if path.is_file() and path.stat().st_mtime >= began - 1:
                path.unlink()


def _too_large() -> str:
    return f"a request may bring at most {UPLOAD_MB.value} MB; send less at once"
