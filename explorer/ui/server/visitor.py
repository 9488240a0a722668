"""Identify the visitor of a request, so that the queue can treat visitors separately."""

import ipaddress
import os
from typing import Any

from gradio.context import LocalContext
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import Scope

TAB = "visitor"  # the query parameter in which a page names its tab (memory.js)


def visitor() -> str:
    """Identify the current event's visitor.

    The identity is the session of the page or client, the address of an MCP client, or "" if unknown.
    """
    request: Any = LocalContext.request.get(None)
    session = getattr(request, "session_hash", None)
    client = getattr(request, "client", None)
    if session or client is None:
        return str(session or "")
    return address_of({"client": (client.host, 0), "headers": _raw(getattr(request, "headers", {}))})


def _raw(headers: Any) -> list[tuple[bytes, bytes]]:
    return [(str(key).lower().encode("latin-1"), str(value).encode("latin-1")) for key, value in headers.items()]


def caller(request: Request) -> str:
    """Identify the visitor of a route by address and browser tab, because a whole class may share one address."""
    return f"{address_of(request.scope)} {request.query_params.get(TAB, '')[:32]}".strip()


def address_of(scope: Scope) -> str:
    """The address of a request's sender, as far as it can be trusted.

    On a Space, every request comes from a private address of its proxies. Each proxy appends the address of its client
    to X-Forwarded-For, so the last public address is that of the visitor. Entries before it may have been forged.
    """
    address = str((scope.get("client") or ("",))[0])
    if "SPACE_ID" not in os.environ:  # uvicorn itself reads the header of a proxy on this machine
        return address
    for entry in reversed(Headers(scope=scope).get("x-forwarded-for", "").split(",")):
        try:
            if ipaddress.ip_address(entry.strip()).is_global:
                return entry.strip()
        except ValueError:
            break
    return address
