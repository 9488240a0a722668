"""Write numbers, amounts and token texts for sentences. Nothing here changes what was recorded."""

import math
import re
import unicodedata
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import lru_cache

SMALLEST = 1e-4  # in the plain voice, a smaller ratio is written as “less than 0.0001”
NOISE = 1e-12  # a smaller probability, no larger than some thousand rounding errors of float64, is written as 0
_VISIBLE = str.maketrans({" ": "␣", "\n": "↵", "\t": "⇥", "\r": "␍", "\u00a0": "⟨nbsp⟩"})
# the bytes of an incomplete character, or an id without a token
_CODE = re.compile(r"⟨([0-9A-F]{2}( [0-9A-F]{2})*|id \d+)⟩")
# Control characters, formats such as a change of direction, private characters, unpaired surrogates, line separators.
_UNSEEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters, marks and symbols that are drawn as blanks
_JOINERS = "\u200c\u200d"  # between two characters, these change the characters' shape
_RIGHT_TO_LEFT = ("R", "AL")
ISOLATE, END = "\u2068", "\u2069"  # around a text, so that its direction does not affect its neighbours


@lru_cache(maxsize=4096)
def visible(text: str) -> str:
    """Replace spaces, tabs and line ends of a token's text with visible signs, and invisible characters with their code
    points.

    >>> visible(" blue"), visible("\u202eok"), visible("⟨E2 98⟩")
    ('␣blue', '⟨U+202E⟩ok', '⟨E2 98⟩')
    """
    return text if _CODE.fullmatch(text) else isolated(coded(text.translate(_VISIBLE)))


