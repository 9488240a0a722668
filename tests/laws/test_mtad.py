"""MTJD and MTAD usually have no reference method, so they are compared with plain recursions."""

import itertools
import math
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.rules import Warp, warp_scores
from decoders.exact.law import Enumerator, Outcome, total_variation
from decoders.exact.toy import ToyPair
from decoders.methods import mtad
from decoders.methods.beam import BeamSearchSettings, search_step
from decoders.methods.mtad import Prefix, joint_ratio
from tests.toys import CAUGHT, EXACT, distance, law_by_rounds, law_of, models_of, random_pair

Text = tuple[int, ...]
Law = dict[Text, float]


def row(pair: ToyPair, side: str, context: Text, warp: Warp | None = None) -> list[float]:
    """Probabilities after a context, after 𝒯 if it is given."""
    scores = getattr(pair, side).scores(context)
    if warp is None:
        return [math.exp(x) for x in scores]
    law = warp_scores(scores, warp)
    return [law.prob(token) for token in range(len(scores))]


def best_beams(pair: ToyPair, side: str, context: Text, depth: int, width: int, top_k: int = 0) -> Law:
    """The distribution of the best of `width` beams sampled for `depth` layers, by recursion.

    `top_k` leaves only the k most probable (beam, token) pairs of a layer.
    """
    found: Law = {}

    def grow(beams: list[Text], weight: float) -> None:
        ended = [beam[-1:] == (pair.eos,) for beam in beams]
        if all(ended) or len(max(beams, key=len)) == depth:
            best = max(beams, key=lambda beam: joint(pair, side, context, beam))
            found[best] = found.get(best, 0.0) + weight
            return
        options: list[tuple[Text, float]] = []
        for beam, done in zip(beams, ended, strict=True):
            chance = math.exp(joint(pair, side, context, beam))
            if done:
                options.append((beam, chance))
            else:
                options += [((*beam, x), chance * q) for x, q in enumerate(row(pair, side, context + beam)) if q > 0]
        options = sorted(options, key=lambda one: -one[1])[: top_k or None]
        total = sum(chance for _, chance in options)
        for drawn in itertools.product(options, repeat=width):
            grow([beam for beam, _ in drawn], weight * math.prod(chance / total for _, chance in drawn))

    grow([()], 1.0)
    return found


def joint(pair: ToyPair, side: str, context: Text, tokens: Text, warp: Warp | None = None) -> float:
    """Σ log of the probabilities of a continuation's tokens."""
    chances = [row(pair, side, context + tokens[:i], warp)[x] for i, x in enumerate(tokens)]
    return sum(math.log(x) if x > 0 else -math.inf for x in chances)


def mtjd_pass(pair: ToyPair, context: Text, room: int, **given: Any) -> Law:
    return best_beams(pair, "target", context, min(given["block"], room), given["width"], given.get("top_k", 0))


def mtad_pass(pair: ToyPair, context: Text, room: int, **given: Any) -> Law:
    """Draft the best beam, accept the longest prefix with min(1, p/q) > τ, add one token from 𝒯p."""
    warp = Warp(top_k=given.get("top_k", 0))
    shown = None if given.get("joint", "raw") == "raw" else warp
    depth = min(given["gamma"], room - 1)
    found: Law = {}
    width, top_k = given["draft_width"], given.get("top_k", 0)
    drafts = best_beams(pair, "draft", context, depth, width, top_k) if depth else {(): 1.0}
    for draft, weight in drafts.items():
        longest = 0
        for j in range(1, len(draft) + 1):
            logp = joint(pair, "target", context, draft[:j], shown)
            logq = joint(pair, "draft", context, draft[:j], shown)
            if logp > -math.inf and min(1.0, math.exp(logp - logq)) > given["threshold"]:
                longest = j
        kept = draft[:longest]
        if kept[-1:] == (pair.eos,):
            found[kept] = found.get(kept, 0.0) + weight
            continue
        for token, chance in enumerate(row(pair, "target", context + kept, warp)):
            if chance > 0:
                found[(*kept, token)] = found.get((*kept, token), 0.0) + weight * chance
    return found


