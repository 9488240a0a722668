"""Refuse requests from other sites' pages. On a local machine, a request must name this machine as its host.

Another site could point its own name at 127.0.0.1 (DNS rebinding) and then read the user's runs. Such requests still
name the other site as their host, so they are refused. Requests that would change something are also refused if they
come from another site's page. A public app accepts every name, unless its host lists names in `EXPLORER_HOSTS`.
"""

import ipaddress
import os
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from explorer.service.offered import is_public

ALLOWED = "EXPLORER_HOSTS"  # names separated by commas, or *
READS = ("GET", "HEAD", "OPTIONS")
STRANGE_HOST = (
    f"This app accepts only names of this machine. To reach it by another name, start it with {ALLOWED}=NAME."
)
STRANGE_ORIGIN = "This request came from a page of another site. Open the app’s own page."


def allowed_hosts(own: str) -> Collection[str] | None:
    """The names that the app accepts in addition to those of this machine; None means every name.

    `own` is the address on which the app listens. The environment is read at the start.
    """
    given = [name.strip().strip("[]").lower() for name in os.environ.get(ALLOWED, "").split(",")]
    names = {name for name in given if name}
    if "*" in names or (is_public() and not names):
        return None
    return names | {own.strip("[]").lower()}


class Hosts:
    """Middleware that refuses requests to another host. It also refuses requests that would change something if they
    come from another site's page.
    """

    def __init__(self, app: ASGIApp, own: str) -> None:
        """`own` is the address on which the app listens."""
        self._app, self._names = app, allowed_hosts(own)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check requests and websockets. Everything else is passed on."""
        if scope["type"] in ("http", "websocket"):
            refused = self._refusal(scope, Headers(scope=scope))
            if refused is not None and scope["type"] == "websocket":
                return await send({"type": "websocket.close", "code": 1008})
            if refused is not None:
                return await refused(scope, receive, send)
        await self._app(scope, receive, send)

    def _refusal(self, scope: Scope, headers: Headers) -> PlainTextResponse | None:
        if self._names is not None and not self._is_ours(f"//{headers.get('host', '')}"):
            return PlainTextResponse(STRANGE_HOST, status_code=421)
        if scope.get("method", "") in READS:
            return None
        origin = headers.get("origin")
        if self._names is not None and origin is not None and not self._is_ours(origin):
            return PlainTextResponse(STRANGE_ORIGIN, status_code=403)
        ours = "/explorer/" in scope["path"]  # other pages may call Gradio's own addresses of a public app
        if ours and headers.get("sec-fetch-site") == "cross-site":
            return PlainTextResponse(STRANGE_ORIGIN, status_code=403)
        return None

    def _is_ours(self, address: str) -> bool:
        assert self._names is not None
        try:
            name = (urlsplit(address).hostname or "").rstrip(".").lower()
        except ValueError:  # not an address
            return False
        return name in self._names or _is_local(name)


def _is_local(name: str) -> bool:
    """Whether a name always means this machine."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
