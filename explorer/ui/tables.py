"""Tables that may be wider than a screen: each scrolls in a box of its own, which the keyboard can reach."""

from html import escape


def scrolled(table: str, label: str, look: str = "law") -> str:
    """HTML of a table in a box that scrolls; `label` is what a screen reader calls it, `look` its class."""
    return f'<div class="{look}" tabindex="0" role="group" aria-label="{escape(label)}">{table}</div>'
