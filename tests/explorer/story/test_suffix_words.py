"""The words about SuffixDecoding: if these fail, a reader takes a share of occurrences for a model's probability."""

import re

from decoders.methods.suffix.algorithm import SuffixLayer
from explorer.story.page.gallery import traces
from tests.bundled import bundled, packed
from tests.explorer.trace.runs import told


def test_a_percentage_says_what_it_counts() -> None:
    """“22%” after “seen 8 times” means nothing without the count of the token and of all occurrences."""
    said = 0
    for one, recorded in zip(packed("suffix")["iterations"], bundled("suffix").iterations, strict=True):
        layer = next(each for each in recorded.layers if isinstance(each, SuffixLayer))
        draft = next(step["plain"] for step in one["steps"] if step["phase"] == "draft")
        found = re.search(r"follows (\d+) of the (\d+) occurrences? \((\d+)%\), counting the end of the text\.$", draft)
        assert bool(found) == bool(layer.nodes)
        if found:
            share = layer.counts[0] / layer.occurrences
            assert [int(each) for each in found.groups()] == [layer.counts[0], layer.occurrences, round(100 * share)]
            said += 1
    assert said > 3


def test_a_search_that_finds_nothing_is_a_step() -> None:
    """A round whose Draft phase is missing looks like another method."""
    seen: set[bool] = set()
    for iteration, tell in told("suffix", {"max_spec_offset": 2}, seeds=6):
        layer = next(each for each in iteration.layers if isinstance(each, SuffixLayer))
        (step,) = (each for each in iteration.steps if each.phase == "draft")
        nothing = "The last word of the text has not appeared before, so nothing is guessed."
        assert (tell.plain(step) == nothing) == (layer.source == "")
        seen.add(layer.source == "")
    assert seen == {True, False}


def test_the_bundled_run_opens_on_a_tree_that_pays() -> None:
    """A newcomer whose first rounds accept nothing does not see what the method is for."""
    first = bundled("suffix").iterations[0]
    parents = [node.parent for node in first.nodes if node.role == "draft"]
    assert len(set(parents)) < len(parents)  # a branch
    assert sum(verdict.decision == "accepted" for verdict in first.verdicts) >= 4


def test_a_greedy_run_says_that_its_text_is_the_greedy_one() -> None:
    """“The same probabilities” is no sentence about a run that takes the most likely token."""
    assert packed("suffix")["header"]["about"]["law"] == "Lossless: the text is the same as in greedy decoding."
    assert "same probabilities" in packed("block")["header"]["about"]["law"]


def test_the_note_of_a_run_is_true_in_each_of_its_rounds() -> None:
    """The note is the title of a run on the page, whatever round is on the screen."""
    for one in traces():
        assert not re.match(r"Round \d", one.note), one.name  # “… in round 2” says where to look
