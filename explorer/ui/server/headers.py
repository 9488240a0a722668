"""Security headers for every response.

The headers tell the browser to load nothing from other sites, to guess no content types, and not to show the page in
another site's frame.

No browser and no proxy caches responses that may contain a visitor's own data (traces, pages, results of calls,
uploads). Gradio compiles templates and styles inside the page, so inline scripts and styles cannot be forbidden. Text
from a trace or a visitor is never placed where a browser would run it (tests/browser/test_hostile.py).
"""

import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

PRIVATE = ("/explorer/", "/gradio_api/", "/config", "/healthz", "/metrics")
KEPT = {"Cache-Control": "no-cache"}  # for bundled content: the browser may cache it, but checks for a new version
_NO_STORE = (b"cache-control", b"no-store")
Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Send], Awaitable[None]]

_POLICY = {
    "default-src": "'self'",
    "script-src": "'self' 'unsafe-inline' 'unsafe-eval'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "frame-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
}


def security_headers() -> list[tuple[bytes, bytes]]:
    """The security headers, as pairs of name and value.

    If the app runs as a Space, pages of huggingface.co may show it in a frame. Otherwise, only the app's own pages may.
    """
    frames = "'self' https://huggingface.co https://*.hf.space" if "SPACE_ID" in os.environ else "'self'"
    policy = "; ".join(f"{what} {whence}" for what, whence in (_POLICY | {"frame-ancestors": frames}).items())
    return [
        (b"content-security-policy", policy.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"same-origin"),
    ]


class SecurityHeaders:
    """Middleware that adds security headers to a response if they are missing. Streams are not buffered."""

    def __init__(self, app: App) -> None:
        self._app, self._headers = app, security_headers()

    async def __call__(self, scope: Any, receive: Any, send: Send) -> None:
        own = self._headers
        if any(part in scope.get("path", "") for part in PRIVATE):
            own = [*own, _NO_STORE]

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                present = {name.lower() for name, _ in headers}
                message["headers"] = [*headers, *(header for header in own if header[0] not in present)]
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)
