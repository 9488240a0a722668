"""How numbers, amounts and token texts are written in sentences. Nothing here changes what was recorded."""

import math
import re
import unicodedata
from collections.abc import Callable
from decimal import Decimal

SMALLEST = 1e-4  # a product of ratios below this is practically 0 to a first reader
NOISE = 1e-12  # a probability below this, some thousand roundings of float64, is written as 0
_VISIBLE = str.maketrans({" ": "␣", "\n": "↵", "\t": "⇥", "\r": "␍", "\u00a0": "⟨nbsp⟩"})
_CODE = re.compile(r"⟨([0-9A-F]{2}( [0-9A-F]{2})*|id \d+)⟩")  # bytes of half a character, or an id without a token
# Controls, formats such as a change of direction, private characters, halves of pairs, separators of lines.
_UNSEEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters, marks and symbols without a shape
_JOINERS = "\u200c\u200d"  # between two characters they change their shape
_RIGHT_TO_LEFT = ("R", "AL")
ISOLATE, END = "\u2068", "\u2069"  # around a text, so that its direction does not affect its neighbours


def visible(text: str) -> str:
    """Replace spaces, tabs and line ends of a token's text by signs, and invisible characters by code points.

    >>> visible(" blue"), visible("\u202eok"), visible("⟨E2 98⟩")
    ('␣blue', '⟨U+202E⟩ok', '⟨E2 98⟩')
    """
    return text if _CODE.fullmatch(text) else isolated(coded(text.translate(_VISIBLE)))


