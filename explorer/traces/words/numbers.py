"""How numbers, amounts and token texts are written in sentences. Nothing here changes what was recorded."""

import math
import re

NOISE = 1e-12  # a probability below this, some thousand roundings of float64, is written as 0
_VISIBLE = str.maketrans({" ": "␣", "\n": "↵", "\t": "⇥", "\r": "␍", "\u00a0": "⟨nbsp⟩"})


def visible(text: str) -> str:
    """Text with its spaces, tabs and line ends as signs.

    >>> visible(" blue")
    '␣blue'
    """
    return text if text.startswith("⟨") and text.endswith("⟩") else text.translate(_VISIBLE)  # ⟨E2 98⟩: half a sign


def number(value: float) -> str:
    """A number with two decimals or two digits, whichever says more; rounding noise is 0.

    >>> number(0.318), number(0.0001234), number(1e-17)
    ('0.32', '0.00012', '0')
    """
    if abs(value) < NOISE:
        return "0"
    return f"{value:.2f}" if 0.005 <= abs(value) < 100 else f"{value:.2g}"


def digits(value: float | None) -> str:
    """A number with three digits; rounding noise is 0, and what is not known is infinite or was too small to record.

    >>> digits(0.31842), digits(-0.0), digits(None)
    ('0.318', '0', '–')
    """
    if value is None:
        return "–"
    return "0" if abs(value) < NOISE else f"{value:.3g}"


def log(value: float | None) -> str:
    """A log-likelihood; null where the likelihood is zero.

    >>> log(-1.234), log(None)
    ('−1.23', '−∞')
    """
    return "−∞" if value is None or value == -math.inf else f"{value:.2f}".replace("-", "−")


def duration(seconds: float) -> str:
    """Wall time with its unit.

    >>> duration(0.0478), duration(1.234)
    ('47.8 ms', '1.23 s')
    """
    return f"{seconds * 1000:.3g} ms" if seconds < 0.9995 else f"{seconds:.3g} s"


def plural(count: int, word: str) -> str:
    """A number and its noun.

    >>> plural(1, "node"), plural(2, "node")
    ('1 node', '2 nodes')
    """
    return f"{count} {word}{'s' * (count != 1)}"


def amount(draws: int, nodes: int, word: str = "node") -> str:
    """So many nodes, and how many draws they stand for if that is another number.

    >>> amount(3, 3), amount(6, 3), amount(6, 3, "")
    ('3 nodes', '3 nodes (6 draws)', '3 (6 draws)')
    """
    size = plural(nodes, word) if word else str(nodes)
    return size if draws == nodes else f"{size} ({plural(draws, 'draw')})"


def times(count: int) -> str:
    """How often a node was drawn, where that is more than once, as the graph writes it."""
    return f" ×{count}" if count > 1 else ""


def capital(sentence: str) -> str:
    """A sentence with a capital, but for one that begins with a quantity: P is not p.

    >>> capital("the rest"), capital("p_beam gave it"), capital("u = 0.5"), capital("−log p")
    ('The rest', 'p_beam gave it', 'u = 0.5', '−log p')
    """
    return sentence if re.match(r"\W|p(_beam)?\b|\w+\s*[=(/]", sentence) else sentence[:1].upper() + sentence[1:]
