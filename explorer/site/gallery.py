"""The gallery of bundled traces as HTML."""

from html import escape
from itertools import groupby
from pathlib import PurePosixPath

from explorer.service.store import Card, gallery


def gallery_html() -> str:
    """The bundled traces as cards under the stories they tell, each a link to itself."""
    stories = "".join(
        f'<section><h3>{escape(story)}</h3><ul class="traces">{"".join(map(_card, cards))}</ul></section>'
        for story, cards in groupby(gallery(), key=lambda card: card.story)
    )
    return stories or "<p>No traces are bundled with this copy.</p>"


def _card(card: Card) -> str:
    """What is to be seen first; the names that a command line takes come last."""
    about = escape(card.note or card.title)
    title = f"<em>{escape(card.title)}</em>" if card.note and card.title else ""
    return (
        f'<li><a href="?trace={escape(card.name)}" data-trace="{escape(card.name)}"><b>{about}</b>{title}'
        f"<q>{escape(card.prompt[:140])}</q><span>{escape(_pair(card.pair))} · {escape(card.method)}</span></a></li>"
    )


def _pair(name: str) -> str:
    """A pair's name as a person reads it."""
    return f"toy pair {PurePosixPath(name).stem}" if name.startswith("toy:") else name
