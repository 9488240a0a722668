"""The app's own routes, in addition to Gradio's. They return traces for the stage, and trace files and offline pages to
save.

explorer/open/NAME      the stage's "open" message of a trace (gzip), or a "clear" message that says what is missing
explorer/file/NAME      the trace file, to save
explorer/export/NAME    the trace as one self-contained HTML page, to save
explorer/lessons        the list of lessons
explorer/lesson/SLUG    a lesson with its numbers filled in; for an earlier lesson, a redirect
explorer/lesson/SLUG/card.html  the teacher's card of a lesson, to print
explorer/whatif/NAME    (POST) the "open" message of the trace's run with one change: whatif.py
explorer/figure/NAME    a figure of the trace, to save: figures.py
explorer/toy, worth     for the Learn tab (toy by POST): learn.py
explorer/race           runs on one clock: race.py
explorer/opening/NAME   the race of the first view: opening.py
explorer/code/NAME      code that repeats a trace's run: reproduce.py
explorer/runs/…         the runs of a browser: own_runs.py
explorer/js/FILE        a script: scripts.py
healthz, metrics        for the host of the app: health.py
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
from explorer.stage.font import MEDIA_TYPE, versioned
from explorer.ui import opening, own_runs, race, reproduce, scripts, whatif
from explorer.ui.server import health
from explorer.ui.server.headers import KEPT
from explorer.ui.server.sending import spooled, streamed
from explorer.ui.tabs import learn


def stage_message(name: str) -> str:
    """The "open" message, with which the stage shows a trace."""
    from explorer.stage.pack import open_message  # imports networkx (0.5 s), so it is not imported at the start

    with opened(name) as trace:
        return open_message(trace, name=name)


class _Turn:
    """A lock for one trace, so that concurrent requests pack its message only once. The lock exists only while a
    request waits.
    """

    def __init__(self) -> None:
        self.lock = Lock()


class Packed:
    """Cache of the stage's messages, gzipped. Concurrent requests for one trace pack its message only once.

    The cache keeps the latest messages, up to `most` bytes in total. The very latest message is kept even if it is
    larger.
    """

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, Lock()
        self._making: WeakValueDictionary[str, _Turn] = WeakValueDictionary()
        self._made: OrderedDict[tuple[str, int], bytes] = OrderedDict()

    def ready(self, name: str) -> bytes | None:
        """The cached message of a trace; None if there is no cached message or the trace has changed since. Raises
        BadInput if there is no such trace.
        """
        return self._made.get(_state(name))

    def made(self, name: str) -> bytes:
        """The message of a trace, packed now if necessary. Requests for other traces do not wait. Raises BadInput if
        there is no such trace.
        """
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
    """The cache key of a trace: its name and modification time, which changes with every line that a run in progress
    writes.
    """
    return name, find(name).stat().st_mtime_ns


# a message has about 50 kB, so this holds the messages of all bundled traces and of many visitors' traces
PACKED = Packed(64 << 20)


def fetch_message(name: str, at: dict[str, int] | None = None) -> str:
    """The message that makes the stage fetch a trace.

    Without `at`, the trace opens at its first step, so that the outcome is not revealed. Only in this case may the page
    show the first view instead. A request for a step always shows that step.
    """
    message = {"type": "fetch", "url": f"explorer/open/{name}", "at": at or {"it": 1, "phase": 1}}
    return json.dumps(message if at else message | {"chosen": True})


class Early:
    """Middleware that links the stage's style sheet, its script and the first trace in the page itself.

    The browser then loads all three at once. Otherwise it would request them one after another, after the stage is
    built. `head` returns further links (frontend.head). The race of the first view is in the page itself (opening.py).
    """

    def __init__(self, app: ASGIApp, trace: str, head: Callable[[], str] = str) -> None:
        """`trace` is the name of the trace that is opened if the address names none; "" means no trace."""
        self._app, self._trace = app, trace
        self._head = f'<link rel="stylesheet" href="{scripts.SHEET}?v={scripts.sheet_version()}">'
        font = f"{scripts.FONTS}{versioned()}"
        self._head += f'<link rel="preload" as="font" type="{MEDIA_TYPE}" crossorigin href="{font}">'
        self._head += head()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the header Link to the page's response, and the style sheet and other links to its head element."""
        if scope["type"] != "http" or scope["path"] != "/":
            return await self._app(scope, receive, send)
        query = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
        name = query.get("trace") or self._trace
        first = await run_in_threadpool(opening.head, name) if name and opening.is_first_view(query) else ""
        links = [f"<{scripts.address('stage.js')}>; rel=modulepreload"]
        if re.fullmatch(r"[\w.-]+", name, re.ASCII):
            links.append(f"<explorer/open/{name}>; rel=preload; as=fetch; crossorigin")
        if first:
            links.append(f"<{scripts.address('first.js')}>; rel=modulepreload")
        head = b""

        async def answer(message: Message) -> None:
            nonlocal head
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.append("Link", ", ".join(links))
                head = (self._head + first).encode() if headers.get("content-type", "").startswith("text/html") else b""
                if "content-length" in headers:
                    headers["content-length"] = str(int(headers["content-length"]) + len(head))
            elif head and message["type"] == "http.response.body":
                before, tag, after = message.get("body", b"").partition(b"<head>")
                message["body"], head = before + tag + head + after, b""
            await send(message)

        return await self._app(scope, receive, answer)


async def _open(request: Request) -> Response:
    """Send a trace's message. A cached message is sent without a thread, because threads are scarce during runs."""
    name = request.path_params["name"]
    try:
        packed = PACKED.ready(name) or await run_in_threadpool(PACKED.made, name)
    except BadInput as error:  # this response is also a message to the stage, with the sentence to show
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
        data = contents(name)  # only bundled traces come here, which are small
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
    from explorer.lessons.library import moved, played

    slug = request.path_params["slug"]
    try:
        return JSONResponse(moved(slug) or played(slug), headers=KEPT)
    except BadInput as error:
        return JSONResponse({"text": friendly(error)}, status_code=404)


def _lesson_card(request: Request) -> Response:
    from explorer.lessons.library import file_of
    from explorer.lessons.teacher_card import FROM_ROUTE, cards_html

    try:
        return Response(cards_html([file_of(request.path_params["slug"])], FROM_ROUTE), media_type="text/html")
    except BadInput as error:
        return sorry(error)


def sorry(error: BadInput) -> Response:
    """A response with the error message and the status 404."""
    return Response(friendly(error), status_code=404, media_type="text/plain")


def attached(file: str) -> dict[str, str]:
    """The header that makes a browser save the response under this name."""
    return {"Content-Disposition": f'attachment; filename="{file}"'}


def keeping(name: str) -> dict[str, str]:
    """The header that lets a browser cache a response about a bundled trace; empty for a visitor's own trace."""
    return KEPT if is_bundled(name) else {}


def routes() -> list[Any]:
    """The routes for Gradio's server. Names are looked up among the stored traces, so a request can reach no other
    file.
    """
    return [
        Route("/explorer/open/{name:path}", _open),
        Route("/explorer/file/{name}", _file),
        Route("/explorer/export/{name}", _export),
        Route("/explorer/lessons", _lessons),
        Route("/explorer/lesson/{slug}", _lesson),
        Route("/explorer/lesson/{slug}/card.html", _lesson_card),
        *scripts.routes(),
        *whatif.routes(),
        *learn.routes(),
        *race.routes(),
        *opening.routes(),
        *reproduce.routes(),
        *own_runs.routes(),
        *health.routes(),
    ]
