"""The suffix tree counts what is in the texts, whatever they are, and follows a text as it grows."""

import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from decoders.methods.suffix.algorithm import SuffixSettings
from decoders.methods.suffix.drafts import Texts, budget_of, grow, longest_pattern
from decoders.methods.suffix.tree import ROOT, Place, SuffixTree

TEXT = some.lists(some.integers(0, 2), max_size=24)  # three tokens, so much repeats
TEXTS = some.lists(TEXT, min_size=1, max_size=4)
DEPTH = some.integers(1, 7)
String = tuple[int, ...]
WHOLE = Place(ROOT)


def tree_of(texts: list[list[int]], depth: int) -> SuffixTree:
    tree = SuffixTree(depth)
    for place, text in enumerate(texts):
        if place:
            tree.begin()
        tree.extend(text)
    return tree


def strings(tree: SuffixTree, place: Place = WHOLE, above: String = ()) -> dict[String, int]:
    """The count of every string in the order in which the tree gives them."""
    found: dict[String, int] = {}
    for token, child in tree.children(place):
        assert tree.child(place, token) == child
        assert tree.length(child) == len(above) + 1
        found[*above, token] = tree.count(child)
        found |= strings(tree, child, (*above, token))
    return found


def counted(texts: list[list[int]], depth: int) -> Counter[String]:
    """The same by looking at every part of every text."""
    return Counter(
        tuple(text[start:end])
        for text in texts
        for start in range(len(text))
        for end in range(start + 1, min(start + depth, len(text)) + 1)
    )


@given(TEXTS, DEPTH)
def test_counts_are_those_of_the_texts(texts: list[list[int]], depth: int) -> None:
    """A wrong count is a wrong estimate: the draft would follow what seldom came next."""
    assert strings(tree_of(texts, depth)) == counted(texts, depth)


@given(TEXTS, DEPTH)
def test_first_occurrences_are_found(texts: list[list[int]], depth: int) -> None:
    """The stage shows where the pattern was found; it must be there, and be the first one."""
    tree = tree_of(texts, depth)
    for string in counted(texts, depth):
        place = Place(ROOT)
        for token in string:
            place = tree.child(place, token) or place
        text, end = tree.end(place)
        first = next(
            (which, at + len(string))
            for which, one in enumerate(texts)
            for at in range(len(one) - len(string) + 1)
            if tuple(one[at : at + len(string)]) == string
        )
        assert (text, end) == first


@given(TEXTS, DEPTH, some.integers(1, 8))
def test_longest_repeated_suffix(texts: list[list[int]], depth: int, longest: int) -> None:
    """The pattern is the longest end of the text that occurs elsewhere; a shorter one would draft less."""
    tree, known, last = tree_of(texts, depth), counted(texts, depth), texts[-1]
    lengths = [n for n in range(1, min(longest, depth - 1, len(last)) + 1) if known[tuple(last[len(last) - n :])] > 1]
    place = tree.repeated(longest)
    assert tree.length(place) == max(lengths, default=0)
    if lengths:
        assert tree.count(place) == known[tuple(last[len(last) - max(lengths) :])]


@given(TEXTS, TEXT, DEPTH, some.integers(1, 8))
def test_longest_known_suffix(texts: list[list[int]], end: list[int], depth: int, longest: int) -> None:
    """The same for the end of a text that is not in the tree: an earlier answer is found wherever it applies."""
    tree, known = tree_of(texts, depth), counted(texts, depth)
    lengths = [n for n in range(1, min(longest, depth - 1, len(end)) + 1) if known[tuple(end[len(end) - n :])]]
    assert tree.length(tree.find(end, longest)) == max(lengths, default=0)


LIMITS = some.builds(
    SuffixSettings,
    node_budget=some.integers(1, 8),
    min_token_prob=some.sampled_from([0.0, 0.1, 0.34, 0.5, 1.0]),
    max_spec_factor=some.sampled_from([0.5, 1.0, 2.0]),
    max_spec_offset=some.sampled_from([0.0, 1.0, 3.0]),
    max_depth=some.integers(2, 9),
)


@given(LIMITS, TEXTS, some.lists(TEXT, max_size=5), some.integers(0, 5))
def test_a_tree_that_grew_is_the_tree_of_the_whole(
    limits: SuffixSettings, earlier: list[list[int]], parts: list[list[int]], room: int
) -> None:
    """A continued run, a what-if and an enumeration build the tree at once; they must draft what the run drafted."""
    grown, text = Texts(limits, earlier), list[int]()
    for part in parts:
        text += part
        grown.read(text)
        whole = Texts(limits, earlier)
        whole.read(text)
        assert grown.draft(room, {2}) == whole.draft(room, {2})
        assert strings(grown.own) == strings(whole.own)
        assert list(strings(grown.own)) == list(strings(whole.own)), "ties are broken by this order"


