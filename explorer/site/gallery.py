"""The gallery of bundled traces as HTML."""

from html import escape
from itertools import groupby
from pathlib import PurePosixPath

from explorer.service.store import Card, gallery


def gallery_html() -> str:
    """Write the bundled traces as cards with links, grouped by story."""
    stories = "".join(
        f'<section><h3>{escape(story)}</h3><ul class="traces">{"".join(map(_card, cards))}</ul></section>'
        for story, cards in groupby(gallery(), key=lambda card: card.story)
    )
    return stories or "<p>This copy contains no recorded runs.</p>"


def _card(card: Card) -> str:
    """HTML of one card: the description first, the names for the command line last."""
    about = escape(card.note or card.title)
    title = f"<em>{escape(card.title)}</em>" if card.note and card.title else ""
    return (
        f'<li><a href="?trace={escape(card.name)}" data-trace="{escape(card.name)}"><b>{about}</b>{title}'
        f"<q>{escape(card.prompt[:140])}</q><span>{escape(_pair(card.pair))} · {escape(card.method)}</span></a></li>"
    )


def _pair(name: str) -> str:
    """A pair's name for people: a toy pair without its path."""
    return f"toy pair {PurePosixPath(name).stem}" if name.startswith("toy:") else name
