"""What a pair and its tokens are called."""

from functools import lru_cache
from pathlib import Path

from decoders.exact.toy import read_toy
from decoders.files import ASSETS


def unit_of(pair: str) -> str:
    """What a token of a pair is called: a toy's tokens are words, or letters.

    >>> unit_of("smollm2"), unit_of("toy:assets/toys/gsd-figure-4.json"), unit_of("toy:assets/toys/dsbd-figure-1.json")
    ('token', 'word', 'letter')
    """
    if not pair.startswith("toy:"):
        return "token"
    words = toy_words(pair[4:])
    return "letter" if words and all(len(word) == 1 and word.isalpha() for word in words) else "word"


@lru_cache(maxsize=64)
def toy_words(file: str) -> tuple[str, ...]:
    """A toy pair's words; empty where its file is not at hand, as with a trace from elsewhere."""
    here = ASSETS / "toys" / Path(file).name if file.startswith("assets/toys/") else Path(file)
    return tuple(read_toy(here).vocab) if here.is_file() else ()


def toy_name(pair: str) -> str:
    """A toy pair by its size and its file.

    >>> toy_name("toy:assets/toys/gsd-figure-4.json")
    '11-word toy “gsd-figure-4”'
    """
    size = len(toy_words(pair[4:]))
    return f"{f'{size}-{unit_of(pair)} ' if size else ''}toy “{Path(pair[4:]).stem}”"


def short(name: str) -> str:
    """A model's name without its owner, and without what stands in brackets or behind a semicolon."""
    return name.partition(";")[0].partition(" (")[0].rpartition("/")[2].strip()
