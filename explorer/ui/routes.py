"""What the app serves beside Gradio: traces for the stage, trace files and offline pages to save.

explorer/open/NAME      the stage's "open" message of a trace (gzip), or a "clear" message that says what is missing
explorer/file/NAME      the trace file itself, to save
explorer/export/NAME    one self-contained HTML page of it, to save
explorer/lessons        the list of lessons
explorer/lesson/SLUG    one of them, with its numbers filled in
explorer/whatif/NAME    (POST) the "open" message of its run with one thing changed: whatif.py
explorer/figure/NAME    a picture of its run, to save: figures.py
explorer/toy, worth     of the tab Learn, toy by POST: learn.py
explorer/race           runs on one clock: race.py
explorer/code/NAME      code that repeats its run: reproduce.py
explorer/service/…         the runs of a browser: own_runs.py
explorer/js/FILE        a script: scripts.py
healthz, metrics        for whoever hosts the app: health.py
"""

import gzip
import json
import re
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any
from urllib.parse import parse_qsl
from weakref import WeakValueDictionary

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from decoders.errors import BadInput
from explorer.service.live import friendly
from explorer.service.ongoing import SHELF
from explorer.service.store import DISK_FULL, FULL, contents, find, is_bundled, opened
from explorer.ui import health, learn, own_runs, race, reproduce, scripts, whatif
from explorer.ui.headers import KEPT
from explorer.ui.sending import spooled, streamed


def stage_message(name: str) -> str:
    """The stage's "open" message of a trace."""
    from explorer.stage.pack import open_message  # networkx: half a second that the first answer need not wait for

    with opened(name) as trace:
        return open_message(trace, name=name)


class _Turn:
    """Of those who want one trace's message one makes it; it is there as long as one of them waits."""

    def __init__(self) -> None:
        self.lock = Lock()


class Packed:
    """The stage's messages, gzipped, each made once, however many ask for it at a time.

    The latest are kept, `most` bytes of them; the very latest whatever its size.
    """

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, Lock()
        self._making: WeakValueDictionary[str, _Turn] = WeakValueDictionary()
        self._made: OrderedDict[tuple[str, int], bytes] = OrderedDict()

    def ready(self, name: str) -> bytes | None:
        """A trace's message, if it has been made since the trace last changed. Raises BadInput if there is no trace."""
        return self._made.get(_state(name))

    def made(self, name: str) -> bytes:
        """The same, made now if it has to be; who wants another trace does not wait for this one."""
        with self._lock:
            turn = self._making.setdefault(name, _Turn())
        with turn.lock:
            state = _state(name)
            message = self._made.get(state) or gzip.compress(stage_message(name).encode(), 6)
        with self._lock:
            self._made[state] = message
            while len(self._made) > 1 and sum(map(len, self._made.values())) > self._most:
                self._made.popitem(last=False)
        return message


def _state(name: str) -> tuple[str, int]:
    """A trace as it is on disk now: a run that goes on is another one with every line."""
    return name, find(name).stat().st_mtime_ns


PACKED = Packed(64 << 20)  # most have some 50 kB: all that are bundled, and the latest of the visitors' own


def fetch_message(name: str, at: dict[str, int] | None = None) -> str:
    """The message that makes the stage get a trace by itself; without `at` it opens at the first step, which spoils
    nothing.
    """
    return json.dumps({"type": "fetch", "url": f"explorer/open/{name}", "at": at or {"it": 1, "phase": 1}})


