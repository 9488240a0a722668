"""HTML tables of the "Energy" tab, and the format of the numbers in them."""

from collections.abc import Iterable, Sequence
from html import escape

from explorer.site.html import scrolled


def table(head: Sequence[str], rows: Iterable[Sequence[str]], label: str, *, words: bool = False) -> str:
    """Build an HTML table. `words` says whether the last column contains words instead of numbers."""
    heads, body = _line("th", head, words), "".join(_line("td", row, words) for row in rows)
    return scrolled(f"<table><thead>{heads}</thead><tbody>{body}</tbody></table>", label, "scroll")


def _line(tag: str, row: Sequence[str], words: bool) -> str:
    looks = [""] * (len(row) - 1) + [' class="words"' if words else ""]
    cells = [f"<{tag}{look}>{escape(cell)}</{tag}>" for look, cell in zip(looks, row, strict=True)]
    return f"<tr>{''.join(cells)}</tr>"


def number(value: float | None) -> str:
    """Format a number with four significant digits; None becomes "unknown"."""
    return "unknown" if value is None else f"{value:.4g}"
