"""Use your own drafts, which are functions from a context to probabilities, and compare them with the pair's draft.

    python -m examples.own_draft

Set `PAIR = "smollm2"` to use the same drafts for a language model. A lossless method keeps the target's output
distribution with any draft. A draft that is closer to the target is accepted more often.
"""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np

import decoders
import explorer

PAIR = f"toy:{Path(__file__).parents[1] / 'assets' / 'toys' / 'dsbd-figure-1.json'}"
pair = decoders.load_pair(PAIR)
size = pair.models.target.vocab_size


def repeats(context: tuple[int, ...]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Count the tokens that have followed the last token so far; every other token keeps a small probability."""
    weights = np.full(size, 0.1)
    for before, after in pairwise(context):
        if before == context[-1]:
            weights[after] += 1
    return weights / weights.sum()


def uniform(context: tuple[int, ...]) -> list[float]:
    """Give every token the same probability: the worst draft that still proposes something."""
    return [1 / size] * size


drafts = {"its own": pair}
for function in (repeats, uniform):
    drafts[function.__name__] = decoders.with_draft(pair, decoders.drafter(size, function, name=function.__name__))
print(f"draft tokens of {PAIR.rpartition('/')[2]}, by what drafts them:")
for name, with_this_draft in drafts.items():
    decisions = Counter[str]()
    for seed in range(20):
        trace = explorer.record("spd", with_this_draft, "h", {"gamma": 2}, seed=seed, max_new_tokens=24)
        decisions.update(trace.to_pandas().verdicts["decision"])
    accepted, rejected = decisions["accepted"], decisions["rejected"]
    print(f"{name:8} {accepted:3} of {accepted + rejected:3} tested draft tokens were accepted")