def plain_law(one_pass: Any, pair: ToyPair, tokens: int, **given: Any) -> dict[Outcome, float]:
    """The distribution of whole texts, from that of what one iteration appends."""
    return law_by_rounds(lambda text, room: one_pass(pair, (0, *text), room, **given), pair.eos, tokens)


def mtad_distance(pair: ToyPair, tokens: int, **given: Any) -> float:
    return total_variation(law_of("mtad", pair, tokens, **given), plain_law(mtad_pass, pair, tokens, **given))


PAIRS = [
    pytest.param({"size": 2}, 4, id="two tokens, one of them EOS"),
    pytest.param({"size": 2, "eos": False}, 4, id="two tokens, no EOS"),
    pytest.param({"size": 3}, 3, id="three tokens"),
    pytest.param({"zeros": (0.5, 0.0)}, 3, id="p has zeros where q is positive"),
    pytest.param({"zeros": (0.0, 0.5)}, 3, id="q has zeros where p is positive"),
    pytest.param({"same": True}, 3, id="p = q"),
]


@pytest.mark.pairwise
@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("threshold", [0, 0.1, 0.5, 0.9, 1])
@pytest.mark.parametrize(("gamma", "width"), [(1, 1), (1, 2), (2, 1), (2, 2)])
@pytest.mark.parametrize(("shape", "tokens"), PAIRS)
def test_mtads_law(shape: dict[str, Any], tokens: int, gamma: int, width: int, threshold: float, seed: int) -> None:
    """Without a reference method, nothing else would show that MTAD follows the paper."""
    pair = random_pair(seed, **shape)
    assert mtad_distance(pair, tokens, gamma=gamma, draft_width=width, threshold=threshold) < EXACT


@pytest.mark.parametrize("threshold", [0, 0.4, 0.9])
def test_warped_joints(threshold: float) -> None:
    """A token outside 𝒯p's support fails every longer prefix; one outside only 𝒯q's passes."""
    for seed, width in itertools.product(range(3), (1, 2)):
        shape = {"gamma": 2, "draft_width": width, "threshold": threshold, "joint": "warped", "top_k": 2}
        assert mtad_distance(random_pair(seed), 3, **shape) < EXACT


@pytest.mark.parametrize("top_k", [1, 2, 3])
def test_beams_are_drawn_from_the_warped_joint_law(top_k: int) -> None:
    """𝒯 applies to all (beam, token) pairs of a layer, weighted by unwarped probabilities."""
    for seed in range(3):
        pair = random_pair(seed)
        assert mtad_distance(pair, 3, gamma=2, draft_width=2, threshold=0.5, top_k=top_k) < EXACT
        got = law_of("mtjd", pair, 3, block=2, width=2, top_k=top_k)
        assert total_variation(got, plain_law(mtjd_pass, pair, 3, block=2, width=2, top_k=top_k)) < EXACT


@pytest.mark.parametrize("block", [1, 2, 3])
@pytest.mark.parametrize("width", [1, 2])
@pytest.mark.parametrize(("shape", "tokens"), PAIRS[:3])
def test_mtjds_law(shape: dict[str, Any], tokens: int, width: int, block: int) -> None:
    """The best of W sampled beams, K tokens at a time."""
    pair = random_pair(1, **shape)
    got = law_of("mtjd", pair, tokens, block=block, width=width)
    assert total_variation(got, plain_law(mtjd_pass, pair, tokens, block=block, width=width)) < EXACT


ORACLES = [
    ("mtad", {"threshold": 1, "gamma": 2, "draft_width": 2}),
    ("mtad", {"threshold": 1, "gamma": 1, "draft_width": 1, "top_p": 0.7, "temperature": 0.6}),
    ("mtad", {"threshold": 0.9, "joint": "warped", "temperature": 0, "gamma": 3}),
    ("mtad", {"threshold": 0, "joint": "warped", "top_k": 1, "gamma": 2}),
    ("mtjd", {"block": 1, "width": 1}),
    ("mtjd", {"block": 3, "width": 1, "top_k": 2}),
    ("mtjd", {"block": 2, "width": 3, "temperature": 0}),
    ("mtjd", {"block": 2, "width": 1, "selection": "search"}),
]


