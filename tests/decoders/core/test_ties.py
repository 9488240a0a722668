"""Ties: the last bit of a sum must not decide what is sampled, drafted or accepted."""

import itertools
import math
from typing import Any

import numpy as np
import pytest
import torch

from decoders.core import rules
from decoders.core.decode import best_of
from decoders.core.record import BeamRecord
from decoders.core.rules import ArrayLogits, Dist, Warp, residual, warp_scores
from decoders.core.ties import TIE, above, below, first_of_best, just_below, ranked
from decoders.exact.toy import parse_toy
from decoders.methods import eagle, spectr
from decoders.methods.dsbd import width
from decoders.methods.dsbd.width import widest
from decoders.methods.gsd import draft_graph
from decoders.methods.gsd.draft_graph import DraftGraph
from decoders.methods.medusa import most_confident
from decoders.methods.mtad import joint_prefixes
from decoders.methods.spectr import k_seq, k_seq_residual
from decoders.models import host
from decoders.models.host import HostLogits
from decoders.models.torch import device_logits, logits
from decoders.models.torch.device_logits import DeviceLogits
from decoders.models.torch.logits import TorchLogits
from tests.toys import EXACT, distance

ENGINES = {
    "arrays": lambda row: ArrayLogits(row[None]),
    "host": lambda row: HostLogits(row[None].astype(np.float32), len(row)),
    "torch": lambda row: TorchLogits(torch.tensor(row[None], dtype=torch.float32), len(row)),
    "device": lambda row: DeviceLogits(torch.tensor(row[None], dtype=torch.float32), len(row)),
}
MASSES = [  # probabilities, top-p, and how many tokens have less than that mass before them
    *(([0.1] * 10, n / 10, n) for n in range(1, 10)),
    *(([1 / 7] * 7, n / 7, n) for n in range(1, 7)),
    *(([1 / 25] * 25, n / 25, n) for n in (5, 10, 20)),  # below 1/25 in float32
    ([0.6, 0.2, 0.1, 0.1], 0.8, 2),
    ([0.6, 0.2, 0.1, 0.1], 0.9, 3),
    ([0.4, 0.3, 0.2, 0.1], 0.7, 2),
]
CUTS = [pytest.param({}, id="top-p alone"), pytest.param({"top_k": 50}, id="behind top-k")]


def kept_of(engine: str, probs: list[float], warp: Warp) -> list[int]:
    """The ids that top-p leaves in an engine, for scores with these probabilities."""
    row = np.log(np.array(probs)) + 3.0
    return ENGINES[engine](row).warp(0, warp).ids.tolist()


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("engine", ENGINES)
def test_top_p_keeps_as_many_in_every_engine(engine: str, cut: dict[str, int]) -> None:
    """Otherwise a recorded run could not be repeated on another engine."""
    for probs, top_p, count in MASSES:
        assert kept_of(engine, probs, Warp(top_p=top_p, **cut)) == list(range(count)), (probs, top_p)


