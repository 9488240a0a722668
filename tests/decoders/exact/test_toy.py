"""Toy models: cached distributions are those of their tables."""

import numpy as np

from decoders.core.rules import ArrayLogits, Warp
from tests.toys import random_pair


def test_remembered_laws_are_those_of_the_table() -> None:
    """An enumeration uses few rows thousands of times; a wrong cached row would change every exact result."""
    model = random_pair(0).target
    contexts = [(0,), (1,), (1, 2), (1, 2, 1)]
    logits = model.start(()).forward([0, 1, 2, 1], [-1, -1, 1, 2])
    plain = ArrayLogits(np.stack([model.scores(context) for context in contexts]))
    for warp in (Warp(), Warp(0.7), Warp(top_k=2), Warp(0)):
        for _ in range(2):  # the second time from memory
            for weights in ((0.0, -1.0, -2.0), (-3.0, 0.0, -1.0)):
                for rows in ((0, 1, 2), (3, None, 1), (2, 2, 2)):
                    mine, wanted = logits.warp_joint(rows, weights, warp), plain.warp_joint(rows, weights, warp)
                    assert (mine.ids.tolist(), mine.probs.tolist()) == (wanted.ids.tolist(), wanted.probs.tolist())
            for row in range(len(contexts)):
                assert logits.warp(row, warp).probs.tolist() == plain.warp(row, warp).probs.tolist()
                assert (logits.top(row, 2), logits.logp(row, 1)) == (plain.top(row, 2), plain.logp(row, 1))
