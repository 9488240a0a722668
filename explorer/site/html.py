"""Pieces of HTML that several pages need."""

from html import escape


def scrolled(table: str, label: str, look: str = "law") -> str:
    """HTML of a table in a box that scrolls. `label` is the table's name for screen readers, and `look` is its CSS
    class.
    """
    return f'<div class="{look}" tabindex="0" role="group" aria-label="{escape(label)}">{table}</div>'
