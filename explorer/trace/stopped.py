"""Why a run ended before its time, where its summary says so."""

from collections.abc import Mapping
from typing import Any

STOPPED = {"shutdown": "the app was shut down while it ran; what it made until then is here"}


def stopped(summary: Mapping[str, Any] | None) -> str | None:
    """The reason in words; None of a run that came to its own end, or has no summary."""
    code = (summary or {}).get("stopped")
    return None if code is None else STOPPED[code]
