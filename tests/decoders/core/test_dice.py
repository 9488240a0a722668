"""The source of randomness: reproducible, replayable, and enumerable to the last branch."""

import itertools
import math
import random
from fractions import Fraction

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from decoders.core.dice import Dice, Enumerating, Replayed, Seeded, branches
from decoders.core.record import Draw
from decoders.core.rules import PIECE, Dist

weights = st.lists(st.integers(0, 5), min_size=1, max_size=6).filter(any)


def dist(parts: list[int]) -> Dist:
    """Ids 0, 3, 6, … with probabilities proportional to `parts`, zeros included."""
    return Dist(np.arange(len(parts), dtype=np.int64) * 3, np.array(parts) / sum(parts))


def story(dice: Dice) -> list[float]:
    """Some choices as a decoder makes them, in which later ones depend on earlier ones."""
    out: list[float] = [dice.choose(dist([1, 2, 1]), "first")]
    if dice.accept(0.5, "coin")[0]:
        out.append(dice.choose(dist([1, 3]), "second"))
    return [*out, float(dice.accept(0.25, "last")[0])]


@given(st.integers(0, 2**63 - 1), st.lists(weights, max_size=8))
def test_same_seed_same_choices(seed: int, laws: list[list[int]]) -> None:
    """Otherwise no run could be repeated."""
    one, other = Seeded(seed), Seeded(seed)
    for i, parts in enumerate(laws):
        assert one.choose(dist(parts), f"{i}") == other.choose(dist(parts), f"{i}")
        assert one.accept(0.5, "u") == other.accept(0.5, "u")
    assert one.draws == other.draws


@given(st.integers(0, 1000), weights)
def test_probability_zero_is_never_drawn(seed: int, parts: list[int]) -> None:
    """A token that cannot be sampled has no ratio p/q."""
    dice, law = Seeded(seed), dist(parts)
    for _ in range(20):
        assert law.prob(dice.choose(law, "x")) > 0


class Fixed:
    """A generator whose next uniform is known."""

    def __init__(self, value: float) -> None:
        self.value = value

    def random(self) -> float:
        return self.value


@pytest.mark.parametrize("u", [0.0, math.nextafter(1.0, 0.0)])
@given(parts=weights)
def test_the_ends_of_the_uniform(u: float, parts: list[int]) -> None:
    """u = 0 and the largest u below 1 must not fall on an id of probability 0 at either end."""
    dice, law = Seeded(0), dist(parts)
    dice._random = Fixed(u)  # pyright: ignore[reportAttributeAccessIssue]
    assert law.prob(dice.choose(law, "x")) > 0


@pytest.mark.parametrize("size", [1, PIECE, PIECE + 1, 5 * PIECE - 3])
def test_draws_from_long_laws(size: int) -> None:
    """A long vocabulary is added up in pieces; each u must select the same id as one long sum."""
    rng = np.random.default_rng(size)
    probs = rng.random(size) ** 20 * (rng.random(size) < 0.5)
    probs[rng.integers(size)] += 0.1
    law = Dist(np.arange(size) * 2, probs / probs.sum())
    edges = np.cumsum(law.probs)
    inside = rng.random(2000)
    assert [law.draw(u) for u in inside] == (2 * edges.searchsorted(inside * edges[-1], side="right")).tolist()
    on_edges = [u for u in (0.0, math.nextafter(1.0, 0.0), *(edges / edges[-1])) if u < 1]
    assert all(law.prob(law.draw(u)) > 0 for u in on_edges)


def test_frequencies() -> None:
    """u < a occurs with frequency a, and ids occur as often as their probabilities say."""
    dice, law, n = Seeded(7), dist([1, 0, 2, 5]), 20_000
    counts = np.bincount([dice.choose(law, "x") for _ in range(n)], minlength=10)[::3] / n
    kept = sum(dice.accept(0.3, "u")[0] for _ in range(n)) / n
    assert np.abs(counts - np.array([1, 0, 2, 5]) / 8).max() < 0.015
    assert abs(kept - 0.3) < 0.015


