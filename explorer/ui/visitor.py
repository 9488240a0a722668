"""Who asks: what the queue tells visitors apart by."""

from gradio.context import LocalContext


def visitor() -> str:
    """The session of the page or client that the event being handled came from; "" outside of one."""
    request = LocalContext.request.get(None)
    return str(getattr(request, "session_hash", None) or "")