@given(LIMITS, TEXT, TEXT)
def test_another_text_starts_anew(limits: SuffixSettings, one: list[int], other: list[int]) -> None:
    """An enumeration jumps between texts; a draft from another branch would make its output distribution wrong."""
    texts, fresh = Texts(limits), Texts(limits)
    texts.read(one)
    texts.read(other)
    fresh.read(other)
    assert texts.draft(5) == fresh.draft(5)


@given(TEXTS, DEPTH, some.integers(1, 9), some.sampled_from([0.0, 0.2, 0.5, 1.0]), some.integers(0, 4))
def test_the_draft_has_the_most_probable_strings(
    texts: list[list[int]], depth: int, budget: int, least: float, levels: int
) -> None:
    """Budget spent on less frequent continuations would be wasted, and estimates beyond the limits would be drafted."""
    tree, known = tree_of(texts, depth), counted(texts, depth)
    pattern = tree.find([0], 1)
    if pattern.node == ROOT:
        return
    whole, ends = known[0,], {2}
    guesses = grow(tree, pattern, budget, least, levels, ends)
    paths: list[String] = []
    for guess in guesses:
        path = (*(paths[guess.parent] if guess.parent >= 0 else ()), guess.token)
        above = known[0, *path[:-1]]
        assert (guess.seen, guess.prob, guess.share) == (
            known[0, *path],
            known[0, *path] / whole,
            known[0, *path] / above,
        )
        paths.append(path)
    able = {
        string[1:]: count / whole
        for string, count in known.items()
        if string[0] == 0 and 1 <= len(string) - 1 <= levels and count / whole >= least
        if not ends & {*string[1:-1]}
    }
    assert len(set(paths)) == len(paths) == min(budget, len(able))
    assert {*paths} <= {*able}
    assert sorted((able[path] for path in paths), reverse=True) == [guess.prob for guess in guesses]
    left = [able[path] for path in able if path not in paths]
    assert not left or not paths or max(left) <= min(able[path] for path in paths)


@given(LIMITS, TEXTS, TEXT)
def test_the_better_of_two_trees_is_used(limits: SuffixSettings, earlier: list[list[int]], text: list[int]) -> None:
    """Of the text's own draft and that of earlier answers, the one that is expected to save more is used."""
    own, other, both = Texts(limits), Texts(limits, earlier), Texts(limits, earlier)
    own.read(text)
    both.read(text)
    alone, chosen = own.draft(4), both.draft(4)
    assert (chosen is None) <= (alone is None)
    if chosen is not None:
        scores = [chosen.score, *([] if chosen.other is None else [chosen.other])]
        assert chosen.score == max(scores)
        if alone is not None:
            assert chosen.score >= alone.score
            assert (chosen.source == "text") == (chosen.score == alone.score)
    assert other.draft(4) is None, "no text was read"


@given(LIMITS)
def test_pattern_and_draft_fit_into_the_tree(limits: SuffixSettings) -> None:
    """A pattern as long as the tree is deep would leave no room for a draft, just where the most can be copied."""
    longest = longest_pattern(limits)
    fits = [n + budget_of(limits, n) <= limits.max_depth for n in range(1, limits.max_depth)]
    assert 1 <= longest < max(2, limits.max_depth)
    assert longest == 1 or fits[longest - 1]
    assert not any(fits[longest:])


def test_long_texts_are_read_in_linear_time() -> None:
    """Eight thousand tokens of a text that repeats itself must cost milliseconds per round, not seconds."""
    block = [(i * i * 31 + i * 7) % 997 for i in range(4096)]
    sizes = []
    for text in ([0] * 8192, [*block, *block], block[:64] * 128):
        tree, begin = SuffixTree(24), time.process_time()
        tree.extend(text)
        assert time.process_time() - begin < 5, "far more than the fraction of a second that it takes"
        sizes.append(len(tree))
        assert len(tree) <= 24 * len(text)
    assert sizes[0] < 30, "one node per string that repeats, not per position"
    assert sizes[2] < 64 * 25


@settings(max_examples=60, deadline=None)
@given(some.lists(some.integers(0, 6), min_size=1, max_size=120), some.integers(2, 4), some.floats(0, 30))
def test_frequent_children_lack_no_child_that_is_frequent_enough(text: list[int], many: int, least: float) -> None:
    """Children that are sorted by size must give the drafts that all children would give, in the same order."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("decoders.methods.suffix.tree.MANY", many)
        tree = tree_of([text], 4)
    for place in all_places(tree):
        every = list(tree.children(place))
        found = list(tree.frequent(place, least))
        assert [each for each in found if tree.count(each[1]) >= least] == [
            each for each in every if tree.count(each[1]) >= least
        ]
        assert all(2 * tree.count(child) >= least for _, child in found if len(every) >= many)


def all_places(tree: SuffixTree) -> list[Place]:
    """All strings of a tree."""
    found = [WHOLE]
    for place in found:
        found += [child for _, child in tree.children(place)]
    return found