def coded(text: str) -> str:
    """Replace invisible characters by their code points; spaces and line ends stay.

    >>> coded("a\u200bb c"), coded("\u00ad"), coded("\ufeff")
    ('a⟨U+200B⟩b c', '⟨U+00AD⟩', '⟨U+FEFF⟩')
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"⟨U+{ord(c):04X}⟩" if _is_unseen(text, i) else c for i, c in enumerate(text))


def _is_unseen(text: str, place: int) -> bool:
    character = text[place]
    if character in _JOINERS and 0 < place < len(text) - 1:
        return False
    kind = unicodedata.category(character)
    return character in _BLANK or (kind in _UNSEEN and character != "\n") or (kind == "Zs" and character != " ")


def isolated(text: str) -> str:
    """Put isolates around right-to-left text, so that it cannot change the direction of its neighbours.

    >>> isolated("ok"), ascii(isolated("שלום"))[1:7]
    ('ok', '\\\\u2068')
    """
    turns = not text.isascii() and any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in text)
    return f"{ISOLATE}{text}{END}" if turns else text


def said(text: str) -> str:
    """Text as one would say it, without the spaces around it; where nothing else is left, with signs.

    >>> said(" blue"), said("\\n"), said("it.\\nSo")
    ('blue', '↵', 'it.↵So')
    """
    words = text.strip()
    return isolated(coded(words).replace("\n", "↵")) if words else visible(text)


def number(value: float) -> str:
    """A number with two decimals or two digits, whichever says more; rounding noise is 0.

    >>> number(0.318), number(0.0001234), number(1e-17)
    ('0.32', '0.00012', '0')
    """
    if abs(value) < NOISE:
        return "0"
    return f"{value:.2f}" if 0.005 <= abs(value) < 100 else f"{value:.2g}"


def apart(left: float, right: float) -> tuple[str, str]:
    """Two chances with as many digits as it takes to see which is larger.

    >>> apart(0.33, 0.62), apart(0.3312, 0.3309)
    (('0.33', '0.62'), ('0.3312', '0.3309'))
    """
    said = chance(left), chance(right)
    for places in range(3, 16):
        if said[0] != said[1] or left == right:
            break
        said = f"{left:.{places}f}", f"{right:.{places}f}"
    return said


def quotient(top: float, below: float) -> tuple[str, str]:
    """Two chances with as many digits as it takes for their quotient to come out right to two decimals.

    >>> quotient(0.1, 0.25), quotient(0.030404, 0.044824), quotient(0.4, 0.0004)
    (('0.10', '0.25'), ('0.0304', '0.0448'), ('0.40', '0.0004'))
    """
    said = chance(top), chance(below)
    if not below or min(top, below) < SMALLEST or max(top, below) >= 0.995:
        return said
    for places in range(3, 9):
        if float(said[1]) and f"{float(said[0]) / float(said[1]):.2f}" == f"{top / below:.2f}":
            break
        said = f"{top:.{places}f}", f"{below:.{places}f}"
    return said


def multiplied(
    left: float, right: float, product: float, otherwise: Callable[[float], str] | None = None
) -> tuple[str, str, str]:
    """Two factors and their product, the factors with as many digits as it takes for the product shown to come out.

    What is infinite or very small is written as `otherwise` does, which is `chance` where nothing else is given.

    >>> multiplied(0.4, 1.8, 0.72), multiplied(4.325, 0.0645, 0.27896)
    (('0.40', '1.80', '0.72'), ('4.33', '0.065', '0.28'))
    """
    if math.isinf(max(left, right, product)) or min(left, right, product) < SMALLEST:
        write = otherwise or chance
        return write(left), write(right), write(product)
    said = chance(left), chance(right), chance(product)
    if not re.fullmatch(r"[\d.]+", said[2]):
        return said
    places = len(said[2].partition(".")[2])
    for size in range(2, 12):
        if re.fullmatch(r"[\d.]+ [\d.]+", f"{said[0]} {said[1]}"):
            made = float(said[0]) * float(said[1])
            if f"{made:.{places}f}" == f"{product:.{places}f}":
                break
        said = _longer(left, size), _longer(right, size), said[2]
    return said


def _longer(value: float, size: int) -> str:
    """A factor with so many digits, or as `chance` writes it if that has more."""
    plain, written = chance(value), f"{value:#.{size}g}"
    return plain if re.fullmatch(r"[\d.]+", plain) and len(plain) >= len(written) else written


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


def share(value: float) -> str:
    """A small chance with two digits and no power of ten, for comparing two of them.

    >>> share(0.01234), share(0.42)
    ('0.012', '0.42')
    """
    return format(Decimal(f"{value:.2g}"), "f") if value >= 1e-6 else chance(value)


def plural(count: int, word: str) -> str:
    """A number and its noun.

    >>> plural(1, "node"), plural(2, "pass"), plural(2, "copy")
    ('1 node', '2 passes', '2 copies')
    """
    if count == 1:
        return f"1 {word}"
    ending = "es" if word.endswith("s") else "s"
    return f"{count} {word[:-1]}ies" if word.endswith("py") else f"{count} {word}{ending}"


def every(count: int, word: str) -> str:
    """All of them, by number; several are meant.

    >>> every(2, "guess"), every(4, "beam")
    ('both guesses', 'all 4 beams')
    """
    return f"both {plural(2, word)[2:]}" if count == 2 else f"all {plural(count, word)}"


def chance(value: float) -> str:
    """A chance or a factor for a first reader: two decimals, and no power of ten.

    >>> chance(0.318), chance(0.0067), chance(0.00004), chance(1.0), chance(0.9999), chance(1e-9), chance(4.33)
    ('0.32', '0.007', '0.00004', '1', 'over 0.99', 'almost 0', '4.33')
    """
    if value < NOISE or abs(1 - value) < NOISE:
        return f"{value:.0f}"
    if 0.995 <= value < 1:
        return "over 0.99"
    if value >= 0.0095:
        return f"{value:.2f}" if value < 100 else f"{value:.0f}"
    return format(Decimal(f"{value:.1g}"), "f") if value >= 1e-6 else "almost 0"


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


_QUOTED_OR_LETTER = re.compile(r"“[^”]*”|(?<![\w′_-])([pq])(_beam)?(?![\w′])")


def named(sentence: str) -> str:
    """A sentence with p and q called by their models where they come first; quoted tokens stay as they are.

    >>> named("u < min(1, p/q), for p gives “p” more than q")
    'u < min(1, target p/draft q), for p gives “p” more than q'
    """
    seen = set[str]()

    def called(match: re.Match[str]) -> str:
        letter = match[1]
        if letter is None or letter in seen:
            return match[0]
        seen.add(letter)
        whose = "target" if letter == "p" else "draft"
        return match[0] if sentence[: match.start()].endswith(f"{whose} ") else f"{whose} {match[0]}"

    return _QUOTED_OR_LETTER.sub(called, sentence)
