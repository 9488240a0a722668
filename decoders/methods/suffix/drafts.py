"""Make the drafts of SuffixDecoding: find where the end of a text occurred before, and make a tree of its
continuations.

`Texts` has two suffix trees: one of the text that is being written, and one of earlier answers. In each tree, the
*pattern* is the longest suffix of the text that also occurs elsewhere in that tree's texts. Below the pattern, tokens
are added one by one, the most frequent first. A token's estimated probability is the count of the child divided by the
count of its parent. The product of these estimates along a path is the count of the whole string divided by the count
of the pattern. The sum of these products is the number of tokens that a draft is expected to save. Of the two drafts,
the one with the larger sum is used. This module does not depend on models, and nothing in it is random.
"""

import heapq
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from itertools import count
from typing import Literal, NamedTuple, Protocol

from decoders.methods.suffix.tree import ROOT, Place, SuffixTree

Source = Literal["text", "earlier"]  # the tree that a draft comes from


class Limits(Protocol):
    """The settings that shape a draft."""

    @property
    def min_token_prob(self) -> float: ...
    @property
    def max_spec_factor(self) -> float: ...
    @property
    def max_spec_offset(self) -> float: ...
    @property
    def node_budget(self) -> int: ...
    @property
    def max_depth(self) -> int: ...


class Guess(NamedTuple):
    """A drafted token. `parent` is the index of the guess before it (−1: the text itself)."""

    parent: int
    token: int
    seen: int  # occurrences of the pattern followed by the tokens on the path to this guess
    share: float  # count of this string / count of its parent
    prob: float  # estimated probability of the whole path: count / count of the pattern


@dataclass(frozen=True)
class Draft:
    """The draft that continues a pattern.

    `answer` is the index of the text in which the pattern first occurs, and `at` is the index of the token after this
    occurrence.
    """

    source: Source
    pattern: tuple[int, ...]
    occurrences: int  # number of times the pattern occurs, including the end of the text
    answer: int
    at: int
    budget: int  # maximum number of guesses below a pattern of this length
    guesses: tuple[Guess, ...]
    other: float | None = None  # score of the draft from the other tree, if it has the pattern

    @property
    def score(self) -> float:
        """The sum of the estimated probabilities, which is the expected number of accepted guesses if the estimates are
        right.
        """
        return sum((guess.prob for guess in self.guesses), 0.0)


def budget_of(limits: Limits, length: int) -> int:
    """Maximum number of guesses below a pattern of this length."""
    return min(limits.node_budget, int(limits.max_spec_factor * length + limits.max_spec_offset))


def longest_pattern(limits: Limits) -> int:
    """The length of the longest pattern that leaves room for its draft; at least 1.

    Pattern and draft together have at most `max_depth` tokens.
    """
    fits = (n for n in range(1, limits.max_depth) if n + budget_of(limits, n) <= limits.max_depth)
    return max(fits, default=1)


class Texts:
    """The suffix trees of a text and of earlier answers. `own` is the tree of the text, and `read` updates it as the
    text grows.
    """

    def __init__(self, limits: Limits, earlier: Sequence[Sequence[int]] = ()) -> None:
        self._limits = limits
        self._longest = longest_pattern(limits)
        self._earlier = SuffixTree(limits.max_depth)
        self._answers = 0
        for answer in earlier:
            self.remember(answer)
        self._tokens: list[int] = []
        self.own = SuffixTree(limits.max_depth)

    def remember(self, answer: Sequence[int]) -> None:
        """Add an earlier answer."""
        if self._answers:
            self._earlier.begin()
        self._answers += 1
        self._earlier.extend(answer)

    def read(self, tokens: Sequence[int]) -> None:
        """Make `tokens` the current text. If they continue the previous text, only the new tokens are added to
        its tree.
        """
        known = len(self._tokens)
        if list(tokens[:known]) != self._tokens:
            self.own, self._tokens, known = SuffixTree(self._limits.max_depth), [], 0
        self.write(tokens[known:])

    def write(self, tokens: Sequence[int]) -> None:
        """Add tokens to the end of the text."""
        self.own.extend(tokens)
        self._tokens += tokens

    @property
    def looked(self) -> int:
        """The number of children that were compared for all drafts so far, which measures the work of drafting."""
        return self.own.looked + self._earlier.looked

    def draft(self, depth: int, ends: Set[int] = frozenset()) -> Draft | None:
        """The draft for the text, at most `depth` tokens deep; None if the end of the text does not occur elsewhere.

        Nothing follows a token of `ends`. If the two drafts have equal scores, the one from the text itself is used.
        """
        own = self._below("text", self.own, self.own.repeated(self._longest), depth, ends)
        found = self._earlier.find(self._tokens[-self._longest :], self._longest)
        earlier = self._below("earlier", self._earlier, found, depth, ends)
        if own is None or earlier is None:
            return own or earlier
        best, other = (own, earlier) if own.score >= earlier.score else (earlier, own)
        return replace(best, other=other.score)

    def _below(self, source: Source, tree: SuffixTree, pattern: Place, depth: int, ends: Set[int]) -> Draft | None:
        if pattern.node == ROOT:
            return None
        length = tree.length(pattern)
        budget = budget_of(self._limits, length)
        guesses = tuple(grow(tree, pattern, budget, self._limits.min_token_prob, depth, ends))
        answer, at = tree.end(pattern)
        return Draft(source, tuple(self._tokens[-length:]), tree.count(pattern), answer, at, budget, guesses)


def grow(
    tree: SuffixTree, pattern: Place, budget: int, min_prob: float, depth: int, ends: Set[int] = frozenset()
) -> list[Guess]:
    """The guesses below a pattern, most probable first. If several tie, the one that was reached first wins.

    There are at most `budget` guesses on at most `depth` levels, each with an estimated probability of at least
    `min_prob`.
    """
    whole, deepest = tree.count(pattern), tree.length(pattern) + depth
    guesses: list[Guess] = []
    waiting: list[tuple[int, int, int, int, Place]] = []  # −count, order of arrival, parent, token, its place
    arrivals = count()

    def reach(place: Place, parent: int) -> None:
        for token, child in tree.frequent(place, min_prob * whole) if tree.length(place) < deepest else ():
            if tree.count(child) / whole >= min_prob:
                heapq.heappush(waiting, (-tree.count(child), next(arrivals), parent, token, child))

    reach(pattern, -1)
    while waiting and len(guesses) < budget:
        negative, _, parent, token, place = heapq.heappop(waiting)
        above = guesses[parent].seen if parent >= 0 else whole
        guesses.append(Guess(parent, token, -negative, -negative / above, -negative / whole))
        if token not in ends:
            reach(place, len(guesses) - 1)
    return guesses
