"""What the page opens on: the app and the static site show the same first view."""

import json

from explorer.service.store import gallery

NONE = "No recorded trace is bundled with this copy. Choose a method and press “Run yours”."


def default_trace() -> str | None:
    """The name of the trace that the page opens if its address names none."""
    names = [card.name for card in gallery()]
    return next((name for name in names if name.startswith("spd")), names[0] if names else None)


def start_message(name: str | None) -> str:
    """The message that makes the stage get the trace that the page's address names, or else this one."""
    return json.dumps({"type": "start", "trace": name or "", "text": NONE})


def recorded_choices() -> list[tuple[str, str]]:
    """(label, name) of the bundled traces, story after story."""
    return [(f"{card.story} · {card.note or card.title}", card.name) for card in gallery()]
