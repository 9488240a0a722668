"""What the app serves beside Gradio: traces for the stage, trace files and offline pages to save.

explorer/open/NAME      the stage's "open" message of a trace (gzip)
explorer/file/NAME      the trace file itself, to save
explorer/export/NAME    one self-contained HTML page of it, to save
explorer/lessons        the list of lessons
explorer/lesson/SLUG    one of them, with its numbers filled in
explorer/whatif/NAME    the "open" message of its run with one thing changed: whatif.py
explorer/toy, worth     of the tab Learn: learn.py
explorer/race           runs on one clock: race.py
healthz, metrics        for whoever hosts the app: health.py
"""

import gzip
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from decoders.errors import BadInput
from explorer.runs.live import friendly
from explorer.runs.store import contents, find
from explorer.traces.format import Trace, read
from explorer.ui import health, learn, race, whatif


def open_trace(name: str, *, checked: bool = False) -> Trace:
    """A trace by name, read and checked (`checked`: it has been). Raises BadInput saying what is missing or wrong."""
    return read(contents(name), name, checked=checked)


def stage_message(name: str) -> str:
    """The stage's "open" message of a trace."""
    from explorer.stage.pack import open_message  # networkx: half a second that the first answer need not wait for

    return open_message(open_trace(name), name=name)


def packed_message(name: str) -> bytes:
    """The same, gzipped; what has not changed on disk is packed once."""
    path = find(name)
    return _packed(name, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=32)
def _packed(name: str, path: Path, changed: int) -> bytes:
    return gzip.compress(stage_message(name).encode(), 6)


def fetch_message(name: str, *, at_address: bool = False) -> str:
    """The message that makes the stage get a trace by itself.

    It opens at the first step, which spoils nothing, or at the step that the page's address names.
    """
    at = {} if at_address else {"at": {"it": 1, "phase": 1}}
    return json.dumps({"type": "fetch", "url": f"explorer/open/{name}", **at})


def _open(request: Request) -> Response:
    try:
        packed = packed_message(request.path_params["name"])
    except BadInput as error:
        return JSONResponse({"type": "clear", "text": friendly(error)}, status_code=404)
    return Response(packed, media_type="application/json", headers={"Content-Encoding": "gzip"})


def _file(request: Request) -> Response:
    name = request.path_params["name"]
    try:
        data = contents(name)
    except BadInput as error:
        return _sorry(error)
    return Response(data, media_type="application/jsonl", headers=_attached(f"{name}.jsonl"))


def _export(request: Request) -> Response:
    from explorer.stage.export import page

    name = request.path_params["name"]
    try:
        html = page(open_trace(name), name)
    except BadInput as error:
        return _sorry(error)
    return Response(html, media_type="text/html", headers=_attached(f"{name}.html"))


def _lessons(_: Request) -> Response:
    from explorer.lessons.library import cards

    return JSONResponse({"lessons": cards()})


def _lesson(request: Request) -> Response:
    from explorer.lessons.library import played

    try:
        return JSONResponse(played(request.path_params["slug"]))
    except BadInput as error:
        return JSONResponse({"text": friendly(error)}, status_code=404)


def _sorry(error: BadInput) -> Response:
    return Response(friendly(error), status_code=404, media_type="text/plain")


def _attached(file: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{file}"'}


def routes() -> list[Any]:
    """The routes, to be given to Gradio's own server. Names hold no slash, so no path leads elsewhere."""
    return [
        Route("/explorer/open/{name}", _open),
        Route("/explorer/file/{name}", _file),
        Route("/explorer/export/{name}", _export),
        Route("/explorer/lessons", _lessons),
        Route("/explorer/lesson/{slug}", _lesson),
        *whatif.routes(),
        *learn.routes(),
        *race.routes(),
        *health.routes(),
    ]
