"""A suffix tree of texts that grows by one token at a time and counts how often every string occurs.

A *node* is a string of at most `depth` tokens that occurs in the texts. A node that occurs once has no recorded
children, because its only continuation is read from the text. So there are only about as many nodes as there are
different repeated strings, and a token costs at most `depth` steps. This module does not depend on models,
probabilities or decoders.

>>> tree = SuffixTree(depth=8)
>>> tree.extend([5, 1, 2, 9, 5, 1, 2, 7, 5, 1])
>>> place = tree.repeated(4)
>>> tree.length(place), tree.count(place), [(token, tree.count(child)) for token, child in tree.children(place)]
(2, 3, [(2, 2)])
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

BREAK = -1  # separates two texts
MANY = 64  # a string with at least this many children also groups them by count
ROOT = 0


class Place(NamedTuple):
    """A string in a tree. It consists of the string of a node and, if that string occurs only once, of the next
    `beyond` tokens of the text.
    """

    node: int
    beyond: int = 0


class SuffixTree:
    """The counts of all strings of at most `depth` tokens in the texts that were added. No string crosses the end of a
    text.
    """

    def __init__(self, depth: int) -> None:
        """`depth` is the maximum length of a counted string. The tree starts with one empty text."""
        self.depth = depth
        self._text: list[int] = []
        self._starts = [0]  # index of the first token of every text
        self._count = [2]  # occurrences; the root counts as repeated so that its children are recorded
        self._end = [0]  # index after the first occurrence
        self._length = [0]
        self._children: list[dict[int, int] | None] = [{}]  # None: a string that occurs once
        self._repeated = [ROOT]  # the suffixes of the text that occur more than once, by length
        # for strings with many children: the children by ⌊log₂ count⌋, to find the frequent ones without looking at the
        # others
        self._sizes: dict[int, list[dict[int, int]]] = {}
        self.looked = 0  # number of children that were compared, for tests and limits

    def begin(self) -> None:
        """Start another text."""
        self._text.append(BREAK)
        self._starts.append(len(self._text))
        self._repeated = [ROOT]

    def extend(self, tokens: Iterable[int]) -> None:
        """Append tokens (ids that are 0 or more) to the current text."""
        for token in tokens:
            self._append(token)

    def _append(self, token: int) -> None:
        self._text.append(token)
        repeated = [ROOT]
        for node in self._repeated:
            children = self._children[node]
            assert children is not None, "a repeated string records its children"
            child = children.get(token)
            if child is None:
                children[token] = self._leaf(node, len(self._text))
                self._add_size(node, token, children)
                continue
            self._count[child] += 1
            self._grow_size(node, token, child)
            if self._length[child] < self.depth:
                if self._children[child] is None:
                    self._record_children(child)
                repeated.append(child)
        self._repeated = repeated

    def _add_size(self, node: int, token: int, children: dict[int, int]) -> None:
        """Add a new child to its group. If there are now many children, group all of them."""
        if node in self._sizes:
            self._sizes[node][0][children[token]] = token
        elif len(children) == MANY:
            sizes = [
                dict[int, int]() for _ in range(max(self._count[child] for child in children.values()).bit_length())
            ]
            for each, child in children.items():
                sizes[self._count[child].bit_length() - 1][child] = each
            self._sizes[node] = sizes

    def _grow_size(self, node: int, token: int, child: int) -> None:
        """Put a child whose count has increased into the group for its new count, if that is another group."""
        sizes, size = self._sizes.get(node), self._count[child].bit_length() - 1
        if sizes is None or child not in sizes[size - 1]:
            return
        if size == len(sizes):
            sizes.append({})
        del sizes[size - 1][child]
        sizes[size][child] = token

    def _leaf(self, parent: int, end: int) -> int:
        """Add a string that occurs once and ends before the index `end`."""
        self._count.append(1)
        self._end.append(end)
        self._length.append(self._length[parent] + 1)
        self._children.append(None)
        return len(self._count) - 1

    def _record_children(self, node: int) -> None:
        """Record the continuation of a string's first occurrence, because the string now occurs twice."""
        follows = self._next(Place(node))
        self._children[node] = {} if follows == BREAK else {follows: self._leaf(node, self._end[node] + 1)}

    def repeated(self, longest: int) -> Place:
        """The longest suffix of the current text, of at most `longest` tokens, that also occurs elsewhere.

        Returns the root if there is no such suffix. A suffix of `depth` tokens cannot be continued and is not
        considered.
        """
        return Place(self._repeated[min(longest, len(self._repeated) - 1)])

    def find(self, tokens: Sequence[int], longest: int) -> Place:
        """The longest suffix of `tokens`, of at most `longest` tokens, that occurs in the texts; the root if there is
        none.
        """
        best = Place(ROOT)
        for length in range(1, min(longest, self.depth - 1, len(tokens)) + 1):
            place = self._walk(tokens[len(tokens) - length :])
            if place is None:  # a longer suffix contains this one
                break
            best = place
        return best

    def _walk(self, tokens: Iterable[int]) -> Place | None:
        place: Place | None = Place(ROOT)
        for token in tokens:
            place = self.child(place, token)
            if place is None:
                return None
        return place

    def child(self, place: Place, token: int) -> Place | None:
        """The string that is longer by this token; None if this longer string does not occur."""
        if self.length(place) >= self.depth:
            return None
        children = self._children[place.node]
        if children is not None:
            return Place(children[token]) if token in children else None
        return Place(place.node, place.beyond + 1) if self._next(place) == token else None

    def _next(self, place: Place) -> int:
        """The token after a string that occurs once; BREAK if a text ends there."""
        end = self._end[place.node] + place.beyond
        return self._text[end] if end < len(self._text) else BREAK

    def count(self, place: Place) -> int:
        """Number of occurrences in all texts."""
        return self._count[place.node]

    def length(self, place: Place) -> int:
        """Number of tokens of the string."""
        return self._length[place.node] + place.beyond

    def end(self, place: Place) -> tuple[int, int]:
        """The position after the first occurrence of the string, as (text, index in that text)."""
        end = self._end[place.node] + place.beyond
        text = bisect_right(self._starts, end) - 1
        return text, end - self._starts[text]

    def children(self, place: Place) -> Iterator[tuple[int, Place]]:
        """The children as (token, the string one token longer), in the order of their first occurrences."""
        if self.length(place) >= self.depth:
            return
        children = self._children[place.node]
        if children is not None:
            yield from ((token, Place(child)) for token, child in children.items())
        elif (token := self._next(place)) != BREAK:
            yield token, Place(place.node, place.beyond + 1)

    def frequent(self, place: Place, least: float) -> Iterator[tuple[int, Place]]:
        """All children that occur at least `least` times, and possibly others, in the order of `children`.

        If there are many children, only those that occur more than `least` / 2 times are looked at. There are at most 2
        · count / `least` of these children.
        """
        sizes = self._sizes.get(place.node) if self.length(place) < self.depth and not place.beyond else None
        if sizes is None:
            for token, child in self.children(place):
                self.looked += 1
                yield token, child
            return
        found = dict[int, int]()
        for size in range(len(sizes) - 1, -1, -1):
            if 2 << size <= least:  # all counts in this group and below are smaller
                break
            found |= sizes[size]
        self.looked += len(found)
        for child in sorted(found):  # node numbers follow the order of first occurrences
            yield found[child], Place(child)

    def __len__(self) -> int:
        """Number of recorded nodes, the root included."""
        return len(self._count)