@pytest.mark.pairwise
@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(("method", "given"), ORACLES)
@pytest.mark.parametrize("shape", [{"size": 2}, {"size": 3}, {"zeros": (0.4, 0.4)}, {"same": True}])
def test_special_cases_have_an_oracle(method: str, given: dict[str, Any], shape: dict[str, Any], seed: int) -> None:
    """If the catalogue names a reference method, the distribution must be that method's."""
    assert distance(method, random_pair(seed, **shape), 3, **given) < EXACT


def test_otherwise_there_is_none_and_the_law_differs() -> None:
    """K = 1 with several beams is best-of-W, not sampling, which MTAD §3.1 overlooks."""
    pair = random_pair(0)
    for method, shape in [("mtjd", {"block": 1, "width": 2}), ("mtad", {"gamma": 2, "draft_width": 2})]:
        found = decoder(method)
        oracle = found.oracle(found.make_settings(shape))
        assert (oracle.kind, oracle.method) == ("lossy", None)
        assert total_variation(law_of(method, pair, 3, **shape), law_of("multinomial", pair, 3)) > CAUGHT


@pytest.mark.parametrize("width", [1, 2, 3])
def test_search_over_the_whole_text_is_beam_search(width: int) -> None:
    """With one block for the whole text, selection=search must equal beam search."""
    for seed in range(6):
        pair = random_pair(seed)
        wanted = Enumerator(search_step, [0], models_of(pair), BeamSearchSettings(width=width), 4).final_states()
        ((state, chance),) = wanted.items()
        best = max(state.beams, key=lambda beam: beam.logp).tokens
        assert chance == 1
        assert law_of("mtjd", pair, 4, block=4, width=width, selection="search") == {(best,): 1.0}


# Rules broken on purpose.


def until_the_first_failure(prefixes: list[Prefix]) -> int:
    """A broken rule that stops at the first failure, as speculative decoding does."""
    return len(list(itertools.takewhile(lambda one: one.passed, prefixes)))


def inverse_ratio(logp: float, logq: float) -> float:
    return joint_ratio(logq, logp)


@pytest.mark.parametrize(
    ("name", "broken"), [("longest_passing", until_the_first_failure), ("joint_ratio", inverse_ratio)]
)
def test_broken_rule_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str, broken: Any) -> None:
    """An exactness test that passes with a broken rule would prove nothing."""
    monkeypatch.setattr(mtad, name, broken)
    assert mtad_distance(random_pair(1, 2), 4, gamma=2, draft_width=2, threshold=0.5) > CAUGHT


def test_the_tokens_id_in_place_of_its_place_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Algorithm 1 of the paper stores the token j in η, where it must store the index i."""
    trees: list[Any] = []
    whole = mtad.token_logs

    def noting(run: Any, *rest: Any) -> list[mtad.Logs]:
        trees.append(run.tree)
        return whole(run, *rest)

    def stored_token(prefixes: list[Prefix]) -> int:
        passing = [one for one in prefixes if one.passed]
        return min(len(prefixes), trees[-1].token(passing[-1].node)) if passing else 0

    monkeypatch.setattr(mtad, "token_logs", noting)
    monkeypatch.setattr(mtad, "longest_passing", stored_token)
    assert mtad_distance(random_pair(1, 3), 3, gamma=2, draft_width=1, threshold=0.5) > CAUGHT


def test_a_token_by_token_ratio_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The likelihood of the whole prefix counts, not that of its last token."""

    def alone(path: Any, logs: list[mtad.Logs], tau: float) -> list[Prefix]:
        ratios = [joint_ratio(*last) for last in logs]
        parts = zip(path, logs, ratios, strict=True)
        return [Prefix(j, node, *last, ratio, ratio > tau) for j, (node, last, ratio) in enumerate(parts, 1)]

    monkeypatch.setattr(mtad, "joint_prefixes", alone)
    shape = {"gamma": 2, "draft_width": 2, "threshold": 0.5}
    assert max(mtad_distance(random_pair(seed), 3, **shape) for seed in range(3)) > CAUGHT
