"""The app's page for embedding: `?embed=1` shows one step, one lesson or one race, without the header and the tabs.

This is the page of the static site (explorer/site), but it fetches its data from this app. The page for embedding
starts no run and changes nothing, so other sites may show it in a frame. The app itself may not be shown in a frame.
"""

from functools import cache
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from explorer.site.page import page_html, site_css, site_js
from explorer.stage.font import versioned
from explorer.ui.scripts import packed

PATH = "explorer/site/"
_FONT = f"../fonts/{versioned()}"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
_FILES = {"site.js": (site_js, "text/javascript"), "site.css": (lambda: site_css(_FONT), "text/css")}


class Embedded:
    """Middleware that sends the page for embedding if a request for the app's address has `embed=1`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the page for embedding, or pass the request on."""
        if scope["type"] != "http" or scope["path"] != "/" or not _wanted(scope["query_string"]):
            return await self._app(scope, receive, send)
        page = HTMLResponse(embedded_html(), headers={"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"})
        return await page(scope, receive, send)


def _wanted(query: bytes) -> bool:
    return dict(parse_qsl(query.decode("latin-1"))).get("embed") == "1"


@cache
def embedded_html() -> str:
    """The page for embedding. Its scripts fetch their data from the app."""
    return page_html(files=None, script=_address("site.js"), style=_address("site.css"), policy=POLICY)


def _address(file: str) -> str:
    """The address of a file. It contains a hash of the content."""
    return f"{PATH}{file}?v={sha256(_FILES[file][0]().encode()).hexdigest()[:12]}"


def _file(request: Request) -> Response:
    file = request.path_params["file"]
    if file not in _FILES:
        return Response(status_code=404)
    content, media_type = _FILES[file]
    return packed(content(), media_type)


def routes() -> list[Any]:
    """The routes of the script and the style sheet for Gradio's server."""
    return [Route(f"/{PATH}{{file}}", _file)]
