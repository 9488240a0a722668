"""The order in which compared runs are measured, and the name of the processor."""

import platform
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from decoders.models.engine import cpu_fact

K = TypeVar("K")
T = TypeVar("T")


def in_turns(keys: Iterable[K], turns: Iterable[T], first: int = 0) -> Iterator[tuple[T, K]]:
    """Yield (turn, key) for every key in every turn. `first` is the number of the first turn.

    The order rotates from turn to turn, so that a change of the machine's speed affects all keys equally.

    >>> list(in_turns("ab", [1, 2]))
    [(1, 'a'), (1, 'b'), (2, 'b'), (2, 'a')]
    """
    keys = list(keys)
    for number, turn in enumerate(turns, first):
        for key in rotated(keys, number):
            yield turn, key


def rotated(items: Sequence[T], turn: int) -> list[T]:
    """The items in the order of a turn: rotated by the turn's number.

    >>> rotated("abc", 1), rotated("abc", 5)
    (['b', 'c', 'a'], ['c', 'a', 'b'])
    """
    first = turn % len(items)
    return [*items[first:], *items[:first]]


def evenly(items: Sequence[T], count: int) -> list[T]:
    """Choose `count` items, evenly spread and in order; all of them if `count` is 0 or too large.

    >>> evenly("abcdef", 3)
    ['a', 'c', 'e']
    """
    if not count or count >= len(items):
        return list(items)
    return [items[place * len(items) // count] for place in range(count)]


def cpu_name() -> str:
    """The processor's name, from the operating system."""
    return cpu_fact("model name") or platform.processor() or platform.machine()
