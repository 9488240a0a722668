"""The run that the page opens first, and the list of recorded runs. The app and the static site share them."""

import json

from explorer.service.store import gallery

NONE = "This copy contains no recorded runs. Choose a method and press Run."


def default_trace() -> str | None:
    """Name of the trace that the page opens if its address names none; None if no trace is bundled."""
    names = [card.name for card in gallery()]
    return next((name for name in names if name.startswith("spd")), names[0] if names else None)


def start_message(name: str | None) -> str:
    """The message that makes the stage fetch the trace that the page's address names, or else this one."""
    return json.dumps({"type": "start", "trace": name or "", "text": NONE})


def recorded_choices() -> list[tuple[str, str]]:
    """(label, name) of the bundled traces, grouped by story."""
    return [(f"{card.story} · {card.note or card.title}", card.name) for card in gallery()]
