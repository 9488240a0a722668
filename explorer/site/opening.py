"""The first view that the app and the static site share: its run, the race above it, and the list of runs."""

import json

from decoders.errors import BadInput
from explorer.features.opening import opening
from explorer.service.store import gallery

NONE = "This copy contains no recorded runs. Choose a method and press Run."


def default_trace() -> str | None:
    """Name of the trace that the page opens if its address names none; None if no trace is bundled."""
    return next((card.name for card in gallery()), None)


def start_message(name: str | None) -> str:
    """The message that makes the stage fetch a trace: the one in the page's address, or else the default trace."""
    return json.dumps({"type": "start", "trace": name or "", "text": NONE})


def race_json(name: str, *, here: bool = True) -> str:
    """The race above a run as JSON; "null" if there is none. A missing or unfinished trace raises no error.

    `here` is False for a page without an app (features/opening.py).
    """
    try:
        return json.dumps(opening(name, here=here), ensure_ascii=False)
    except (BadInput, ValueError):
        return "null"


def recorded_choices() -> list[tuple[str, str]]:
    """The pairs (label, name) of the bundled traces, grouped by story."""
    return [(f"{card.story} · {card.note or card.title}", card.name) for card in gallery()]
