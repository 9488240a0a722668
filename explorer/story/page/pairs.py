"""The names of pairs of models, and the noun for their tokens (token, word or letter)."""

from functools import lru_cache
from pathlib import Path

from decoders.exact.toy import read_toy
from decoders.files import ASSETS
from explorer.story.numbers import plural


def unit_of(pair: str) -> str:
    """Return what a token of a pair is called: a toy's tokens are words or letters.

    >>> unit_of("smollm2"), unit_of("toy:assets/toys/gsd-figure-4.json"), unit_of("toy:assets/toys/dsbd-figure-1.json")
    ('token', 'word', 'letter')
    """
    if not pair.startswith("toy:"):
        return "token"
    words = toy_words(pair[4:])
    return "letter" if words and all(len(word) == 1 and word.isalpha() for word in words) else "word"


@lru_cache(maxsize=64)
def toy_words(file: str) -> tuple[str, ...]:
    """Return a toy pair's words; empty if its file is not on this machine, as for a trace from elsewhere."""
    here = ASSETS / "toys" / Path(file).name if file.startswith("assets/toys/") else Path(file)
    return tuple(read_toy(here).vocab) if here.is_file() else ()


def toy_name(pair: str) -> str:
    """Return the name of a toy pair with its size.

    >>> toy_name("toy:assets/toys/gsd-figure-4.json")
    'toy pair “gsd-figure-4” (11 words)'
    """
    size = len(toy_words(pair[4:]))
    return f"toy pair “{Path(pair[4:]).stem}”{f' ({plural(size, unit_of(pair))})' if size else ''}"


def short(name: str) -> str:
    """Return a model's name without its owner, and without text in brackets or after a semicolon."""
    return name.partition(";")[0].partition(" (")[0].rpartition("/")[2].strip()