class Early:
    """Gives the browser with the page itself what the stage needs: its style sheet, its script and the first trace.

    They are then there when the stage is; otherwise they would be asked for one after the other, once it is. `head`
    names what else the page needs (frontend.head).
    """

    def __init__(self, app: ASGIApp, trace: str, head: Callable[[], str] = str) -> None:
        """`trace` is what an address opens that names none, or "" where there is none."""
        self._app, self._trace = app, trace
        self._head = f'<link rel="stylesheet" href="{scripts.SHEET}?v={scripts.sheet_version()}">'
        self._head += head()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Adds the header Link to the page's answer, and the style sheet with the other links to its head."""
        if scope["type"] != "http" or scope["path"] != "/":
            return await self._app(scope, receive, send)
        name = dict(parse_qsl(scope["query_string"].decode("latin-1"))).get("trace") or self._trace
        links = [f"<{scripts.address('stage.js')}>; rel=modulepreload"]
        if re.fullmatch(r"[\w.-]+", name, re.ASCII):
            links.append(f"<explorer/open/{name}>; rel=preload; as=fetch; crossorigin")
        head = b""

        async def answer(message: Message) -> None:
            nonlocal head
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.append("Link", ", ".join(links))
                head = self._head.encode() if headers.get("content-type", "").startswith("text/html") else b""
                if "content-length" in headers:
                    headers["content-length"] = str(int(headers["content-length"]) + len(head))
            elif head and message["type"] == "http.response.body":
                before, tag, after = message.get("body", b"").partition(b"<head>")
                message["body"], head = before + tag + head + after, b""
            await send(message)

        return await self._app(scope, receive, answer)


async def _open(request: Request) -> Response:
    """Where it is ready it is sent at once: to wait for a thread takes longer than all else while runs go on."""
    name = request.path_params["name"]
    try:
        packed = PACKED.ready(name) or await run_in_threadpool(PACKED.made, name)
    except BadInput as error:  # the answer is a message too: it says what the stage should show
        run = SHELF.get(name)
        begun = run is not None and run.running
        return JSONResponse({"type": "begin", "name": name} if begun else {"type": "clear", "text": friendly(error)})
    return Response(packed, media_type="application/json", headers={"Content-Encoding": "gzip"} | keeping(name))


def _file(request: Request) -> Response:
    name = request.path_params["name"]
    try:
        path = find(name)
        if path.suffix != ".gz":
            return streamed(path.open("rb"), "application/jsonl", attached(f"{name}.jsonl") | keeping(name))
        data = contents(name)  # of a bundled trace, which is small
    except BadInput as error:
        return sorry(error)
    return Response(bytes(data), media_type="application/jsonl", headers=attached(f"{name}.jsonl") | keeping(name))


def _export(request: Request) -> Response:
    from explorer.features.code import command
    from explorer.stage.export import page

    name = request.path_params["name"]
    try:
        with opened(name) as trace:
            html = spooled(page(trace, name, command(trace.header)))
    except BadInput as error:
        return sorry(error)
    except OSError as error:
        if error.errno not in FULL:
            raise
        return Response(DISK_FULL, status_code=507, media_type="text/plain")
    return streamed(html, "text/html", attached(f"{name}.html") | keeping(name))


def _lessons(_: Request) -> Response:
    from explorer.lessons.library import cards

    return JSONResponse({"lessons": cards()}, headers=KEPT)


def _lesson(request: Request) -> Response:
    from explorer.lessons.library import played

    try:
        return JSONResponse(played(request.path_params["slug"]), headers=KEPT)
    except BadInput as error:
        return JSONResponse({"text": friendly(error)}, status_code=404)


def sorry(error: BadInput) -> Response:
    """What is missing, as a sentence with the status 404."""
    return Response(friendly(error), status_code=404, media_type="text/plain")


def attached(file: str) -> dict[str, str]:
    """The header that makes a browser save the answer under that name."""
    return {"Content-Disposition": f'attachment; filename="{file}"'}


def keeping(name: str) -> dict[str, str]:
    """The header by which a browser may keep what is made of a bundled trace; what is a visitor's own has none."""
    return KEPT if is_bundled(name) else {}


def routes() -> list[Any]:
    """The routes, to be given to Gradio's own server. A name is looked up, so that no path leads elsewhere."""
    return [
        Route("/explorer/open/{name:path}", _open),
        Route("/explorer/file/{name}", _file),
        Route("/explorer/export/{name}", _export),
        Route("/explorer/lessons", _lessons),
        Route("/explorer/lesson/{slug}", _lesson),
        *scripts.routes(),
        *whatif.routes(),
        *learn.routes(),
        *race.routes(),
        *reproduce.routes(),
        *own_runs.routes(),
        *health.routes(),
    ]