def test_a_comparison_bit_by_bit_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutation for the test above: without the rule for ties, every engine is wrong somewhere."""
    for module in (rules, host, logits, device_logits):
        monkeypatch.setattr(module, "just_below", lambda bar: bar)
    for engine in ENGINES:
        wrong = [1 for probs, top_p, count in MASSES if kept_of(engine, probs, Warp(top_p=top_p)) != list(range(count))]
        assert wrong, engine


def shares() -> list[tuple[float, float]]:
    """θ_sib and the largest q, for children that are exactly at the threshold."""
    return [(share / 10, most / 20) for share in range(1, 10) for most in range(1, 20)]


def pruned_at_the_threshold() -> int:
    """How many children with exactly θ_sib times the largest q are pruned, computed from scores."""
    pruned = 0
    for share, most in shares():
        for q in (math.exp(math.log(share) + math.log(most)), float(np.float32(share) * np.float32(most))):
            graph = DraftGraph(0)
            graph.add_children(0, [(1, 7, most), (2, 8, q)])
            pruned += len(graph.prune([1, 2], 0.0, share))
    return pruned


def test_a_child_exactly_at_the_threshold_is_not_pruned(monkeypatch: pytest.MonkeyPatch) -> None:
    """GSD §4.2 prunes only below the threshold; one bit must not decide it."""
    assert pruned_at_the_threshold() == 0
    graph = DraftGraph(0)
    graph.add_children(0, [(1, 7, 0.5), (2, 8, 0.25 * (1 - 4 * TIE))])
    assert list(graph.prune([1, 2], 0.0, 0.5)) == [2]
    monkeypatch.setattr(draft_graph, "below", lambda value, bar: value < bar)
    assert pruned_at_the_threshold() > 0, "the mutation is noticed"


FACTORS = [list(order) for order in itertools.permutations((0.3, 0.77, 0.11, 0.9))]


def test_equal_confidences_keep_the_order_of_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """EAGLE-2 must not prefer the node whose product of equal factors was rounded up."""
    confidence = {node: math.prod(factors) for node, factors in enumerate(FACTORS)}
    assert len(set(confidence.values())) > 1, "they differ in the last bit"
    nodes = list(confidence)
    assert eagle.most_confident(nodes, confidence, 5) == nodes[:5]
    assert eagle.most_confident([*nodes, 99], confidence | {99: 0.5}, 2) == [99, 0]
    monkeypatch.setattr(eagle, "ranked", lambda values: sorted(range(len(values)), key=lambda place: -values[place]))
    assert eagle.most_confident(nodes, confidence, 5) != nodes[:5], "the mutation is noticed"


def test_medusa_takes_the_first_of_equal_confidences() -> None:
    """Medusa's tree must not change with the last bit of a head's probability."""
    guesses = [[(5, 0.7), (6, 0.3)], [(7, 0.3 + 1e-12), (8, 0.7 - 1e-12)]]
    picks = [(pick.level, pick.rank) for pick in most_confident(guesses, 4, frozenset())]
    assert picks[:2] == [(1, 0), (1, 1)]


def laws() -> list[tuple[Dist, Dist]]:
    """Pairs of p and q that agree on some tokens, computed by two different softmaxes."""
    values = (0.05, 0.1, 0.15, 0.3, 0.4)
    p = warp_scores(np.log(np.array(values)) + 7.0, Warp())
    found = list[tuple[Dist, Dist]]()
    for a, b in itertools.combinations(range(5), 2):
        swapped = list(values)
        swapped[a], swapped[b] = swapped[b], swapped[a]
        found.append((p, warp_scores(np.log(np.array(swapped)) - 2.0, Warp())))
    return found


def dust() -> int:
    """How many tokens are in a residual only because of rounding."""
    count = 0
    for p, q in laws():
        rest = residual(p, q)
        count += sum(prob < 1e-12 for prob in rest.probs) if rest else 0
        for n in (1, 2, 3):
            left = k_seq_residual(p, q, k_seq(p, q, n))
            count += sum(prob < 1e-12 for prob in left.probs) if left else 0
    return count


def test_a_residual_has_no_token_that_rounding_put_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A token of probability 1e-17 that exists only by rounding must not be counted or sampled."""
    assert dust() == 0
    for p, q in laws():
        rest = residual(p, q)
        assert rest is not None
        assert len(rest.ids) == 1, "two tokens are swapped, so p is above q for one"
    for module in (rules, spectr, width):
        monkeypatch.setattr(module, "leftover", lambda p, rest: np.maximum(rest, 0.0))
    assert dust() > 0, "the mutation is noticed"


@pytest.mark.parametrize(
    "method", ["spd", "block", "spectr", "specinfer", "mcss", "traversal", "eagle2", "tsd", "gsd", "dsbd"]
)
def test_laws_are_exact_where_everything_ties(method: str) -> None:
    """The rule for ties must not break exactness: on tables full of ties, the output distribution is exact."""
    rows = [[0.5, 0.3, 0.2], [0.1, 0.8, 0.1], [1 / 3, 1 / 3, 1 / 3], [0.3, 0.3, 0.4]]
    keys = ["", "a", "b", "c", "a b", "b a"]
    target, draft = ({key: rows[(place * step) % 4] for place, key in enumerate(keys)} for step in (1, 3))
    pair = parse_toy({"vocab": ["a", "b", "c"], "eos": None, "target": target, "draft": draft}, "ties")
    given: dict[str, Any] = {"dsbd": {"width": 2, "draft_width": 2, "gamma": 1}, "tsd": {"verification": "sampling"}}
    given["gsd"] = {"verification": "sampling", "gamma": 2}
    assert distance(method, pair, 2, top_p=0.8, **given.get(method, {})) < EXACT


def test_thresholds_are_reached_by_equal_numbers() -> None:
    """A threshold must not depend on how a number was summed."""
    assert above(0.1 + 0.2, 0.3) is False
    assert below(0.7 + 0.1, 0.8) is False
    assert above(0.31, 0.3)
    assert below(0.29, 0.3)
    assert above(1e-300, 0.0)
    assert not above(0.0, 0.0)
    assert above(math.inf, 3.0)
    assert not below(just_below(0.5), 0.5)
    assert widest([1.0, 0.9, 1 - 0.9 + 0.2, 0.1], 0.3) == 2
    log = math.log(0.1) + math.log(3)
    assert [prefix.passed for prefix in joint_prefixes([1], [(log, 0.0)], 0.3)] == [False]


def test_orders_of_equal_numbers() -> None:
    """The best beam must not be the one whose sum of equal logarithms was rounded up."""
    sums = [sum(math.log(factor) for factor in order) for order in FACTORS]
    assert len(set(sums)) > 1
    assert ranked(sums, logs=True) == list(range(len(sums)))
    assert first_of_best(sums, logs=True) == 0
    assert best_of([BeamRecord(place, (1, 2, 3, 4), logp, False) for place, logp in enumerate(sums)]).node == 0
    assert ranked([0.2, 0.1 + 0.2, 0.3, 0.0, 0.3 + 1e-3]) == [4, 1, 2, 0, 3]
    assert ranked([-math.inf, -1.0, -math.inf], logs=True) == [1, 0, 2]
    assert first_of_best([-math.inf, -math.inf], logs=True) == 0
    with pytest.raises(ValueError, match="empty"):
        first_of_best([])
