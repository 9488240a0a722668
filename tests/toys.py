"""Toy pairs, and the comparison of output distributions, for the tests of exactness."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from decoders.catalog import decoder
from decoders.core.decode import Emitted, Models
from decoders.exact.law import Outcome, output_law, total_variation
from decoders.exact.toy import ToyPair, parse_toy
from decoders.methods.tree_verification import Scored

Text = tuple[int, ...]
Law = dict[Outcome, float]
EXACT = 1e-12  # largest total variation that counts as equal
CAUGHT = 1e-7  # smallest total variation that counts as a caught mutation
SHAPES = [  # random pairs for a method that draws several candidates
    pytest.param({"size": 2}, id="two tokens, where iid drafts often coincide"),
    pytest.param({"size": 3}, id="three tokens, one of them EOS"),
    pytest.param({"same": True}, id="p = q"),
    pytest.param({"zeros": (0.0, 0.6)}, id="q has zeros where p is positive"),
    pytest.param({"zeros": (0.6, 0.0)}, id="p has zeros where q is positive"),
    pytest.param({"zeros": (0.4, 0.4), "eos": False}, id="zeros on both sides, no EOS"),
]


def random_rows(rng: np.random.Generator, size: int, keys: list[str], zeros: float) -> dict[str, list[float]]:
    """Random rows over `size` tokens; each entry is zero with probability `zeros`, never a whole row."""
    rows = {}
    for key in keys:
        row = rng.dirichlet(np.ones(size)) * (rng.random(size) >= zeros)
        if row.sum() == 0:
            row[rng.integers(size)] = 1.0
        rows[key] = (row / row.sum()).tolist()
    return rows


def random_pair(
    seed: int, size: int = 3, *, eos: bool = True, zeros: tuple[float, float] = (0, 0), same: bool = False
) -> ToyPair:
    """A random pair with a context of two tokens; `zeros` are the chances of zeros in p and q. `same`: q = p."""
    rng = np.random.default_rng(seed)
    vocab = [chr(ord("a") + i) for i in range(size)]
    keys = ["", *vocab, *(f"{x} {y}" for x in vocab for y in vocab)]
    target = random_rows(rng, size, keys, zeros[0])
    draft = target if same else random_rows(rng, size, keys, zeros[1])
    return parse_toy({"vocab": vocab, "eos": vocab[-1] if eos else None, "target": target, "draft": draft}, "random")


def models_of(pair: ToyPair) -> Models:
    return Models(pair.target, pair.draft, frozenset() if pair.eos is None else frozenset({pair.eos}), pair.encode)


def law_of(
    method: str, pair: ToyPair | Models, tokens: int, prompt: tuple[int, ...] = (0,), **settings: Any
) -> dict[Outcome, float]:
    """The exact output distribution of the decoder, on the models that it derives from these."""
    found, models = decoder(method), models_of(pair) if isinstance(pair, ToyPair) else pair
    made = found.make_settings(settings)
    return output_law(found.step, prompt, found.fit(models, made), made, tokens)


def oracle_law(
    method: str, pair: ToyPair | Models, tokens: int, prompt: tuple[int, ...] = (0,), **settings: Any
) -> dict[Outcome, float]:
    """The exact output distribution of the oracle that the catalogue names for these settings."""
    found = decoder(method)
    oracle = found.oracle_for(found.make_settings(settings))
    assert oracle.method is not None, oracle.because
    return law_of(oracle.method, pair, tokens, prompt, **oracle.settings)


def distance(
    method: str, pair: ToyPair | Models, tokens: int, prompt: tuple[int, ...] = (0,), **settings: Any
) -> float:
    """The total variation distance between a decoder's output distribution and its oracle's."""
    law = law_of(method, pair, tokens, prompt, **settings)
    assert abs(sum(law.values()) - 1) < EXACT, "a law must sum to 1"
    return total_variation(law, oracle_law(method, pair, tokens, prompt, **settings))


def law_by_rounds(round_law: Callable[[Text, int], dict[Text, float]], eos: int | None, tokens: int) -> Law:
    """The distribution of whole texts, from that of what one round appends.

    `round_law` takes the text so far and the number of tokens that may still come.
    """
    done: Law = {}
    live: dict[Text, float] = {(): 1.0}
    while live:
        after: dict[Text, float] = {}
        for text, weight in live.items():
            for more, chance in round_law(text, tokens - len(text)).items():
                longer = text + more
                if len(longer) == tokens or longer[-1] == eos:
                    done[longer,] = done.get((longer,), 0.0) + weight * chance
                else:
                    after[longer] = after.get(longer, 0.0) + weight * chance
        live = after
    return done


def along_first(scored: Scored) -> tuple[list[Emitted], int]:
    """What a broken rule emits that accepts the first child of every node, and its last node."""
    emitted, at = list[Emitted](), scored.tree.root
    while scored.tree.children.get(at):
        at = scored.tree.children[at][0]
        emitted.append(scored.kept(at))
    return emitted, at
