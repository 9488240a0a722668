"""The lab's measures if the draft's context is shorter than the target's."""

from dataclasses import replace

from decoders.pairs import toy_pair
from explorer.lab.experiment import Cell, Context, Task
from explorer.lab.measure import merged_kl
from tests.laws.test_draft_window import Short
from tests.toys import random_pair


def test_merged_drafts_are_compared_up_to_the_end_of_the_draft() -> None:
    """A draft token at the end of the draft's context has no q after it, which must not end a sweep."""
    cell, task = Cell("merge", "gsd", {"merge": 0, "gamma": 3}), Task("t", "a")
    toy = random_pair(3, eos=False)
    pair = toy_pair(toy, "toy:random")
    whole = merged_kl(Context(pair, 12), cell, task, 1)[0]["merged"]
    counts: list[int] = []
    for window in range(2, 8):
        short = replace(pair, models=replace(pair.models, draft=Short(toy.draft, window)))
        counts.append(merged_kl(Context(short, 12), cell, task, 1)[0]["merged"] or 0)
    assert 0 < max(counts) < whole
