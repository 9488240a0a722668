"""Who asks: what the queue tells visitors apart by."""

from gradio.context import LocalContext
from starlette.requests import Request


def visitor() -> str:
    """The session of the page or client that the event being handled came from, an MCP client's address; else ""."""
    request = LocalContext.request.get(None)
    session = getattr(request, "session_hash", None)
    client = getattr(request, "client", None)
    return str(session or getattr(client, "host", None) or "")


def address(request: Request) -> str:
    """The address that a route was asked from: a link has no session."""
    return request.client.host if request.client else ""