@pytest.mark.parametrize(("a", "kept"), [(0.0, False), (1.0, True)])
def test_certain_acceptance(a: float, kept: bool) -> None:
    """p = 0 must always be rejected and p ≥ q always accepted, for every u."""
    assert all(Seeded(seed).accept(a, "u")[0] is kept for seed in range(200))


def test_no_global_randomness() -> None:
    """A library that reseeds NumPy or torch must not change the run, and the reverse."""
    before = random.getstate(), np.random.get_state()[1].tolist(), torch.get_rng_state().tolist()  # type: ignore[index]
    story(Seeded(3))
    assert before == (random.getstate(), np.random.get_state()[1].tolist(), torch.get_rng_state().tolist())  # type: ignore[index]


@given(st.integers(0, 500))
def test_a_replay_repeats(seed: int) -> None:
    """A replay must repeat the recorded run, also when its draws are emptied at every iteration."""
    dice = Seeded(seed)
    first, second = story(dice), story(dice)
    replay = Replayed(dice.draws, Seeded(seed + 1))
    assert story(replay) == first
    replay.draws = []
    assert story(replay) == second
    assert [*dice.draws[-len(replay.draws) :]] == replay.draws


def test_a_flipped_coin() -> None:
    """After a flipped decision, the draws are the same up to it, and new ones follow where the run differs."""
    script = [Draw("first", 3), Draw("coin", 0.9), Draw("last", 0.1)]
    assert story(Replayed(script, Seeded(0))) == [3, 1.0]
    flipped = Replayed(script, Seeded(0), {1: 0.2})
    assert story(flipped)[0] == 3
    assert [draw.label for draw in flipped.draws] == ["first", "coin", "second", "last"]
    assert flipped.draws[1] == Draw("coin", 0.2)
    fresh = Seeded(0)
    fresh.choose(dist([1, 3]), "second")
    fresh.accept(1, "last")
    assert flipped.draws[2:] == fresh.draws


def test_a_replay_beyond_its_recording() -> None:
    """A prolonged run continues with new draws; a token that can no longer be sampled is not forced."""
    assert story(Replayed([], Seeded(4))) == story(Seeded(4))
    replay = Replayed([Draw("first", 1)], Seeded(4))
    assert replay.choose(dist([1, 0, 1]), "first") in (0, 6)


@given(st.lists(weights, min_size=1, max_size=4))
def test_enumeration_is_the_product_law(laws: list[list[int]]) -> None:
    """The exact distributions depend on this: every outcome once, with its probability, and none of probability 0."""
    found: dict[tuple[int, ...], float] = {}
    for dice in branches():
        leaf = tuple(dice.choose(dist(parts), f"{i}") for i, parts in enumerate(laws))
        assert leaf not in found, "a leaf was visited twice"
        found[leaf] = dice.weight
    expected = {
        tuple(3 * i for i in places): math.prod(Fraction(p[i], sum(p)) for p, i in zip(laws, places, strict=True))
        for places in itertools.product(*([i for i, part in enumerate(parts) if part] for parts in laws))
    }
    assert found.keys() == expected.keys()
    assert all(abs(found[leaf] - expected[leaf]) < 1e-15 for leaf in found)


def test_enumeration_of_a_branching_story() -> None:
    """Later choices depend on earlier ones; the weights still sum to 1, and each leaf occurs once."""
    leaves: dict[tuple[float, ...], float] = {}
    for dice in branches():
        leaf = tuple(story(dice))
        assert leaf not in leaves
        leaves[leaf] = dice.weight
    assert len(leaves) == 3 * (1 * 2 + 2 * 2)
    assert math.fsum(leaves.values()) == 1
    assert leaves[3, 0, 1] == 0.5 * 0.5 * 0.25 * 0.25


def test_certain_choices_do_not_branch() -> None:
    """Greedy decoding must be one branch, not thousands."""
    dice = Enumerating([])
    assert (dice.choose(dist([0, 4]), "x"), dice.accept(1.0, "u"), dice.accept(0.0, "u")) == (
        3,
        (True, None),
        (False, None),
    )
    assert (dice.options, dice.weight) == ([], 1.0)
