"""In which order runs are measured that are compared with each other, and on which machine."""

import platform
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from decoders.models.engine import cpu_fact

K = TypeVar("K")
T = TypeVar("T")


def in_turns(keys: Iterable[K], turns: Iterable[T], first: int = 0) -> Iterator[tuple[T, K]]:
    """Every key once in every turn, one after the other; `first` is the number of the first turn.

    The order rotates from turn to turn, so that a drift of the machine's speed meets all alike.

    >>> list(in_turns("ab", [1, 2]))
    [(1, 'a'), (1, 'b'), (2, 'b'), (2, 'a')]
    """
    keys = list(keys)
    for number, turn in enumerate(turns, first):
        for key in rotated(keys, number):
            yield turn, key


def rotated(items: Sequence[T], turn: int) -> list[T]:
    """The items in the order of one turn, which begins with another of them each time.

    >>> rotated("abc", 1), rotated("abc", 5)
    (['b', 'c', 'a'], ['c', 'a', 'b'])
    """
    first = turn % len(items)
    return [*items[first:], *items[:first]]


def evenly(items: Sequence[T], count: int) -> list[T]:
    """So many of them, evenly spread, in their order; all of them for 0, or where there are fewer.

    >>> evenly("abcdef", 3)
    ['a', 'c', 'e']
    """
    if not count or count >= len(items):
        return list(items)
    return [items[place * len(items) // count] for place in range(count)]


def cpu_name() -> str:
    """The processor's name as the operating system gives it."""
    return cpu_fact("model name") or platform.processor() or platform.machine()
