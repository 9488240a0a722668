"""Gradio's own files, such as its scripts: from memory, packed, and kept by the browser for good.

Gradio reads them from the disk for every visit and sends them unpacked; most of a first visit over a network is them.
"""

import gzip
import mimetypes
from functools import cache
from pathlib import Path
from typing import Any

import gradio
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from explorer.ui.scripts import FOR_GOOD

ASSETS = Path(gradio.__file__).parent / "templates" / "frontend" / "assets"


@cache
def _names() -> frozenset[str]:
    return frozenset(path.name for path in ASSETS.iterdir() if path.is_file())


@cache
def _packed(name: str) -> bytes:
    return gzip.compress((ASSETS / name).read_bytes(), 6)


async def _asset(request: Request) -> Response:
    # a file's name has a hash of what is in it, so it may be kept for good
    name = request.path_params["name"]
    if name not in _names():
        return Response(status_code=404)
    headers, kind = {"Cache-Control": FOR_GOOD, "Vary": "Accept-Encoding"}, mimetypes.guess_type(name)[0]
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(ASSETS / name, media_type=kind, headers=headers)
    return Response(_packed(name), media_type=kind, headers=headers | {"Content-Encoding": "gzip"})


def routes() -> list[Any]:
    """The route that answers in place of Gradio's, to be given to Gradio's own server."""
    return [Route("/assets/{name}", _asset)]
