"""Who asks: what the queue tells visitors apart by."""

from gradio.context import LocalContext
from starlette.requests import Request

TAB = "visitor"  # the part of a query in which a page names its tab (memory.js)


def visitor() -> str:
    """The session of the page or client that the event being handled came from, an MCP client's address; else ""."""
    request = LocalContext.request.get(None)
    session = getattr(request, "session_hash", None)
    client = getattr(request, "client", None)
    return str(session or getattr(client, "host", None) or "")


def caller(request: Request) -> str:
    """Who asks for a route: the address it was asked from, and the tab, as a class may share one address."""
    host = request.client.host if request.client else ""
    return f"{host} {request.query_params.get(TAB, '')[:32]}".strip()