def coded(text: str) -> str:
    """Replace invisible characters with their code points; spaces and line ends stay.

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
    """Put Unicode isolates around right-to-left text, so that it cannot change the direction of the text next to it.

    >>> isolated("ok"), ascii(isolated("שלום"))[1:7]
    ('ok', '\\\\u2068')
    """
    turns = not text.isascii() and any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in text)
    return f"{ISOLATE}{text}{END}" if turns else text


@lru_cache(maxsize=4096)
def said(text: str) -> str:
    """A text without the spaces around it, as it would be read aloud. Text that has only spaces and line ends is shown
    by signs.

    >>> said(" blue"), said("\\n"), said("it.\\nSo")
    ('blue', '↵', 'it.↵So')
    """
    words = text.strip()
    return isolated(coded(words).replace("\n", "↵")) if words else visible(text)


def number(value: float) -> str:
    """A number with two decimals or two digits, whichever shows more, and without a power of ten. Rounding noise is
    written as 0. A number below 1 is never written as 1, because that would hide why a test failed.

    >>> number(0.318), number(0.0001234), number(1e-17), number(0.9961), number(1234.0)
    ('0.32', '0.00012', '0', '0.996', '1234')
    """
    size = abs(value)
    if size < NOISE:
        return "0"
    if size < 0.005:
        return format(Decimal(f"{value:.2g}"), "f")
    if size >= 100:
        return f"{value:.0f}"
    places = next((k for k in range(2, 12) if size >= 1 or round(size, k) < 1), 2)
    return f"{value:.{places}f}"


def percent(value: float) -> str:
    """A probability in percent, with few digits, for the plain voice.

    >>> percent(0.681), percent(0.0304), percent(0.003), percent(0.00004), percent(1.0), percent(0.0)
    ('68%', '3.0%', '0.3%', '0.004%', '100%', '0%')
    >>> percent(0.9999), percent(1e-9)
    ('over 99%', 'almost 0%')
    >>> percent(0.05), percent(0.0501)
    ('5%', '5.0%')
    """
    if value < NOISE or abs(1 - value) < NOISE:
        return f"{100 * value:.0f}%"
    if 0.995 <= value < 1:
        return "over 99%"
    if value >= 0.00095:
        return f"{100 * value:.{0 if value >= 0.0995 or is_whole(value) else 1}f}%"
    return f"{format(Decimal(f'{100 * value:.1g}'), 'f')}%" if value >= 1e-6 else "almost 0%"


def is_whole(value: float) -> bool:
    """Whether a probability is a whole number of percent, as in many toy pairs, so that no decimal is needed."""
    return abs(100 * value - round(100 * value)) < 1e-7


def share(value: float) -> str:
    """A probability in percent with two digits, so that small ones can be compared.

    >>> share(0.01234), share(0.000123), share(0.42)
    ('1.2%', '0.012%', '42%')
    """
    small = 1e-6 <= value < 0.0995
    return f"{format(Decimal(f'{100 * value:.2g}'), 'f')}%" if small else percent(value)


def factor(value: float, written: str = "") -> str:
    """A ratio of probabilities, which says how many times as likely something is. `written` is the ratio in digits, if
    they are already chosen.

    >>> factor(4.4), factor(0.278), factor(3e-5), factor(math.inf)
    ('4.40', '0.28', 'less than 0.0001', 'infinite')
    """
    if math.isinf(value):
        return "infinite"
    return "less than 0.0001" if 0 < value < SMALLEST else written or number(value)


def apart(left: float, right: float, short: Callable[[float], str] = number) -> tuple[str, str]:
    """Two numbers with as many decimals as it takes to see which is larger, and at least as many as `short` gives them.

    >>> apart(0.33, 0.62), apart(0.3312, 0.3309), apart(0.33, 0.0264, two_digits)
    (('0.33', '0.62'), ('0.3312', '0.3309'), ('0.33', '0.026'))
    """
    return _longer_until_apart(left, right, short, lambda value, places: f"{value:.{places}f}", range(3, 16))


def percents(left: float, right: float) -> tuple[str, str]:
    """Two probabilities in percent with as many decimals as it takes to see which is larger.

    >>> percents(0.33, 0.62), percents(0.3312, 0.3309), percents(0.0904, 0.09)
    (('33%', '62%'), ('33.12%', '33.09%'), ('9.04%', '9.00%'))
    """
    return _longer_until_apart(left, right, percent, lambda value, places: f"{100 * value:.{places}f}%", range(1, 14))


def _longer_until_apart(
    left: float, right: float, short: Callable[[float], str], long: Callable[[float, int], str], decimals: range
) -> tuple[str, str]:
    """Two numbers as `short` writes them. If different numbers look equal, `long` writes them with more and more
    decimals until they look different.
    """
    written = short(left), short(right)
    for places in decimals:
        if written[0].replace(".0%", "%") != written[1].replace(".0%", "%") or left == right:
            break
        written = long(left, places), long(right, places)
    return written


def quotient(top: float, below: float, factor: float = 1.0, result: str = "") -> tuple[str, str, str]:
    """Two probabilities in percent and a factor, with enough digits to give the written threshold top ÷ below ÷ factor.

    `result` is the threshold as the sentence writes it; if it is empty, `two_digits` writes it. A factor of 1 has no
    more digits than `number` gives it.

    >>> quotient(0.1, 0.25)[:2], quotient(0.881, 0.923)[:2], quotient(0.00191, 0.0371)[:2]
    (('10%', '25%'), ('88.1%', '92.3%'), ('0.19%', '3.7%'))
    >>> quotient(0.88, 0.92, 1.45), quotient(0.8933, 0.9225, 2.0848), quotient(0.000106, 0.552124, 2.138)
    (('88%', '92%', '1.45'), ('89.3%', '92.2%', '2.085'), ('0.0106%', '55.2%', '2.138'))
    >>> quotient(0.3312, 0.4807)[:2], quotient(0.3312, 0.4807, result="0.689")[:2]
    (('33%', '48%'), ('33.12%', '48.07%'))
    """
    written = percent(top), percent(below), number(factor)
    if not below or min(top, below) < 1e-6:
        return written
    exact, right = top / below / factor, result
    if not right or f"{exact:.{_decimals(right)}f}" != right:  # the recorded threshold is another number
        right = two_digits(exact)
    for size in range(2, 12):
        parts = [float(each.rstrip("%")) if each[0].isdigit() else 0.0 for each in written]
        if min(parts) and f"{parts[0] / parts[1] / parts[2]:.{_decimals(right)}f}" == right:
            break
        longer = number(factor) if factor == 1 else _significant(factor, size + 1)
        written = f"{_significant(100 * top, size)}%", f"{_significant(100 * below, size)}%", longer
    return written


def _decimals(written: str) -> int:
    """The number of decimals of a written number."""
    return len(written.partition(".")[2])


def _significant(value: float, size: int) -> str:
    """A number with this many digits, and without a power of ten.

    >>> _significant(0.0106, 2), _significant(55.2124, 3), _significant(100.0, 2)
    ('0.011', '55.2', '100')
    """
    return format(Decimal(f"{value:#.{size}g}"), "f")


def two_digits(value: float) -> str:
    """A number as `number` writes it, but with at least two digits, so that it can be used in calculations.

    >>> two_digits(0.010675), two_digits(0.00404), two_digits(0.318), two_digits(0.0)
    ('0.011', '0.0040', '0.32', '0')
    """
    return format(Decimal(f"{value:#.2g}"), "f") if NOISE <= abs(value) < 0.0995 else number(value)


def multiplied(
    left: float, right: float, product: float, otherwise: Callable[[float], str] = number
) -> tuple[str, str, str]:
    """Two ratios and their product. The ratios have so many digits that the product of the written ratios, rounded, is
    the written product. An infinite or very small number is written by `otherwise`.

    >>> multiplied(0.4, 1.8, 0.72), multiplied(4.325, 0.0645, 0.27896), multiplied(0.2, 0.000195, 0.000039)
    (('0.40', '1.80', '0.72'), ('4.33', '0.065', '0.28'), ('0.200', '0.000195', '0.000039'))
    >>> multiplied(0.0061, 1.75, 0.010675)
    ('0.0061', '1.75', '0.011')
    """
    if math.isinf(max(left, right, product)) or min(left, right, product) < 1e-9:
        return otherwise(left), otherwise(right), otherwise(product)
    written = two_digits(left), two_digits(right), two_digits(product)
    places = _decimals(written[2])
    for size in range(2, 12):
        if f"{float(written[0]) * float(written[1]):.{places}f}" == f"{product:.{places}f}":
            break
        written = _longer(left, size), _longer(right, size), written[2]
    return written


def _longer(value: float, size: int) -> str:
    """A ratio with this many digits, or as `number` writes it if that form has more."""
    short, long = two_digits(value), _significant(value, size)
    return short if len(short) >= len(long) else long


def digits(value: float | None) -> str:
    """A number with three significant digits. Rounding noise is written as 0. None is written as a dash: the number was
    infinite or too small to record.

    >>> digits(0.31842), digits(-0.0), digits(None)
    ('0.318', '0', '–')
    """
    if value is None:
        return "–"
    return "0" if abs(value) < NOISE else f"{value:.3g}"


def fraction(top: float | None, *below: float | None) -> tuple[str, ...]:
    """Two numbers with three digits each. The numbers get more digits if their quotient would otherwise be wrong in its
    first three digits.

    >>> fraction(0.0131, 0.101), fraction(0.43987, 0.44352), fraction(None, 0.5)
    (('0.0131', '0.101'), ('0.4399', '0.4435'), ('–', '0.5'))
    """
    written = digits(top), *map(digits, below)
    values = [each for each in (top, *below) if each is not None and abs(each) >= NOISE]
    if len(values) <= len(below):
        return written
    for size in range(4, 9):
        first, *others = map(float, written)
        if digits(first / math.prod(others)) == digits(values[0] / math.prod(values[1:])):
            break
        written = tuple(f"{each:.{size}g}" for each in values)
    return written


def calculated(compute: Callable[..., float], *values: float, size: int = 3) -> tuple[str, ...]:
    """Numbers with three digits each, or with more if the value computed from them would differ in its first `size`
    digits.

    >>> calculated(lambda a, b: min(a * b, 1.0), 0.0061234, 1.7456)
    ('0.00612', '1.75')
    >>> calculated(lambda left, p: left / (left + 1 - p), 0.0123, 0.99876)
    ('0.0123', '0.99876')
    """
    values = tuple(0.0 if abs(value) < NOISE else value for value in values)
    written = tuple(map(digits, values))
    for more in range(4, 12):
        if f"{compute(*map(float, written)):.{size}g}" == f"{compute(*values):.{size}g}":
            break
        written = tuple(f"{value:.{more}g}" for value in values)
    return written


def signed(value: float) -> str:
    """A number with four digits and a real minus sign.

    >>> signed(-0.69743)
    '−0.6974'
    """
    return f"{value:.4g}".replace("-", "−")


def log(value: float | None, places: int = 2) -> str:
    """A log-likelihood with this many decimals. None means that the likelihood is zero.

    >>> log(-1.234), log(None)
    ('−1.23', '−∞')
    """
    return "−∞" if value is None or value == -math.inf else f"{value:.{places}f}".replace("-", "−")


def duration(seconds: float) -> str:
    """Wall time with its unit.

    >>> duration(0.0478), duration(1.234)
    ('47.8 ms', '1.23 s')
    """
    return f"{seconds * 1000:.3g} ms" if seconds < 0.9995 else f"{seconds:.3g} s"


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
    """A phrase for all things of a kind, with their number, such as “all 4 beams” or “both guesses”.

    >>> every(2, "guess"), every(4, "beam")
    ('both guesses', 'all 4 beams')
    """
    return f"both {plural(2, word)[2:]}" if count == 2 else f"all {plural(count, word)}"


def listed(words: Sequence[str], most: int | None = 3, of: int | None = None, joint: str = "and") -> str:
    """Join words as a list for a sentence. At most `most` words are named (None: all), and the others are counted; `of`
    is the number of all. A single remaining word is named, too, if it is among `words`. `joint` is the conjunction
    before the last word.

    >>> listed(["a"]), listed(["a", "b", "c"], joint="or"), listed(["a", "b", "c", "d", "e"])
    ('a', 'a, b or c', 'a, b, c and 2 more')
    >>> listed(["a", "b", "c"], most=2), listed(["a", "b"], most=2, of=3)
    ('a, b and c', 'a, b and 1 more')
    """
    more = 0 if most is None else (len(words) if of is None else of) - most
    if more == 1 and most is not None and len(words) > most:
        most, more = most + 1, 0
    *others, last = (*words[:most], f"{more} more") if more > 0 else words
    return f"{', '.join(others)} {joint} {last}" if others else last


def outcomes(count: int, label: str) -> str:
    """A number of decisions with the label of their state, which may be a noun.

    >>> outcomes(2, "accepted"), outcomes(2, "fill-in beam"), outcomes(1, "extra beam")
    ('2 accepted', '2 fill-in beams', '1 extra beam')
    """
    return plural(count, label) if label.endswith(("beam", "choice", "token")) else f"{count} {label}"


def amount(draws: int, nodes: int, word: str = "node") -> str:
    """A number of nodes and, if it differs, the number of draws that they represent.

    >>> amount(3, 3), amount(6, 3), amount(6, 3, "")
    ('3 nodes', '3 nodes (6 draws)', '3 (6 draws)')
    """
    size = plural(nodes, word) if word else str(nodes)
    return size if draws == nodes else f"{size} ({plural(draws, 'draw')})"


def often(count: int) -> str:
    """The number of times that a node was sampled, in words; empty if it was sampled once.

    >>> often(1), often(2), often(3)
    ('', '2 draws', '3 draws')
    """
    return f"{count} draws" if count > 1 else ""


def repeated(count: int) -> str:
    """The number of times that something was sampled, as an adverb.

    >>> repeated(2), repeated(3)
    ('twice', '3 times')
    """
    return "twice" if count == 2 else f"{count} times"


def multiplicity(count: int) -> str:
    """The number of times that a node was sampled, in the exact voice: “×2”; empty if it was sampled once."""
    return f"×{count}" if count > 1 else ""


def times(count: int) -> str:
    """The number of times that a node was sampled, as the graph writes it; empty if it was sampled once."""
    return f" ×{count}" if count > 1 else ""
